//! CSS selectors.

use std::ffi::c_char;

use sapwood::{NodeRef, Selector as Compiled};

use crate::{
    border::{ErrorOut, Out, required, run, text, value},
    document::{Document, node_or_root, read_required},
    failure::{Failure, Status},
    node::{NodeNumber, number},
    tables::array,
};

/// A compiled CSS selector, which can be used with any document, also by several threads.
///
/// ```c
/// sapwood_document *document = NULL;
/// sapwood_selector *links = NULL, *bold = NULL;
/// sapwood_node_list *found = NULL;
/// sapwood_parse(SAPWOOD_TEXT("<p><a href=a>one</a> <b><a href=b>two</a></b>"), NULL, &document, NULL);
/// sapwood_selector_new(SAPWOOD_TEXT("a[href]"), &links, NULL);
/// sapwood_selector_new(SAPWOOD_TEXT("b"), &bold, NULL);
/// sapwood_select(document, 0, links, &found, NULL);
/// size_t count, removed;
/// const sapwood_node *nodes = sapwood_node_list_nodes(found, &count);
/// assert(count == 2);
/// sapwood_node first, around;
/// bool matches;
/// sapwood_select_first(document, 0, links, &first, NULL);
/// sapwood_closest(document, nodes[1], bold, &around, NULL);
/// sapwood_matches(document, nodes[1], links, &matches, NULL);
/// assert(first == nodes[0] && around != 0 && matches);
/// sapwood_set_attribute_of_all(document, nodes, count, SAPWOOD_TEXT("rel"), SAPWOOD_TEXT("nofollow"), NULL);
/// sapwood_unwrap_all(document, bold, &removed, NULL);
/// sapwood_remove_all(document, links, &removed, NULL);
/// assert(removed == 2);
/// sapwood_node_list_free(found);
/// sapwood_selector_free(links);
/// sapwood_selector_free(bold);
/// sapwood_document_free(document);
/// ```
pub struct Selector(pub(crate) Compiled);

impl Selector {
    /// Returns the selector, for Rust code that adds functions to the interface.
    #[must_use]
    pub fn compiled(&self) -> &Compiled {
        &self.0
    }
}

/// A list of nodes, in tree order.
pub struct NodeList(pub(crate) Vec<NodeNumber>);

/// Compiles a selector. The error of an invalid one shows where it is wrong. To be freed by `sapwood_selector_free`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_selector_new(
    css: *const c_char,
    css_length: usize,
    selector: Out<'_, Option<Box<Selector>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let selector = required(selector, "selector")?;
        let compiled = Compiled::new(text(css, css_length, "css")?)?;
        selector.write(Some(Box::new(Selector(compiled))));
        Ok(())
    })
}

/// Frees a selector. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_selector_free(selector: Option<Box<Selector>>) {
    value((), || drop(selector));
}

/// Finds the descendants of a node that match; 0 stands for the root. The list is to be freed by `sapwood_node_list_free`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_select(
    document: Option<&Document>,
    node: NodeNumber,
    selector: Option<&Selector>,
    found: Out<'_, Option<Box<NodeList>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let selector = required(selector, "selector")?;
        let found = required(found, "found")?;
        let nodes = read_required(document, |document| {
            let mut nodes = Vec::new();
            selector.0.select(node_or_root(document, node)?).for_each(|it| nodes.push(number(it)));
            Ok(nodes)
        })?;
        found.write(Some(Box::new(NodeList(nodes))));
        Ok(())
    })
}

/// Reads a node and writes a node that is found from it, or 0.
fn find(
    document: Option<&Document>,
    node: NodeNumber,
    found: Out<'_, NodeNumber>,
    find: impl for<'d> FnOnce(NodeRef<'d>) -> Result<Option<NodeRef<'d>>, Failure>,
) -> Result<(), Failure> {
    let found = required(found, "found")?;
    let node = read_required(document, |document| {
        Ok(find(node_or_root(document, node)?)?.map_or(0, number))
    })?;
    found.write(node);
    Ok(())
}

/// Finds the first descendant of a node that matches, in tree order, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_select_first(
    document: Option<&Document>,
    node: NodeNumber,
    selector: Option<&Selector>,
    found: Out<'_, NodeNumber>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let selector = required(selector, "selector")?;
        find(document, node, found, |node| Ok(selector.0.select_first(node)))
    })
}

/// Finds the nearest element that matches among an element and its ancestors, or 0.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_closest(
    document: Option<&Document>,
    node: NodeNumber,
    selector: Option<&Selector>,
    found: Out<'_, NodeNumber>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let selector = required(selector, "selector")?;
        find(document, node, found, |node| Ok(node.closest(&selector.0)?))
    })
}

/// Writes whether an element matches.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_matches(
    document: Option<&Document>,
    node: NodeNumber,
    selector: Option<&Selector>,
    matches: Out<'_, bool>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let selector = required(selector, "selector")?;
        let matches = required(matches, "matches")?;
        let answer = read_required(document, |document| {
            Ok(node_or_root(document, node)?.matches(&selector.0)?)
        })?;
        matches.write(answer);
        Ok(())
    })
}

/// Frees a list of nodes. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_list_free(list: Option<Box<NodeList>>) {
    value((), || drop(list));
}

/// Returns the nodes of a list, which live as long as the list, and writes their number.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_node_list_nodes(
    list: Option<&NodeList>,
    count: Out<'_, usize>,
) -> *const NodeNumber {
    array(list.map(|list| &*list.0), count)
}
