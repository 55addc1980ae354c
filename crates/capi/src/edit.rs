//! Changes of a document. Each call does all that it says or changes nothing.

use std::ffi::c_char;

use sapwood::{EditError, NodeId};

use crate::{
    border::{Changed, ErrorOut, Out, list, required, run, text},
    document::{Document, node_or_root, shared},
    failure::{Failure, Status},
    node::NodeNumber,
    select::Selector,
};

/// The id of a node, which the document checks.
fn id(node: NodeNumber) -> Result<NodeId, Failure> {
    NodeId::from_bits(node).ok_or_else(|| Failure::argument("the node is 0"))
}

/// Edits a document.
fn edit(
    document: Option<&Document>,
    error: ErrorOut<'_>,
    edit: impl FnOnce(&mut sapwood::Document) -> Result<(), Failure>,
) -> Status {
    run(error, || required(document, "document")?.0.edit(edit))
}

/// Edits a document by the methods whose errors are those of edits.
fn change(
    document: Option<&Document>,
    error: ErrorOut<'_>,
    change: impl FnOnce(&mut sapwood::Document) -> Result<Result<(), EditError>, Failure>,
) -> Status {
    edit(document, error, |document| Ok(change(document)??))
}

/// Creates a node, which has no parent.
fn create(
    document: Option<&Document>,
    created: Out<'_, NodeNumber>,
    error: ErrorOut<'_>,
    create: impl FnOnce(&mut sapwood::Document) -> Result<Result<NodeId, EditError>, Failure>,
) -> Status {
    edit(document, error, |document| {
        let created = required(created, "created")?;
        created.write(create(document)??.to_bits());
        Ok(())
    })
}

/// Creates an HTML element, which has no parent. Its name is converted to lower case.
///
/// ```c
/// sapwood_document *document = NULL;
/// sapwood_node item, text, comment, svg, copy, wrapper;
/// sapwood_parse(SAPWOOD_TEXT("<ul></ul>"), NULL, &document, NULL);
/// sapwood_node list = sapwood_node_first_child(document, sapwood_document_body(document));
/// sapwood_create_element(document, SAPWOOD_TEXT("li"), &item, NULL);
/// sapwood_create_text(document, SAPWOOD_TEXT("one"), &text, NULL);
/// sapwood_create_comment(document, SAPWOOD_TEXT("first"), &comment, NULL);
/// sapwood_append(document, item, text, NULL);
/// sapwood_append(document, list, item, NULL);
/// sapwood_prepend(document, list, comment, NULL);
/// sapwood_import(document, document, item, &copy, NULL);
/// sapwood_insert_after(document, item, copy, NULL);
/// sapwood_set_text(document, copy, SAPWOOD_TEXT("two"), NULL);
/// sapwood_create_element_ns(document, SAPWOOD_TEXT("http://www.w3.org/2000/svg"), SAPWOOD_TEXT("svg"), &svg, NULL);
/// sapwood_insert_before(document, copy, svg, NULL);
/// sapwood_remove(document, svg, NULL);
/// sapwood_create_element(document, SAPWOOD_TEXT("nav"), &wrapper, NULL);
/// sapwood_wrap(document, list, wrapper, NULL);
/// sapwood_rename(document, list, SAPWOOD_TEXT("ol"), NULL);
/// sapwood_string *html = NULL;
/// sapwood_serialize(document, wrapper, SAPWOOD_TEXT("html"), &html, NULL);
/// assert(strcmp(sapwood_string_data(html), "<nav><ol><!--first--><li>one</li><li>two</li></ol></nav>") == 0);
/// sapwood_string_free(html);
/// sapwood_unwrap(document, wrapper, NULL);
/// sapwood_remove_children(document, list, NULL);
/// sapwood_create_text(document, SAPWOOD_TEXT("none"), &text, NULL);
/// sapwood_replace(document, list, text, NULL);
/// sapwood_normalize(document, sapwood_document_body(document), NULL);
/// sapwood_document_free(document);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_create_element(
    document: Changed<'_, Document>,
    name: *const c_char,
    name_length: usize,
    created: Out<'_, NodeNumber>,
    error: ErrorOut<'_>,
) -> Status {
    create(document, created, error, |document| {
        Ok(document.create_element(text(name, name_length, "name")?))
    })
}

