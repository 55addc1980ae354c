//! Parsing XML into an `RcDom` keeps the prefixes and namespaces of names.

use sapwood_rcdom::{
    Builder, Handle, NodeData, ParseOpts, QualName, RcDom, SerializableHandle, serialize,
    serialize::{SerializeOpts, TraversalScope},
};
use sapwood_xml::{Tokenizer, TreeBuilder};

fn parse(xml: &str) -> RcDom {
    let sink = Builder::new(RcDom::default(), &ParseOpts::default());
    let mut builder = TreeBuilder::new(sink, u32::MAX);
    let mut tokenizer = Tokenizer::new(sapwood_xml::XmlTokenizerOptions::default());
    tokenizer.feed(xml, &mut builder);
    tokenizer.finish(&mut builder);
    builder.finish()
}

fn child(node: &Handle, index: usize) -> Handle {
    node.children.borrow()[index].clone()
}

fn name(node: &Handle) -> QualName {
    match &node.data {
        NodeData::Element { name, .. } => name.clone(),
        _ => panic!("not an element"),
    }
}

fn qualified(prefix: Option<&str>, url: &str, local: &str) -> QualName {
    QualName::new(prefix.map(Into::into), url.into(), local.into())
}

#[test]
fn xml_names_keep_prefixes_and_namespaces() {
    let dom = parse(
        "<!DOCTYPE feed><?style x?><feed xmlns='urn:a' xmlns:dc='urn:dc'><dc:title dc:lang='de' lang='en'>T</dc:title>\
         <template><p/></template></feed>",
    );
    assert!(matches!(&child(&dom.document, 1).data,
        NodeData::ProcessingInstruction { target, contents } if &**target == "style" && &**contents == "x"));
    let feed = child(&dom.document, 2);
    assert_eq!(name(&feed), qualified(None, "urn:a", "feed"));
    let title = child(&feed, 0);
    assert_eq!(name(&title), qualified(Some("dc"), "urn:dc", "title"));
    let NodeData::Element { attrs, .. } = &title.data else { panic!("not an element") };
    let names: Vec<_> = attrs.borrow().iter().map(|attribute| attribute.name.clone()).collect();
    assert_eq!(names, [qualified(Some("dc"), "urn:dc", "lang"), qualified(None, "", "lang")]);
    // A `template` outside the HTML namespace is an ordinary element.
    let template = child(&feed, 1);
    assert_eq!(template.children.borrow().len(), 1);

    let mut written = Vec::new();
    let opts = SerializeOpts { traversal_scope: TraversalScope::IncludeNode, ..Default::default() };
    serialize(&mut written, &SerializableHandle::from(title), opts).unwrap();
    let written = String::from_utf8(written).unwrap();
    assert_eq!(written, "<dc:title dc:lang=\"de\" lang=\"en\">T</dc:title>");
}
