//! The tokenization stage of [XML5](https://ygg01.github.io/xml5_draft/): XML text in, tokens out, whether
//! it is well-formed or not.
//!
//! All states of the draft are here, each a function. What the draft leaves open, and where XML 1.0 would
//! contradict it for well-formed documents, is decided like this:
//!
//! - **Names** are what stands up to white space, `/`, `>` or (of attributes) `=`, as in the draft. Those
//!   that XML doesn't allow are reported.
//! - **References** have names of name characters, so that a missing `;` doesn't swallow the rest. Numbers
//!   stand for the character of that number, also for a control character, which is reported; NUL,
//!   surrogates and numbers past U+10FFFF become U+FFFD. HTML's named references, and HTML's reading of
//!   0x80 to 0x9F, are [an option](Options::html_references).
//! - **NUL** becomes U+FFFD everywhere, and is reported.
//! - **Processing instructions** keep a `?` that doesn't end them, which the draft loses.
//! - **Comments** begin as HTML's do: `<!-->` and `<!--->` are empty ones.
//! - **The DOCTYPE** may have an internal subset, whose declarations [`DocumentType`] holds. Its name keeps
//!   its case; [`Doctype::lowercase_name`] is the draft's.
//! - **Entities** that the internal subset declares are replaced, in content with markup in them. They may
//!   nest [so deep](Options::max_entity_depth) and be [so long](Options::max_expansion) in all; a reference
//!   past that stays as it is written, and is reported. External entities are never fetched, and references
//!   to them stay as they are written. Parameter entities count between declarations, as XML 1.0 has it.
//!   Declarations after an external parameter entity are read all the same.
//! - **Attribute values** are normalized as those of the type CDATA: tree construction, which knows
//!   elements, does the rest for other types.
//! - **Line ends** are normalized as XML 1.0 wants.

#![forbid(unsafe_code)]

mod buffer;
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
pub use names::xml as characters;
pub use options::Options;
pub use token::{Attribute, Doctype, Feedback, Tag, Token, TokenSink};
pub use tokenizer::Tokenizer;
