//! The cases of `fixtures/xpath`, derived from the text of the specification.
//!
//! A line that begins with `@` defines a document: its name, its language (`xml` or `html`) and its markup. Any other
//! line is a case: a document, an expression, and its value. The columns are separated by tabs. `fixtures/xpath/README.md`
//! says how a value is written.

use std::{collections::BTreeMap, fs, path::Path};

use sapwood::{
    Document, NodeRef, XPath,
    tree::{Node, NodeKind},
    xpath::{Item, Value},
};

/// The number of cases.
const PINNED: usize = 1465;

#[test]
fn cases_have_the_specified_values() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/xpath");
    let mut documents = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in ["core.tsv", "axes.tsv", "html.tsv", "errors.tsv", "exslt.tsv"] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        for (number, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut columns = line.split('\t');
            let mut column = || columns.next().unwrap_or_else(|| panic!("{file}:{}", number + 1));
            let (first, second, third) = (column(), column(), column());
            if let Some(name) = first.strip_prefix('@') {
                let markup = third.replace("\\n", "\n");
                let document = match second {
                    "html" => sapwood::parse(&markup),
                    _ => sapwood::xml::parse(&markup),
                };
                documents.insert(name.to_owned(), document);
                continue;
            }
            count += 1;
            let found = value_of(&documents[first], second);
            if found != third {
                wrong.push(format!(
                    "{file}:{}: {second}\n  expected {third}\n  found    {found}",
                    number + 1
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(count, PINNED);
}

fn value_of(document: &Document, expression: &str) -> String {
    let value = XPath::parse(expression).and_then(|xpath| xpath.evaluate(document.root()));
    match value {
        Err(error) => format!("error {error}"),
        Ok(Value::String(text)) => format!("{text:?}"),
        Ok(Value::Boolean(is)) => is.to_string(),
        Ok(Value::Number(number)) if number == 0.0 && number.is_sign_negative() => "-0".to_owned(),
        Ok(value @ Value::Number(_)) => value.to_text().into_owned(),
        Ok(Value::NodeSet(items)) => {
            let items: Vec<_> = items.into_iter().map(describe).collect();
            format!("[{}]", items.join(" "))
        }
    }
}

fn describe(item: Item<NodeRef<'_>>) -> String {
    match item {
        Item::Attribute { .. } => {
            let attribute = item.as_attribute().unwrap();
            format!("@{}={}", attribute.name, attribute.value)
        }
        Item::Namespace { .. } => {
            let (prefix, url) = item.as_namespace().unwrap();
            format!("{prefix}={url}")
        }
        Item::Node(node) => match Node::kind(node) {
            NodeKind::Document | NodeKind::Fragment => "/".to_owned(),
            NodeKind::Element => {
                let id = node.attr("id").map(|id| format!("#{id}")).unwrap_or_default();
                format!("{}{id}", node.qualified_name().unwrap())
            }
            NodeKind::Text => format!("{:?}", item.string_value()),
            NodeKind::Comment => format!("comment({})", item.string_value()),
            NodeKind::ProcessingInstruction => {
                format!("{}({})", item.name().unwrap().local.text, item.string_value())
            }
            NodeKind::Doctype => "other".to_owned(),
        },
    }
}
