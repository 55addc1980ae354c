//! Validity of ids in clones, in other documents and after compaction.

use sapwood_tree::TreeSink;

use super::{ROOT, document};
use crate::{Builder, BuilderOptions, Document};

fn one_element() -> Document {
    let mut builder = document();
    builder.element(ROOT, "html", &[]);
    builder.finish().document
}

#[test]
fn an_id_means_nothing_to_another_document() {
    let (one, other) = (one_element(), one_element());
    let id = one.document_element().unwrap().node_id();
    assert_eq!(one.node(id), one.document_element());
    assert_eq!(other.node(id), None);
    assert_ne!(id, other.document_element().unwrap().node_id());
}

#[test]
fn a_clone_knows_the_ids_of_what_was_cloned() {
    let one = one_element();
    let id = one.document_element().unwrap().node_id();
    let two = one.clone();
    assert_eq!(two.node(id), two.document_element());
    assert_eq!(two.document_element().unwrap().node_id(), id);
}

#[test]
fn nodes_added_to_a_clone_have_ids_of_their_own() {
    let original = one_element();
    let grow = |document: &Document, name| {
        let mut grown = document.clone();
        let id = grown.create_element(name).unwrap();
        (grown, id)
    };
    let (one, in_one) = grow(&original, "one");
    let (two, in_two) = grow(&one, "two");
    let (three, in_three) = grow(&original, "three");
    assert_eq!(in_one.index(), in_three.index());
    let found =
        |document: &Document| [in_one, in_two, in_three].map(|id| document.node(id).is_some());
    assert_eq!(found(&original), [false, false, false]);
    assert_eq!(found(&one), [true, false, false]);
    assert_eq!(found(&two), [true, true, false]);
    assert_eq!(found(&three), [false, false, true]);
    let again = two.clone();
    assert_eq!(again.node(in_one).unwrap().local_name(), Some("one"));
    assert_eq!(again.node(in_two).unwrap().local_name(), Some("two"));
}

#[test]
fn recycled_memory_has_ids_of_its_own() {
    let one = one_element();
    let id = one.document_element().unwrap().node_id();
    let mut builder = Builder::<false>::recycling(one, BuilderOptions::default());
    builder.element(ROOT, "html", &[]);
    assert!(builder.finish().document.node(id).is_none());
}
