//! Source text of processing instructions.

use memchr::memrchr;
use sapwood_tree::Span;

/// Recovers the source text of processing instructions.
///
/// Until 2026 the standard parsed `<?target data?>` as a bogus comment, whose data is everything between
/// `<` and `>`. The target and the data of a processing instruction don't preserve all of it.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// Input offset of the current chunk.
    start: usize,
    /// Input before the chunk that may be the start of an instruction, unfinished so far.
    unfinished: String,
}

impl Source {
    /// Advances past `chunk`, keeping the start of an unfinished instruction.
    pub fn end_chunk(&mut self, chunk: &str) {
        if chunk.is_empty() {
            return;
        }
        self.start += chunk.len();
        if self.unfinished == "<" && !chunk.starts_with('?') {
            self.unfinished.clear();
        }
        let after = memrchr(b'>', chunk.as_bytes()).map_or(0, |at| at + 1);
        if after > 0 {
            self.unfinished.clear();
        }
        if !self.unfinished.is_empty() {
            self.unfinished.push_str(chunk);
            return;
        }
        let rest = &chunk[after..];
        let start = rest.find("<?").or_else(|| rest.ends_with('<').then(|| rest.len() - 1));
        if let Some(start) = start {
            self.unfinished.push_str(&rest[start..]);
        }
    }

    /// Returns the comment data for the processing instruction at `span`, which ends in `chunk`.
    #[must_use]
    pub fn comment(&self, span: Span, chunk: &str) -> Option<String> {
        let end = span.end.checked_sub(self.start)?;
        let source = match span.start.checked_sub(self.start) {
            Some(start) => chunk.get(start..end)?.to_owned(),
            None => {
                let start = self.unfinished.len().checked_sub(self.start - span.start)?;
                self.unfinished.get(start..)?.to_owned() + chunk.get(..end)?
            }
        };
        let data = source.strip_prefix('<')?;
        let data = data.strip_suffix('>').unwrap_or(data);
        Some(data.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}"))
    }
}
