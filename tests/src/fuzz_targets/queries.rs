//! Fuzz targets for queries: the first line of an input is the query, the rest is the document.

use std::collections::HashSet;

use sapwood::{
    Document, Limits, NodeId, NodeRef, ParseOptions, Selector, XPath, XPathError, parse_with,
    selecting::SelectingParser,
    xml,
    xpath::{Value, XPathErrorKind},
};

use super::chosen::Choices;
use crate::{invariants, pieces::scattered, ways::Unstreamable};

/// Steps that an XPath expression may take.
const STEPS: u64 = 20_000;

/// The longest query, in bytes.
const LONGEST_QUERY: usize = 200;

/// Splits off the query.
fn split_query(text: &str) -> Option<(&str, &str)> {
    text.split_once('\n').filter(|(query, _)| query.len() <= LONGEST_QUERY)
}

/// An expression has one result, whichever call asks for it, and errors lie in the expression.
pub fn xpath(data: &[u8], limits: &Limits) {
    let mut choices = Choices { data };
    let (is_xml, options) = (choices.flag(), choices.options(limits));
    let text = String::from_utf8_lossy(choices.data);
    let Some((expression, source)) = split_query(&text) else { return };
    let xpath = match XPath::parse(expression) {
        Ok(xpath) => xpath.with_budget(STEPS),
        Err(error) => {
            let offset = error.offset().expect("a syntax error has a place");
            assert!(expression.is_char_boundary(offset), "{error} at {offset}");
            return assert!(!error.to_string().is_empty());
        }
    };
    assert_eq!(xpath.as_str(), expression);
    let document = match is_xml {
        true => {
            xml::parse_with(source, &xml::XmlParseOptions::default().limits(limits.clone()))
                .document
        }
        false => parse_with(source, &options).document,
    };
    let contexts = [Some(document.root()), document.root().descendants().nth(3)];
    for context in contexts.into_iter().flatten() {
        // The second time an element index may answer.
        for _ in 0..2 {
            check_value(&xpath, context);
        }
    }
}

/// Returns the result, or `None` if the budget was exceeded.
fn within_budget<T>(result: Result<T, XPathError>) -> Option<Result<T, XPathError>> {
    match result {
        Err(error) if error.kind() == XPathErrorKind::Budget => None,
        result => Some(result),
    }
}

/// Evaluates `boolean(…)` of the expression; `None` if that nests too deep or exceeds the budget.
fn as_boolean<'d>(
    xpath: &XPath,
    context: NodeRef<'d>,
) -> Option<Result<Value<NodeRef<'d>>, XPathError>> {
    let converted = XPath::parse(&format!("boolean({xpath})")).ok()?.with_budget(STEPS);
    within_budget(converted.evaluate(context))
}

