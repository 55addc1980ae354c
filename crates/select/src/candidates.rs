//! Candidates: a superset of the matching elements that is cheap to enumerate.
//!
//! *Problem.* Most elements of a page match nothing, so running the matcher on each of them is wasted time.
//!
//! *Idea.* Each complex selector has a [`CandidateKey`](crate::CandidateKey): a type, id, class or attribute that an
//! element needs to match the last compound selector. If the tree has an index, the shortest list of elements with
//! such a key is enumerated, and only inside the matches of an ancestor's compound where those are fewer.
//! Otherwise the tree is scanned for the keys, again only below ancestors with a rare key.
//!
//! *Invariant.* Candidates come in tree order, each once, and no match is missing.

use sapwood_tree::Node;

use crate::program::{Compound, SelectorList};

/// The descendants of a node that may match a list, in tree order.
pub(crate) enum Candidates<'d, N: Node<'d>> {
    /// Elements with a key of the list, found by a scan.
    Scanned { root: N, at: Option<N> },
    /// Such elements below elements with the list's ancestor key only; `outer` is the current one of these.
    ScannedWithin { root: N, outer: Option<N>, at: Option<N> },
    /// Elements from an index, and the simple selector of the only compound that the index has answered.
    Indexed(N::Indexed, Option<usize>),
    /// Elements from an index, below elements of another list of the index only.
    IndexedWithin { outers: N::Indexed, outer: Option<N>, inner: Option<N::Indexed> },
}

/// The number of descendants up to which a scan is faster than two binary searches in each list of an index.
pub const FEW: usize = 24;

impl<'d, N: Node<'d>> Candidates<'d, N> {
    /// Chooses how to enumerate the candidates below `root`.
    pub(crate) fn new(list: &SelectorList, root: N) -> Self {
        // The required ancestor may be `root` or above it, unless `root` is a document or fragment.
        let is_top = root.parent().is_none() && !root.is_element();
        let at = Some(root);
        let scanned = match list.ancestor_key {
            Some(_) if is_top => Self::ScannedWithin { root, outer: None, at },
            _ => Self::Scanned { root, at },
        };
        let [complex] = &*list.alternatives else { return scanned };
        if root.descendant_count().is_some_and(|count| count <= FEW) {
            return scanned;
        }
        let Some(compound) = complex.compounds.last() else { return scanned };
        let Some((test, listed)) = shortest_list(compound, root) else { return scanned };
        let decided = (complex.compounds.len() == 1 && compound.decides(test)).then_some(test);
        if !is_top {
            return Self::Indexed(listed, decided);
        }
        let outers = complex
            .ancestor_compounds()
            .filter_map(|compound| shortest_list(compound, root).map(|(_, listed)| listed));
        let fewer = outers.min_by_key(N::Indexed::len);
        match fewer {
            Some(outers) if outers.len() < listed.len() => {
                Self::IndexedWithin { outers, outer: None, inner: None }
            }
            _ => Self::Indexed(listed, decided),
        }
    }

    /// Returns the simple selector of the only compound that all candidates are known to match.
    #[inline]
    pub(crate) fn decided(&self) -> Option<usize> {
        if let Self::Indexed(_, decided) = self { *decided } else { None }
    }

    /// Returns the next candidate.
    #[inline]
    pub(crate) fn next(&mut self, list: &SelectorList) -> Option<N> {
        match self {
            Self::Scanned { root, at } => {
                *at = at.take()?.next_candidate(*root, &list.keys, &mut 0);
                *at
            }
            Self::ScannedWithin { root, outer, at } => loop {
                let last = at.take()?;
                if let Some(within) = *outer {
                    *at = last.next_candidate(within, &list.keys, &mut 0);
                    if at.is_some() {
                        return *at;
                    }
                }
                // Continue after the last descendant of `outer`.
                let last = outer.map_or(last, last_within);
                *outer = last.next_candidate(*root, list.ancestor_key.as_slice(), &mut 0);
                *at = *outer;
            },
            Self::Indexed(listed, _) => listed.next(),
            Self::IndexedWithin { outers, outer, inner } => loop {
                if let Some(next) = inner.as_mut().and_then(Iterator::next) {
                    return Some(next);
                }
                // Descendants of the last `outer` have been enumerated with it.
                let next = outers.find(|next| !outer.is_some_and(|last| next.is_within(last)))?;
                *outer = Some(next);
                let compound =
                    list.alternatives.first().and_then(|complex| complex.compounds.last())?;
                *inner = shortest_list(compound, next).map(|(_, listed)| listed);
            },
        }
    }
}

/// Returns the last inclusive descendant of `node` in tree order.
fn last_within<'d, N: Node<'d>>(mut node: N) -> N {
    while let Some(last) = node.last_child() {
        node = last;
    }
    node
}

/// Returns the shortest index list of descendants of `root` with a key of `compound`, and the index of the simple
/// selector that the key comes from.
pub(crate) fn shortest_list<'d, N: Node<'d>>(
    compound: &Compound,
    root: N,
) -> Option<(usize, N::Indexed)> {
    let lists = compound.keys.iter().filter_map(|(test, key)| Some((*test, root.indexed(key)?)));
    lists.min_by_key(|(_, listed)| listed.len())
}