/// Creates an element in a namespace, by its URL and a name that may have a prefix.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_create_element_ns(
    document: Changed<'_, Document>,
    namespace_url: *const c_char,
    namespace_length: usize,
    name: *const c_char,
    name_length: usize,
    created: Out<'_, NodeNumber>,
    error: ErrorOut<'_>,
) -> Status {
    create(document, created, error, |document| {
        let namespace = text(namespace_url, namespace_length, "namespace_url")?;
        Ok(document.create_element_ns(namespace, text(name, name_length, "name")?))
    })
}

/// Creates a text, which has no parent.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_create_text(
    document: Changed<'_, Document>,
    data: *const c_char,
    data_length: usize,
    created: Out<'_, NodeNumber>,
    error: ErrorOut<'_>,
) -> Status {
    create(document, created, error, |document| {
        Ok(document.create_text(text(data, data_length, "data")?))
    })
}

/// Creates a comment, which has no parent.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_create_comment(
    document: Changed<'_, Document>,
    data: *const c_char,
    data_length: usize,
    created: Out<'_, NodeNumber>,
    error: ErrorOut<'_>,
) -> Status {
    create(document, created, error, |document| {
        Ok(document.create_comment(text(data, data_length, "data")?))
    })
}

/// Creates a processing instruction, which has no parent.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_create_processing_instruction(
    document: Changed<'_, Document>,
    target: *const c_char,
    target_length: usize,
    data: *const c_char,
    data_length: usize,
    created: Out<'_, NodeNumber>,
    error: ErrorOut<'_>,
) -> Status {
    create(document, created, error, |document| {
        let target = text(target, target_length, "target")?;
        Ok(document.create_processing_instruction(target, text(data, data_length, "data")?))
    })
}

/// Creates a DOCTYPE, which has no parent. A missing identifier is empty. The mode of the document doesn't change.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_create_doctype(
    document: Changed<'_, Document>,
    name: *const c_char,
    name_length: usize,
    public_id: *const c_char,
    public_id_length: usize,
    system_id: *const c_char,
    system_id_length: usize,
    created: Out<'_, NodeNumber>,
    error: ErrorOut<'_>,
) -> Status {
    create(document, created, error, |document| {
        let name = text(name, name_length, "name")?;
        let public_id = text(public_id, public_id_length, "public_id")?;
        let system_id = text(system_id, system_id_length, "system_id")?;
        Ok(document.create_doctype(name, public_id, system_id))
    })
}

/// Creates a fragment, which has no parent. Inserting it inserts its children, and leaves it empty.
///
/// ```c
/// sapwood_document *document = NULL;
/// sapwood_node fragment, comment, instruction, doctype;
/// sapwood_parse(SAPWOOD_TEXT("<p>"), NULL, &document, NULL);
/// sapwood_node root = sapwood_document_root(document), html = sapwood_node_first_child(document, root);
/// sapwood_create_fragment(document, &fragment, NULL);
/// sapwood_create_comment(document, SAPWOOD_TEXT("a"), &comment, NULL);
/// sapwood_create_processing_instruction(document, SAPWOOD_TEXT("b"), SAPWOOD_TEXT("c"), &instruction, NULL);
/// sapwood_append(document, fragment, comment, NULL);
/// sapwood_append(document, fragment, instruction, NULL);
/// sapwood_insert_before(document, html, fragment, NULL);
/// sapwood_create_doctype(document, SAPWOOD_TEXT("html"), SAPWOOD_TEXT(""), SAPWOOD_TEXT(""), &doctype, NULL);
/// sapwood_prepend(document, root, doctype, NULL);
/// sapwood_string *written = NULL;
/// sapwood_serialize(document, root, SAPWOOD_TEXT("html"), &written, NULL);
/// assert(strncmp(sapwood_string_data(written), "<!DOCTYPE html><!--a--><?b c?><html>", 36) == 0);
/// sapwood_string_free(written);
/// sapwood_document_free(document);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_create_fragment(
    document: Changed<'_, Document>,
    created: Out<'_, NodeNumber>,
    error: ErrorOut<'_>,
) -> Status {
    create(document, created, error, |document| Ok(document.create_fragment()))
}

