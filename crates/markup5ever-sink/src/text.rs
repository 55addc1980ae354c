//! Texts as tendrils.

use markup5ever::tendril::StrTendril;
use tree_sink::Limit;

/// The longest text that is held in the tendril itself.
const INLINE: usize = 8;

/// Makes tendrils of the texts that a parse meets.
///
/// Most of them lie in the chunk that is being parsed. Such a tendril shares the chunk's buffer, as
/// html5ever's do: that takes no allocation and no copy, but keeps the chunk alive. Others are copied.
///
/// A tendril can't be longer than 4 GiB. So all texts together may have that many bytes: then no text
/// grows longer, whatever is joined to it.
#[derive(Clone, Debug)]
pub struct Texts {
    chunk: StrTendril,
    /// How many bytes may come.
    room: u32,
    full: bool,
}

impl Default for Texts {
    fn default() -> Self {
        Self { chunk: StrTendril::new(), room: u32::MAX, full: false }
    }
}

impl Texts {
    /// From here on most texts lie in `chunk`.
    pub fn set_chunk(&mut self, chunk: StrTendril) {
        self.chunk = chunk;
    }

    /// The chunk that most texts lie in.
    #[must_use]
    pub fn chunk(&self) -> &StrTendril {
        &self.chunk
    }

    /// Returns `text` as a tendril; an empty one if there have been too many bytes.
    #[inline]
    pub fn tendril(&mut self, text: &str) -> StrTendril {
        match u32::try_from(text.len()).ok().and_then(|length| self.room.checked_sub(length)) {
            Some(room) => self.room = room,
            None => return self.refuse(),
        }
        if text.len() > INLINE {
            let offset = text.as_ptr().addr().wrapping_sub(self.chunk.as_ptr().addr());
            // What lies where the chunk lies is a part of it.
            if self.chunk.len().checked_sub(text.len()).is_some_and(|last| offset <= last) {
                return self.chunk.subtendril(offset as u32, text.len() as u32);
            }
        }
        StrTendril::from_slice(text)
    }

    #[cold]
    fn refuse(&mut self) -> StrTendril {
        self.room = 0;
        self.full = true;
        StrTendril::new()
    }

    /// Why no more text is taken, if so.
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
    fn there_is_an_end_to_it() {
        let mut texts = Texts { room: 3, ..Texts::default() };
        assert_eq!(&*texts.tendril("abc"), "abc");
        assert_eq!(texts.limit(), None);
        assert_eq!(&*texts.tendril("d"), "");
        assert_eq!(texts.limit(), Some(Limit::Capacity));
    }
}
