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
//! anchors. The switch between the stages (`context/matching.rs`) is what bounds the total time.
//!
//! # Supported selectors
//!
//! [Selectors Level 4](https://drafts.csswg.org/selectors/) without the column combinator, and the
//! [pseudo-classes of HTML](https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes) that depend
//! on markup alone. Pseudo-classes that depend on a user, a history or a script (`:hover`, `:visited`, `:target`,
//! `:modal`, …) parse and match nothing. Pseudo-elements are not supported, and `:valid` and `:invalid` only with the
//! feature `validity`.
//!
//! # Validity
//!
//! `:valid`, `:invalid`, `:in-range` and `:out-of-range` match as in a browser that has just loaded the page: no value has
//! been edited, so `minlength` and `maxlength` constrain nothing. Each search decides once on all controls of the tree.
//!
//! `pattern` is a regular expression of JavaScript with the flag `v`, matched in time linear in the pattern times the value by
//! an automaton, lookarounds included. Backreferences are matched by backtracking. All patterns of a tree together may take ten
//! million steps, and 512 more for each byte of a pattern and its value. A control whose pattern would take more matches
//! neither `:valid` nor `:invalid`, and its form and fieldsets match neither unless another control is invalid. So does a
//! control whose pattern nests deeper than 128 groups, or uses a property of strings, such as `\p{RGI_Emoji}`, or
//! `\p{Changes_When_NFKC_Casefolded}`, whose data isn't at hand.
//!
//! # Features
//!
//! - `validity`: `:valid` and `:invalid`. It adds the dependencies `url`, for the values of URL inputs, and `regex-syntax`,
//!   for the properties of characters.

#![forbid(unsafe_code)]

mod automaton;
mod candidates;
#[cfg(feature = "validity")]
mod constraints;
mod context;
mod direction;
mod editable;
mod element;
mod error;
mod forms;
mod generated;
mod has;
mod inherited;
mod language;
mod nth;
mod parser;
#[cfg(feature = "validity")]
mod pattern;
mod positions;
mod program;
mod pseudo;
mod recent;
mod right_to_left;
mod select;
mod selector;
mod serialize;
mod simple;
mod streaming;
mod syntax;
mod token;
mod validity;
mod verdict;
mod visit;

pub use element::{Element, Scope};
pub use error::SelectorError;
pub use sapwood_names::{LocalName, NameId, Namespace, NamespaceUrl, Namespaces};
pub use sapwood_tree::{CandidateKey, DocumentMode, Node};
pub use select::Search;
pub use selector::Selector;
pub use streaming::NotStreamable;
// Hidden: the automaton of `SelectingParser`, and the number of nodes up to which a scan beats an index.
#[doc(hidden)]
pub use {
    candidates::FEW,
    streaming::{NameSet, StreamFrame, StreamSelector},
};
