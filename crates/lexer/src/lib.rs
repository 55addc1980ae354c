//! The core that the tokenizers of HTML and XML share.
//!
//! - [`Input`] reads a chunk character by character and normalizes line ends.
//! - [`TagBuffer`] and [`DoctypeBuffer`] hold tokens in progress, which outlive a chunk.
//! - [`push_digit`] and [`windows_1252`] read numeric character references.
//!
//! The states themselves are written twice: each is a function that follows the text of its standard, and the
//! texts differ in errors, in end of file and in what a NUL becomes.
//!
//! See "Chunks and pieces" in `docs/hot-path.md`.

#![forbid(unsafe_code)]

mod doctype_buffer;
mod input;
mod reference;
mod tag_buffer;

pub use doctype_buffer::{DoctypeBuffer, DoctypePart};
pub use input::{Ending, Input, utf8_length};
pub use reference::{push_digit, windows_1252};
pub use tag_buffer::{LINEAR, TagBuffer};

/// Returns an empty vector with the capacity of `items`.
///
/// `A` and `B` are one type with two lifetimes, such as attributes that borrow from two chunks. Both have one
/// layout, so collecting reuses the allocation, and no `unsafe` code is needed.
#[must_use]
pub fn recycle<A, B>(mut items: Vec<A>) -> Vec<B> {
    items.clear();
    items.into_iter().map(|_| unreachable!("the vector was cleared")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recycling_keeps_the_allocation() {
        let text = String::from("a");
        let mut items: Vec<&str> = Vec::with_capacity(100);
        items.push(&text);
        let place = items.as_ptr();
        let recycled: Vec<&'static str> = recycle(items);
        assert!(recycled.is_empty() && recycled.capacity() == 100 && recycled.as_ptr() == place);
    }
}
