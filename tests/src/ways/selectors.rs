//! Random selectors from the grammar of Selectors 4, over the names that the [documents](super::documents) use.

use crate::soup::Random;

/// Names of elements: known and unknown, of HTML, SVG and MathML, in both cases.
pub(super) const TYPES: [&str; 40] = [
    "div",
    "p",
    "span",
    "a",
    "b",
    "i",
    "ul",
    "li",
    "table",
    "tbody",
    "tr",
    "td",
    "form",
    "input",
    "select",
    "option",
    "optgroup",
    "textarea",
    "fieldset",
    "legend",
    "button",
    "svg",
    "path",
    "linearGradient",
    "foreignObject",
    "title",
    "math",
    "mi",
    "template",
    "x-card",
    "my-élément",
    "html",
    "head",
    "body",
    "meta",
    "section",
    "h1",
    "DIV",
    "dIv",
    "X-Card",
];

/// Names of attributes as a document writes them.
pub(super) const ATTRIBUTES: [&str; 24] = [
    "id",
    "class",
    "href",
    "lang",
    "title",
    "type",
    "name",
    "value",
    "data-id",
    "data-a",
    "data-ünï",
    "x-unknown",
    "checked",
    "disabled",
    "required",
    "readonly",
    "viewBox",
    "xlink:href",
    "dir",
    "open",
    "multiple",
    "selected",
    "DATA-ID",
    "contenteditable",
];

/// Values of attributes; the classes and ids are among them.
pub(super) const VALUES: [&str; 20] = [
    "a",
    "b",
    "c",
    "x y",
    "a b c",
    "1",
    "2",
    "",
    "de",
    "de-CH",
    "en",
    "text",
    "checkbox",
    "radio",
    "Ä",
    "ä",
    "a-b",
    "A",
    "https://x.example/a",
    "rtl",
];

const PREFIXES: [&str; 6] = ["*|", "|", "html|", "svg|", "math|", "*|"];

const SIMPLE: [&str; 28] = [
    ":first-child",
    ":last-child",
    ":only-child",
    ":first-of-type",
    ":last-of-type",
    ":only-of-type",
    ":empty",
    ":root",
    ":scope",
    ":any-link",
    ":link",
    ":checked",
    ":disabled",
    ":enabled",
    ":required",
    ":optional",
    ":read-only",
    ":read-write",
    ":default",
    ":indeterminate",
    ":placeholder-shown",
    ":defined",
    ":hover",
    ":valid",
    ":invalid",
    ":in-range",
    ":out-of-range",
    ":open",
];

const POSITIONS: [&str; 12] =
    ["1", "2", "odd", "even", "2n", "-n+2", "3n+1", "n+2", "0", "-2n+5", " 2n + 1 ", "n"];

/// A generator of selectors.
#[derive(Clone, Debug)]
pub struct Selectors {
    random: Random,
}

