//! `:valid`, `:invalid`, `:in-range` and `:out-of-range`, compared with Chromium on generated forms and patterns.
//!
//! The forms avoid what Chromium does otherwise than the standard says. [`DEPARTURES`] lists these cases, and each of them is
//! checked, too. Each reason is in the standard's text: the section on image buttons, for example, has no sentence that
//! bars them from constraint validation, while those on reset buttons and on plain buttons have one.

use std::{path::Path, process::ExitCode};

use anyhow::{Result, ensure};
use sapwood::parse;
use sapwood_tests::{
    chromium,
    harness::{self, say},
    soup::Random,
};

/// Number of generated forms.
const FORMS: usize = 1_000;

/// Number of generated patterns, each with a value.
const PATTERNS: usize = 20_000;

const SELECTORS: [&str; 4] = [":valid", ":invalid", ":in-range", ":out-of-range"];

/// Markup on which Chromium departs from the standard, the ids that it finds by each of [`SELECTORS`], and the reason.
#[rustfmt::skip]
const DEPARTURES: &[(&str, [&str; 4], &str)] = &[
    ("<input id=a type=image>", ["", "", "", ""], "an image button is not barred from constraint validation"),
    ("<input id=a type=radio required>", ["a", "", "", ""], "a radio button without a name is alone in its group"),
    ("<input id=a type=number>", ["a", "", "a", ""], "it has no range limitations"),
    ("<input id=a type=date value=x min=y>", ["a", "", "a", ""], "it has no range limitations"),
    ("<input id=a type=range min=5 max=1>", ["a", "", "a", ""], "the value is the minimum, which is above the maximum"),
    ("<input id=a type=number min=5x value=1>", ["a", "", "", ""], "the rules for parsing numbers ignore what follows"),
    ("<input id=a type=date min=2020-01-01 step=1.5 value=2020-01-04>", ["", "a", "a", ""], "steps of dates are not rounded"),
    ("<input id=a type=number min=0 step=1 value=0.00000001>", ["a", "", "a", ""], "steps have no tolerance"),
    ("<select id=a required><hr><option></select>", ["a", "", "", ""], "a separator is no option, so the option is the first"),
    ("<select id=a required><div><option></div></select>", ["", "a", "", ""], "a placeholder label option is a child of the select"),
    ("<input id=a type=email multiple value='a@b,'>", ["", "a", "", ""], "a comma at the end adds no address"),
    ("<form id=a><table></form></table><form id=b></form><input id=c required>", ["a b", "c", "", ""], "an end tag closes one form"),
];

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("validity_chromium", |mut harness| {
        match chromium::find() {
            Some(browser) => {
                harness.add("forms_are_chromiums", || {
                    forms(browser).map_err(|error| format!("{error:#}"))
                });
                harness.add("patterns_are_chromiums", || {
                    patterns(browser).map_err(|error| format!("{error:#}"))
                });
                harness.add("departures", || {
                    departures(browser).map_err(|error| format!("{error:#}"))
                });
            }
            None => harness.absent("Chromium"),
        }
        Ok(harness.run(|| {}))
    })
}

/// Returns the ids of Chromium's matches in each page.
fn theirs(browser: &Path, pages: &[String], all: bool) -> Result<Vec<[String; 4]>> {
    let function = format!(
        "page => {{
            // A document of `DOMParser` isn't loaded: its controls have fewer form owners than those of a page.
            const frame = globalThis.frame ??= globalThis.document.body.appendChild(globalThis.document.createElement('iframe'));
            const document = frame.contentDocument;
            document.open();
            document.write(page);
            document.close();
            // See the departures.
            const departs = (it, selector) => selector === ':in-range' && it.value === '' && !it.matches('[min], [max], [type=range]');
            const ids = selector => [...document.querySelectorAll(selector)]
                .filter(it => {all} || !departs(it, selector)).map(it => it.id).join(' ');
            return {SELECTORS:?}.map(ids);
        }}"
    );
    chromium::map(browser, &function, pages)
}

fn ours(page: &str) -> Result<[String; 4]> {
    let document = parse(page);
    let mut found = <[String; 4]>::default();
    for (found, selector) in found.iter_mut().zip(SELECTORS) {
        let ids = document.select(selector)?.filter_map(|it| it.element_id());
        *found = ids.collect::<Vec<_>>().join(" ");
    }
    Ok(found)
}

fn forms(browser: &Path) -> Result<()> {
    let mut random = Random::new(0xf0);
    // See the departures: Chromium's tree differs after the end tag of a form in a form.
    let nested: sapwood::Selector = "form form".parse()?;
    let mut pages = Vec::new();
    while pages.len() < FORMS {
        let page = Page::generate(&mut random);
        if parse(&page).select_first(&nested)?.is_none() {
            pages.push(page);
        }
    }
    compare(browser, &pages, "forms")
}

