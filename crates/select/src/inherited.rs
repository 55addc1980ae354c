//! Values that elements inherit from their ancestors.

use sapwood_names::HashMap;
use sapwood_tree::Node;

/// [`inherited`] memoizes its result at every `STRIDE`-th ancestor that it passes.
const STRIDE: usize = 32;

/// Returns the `own` value of the nearest inclusive ancestor that has one, or `default`.
///
/// A climb ends at the first memoized ancestor. So all climbs together take time linear in the tree, plus
/// `STRIDE` steps each, and the memo holds a small fraction of the elements.
pub(crate) fn inherited<'d, N: Node<'d>, T: Copy>(
    known: &mut HashMap<usize, T>,
    element: N,
    default: T,
    mut own: impl FnMut(N) -> Option<T>,
) -> T {
    let mut passed = Vec::new();
    let mut steps = 0;
    let mut at = Some(element);
    let found = loop {
        let Some(node) = at.filter(|node| node.is_element()) else { break default };
        if let Some(own) = own(node) {
            break own;
        }
        if !known.is_empty()
            && let Some(known) = known.get(&node.index())
        {
            break *known;
        }
        steps += 1;
        if steps % STRIDE == 0 {
            passed.push(node.index());
        }
        at = node.parent();
    };
    known.extend(passed.into_iter().map(|index| (index, found)));
    found
}
