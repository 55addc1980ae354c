//! Writing with a line for each block.

use std::fmt::{self, Write};

use sapwood_names::{Namespace, TagSet, sets, tag::*};
use sapwood_tree::{ElementView, NodeView, QualifiedName, TreeSource};

use crate::{
    fragment::{write_end_tag, write_inner, write_node, write_start_tag},
    html_writer::HtmlWriter,
    options::SerializeOptions,
};

/// The indentation for each level.
const INDENT: &str = "  ";
/// The maximum number of indented levels, so that the output of deep trees stays linear.
const DEEPEST: usize = 32;

/// Elements that the style sheet of browsers shows as blocks, as parts of tables, or not at all: white space
/// between them is not rendered.
///
/// The elements without a box are those that belong in a `head`: others, such as `datalist`, occur in lines as well.
const BLOCKS: TagSet = sets::BLOCK
    .union(sets::TABLE_BOX)
    .union(sets::HEAD_CONTENT.difference(TagSet::new(&[BASEFONT, BGSOUND])))
    .union(TagSet::new(&[FRAME, FRAMESET, HEAD, OPTGROUP, OPTION]));

/// Blocks whose white space is content, or whose contents aren't their children.
const LEAVES: TagSet =
    sets::PREFORMATTED.union(TagSet::new(&[NOFRAMES, OPTION, SCRIPT, STYLE, TEMPLATE, TITLE]));

/// Writes the children of `node` with a line for each block, indented by its depth.
///
/// The rendering stays the same unless style sheets change the display of blocks: lines are broken only between
/// elements that browsers show as blocks, as parts of tables or not at all, and that have no text or other
/// elements beside them. Everything else is written as by [`write_inner`], but DOCTYPEs with their identifiers:
/// a document keeps its mode.
///
/// # Errors
///
/// If writing to `out` fails.
pub fn pretty_inner<T: TreeSource>(
    out: &mut impl Write,
    tree: &T,
    node: &T::Node,
    options: &SerializeOptions<'_, T::Node>,
) -> fmt::Result {
    if !has_only_blocks(tree, node) {
        return write_inner(out, tree, node, options);
    }
    let mut writer = HtmlWriter::new();
    // The open elements: their children, and the element whose end tag follows.
    let mut open = vec![(tree.children(node), None)];
    let mut is_first = true;
    while let Some((children, _)) = open.last_mut() {
        let Some(child) = children.find(|child| !is_white_space(tree, child)) else {
            if let Some((_, Some(element))) = open.pop() {
                // The parser moves white space after the body into the body.
                if !is_html(tree, &element) {
                    new_line(&mut writer, open.len() - 1);
                }
                write_end_tag(&mut writer, tree, &element);
            }
            continue;
        };
        if !is_first {
            new_line(&mut writer, open.len() - 1);
        }
        is_first = false;
        let is_doctype = tree.view(&child, |view| match view {
            NodeView::Doctype { name, public_id, system_id } => {
                writer.push_doctype_of_mode(name, [public_id, system_id], tree.quirks_mode());
                true
            }
            _ => false,
        });
        if is_doctype {
            continue;
        }
        let is_host = !options.shadow_roots.are_none() && tree.shadow_root(&child).is_some();
        if is_host || !is_parent(tree, &child) || !has_only_blocks(tree, &child) {
            write_node(&mut writer, out, tree, &child, options)?;
            continue;
        }
        tree.view(&child, |view| {
            if let NodeView::Element(element) = view {
                write_start_tag(&mut writer, element);
            }
        });
        writer.flush_if_full(out)?;
        open.push((tree.children(&child), Some(child)));
    }
    writer.flush(out)
}

#[inline]
fn new_line(writer: &mut HtmlWriter, depth: usize) {
    writer.push("\n");
    (0..depth.min(DEEPEST)).for_each(|_| writer.push(INDENT));
}

/// Whether `node` has element children, and lines may be broken between all its children.
fn has_only_blocks<T: TreeSource>(tree: &T, node: &T::Node) -> bool {
    let mut any = false;
    tree.children(node).all(|child| {
        tree.view(&child, |view| match view {
            NodeView::Element(element) => {
                any = true;
                is_block(&element.name)
            }
            NodeView::Text(text) => text.bytes().all(|byte| byte.is_ascii_whitespace()),
            _ => true,
        })
    }) && any
}

#[inline]
fn is_block(name: &QualifiedName<'_>) -> bool {
    name.namespace == Namespace::Html && BLOCKS.contains(name.local.id)
}

fn is_parent<T: TreeSource>(tree: &T, node: &T::Node) -> bool {
    tree.view(node, |view| match view {
        NodeView::Element(ElementView { name, .. }) => {
            is_block(&name) && !LEAVES.contains(name.local.id)
        }
        _ => false,
    })
}

fn is_html<T: TreeSource>(tree: &T, node: &T::Node) -> bool {
    tree.view(node, |view| matches!(view, NodeView::Element(element) if element.name.is_html(HTML)))
}

fn is_white_space<T: TreeSource>(tree: &T, node: &T::Node) -> bool {
    let is = |text: &str| text.bytes().all(|byte| byte.is_ascii_whitespace());
    tree.view(node, |view| matches!(view, NodeView::Text(text) if is(text)))
}
