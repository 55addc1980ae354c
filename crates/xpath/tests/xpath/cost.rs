//! Expressions whose strings, comparisons and regular expressions once escaped the budget: each evaluation takes less
//! than a second, or reports that its budget is exceeded.

use std::time::{Duration, Instant};

use sapwood::{Document, XPath, xpath::XPathErrorKind};

/// The most time for one evaluation: the budget takes a second at most, and the machine may be busy.
const MOST: Duration = Duration::from_secs(3);

/// 120 kB of nested elements.
fn nested() -> Document {
    sapwood::parse(&"<b>".repeat(40_000))
}

/// Evaluates an expression, and returns the number of steps; `None` if they exceed the budget.
#[track_caller]
fn evaluate(document: &Document, expression: &str) -> Option<u64> {
    let xpath = XPath::parse(expression).unwrap();
    let start = Instant::now();
    let (result, steps) = xpath.evaluate_and_count(document.root());
    let time = start.elapsed();
    assert!(time < MOST, "{expression} took {time:?} for {steps} steps");
    match result {
        Ok(_) => Some(steps),
        Err(error) => {
            assert_eq!(error.kind(), XPathErrorKind::Budget, "{error}");
            None
        }
    }
}

#[test]
fn string_values_of_nested_elements_are_charged() {
    let document = nested();
    assert_eq!(evaluate(&document, "str:concat(//*)"), None);
    assert_eq!(evaluate(&document, "set:distinct(//*)"), None);
    let strings = XPath::parse("//*").unwrap().strings(document.root());
    assert_eq!(strings.unwrap_err().kind(), XPathErrorKind::Budget);
}

#[test]
fn a_large_constant_is_compared_in_constant_time() {
    let text = "t".repeat(1_000_000);
    let document = sapwood::parse(&format!("<p>{text}</p>{}", "<i>x</i>".repeat(50_000)));
    for expression in [
        "//i[str:concat(//p) = 'x']",
        "//i[str:concat(//p) = .]",
        "//i[. != str:concat(//p)]",
        "//i[string(//p) = string(.)]",
        "//i[str:concat(//p) > 1]",
        "//i[number(//p) > 1]",
        "//i[str:concat(//p) = str:concat(//p)]",
        "//i[string-length(//p) + string-length(//p) = 1]",
        "//i[contains(., str:concat(//p))]",
        "//i[substring-before(., str:concat(//p))]",
        "//i[//p != .]",
        "//i[//p = .]",
        "//i[. < //p]",
        "//i[not(re:match(str:concat(//p), 'z'))]",
    ] {
        let steps = evaluate(&document, expression).expect(expression);
        assert!(steps < 15_000_000, "{expression} took {steps} steps");
    }
}

#[test]
fn the_comparison_of_a_large_constant_ends_early() {
    let nested = "<b>x".repeat(3_000);
    let document = sapwood::parse(&nested);
    for expression in ["//*[str:concat(//*) = 'x']", "//*[str:concat(//*) = .]"] {
        let steps = evaluate(&document, expression).expect(expression);
        assert!(steps < 30_000_000, "{expression} took {steps} steps");
    }
}

#[test]
fn positions_of_a_regular_expression_are_charged() {
    let document = sapwood::parse(&format!("<p>{}", "x".repeat(100_000)));
    for pattern in
        ["(x{1,50}){1,50}y", "(.?){300}z", "[a-z].{200}z", "(x{1,50}){1,50}.{20}\\x{1F600}"]
    {
        for expression in [
            format!("//p[re:test(., '{pattern}')]"),
            format!("count(re:match(//p, '{pattern}', 'g'))"),
            format!("re:replace(//p, '{pattern}|x', 'g', 'y')"),
        ] {
            evaluate(&document, &expression);
        }
    }
}

#[test]
fn a_constant_pattern_is_hashed_and_compiled_once() {
    let document = sapwood::parse(&"<i>x</i>".repeat(20_000));
    let pattern = "z".repeat(10_000);
    for call in ["re:test(., '{}')", "re:match(., '{}', 'i')", "re:replace(., '{}', 'g', '') = 'y'"]
    {
        let expression = format!("//i[{}]", call.replace("{}", &pattern));
        let steps = evaluate(&document, &expression).expect(call);
        // A hash of the pattern would take more than a thousand steps for an element.
        assert!(steps < 8_000_000, "{call} took {steps} steps");
    }
}

#[test]
fn ordinary_expressions_stay_far_below_the_budget() {
    let paragraph = "<p class='a b'>Call +49 30 1234-567 on 2024-05-01, or write to <a href='mailto:x@y.example'>Ann \
                     O’Neill</a>: größer als 12 % of the 3 offers.</p>";
    let document = sapwood::parse(&format!("<div><div><div>{}", paragraph.repeat(1_000)));
    for expression in [
        r"//p[re:test(., '\d{4}-\d{2}-\d{2}')]",
        r"//a[re:test(@href, '^(mailto|https?):[\w.+-]+@[\w.-]+$', 'i')]",
        r"count(re:match(string(//p[1]), '\w+', 'g'))",
        r"re:replace(string(//p[1]), '\s+', 'g', ' ')",
        "set:distinct(//a/@href)",
        "str:concat(//p)",
        "//*[contains(., 'Ann')]",
        "//p[contains(concat(' ', normalize-space(@class), ' '), ' b ')]",
    ] {
        let steps = evaluate(&document, expression).expect(expression);
        assert!(steps < 5_000_000, "{expression} took {steps} steps");
    }
}

#[test]
fn a_climb_that_finds_nothing_is_charged() {
    let document = sapwood::parse(&"<b>".repeat(20_000));
    assert_eq!(evaluate(&document, "count(//*/following::*[position() mod 2 = 0])"), None);
}

#[test]
fn inherited_properties_are_found_once() {
    let document = sapwood::parse(&"<b>".repeat(20_000));
    for expression in ["//*[lang('en')]", "count(//namespace::*)", "//namespace::*[. = 'x']"] {
        let steps = evaluate(&document, expression).expect(expression);
        assert!(steps < 2_000_000, "{expression} took {steps} steps");
    }
}