/// Copies a node and its descendants from another document, or from the same one. The copy has no parent. The source may be the tree
/// of a match in a stream.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_import(
    document: Changed<'_, Document>,
    source: *const Document,
    node: NodeNumber,
    created: Out<'_, NodeNumber>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let created = required(created, "created")?;
        let source = shared(source)?;
        let tree = source.read().shared().ok_or_else(Failure::stale)?;
        let node = node_or_root(&tree, node)?;
        let target = required(document, "document")?;
        created.write(target.0.edit(|document| Ok(document.import(node)?.to_bits()))?);
        Ok(())
    })
}

/// Appends a node to the children of another. A node that has a parent moves; a fragment gives its children.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_append(
    document: Changed<'_, Document>,
    parent: NodeNumber,
    child: NodeNumber,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| Ok(document.append(id(parent)?, id(child)?)))
}

/// Inserts a node before the children of another.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_prepend(
    document: Changed<'_, Document>,
    parent: NodeNumber,
    child: NodeNumber,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| Ok(document.prepend(id(parent)?, id(child)?)))
}

/// Inserts a node before another.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_insert_before(
    document: Changed<'_, Document>,
    sibling: NodeNumber,
    node: NodeNumber,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| Ok(document.insert_before(id(sibling)?, id(node)?)))
}

/// Inserts a node after another.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_insert_after(
    document: Changed<'_, Document>,
    sibling: NodeNumber,
    node: NodeNumber,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| Ok(document.insert_after(id(sibling)?, id(node)?)))
}

/// Puts a node in the place of another, which is removed.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_replace(
    document: Changed<'_, Document>,
    old: NodeNumber,
    new_node: NodeNumber,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| Ok(document.replace(id(old)?, id(new_node)?)))
}

/// Puts an element in the place of a node, which becomes its last child.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_wrap(
    document: Changed<'_, Document>,
    node: NodeNumber,
    wrapper: NodeNumber,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| Ok(document.wrap(id(node)?, id(wrapper)?)))
}

/// Removes a node from its parent. It can be inserted again.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_remove(
    document: Changed<'_, Document>,
    node: NodeNumber,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| Ok(document.remove(id(node)?)))
}

/// Removes the children of a node.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_remove_children(
    document: Changed<'_, Document>,
    node: NodeNumber,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| Ok(document.remove_children(id(node)?)))
}

/// Puts the children of an element in its place.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unwrap(
    document: Changed<'_, Document>,
    node: NodeNumber,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| Ok(document.unwrap(id(node)?)))
}

/// Joins adjacent texts and removes empty ones in a node, as `normalize()` of the DOM does.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_normalize(
    document: Changed<'_, Document>,
    node: NodeNumber,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| Ok(document.normalize(id(node)?)))
}

/// Gives an element another local name.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_rename(
    document: Changed<'_, Document>,
    node: NodeNumber,
    name: *const c_char,
    name_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| {
        Ok(document.rename(id(node)?, text(name, name_length, "name")?))
    })
}

/// Sets the data of a text, comment or processing instruction, or makes a text the only child of another node: the `textContent` of the DOM.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_set_text(
    document: Changed<'_, Document>,
    node: NodeNumber,
    data: *const c_char,
    data_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| {
        Ok(document.set_text(id(node)?, text(data, data_length, "data")?))
    })
}

/// Replaces the content of an element by parsed HTML: the `innerHTML` of the DOM.
///
/// ```c
/// sapwood_document *document = NULL;
/// sapwood_parse(SAPWOOD_TEXT("<p>a"), NULL, &document, NULL);
/// sapwood_node body = sapwood_document_body(document), p = sapwood_node_first_child(document, body);
/// sapwood_set_inner_html(document, p, SAPWOOD_TEXT("<b>c</b>"), NULL);
/// sapwood_prepend_html(document, p, SAPWOOD_TEXT("b "), NULL);
/// sapwood_append_html(document, p, SAPWOOD_TEXT(" d"), NULL);
/// sapwood_insert_html_before(document, p, SAPWOOD_TEXT("<hr>"), NULL);
/// sapwood_insert_html_after(document, p, SAPWOOD_TEXT("<br>"), NULL);
/// sapwood_set_outer_html(document, sapwood_node_last_child(document, body), SAPWOOD_TEXT("<i>e</i>"), NULL);
/// sapwood_string *html = NULL;
/// sapwood_serialize(document, body, SAPWOOD_TEXT("inner-html"), &html, NULL);
/// assert(strcmp(sapwood_string_data(html), "<hr><p>b <b>c</b> d</p><i>e</i>") == 0);
/// sapwood_string_free(html);
/// sapwood_document_free(document);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_set_inner_html(
    document: Changed<'_, Document>,
    node: NodeNumber,
    html: *const c_char,
    html_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| {
        Ok(document.set_inner_html(id(node)?, text(html, html_length, "html")?))
    })
}

