//! Copies of the input in the text buffer.
//!
//! The text buffer takes a copy of each chunk, so that texts and values in it needn't be copied one by one. Between the copies lies text
//! that the parser decoded or moved. So the place of a text in a copy is its place in the input, and all copies together are the input.

/// A copy of a chunk in the text buffer, or of several chunks that follow each other in both.
#[derive(Clone, Copy)]
pub(crate) struct Copied {
    /// Start of the copy in the buffer.
    pub(crate) at: u32,
    pub(crate) len: u32,
    /// The chunk's offset in the input.
    pub(crate) offset: usize,
}

impl Copied {
    fn is_followed_by(self, next: Self) -> bool {
        self.at + self.len == next.at && self.offset + self.len as usize == next.offset
    }

    /// The copied text; `texts` is the text buffer.
    pub(crate) fn text(self, texts: &[u8]) -> Option<&[u8]> {
        texts.get(self.at as usize..)?.get(..self.len as usize)
    }
}

/// The copies of chunks, in order.
#[derive(Clone, Default)]
pub(crate) struct Copies(Vec<Copied>);

impl Copies {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn push(&mut self, at: usize, len: usize, offset: usize) {
        let new = Copied { at: at as u32, len: len as u32, offset };
        match self.0.last_mut() {
            Some(last) if last.is_followed_by(new) => last.len += new.len,
            _ => self.0.push(new),
        }
    }

    /// The copy that may hold a place in the text buffer: the last that begins there or before.
    pub(crate) fn before(&self, at: u32) -> Option<Copied> {
        let after = self.0.partition_point(|copied| copied.at <= at);
        self.0.get(after.checked_sub(1)?).copied()
    }

    /// Whether they are a whole input of `len` bytes.
    #[cfg(feature = "lossless")]
    pub(crate) fn are_whole(&self, len: usize) -> bool {
        let end = self
            .0
            .iter()
            .try_fold(0, |end, copied| (copied.offset == end).then_some(end + copied.len as usize));
        end == Some(len)
    }

    /// The input, if they are the whole of it; `texts` is the text buffer.
    #[cfg(feature = "lossless")]
    pub(crate) fn input(&self, texts: &[u8]) -> Vec<u8> {
        let parts: Vec<&[u8]> = self.0.iter().filter_map(|copied| copied.text(texts)).collect();
        parts.concat()
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.0.capacity() * size_of::<Copied>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn copies(chunks: &[(usize, usize, usize)]) -> Copies {
        let mut copies = Copies::default();
        chunks.iter().for_each(|(at, len, offset)| copies.push(*at, *len, *offset));
        copies
    }

    #[test]
    fn copies_that_follow_each_other_are_one() {
        let copies = copies(&[(0, 5, 0), (5, 1, 5), (9, 1, 6), (10, 3, 7), (13, 1, 11)]);
        let parts: Vec<_> = copies.0.iter().map(|it| (it.at, it.len, it.offset)).collect();
        assert_eq!(parts, [(0, 6, 0), (9, 4, 6), (13, 1, 11)]);
    }

    #[cfg(feature = "lossless")]
    #[test]
    fn copies_are_the_input_if_they_are_whole() {
        let whole = copies(&[(0, 2, 0), (3, 1, 2)]);
        assert!(whole.are_whole(3) && !whole.are_whole(4));
        assert_eq!(whole.input(b"ab-c"), b"abc");
        assert!(!copies(&[(0, 2, 0), (3, 1, 3)]).are_whole(4));
        assert!(Copies::default().are_whole(0));
    }
}
