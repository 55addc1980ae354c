//! The tokenization stage of [XML5](https://ygg01.github.io/xml5_draft/), for any XML text, well-formed or not.
//!
//! Each state of the draft is a function. Where the draft leaves something open, or contradicts XML 1.0 for
//! well-formed documents, these are the decisions:
//!
//! - **Names** end at white space, `/`, `>` or (for attributes) `=`, as in the draft. Names that XML doesn't allow
//!   are reported.
//! - **References** have names of name characters, so that a missing `;` doesn't swallow the rest. Numbers
//!   stand for the character of that number, also for a control character, which is reported; NUL,
//!   surrogates and numbers past U+10FFFF become U+FFFD. HTML's named references, and HTML's reading of
//!   0x80 to 0x9F, are [an option](Options::html_references). A document with one of the public identifiers of
//!   XHTML knows HTML's names without it, as [HTML
//!   says](https://html.spec.whatwg.org/multipage/xhtml.html#parsing-xhtml-documents).
//! - **NUL** becomes U+FFFD everywhere, and is reported.
//! - **Processing instructions** keep a `?` that doesn't end them, which the draft loses.
//! - **Comments** may begin with `>` or `->`, as in XML 1.0. At the end of the input, `<!-->` and `<!--->` are
//!   empty comments.
//! - **The DOCTYPE** may have an internal subset, whose declarations [`DocumentType`] holds. Its name keeps
//!   its case; [`Doctype::lowercase_name`] is the draft's. A `>` in a system identifier is data, as in XML 1.0,
//!   unless the input ends before the quote.
//! - **A colon** before an attribute name is reported and dropped, as in the draft; before `=`, it is the name.
//! - **Entities** that the internal subset declares are replaced, in content with the markup in them. A
//!   reference that nests [too deep](Options::max_entity_depth) stays as it is written and is reported. All
//!   replacement texts draw on one [`Budget`]; once it is used up, the parse ends with
//!   [`Limit::Amplification`](tree_sink::Limit::Amplification). External entities are never fetched, and
//!   references to them stay as they are written. Parameter entities are recognized between declarations, as
//!   in XML 1.0. Declarations after an external parameter entity are read as well.
//! - **Attribute values** are normalized as those of the type CDATA: tree construction, which knows
//!   elements, does the rest for other types.
//! - **Line ends** are normalized as XML 1.0 wants.

#![forbid(unsafe_code)]

mod declaration;
mod document_type;
mod emit;
mod errors;
mod expand;
mod fast;
mod machine;
mod options;
mod reference;
mod state;
mod subset;
mod token;
mod tokenizer;

pub use declaration::XmlDeclaration;
pub use document_type::{
    AttributeDefinition, AttributeList, DocumentType, Entity, Instruction, Notation,
};
#[doc(hidden)]
pub use errors::ErrorFilter;
use names::xml as characters;
pub use options::Options;
pub use token::{Attribute, Doctype, Feedback, Tag, Token, TokenSink};
pub use tokenizer::Tokenizer;
pub use tree_sink::Budget;
