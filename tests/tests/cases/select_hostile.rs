//! Selectors on hostile trees: a million elements deep or a hundred thousand wide, on a small stack. Quadratic code
//! would not terminate in reasonable time.

use sapwood::{Document, Selector, parse};

const DEPTH: usize = 1_000_000;
const WIDTH: usize = 100_000;
/// A stack that any recursion on depth would overflow.
const STACK: usize = 256 * 1024;

/// Checks the number of matches in a document that was not searched before, and in one that has an index.
fn check(document: &Document, cases: &[(&str, usize)]) {
    for (text, expected) in cases {
        let selector: Selector = text.parse().unwrap();
        let anew = document.clone();
        assert_eq!(selector.select(anew.root()).count(), *expected, "{text}, without an index");
        assert_eq!(selector.select(document.root()).count(), *expected, "{text}");
    }
}

fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join().unwrap();
}

#[test]
fn matches_in_linear_time_in_a_deep_tree() {
    on_a_small_stack(|| {
        let document = parse(&format!("<!doctype html><body>{}<p id=p>", "<div>".repeat(DEPTH)));
        check(
            &document,
            &[
                ("div", DEPTH),
                ("div div", DEPTH - 1),
                ("div > div > div", DEPTH - 2),
                ("span div", 0),
                (":not(p) div", DEPTH),
                ("[x] div", 0),
                ("main > div p", 0),
                ("main > div div", 0),
                ("body > div div + div", 0),
                ("html > div div", 0),
                ("div:not(div div)", 1),
                ("div:not(span div)", DEPTH),
                ("div:is(span > div div)", 0),
                (":has(p)", DEPTH + 2),
                ("div:has(> div)", DEPTH - 1),
                ("div:has(div p)", DEPTH - 1),
                ("div:has(div div div)", DEPTH - 3),
                ("div:has(i)", 0),
                ("div:has(i, b > u)", 0),
                ("div:not(:has(span))", DEPTH),
                ("div:has(:is(div > div) > p)", DEPTH - 1),
                ("div:first-child", DEPTH),
                ("div:nth-last-child(1 of div > div)", DEPTH - 1),
                (":lang(en)", 0),
                (":dir(rtl)", 0),
                ("div:read-write", 0),
                ("div:disabled, fieldset div", 0),
            ],
        );
        let deepest = document.select_first("#p").unwrap().unwrap();
        assert!(deepest.matches("body > div div:not(span div) > p").unwrap());
        assert!(!deepest.matches("main div div div p").unwrap());
        assert!(deepest.closest("body").unwrap().is_some());
        assert!(deepest.closest("main > div, main div > p").unwrap().is_none());
        assert_eq!(deepest.select("div *").unwrap().count(), 0);
    });
}

#[test]
fn matches_in_linear_time_in_a_wide_tree() {
    on_a_small_stack(|| {
        let document = parse(&format!("<!doctype html><body>{}<b></b>", "<i></i>".repeat(WIDTH)));
        check(
            &document,
            &[
                ("i + i", WIDTH - 1),
                ("i ~ i", WIDTH - 1),
                ("b ~ i", 0),
                ("u ~ i", 0),
                ("u ~ i ~ i", 0),
                ("u + i ~ i", 0),
                ("[x] ~ i", 0),
                ("i ~ b", 1),
                ("i:not(u ~ i)", WIDTH),
                ("i:nth-child(2n)", WIDTH / 2),
                ("i:nth-last-child(2n)", WIDTH / 2),
                ("i:nth-of-type(3n)", WIDTH / 3),
                ("i:nth-last-of-type(3n)", WIDTH / 3),
                ("i:only-of-type, b:only-of-type", 1),
                ("i:nth-child(odd of i)", WIDTH / 2),
                ("i:nth-last-child(odd of i + i)", WIDTH / 2),
                ("i:has(+ i)", WIDTH - 1),
                ("i:has(~ b)", WIDTH),
                ("i:has(~ u)", 0),
                ("i:has(~ i + b)", WIDTH - 1),
                ("i:has(~ i ~ u)", 0),
                ("body:has(u, b)", 1),
                (":empty", WIDTH + 2),
            ],
        );
    });
}