fn patterns(browser: &Path) -> Result<()> {
    let mut random = Random::new(0xae);
    let pages: Vec<String> = (0..PATTERNS)
        .map(|_| {
            let pattern = pattern(&mut random);
            let value: String =
                (0..1 + random.below(5)).map(|_| pick(&mut random, VALUE_PIECES)).collect();
            format!("<input id=a pattern=\"{}\" value=\"{}\">", escaped(&pattern), escaped(&value))
        })
        .collect();
    compare(browser, &pages, "patterns")
}

fn compare(browser: &Path, pages: &[String], what: &str) -> Result<()> {
    let mut wrong = Vec::new();
    for pages in pages.chunks(5_000) {
        for (page, theirs) in pages.iter().zip(theirs(browser, pages, false)?) {
            let ours = ours(page)?;
            if ours != theirs {
                wrong.push(format!("{page}\n  ours   {ours:?}\n  theirs {theirs:?}"));
            }
        }
    }
    say(&format!("validity_chromium: {} {what}, {} wrong", pages.len(), wrong.len()));
    wrong.sort_by_key(String::len);
    wrong.truncate(30);
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

fn departures(browser: &Path) -> Result<()> {
    let pages: Vec<String> = DEPARTURES.iter().map(|(page, ..)| (*page).to_owned()).collect();
    for ((page, expected, _), theirs) in DEPARTURES.iter().zip(theirs(browser, &pages, true)?) {
        ensure!(theirs == *expected, "{page}: Chromium finds {theirs:?}");
        ensure!(ours(page)? != theirs, "{page}: no difference");
    }
    Ok(())
}

fn pick<T: Copy>(random: &mut Random, list: &[T]) -> T {
    list[random.below(list.len())]
}

fn escaped(value: &str) -> String {
    value.replace('&', "&amp;").replace('"', "&quot;")
}

const VALUE_PIECES: &[&str] = &["a", "b", "a", "b", "A", "1", " ", "é", "ſ", "k", "😀", "-"];

/// A pattern of random pieces, of which about a third is valid.
fn pattern(random: &mut Random) -> String {
    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "a", "b", "A", "1", ".", "a*", "b+", "b?", "a{1,2}", "b{2}", "(?:a|b)*", "[ab]", "[^a]", "[a-z]+", "[\\w&&[^b]]",
        "[\\p{L}--a]", "[\\q{ab|b}1]", "\\d", "\\w", "\\W", "\\s", "\\b", "\\B", "\\p{Lu}", "\\P{L}", "\\p{Script=Latin}",
        "\\p{Emoji}", "\\u{1F600}", "\\ud83d\\ude00", "\\x61", "^", "$", "(a|b)", "(.)", "(?<n>a|ab)", "\\1", "\\k<n>",
        "(?=a)", "(?!b)", "(?<=a)", "(?<!b)", "(?=(.))", "(?<=(.)\\1)", "(?i:a)", "(?i:[^a]k)", "(?i:\\W)", "(?s:.)", "(?m:^a$)",
    ];
    #[rustfmt::skip]
    const SYNTAX: &[&str] = &[
        "|", "(", ")", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<m>", "[", "[^", "]", "*", "+", "?", "{1}", "{,2}", "{2,1}", "}",
        "\\", "-", "&&", "--", "/", "\\2", "\\p{Foo}", "\\-", "(?i-s:", "(?i-i:", "\\c", "\\cA", "\\0", "\\q{a}", "\\/", "\\.",
    ];
    let mut pattern = String::new();
    for _ in 0..1 + random.below(5) {
        let pieces = if random.below(4) == 0 { SYNTAX } else { PIECES };
        pattern.push_str(pick(random, pieces));
        if random.below(6) == 0 {
            pattern.push_str(pick(random, &["*", "+", "?", "{2}", "*?"]));
        }
    }
    match random.below(4) {
        0 => format!("({pattern})"),
        1 => format!("(?:{pattern})+"),
        2 => format!("{pattern}.*"),
        _ => pattern,
    }
}

/// A generated page.
struct Page<'r> {
    html: String,
    ids: usize,
    random: &'r mut Random,
}

