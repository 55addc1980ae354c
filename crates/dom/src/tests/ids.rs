//! Which ids mean a node of which document.

use tree_sink::TreeSink;

use super::{ROOT, document};
use crate::{Builder, Document, Options};

fn one_element() -> Document {
    let mut builder = document();
    builder.element(ROOT, "html", &[]);
    builder.finish().document
}

#[test]
fn an_id_means_nothing_to_another_document() {
    let (one, other) = (one_element(), one_element());
    let id = one.document_element().unwrap().id();
    assert_eq!(one.node(id), one.document_element());
    assert_eq!(other.node(id), None);
    assert_ne!(id, other.document_element().unwrap().id());
}

#[test]
fn a_clone_knows_the_ids_of_what_was_cloned() {
    let one = one_element();
    let id = one.document_element().unwrap().id();
    let two = one.clone();
    assert_eq!(two.node(id), two.document_element());
    assert_eq!(two.document_element().unwrap().id(), id);
}

#[test]
fn recycled_memory_has_ids_of_its_own() {
    let one = one_element();
    let id = one.document_element().unwrap().id();
    let mut builder = Builder::<false>::recycle(one, Options::default());
    builder.element(ROOT, "html", &[]);
    assert!(builder.finish().document.node(id).is_none());
}
