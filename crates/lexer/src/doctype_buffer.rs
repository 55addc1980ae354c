//! The DOCTYPE token in progress.

/// Longer than the name and the identifiers of most DOCTYPEs, so that one allocation serves them.
const LONG: usize = 128;

/// A DOCTYPE token in progress. Its parts are read one after the other, so they lie in one text.
#[derive(Debug, Default)]
pub struct DoctypeBuffer {
    text: String,
    /// The start of each part that isn't missing.
    starts: [Option<usize>; DoctypePart::COUNT],
    /// HTML's [force-quirks flag](https://html.spec.whatwg.org/multipage/parsing.html#force-quirks-flag).
    pub force_quirks: bool,
}

/// A part of a DOCTYPE that may be missing, in source order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoctypePart {
    /// The name.
    Name,
    /// The public identifier.
    PublicId,
    /// The system identifier.
    SystemId,
}

impl DoctypePart {
    const COUNT: usize = 3;
}

impl DoctypeBuffer {
    /// Empties the token and keeps its capacity.
    pub fn clear(&mut self) {
        self.text.clear();
        self.starts = [None; DoctypePart::COUNT];
        self.force_quirks = false;
    }

    /// Makes `part` present and empty. No later part may be present.
    pub fn begin(&mut self, part: DoctypePart) {
        debug_assert!(self.starts[part as usize..].iter().all(Option::is_none));
        self.text.reserve(LONG);
        self.starts[part as usize] = Some(self.text.len());
    }

    /// Appends `text` to the last part.
    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends `text` in lower case to the last part.
    pub fn push_lowercase(&mut self, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.text[start..].make_ascii_lowercase();
    }

    /// Removes the first `end` in the last part, and all that follows it.
    pub fn truncate_at(&mut self, end: char) {
        let start = self.starts.iter().flatten().last().copied().unwrap_or_default();
        if let Some(length) = self.text[start..].find(end) {
            self.text.truncate(start + length);
        }
    }

    /// Returns the text of a part; `None` if it is missing.
    #[must_use]
    pub fn get(&self, part: DoctypePart) -> Option<&str> {
        let (start, later) = self.starts[part as usize..].split_first()?;
        let end = later.iter().flatten().next().copied().unwrap_or(self.text.len());
        Some(&self.text[(*start)?..end])
    }
}

#[cfg(test)]
mod tests {
    use super::{DoctypePart::*, *};

    #[test]
    fn parts_are_texts_of_their_own() {
        let mut doctype = DoctypeBuffer::default();
        for parts in [&[][..], &[Name], &[Name, SystemId], &[Name, PublicId, SystemId], &[PublicId]]
        {
            doctype.clear();
            for part in parts {
                doctype.begin(*part);
                assert_eq!(doctype.get(*part), Some(""));
                doctype.push_lowercase(&format!("A{part:?}"));
                doctype.push_str(">\u{e9}>");
                doctype.truncate_at('>');
            }
            for part in [Name, PublicId, SystemId] {
                let text = format!("a{}", format!("{part:?}").to_lowercase());
                assert_eq!(doctype.get(part), parts.contains(&part).then_some(&*text));
            }
        }
    }
}
