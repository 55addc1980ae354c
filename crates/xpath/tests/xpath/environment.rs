//! Variables and functions of the caller.

use sapwood::{
    NodeRef, XPath,
    xpath::{Bindings, Item, Value, XPathErrorKind, XPathOptions},
};

const MARKUP: &str = "<p id=a>1<p id=b>2<p id=c>3";

#[test]
fn variables_have_each_type() {
    let document = sapwood::parse(MARKUP);
    let mut paragraphs = document.xpath_nodes("//p").unwrap();
    // A variable's nodes may be in any order and repeated.
    paragraphs.reverse();
    paragraphs.push(paragraphs[0]);
    let bindings = Bindings::new()
        .variable("s", "2")
        .variable("n", 1.5)
        .variable("b", true)
        .variable("p:s", String::from("prefixed"))
        .variable("nodes", paragraphs.into_iter().collect::<Value<_>>());
    let options = XPathOptions::new().prefix("p", "urn:p");
    for (expression, expected) in [
        ("string(//p[. = $s]/@id)", "b"),
        ("$n + 1", "2.5"),
        ("not($b)", "false"),
        ("$p:s", "prefixed"),
        ("count($nodes)", "3"),
        ("$nodes[1]", "1"),
        ("$nodes[last()]/@id", "c"),
        ("string(//p[count($nodes) = .]/@id)", "c"),
        ("count($nodes | //p)", "3"),
        ("$nodes = $s", "true"),
    ] {
        let xpath = XPath::parse_with(expression, &options).unwrap();
        let value = xpath.evaluate_with(document.root(), &bindings).unwrap();
        assert_eq!(value.to_text(), expected, "{expression}");
    }
}

#[test]
fn functions_get_arguments_and_the_context_node() {
    let document = sapwood::parse(MARKUP);
    let options = XPathOptions::new().function("double").function("self-id").function("fail");
    let bindings = Bindings::new()
        .function("double", |arguments: &[Value<NodeRef<'_>>], _| {
            Ok(Value::Number(2.0 * arguments[0].to_number()))
        })
        .function("self-id", |_, context: Item<NodeRef<'_>>| {
            Ok(context.node().element_id().unwrap_or_default().into())
        })
        .function("fail", |_, _| Err("it always does".to_owned()));
    let evaluate = |expression: &str| {
        let xpath = XPath::parse_with(expression, &options).unwrap();
        let value = xpath.evaluate_with(document.root(), &bindings);
        value.map(|value| value.to_text().into_owned())
    };
    assert_eq!(evaluate("double(//p[2])").unwrap(), "4");
    assert_eq!(evaluate("//p[double(.) = 6]/@id").unwrap(), "c");
    assert_eq!(evaluate("//p[self-id() = 'b']").unwrap(), "2");
    let error = evaluate("//p[fail()]").unwrap_err();
    assert_eq!(error.kind(), XPathErrorKind::Function);
    assert_eq!(error.to_string(), "1:5: fail() failed: it always does");
}

#[test]
fn missing_names_are_errors() {
    let document = sapwood::parse(MARKUP);
    let options = XPathOptions::new().function("f");
    for (expression, kind, message) in [
        ("$x", XPathErrorKind::UndeclaredVariable, "1:1: undeclared variable \"$x\""),
        ("1 + f()", XPathErrorKind::UnknownFunction, "1:5: unknown function \"f\""),
    ] {
        let xpath = XPath::parse_with(expression, &options).unwrap();
        let error = xpath.evaluate_with(document.root(), &Bindings::new()).unwrap_err();
        assert_eq!((error.kind(), error.to_string().as_str()), (kind, message));
    }
    assert!(XPath::parse("f()").is_err());
}
