//! Hostile documents, and calls of the library that have to stand them.

mod changing;
mod reading;
mod shapes;

use sapwood::Document;

pub use shapes::{SHAPES, Shape};

/// A call of the library, or as many as the document has nodes.
pub struct Call {
    /// What is called.
    pub name: &'static str,
    /// The call.
    pub does: Does,
    /// The shapes for which it promises nothing.
    pub not_on: &'static [&'static str],
}

/// What a call does to a document; it returns something, so that it isn't left out.
#[derive(Clone, Copy)]
pub enum Does {
    /// Reads it.
    Read(fn(&Document) -> usize),
    /// Changes it.
    Change(fn(&mut Document) -> usize),
}

/// All calls.
pub const CALLS: &[&[Call]] = &[reading::CALLS, changing::CALLS];

const fn read(name: &'static str, read: fn(&Document) -> usize) -> Call {
    Call { name, does: Does::Read(read), not_on: &[] }
}

const fn change(name: &'static str, change: fn(&mut Document) -> usize) -> Call {
    Call { name, does: Does::Change(change), not_on: &[] }
}

impl Call {
    const fn not_on(self, not_on: &'static [&'static str]) -> Self {
        Self { not_on, ..self }
    }
}
