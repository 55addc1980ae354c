//! Hostile documents, and calls of the library that must handle them.

mod changing;
mod extract;
mod markdown;
mod sanitizing;
mod shapes;
mod source;

use sapwood::Document;

pub use shapes::{SHAPES, Shape};

/// A call of the library, or one call for each node.
pub struct Call {
    /// Name of the call.
    pub name: &'static str,
    /// The call.
    pub does: Does,
    /// Shapes on which it may be superlinear.
    pub not_on: &'static [&'static str],
}

/// The function to call; its result keeps the optimizer from removing it.
#[derive(Clone, Copy)]
pub enum Does {
    /// Reads the document.
    Read(fn(&Document) -> usize),
    /// Changes the document.
    Change(fn(&mut Document) -> usize),
}

/// All calls.
pub const CALLS: &[&[Call]] =
    &[extract::CALLS, changing::CALLS, markdown::CALLS, sanitizing::CALLS, source::CALLS];

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
