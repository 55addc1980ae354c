//! The unchanged program. It uses only what the parent module imports.

use std::{
    io::{self, Read, Write},
    rc::Rc,
};

use super::{
    Attribute, Handle, NodeData, ParseOpts, QualName, RcDom, SerializableHandle, expanded_name,
    interface::{ElementFlags, NodeOrText, TreeSink},
    local_name, ns, parse_document, parse_fragment,
    serialize::{SerializeOpts, TraversalScope, serialize},
    tendril::TendrilSink,
    tree_builder::TreeBuilderOpts,
};

/// Reads a page and writes its tree, its links, and the page with numbered headings.
pub(crate) fn run(input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    let opts = ParseOpts {
        tree_builder: TreeBuilderOpts { drop_doctype: true, ..Default::default() },
        ..Default::default()
    };
    let mut input = input;
    let dom = parse_document(RcDom::default(), opts).from_utf8().read_from(&mut input)?;

    dump(&dom.document, 0, output)?;

    let mut headings = Vec::new();
    collect(&dom.document, &mut headings, |name| {
        matches!(&*name.local, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
    });
    for (index, heading) in headings.iter().enumerate() {
        number(&dom, heading, index + 1);
    }

    let mut links = Vec::new();
    collect(&dom.document, &mut links, |name| name.expanded() == expanded_name!(html "a"));
    for link in &links {
        if let Some(href) = attribute(link, "href") {
            writeln!(output, "link to {href}: {}", text(link))?;
        }
    }

    let footer = fragment("<p>Numbered.");
    dom.append(&body(&dom.document), NodeOrText::AppendNode(footer));

    let opts = SerializeOpts { traversal_scope: TraversalScope::IncludeNode, ..Default::default() };
    let page = SerializableHandle::from(dom.document.children.borrow()[0].clone());
    serialize(&mut *output, &page, opts)?;
    writeln!(output)
}

/// Writes one line per node.
fn dump(node: &Handle, depth: usize, output: &mut dyn Write) -> io::Result<()> {
    let indent = "  ".repeat(depth);
    match &node.data {
        NodeData::Document => writeln!(output, "{indent}#document")?,
        NodeData::Doctype { name, .. } => writeln!(output, "{indent}<!DOCTYPE {name}>")?,
        NodeData::Text { contents } => {
            writeln!(output, "{indent}#text {:?}", contents.borrow().trim())?;
        }
        NodeData::Comment { contents } => writeln!(output, "{indent}<!--{contents}-->")?,
        NodeData::ProcessingInstruction { target, contents } => {
            writeln!(output, "{indent}<?{target} {contents}>")?;
        }
        NodeData::Element { name, attrs, template_contents, .. } => {
            write!(output, "{indent}<{}", name.local)?;
            for attribute in attrs.borrow().iter() {
                write!(output, " {}={:?}", attribute.name.local, &*attribute.value)?;
            }
            writeln!(output, ">")?;
            if let Some(contents) = template_contents.borrow().as_ref() {
                dump(contents, depth + 1, output)?;
            }
        }
    }
    for child in node.children.borrow().iter() {
        dump(child, depth + 1, output)?;
    }
    Ok(())
}

/// Collects the elements whose names match `wanted`.
fn collect(node: &Handle, found: &mut Vec<Handle>, wanted: fn(&QualName) -> bool) {
    if let NodeData::Element { ref name, .. } = node.data
        && wanted(name)
    {
        found.push(node.clone());
    }
    for child in node.children.borrow().iter() {
        collect(child, found, wanted);
    }
}

fn attribute(element: &Handle, name: &str) -> Option<String> {
    let NodeData::Element { attrs, .. } = &element.data else { return None };
    let attrs = attrs.borrow();
    let found = attrs.iter().find(|attribute| *attribute.name.local == *name)?;
    Some(found.value.to_string())
}

fn text(node: &Handle) -> String {
    match &node.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => node.children.borrow().iter().map(text).collect(),
    }
}

/// Inserts a number at the start of a heading, unless the heading is in an `aside`.
fn number(dom: &RcDom, heading: &Handle, number: usize) {
    let mut ancestor = parent(heading);
    while let Some(node) = ancestor {
        if let NodeData::Element { name, .. } = &node.data
            && name.local == local_name!("aside")
        {
            return;
        }
        ancestor = parent(&node);
    }
    let class = Attribute {
        name: QualName::new(None, ns!(), local_name!("class")),
        value: "number".into(),
    };
    let name = QualName::new(None, ns!(html), local_name!("span"));
    let span = dom.create_element(name, vec![class], ElementFlags::default());
    dom.append(&span, NodeOrText::AppendText(format!("{number}. ").into()));
    let first = heading.children.borrow().first().cloned();
    match first {
        Some(first) => dom.append_before_sibling(&first, NodeOrText::AppendNode(span)),
        None => dom.append(heading, NodeOrText::AppendNode(span)),
    }
}

fn parent(node: &Handle) -> Option<Handle> {
    let weak = node.parent.take();
    let parent = weak.as_ref().and_then(|weak| weak.upgrade());
    node.parent.set(weak);
    parent
}

fn body(document: &Handle) -> Handle {
    let mut bodies = Vec::new();
    collect(document, &mut bodies, |name| name.local == local_name!("body"));
    bodies.into_iter().next().unwrap_or_else(|| Rc::clone(document))
}

/// Parses a fragment and returns its first node.
fn fragment(html: &str) -> Handle {
    let context = QualName::new(None, ns!(html), local_name!("body"));
    let dom = parse_fragment(RcDom::default(), ParseOpts::default(), context, Vec::new(), false)
        .one(html);
    let root = dom.document.children.borrow()[0].clone();
    let node = root.children.borrow()[0].clone();
    dom.remove_from_parent(&node);
    node
}