impl Selectors {
    /// Returns a generator whose selectors depend on `seed` alone.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.random.below(texts.len())]
    }

    /// Writes a name as an identifier, some of its characters escaped.
    fn identifier(&mut self, name: &str) -> String {
        let mut text = String::new();
        for (at, c) in name.chars().enumerate() {
            let needs_escape = !(c.is_alphanumeric() || c == '-' || c == '_' || !c.is_ascii())
                || at == 0 && c.is_ascii_digit();
            match (needs_escape, self.random.below(30)) {
                (true, _) | (_, 0) => text.push_str(&format!("\\{:x} ", u32::from(c))),
                (_, 1) if !c.is_ascii_hexdigit() => text.push_str(&format!("\\{c}")),
                _ => text.push(c),
            }
        }
        text
    }

    fn quoted(&mut self, value: &str) -> String {
        match self.random.below(3) {
            0 => format!("'{value}'"),
            1 => format!("\"{}\"", value.replace('a', "\\61 ")),
            _ if value.is_empty() => "''".to_owned(),
            _ => self.identifier(value),
        }
    }

    fn attribute(&mut self) -> String {
        let name = self.one_of(&ATTRIBUTES);
        let prefix = match self.random.below(8) {
            0 => "*|",
            1 => "|",
            2 => "xlink|",
            _ => "",
        };
        let name = match (prefix, name) {
            ("xlink|" | "*|", "xlink:href") => "href".to_owned(),
            _ => self.identifier(name),
        };
        if self.random.below(2) == 0 {
            return format!("[{prefix}{name}]");
        }
        let operator = self.one_of(&["=", "~=", "|=", "^=", "$=", "*="]);
        let value = self.one_of(&VALUES);
        let value = self.quoted(value);
        let flag = self.one_of(&["", "", "", " i", " s", " I"]);
        format!("[{prefix}{name}{operator}{value}{flag}]")
    }

    fn pseudo(&mut self, depth: u32, in_has: bool) -> String {
        match self.random.below(if depth == 0 { 5 } else { 10 }) {
            0 | 1 => self.one_of(&SIMPLE).to_owned(),
            2 | 3 => {
                let nth = self.one_of(&["child", "last-child", "of-type", "last-of-type"]);
                format!(":nth-{nth}({})", self.one_of(&POSITIONS))
            }
            4 => match self.random.below(3) {
                0 => format!(":dir({})", self.one_of(&["ltr", "rtl"])),
                _ => {
                    format!(":lang({})", self.one_of(&["de", "en, fr", "'*-CH'", "\"\"", "de-CH"]))
                }
            },
            5 => format!(":is({})", self.list(depth - 1, in_has)),
            6 => format!(":where({})", self.list(depth - 1, in_has)),
            7 => format!(":not({})", self.list(depth - 1, in_has)),
            8 if !in_has => {
                let lead = self.one_of(&["", "> ", "+ ", "~ "]);
                format!(":has({lead}{})", self.complex(depth - 1, true))
            }
            _ => {
                let nth = self.one_of(&["child", "child", "last-child"]);
                let position = self.one_of(&POSITIONS);
                format!(":nth-{nth}({position} of {})", self.list(depth - 1, in_has))
            }
        }
    }

    fn compound(&mut self, depth: u32, in_has: bool) -> String {
        let mut text = String::new();
        if self.random.below(3) > 0 {
            if self.random.below(8) == 0 {
                text.push_str(self.one_of(&PREFIXES));
            }
            match self.random.below(8) {
                0 => text.push('*'),
                _ => {
                    let name = self.one_of(&TYPES);
                    text.push_str(&self.identifier(name));
                }
            }
        }
        for _ in 0..self.random.below(3) {
            let simple = match self.random.below(6) {
                0 => {
                    let class = self.one_of(&["a", "b", "c", "x", "A", "Ä"]);
                    format!(".{}", self.identifier(class))
                }
                1 => {
                    let id = self.one_of(&["a", "b", "c", "1"]);
                    format!("#{}", self.identifier(id))
                }
                2 | 3 => self.attribute(),
                _ => self.pseudo(depth, in_has),
            };
            text.push_str(&simple);
        }
        if text.is_empty() { self.attribute() } else { text }
    }

    fn complex(&mut self, depth: u32, in_has: bool) -> String {
        let mut text = self.compound(depth, in_has);
        for _ in 0..[0, 0, 1, 1, 2, 3][self.random.below(6)] {
            text.push_str(self.one_of(&[" ", " ", " > ", ">", " + ", " ~ "]));
            text.push_str(&self.compound(depth, in_has));
        }
        text
    }

    fn list(&mut self, depth: u32, in_has: bool) -> String {
        let mut text = self.complex(depth, in_has);
        for _ in 0..[0, 0, 0, 1, 2][self.random.below(5)] {
            text.push_str(", ");
            text.push_str(&self.complex(depth, in_has));
        }
        text
    }
}

impl Iterator for Selectors {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let depth = [0, 0, 1, 2][self.random.below(4)];
        Some(self.list(depth, false))
    }
}
