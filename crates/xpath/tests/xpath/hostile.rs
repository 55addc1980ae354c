//! Expressions and documents that would cost a naive evaluator exponential or quadratic time, on a small stack: each
//! evaluation returns, or reports that its budget is exceeded.

use std::{
    thread,
    time::{Duration, Instant},
};

use sapwood::{Document, XPath, xpath::XPathErrorKind};

/// The most time for one evaluation. The budget takes a second at most; a busy machine takes longer.
const MOST: Duration = Duration::from_secs(20);

/// The stack of the thread that evaluates.
const STACK: usize = 512 << 10;

fn shapes() -> Vec<(&'static str, Document)> {
    let repeat = |text: &str, times: usize| text.repeat(times);
    let deep = format!("<r>{}{}</r>", repeat("<a x='1'>", 20_000), repeat("</a>", 20_000));
    let wide = format!("<r>{}</r>", repeat("<a x='1'>t</a><b/>", 20_000));
    let comb =
        format!("<r>{}{}</r>", repeat("<a x='1'><b/><b>t</b>", 5_000), repeat("</a>", 5_000));
    let attributes: String = (0..2_000).map(|number| format!(" a{number}='{number}'")).collect();
    let attributes = format!("<r>{}</r>", repeat(&format!("<a x='1'{attributes}><b/></a>"), 20));
    let text = format!("<r><a x='1'>{}</a><b>{}</b></r>", repeat("x ", 500_000), repeat("y", 100));
    let namespaces: String =
        (0..1_000).map(|number| format!(" xmlns:n{number}='u{number}'")).collect();
    let namespaces = format!("<r{namespaces}>{}</r>", repeat("<a x='1'><b/></a>", 2_000));
    [
        ("deep", deep),
        ("wide", wide),
        ("comb", comb),
        ("attributes", attributes),
        ("text", text),
        ("namespaces", namespaces),
    ]
    .into_iter()
    .map(|(name, text)| (name, sapwood::xml::parse(&text)))
    .collect()
}

/// Regular expressions, which have a cost of their own.
#[cfg(feature = "exslt")]
const REGULAR_EXPRESSIONS: &[&str] = &[
    "count(//*[re:match(string(/), '((((((((.*))))))))')])",
    "count(re:match(string(/), '(.)(.)', 'g'))",
    "string-length(re:replace(string(/), '(.+)', 'g', '\\1\\1\\1\\1\\1\\1\\1\\1\\1\\1'))",
    // Each match is found after a search to the end of the text.
    "count(re:match(string(/), '(?s).*\\x{1F600}|.', 'g'))",
    "string-length(re:replace(string(/), '(?s).*\\x{1F600}|.', 'g', 'b'))",
    "count(//*[re:test(string(/), '(.?){300}z')])",
    "count(//*[re:test(string(/), '[a-z].{200}z')])",
];
#[cfg(not(feature = "exslt"))]
const REGULAR_EXPRESSIONS: &[&str] = &[];

fn expressions() -> Vec<String> {
    let mut nested = String::from("1");
    for _ in 0..10 {
        nested = format!("count(//a[{nested}]/preceding::*) > 0");
    }
    let mut predicates = String::from("@x");
    for _ in 0..10 {
        predicates = format!(".//*[{predicates}]");
    }
    let concats = (0..60).fold("string(/)".to_owned(), |inner, _| format!("concat({inner},'x')"));
    [
        "count(//a/preceding::*)",
        "count(//*/following::*/preceding::*)",
        "count(//*[following::*[preceding::*[following::*]]])",
        "count(//a/ancestor::*/descendant::*/ancestor::*/descendant::*)",
        "//*[last()]/preceding::*[last()]",
        "//*[count(preceding::*) > count(following::*)][1]",
        "count(//*//*//*//*//*)",
        "string(//*[contains(., 'zz')])",
        "count(//*[. = //*])",
        "//* = //*/@*",
        "//*/@* != //*/@*",
        "count(//namespace::*)",
        "count(//*/namespace::*[. = //namespace::*])",
        "count(//@*[../@*[../@*[../@*]]])",
        "count(//*[position() = last()]/..//*[position() mod 2 = 1])",
        "sum(//*/@x) + count(//text()[normalize-space(.) = 'y'])",
        "string-length(translate(string(/), string(/), string(/)))",
        "count(//*[ancestor::*[ancestor::*[ancestor::*]]])",
        "//*[not(following-sibling::*)][not(preceding-sibling::*[not(self::a)])]",
        "count((//*|//@*|//text())[position() mod 3 = 0])",
    ]
    .into_iter()
    .chain(REGULAR_EXPRESSIONS.iter().copied())
    .map(str::to_owned)
    .chain([
        nested,
        format!("count(//*[{predicates}])"),
        concats,
        format!("count({})", "//*/..".repeat(200)),
        "1".to_owned() + &"+1".repeat(50_000),
        format!("{}1", "-".repeat(100_000)),
        format!("count(/{})", vec!["descendant-or-self::node()"; 300].join("/")),
        format!("//a{}", "[true()]".repeat(5_000)),
    ])
    .collect()
}

#[test]
fn every_evaluation_is_bounded() {
    let run = || {
        let (mut slowest, mut over) = ((Duration::ZERO, String::new()), 0);
        let mut count = 0;
        for (shape, document) in shapes() {
            for expression in expressions() {
                let xpath = XPath::parse(&expression).unwrap();
                let start = Instant::now();
                let result = xpath.evaluate(document.root());
                let time = start.elapsed();
                count += 1;
                if let Err(error) = &result {
                    assert_eq!(error.kind(), XPathErrorKind::Budget, "{error}");
                    over += 1;
                }
                let name = format!("{shape}: {expression:.100}");
                assert!(time < MOST, "{name} took {time:?}");
                if time > slowest.0 {
                    slowest = (time, name);
                }
            }
        }
        assert!(
            count >= 168,
            "{count} evaluations, {over} over budget; the slowest is {slowest:?}"
        );
    };
    thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
}

#[test]
fn deep_expressions_are_refused() {
    for (before, after) in [("(", ")"), ("a[", "]"), ("not(", ")"), ("-(", ")"), ("//a[b[", "]]")] {
        let expression = before.repeat(10_000) + "1" + &after.repeat(10_000);
        let parse = move || XPath::parse(&expression).unwrap_err().kind();
        let kind = thread::Builder::new().stack_size(STACK).spawn(parse).unwrap().join().unwrap();
        assert_eq!(kind, XPathErrorKind::TooDeep);
    }
}

#[test]
fn the_budget_is_a_setting() {
    let document = sapwood::xml::parse(&format!("<r>{}</r>", "<a/>".repeat(1000)));
    let xpath = XPath::parse("count(//*[count(//*[. = 'x']) = 0])").unwrap();
    assert_eq!(xpath.number(document.root()).unwrap(), 1001.0);
    let error = xpath.with_budget(500).evaluate(document.root()).unwrap_err();
    assert_eq!(error.to_string(), "the evaluation exceeds its budget of 500 steps");
}
