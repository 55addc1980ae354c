//! Each walk holds what a naive one collects, from both ends.

use sapwood_tree::TreeSink;

use super::{ROOT, Random, fragment};
use crate::{Document, NodeRef};

/// A tree of random elements and texts.
fn random_tree(seed: u64, nodes: usize) -> Document {
    let mut random = Random::new(seed);
    let mut builder = fragment();
    let mut elements = vec![ROOT];
    for _ in 0..nodes {
        let parent = elements[random.below(elements.len())];
        match random.below(4) {
            0 => builder.text(parent, "text"),
            _ => elements.push(builder.element(parent, "b", &[])),
        }
    }
    builder.finish().document
}

/// Takes from either end at random; gives what came from the front, then what came from the back.
fn from_both_ends<'a>(
    mut walk: impl DoubleEndedIterator<Item = NodeRef<'a>>,
    random: &mut Random,
) -> Vec<NodeRef<'a>> {
    let (mut front, mut back) = (Vec::new(), Vec::new());
    loop {
        let (next, end) = match random.below(2) {
            0 => (walk.next(), &mut front),
            _ => (walk.next_back(), &mut back),
        };
        let Some(node) = next else { break };
        end.push(node);
    }
    assert!(walk.next().is_none() && walk.next_back().is_none(), "it is fused");
    back.reverse();
    front.append(&mut back);
    front
}

fn elements<'a>(nodes: &[NodeRef<'a>]) -> Vec<NodeRef<'a>> {
    nodes.iter().copied().filter(NodeRef::is_element).collect()
}

#[test]
fn walks_agree_with_naive_ones() {
    for seed in 1..=30 {
        let document = random_tree(seed, 60);
        let random = &mut Random::new(seed);
        let mut all = vec![document.root()];
        all.extend(document.root().descendants());
        let is_above =
            |above: NodeRef<'_>, node: NodeRef<'_>| node.ancestors().any(|it| it == above);
        for (at, &node) in all.iter().enumerate() {
            let of = |is: &dyn Fn(usize, NodeRef<'_>) -> bool| {
                let picked = all.iter().enumerate().filter(|&(index, other)| is(index, *other));
                picked.map(|(_, other)| *other).collect::<Vec<_>>()
            };
            let reversed = |mut nodes: Vec<_>| {
                nodes.reverse();
                nodes
            };
            let descendants = of(&|_, other| is_above(node, other));
            assert_eq!(node.descendants().collect::<Vec<_>>(), descendants);
            assert_eq!(from_both_ends(node.descendants(), random), descendants);
            let following = of(&|index, other| index > at && !is_above(node, other));
            assert_eq!(node.following().collect::<Vec<_>>(), following);
            assert_eq!(from_both_ends(node.following(), random), following);
            let preceding = of(&|index, other| index < at && !is_above(other, node));
            assert_eq!(node.preceding().collect::<Vec<_>>(), reversed(preceding));
            let is_sibling =
                |other: NodeRef<'_>| node.parent().is_some() && other.parent() == node.parent();
            let after = of(&|index, other| index > at && is_sibling(other));
            assert_eq!(from_both_ends(node.next_siblings(), random), after);
            let before = reversed(of(&|index, other| index < at && is_sibling(other)));
            assert_eq!(from_both_ends(node.previous_siblings(), random), before);
            assert_eq!(from_both_ends(node.following().elements(), random), elements(&following));
            assert_eq!(node.next_element_sibling(), elements(&after).first().copied());
            assert_eq!(node.previous_element_sibling(), elements(&before).first().copied());
            let children: Vec<_> = node.children().collect();
            assert_eq!(node.first_element_child(), elements(&children).first().copied());
            assert_eq!(node.last_element_child(), elements(&children).last().copied());
            assert_eq!(node.parent_element(), node.parent().filter(NodeRef::is_element));
        }
    }
}
