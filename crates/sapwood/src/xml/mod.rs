//! XML by [XML5](https://ygg01.github.io/xml5_draft/): any XML, well-formed or not, into a [`Document`].
//!
//! ```
//! let document = sapwood::xml::parse("<feed><entry>One<entry>Two & three</feed>");
//! let feed = document.document_element().unwrap();
//! assert_eq!(feed.local_name(), Some("feed"));
//! assert_eq!(feed.text_content(), "OneTwo & three");
//! ```
//!
//! Well-formed documents give the tree that XML 1.0 and Namespaces in XML 1.0 mean. Of others, each departure
//! from well-formedness is an [error](Parsed::errors) with a code and a place, if
//! [asked for](XmlParseOptions::errors), and the tree is the one that XML5 gives. What XML5 leaves open is decided in
//! the documentation of the crate `sapwood-xml`.
//!
//! Nothing outside the input is ever read: no external entity, no external subset.

#[cfg(feature = "encoding")]
mod bytes;
mod options;
mod parser;

#[cfg(feature = "encoding")]
pub use bytes::{ByteParser, Decoded, decode, parse_bytes, parse_bytes_with};
pub use options::XmlParseOptions;
pub use parser::{Parsed, Parser, parse, parse_with};
pub use sapwood_xml::{
    AttributeDefinition, AttributeList, DocumentType, Entity, Instruction, Notation, XmlDeclaration,
};

/// The tokenization stage of XML5: text in, tokens out.
pub mod tokenizer {
    #[doc(inline)]
    pub use sapwood_xml::{
        Attribute, Doctype, Feedback, Tag, Token, TokenSink, Tokenizer, XmlTokenizerOptions,
    };
}

#[cfg(doc)]
use crate::Document;
