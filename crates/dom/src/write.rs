//! Writing a document as HTML, as XML, or as the tree format of the conformance suites.

pub(crate) mod dump;
mod html;
mod serialize;
#[cfg(feature = "lossless")]
pub(crate) mod source;
mod xml;
