//! Cases that random edits don't reach: names, namespaces, positions, shadow roots, memory.

use sapwood_names::{Namespace, attr, tag};
use sapwood_tree::{Origin, Span, TreeSink};

use super::super::{ROOT, attributes, document, fragment};
use crate::{Builder, BuilderOptions, Document, EditError, NodeId, NodeRef, tests::nodes::INIT};

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";

fn empty() -> (Document, NodeId) {
    let document = fragment().finish().document;
    let root = document.root().node_id();
    (document, root)
}

#[test]
fn names_of_elements() {
    let (mut document, root) = empty();
    for name in ["p", "P", "my-element", "x:y", "_a", "é", "a\u{1}", "a<b"] {
        let id = document.create_element(name).unwrap();
        let made = document.node(id).unwrap();
        assert_eq!(made.local_name().unwrap(), name.to_ascii_lowercase());
        assert_eq!((made.namespace(), made.prefix()), (Some(Namespace::Html), None));
        document.append(root, id).unwrap();
    }
    for name in ["", "1a", "a b", "a/", "a>", "a\0", "-a", "_<", "é b", " "] {
        assert_eq!(document.create_element(name), Err(EditError::InvalidName), "{name:?}");
    }
    let p = document.root().first_child().unwrap();
    assert!(p.is_html(tag::P));
}

#[test]
fn names_with_namespaces() {
    let (mut document, _) = empty();
    let make = |document: &mut Document, url, name| {
        let id = document.create_element_ns(url, name)?;
        let name = document.node(id).unwrap().qualified_name().unwrap();
        Ok::<_, EditError>((name.to_string(), name.namespace, name.local.id))
    };
    let made = |document: &mut Document, url, name| make(document, url, name).unwrap();
    let foreign = made(&mut document, SVG, "foreignObject");
    assert_eq!(foreign, ("foreignObject".into(), Namespace::Svg, tag::FOREIGN_OBJECT));
    assert_eq!(made(&mut document, SVG, "svg:a"), ("svg:a".into(), Namespace::Svg, tag::A));
    assert_eq!(made(&mut document, "", "a").1, Namespace::None);
    let other = made(&mut document, "urn:x", "x:item");
    assert_eq!((other.0.as_str(), other.1), ("x:item", Namespace::Other));
    let xhtml = document.create_element_ns("http://www.w3.org/1999/xhtml", "h:template").unwrap();
    assert!(document.node(xhtml).unwrap().template_contents().is_some());
    for (url, name) in [
        ("", "a:b"),
        (SVG, "xml:a"),
        (SVG, "xmlns"),
        (SVG, "xmlns:a"),
        (SVG, ":a"),
        (SVG, "a:"),
        (SVG, "a:b c"),
        ("http://www.w3.org/2000/xmlns/", "a"),
    ] {
        assert_eq!(make(&mut document, url, name), Err(EditError::InvalidName), "{name}");
    }
}