/// Replaces a node by parsed HTML: the `outerHTML` of the DOM.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_set_outer_html(
    document: Changed<'_, Document>,
    node: NodeNumber,
    html: *const c_char,
    html_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| {
        Ok(document.set_outer_html(id(node)?, text(html, html_length, "html")?))
    })
}

/// Appends parsed HTML to the children of a node.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_append_html(
    document: Changed<'_, Document>,
    node: NodeNumber,
    html: *const c_char,
    html_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| {
        Ok(document.append_html(id(node)?, text(html, html_length, "html")?))
    })
}

/// Inserts parsed HTML before the children of a node.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_prepend_html(
    document: Changed<'_, Document>,
    node: NodeNumber,
    html: *const c_char,
    html_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| {
        Ok(document.prepend_html(id(node)?, text(html, html_length, "html")?))
    })
}

/// Inserts parsed HTML before a node.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_insert_html_before(
    document: Changed<'_, Document>,
    node: NodeNumber,
    html: *const c_char,
    html_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| {
        Ok(document.insert_html_before(id(node)?, text(html, html_length, "html")?))
    })
}

/// Inserts parsed HTML after a node.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_insert_html_after(
    document: Changed<'_, Document>,
    node: NodeNumber,
    html: *const c_char,
    html_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| {
        Ok(document.insert_html_after(id(node)?, text(html, html_length, "html")?))
    })
}

/// Removes an attribute. Writes whether the element had it; `changed` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_remove_attribute(
    document: Changed<'_, Document>,
    node: NodeNumber,
    name: *const c_char,
    name_length: usize,
    changed: Out<'_, bool>,
    error: ErrorOut<'_>,
) -> Status {
    edit(document, error, |document| {
        let is_changed = document.remove_attribute(id(node)?, text(name, name_length, "name")?)?;
        changed.map(|it| it.write(is_changed));
        Ok(())
    })
}

/// Removes the attribute with this namespace, by its URL, and local name. Writes whether the element had it; `changed` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_remove_attribute_ns(
    document: Changed<'_, Document>,
    node: NodeNumber,
    namespace_url: *const c_char,
    namespace_length: usize,
    local_name: *const c_char,
    local_name_length: usize,
    changed: Out<'_, bool>,
    error: ErrorOut<'_>,
) -> Status {
    edit(document, error, |document| {
        let namespace = text(namespace_url, namespace_length, "namespace_url")?;
        let name = text(local_name, local_name_length, "local_name")?;
        let is_changed = document.remove_attribute_ns(id(node)?, namespace, name)?;
        changed.map(|it| it.write(is_changed));
        Ok(())
    })
}

/// Adds a class to an element. Writes whether it was new; `changed` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_add_class(
    document: Changed<'_, Document>,
    node: NodeNumber,
    name: *const c_char,
    name_length: usize,
    changed: Out<'_, bool>,
    error: ErrorOut<'_>,
) -> Status {
    edit(document, error, |document| {
        let is_changed = document.add_class(id(node)?, text(name, name_length, "name")?)?;
        changed.map(|it| it.write(is_changed));
        Ok(())
    })
}

/// Removes a class from an element. Writes whether the element had it; `changed` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_remove_class(
    document: Changed<'_, Document>,
    node: NodeNumber,
    name: *const c_char,
    name_length: usize,
    changed: Out<'_, bool>,
    error: ErrorOut<'_>,
) -> Status {
    edit(document, error, |document| {
        let is_changed = document.remove_class(id(node)?, text(name, name_length, "name")?)?;
        changed.map(|it| it.write(is_changed));
        Ok(())
    })
}

/// Adds a class, or removes it if the element has it. Writes whether the element has it now; `changed` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_toggle_class(
    document: Changed<'_, Document>,
    node: NodeNumber,
    name: *const c_char,
    name_length: usize,
    changed: Out<'_, bool>,
    error: ErrorOut<'_>,
) -> Status {
    edit(document, error, |document| {
        let is_changed = document.toggle_class(id(node)?, text(name, name_length, "name")?)?;
        changed.map(|it| it.write(is_changed));
        Ok(())
    })
}

