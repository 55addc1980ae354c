//! Comparison of the edited tree with the tree that a patched source is parsed to.

use std::borrow::Cow;

use sapwood_names::Namespace;
use sapwood_tree::{AttributeView, QualifiedName};

use crate::flat::{Flat, Kind};

/// A place where two trees differ: among the children of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference {
    pub(crate) parent: usize,
    /// The last child before the first one that differs.
    pub(crate) previous: Option<usize>,
    /// The first child that differs; `None` if the other tree has more.
    pub(crate) child: Option<usize>,
}

/// The children of a node as a comparison sees them: adjacent texts are one, and empty ones are left out.
struct Children<'t, 'd> {
    tree: &'t Flat<'d>,
    next: usize,
    end: usize,
}

/// A child: a node and, for texts, all their text.
struct Child<'d> {
    node: usize,
    text: Option<Cow<'d, str>>,
}

impl<'t, 'd> Children<'t, 'd> {
    fn of(tree: &'t Flat<'d>, parent: usize) -> Self {
        Self { tree, next: parent + 1, end: tree.items[parent].end }
    }
}

impl<'d> Iterator for Children<'_, 'd> {
    type Item = Child<'d>;

    fn next(&mut self) -> Option<Child<'d>> {
        let mut text: Option<(usize, Cow<'d, str>)> = None;
        while self.next < self.end {
            let (node, item) = (self.next, &self.tree.items[self.next]);
            match (item.kind, &mut text) {
                (Kind::Text(""), _) => {}
                (Kind::Contents, _) if item.end == node + 1 => {}
                (Kind::Text(more), None) => text = Some((node, Cow::Borrowed(more))),
                (Kind::Text(more), Some((_, text))) => text.to_mut().push_str(more),
                (_, Some(_)) => break,
                (_, None) => {
                    self.next = item.end;
                    return Some(Child { node, text: None });
                }
            }
            self.next = item.end;
        }
        text.map(|(node, text)| Child { node, text: Some(text) })
    }
}

/// Finds where `other` differs from `tree`: once for each node whose children differ, if its ancestors are the same.
pub(crate) fn differences(tree: &Flat<'_>, other: &Flat<'_>, is_xml: bool) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut nodes = vec![(0, 0)];
    while let Some((parent, of_other)) = nodes.pop() {
        let mut previous = None;
        let mut others = Children::of(other, of_other);
        let mut own = Children::of(tree, parent);
        loop {
            let (child, of_other) = (own.next(), others.next());
            let is_same = match (&child, &of_other) {
                (None, None) => break,
                (Some(one), Some(two)) => {
                    one.text == two.text
                        && (one.text.is_some() || is_same(tree, one.node, other, two.node, is_xml))
                }
                _ => false,
            };
            if !is_same {
                if let (Some(Child { text: Some(one), .. }), Some(Child { text: Some(two), .. })) =
                    (&child, &of_other)
                    && two.starts_with(&**one)
                {
                    // The text goes on in the other tree.
                    found.push(Difference { parent, previous, child: None });
                    break;
                }
                found.push(Difference { parent, previous, child: child.map(|child| child.node) });
                break;
            }
            if let (Some(one), Some(two)) = (child, of_other) {
                previous = Some(one.node);
                if one.text.is_none() {
                    nodes.push((one.node, two.node));
                }
            }
        }
    }
    found
}

/// Whether two nodes are the same but for their children.
fn is_same(one: &Flat<'_>, node: usize, two: &Flat<'_>, other: usize, is_xml: bool) -> bool {
    match (one.items[node].kind, two.items[other].kind) {
        (Kind::Element(a), Kind::Element(b)) => {
            is_same_name(a, b, is_xml) && has_same_attributes(one, node, two, other, is_xml)
        }
        (a, b) => a == b,
    }
}

/// Whether two names are the same. Trees of HTML have prefixes only by calls for XML.
pub(crate) fn is_same_name(one: QualifiedName<'_>, two: QualifiedName<'_>, is_xml: bool) -> bool {
    one.local.text == two.local.text
        && one.namespace == two.namespace
        && one.namespace_url == two.namespace_url
        && (!is_xml || one.prefix == two.prefix)
}

fn has_same_attributes(
    one: &Flat<'_>,
    node: usize,
    two: &Flat<'_>,
    other: usize,
    is_xml: bool,
) -> bool {
    let is_equal = |a: &AttributeView<'_>, b: &AttributeView<'_>| {
        a.value == b.value && is_same_name(a.name, b.name, is_xml)
    };
    let (all, others) = (one.attributes(node), two.attributes(other));
    if all.len() == others.len() && all.iter().zip(others).all(|(a, b)| is_equal(&a.0, &b.0)) {
        return true;
    }
    let (mut one, mut two) = (compared(one, node, is_xml), compared(two, other, is_xml));
    if one.len() != two.len() {
        return false;
    }
    one.sort_unstable_by_key(|it| (it.name.local.text, it.name.namespace_url));
    two.sort_unstable_by_key(|it| (it.name.local.text, it.name.namespace_url));
    one.iter().zip(&two).all(|(a, b)| is_equal(a, b))
}

/// The attributes that are compared. Declarations of namespaces aren't: the names of elements and attributes show whether they
/// are as they should be.
fn compared<'d>(tree: &Flat<'d>, node: usize, is_xml: bool) -> Vec<AttributeView<'d>> {
    let attributes = tree.attributes(node).iter().map(|it| it.0);
    attributes.filter(|it| !is_xml || it.name.namespace != Namespace::XmlNs).collect()
}
