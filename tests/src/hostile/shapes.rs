//! Hostile documents of any size.

use sapwood::{Document, NodeRef, parse};

/// A shape of document.
pub struct Shape {
    /// Name of the shape.
    pub name: &'static str,
    /// Creates a document of this size.
    pub make: fn(usize) -> Document,
    /// Whether the size is that of a single node.
    pub is_one_node: bool,
}

const fn shape(name: &'static str, make: fn(usize) -> Document) -> Shape {
    Shape { name, make, is_one_node: false }
}

/// All shapes.
pub const SHAPES: &[Shape] = &[
    shape("deep", |n| parse(&("<div id=a class='b c'>".repeat(n) + "text"))),
    shape("deep templates", |n| parse(&("<template>".repeat(n) + "text"))),
    shape("deep and wide", |n| parse(&"<div><p>text</p>".repeat(n / 2))),
    shape("siblings", |n| parse(&"<p id=a class='b c'>text</p>".repeat(n))),
    shape("texts", |n| {
        let mut document = parse("<div></div>");
        let div = first(&document).node_id();
        for _ in 0..n {
            let text = document.create_text("text").expect("there is room");
            document.append(div, text).expect("an element takes texts");
        }
        document
    }),
    shape("comments of the document", |n| parse(&("<!---->".repeat(n) + "<p>text"))),
    Shape {
        is_one_node: true,
        ..shape("attributes", |n| {
            let attributes: String = (0..n).map(|i| format!(" a{i}=1")).collect();
            parse(&format!("<p{attributes}>text"))
        })
    },
];

/// The first child of the body.
pub(super) fn first(document: &Document) -> NodeRef<'_> {
    let body = document.body().expect("a parsed document has a body");
    body.first_child().unwrap_or(body)
}

/// The last child of the body.
pub(super) fn last(document: &Document) -> NodeRef<'_> {
    let body = document.body().expect("a parsed document has a body");
    body.last_child().unwrap_or(body)
}

/// The last node, template contents included.
pub(super) fn deepest(document: &Document) -> NodeRef<'_> {
    let mut node = document.root();
    while let Some(inner) = node.template_contents().or(node.last_child()) {
        node = inner;
    }
    node
}
