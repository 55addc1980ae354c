//! Writing a document as HTML, as XML, or as the tree format of the conformance suites.

#[cfg(feature = "encoding")]
mod declared;
pub(crate) mod dump;
mod html;
mod serialize;
#[cfg(feature = "lossless")]
pub(crate) mod source;
mod xml;
