//! Writes trees as XML: [the XML serialization
//! algorithm](https://w3c.github.io/DOM-Parsing/#xml-serialization), over any [`TreeSource`].
//!
//! [`write()`] departs from the algorithm where a parser would read its output as another tree:
//!
//! - **Prefixes** stay the same where they are bound to the right namespace, and so do all declarations, unless
//!   [`XmlSerializeOptions::usual_prefixes`] asks for the algorithm's choice.
//! - **A prefix that an inner element redeclares** isn't used for the outer namespace.
//! - **Declarations for attributes** use the attribute's prefix only if it isn't bound.
//! - **White space in values** other than the space is written as references, and so are carriage returns in
//!   text: a parser would normalize them.
//! - **Names with a colon that separates no prefix**, which a parser makes of `<p:a>` without a declaration
//!   of `p`, stay the same.
//! - **A local name that begins no name**, such as `1a`, gets no prefix but a default namespace: after
//!   a prefix, a parser wouldn't read it as a local name.
//! - **An attribute called `xmlns` in no namespace**, from an HTML parser, is left out.
//! - **An identifier with a double quote** is written in single quotes.
//! - **A processing instruction called `xml`** at the very beginning has a line feed before it, so that
//!   it isn't read as the XML declaration.

mod escape;
mod options;
mod output;
mod scope;
mod tree;
mod well_formed;

pub use options::XmlSerializeOptions;
pub use tree::write;
pub use well_formed::{Error, Fault};

#[cfg(doc)]
use sapwood_tree::TreeSource;
