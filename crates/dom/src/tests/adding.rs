//! Calls of the sink: accepted and rejected nodes, limits, positions.

use sapwood_names::{Name, Namespace, tag};
use sapwood_tree::{
    ElementName, ErrorCode, InsertionLocation, Limit, NewElement, Origin, ParseError, QuirksMode,
    Span, TreeSink,
};

use super::{ROOT, attributes, check_links, document, fragment};
use crate::{Builder, BuilderOptions, NodeId};

#[test]
fn the_document_node_refuses_what_it_must() {
    let mut builder = document();
    builder.text(ROOT, "text");
    builder.append_doctype("html", "", "", Span::default());
    builder.append_doctype("again", "", "", Span::default());
    let html = builder.element(ROOT, "html", &[]);
    builder.element(ROOT, "second", &[]);
    builder.append_doctype("late", "", "", Span::default());
    let comment = builder.create_comment("c", Span::default());
    builder.append(&ROOT, &comment);
    let foster = builder.detached("i", &[]);
    builder.insert(InsertionLocation::Foster { table: &html, above: &html }, &foster);
    builder.insert_text(
        InsertionLocation::Foster { table: &html, above: &html },
        "t",
        Span::default(),
    );
    assert_eq!(builder.dump(), "| <!DOCTYPE html>\n| <html>\n| <!-- c -->\n");
    check_links(builder.current());

    let from = builder.detached("from", &[]);
    builder.element(from, "third", &[]);
    builder.text(from, "t");
    builder.pi(from, "p", "d");
    builder.reparent_children(&from, &ROOT);
    assert_eq!(builder.dump(), "| <!DOCTYPE html>\n| <html>\n| <!-- c -->\n| <?p d?>\n");

    builder.remove(&html);
    builder.element(ROOT, "other", &[]);
    let document = builder.finish().document;
    assert_eq!(document.document_element().unwrap().local_name(), Some("other"));
    check_links(&document);
}

#[test]
fn a_late_doctype_is_refused() {
    let mut builder = document();
    builder.element(ROOT, "html", &[]);
    builder.append_doctype("html", "", "", Span::default());
    assert_eq!(builder.dump(), "| <html>\n");
}

#[test]
fn a_fragment_takes_all_but_a_doctype() {
    let mut builder = fragment();
    builder.append_doctype("html", "", "", Span::default());
    builder.text(ROOT, "a");
    builder.element(ROOT, "p", &[]);
    builder.element(ROOT, "p", &[]);
    builder.text(ROOT, "b");
    assert_eq!(builder.dump(), "| \"a\"\n| <p>\n| <p>\n| \"b\"\n");
    assert!(builder.current().document_element().is_none());
}

#[test]
fn runs_join_a_text_before_them() {
    let mut builder = fragment();
    let div = builder.element(ROOT, "div", &[]);
    builder.text(div, "a");
    let table = builder.element(div, "table", &[]);
    let cell = builder.element(table, "td", &[]);
    let place = || InsertionLocation::Foster { table: &table, above: &div };
    let count = 50_000;
    for _ in 0..count {
        builder.text(cell, "cell");
        builder.insert_text(place(), "fostered", Span::default());
    }
    let document = builder.finish().document;
    let texts: Vec<_> = document.root().texts().collect();
    assert_eq!(texts, ["a".to_owned() + &"fostered".repeat(count), "cell".repeat(count)]);
    assert!(document.texts.len() < 6 * 12 * count);
}

#[test]
fn empty_runs_make_no_node() {
    let mut builder = document();
    let body = builder.page();
    builder.text(body, "");
    builder.insert_text(InsertionLocation::LastChild(&body), "", Span::default());
    assert_eq!(builder.current().len(), 3);
}

