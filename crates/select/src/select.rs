//! Selecting: the iterator, and what a selector is asked of single elements.

use std::{fmt, iter::FusedIterator, sync::Arc};

use crate::{
    candidates::Candidates,
    node::Node,
    program::{Complex, Program},
    selector::Selector,
    state::State,
};

/// The elements below a node that match a selector, in tree order.
///
/// What is found is found while the iterator is asked: the first takes no more than the way to it.
pub struct Select<N: Node> {
    program: Arc<Program>,
    state: State<N>,
    candidates: Candidates<N>,
}

impl<N: Node> Select<N> {
    pub(crate) fn new(selector: &Selector, root: N) -> Self {
        let program = Arc::clone(&selector.program);
        let state = State::new(&program, scope_of(root));
        let candidates = Candidates::new(program.list_of(program.top()), root);
        Self { program, state, candidates }
    }
}

/// What `:scope` is for what is selected below `root`: for a document its document element.
fn scope_of<N: Node>(root: N) -> N {
    if !root.is_document() {
        return root;
    }
    let mut child = root.first_child();
    while let Some(node) = child {
        if node.is_element() {
            return node;
        }
        child = node.next_sibling();
    }
    root
}

impl<N: Node> Iterator for Select<N> {
    type Item = N;

    fn next(&mut self) -> Option<N> {
        let Self { program, state, candidates } = self;
        let program = &**program;
        let list = program.list_of(program.top());
        while let Some(candidate) = candidates.next(list) {
            let matches = list.keys_decide
                || match (candidates.decided(), &*list.alternatives) {
                    (Some(test), [Complex { parts, .. }]) => {
                        state.rest_of_part(program, &parts[0], test, candidate)
                    }
                    _ => state.list(program, program.top(), candidate),
                };
            if matches {
                return Some(candidate);
            }
        }
        None
    }
}

impl<N: Node> FusedIterator for Select<N> {}

impl<N: Node + fmt::Debug> fmt::Debug for Select<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Select").field("scope", &self.state.scope).finish_non_exhaustive()
    }
}

impl Selector {
    /// The elements below `root` that match, in tree order.
    ///
    /// As with [`querySelectorAll`](https://dom.spec.whatwg.org/#dom-parentnode-queryselectorall) the selector is about
    /// the whole tree: what stands before the last combinator may be `root` or above it. `:scope` is
    /// `root`, or the document element of a document.
    pub fn select<N: Node>(&self, root: N) -> Select<N> {
        Select::new(self, root)
    }

    /// The first of the elements below `root` that matches.
    pub fn select_first<N: Node>(&self, root: N) -> Option<N> {
        self.select(root).next()
    }

    /// Whether `element` matches; `:scope` is the element itself. What is no element doesn't.
    pub fn matches<N: Node>(&self, element: N) -> bool {
        let program = &*self.program;
        element.is_element() && State::new(program, element).list(program, program.top(), element)
    }

    /// The nearest of `node` and its ancestors that matches; `:scope` is `node`.
    pub fn closest<N: Node>(&self, node: N) -> Option<N> {
        let program = &*self.program;
        let mut state = State::new(program, node);
        let mut at = Some(node);
        while let Some(node) = at {
            if node.is_element() && state.list(program, program.top(), node) {
                return at;
            }
            at = node.parent();
        }
        None
    }
}
