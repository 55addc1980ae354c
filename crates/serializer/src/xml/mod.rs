//! Writes trees as XML: [the XML serialization
//! algorithm](https://w3c.github.io/DOM-Parsing/#xml-serialization), over any [`TreeSource`].
//!
//! [`write()`] departs from the algorithm where what it writes would be read as another tree:
//!
//! - **Prefixes** are written as they are where they stand for the right namespace, and so are all
//!   declarations, unless [`Options::usual_prefixes`] asks for what the algorithm makes of them.
//! - **A prefix that an inner element declares anew** isn't used for the outer namespace.
//! - **Declarations for attributes** take the attribute's prefix only if nothing else has it.
//! - **White space in values** but for the space is written as references, and so are carriage returns in
//!   text: readers would make spaces and line feeds of them.
//! - **Names with a colon that has no meaning**, as a reader of `<p:a>` without a declaration of `p` makes
//!   them, are written as they are.
//! - **An attribute called `xmlns` that declares nothing**, as HTML's parser makes it, is left out.
//! - **An identifier with a double quote** is written in single quotes.
//! - **A processing instruction called `xml`** at the very beginning has a line feed before it, so that
//!   it isn't read as the XML declaration.

mod escape;
mod options;
mod output;
mod scope;
mod tree;
mod well_formed;

pub use options::Options;
pub use tree::write;
pub use well_formed::{Error, Fault};

#[cfg(doc)]
use tree_sink::TreeSource;
