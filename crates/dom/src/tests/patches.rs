//! Content of `<template for>`, as the tree builder would write it.

use std::time::{Duration, Instant};

use sapwood_tree::{InsertionLocation, Span, TreeSink};

use super::{ROOT, check_links, document, fragment};
use crate::{Builder, NodeId};

/// Does what `<template for=name>text</template>` in `scope` does; tells if there was a marker.
fn patch(builder: &mut Builder, scope: NodeId, name: &str, text: &str) -> bool {
    let Some(patch) = builder.begin_patch(InsertionLocation::LastChild(&scope), name) else {
        return false;
    };
    builder.insert_text(InsertionLocation::Patch(&patch), text, Span::default());
    builder.end_patch(&patch);
    check_links(builder.current());
    true
}

#[test]
fn a_marker_is_replaced() {
    let mut builder = fragment();
    builder.text(ROOT, "a ");
    builder.pi(ROOT, "marker", "name='p'");
    builder.text(ROOT, " b");
    assert!(patch(&mut builder, ROOT, "p", "New"));
    assert_eq!(builder.dump(), "| \"a New\"\n| \" b\"\n");
    assert!(!patch(&mut builder, ROOT, "p", "again"));
}

#[test]
fn a_range_is_replaced() {
    let mut builder = fragment();
    builder.pi(ROOT, "start", "name='a'");
    builder.text(ROOT, "1");
    builder.pi(ROOT, "start", "name='b'");
    builder.text(ROOT, "2");
    builder.pi(ROOT, "end", "");
    builder.text(ROOT, "3");
    builder.pi(ROOT, "end", "name='a'");
    builder.text(ROOT, "4");
    assert!(patch(&mut builder, ROOT, "b", "X"));
    assert_eq!(
        builder.dump(),
        "| <?start name='a'?>\n| \"1\"\n| \"X\"\n| \"3\"\n| <?end name='a'?>\n| \"4\"\n"
    );
    assert!(patch(&mut builder, ROOT, "a", "Y"));
    assert_eq!(builder.dump(), "| \"Y\"\n| \"4\"\n");
}

#[test]
fn a_start_without_end_reaches_to_the_end_of_its_parent() {
    let mut builder = fragment();
    let div = builder.element(ROOT, "div", &[]);
    builder.pi(div, "start", "name='p'");
    builder.text(div, "old");
    let b = builder.element(div, "b", &[]);
    builder.pi(b, "end", "");
    builder.element(ROOT, "hr", &[]);
    let patch = builder.begin_patch(InsertionLocation::LastChild(&ROOT), "p").unwrap();
    assert_eq!((patch.target, patch.end), (div, None));
    let i = builder.detached("i", &[]);
    builder.insert(InsertionLocation::Patch(&patch), &i);
    builder.insert_text(InsertionLocation::Patch(&patch), "x", Span::default());
    builder.insert_text(InsertionLocation::Patch(&patch), "y", Span::default());
    builder.end_patch(&patch);
    assert_eq!(builder.dump(), "| <div>\n|   <i>\n|   \"xy\"\n| <hr>\n");
}

#[test]
fn a_lost_end_marker_means_the_end_of_the_target() {
    let mut builder = fragment();
    let marker = builder.pi(ROOT, "marker", "name='p'");
    builder.text(ROOT, "a");
    let patch = builder.begin_patch(InsertionLocation::LastChild(&ROOT), "p").unwrap();
    builder.remove(&marker);
    builder.insert_text(InsertionLocation::Patch(&patch), "b", Span::default());
    builder.end_patch(&patch);
    assert_eq!(builder.dump(), "| \"ab\"\n");
}

#[test]
fn malformed_markers_are_ignored() {
    let mut builder = fragment();
    for (target, data) in [
        ("marker", "name=p"),
        ("marker", "name=''"),
        ("marker", "name='q'"),
        ("Marker", "name='p'"),
        ("end", "name='p'"),
        ("marker", "name='p' <"),
    ] {
        builder.pi(ROOT, target, data);
    }
    builder.create_processing_instruction("marker", "name='p'", Span::default());
    let template = builder.element(ROOT, "template", &[]);
    let contents = builder.template_contents(&template);
    builder.pi(contents, "marker", "name='p'");
    let p = builder.element(ROOT, "p", &[]);
    assert!(!patch(&mut builder, ROOT, "p", ""));
    assert!(!patch(&mut builder, ROOT, "", ""));
    assert!(!patch(&mut builder, p, "q", ""));
    assert!(patch(&mut builder, contents, "p", ""));
}

#[test]
fn the_first_in_tree_order_is_taken() {
    let mut builder = document();
    let body = builder.page();
    let div = builder.element(body, "div", &[]);
    builder.pi(div, "marker", "name='x'");
    let table = builder.element(div, "table", &[]);
    builder.pi(table, "marker", "name='x'");
    // Foster parented, so before what was written earlier.
    let p = builder.detached("p", &[]);
    builder.insert(InsertionLocation::Foster { table: &table, above: &div }, &p);
    builder.pi(p, "marker", "name='x'");
    assert!(patch(&mut builder, div, "x", "1"));
    assert!(patch(&mut builder, div, "x", "2"));
    assert!(patch(&mut builder, div, "x", "3"));
    assert_eq!(
        builder.dump().lines().skip(2).collect::<Vec<_>>(),
        [
            "|     <div>",
            "|       \"1\"",
            "|       <p>",
            "|         \"2\"",
            "|       <table>",
            "|         \"3\""
        ]
    );
}

