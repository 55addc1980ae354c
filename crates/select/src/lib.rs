//! CSS selectors over any tree.
//!
//! A text becomes a [`Selector`] through the parser of Servo's `selectors` crate. It is matched by what is
//! in this crate, for any tree whose nodes are [`Node`]s: a tree is walked once, from its root to its
//! leaves, and what the compound selectors so far have in common with an element is a word of bits. So
//! matching a whole tree takes time linear in the tree however deep or wide it is, and nothing recurses on
//! depth. `:has()` is answered by a search that gives way, once it has cost as much as one walk, to a walk
//! in the opposite order that answers for all elements at once; other selectors inside functions likewise.
//!
//! What is supported: [Selectors Level 4](https://drafts.csswg.org/selectors/) without the column
//! combinator, and the [pseudo-classes of
//! HTML](https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes) that markup alone decides.
//! Those that need a user, a history or a script (`:hover`, `:visited`, `:target`, `:modal`, …) parse and match
//! nothing. `:valid`, `:in-range` and their opposites are not supported, and neither are pseudo-elements.

#![forbid(unsafe_code)]

mod backward;
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
pub use node::{Element, Flavour, Node};
pub use program::{NamespaceUrl, Word};
pub use select::Select;
pub use selector::Selector;
pub use streaming::{NotStreamable, StreamFrame, StreamSelector};
