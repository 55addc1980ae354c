//! CSS selectors over any tree.
//!
//! A [`Selector`] is compiled from text and matched against any tree whose nodes implement [`Node`]. Matching takes time linear in the size of the
//! tree, at any depth and width, and never recurses on depth.
//!
//! # How matching works
//!
//! 1. *Candidates* (`candidates.rs`): elements with a cheap necessary property of the last compound selector, from
//!    an index if the tree has one, otherwise by a scan.
//! 2. *Right to left* (`right_to_left.rs`): each candidate is tested against the compound selectors before it, with
//!    as much backtracking as the combinators need.
//! 3. *Automaton* (`automaton.rs`): once step 2 has taken about as many steps as the tree has nodes, one walk
//!    over the tree answers the complex selector for all elements.
//!
//! `:has()` (`has.rs`) has the same two stages: a search from each anchor, then one pass over the tree for all
//! anchors. The switch between the stages (`context.rs`) is what bounds the total time.
//!
//! # Supported selectors
//!
//! [Selectors Level 4](https://drafts.csswg.org/selectors/) without the column combinator, and the
//! [pseudo-classes of HTML](https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes) that depend
//! on markup alone. Pseudo-classes that depend on a user, a history or a script (`:hover`, `:visited`, `:target`,
//! `:modal`, …) parse and match nothing. `:valid`, `:in-range`, their opposites and pseudo-elements are not
//! supported.

#![forbid(unsafe_code)]

mod automaton;
mod candidates;
mod context;
mod direction;
mod error;
mod forms;
mod generated;
mod has;
mod language;
mod node;
mod nth;
mod parser;
mod program;
mod pseudo;
mod right_to_left;
mod select;
mod selector;
mod simple;
mod streaming;
mod syntax;
mod token;

#[doc(hidden)]
pub use candidates::FEW;
pub use error::SelectorError;
pub use names::{LocalName, NameId, Namespace, NamespaceUrl, Namespaces};
#[doc(hidden)]
pub use node::CandidateKey;
pub use node::{DocumentMode, Element, Node, Scope};
pub use select::Select;
pub use selector::Selector;
pub use streaming::NotStreamable;
#[doc(hidden)]
pub use streaming::{NameSet, StreamFrame, StreamSelector};