#[test]
fn form_states_take_linear_time() {
    on_a_small_stack(|| {
        let options = "<option>".repeat(WIDTH);
        let radios = "<input type=radio name=a>".repeat(WIDTH);
        let nested = "<fieldset>".repeat(WIDTH);
        let html = format!("<form><select>{options}</select>{radios}</form>{nested}<input id=x>");
        check(
            &parse(&html),
            &[
                (":checked", 1),
                ("input:indeterminate", WIDTH),
                (":default", 0),
                (":disabled", 0),
                ("fieldset:enabled", WIDTH),
                ("input:read-write", 1),
                (":required", 0),
            ],
        );
    });
}

#[test]
fn validity_takes_linear_time() {
    on_a_small_stack(|| {
        let nested = "<fieldset>".repeat(WIDTH);
        let owned = "<input form=f required>".repeat(WIDTH);
        let radios = "<input type=radio name=a required>".repeat(WIDTH);
        let html = format!(
            "<form id=f><input></form>{owned}<form>{radios}</form>{nested}<input required>"
        );
        check(
            &parse(&html),
            &[
                (":invalid", 3 * WIDTH + 3),
                (":valid", 1),
                ("fieldset:invalid > fieldset:invalid", WIDTH - 1),
                ("form:has(:valid)", 1),
                (":in-range, :out-of-range", 0),
            ],
        );
        let disabled = "<fieldset disabled>".repeat(WIDTH);
        check(
            &parse(&format!("{disabled}<input required>")),
            &[(":valid", WIDTH), (":invalid", 0)],
        );
        let ranges = "<input type=number min=1e300 value=1e-300>".repeat(WIDTH);
        check(&parse(&ranges), &[(":out-of-range", WIDTH)]);
    });
}

#[test]
fn hostile_patterns_take_bounded_time() {
    on_a_small_stack(|| {
        let value = format!("{}b", "a".repeat(WIDTH));
        let controls: [(&str, usize); 4] =
            [("(a+)+", 1), ("(?=(a|aa)+$)a*", 1), (r"(a+)+\1c", 0), ("(a?){60000}", 0)];
        for (pattern, invalid) in controls {
            let html = format!("<input pattern='{pattern}' value={value}>");
            check(&parse(&html), &[(":invalid", invalid), (":valid", 0)]);
        }
        let many: String =
            (0..WIDTH).map(|n| format!("<input pattern='a{{{n}}}' value=a>")).collect();
        assert!(parse(&many).select(":valid").unwrap().count() <= 1);
    });
}

#[test]
fn long_selectors_are_refused_or_parsed_in_linear_time() {
    on_a_small_stack(|| {
        for text in [":not(".repeat(100_000), ":is(".repeat(100_000), "(".repeat(100_000)] {
            let error = text.parse::<Selector>().unwrap_err();
            assert_eq!(error.expected(), "at most 32 nested brackets");
        }
        let nested = format!("{}a{}", ":not(".repeat(32), ")".repeat(32));
        assert_eq!(parse("<a>").select(&nested).unwrap().count(), 1);
        assert!("a ".repeat(64).parse::<Selector>().is_ok());
        assert!("a ".repeat(65).parse::<Selector>().is_err());
        assert!("a ".repeat(50_000).parse::<Selector>().is_err());
        let list = vec!["p > a"; 20_000].join(", ");
        assert_eq!(parse("<p><a>").select(&list).unwrap().count(), 1);
        assert_eq!(parse("<p><a>").select(&".a".repeat(20_000)).unwrap().count(), 0);
        assert!(format!("{}!", "a,".repeat(20_000)).parse::<Selector>().is_err());
    });
}
