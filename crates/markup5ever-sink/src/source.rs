//! Processing instructions as they were written.

use memchr::memrchr;
use tree_sink::Span;

/// Gives processing instructions as the bogus comments that they were before 2026: all between `<` and
/// `>`, which the instruction's target and data don't tell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    /// Where in the input the chunk begins.
    start: usize,
    /// What may be the beginning of an instruction that ends in the chunk; before the chunk.
    begun: String,
}

impl Source {
    /// The parser goes on to another chunk.
    pub(crate) fn end_chunk(&mut self, chunk: &str) {
        if chunk.is_empty() {
            return;
        }
        self.start += chunk.len();
        if self.begun == "<" && !chunk.starts_with('?') {
            self.begun.clear();
        }
        let after = memrchr(b'>', chunk.as_bytes()).map_or(0, |at| at + 1);
        if after > 0 {
            self.begun.clear();
        }
        if !self.begun.is_empty() {
            self.begun.push_str(chunk);
            return;
        }
        let rest = &chunk[after..];
        let begin = rest.find("<?").or_else(|| rest.ends_with('<').then(|| rest.len() - 1));
        if let Some(begin) = begin {
            self.begun.push_str(&rest[begin..]);
        }
    }

    /// The data of the comment for the processing instruction at `span`, which ends in `chunk`.
    pub(crate) fn comment(&self, span: Span, chunk: &str) -> Option<String> {
        let end = span.end.checked_sub(self.start)?;
        let written = match span.start.checked_sub(self.start) {
            Some(start) => chunk.get(start..end)?.to_owned(),
            None => {
                let start = self.begun.len().checked_sub(self.start - span.start)?;
                self.begun.get(start..)?.to_owned() + chunk.get(..end)?
            }
        };
        let data = written.strip_prefix('<')?;
        let data = data.strip_suffix('>').unwrap_or(data);
        Some(data.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}"))
    }
}
