//! Conversion of text to tendrils.

use markup5ever::tendril::StrTendril;
use sapwood_tree::Limit;

/// Maximum length in bytes of a text that a tendril stores inline.
const INLINE: usize = 8;

/// Creates the tendrils for the texts of a parse.
///
/// Most texts are slices of the current chunk of input. As in html5ever, their tendrils share the chunk's
/// buffer, which saves an allocation and a copy but keeps the chunk alive. Other texts are copied.
///
/// The length of a tendril is a `u32`. All texts of a parse together are limited to `u32::MAX` bytes, so no
/// text node can grow beyond that by appending.
#[derive(Clone, Debug)]
pub struct Texts {
    chunk: StrTendril,
    /// Bytes left before the limit.
    remaining: u32,
    full: bool,
}

impl Default for Texts {
    fn default() -> Self {
        Self { chunk: StrTendril::new(), remaining: u32::MAX, full: false }
    }
}

impl Texts {
    /// Sets the current chunk of input.
    pub fn set_chunk(&mut self, chunk: StrTendril) {
        self.chunk = chunk;
    }

    /// Ends the current chunk at byte `length`.
    pub fn cut_chunk(&mut self, length: usize) {
        if let Ok(length) = u32::try_from(length)
            && let Ok(chunk) = self.chunk.try_subtendril(0, length)
        {
            self.chunk = chunk;
        }
    }

    /// Begins to count the length of texts anew, where they are not joined to earlier ones.
    pub fn reset(&mut self) {
        self.remaining = u32::MAX;
    }

    /// Returns the current chunk of input.
    #[must_use]
    pub fn chunk(&self) -> &StrTendril {
        &self.chunk
    }

    /// Returns `text` as a tendril, or an empty tendril once the limit is reached.
    #[inline]
    pub fn tendril(&mut self, text: &str) -> StrTendril {
        match u32::try_from(text.len()).ok().and_then(|length| self.remaining.checked_sub(length)) {
            Some(remaining) => self.remaining = remaining,
            None => return self.overflow(),
        }
        if text.len() > INLINE {
            let offset = text.as_ptr().addr().wrapping_sub(self.chunk.as_ptr().addr());
            // A text whose addresses lie within the chunk is a slice of it.
            if self.chunk.len().checked_sub(text.len()).is_some_and(|last| offset <= last) {
                return self.chunk.subtendril(offset as u32, text.len() as u32);
            }
        }
        StrTendril::from_slice(text)
    }

    #[cold]
    fn overflow(&mut self) -> StrTendril {
        self.remaining = 0;
        self.full = true;
        StrTendril::new()
    }

    /// Returns the limit that was reached, if any.
    #[inline]
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.full.then_some(Limit::Capacity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_chunk_share_its_buffer() {
        let mut texts = Texts::default();
        let chunk = StrTendril::from("<p title='a long title'>a long text</p>");
        texts.set_chunk(chunk.clone());
        assert!(texts.tendril(&chunk[24..35]).is_shared_with(&chunk));
        assert_eq!(&*texts.tendril(&chunk[24..35]), "a long text");
        assert_eq!(&*texts.tendril(&chunk[..]), &*chunk);
        assert!(!texts.tendril("a long text").is_shared_with(&chunk));
        assert_eq!(&*texts.tendril(""), "");
        assert_eq!(&*texts.tendril("é"), "é");
        assert_eq!(&*texts.tendril(&chunk[1..2]), "p");
    }

    #[test]
    fn texts_beyond_the_limit_are_empty() {
        let mut texts = Texts { remaining: 3, ..Texts::default() };
        assert_eq!(&*texts.tendril("abc"), "abc");
        assert_eq!(texts.limit(), None);
        assert_eq!(&*texts.tendril("d"), "");
        assert_eq!(texts.limit(), Some(Limit::Capacity));
    }
}
