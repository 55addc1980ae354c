//! Names with prefixes and any namespace.

use sapwood_names::{Namespace, attr, tag};
use sapwood_tree::{
    NodeView, Origin, QualifiedAttribute, QualifiedElement, QualifiedNames, Span, TreeSink,
    TreeSource,
};

use crate::{Builder, BuilderOptions, Document};

const HTML: &str = Namespace::Html.as_url();
const XLINK: &str = Namespace::XLink.as_url();

/// `<a:feed xmlns:a="u" a:id="1" id="2"><h:body l:href="#"/><feed/></a:feed>`, its names twice.
pub(super) fn tree() -> Document {
    let mut names = QualifiedNames::default();
    let mut add = |prefix, url, local| names.add(prefix, url, local).unwrap();
    let feed = add(Some("a"), "u", "feed");
    let declaration = add(Some("xmlns"), Namespace::XmlNs.as_url(), "a");
    let (a_id, id) = (add(Some("a"), "u", "id"), add(None, "", "id"));
    let body = add(Some("h"), HTML, "body");
    let (l_href, href) = (add(Some("l"), XLINK, "href"), add(Some("xlink"), XLINK, "href"));
    let plain = add(None, "", "feed");

    let mut builder = Builder::<false>::new(BuilderOptions::default());
    let attribute = |name, value| QualifiedAttribute { name, value, span: Span::default() };
    let element = |name, attributes| QualifiedElement {
        name,
        attributes,
        names: &names,
        origin: Origin::Tag(Span::default()),
    };
    let root = builder.document();
    let attributes = [attribute(declaration, "u"), attribute(a_id, "1"), attribute(id, "2")];
    let feed = builder.append_qualified_element(&root, element(feed, &attributes));
    let attributes = [attribute(l_href, "#"), attribute(href, "##")];
    builder.append_qualified_element(&feed, element(body, &attributes));
    builder.append_qualified_element(&feed, element(plain, &[]));
    builder.finish().document
}

#[test]
fn elements_have_prefixes_and_namespaces() {
    let document = tree();
    let feed = document.document_element().unwrap();
    assert_eq!(feed.qualified_name().unwrap().to_string(), "a:feed");
    assert_eq!((feed.prefix(), feed.local_name()), (Some("a"), Some("feed")));
    assert_eq!((feed.namespace(), feed.namespace_uri()), (Some(Namespace::Other), Some("u")));

    let body = feed.first_child().unwrap();
    assert_eq!((body.prefix(), body.namespace()), (Some("h"), Some(Namespace::Html)));
    assert_eq!(body.name().unwrap().name.id, tag::BODY);
    assert!(body.is_html(tag::BODY));
    assert!(!body.is_html(tag::HTML));

    let plain = feed.last_child().unwrap();
    assert_eq!((plain.prefix(), plain.namespace_uri()), (None, Some("")));
    assert_eq!(document.root().namespace_uri(), None);
}

#[test]
fn attributes_have_prefixes_and_namespaces() {
    let document = tree();
    let feed = document.document_element().unwrap();
    assert_eq!(feed.attr("id"), Some("2"));
    assert_eq!(feed.known_attribute(attr::ID), Some("2"));
    let id = feed.attrs().nth(1).unwrap();
    assert_eq!((id.prefix(), id.local_name(), id.namespace_uri()), (Some("a"), "id", "u"));
    assert_eq!((id.name_id(), id.namespace()), (attr::ID, Namespace::Other));

    let hrefs = feed.first_child().unwrap().attrs();
    let prefixes: Vec<_> = hrefs.map(|href| (href.prefix(), href.namespace())).collect();
    assert_eq!(prefixes, [("l"), ("xlink")].map(|prefix| (Some(prefix), Namespace::XLink)));
}

#[test]
fn xml_dump_names_namespaces() {
    let dump = tree().xml_dump().to_string();
    let expected = format!(
        "| <{{u}}a:feed>\n|   id=\"2\"\n|   {{{}}}xmlns:a=\"u\"\n|   {{u}}a:id=\"1\"\n\
         |   <{{{HTML}}}h:body>\n|     {{{XLINK}}}l:href=\"#\"\n|     {{{XLINK}}}xlink:href=\"##\"\n\
         |   <feed>\n",
        Namespace::XmlNs.as_url(),
    );
    assert_eq!(dump, expected);
}

#[test]
fn a_source_tells_them() {
    let document = tree();
    let names = (&document).view(&document.document_element().unwrap(), |view| match view {
        NodeView::Element(element) => {
            let attributes = element.attributes.map(|attribute| attribute.name.to_string());
            (element.name.to_string(), attributes.collect::<Vec<_>>())
        }
        _ => unreachable!("the document element is an element"),
    });
    assert_eq!(names, ("a:feed".into(), ["xmlns:a", "a:id", "id"].map(String::from).to_vec()));
}
