//! CSS selectors over any tree.
//!
//! A text becomes a [`Selector`] through the parser of Servo's `selectors` crate. It is matched by what is
//! in this crate, for any tree whose nodes are [`Node`]s, in time that is linear in the tree however deep or
//! wide it is, and without recursion on depth. Elements that have what the last compound selector wants are
//! tried from right to left; a tree that has an index tells which these are. If all of that takes more steps
//! than the tree has nodes, the tree is walked once, and what each element has in common with the selector so
//! far is a word of bits; from then on the answers are known. `:has()` likewise gives way to a search for what
//! it asks for, or a walk from the last node to the first.
//!
//! What is supported: [Selectors Level 4](https://drafts.csswg.org/selectors/) without the column
//! combinator, and the [pseudo-classes of
//! HTML](https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes) that markup alone decides.
//! Those that need a user, a history or a script (`:hover`, `:visited`, `:target`, `:modal`, …) parse and match
//! nothing. `:valid`, `:in-range` and their opposites are not supported, and neither are pseudo-elements.

#![forbid(unsafe_code)]

mod backward;
mod candidates;
mod direction;
mod error;
mod forms;
mod grammar;
mod language;
mod local;
mod namespaces;
mod node;
mod nth;
mod program;
mod pseudo;
mod relative;
mod select;
mod selector;
mod state;
mod streaming;
mod walk;

pub use error::SelectorError;
pub use names::{NameId, Namespace};
pub use namespaces::Namespaces;
pub use node::{Element, Flavour, Key, Node};
pub use program::{NamespaceUrl, Word};
pub use select::Select;
pub use selector::Selector;
pub use streaming::{NotStreamable, StreamFrame, StreamSelector};
