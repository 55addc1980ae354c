//! The reading side: nodes, walks and the dump.

use sapwood_names::{Name, Namespace, attr, tag};
use sapwood_tree::{
    Attribute, Attributes, ElementName, NewElement, Origin, ShadowRootInit, ShadowRootMode,
    SlotAssignment, Span, TreeSink,
};

use super::{ROOT, document, fragment, known};
use crate::{Document, NodeData};

pub(super) const INIT: ShadowRootInit = ShadowRootInit {
    mode: ShadowRootMode::Open,
    delegates_focus: false,
    clonable: false,
    serializable: true,
    slot_assignment: SlotAssignment::Named,
    keep_custom_element_registry_null: false,
};

fn sample() -> Document {
    let mut builder = document();
    builder.append_doctype("html", "-//P//", "http://s/", Span::default());
    let html = builder.element(ROOT, "html", &[("lang", "en")]);
    let comment = builder.create_comment("before the head", Span::default());
    builder.append(&html, &comment);
    builder.element(html, "head", &[]);
    let body = builder.element(html, "body", &[]);
    let p = builder.element(body, "p", &[]);
    builder.text(p, "one ");
    let b = builder.element(p, "b", &[]);
    builder.text(b, "two");
    builder.text(p, " three");
    builder.pi(body, "target", "data");
    builder.finish().document
}

#[test]
fn the_parts_of_a_page() {
    let document = sample();
    assert_eq!(document.document_element().unwrap().local_name(), Some("html"));
    assert!(document.head().unwrap().is_html(tag::HEAD));
    assert!(document.body().unwrap().is_html(tag::BODY));
    let NodeData::Doctype(doctype) = document.doctype().unwrap().data() else { panic!() };
    assert_eq!(
        (doctype.name, doctype.public_id, doctype.system_id),
        ("html", "-//P//", "http://s/")
    );
    assert_eq!(document.len(), 12);
    assert!(Document::default().body().is_none());
    assert!(Document::default().doctype().is_none());
    let last = document.body().unwrap().last_child().unwrap();
    assert_eq!((last.node_id().index(), document.node(last.node_id())), (12, Some(last)));
    assert!(Document::default().node(last.node_id()).is_none());
}

#[test]
fn walks_in_all_directions() {
    let document = sample();
    let body = document.body().unwrap();
    let p = body.first_child().unwrap();
    assert_eq!(p.text_content(), "one two three");
    assert_eq!(p.texts().collect::<Vec<_>>(), ["one ", "two", " three"]);
    assert_eq!(document.root().text_content(), "one two three");
    let two = p.descendants().find(|node| node.as_text() == Some("two")).unwrap();
    let up: Vec<_> = two.ancestors().filter_map(|node| node.local_name()).collect();
    assert_eq!(up, ["b", "p", "body", "html"]);
    assert_eq!(two.ancestors().last(), Some(document.root()));
    assert_eq!(two.descendants().count(), 0);
    let mut children = p.children();
    assert_eq!(children.next_back().unwrap().as_text(), Some(" three"));
    assert_eq!(children.next().unwrap().as_text(), Some("one "));
    assert!(children.next_back().unwrap().is_element());
    assert!(children.next().is_none() && children.next_back().is_none());
    let b = p.children().nth(1).unwrap();
    assert_eq!(b.previous_sibling(), p.first_child());
    assert_eq!(b.next_sibling(), p.last_child());
    assert_eq!(b.descendants().count(), 1, "descendants end with the node they began at");
    let pi = body.last_child().unwrap();
    assert_eq!(pi.data(), NodeData::ProcessingInstruction { target: "target", data: "data" });
    assert_eq!(pi.text_content(), "data");
    assert_eq!((pi.local_name(), pi.namespace(), pi.attrs().len()), (None, None, 0));
    assert_eq!(
        format!("{b:?} {pi:?}"),
        format!(
            "#{} <b> #{} ProcessingInstruction {{ target: \"target\", data: \"data\" }}",
            b.node_id().index(),
            pi.node_id().index(),
        )
    );
}