#[test]
fn missing_attributes_are_added_once() {
    let mut builder = document();
    let body = builder.element(ROOT, "body", &[("class", "a"), ("x-y", "1")]);
    let other = builder.element(body, "p", &[("id", "p")]);
    let added = attributes(&[("class", "b"), ("id", "c"), ("x-y", "2"), ("x-z", "3")]);
    builder.add_missing_attributes(&body, added[..].into());
    builder.add_missing_attributes(&body, added[..].into());
    builder.add_missing_attributes(&other, attributes(&[("id", "q"), ("lang", "en")])[..].into());
    assert_eq!(
        builder.dump(),
        "| <body>\n|   class=\"a\"\n|   id=\"c\"\n|   x-y=\"1\"\n|   x-z=\"3\"\n\
         |   <p>\n|     id=\"p\"\n|     lang=\"en\"\n"
    );
}

#[test]
fn growing_attributes_move_a_logarithmic_number_of_times() {
    let mut builder = document();
    let body = builder.element(ROOT, "body", &[("first", "")]);
    let count = 100_000;
    for n in 0..count {
        builder.add_missing_attributes(&body, attributes(&[(&format!("a-{n}"), "x")])[..].into());
        builder.element(body, "p", &[("id", "p")]);
    }
    let document = builder.finish().document;
    let body = document.document_element().unwrap();
    assert_eq!(body.attrs().len(), count + 1);
    assert_eq!(body.attr("a-77777"), Some("x"));
    assert!(body.children().all(|p| p.attr("id") == Some("p")));
    assert!(document.attributes.len() < 6 * count);
}

