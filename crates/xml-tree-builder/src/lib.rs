//! The tree construction stage of [XML5](https://ygg01.github.io/xml5_draft/#tree-construction): tokens in,
//! [`TreeSink`] calls out.
//!
//! [`TreeBuilder`] is a [`TokenSink`](xml_tokenizer::TokenSink): a tokenizer pushes into it, and it pushes
//! into the sink. It keeps all that it must know of the open elements itself and asks the sink nothing.
//! Where the draft leaves something open, these are the decisions:
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
//! - **Attributes** that the internal subset declares get their default values where they aren't written, and
//!   values that aren't of the type CDATA lose the white space around their tokens. Defaults draw on the
//!   tokenizer's [`Budget`](tree_sink::Budget), as entities do.
//! - **`xml:id`** is of the type ID without a declaration, as [its
//!   specification](https://www.w3.org/TR/xml-id/) says.
//! - **The children of an HTML `template`** go into its contents, as
//!   [HTML says](https://html.spec.whatwg.org/multipage/scripting.html#template-XML-parser).
//! - **Entities** whose replacement text ends in another element than it began in are reported; the tree is
//!   what their text makes of it.
//! - **A second root element** and text outside the root are reported and left out, as in the draft.

#![forbid(unsafe_code)]

mod attribute_lists;
mod builder;
mod namespaces;
mod options;

pub use builder::TreeBuilder;
pub use options::Options;
pub use tree_sink::TreeSink;