#[test]
fn attributes_in_their_order_and_by_name() {
    let mut builder = fragment();
    let namespaced = |namespace, name, value| Attribute {
        name: Name::known(name),
        namespace,
        value,
        span: Span::default(),
    };
    let use_element = builder.create_element(NewElement {
        name: ElementName { namespace: Namespace::Svg, name: Name::known(known("use")) },
        attributes: [
            namespaced(Namespace::XLink, attr::HREF, "#a"),
            namespaced(Namespace::None, attr::HREF, "#b"),
            namespaced(Namespace::Xml, attr::LANG, "en"),
            namespaced(Namespace::XmlNs, attr::XMLNS, "u"),
        ][..]
            .into(),
        origin: Origin::Tag(Span::default()),
        html_integration_point: false,
    });
    builder.append(&ROOT, &use_element);
    assert_eq!(
        builder.dump(),
        "| <svg use>\n|   href=\"#b\"\n|   xlink href=\"#a\"\n|   xml lang=\"en\"\n|   xmlns xmlns=\"u\"\n"
    );
    let document = builder.finish().document;
    let node = document.node(use_element).unwrap();
    assert_eq!(node.namespace(), Some(Namespace::Svg));
    assert!(!node.is_html(known("use")));
    assert_eq!(node.attr("href"), Some("#b"));
    assert_eq!(node.known_attribute(attr::HREF), Some("#b"));
    assert_eq!(node.attr_ns(Namespace::XLink, "href"), Some("#a"));
    assert_eq!(node.attr("lang"), None);
    let prefixes: Vec<_> = node.attrs().map(|attribute| attribute.prefix()).collect();
    assert_eq!(prefixes, [Some("xlink"), None, Some("xml"), None]);
    assert_eq!(node.attrs().next_back().unwrap().value(), "u");
}

#[test]
fn dump_sorts_by_utf_16_and_keeps_line_feeds() {
    let mut builder = fragment();
    builder.element(ROOT, "p", &[("\u{ff5e}", "1"), ("😀", "2"), ("b", "3\n"), ("a", "4")]);
    builder.text(ROOT, "x\ny");
    builder.pi(ROOT, "t", "");
    let math = builder.create_element(NewElement {
        name: ElementName { namespace: Namespace::MathMl, name: Name::known(known("mi")) },
        attributes: Attributes::NONE,
        origin: Origin::Tag(Span::default()),
        html_integration_point: false,
    });
    builder.append(&ROOT, &math);
    assert_eq!(
        builder.dump(),
        "| <p>\n|   a=\"4\"\n|   b=\"3\n\"\n|   😀=\"2\"\n|   \u{ff5e}=\"1\"\n\
         | \"x\ny\"\n| <?t ?>\n| <math mi>\n"
    );
}

#[test]
fn template_contents_and_shadow_roots_are_trees_of_their_own() {
    let mut builder = document();
    let body = builder.page();
    let host = builder.element(body, "div", &[]);
    let root = builder.attach_shadow_root(&host, &INIT).unwrap();
    builder.text(root, "shadow");
    builder.text(host, "light");
    assert_eq!(builder.attach_shadow_root(&host, &INIT), None);
    let closed = ShadowRootInit { mode: ShadowRootMode::Closed, ..INIT };
    let custom = builder.element(body, "x-y", &[]);
    assert!(builder.attach_shadow_root(&custom, &closed).is_some());
    for refused in ["a", "xy", "table", "font-face"] {
        let node = builder.detached(refused, &[]);
        assert_eq!(builder.attach_shadow_root(&node, &INIT), None, "{refused}");
    }
    let template = builder.element(body, "template", &[]);
    let contents = builder.template_contents(&template);
    assert_eq!(builder.template_contents(&template), contents);
    let inner = builder.element(contents, "template", &[]);
    let inner_contents = builder.template_contents(&inner);
    builder.text(inner_contents, "inert");
    builder.element(body, "hr", &[]);
    assert_eq!(
        builder.dump(),
        "| <html>\n|   <body>\n\
         |     <div>\n|       #shadow-root (open)\n|         \"shadow\"\n|       \"light\"\n\
         |     <x-y>\n|       #shadow-root (closed)\n\
         |     <template>\n|       content\n\
         |         <template>\n|           content\n|             \"inert\"\n\
         |     <hr>\n"
    );
    let document = builder.finish().document;
    let host = document.node(host).unwrap();
    let shadow = host.shadow_root().unwrap();
    assert_eq!((shadow.init, shadow.root.host()), (INIT, Some(host)));
    assert_eq!((host.template_contents(), host.text_content().as_str()), (None, "light"));
    let template = document.node(template).unwrap();
    let contents = template.template_contents().unwrap();
    assert_eq!(contents.data(), NodeData::Fragment);
    assert_eq!((contents.host(), contents.parent()), (Some(template), None));
    assert!(template.shadow_root().is_none());
    assert!(document.body().unwrap().template_contents().is_none());
    assert_eq!(document.root().text_content(), "light");
    assert_eq!(document.root().host(), None);
}

#[test]
fn nodes_are_equal_within_one_document_only() {
    let document = sample();
    let copy = document.clone();
    assert_eq!(document.body(), document.body());
    assert_ne!(document.body(), copy.body());
    assert_eq!(format!("{copy:?}"), format!("{document:?}"));
    assert!(format!("{document:?}").starts_with("Document { nodes: 12, attributes: 1, "));
}