#[test]
fn a_marker_after_the_body_is_not_before_a_later_one_in_it() {
    let mut builder = document();
    let body = builder.page();
    let html = builder.current().document_element().unwrap().node_id();
    builder.pi(html, "marker", "name='x'");
    builder.pi(body, "marker", "name='x'");
    assert!(patch(&mut builder, body, "x", "1"));
    assert_eq!(builder.dump(), "| <html>\n|   <body>\n|     \"1\"\n|   <?marker name='x'?>\n");
    let mut builder = fragment();
    let body = builder.element(ROOT, "body", &[]);
    builder.pi(ROOT, "marker", "name='x'");
    builder.pi(body, "marker", "name='x'");
    assert!(patch(&mut builder, ROOT, "x", "1"));
    assert_eq!(builder.dump(), "| <body>\n|   \"1\"\n| <?marker name='x'?>\n");
}

#[test]
fn the_body_element_stands_for_its_parent() {
    let mut builder = document();
    let html = builder.element(ROOT, "html", &[]);
    let head = builder.element(html, "head", &[]);
    builder.pi(head, "marker", "name='t'");
    let body = builder.element(html, "body", &[]);
    let div = builder.element(body, "div", &[]);
    assert!(!patch(&mut builder, div, "t", "title"));
    assert!(patch(&mut builder, body, "t", "title"));
    assert_eq!(builder.current().head().unwrap().text_content(), "title");
    builder.pi(head, "marker", "name='t'");
    let second = builder.element(html, "body", &[]);
    assert!(!patch(&mut builder, second, "t", "title"));
}

/// Something to build, and what it is.
type Shape = (&'static str, fn(&mut Builder, NodeId));

/// However many markers and templates there are, and wherever: a second is plenty. Each shape is a row of one table.
#[test]
fn many_markers_and_templates_stay_fast() {
    const MANY: usize = 100_000;
    let shapes: [Shape; 5] = [
        ("one name", |builder, body| {
            for _ in 0..MANY {
                builder.pi(body, "marker", "name='x'");
            }
            for _ in 0..MANY {
                let found = builder.begin_patch(InsertionLocation::LastChild(&body), "x").unwrap();
                builder.end_patch(&found);
            }
        }),
        ("ranges in ranges", |builder, body| {
            for n in 0..MANY {
                builder.pi(body, "start", &format!("name='{n}'"));
            }
            for n in (0..MANY).rev() {
                let found = builder
                    .begin_patch(InsertionLocation::LastChild(&body), &n.to_string())
                    .unwrap();
                builder.insert_text(InsertionLocation::Patch(&found), "x", Span::default());
                builder.end_patch(&found);
            }
        }),
        ("deep marker, many scopes that hold it not", |builder, body| {
            let mut deep = body;
            for _ in 0..MANY {
                deep = builder.element(deep, "div", &[]);
            }
            builder.pi(deep, "marker", "name='x'");
            for _ in 0..MANY {
                let p = builder.element(body, "p", &[]);
                assert!(builder.begin_patch(InsertionLocation::LastChild(&p), "x").is_none());
            }
        }),
        ("deep marker in a template", |builder, body| {
            let mut scopes = vec![body];
            for _ in 0..MANY {
                scopes.push(builder.element(scopes[scopes.len() - 1], "div", &[]));
            }
            let template = builder.element(scopes[MANY], "template", &[]);
            let mut deep = builder.template_contents(&template);
            for _ in 0..MANY {
                deep = builder.element(deep, "div", &[]);
            }
            builder.pi(deep, "marker", "name='x'");
            builder.remove(&scopes[MANY]);
            for scope in scopes {
                assert!(builder.begin_patch(InsertionLocation::LastChild(&scope), "x").is_none());
            }
        }),
        ("out of order", |builder, body| {
            let table = builder.element(body, "table", &[]);
            for _ in 0..MANY {
                builder.element(body, "p", &[]);
            }
            let fostered = builder.detached("i", &[]);
            builder.insert(InsertionLocation::Foster { table: &table, above: &body }, &fostered);
            for _ in 0..MANY {
                builder.pi(body, "marker", "name='x'");
                builder.pi(body, "marker", "name='x'");
                if let Some(found) = builder.begin_patch(InsertionLocation::LastChild(&body), "x") {
                    builder.end_patch(&found);
                }
            }
        }),
    ];
    for (shape, build) in shapes {
        let mut builder = document();
        let body = builder.page();
        let start = Instant::now();
        build(&mut builder, body);
        let time = start.elapsed();
        assert!(time < Duration::from_secs(2), "{shape}: {time:?}");
        check_links(builder.current());
    }
}