#[test]
fn attributes_by_name() {
    let (mut document, _) = empty();
    let p = document.create_element("p").unwrap();
    let shown = |document: &Document, id| {
        let attributes = document.node(id).unwrap().attrs().map(|it| format!("{it:?}"));
        attributes.collect::<Vec<_>>().join(" ")
    };
    document.set_attribute(p, "ID", "1").unwrap();
    document.set_attribute(p, "data-x", "2").unwrap();
    document.set_attribute(p, "id", "3").unwrap();
    assert_eq!(shown(&document, p), r#"id="3" data-x="2""#);
    assert_eq!(document.node(p).unwrap().known_attribute(attr::ID), Some("3"));
    for name in ["", "a b", "a=", "a/", "a>", "a\0"] {
        assert_eq!(document.set_attribute(p, name, ""), Err(EditError::InvalidName), "{name:?}");
    }
    assert_eq!(document.remove_attribute(p, "Data-X"), Ok(true));
    assert_eq!(document.remove_attribute(p, "data-x"), Ok(false));

    let link = document.create_element_ns(SVG, "a").unwrap();
    document.set_attribute(link, "viewBox", "0 0 1 1").unwrap();
    document.set_attribute_ns(link, XLINK, "xlink:href", "#a").unwrap();
    // By its qualified name it is the same attribute.
    document.set_attribute(link, "xlink:href", "#b").unwrap();
    document.set_attribute(link, "href", "#c").unwrap();
    assert_eq!(shown(&document, link), r##"viewBox="0 0 1 1" xlink:href="#b" href="#c""##);
    let found = document.node(link).unwrap();
    assert_eq!(found.attr_ns(Namespace::XLink, "href"), Some("#b"));
    assert_eq!(document.remove_attribute_ns(link, XLINK, "href"), Ok(true));
    assert_eq!(document.remove_attribute_ns(link, "urn:none", "href"), Ok(false));
    assert_eq!(shown(&document, link), r##"viewBox="0 0 1 1" href="#c""##);
    document.set_attribute_ns(link, "urn:x", "x:a", "1").unwrap();
    let copy = fragment().finish().document.import(document.node(link).unwrap());
    assert!(copy.is_ok());
}

#[test]
fn a_change_is_of_one_element_alone() {
    let mut builder = fragment();
    let b = builder.element(ROOT, "b", &[("id", "1"), ("class", "c")]);
    let again = builder.reopen_element(&b, Span::default());
    builder.append(&ROOT, &again);
    let mut document = builder.finish().document;
    let ids: Vec<_> = document.root().children().map(|it| it.node_id()).collect();
    document.set_attribute(ids[0], "id", "2").unwrap();
    let copy = document.clone_subtree(ids[0]).unwrap();
    document.set_attribute(ids[0], "id", "3").unwrap();
    document.set_attribute(copy, "class", "d").unwrap();
    document.append(ids[1], copy).unwrap();
    let html = r#"<b id="3" class="c"></b><b id="1" class="c"><b id="2" class="d"></b></b>"#;
    assert_eq!(document.to_html(), html);
    document.compact();
    assert_eq!(document.to_html(), html);
}

/// An element with a text and two attributes, in a shadow tree, with positions; and one that was reopened.
fn with_positions() -> Document {
    let options = BuilderOptions { positions: true, fragment: true, ..BuilderOptions::default() };
    let mut builder = Builder::<true>::new(options);
    let host = builder.element(ROOT, "div", &[]);
    let shadow = builder.attach_shadow_root(&host, &INIT).unwrap();
    let p = builder.element(shadow, "p", &[("id", "1"), ("class", "c")]);
    builder.append_text(&p, "text", Span::new(10, 14));
    let again = builder.reopen_element(&p, Span::new(20, 20));
    builder.append(&ROOT, &again);
    builder.finish().document
}

#[test]
fn places_in_the_source_stay() {
    let mut document = with_positions();
    let host = document.root().first_child().unwrap();
    let shadow = host.shadow_root().unwrap().root;
    let p = shadow.first_child().unwrap().node_id();
    let root = document.root().node_id();
    document.set_attribute(p, "title", "new").unwrap();
    document.set_attribute(p, "class", "new").unwrap();
    document.append(root, p).unwrap();
    let check = |document: &Document, p: NodeId| {
        let p = document.node(p).unwrap();
        let spans: Vec<_> = p.attrs().map(|it| it.span()).collect();
        assert_eq!(spans, [Some(Span::new(0, 1)), None, None]);
        assert_eq!(p.span(), Some(Span::new(1, 2)));
        assert_eq!(p.first_child().unwrap().span(), Some(Span::new(10, 14)));
        let reopened = p.previous_sibling().unwrap();
        assert_eq!(reopened.origin(), Some(crate::Origin::Reopened(p.node_id())));
        assert_eq!(reopened.attrs().next().unwrap().span(), Some(Span::new(0, 1)));
    };
    check(&document, p);
    let copy = document.clone_subtree(p).unwrap();
    assert_eq!(document.node(copy).unwrap().span(), None);
    document.retain_attributes(p, |_| true).unwrap();
    let p = document.compact().get(p).unwrap();
    check(&document, p);
    document.remove_attribute(p, "id").unwrap();
    assert!(document.node(p).unwrap().attrs().all(|it| it.span().is_none()));
    document.remove(p).unwrap();
    document.compact();
    let reopened = document.root().last_child().unwrap();
    assert_eq!((reopened.span(), reopened.origin()), (Some(Span::new(20, 20)), None));
}

#[test]
fn shadow_trees_go_with_their_host() {
    let mut document = with_positions();
    let dump = document.dump().to_string();
    let host = document.root().first_child().unwrap();
    let (host, shadow) = (host.node_id(), host.shadow_root().unwrap().root.node_id());
    assert_eq!(document.append(shadow, host), Err(EditError::Cycle));
    let copy = document.clone_subtree(host).unwrap();
    document.replace(host, copy).unwrap();
    assert_eq!(document.dump().to_string(), dump);
    let ids = document.compact();
    assert_eq!((ids.get(host), ids.get(shadow)), (None, None));
    assert_eq!(document.dump().to_string(), dump);

    let (mut other, root) = empty();
    let imported = other.import(document.root()).unwrap();
    other.append(root, imported).unwrap();
    assert_eq!(other.dump().to_string(), dump);
    let init = |it: NodeRef<'_>| it.shadow_root().map(|it| it.init);
    let first = other.root().first_child().unwrap();
    assert_eq!(init(first), Some(INIT));
    // Its nodes may be put elsewhere; it stays, and is empty.
    let shadow = first.shadow_root().unwrap().root.node_id();
    other.append(root, shadow).unwrap();
    assert_eq!(other.root().last_child().unwrap().local_name(), Some("p"));
    assert!(other.root().first_child().unwrap().shadow_root().is_some());
}

#[test]
fn memory_is_given_back() {
    let (mut document, root) = empty();
    let p = document.create_element("p").unwrap();
    document.append(root, p).unwrap();
    for turn in 0..1000 {
        document.set_text(p, &format!("text {turn}")).unwrap();
        document.set_attribute(p, &format!("a{}", turn % 50), "value").unwrap();
    }
    let (html, before) = (document.to_html(), document.heap_bytes());
    document.compact();
    assert_eq!(document.to_html(), html);
    assert!(document.heap_bytes() < before / 8, "{} of {before}", document.heap_bytes());
    assert_eq!(document.len(), 3);
}

#[test]
fn copies_share_what_the_originals_share() {
    let mut builder = fragment();
    let value = "x".repeat(10_000);
    let b = builder.element(ROOT, "b", &[("title", &value)]);
    for _ in 0..1000 {
        let again = builder.reopen_element(&b, Span::default());
        builder.append(&ROOT, &again);
    }
    let mut document = builder.finish().document;
    document.compact();
    assert!(document.heap_bytes() < 100_000);
    let (mut other, _) = empty();
    other.import(document.root()).unwrap();
    assert!(other.heap_bytes() < 200_000);
}

#[test]
fn a_full_document_says_so_and_stays_as_it_is() {
    let (mut document, root) = empty();
    let p = document.create_element("p").unwrap();
    document.append(root, p).unwrap();
    document.set_text(p, "abc").unwrap();
    document.set_attribute(p, "id", "1").unwrap();
    document.texts.set_limit(document.texts.len() + 2);
    document.attribute_limit = document.attributes.len();
    document.names.set_limit(0);
    let html = document.to_html();
    assert_eq!(document.set_text(p, "def"), Err(EditError::Full));
    assert_eq!(document.create_text("def"), Err(EditError::Full));
    assert_eq!(document.set_attribute(p, "class", ""), Err(EditError::Full));
    assert_eq!(document.set_attribute(p, "id", "345"), Err(EditError::Full));
    assert_eq!(document.create_element("x-y"), Err(EditError::Full));
    assert_eq!(document.to_html(), html);
    let nodes = document.nodes.len();
    document.nodes.set_limit(nodes);
    assert_eq!(document.create_element("p"), Err(EditError::Full));
    assert_eq!(document.clone_subtree(p), Err(EditError::Full));
    assert!(!document.is_truncated());
}

#[test]
fn attributes_that_were_parsed_keep_their_order() {
    let mut builder = document();
    let element = builder.create_element(sapwood_tree::NewElement {
        name: super::super::html("html"),
        attributes: attributes(&[("a", "1"), ("b", "2"), ("c", "3"), ("d", "4")])[..].into(),
        origin: Origin::Tag(Span::default()),
        html_integration_point: false,
    });
    builder.append(&ROOT, &element);
    let mut document = builder.finish().document;
    let html = document.document_element().unwrap().node_id();
    document.retain_attributes(html, |it| it.value() != "2").unwrap();
    document.set_attribute(html, "e", "5").unwrap();
    document.remove_attribute(html, "c").unwrap();
    document.set_attribute(html, "b", "6").unwrap();
    assert_eq!(document.to_html(), r#"<html a="1" d="4" e="5" b="6"></html>"#);
}

#[test]
fn attributes_are_removed_one_by_one_from_any_index() {
    let names = ["a", "b", "c", "d", "e"];
    for first in 0..names.len() {
        for second in 0..names.len() - 1 {
            let mut document = Document::default();
            let p = document.create_element("p").unwrap();
            for name in names {
                document.set_attribute(p, name, name).unwrap();
            }
            let mut left = names.to_vec();
            for index in [first, second] {
                assert!(document.remove_attribute(p, left.remove(index)).unwrap());
            }
            document.set_attribute(p, "z", "z").unwrap();
            left.push("z");
            let node = document.node(p).unwrap();
            let found: Vec<_> = node.attrs().map(|it| (it.local_name(), it.value())).collect();
            let expected: Vec<_> = left.iter().map(|name| (*name, *name)).collect();
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn removing_attributes_in_order_takes_linear_time() {
    let names: Vec<_> = (0..100_000).map(|number| format!("a{number}")).collect();
    let pairs: Vec<_> = names.iter().map(|name| (name.as_str(), "")).collect();
    let mut builder = document();
    let body = builder.page();
    let p = builder.element(body, "p", &pairs);
    let mut document = builder.finish().document;
    for name in &names {
        assert!(document.remove_attribute(p, name).unwrap());
    }
    assert_eq!(document.node(p).unwrap().attrs().len(), 0);
}
