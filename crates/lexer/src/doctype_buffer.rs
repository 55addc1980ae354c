//! The DOCTYPE token in progress.

/// A DOCTYPE token in progress.
#[derive(Debug, Default)]
pub struct DoctypeBuffer {
    /// The name.
    pub name: DoctypePart,
    /// The public identifier.
    pub public_id: DoctypePart,
    /// The system identifier.
    pub system_id: DoctypePart,
    /// HTML's [force-quirks flag](https://html.spec.whatwg.org/multipage/parsing.html#force-quirks-flag).
    pub force_quirks: bool,
}

/// A name or an identifier of a DOCTYPE: a text that may be missing.
#[derive(Debug, Default)]
pub struct DoctypePart {
    is_present: bool,
    text: String,
}

impl DoctypeBuffer {
    /// Empties the token and keeps its capacity.
    pub fn clear(&mut self) {
        for part in [&mut self.name, &mut self.public_id, &mut self.system_id] {
            part.text.clear();
            part.is_present = false;
        }
        self.force_quirks = false;
    }
}

impl DoctypePart {
    /// Makes the part present and empty.
    pub fn begin(&mut self) {
        self.is_present = true;
        self.text.clear();
    }

    /// Appends `text`.
    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends `text` in lower case.
    pub fn push_lowercase(&mut self, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.text[start..].make_ascii_lowercase();
    }

    /// Removes the first `end` and all that follows it.
    pub fn truncate_at(&mut self, end: char) {
        self.text.truncate(self.text.find(end).unwrap_or(self.text.len()));
    }

    /// Returns the text; `None` if the part is missing.
    #[must_use]
    pub fn get(&self) -> Option<&str> {
        self.is_present.then_some(&self.text)
    }
}
