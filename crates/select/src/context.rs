//! The state of matching a selector against a tree: memoized answers.

mod matching;

use sapwood_names::HashMap;
use sapwood_tree::{DocumentMode, Node, root_of};

use crate::{forms::Forms, language::Languages, positions::Positions, validity::Validity};

/// The state of matching one selector against one tree.
#[derive(Debug)]
pub(crate) struct MatchContext<N> {
    pub(crate) mode: DocumentMode,
    /// The `:scope`: an element, or the fragment whose descendants are matched.
    pub(crate) scope: N,
    /// The number of elements visited while matching others.
    pub(crate) effort: usize,
    /// The memo of each complex selector, by its number; empty until one is asked for.
    memos: Vec<Memo>,
    pub(crate) positions: Positions,
    languages: Languages<N>,
    directions: HashMap<usize, bool>,
    editable: HashMap<usize, bool>,
    forms: Option<Box<Forms>>,
    validity: Option<Box<Validity>>,
}

/// The known matches of a complex selector.
#[derive(Debug)]
enum Memo {
    /// Never matched yet.
    Unasked,
    /// Matched element by element; `spent` elements were visited, of at most `most`.
    Spent { spent: usize, most: usize },
    /// The answers for all elements.
    Known(NodeSet),
}

/// A set of nodes of a tree, as a bit per node.
#[derive(Debug)]
pub(crate) struct NodeSet(Vec<u64>);

impl NodeSet {
    fn new(bound: usize) -> Self {
        Self(vec![0; bound.div_ceil(64)])
    }

    pub(crate) fn set(&mut self, index: usize) {
        if let Some(word) = self.0.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }

    pub(crate) fn get(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }
}

/// The least budget for matching element by element: below it, a pass over a tree isn't worth its allocations.
pub(crate) const MIN_BUDGET: usize = 4096;

impl<'d, N: Node<'d>> MatchContext<N> {
    pub(crate) fn new(scope: N) -> Self {
        Self {
            mode: scope.mode(),
            scope,
            effort: 0,
            memos: Vec::new(),
            positions: Positions::default(),
            languages: Languages::default(),
            directions: HashMap::default(),
            editable: HashMap::default(),
            forms: None,
            validity: None,
        }
    }

    fn forms(&mut self, element: N) -> &Forms {
        self.forms.get_or_insert_with(|| Box::new(Forms::of(root_of(element))))
    }

    fn validity(&mut self, element: N) -> &Validity {
        if self.validity.is_none() {
            let validity = Validity::of(root_of(element), self.forms(element));
            self.validity = Some(Box::new(validity));
        }
        self.validity.get_or_insert_default()
    }
}
