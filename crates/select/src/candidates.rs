//! Which elements are worth a closer look, and in which way they are found.

use crate::{
    node::Node,
    program::{Combinator, Complex, List, Part},
};

/// The elements below a node that may match a list, in tree order.
pub(crate) enum Candidates<N: Node> {
    /// Those that a walk finds, by the keys of the list.
    Walked { root: N, at: Option<N> },
    /// Those that it finds within elements that have what the list says is around: now in `outer`.
    WalkedWithin { root: N, outer: Option<N>, at: Option<N> },
    /// Those that an index lists, and the test of the only compound selector that they pass by that.
    Listed(N::Indexed, Option<usize>),
    /// Those that it lists within elements that the selector asks for above.
    Within { around: N::Indexed, outer: Option<N>, inner: Option<N::Indexed> },
}

impl<N: Node> Candidates<N> {
    /// The candidates below `root`.
    pub(crate) fn new(list: &List, root: N) -> Self {
        // What is around may be `root` or above it, unless no element is.
        let is_top = root.parent().is_none() && !root.is_element();
        let at = Some(root);
        let walked = match list.around {
            Some(_) if is_top => Self::WalkedWithin { root, outer: None, at },
            _ => Self::Walked { root, at },
        };
        let [complex] = &*list.alternatives else { return walked };
        let Some(part) = complex.parts.last() else { return walked };
        let Some((test, listed)) = fewest(part, root) else { return walked };
        let decided = (complex.parts.len() == 1 && part.decides(test)).then_some(test);
        if !is_top {
            return Self::Listed(listed, decided);
        }
        let around = above(complex).filter_map(|part| fewest(part, root).map(|(_, listed)| listed));
        let fewer = around.min_by_key(N::Indexed::len);
        match fewer {
            Some(around) if around.len() < listed.len() => {
                Self::Within { around, outer: None, inner: None }
            }
            _ => Self::Listed(listed, decided),
        }
    }

    /// The test of the selector's one part that the candidates are known to pass.
    #[inline]
    pub(crate) fn decided(&self) -> Option<usize> {
        if let Self::Listed(_, decided) = self { *decided } else { None }
    }

    /// The next of them.
    #[inline]
    pub(crate) fn next(&mut self, list: &List) -> Option<N> {
        match self {
            Self::Walked { root, at } => {
                *at = at.take()?.next_candidate(*root, &list.keys, &mut 0);
                *at
            }
            Self::WalkedWithin { root, outer, at } => loop {
                let last = at.take()?;
                if let Some(within) = *outer {
                    *at = last.next_candidate(within, &list.keys, &mut 0);
                    if at.is_some() {
                        return *at;
                    }
                }
                // On with what comes after it.
                let last = outer.map_or(last, last_within);
                *outer = last.next_candidate(*root, list.around.as_slice(), &mut 0);
                *at = *outer;
            },
            Self::Listed(listed, _) => listed.next(),
            Self::Within { around, outer, inner } => loop {
                if let Some(next) = inner.as_mut().and_then(Iterator::next) {
                    return Some(next);
                }
                // What lies within the last one lies within what was gone through.
                let next = around.find(|next| !outer.is_some_and(|last| next.is_within(last)))?;
                *outer = Some(next);
                let part = list.alternatives.first().and_then(|complex| complex.parts.last())?;
                *inner = fewest(part, next).map(|(_, listed)| listed);
            },
        }
    }
}

/// The last of `node` and its descendants in tree order.
fn last_within<N: Node>(mut node: N) -> N {
    while let Some(last) = node.last_child() {
        node = last;
    }
    node
}

/// The parts that are about ancestors of what is looked for, the nearest first.
pub(crate) fn above(complex: &Complex) -> impl Iterator<Item = &Part> {
    let is_down =
        |part: &Part| matches!(part.combinator, Combinator::Child | Combinator::Descendant);
    let pairs = complex.parts.windows(2).rev();
    pairs.take_while(move |pair| is_down(&pair[1])).map(|pair| &pair[0])
}

/// The shortest of the lists of descendants of `root` that have what `part` asks for, and which test of it asks.
pub(crate) fn fewest<N: Node>(part: &Part, root: N) -> Option<(usize, N::Indexed)> {
    let lists = part.keys.iter().filter_map(|(test, key)| Some((*test, root.indexed(key)?)));
    lists.min_by_key(|(_, listed)| listed.len())
}
