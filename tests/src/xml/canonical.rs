//! The canonical form of the expectations of the W3C suite: that of [James
//! Clark](http://www.jclark.com/xml/canonxml.html), with the notations of Sun's second form.

use std::fmt::Write;

use sapwood::{
    Document, NodeData, NodeRef,
    xml::{DocumentType, Instruction},
};

/// Writes `document` in canonical form; with `notations`, the declared notations precede the root.
#[must_use]
pub fn canonical(document: &Document, document_type: &DocumentType, notations: bool) -> String {
    let mut out = String::new();
    for Instruction { target, data, .. } in document_type.instructions() {
        let _ = write!(out, "<?{target} {data}?>");
    }
    if notations && !document_type.notations().is_empty() {
        write_notations(document, document_type, &mut out);
    }
    let root = document.root();
    let mut node = root.first_child();
    while let Some(current) = node {
        begin(current, &mut out);
        let mut next = current.first_child();
        let mut up = current;
        while next.is_none() {
            end(up, &mut out);
            next = up.next_sibling();
            match up.parent() {
                Some(parent) if next.is_none() && parent != root => up = parent,
                _ => break,
            }
        }
        node = next;
    }
    out
}

fn write_notations(document: &Document, document_type: &DocumentType, out: &mut String) {
    let mut notations = document_type.notations().to_vec();
    notations.sort_by(|one, other| one.name.cmp(&other.name));
    let name = document.doctype().map(|doctype| doctype.data());
    let Some(NodeData::Doctype(doctype)) = name else { return };
    let _ = writeln!(out, "<!DOCTYPE {} [", doctype.name);
    for notation in notations {
        let _ = write!(out, "<!NOTATION {} ", notation.name);
        let _ = match (notation.public_id, notation.system_id) {
            (Some(public), Some(system)) => writeln!(out, "PUBLIC '{public}' '{system}'>"),
            (Some(public), None) => writeln!(out, "PUBLIC '{public}'>"),
            (None, system) => writeln!(out, "SYSTEM '{}'>", system.unwrap_or_default()),
        };
    }
    out.push_str("]>\n");
}

fn begin(node: NodeRef<'_>, out: &mut String) {
    match node.data() {
        NodeData::Element(_) => {
            let _ = write!(out, "<{}", name(node));
            let mut attributes: Vec<_> = node
                .attrs()
                .map(|attribute| (attribute.qualified_name().to_string(), attribute.value()))
                .collect();
            attributes.sort();
            for (name, value) in attributes {
                let _ = write!(out, " {name}=\"");
                escape(value, out);
                out.push('"');
            }
            out.push('>');
        }
        NodeData::Text(text) => escape(text, out),
        NodeData::ProcessingInstruction { target, data } => {
            let _ = write!(out, "<?{target} {data}?>");
        }
        _ => {}
    }
}

fn end(node: NodeRef<'_>, out: &mut String) {
    if node.is_element() {
        let _ = write!(out, "</{}>", name(node));
    }
}

fn name(node: NodeRef<'_>) -> String {
    node.qualified_name().map(|name| name.to_string()).unwrap_or_default()
}

fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            other => out.push(other),
        }
    }
}