/// Sets an attribute.
///
/// ```c
/// sapwood_document *document = NULL;
/// bool changed;
/// sapwood_parse(SAPWOOD_TEXT("<p id=a>"), NULL, &document, NULL);
/// sapwood_node p = sapwood_node_first_child(document, sapwood_document_body(document));
/// sapwood_set_attribute(document, p, SAPWOOD_TEXT("lang"), SAPWOOD_TEXT("en"), NULL);
/// sapwood_remove_attribute(document, p, SAPWOOD_TEXT("id"), &changed, NULL);
/// assert(changed);
/// sapwood_add_class(document, p, SAPWOOD_TEXT("b"), &changed, NULL);
/// sapwood_toggle_class(document, p, SAPWOOD_TEXT("c"), &changed, NULL);
/// sapwood_remove_class(document, p, SAPWOOD_TEXT("b"), &changed, NULL);
/// sapwood_str value;
/// assert(sapwood_node_attribute(document, p, SAPWOOD_TEXT("class"), &value) && value.data[0] == 'c');
/// sapwood_document_free(document);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_set_attribute(
    document: Changed<'_, Document>,
    node: NodeNumber,
    name: *const c_char,
    name_length: usize,
    value: *const c_char,
    value_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| {
        let name = text(name, name_length, "name")?;
        Ok(document.set_attribute(id(node)?, name, text(value, value_length, "value")?))
    })
}

/// Sets the attribute with this namespace, by its URL, and local name, or appends one. The name may have a prefix: `xlink:href`.
///
/// ```c
/// sapwood_document *document = NULL;
/// bool changed;
/// #define XLINK SAPWOOD_TEXT("http://www.w3.org/1999/xlink")
/// sapwood_parse(SAPWOOD_TEXT("<svg>"), NULL, &document, NULL);
/// sapwood_node svg = sapwood_node_first_child(document, sapwood_document_body(document));
/// sapwood_set_attribute_ns(document, svg, XLINK, SAPWOOD_TEXT("xlink:href"), SAPWOOD_TEXT("#a"), NULL);
/// sapwood_remove_attribute_ns(document, svg, XLINK, SAPWOOD_TEXT("href"), &changed, NULL);
/// assert(changed);
/// sapwood_document_free(document);
/// ```
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_set_attribute_ns(
    document: Changed<'_, Document>,
    node: NodeNumber,
    namespace_url: *const c_char,
    namespace_length: usize,
    name: *const c_char,
    name_length: usize,
    value: *const c_char,
    value_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| {
        let namespace = text(namespace_url, namespace_length, "namespace_url")?;
        let name = text(name, name_length, "name")?;
        let value = text(value, value_length, "value")?;
        Ok(document.set_attribute_ns(id(node)?, namespace, name, value))
    })
}

/// Sets an attribute of each element in a list of nodes.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_set_attribute_of_all(
    document: Changed<'_, Document>,
    nodes: *const NodeNumber,
    node_count: usize,
    name: *const c_char,
    name_length: usize,
    value: *const c_char,
    value_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    change(document, error, |document| {
        let nodes = list(nodes, node_count, "nodes")?;
        let ids = nodes.iter().map(|node| id(*node)).collect::<Result<Vec<_>, _>>()?;
        let name = text(name, name_length, "name")?;
        Ok(document.set_attribute_of_all(ids, name, text(value, value_length, "value")?))
    })
}

/// Removes all elements that match. Writes their number; `count` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_remove_all(
    document: Changed<'_, Document>,
    selector: Option<&Selector>,
    count: Out<'_, usize>,
    error: ErrorOut<'_>,
) -> Status {
    edit(document, error, |document| {
        let removed = document.remove_all(&required(selector, "selector")?.0)?;
        count.map(|it| it.write(removed));
        Ok(())
    })
}

/// Puts the children of all elements that match in their places. Writes the number of elements; `count` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_unwrap_all(
    document: Changed<'_, Document>,
    selector: Option<&Selector>,
    count: Out<'_, usize>,
    error: ErrorOut<'_>,
) -> Status {
    edit(document, error, |document| {
        let unwrapped = document.unwrap_all(&required(selector, "selector")?.0)?;
        count.map(|it| it.write(unwrapped));
        Ok(())
    })
}
