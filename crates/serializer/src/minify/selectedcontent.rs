//! `selectedcontent` elements that a parser fills itself.
//!
//! While a parser builds a document, it [clones the selected option into
//! `selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#clone-an-option-into-a-selectedcontent).
//! If the element follows that option, the clone is made at the start tag, and content in the markup is
//! appended to it: each round of parsing and writing repeats the content once more. A minified document
//! leaves the content out if it is the clone that the parser will make.

use sapwood_names::{NameId, Namespace, attr, tag};
use sapwood_tree::{ElementView, NodeView, QualifiedName, TreeSource};

/// The context of a node for the rules of `selectedcontent`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SelectContext {
    /// The parser leaves a `selectedcontent` here alone.
    #[default]
    Ignored,
    /// In a document, in no `select`.
    Outside,
    /// In a `select` of a document, and in none of its options.
    Inside,
}

impl SelectContext {
    /// The context in the root of the output.
    #[cold]
    pub(super) fn of_root<T: TreeSource>(tree: &T, root: &T::Node) -> Self {
        let is_document = tree.view(root, |view| matches!(view, NodeView::Document));
        if is_document { Self::Outside } else { Self::Ignored }
    }

    /// The context in `element`, the HTML element called `name`.
    pub(super) fn inside<T: TreeSource>(self, tree: &T, element: &T::Node, name: NameId) -> Self {
        match (self, name) {
            (Self::Outside, tag::SELECT) if has(tree, element, attr::MULTIPLE) => Self::Ignored,
            (Self::Outside, tag::SELECT) => Self::Inside,
            (Self::Inside, tag::SELECT | tag::OPTION | tag::SELECTEDCONTENT) => Self::Ignored,
            (_, tag::TEMPLATE) if tree.template_contents(element).is_some() => Self::Ignored,
            _ => self,
        }
    }
}

/// Whether the children of `content` are clones of the children of the option that is selected in `select`.
#[cold]
pub(super) fn is_clone_of_selected<T: TreeSource>(
    tree: &T,
    select: Option<T::Node>,
    content: &T::Node,
) -> bool {
    let option = select.and_then(|select| selected_option(tree, &select));
    option.is_some_and(|option| have_same_children(tree, &option, content))
}

/// The option that a parser selects: the last with the `selected` attribute, or else the first that isn't
/// disabled. Of a `select` with a `size`, which may select none, only the former is known.
fn selected_option<T: TreeSource>(tree: &T, select: &T::Node) -> Option<T::Node> {
    let (mut first, mut last_selected) = (None, None);
    // Each node's children, with whether these are in an optgroup, and in a disabled one.
    let mut open = vec![(tree.children(select), false, false)];
    while let Some((children, in_optgroup, is_disabled)) = open.last_mut() {
        let (in_optgroup, is_disabled) = (*in_optgroup, *is_disabled);
        let Some(child) = children.next() else {
            open.pop();
            continue;
        };
        let name = tree.view(&child, |view| match view {
            NodeView::Element(element) => Some(element.name.html_id()),
            _ => None,
        });
        match name {
            None | Some(tag::SELECT | tag::DATALIST) => {}
            Some(tag::OPTION) => {
                if first.is_none() && !is_disabled && !has(tree, &child, attr::DISABLED) {
                    first = Some(child.clone());
                }
                if has(tree, &child, attr::SELECTED) {
                    last_selected = Some(child);
                }
            }
            Some(tag::OPTGROUP) if in_optgroup => {}
            Some(tag::OPTGROUP) => {
                open.push((tree.children(&child), true, has(tree, &child, attr::DISABLED)));
            }
            // Only an option that is a child of a disabled group is disabled with it.
            Some(_) => open.push((tree.children(&child), in_optgroup, false)),
        }
    }
    last_selected.or_else(|| first.filter(|_| !has(tree, select, attr::SIZE)))
}

fn has<T: TreeSource>(tree: &T, element: &T::Node, attribute: NameId) -> bool {
    tree.view(element, |view| match view {
        NodeView::Element(ElementView { mut attributes, .. }) => attributes.any(|it| {
            it.name.namespace == Namespace::None && it.name.local.text == attribute.as_str()
        }),
        _ => false,
    })
}

/// Whether two nodes have equal children, template contents included.
fn have_same_children<T: TreeSource>(tree: &T, left: &T::Node, right: &T::Node) -> bool {
    let mut open = vec![(tree.children(left), tree.children(right))];
    while let Some((left, right)) = open.last_mut() {
        match (left.next(), right.next()) {
            (None, None) => drop(open.pop()),
            (Some(left), Some(right)) if are_same(tree, &left, &right) => {
                open.push((tree.children(&left), tree.children(&right)));
                match (tree.template_contents(&left), tree.template_contents(&right)) {
                    (None, None) => {}
                    (Some(left), Some(right)) => {
                        open.push((tree.children(&left), tree.children(&right)));
                    }
                    _ => return false,
                }
            }
            _ => return false,
        }
    }
    true
}

/// Whether two nodes are equal, apart from their children.
fn are_same<T: TreeSource>(tree: &T, left: &T::Node, right: &T::Node) -> bool {
    let is_same_name = |one: QualifiedName<'_>, other: QualifiedName<'_>| {
        (one.prefix, one.namespace_url, one.local.text)
            == (other.prefix, other.namespace_url, other.local.text)
    };
    tree.view(left, |left| {
        tree.view(right, |right| match (left, right) {
            (NodeView::Element(left), NodeView::Element(mut right)) => {
                let mut attributes = left.attributes;
                is_same_name(left.name, right.name)
                    && attributes.by_ref().all(|one| {
                        right.attributes.next().is_some_and(|other| {
                            one.value == other.value && is_same_name(one.name, other.name)
                        })
                    })
                    && right.attributes.next().is_none()
            }
            (NodeView::Text(left), NodeView::Text(right))
            | (NodeView::Comment(left), NodeView::Comment(right)) => left == right,
            (
                NodeView::ProcessingInstruction { target, data },
                NodeView::ProcessingInstruction { target: other_target, data: other_data },
            ) => (target, data) == (other_target, other_data),
            _ => false,
        })
    })
}