#[test]
fn reopened_elements_share_attributes_until_one_grows() {
    let mut builder = document();
    let body = builder.page();
    let original = builder.element(body, "b", &[("id", "x")]);
    let reopened = builder.reopen_element(&original, Span::default());
    builder.append(&body, &reopened);
    assert_eq!(builder.current().attributes.len(), 1);
    builder.add_missing_attributes(&original, attributes(&[("lang", "en")])[..].into());
    builder.add_missing_attributes(&reopened, attributes(&[("dir", "ltr")])[..].into());
    let document = builder.finish().document;
    let shown = |id| format!("{:?}", document.node(id).unwrap().attrs().collect::<Vec<_>>());
    assert_eq!(shown(original), r#"[id="x", lang="en"]"#);
    assert_eq!(shown(reopened), r#"[id="x", dir="ltr"]"#);
}

#[test]
fn unknown_names_are_told_apart() {
    let mut builder = fragment();
    let first = sapwood_tree::NameId::FIRST_DYNAMIC.index();
    for (id, text) in [(0, "x-a"), (1, "x-b"), (0, "x-a"), (7, "x-gap"), (1, "x-b"), (2, "x-c")] {
        let element = builder.create_element(NewElement {
            name: ElementName {
                namespace: Namespace::Html,
                name: Name { id: sapwood_tree::NameId::from_index(first + id), text },
            },
            attributes: attributes(&[("x-b", ""), ("class", "")])[..].into(),
            origin: Origin::Implied(Span::default()),
            html_integration_point: false,
        });
        builder.append(&ROOT, &element);
    }
    let document = builder.finish().document;
    let names: Vec<_> = document.root().children().map(|e| e.local_name().unwrap()).collect();
    assert_eq!(names, ["x-a", "x-b", "x-a", "x-gap", "x-b", "x-c"]);
    let ids: Vec<_> = document.root().children().map(|e| e.name().unwrap().name.id).collect();
    assert_eq!(ids[0], ids[2]);
    assert_eq!(ids[1], ids[4]);
    assert_ne!(ids[0], ids[1]);
    for element in document.root().children() {
        assert_eq!(element.attr("x-b"), Some(""));
        assert_eq!(element.known_attribute(sapwood_names::attr::CLASS), Some(""));
    }
}

#[test]
fn a_full_document_stays_whole() {
    let mut builder = document();
    builder.document.nodes.set_limit(6);
    let body = builder.page();
    for _ in 0..10 {
        let p = builder.element(body, "p", &[]);
        let b = builder.element(p, "b", &[]);
        builder.text(b, "text");
        builder.pi(b, "marker", "name=\"x\"");
        let template = builder.element(b, "template", &[]);
        let contents = builder.template_contents(&template);
        builder.element(contents, "i", &[]);
        builder.insert(InsertionLocation::Foster { table: &b, above: &p }, &template);
        builder.reparent_children(&b, &p);
        builder.remove(&template);
        builder.insert_text(
            InsertionLocation::Foster { table: &p, above: &b },
            "t",
            Span::default(),
        );
        builder.add_missing_attributes(&template, attributes(&[("a", "b")])[..].into());
    }
    let document = builder.finish().document;
    assert!(document.is_truncated());
    check_links(&document);
    assert_eq!(document.root().descendants().count(), 5);
}

/// Adds to a document until it is full; returns the dump of its body's children.
fn fill(mut builder: Builder, add: impl Fn(&mut Builder, NodeId)) -> String {
    let body = builder.page();
    add(&mut builder, body);
    assert_eq!(builder.limit(), Some(Limit::Capacity));
    // Nothing is added behind the gap.
    builder.element(body, "p", &[]);
    builder.text(body, "x");
    builder.add_missing_attributes(&body, attributes(&[("id", "6")])[..].into());
    let document = builder.finish().document;
    assert!(document.is_truncated());
    check_links(&document);
    document.body().unwrap().inner_html()
}

#[test]
fn ends_before_the_first_element_whose_attributes_or_names_do_not_fit() {
    let mut builder = document();
    builder.document.attribute_limit = 3;
    let html = fill(builder, |builder, body| {
        builder.element(body, "b", &[("id", "1"), ("class", "2")]);
        builder.element(body, "i", &[("id", "3"), ("class", "4")]);
    });
    assert_eq!(html, r#"<b id="1" class="2"></b>"#);
    let mut builder = document();
    builder.document.names.set_limit(1);
    let html = fill(builder, |builder, body| {
        builder.element(body, "x-a", &[("x-a", "1")]);
        builder.element(body, "x-a", &[("x-b", "2")]);
    });
    assert_eq!(html, r#"<x-a x-a="1"></x-a>"#);
}

#[test]
fn ends_before_the_first_text_that_does_not_fit() {
    let full = || {
        let mut builder = document();
        builder.document.texts.set_limit(4);
        builder
    };
    let html = fill(full(), |builder, body| {
        builder.text(body, "abc");
        builder.text(body, "de");
    });
    assert_eq!(html, "abc");
    let html = fill(full(), |builder, body| {
        builder.text(body, "abc");
        let p = builder.element(body, "p", &[]);
        builder.text(p, "de");
    });
    assert_eq!(html, "abc<p></p>");
    let html = fill(full(), |builder, body| {
        builder.element(body, "b", &[("id", "abc")]);
        builder.element(body, "i", &[("id", "de")]);
    });
    assert_eq!(html, r#"<b id="abc"></b>"#);
    // A chunk that doesn't fit as a whole may have texts that do.
    let html = fill(full(), |builder, body| {
        let chunk = String::from("<p>abc</p>");
        builder.begin_chunk(&chunk, 0);
        builder.text(body, &chunk[3..6]);
        builder.end_chunk();
        builder.text(body, "de");
    });
    assert_eq!(html, "abc");
}

#[test]
fn the_rest_of_a_chunk_is_not_copied_after_a_pause() {
    let mut builder = document();
    let body = builder.page();
    let chunk = String::from("abc<p>de</p>");
    builder.begin_chunk(&chunk, 0);
    builder.text(body, &chunk[..3]);
    let rest = &chunk[3..];
    builder.begin_chunk(rest, 0);
    let p = builder.element(body, "p", &[]);
    builder.text(p, &rest[3..5]);
    builder.end_chunk();
    assert_eq!(builder.document.texts.len(), chunk.len());
    assert_eq!(builder.finish().document.body().unwrap().inner_html(), "abc<p>de</p>");
}

#[test]
fn positions_and_origins_are_kept_on_demand() {
    let options = BuilderOptions { positions: true, errors: true, ..BuilderOptions::default() };
    let mut builder = Builder::<true>::new(options);
    let body = builder.page();
    let p = builder.element(body, "p", &[("id", "a"), ("class", "b")]);
    builder.append_text(&p, "ab", Span::new(10, 12));
    builder.append_text(&p, "cd", Span::new(20, 22));
    builder.pop(&p, Some(Span::new(30, 34)));
    builder.pop(&body, None);
    let reopened = builder.reopen_element(&p, Span::at(40));
    builder.element(p, "i", &[("id", "i")]);
    builder.add_missing_attributes(&p, attributes(&[("id", ""), ("lang", "")])[..].into());
    let error = ParseError { code: ErrorCode::EofInTag, span: Span::at(50) };
    builder.error(error);
    builder.set_quirks_mode(QuirksMode::Quirks);
    let parsed = builder.finish();
    assert_eq!(parsed.errors, [error]);
    let document = parsed.document;
    assert_eq!(document.quirks_mode(), QuirksMode::Quirks);
    let p = document.node(p).unwrap();
    assert_eq!((p.span(), p.end_tag()), (Some(Span::new(1, 2)), Some(Span::new(30, 34))));
    assert_eq!(p.origin(), Some(crate::Origin::Tag));
    let text = p.first_child().unwrap();
    assert_eq!((text.span(), text.origin()), (Some(Span::new(10, 22)), None));
    assert_eq!(p.parent().unwrap().end_tag(), None);
    let spans: Vec<_> = p.attrs().map(|attribute| attribute.span().unwrap().start).collect();
    assert_eq!(spans, [0, 1, 1]);
    let reopened = document.node(reopened).unwrap();
    assert_eq!(reopened.origin(), Some(crate::Origin::Reopened(p.node_id())));
    assert_eq!(reopened.span(), Some(Span::at(40)));
    assert!(reopened.is_html(tag::P));
    assert_eq!(reopened.attr("class"), Some("b"));
    assert_eq!(document.root().origin(), None);

    let mut builder = Builder::<true>::recycling(document, BuilderOptions::default());
    let body = builder.page();
    builder.error(error);
    let parsed = builder.finish();
    assert!(parsed.errors.is_empty());
    assert_eq!(parsed.document.node(body).unwrap().span(), None);
}

#[test]
fn memory_is_reserved_and_recycled() {
    let mut builder = Builder::<false>::new(BuilderOptions {
        capacity_hint: 100_000,
        ..BuilderOptions::default()
    });
    let reserved = builder.current().heap_bytes();
    assert!((100_000..300_000).contains(&reserved), "{reserved}");
    let body = builder.page();
    for n in 0..500 {
        let p = builder.element(body, &format!("x-{n}"), &[("class", "c"), ("x-y", "d")]);
        builder.template_contents(&p);
        builder.text(p, "some text");
    }
    let document = builder.finish().document;
    let mut copy = document.clone();
    copy.shrink_to_fit();
    assert!(copy.heap_bytes() < document.heap_bytes());
    assert_eq!(copy.dump().to_string(), document.dump().to_string());
    let before = document.heap_bytes();
    let mut builder = Builder::<false>::recycling(document, BuilderOptions::default());
    assert!(builder.current().is_empty());
    assert_eq!(builder.dump(), "");
    let body = builder.page();
    builder.element(body, "x-new", &[("x-y", "e")]);
    assert_eq!(builder.dump(), "| <html>\n|   <body>\n|     <x-new>\n|       x-y=\"e\"\n");
    assert_eq!(builder.finish().document.heap_bytes(), before);
}

#[test]
fn a_deep_tree_is_cloned_and_dropped() {
    let mut builder = document();
    let mut node = builder.page();
    for _ in 0..300_000 {
        node = builder.element(node, "b", &[]);
    }
    let document = builder.finish().document;
    let copy = document.clone();
    drop(document);
    assert_eq!(copy.root().descendants().count(), 300_002);
    assert_eq!(copy.node(node).unwrap().ancestors().count(), 300_002);
}
