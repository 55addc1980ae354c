//! The iterator over matching elements, and questions about single elements.

use std::{fmt, iter::FusedIterator, sync::Arc};

use sapwood_names::NameId;
use sapwood_tree::{Node, NodeKind};

use crate::{
    candidates::Candidates,
    context::MatchContext,
    element::Scope,
    program::{Complex, Program},
    selector::Selector,
};

/// Iterator over the descendants of a node that match a selector, in tree order.
///
/// It is lazy: the first match takes no longer than the search up to it.
pub struct Search<'d, N: Node<'d>> {
    program: Arc<Program>,
    root: N,
    /// Made for the first candidate that must be matched.
    context: Option<MatchContext<N>>,
    candidates: Candidates<'d, N>,
}

impl<'d, N: Node<'d>> Search<'d, N> {
    fn new(Selector { program }: Selector, root: N) -> Self {
        let candidates = Candidates::new(program.list_of(program.top()), root);
        Self { program, root, context: None, candidates }
    }

    /// The matches that are left, if an index lists just them.
    // Hidden: a document returns such a list whole.
    #[doc(hidden)]
    #[inline]
    pub fn listed(&self) -> Option<&N::Indexed> {
        let Candidates::Indexed(listed, _) = &self.candidates else { return None };
        self.program.list_of(self.program.top()).keys_suffice.then_some(listed)
    }
}

/// Returns the next of the candidates below `root` that matches.
#[inline]
fn next_match<'d, N: Node<'d>>(
    program: &Program,
    root: N,
    context: &mut Option<MatchContext<N>>,
    candidates: &mut Candidates<'d, N>,
) -> Option<N> {
    let list = program.list_of(program.top());
    if list.keys_suffice {
        return candidates.next(list);
    }
    while let Some(candidate) = candidates.next(list) {
        let context = context.get_or_insert_with(|| MatchContext::new(scope_of(root)));
        let matches = match (candidates.decided(), &*list.alternatives) {
            (Some(test), [Complex { compounds, .. }]) => {
                context.matches_rest(program, &compounds[0], test, candidate)
            }
            _ => context.matches_list(program, program.top(), candidate),
        };
        if matches {
            return Some(candidate);
        }
    }
    None
}

/// Returns the `:scope` for selecting below `root`: the document element of a document, otherwise `root`.
fn scope_of<'d, N: Node<'d>>(root: N) -> N {
    if root.kind() != NodeKind::Document {
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

impl<'d, N: Node<'d>> Iterator for Search<'d, N> {
    type Item = N;

    fn next(&mut self) -> Option<N> {
        next_match(&self.program, self.root, &mut self.context, &mut self.candidates)
    }

    /// Searches in one go, which saves resuming for each match.
    fn for_each<F: FnMut(N)>(self, mut f: F) {
        let list = self.program.list_of(self.program.top());
        if let Candidates::Scanned { root, at: Some(at) } = self.candidates
            && list.keys_suffice
        {
            return at.each_candidate(root, &list.keys, &mut f);
        }
        for node in self {
            f(node);
        }
    }
}

impl<'d, N: Node<'d>> FusedIterator for Search<'d, N> {}

impl<'d, N: Node<'d> + fmt::Debug> fmt::Debug for Search<'d, N> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("root", &self.root).finish_non_exhaustive()
    }
}

impl Selector {
    /// Returns the descendants of `root` that match, in tree order.
    ///
    /// Like [`querySelectorAll`](https://dom.spec.whatwg.org/#dom-parentnode-queryselectorall), it matches against the
    /// whole tree: the compound selectors before the last combinator may match `root` or its ancestors. `:scope` is
    /// `root`, or the document element of a document.
    pub fn select<S: Scope>(&self, root: S) -> S::Matches {
        root.select(self)
    }

    /// Returns the first descendant of `root` that matches.
    pub fn select_first<S: Scope>(&self, root: S) -> Option<S::Node> {
        root.select_first(self)
    }

    /// Whether `element` matches; `:scope` is the element itself. A node that is no element never matches.
    pub fn matches<S: Scope>(&self, element: S) -> bool {
        element.matches(self)
    }

    /// Returns the nearest inclusive ancestor of `node` that matches; `:scope` is `node`.
    pub fn closest<S: Scope>(&self, node: S) -> Option<S::Node> {
        node.closest(self)
    }

    /// Returns the name of the type selector that this is, if it is one of a known name.
    // Hidden: a document scans its slots for such a name.
    #[doc(hidden)]
    #[inline]
    pub fn lone_type(&self) -> Option<NameId> {
        self.program.lone_type
    }

    /// Returns the descendants of `root` that match, as [`select`](Self::select), in any tree of [`Node`]s.
    pub fn search<'d, N: Node<'d>>(&self, root: N) -> Search<'d, N> {
        Search::new(self.clone(), root)
    }

    /// Returns the first descendant of `root` that matches, as [`select_first`](Self::select_first), in any tree of
    /// [`Node`]s.
    pub fn search_first<'d, N: Node<'d>>(&self, root: N) -> Option<N> {
        let program = &*self.program;
        let mut candidates = Candidates::new(program.list_of(program.top()), root);
        next_match(program, root, &mut None, &mut candidates)
    }

    /// Returns `true` if `element` matches, as [`matches`](Self::matches), in any tree of [`Node`]s.
    pub fn test<'d, N: Node<'d>>(&self, element: N) -> bool {
        let program = &*self.program;
        element.is_element()
            && MatchContext::new(element).matches_list(program, program.top(), element)
    }

    /// Returns the nearest inclusive ancestor of `node` that matches, as [`closest`](Self::closest), in any tree of
    /// [`Node`]s.
    pub fn search_ancestors<'d, N: Node<'d>>(&self, node: N) -> Option<N> {
        let program = &*self.program;
        let mut context = MatchContext::new(node);
        let mut at = Some(node);
        while let Some(node) = at {
            if node.is_element() && context.matches_list(program, program.top(), node) {
                return at;
            }
            at = node.parent();
        }
        None
    }
}
