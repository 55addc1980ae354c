//! The cases of `fixtures/xpath` have the same values on trees of this crate as on documents.

use std::{collections::HashMap, fs, path::Path};

use sapwood::{Document, XPath, xpath::Value};
use sapwood_rcdom::{
    Builder, ParseOpts, RcDom, parse_document, tendril::TendrilSink, tree_builder::TreeBuilderOpts,
};
use sapwood_xml::{Tokenizer, TreeBuilder};

fn html(markup: &str) -> RcDom {
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..Default::default() };
    let opts = ParseOpts { tree_builder, ..Default::default() };
    parse_document(RcDom::default(), opts).one(markup)
}

fn xml(markup: &str) -> RcDom {
    let sink = Builder::new(RcDom::default(), &ParseOpts::default());
    let mut builder = TreeBuilder::new(sink, u32::MAX);
    let mut tokenizer = Tokenizer::new(sapwood_xml::XmlTokenizerOptions::default());
    tokenizer.feed(markup, &mut builder);
    tokenizer.finish(&mut builder);
    builder.finish()
}

/// Numbers the nodes of a document in tree order.
fn numbers(document: &Document) -> HashMap<sapwood::NodeId, usize> {
    let root = std::iter::once(document.root());
    root.chain(document.descendants()).map(|node| node.node_id()).zip(0..).collect()
}

#[test]
fn trees_have_the_values_of_documents() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/xpath");
    let (mut cases, mut skipped) = (0, Vec::new());
    for file in ["core.tsv", "axes.tsv", "html.tsv", "exslt.tsv"] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let mut trees = HashMap::new();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let columns: Vec<_> = line.split('\t').collect();
            if let Some(name) = columns[0].strip_prefix('@') {
                let markup = columns[2].replace("\\n", "\n");
                let (document, tree) = match columns[1] {
                    "html" => (sapwood::parse(&markup), html(&markup)),
                    _ => (sapwood::xml::parse(&markup), xml(&markup)),
                };
                let copy = tree.snapshot().document().dump().to_string();
                if copy == document.dump().to_string() {
                    trees.insert(name.to_owned(), (document, tree));
                } else {
                    skipped.push(format!("{file}: {name}"));
                }
                continue;
            }
            let Some((document, tree)) = trees.get(columns[0]) else { continue };
            let Ok(xpath) = XPath::parse(columns[1]) else { continue };
            let snapshot = tree.snapshot();
            let (own, copied) = (numbers(document), numbers(snapshot.document()));
            let expected = document.xpath(&xpath).map(|it| it.map(|node| own[&node.node_id()]));
            let found = tree
                .xpath(&xpath)
                .map(|it| it.map(|handle| copied[&snapshot.node(&handle).unwrap().node_id()]));
            assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{line}");
            assert_eq!(
                format!("{:?}", tree.xpath_strings(&xpath)),
                format!("{:?}", document.xpath_strings(&xpath)),
                "{line}"
            );
            assert_eq!(
                format!("{:?}", tree.document.xpath_string(&xpath)),
                format!("{:?}", document.xpath_string(&xpath)),
                "{line}"
            );
            if let Ok(Value::NodeSet(items)) = tree.xpath(&xpath) {
                let nodes = tree.xpath_nodes(&xpath).unwrap();
                let items: Vec<_> = items.into_iter().filter_map(|item| item.as_node()).collect();
                assert_eq!(nodes.len(), items.len(), "{line}");
            }
            cases += 1;
        }
    }
    assert!(cases > 300, "{cases} cases, {skipped:?} left out");
}
