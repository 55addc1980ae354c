//! No operation recurses: a tree a million levels deep is parsed, traversed, serialized and dropped on a small
//! stack.

use std::thread;

use sapwood_rcdom::{
    Handle, NodeData, RcDom, SerializableHandle, SerializeOpts, parse_document, serialize,
    serialize::{AttrRef, Serialize, Serializer, TraversalScope},
    tendril::TendrilSink,
};

const DEPTH: usize = 1_000_000;

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(256 << 10).spawn(run);
    thread.expect("cannot start a thread").join().expect("the thread panicked");
}

fn parse(html: &str) -> RcDom {
    parse_document(RcDom::default(), Default::default()).one(html)
}

fn depth(dom: &RcDom) -> usize {
    let (mut node, mut depth) = (dom.document.clone(), 0);
    loop {
        let last = node.children.borrow().last().map(Handle::clone);
        let Some(last) = last else { return depth };
        (node, depth) = (last, depth + 1);
    }
}

#[test]
fn deep_elements_are_parsed_and_serialized() {
    on_a_small_stack(|| {
        let html = "<div>".repeat(DEPTH) + "x";
        let dom = parse(&html);
        assert_eq!(depth(&dom), DEPTH + 3);

        let mut written = Vec::new();
        let document = SerializableHandle::from(dom.document.clone());
        serialize(&mut written, &document, SerializeOpts::default()).unwrap();
        let end = "</div>".repeat(DEPTH);
        let expected = format!("<html><head></head><body>{html}{end}</body></html>");
        assert!(written == expected.as_bytes());

        let mut counter = TagCounter::default();
        document.serialize(&mut counter, TraversalScope::ChildrenOnly(None)).unwrap();
        assert_eq!((counter.starts, counter.ends), (DEPTH + 3, DEPTH + 3));
        assert!(format!("{dom:?}").len() < 1_000);
    });
}

#[test]
fn deep_templates_are_dropped() {
    on_a_small_stack(|| {
        let dom = parse(&"<template>".repeat(DEPTH));
        drop(dom);
    });
}

#[test]
fn deep_formatting_elements_are_dropped() {
    on_a_small_stack(|| {
        // The parser reopens the formatting element in each paragraph.
        let dom = parse(&("<b>".to_owned() + &"<p>x</b>".repeat(2) + &"<i>".repeat(DEPTH)));
        assert!(depth(&dom) >= DEPTH);
    });
}

#[test]
fn referenced_node_keeps_its_subtree_when_the_tree_is_dropped() {
    on_a_small_stack(|| {
        let dom = parse(&"<p><b>".repeat(1_000));
        let mut node = dom.document.clone();
        while !matches!(&node.data, NodeData::Element { name, .. } if *name.local == *"p") {
            let last = node.children.borrow().last().map(Handle::clone);
            node = last.expect("the tree has no `p`");
        }
        drop(dom);
        assert!(node.parent().is_none(), "the parent is still alive");
        assert!(!node.children.borrow().is_empty());
    });
}

/// Counts start and end tags.
#[derive(Default)]
struct TagCounter {
    starts: usize,
    ends: usize,
}

impl Serializer for TagCounter {
    fn start_elem<'a, A>(&mut self, _: sapwood_rcdom::QualName, _: A) -> std::io::Result<()>
    where
        A: Iterator<Item = AttrRef<'a>>,
    {
        self.starts += 1;
        Ok(())
    }
    fn end_elem(&mut self, _: sapwood_rcdom::QualName) -> std::io::Result<()> {
        self.ends += 1;
        Ok(())
    }
    fn write_text(&mut self, _: &str) -> std::io::Result<()> {
        Ok(())
    }
    fn write_comment(&mut self, _: &str) -> std::io::Result<()> {
        Ok(())
    }
    fn write_doctype(&mut self, _: &str) -> std::io::Result<()> {
        Ok(())
    }
    fn write_processing_instruction(&mut self, _: &str, _: &str) -> std::io::Result<()> {
        Ok(())
    }
}
