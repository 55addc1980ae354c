//! Attribute values that refer to other elements.

use sapwood::{Document, NodeRef, xml};

fn image(document: &Document) -> NodeRef<'_> {
    document.root().descendants().find(|node| node.local_name() == Some("img")).unwrap()
}

#[test]
fn references_find_html_elements_only() {
    #[rustfmt::skip]
    let cases = [
        ("<img usemap=#m><map name=m title=1></map>", Some("1")),
        ("<img usemap=#m><map id=m title=1></map>", Some("1")),
        ("<img usemap=#m><svg><map name=m title=1></map></svg>", None),
        ("<img usemap=#m><math><map name=m title=1></map></math>", None),
        ("<svg><map name=m title=1></map></svg><img usemap=x#m><map name=m title=2></map>", Some("2")),
        ("<img usemap=#M><map name=m title=1></map>", None),
        ("<img usemap=#m><p id=m title=1></p><map name=m title=2></map>", Some("2")),
        ("<img usemap=#><map name title=1></map>", None),
        ("<img usemap=m><map name=m title=1></map>", None),
    ];
    for (html, title) in cases {
        let document = sapwood::parse(html);
        let map = image(&document).attr_reference("usemap", "map");
        assert_eq!(map.and_then(|map| map.attr("title")), title, "{html}");
    }
}

#[test]
fn references_in_xml_need_the_namespace_of_html() {
    let markup = |namespace| {
        format!(
            "<r><h:img xmlns:h='http://www.w3.org/1999/xhtml' usemap='#m'/><map name='m' xmlns='{namespace}'/></r>"
        )
    };
    for (namespace, is_found) in [("http://www.w3.org/1999/xhtml", true), ("urn:x", false)] {
        let document = xml::parse(&markup(namespace));
        let map = image(&document).attr_reference("usemap", "map");
        assert_eq!(map.is_some(), is_found, "{namespace}");
    }
}
