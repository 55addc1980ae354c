//! Calls of documents that keep their source.

use sapwood::{Document, NodeId, ParseOptions, parse_with};

use super::{Call, read};

/// Parses a document again, with its source.
fn with_source(document: &Document) -> Document {
    parse_with(&document.to_html(), &ParseOptions::default().source(true)).document
}

fn elements(document: &Document) -> Vec<NodeId> {
    document.root().descendants().elements().map(|it| it.node_id()).collect()
}

/// The length of the source with the edits in it; 0 if markup can't express the tree.
fn written(document: &Document) -> usize {
    document.to_source().map_or(0, |source| source.len())
}

pub(super) const CALLS: &[Call] = &[
    read("to_source", |it| written(&with_source(it))),
    read("to_source after an attribute of each element", |it| {
        let mut document = with_source(it);
        for element in elements(&document) {
            let _ = document.set_attribute(element, "title", "new");
        }
        written(&document)
    }),
    read("to_source after each third element is removed", |it| {
        let mut document = with_source(it);
        for element in elements(&document).into_iter().skip(3).step_by(3) {
            let _ = document.remove(element);
        }
        written(&document)
    }),
    read("to_source after each element is wrapped", |it| {
        let mut document = with_source(it);
        for element in elements(&document).into_iter().skip(3) {
            if let Ok(new) = document.create_element("span") {
                let _ = document.wrap(element, new);
            }
        }
        written(&document)
    }),
    read("to_source after each element is moved to the end of the body", |it| {
        let mut document = with_source(it);
        let Some(body) = document.body().map(|it| it.node_id()) else { return 0 };
        for element in elements(&document).into_iter().skip(3) {
            let _ = document.append(body, element);
        }
        written(&document)
    }),
];