fn check_value(xpath: &XPath, context: NodeRef<'_>) {
    let Some(value) = within_budget(xpath.evaluate(context)) else { return };
    let (first, items) = (xpath.first(context), xpath.items(context));
    let value = match value {
        Ok(value) => value,
        // A function that can't be evaluated.
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    // As text, in which a NaN equals itself.
    if let Some(again) = within_budget(xpath.evaluate(context)) {
        assert_eq!(format!("{again:?}"), format!("Ok({value:?})"));
    }
    if let Some(string) = within_budget(xpath.string(context)) {
        assert_eq!(string.as_deref(), Ok(&*value.to_text()), "{xpath}");
    }
    // `re:match()` has a list of texts: its string is the first, and its boolean is whether there is any.
    let may_be_list = matches!(value, Value::String(_)) && xpath.as_str().contains("match");
    if let Some(boolean) = within_budget(xpath.boolean(context)) {
        let expected = match may_be_list {
            true => as_boolean(xpath, context),
            false => Some(Ok(Value::Boolean(value.to_boolean()))),
        };
        assert!(expected.is_none_or(|expected| boolean.map(Value::Boolean) == expected), "{xpath}");
    }
    if let Some(strings) = within_budget(xpath.strings(context)) {
        let mut strings = strings.expect("strings of a value");
        if may_be_list {
            strings.truncate(1);
            if strings.is_empty() {
                strings.push(String::new());
            }
        }
        assert_eq!(strings, value.to_strings(), "{xpath}");
    }
    if let Some(Ok(number)) = within_budget(xpath.number(context)) {
        let expected = value.to_number();
        assert!(number == expected || number.is_nan() && expected.is_nan(), "{xpath}");
    }
    let Value::NodeSet(expected) = &value else {
        assert!(first.is_err() && items.is_err());
        return;
    };
    if let Some(items) = within_budget(items) {
        assert_eq!(items.as_ref(), Ok(expected), "{xpath}");
    }
    if let Some(first) = within_budget(first) {
        assert_eq!(first, Ok(expected.first().copied()), "{xpath}");
    }
    #[expect(clippy::mutable_key_type, reason = "nodes are hashed by their ids")]
    let distinct: HashSet<_> = expected.iter().collect();
    assert_eq!(distinct.len(), expected.len(), "a node is returned twice");
    for item in expected {
        let node = item.node();
        assert_eq!(context.owner().node(node.node_id()), Some(node));
    }
}

/// A selector survives being written, all calls agree on what it matches, and a stream finds what a document finds.
pub fn selectors(data: &[u8], limits: &Limits) {
    let mut choices = Choices { data };
    let (seed, options) = (choices.byte(), choices.options(limits));
    let text = String::from_utf8_lossy(choices.data);
    let Some((query, html)) = split_query(&text) else { return };
    let Ok(selector) = Selector::new(query) else { return };
    let again = Selector::new(&selector.to_string()).expect("a selector that was written");
    assert_eq!(again.to_string(), selector.to_string());

    let parsed = parse_with(html, &options);
    let document = parsed.document;
    invariants::check(&document).unwrap();
    let selected = |selector: &Selector| -> Vec<NodeId> {
        selector.select(document.root()).map(|element| element.node_id()).collect()
    };
    let found = selected(&selector);
    assert_eq!(selected(&again), found);
    let first = document.select_first(&selector).unwrap().map(|element| element.node_id());
    assert_eq!(first, found.first().copied());
    // By itself, an element is its own `:scope`, which `&` stands for as well.
    let names_scope = query.to_ascii_lowercase().contains("scope") || query.contains(['&', '\\']);
    if !names_scope {
        let matching = document.root().descendants().filter(NodeRef::is_element);
        let matching = matching.filter(|element| selector.matches(*element));
        let matching: Vec<_> = matching.map(|element| element.node_id()).collect();
        assert_eq!(matching, found, "{query:?} in {html:?}");
    }
    if parsed.limit.is_none() {
        check_stream(&selector, html, &document, &options, u64::from(seed));
    }
}

/// Compares a stream in pieces with a stream of the whole, and both with a document, unless they differ by design.
fn check_stream(
    selector: &Selector,
    html: &str,
    document: &Document,
    options: &ParseOptions,
    seed: u64,
) {
    let streamed = |chunks: &[&str]| {
        let mut found = Vec::new();
        let mut parser = SelectingParser::new(options);
        parser.on(selector, |element| found.push(element.outer_html())).ok()?;
        chunks.iter().for_each(|chunk| parser.feed(chunk));
        assert_eq!(parser.finish(), None);
        Some(found)
    };
    let Some(mut whole) = streamed(&[html]) else { return };
    assert_eq!(streamed(&scattered(html, seed)).as_ref(), Some(&whole), "{selector} in {html:?}");
    if Unstreamable::of(html).is_any() {
        return;
    }
    let mut found: Vec<_> =
        selector.select(document.root()).map(|element| element.outer_html()).collect();
    found.sort_unstable();
    whole.sort_unstable();
    assert_eq!(whole, found, "{selector} in {html:?}");
}
