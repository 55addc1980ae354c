//! Writing for people: a line for each block.

use std::fmt::{self, Write};

use names::{Namespace, TagSet, tag::*};
use tree_sink::{ElementView, NodeView, QualifiedName, TreeSource};

use crate::{
    fragment::{write_end_tag, write_inner, write_node, write_start_tag},
    options::Options,
    pen::Pen,
};

/// How far lines are moved in for each level.
const INDENT: &str = "  ";
/// The levels past which they aren't moved in further, so that deep trees don't grow without bound.
const DEEPEST: usize = 32;

/// What a browser's own style sheet shows as blocks, as parts of tables, or not at all: white space between
/// them is not rendered.
#[rustfmt::skip]
const BLOCKS: TagSet = TagSet::new(&[
    ADDRESS, ARTICLE, ASIDE, BASE, BLOCKQUOTE, BODY, CAPTION, CENTER, COL, COLGROUP, DD, DETAILS, DIALOG, DIR,
    DIV, DL, DT, FIELDSET, FIGCAPTION, FIGURE, FOOTER, FORM, FRAME, FRAMESET, H1, H2, H3, H4, H5, H6, HEAD,
    HEADER, HGROUP, HR, HTML, LEGEND, LI, LINK, LISTING, MAIN, MENU, META, NAV, NOFRAMES, OL, OPTGROUP,
    OPTION, P, PLAINTEXT, PRE, SCRIPT, SEARCH, SECTION, STYLE, SUMMARY, TABLE, TBODY, TD, TEMPLATE, TFOOT, TH,
    THEAD, TITLE, TR, UL, XMP,
]);

/// Blocks whose content is text as it stands, or isn't among their children.
const LEAVES: TagSet =
    TagSet::new(&[LISTING, NOFRAMES, OPTION, PLAINTEXT, PRE, SCRIPT, STYLE, TEMPLATE, TITLE, XMP]);

/// Writes what is in `node` with a line for each block, moved in by its depth.
///
/// What is rendered doesn't change, as long as style sheets leave blocks blocks: lines are broken only
/// between elements that a browser shows as blocks, as parts of tables or not at all, and where nothing else
/// is beside them. All else is written as [`write_inner`] does.
///
/// # Errors
///
/// When `out` refuses.
pub fn pretty_inner<T: TreeSource>(
    out: &mut impl Write,
    tree: &T,
    node: &T::Node,
    options: &Options<'_, T::Node>,
) -> fmt::Result {
    if !has_only_blocks(tree, node) {
        return write_inner(out, tree, node, options);
    }
    let mut pen = Pen::new();
    // Elements whose children are being written, each with its end.
    let mut open = vec![(tree.children(node), None)];
    let mut is_first = true;
    while let Some((children, _)) = open.last_mut() {
        let Some(child) = children.find(|child| !is_white_space(tree, child)) else {
            if let Some((_, Some(element))) = open.pop() {
                // White space after the body would be taken for the body's.
                if !is_html(tree, &element) {
                    new_line(&mut pen, open.len() - 1);
                }
                write_end_tag(&mut pen, tree, &element);
            }
            continue;
        };
        if !is_first {
            new_line(&mut pen, open.len() - 1);
        }
        is_first = false;
        let is_host = !options.shadow_roots.are_none() && tree.shadow_root(&child).is_some();
        if is_host || !is_parent(tree, &child) || !has_only_blocks(tree, &child) {
            write_node(&mut pen, out, tree, &child, options)?;
            continue;
        }
        tree.view(&child, |view| {
            if let NodeView::Element(element) = view {
                write_start_tag(&mut pen, element);
            }
        });
        pen.hand_over(out)?;
        open.push((tree.children(&child), Some(child)));
    }
    pen.finish(out)
}

fn new_line(pen: &mut Pen, depth: usize) {
    pen.push("\n");
    (0..depth.min(DEEPEST)).for_each(|_| pen.push(INDENT));
}

/// Whether lines may be broken between all children of `node`, of which there is one at least.
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
