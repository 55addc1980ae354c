//! [XML5](https://ygg01.github.io/xml5_draft/): a tokenizer and a tree builder for any XML text, well-formed or not.
//!
//! [`Tokenizer`] turns text into tokens and pushes them into a [`TokenSink`]. [`TreeBuilder`] is such a sink. It calls a
//! [`TreeSink`], which it never asks anything. Where the draft leaves something open, or contradicts XML 1.0 for
//! well-formed documents, these are the decisions:
//!
//! # Tokenization
//!
//! - **Names** end at white space, `/`, `>` or (for attributes) `=`, as in the draft. Names that XML doesn't allow
//!   are reported.
//! - **References** have names of name characters, so that a missing `;` doesn't swallow the rest. Numbers
//!   stand for the character of that number, also for a control character, which is reported; NUL,
//!   surrogates and numbers past U+10FFFF become U+FFFD. HTML's named references, and HTML's reading of
//!   0x80 to 0x9F, are [an option](XmlTokenizerOptions::html_references). A document with one of the public
//!   identifiers of XHTML knows HTML's names without it, as [HTML
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
//!   reference that nests [too deep](XmlTokenizerOptions::max_entity_depth) stays as it is written and is reported. All
//!   replacement texts draw on one [`Budget`]; once it is used up, the parse ends with
//!   [`Limit::Amplification`](sapwood_tree::Limit::Amplification). External entities are never fetched, and
//!   references to them stay as they are written. Parameter entities are recognized between declarations, as
//!   in XML 1.0. Declarations after an external parameter entity are read as well.
//! - **Attributes** that the internal subset declares get their default values where they aren't written. Defaults draw
//!   on the same budget. Values are normalized by their declared types; `xml:id` is of the type ID without a declaration,
//!   as [its specification](https://www.w3.org/TR/xml-id/) says.
//! - **Line ends** are normalized as XML 1.0 wants.
//!
//! # Tree construction
//!
//! - **Namespaces** are those of [Namespaces in XML 1.0](https://www.w3.org/TR/xml-names/). A name whose
//!   prefix isn't bound, or that isn't a qualified name at all (`a:b:c`, `p:1a`), has no namespace and no prefix: all
//!   of it is the local name, so that it is written as it was read. So is a declaration that must not be
//!   (`xmlns:xml` of another namespace). Of two attributes with the same expanded name the first stays.
//!   Declarations stay in the tree as attributes.
//! - **End tags** close by the name as it is written, prefix included, as in the draft. One that no open
//!   element has the name of is ignored.
//! - **The XML declaration** is no node. A processing instruction called `xml` elsewhere is one.
//! - **The DOCTYPE** is a node if it comes before the root element; the draft forgets to say so.
//! - **The children of an HTML `template`** go into its contents, as
//!   [HTML says](https://html.spec.whatwg.org/multipage/scripting.html#template-XML-parser).
//! - **Entities** whose replacement text ends in another element than it began in are reported; the tree is
//!   what their text makes of it.
//! - **A second root element** and text outside the root are reported and left out, as in the draft.

// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "serde")]
mod serialize;
mod tokenizer;
mod tree_builder;

pub use sapwood_tree::{Budget, TreeSink};
pub use tokenizer::{
    Attribute, AttributeDefinition, AttributeList, Doctype, DocumentType, Entity, Feedback,
    Instruction, Notation, Tag, Token, TokenSink, Tokenizer, XmlDeclaration, XmlTokenizerOptions,
};
pub use tree_builder::TreeBuilder;