impl Page<'_> {
    fn generate(random: &mut Random) -> String {
        let mut page = Page { html: "<!doctype html><body>".to_owned(), ids: 0, random };
        for _ in 0..2 + page.random.below(4) {
            page.container(0);
        }
        page.html
    }

    /// Returns `true` once in `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.random.below(times) == 0
    }

    fn start(&mut self, name: &str) {
        self.html.push_str(&format!("<{name} id={}{}", name.as_bytes()[0] as char, self.ids));
        self.ids += 1;
        if self.once_in(12) {
            self.html.push_str(" disabled");
        }
        if self.once_in(10) {
            let form = self.random.below(8);
            self.html.push_str(&format!(" form=f{form}"));
        }
    }

    fn container(&mut self, depth: usize) {
        let name = pick(self.random, &["form", "fieldset", "fieldset", "div", "datalist", "table"]);
        self.start(name);
        self.html.push('>');
        if name == "fieldset" {
            for _ in 0..self.random.below(3) {
                self.html.push_str("<legend>");
                self.control();
                self.html.push_str("</legend>");
            }
        }
        for _ in 0..self.random.below(6) {
            if depth < 4 && self.once_in(3) {
                self.container(depth + 1);
            } else {
                self.control();
            }
        }
        if !self.once_in(8) {
            self.html.push_str(&format!("</{name}>"));
        }
    }

    fn attribute(&mut self, name: &str, values: &[&str]) {
        let value = escaped(pick(self.random, values));
        self.html.push_str(&format!(" {name}=\"{value}\""));
    }

    fn control(&mut self) {
        match self.random.below(10) {
            0 => {
                self.start("textarea");
                self.flags();
                let text = pick(self.random, &["", "x", "\n", "\n\n", "<!---->"]);
                self.html.push_str(&format!(">{text}</textarea>"));
            }
            1 | 2 => self.select(),
            3 => {
                self.start("button");
                if !self.once_in(3) {
                    self.attribute("type", &["button", "submit", "reset", "x", "SUBMIT"]);
                }
                self.html.push_str("></button>");
            }
            4 => {
                let name = pick(self.random, &["output", "object", "meter", "progress", "x-y"]);
                self.start(name);
                self.flags();
                self.html.push_str(&format!("></{name}>"));
            }
            _ => self.input(),
        }
    }

    fn flags(&mut self) {
        for (name, times) in [("required", 2), ("readonly", 12), ("multiple", 4)] {
            if self.once_in(times) {
                self.html.push_str(&format!(" {name}"));
            }
        }
    }

    fn select(&mut self) {
        self.start("select");
        let start = self.html.len();
        self.flags();
        // Chromium has other placeholder label options where something is around an option or before it.
        let is_required = self.html[start..].contains("required");
        if self.once_in(3) {
            self.attribute("size", &["1", "2", "x", "-1"]);
        }
        self.html.push('>');
        for _ in 0..self.random.below(4) {
            let around: &[(&str, &str)] = if is_required {
                &[("", ""), ("<optgroup>", "</optgroup>")]
            } else {
                &[("", ""), ("<optgroup>", "</optgroup>"), ("<div>", "</div>"), ("<hr>", "")]
            };
            let (open, close) = pick(self.random, around);
            self.html.push_str(open);
            self.html.push_str("<option");
            if self.once_in(2) {
                self.attribute("value", &["", "x", " "]);
            }
            for (name, times) in [("selected", 4), ("disabled", 5)] {
                if self.once_in(times) {
                    self.html.push_str(&format!(" {name}"));
                }
            }
            let text = pick(self.random, &["", " ", "x", "<b>x</b>", "<!--x-->"]);
            self.html.push_str(&format!(">{text}</option>{close}"));
        }
        self.html.push_str("</select>");
    }

    fn input(&mut self) {
        #[rustfmt::skip]
        const TYPES: [&str; 25] = [
            "hidden", "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time", "datetime-local",
            "number", "range", "color", "checkbox", "radio", "file", "submit", "reset", "button", "radio", "TIME", "x",
            "",
        ];
        let kind = pick(self.random, &TYPES);
        self.start("input");
        self.html.push_str(&format!(" type=\"{kind}\""));
        self.flags();
        if kind == "radio" {
            self.attribute("name", &["g", "g", "h"]);
        }
        if self.once_in(4) {
            self.html.push_str(" checked");
        }
        if self.once_in(4) {
            self.attribute("pattern", &["[a-z]+", "x", "(", ".*@.*", "", "\\d{2}"]);
        }
        if self.once_in(8) {
            self.attribute("maxlength", &["0", "1"]);
            self.attribute("minlength", &["5", "99"]);
        }
        let values: &[&str] = match kind {
            "date" => &["2020-01-15", "2020-02-29", "2020-01-01", "1969-12-31", "2021-02-29", ""],
            "month" => &["2020-01", "2020-07", "1969-12", "2021-13", ""],
            "week" => &["2020-W53", "2021-W01", "1969-W02", "2021-W53", ""],
            "time" | "TIME" => &["10:00", "23:59:59", "09:30:15.5", "00:00", "24:00", ""],
            "datetime-local" => {
                &["2020-01-01T10:00", "2020-01-01 10:00:30", "2019-12-31T23:59", "x", ""]
            }
            "number" | "range" => &["1", "-5", "0.3", "1e2", "100", "2.5", "7", "x", ""],
            "email" => &["a@b", "a@b.c", "ab", "a@b,c@d", " a@b ", "a@b,,c@d", "@", "a@b..c", ""],
            "url" => {
                &["http://a", "x", "mailto:x", " https://a/b c ", "http://", "//a", "http:a", ""]
            }
            _ => &["x", "", "ab", " ", "12", "é"],
        };
        let limits = &values[..values.len() - 2];
        for (name, times) in [("value", 2), ("min", 3), ("max", 3)] {
            // Chromium raises the maximum of a range to its minimum.
            if self.once_in(times) && !(kind == "range" && name == "max") {
                self.attribute(name, if name == "value" { values } else { limits });
            }
        }
        if self.once_in(3) {
            self.attribute("step", &["any", "2", "7", "ANY", "0", "-1", "x", "10"]);
        }
        self.html.push('>');
    }
}
