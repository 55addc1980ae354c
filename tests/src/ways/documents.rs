//! Documents to ask questions of: cases of the suites, pages, and markup from a grammar.

use std::{fs, path::Path};

use anyhow::Result;
use sapwood::{
    Document,
    encoding::encoding_rs::{BIG5, EUC_KR, GBK, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252},
    encoding::{SniffOptions, sniff},
    parse_bytes,
};

use super::selectors::{ATTRIBUTES, VALUES};
use crate::{soup::Random, suites};

/// A document as bytes, which declare their encoding unless all are ASCII.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its name, for failures and as the name of a file.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Page {
    fn new(name: String, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name, bytes: bytes.into() }
    }

    /// Parses it as a whole, in the encoding that it declares.
    #[must_use]
    pub fn parse(&self) -> Document {
        parse_bytes(&self.bytes)
    }

    /// Its text, in the encoding that it declares.
    #[must_use]
    pub fn text(&self) -> String {
        let sniffed = sniff(&self.bytes, &SniffOptions::default());
        sniffed.encoding.decode(&self.bytes).0.into_owned()
    }
}

/// Returns `count` documents: a fifth of them from the suites and pages as far as these are at hand, the rest generated.
///
/// # Errors
///
/// Returns an error if a suite or page can't be read.
pub fn pages(count: usize, seed: u64) -> Result<Vec<Page>> {
    let mut random = Random::new(seed);
    let mut pages = Vec::new();
    for path in suites::files(&suites::fixtures("pages"), "html")? {
        pages.push(Page::new(suites::file_name(&path), fs::read(&path)?));
    }
    let mut cases = cases(&suites::fixtures("cases"))?;
    if let Some(suite) = suites::find("html5lib-tests/tree-construction") {
        cases.extend(self::cases(&suite)?);
    }
    while pages.len() < count / 5 && !cases.is_empty() {
        let (name, html) = cases.swap_remove(random.below(cases.len()));
        // Without a declaration these would be windows-1252.
        pages.push(Page::new(name, format!("\u{feff}{html}")));
    }
    while pages.len() < count {
        let number = pages.len();
        let page = match number % 10 {
            0 => Page::new(format!("soup-{number}.html"), format!("\u{feff}{}", soup(&mut random))),
            1 => encoded(number, &mut random),
            _ => {
                let html = Grammar { random: &mut random, html: String::new() }.document();
                Page::new(format!("generated-{number}.html"), format!("\u{feff}{html}"))
            }
        };
        pages.push(page);
    }
    Ok(pages)
}

/// Returns `count` generated documents in which every tag is where it belongs; some end tags are omitted.
#[must_use]
pub fn well_nested(count: usize, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let document = |_| Grammar { random: &mut random, html: String::new() }.document();
    (0..count).map(document).collect()
}

/// The inputs of the `.dat` files of a folder, by name.
fn cases(folder: &Path) -> Result<Vec<(String, String)>> {
    let mut cases = Vec::new();
    for path in suites::files(folder, "dat")? {
        let file = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        let inputs = file.split("#data\n").skip(1).enumerate();
        let stem = suites::file_name(&path).replace('.', "-");
        cases.extend(inputs.filter_map(|(number, case)| {
            let (input, rest) = case.split_once("\n#errors")?;
            // Fragments and scripts are other questions.
            let is_plain = !rest.contains("#document-fragment") && !rest.contains("#script-on");
            is_plain.then(|| (format!("{stem}-{number}.html"), input.to_owned()))
        }));
    }
    Ok(cases)
}

/// A document in a legacy encoding, or in UTF-16 with a byte order mark.
fn encoded(number: usize, random: &mut Random) -> Page {
    let encodings = [WINDOWS_1252, WINDOWS_1251, SHIFT_JIS, GBK, BIG5, EUC_KR];
    let html = Grammar { random, html: String::new() }.document();
    let kind = random.below(encodings.len() + 2);
    let bytes = match encodings.get(kind) {
        Some(encoding) => {
            let html = format!("<meta charset={}>{html}", encoding.name());
            encoding.encode(&html).0.into_owned()
        }
        None => {
            let units = format!("\u{feff}{html}").encode_utf16().collect::<Vec<_>>();
            let to_bytes = if kind.is_multiple_of(2) { u16::to_le_bytes } else { u16::to_be_bytes };
            units.into_iter().flat_map(to_bytes).collect()
        }
    };
    Page::new(format!("encoded-{number}.html"), bytes)
}

/// Tag soup with attributes that no table knows.
fn soup(random: &mut Random) -> String {
    let mut html = String::new();
    for _ in 0..4 + random.below(8) {
        html.push_str(&random.soup(4));
        let mut grammar = Grammar { random, html: String::new() };
        grammar.start_tag("div");
        html.push_str(&grammar.html);
    }
    html
}

/// Writes markup in which most tags are where they belong.
struct Grammar<'r> {
    random: &'r mut Random,
    html: String,
}

impl Grammar<'_> {
    fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.random.below(texts.len())]
    }

    fn document(mut self) -> String {
        let start = self.one_of(&[
            "<!doctype html>",
            "<!DOCTYPE html><html lang=de><body class='a b'>",
            "",
            "<!doctype html><html data-a=1><head><title>T</title></head><body>",
            "<!doctype html><meta http-equiv=content-language content=de-CH>",
            "<body>",
        ]);
        self.html.push_str(start);
        for _ in 0..2 + self.random.below(8) {
            self.element(0);
        }
        self.html
    }

    fn start_tag(&mut self, name: &str) {
        self.html.push('<');
        self.html.push_str(name);
        for _ in 0..self.random.below(4) {
            let attribute = match self.random.below(3) {
                0 => self.one_of(&["id", "class", "class", "lang"]),
                _ => self.one_of(&ATTRIBUTES),
            };
            let value = self.one_of(&VALUES);
            let value = match self.random.below(4) {
                0 if !value.is_empty() && !value.contains(' ') => value.to_owned(),
                1 => format!("'{value}'"),
                2 => format!("\"{}\"", value.replace('a', "&#97;")),
                _ => format!("\"{value}\""),
            };
            self.html.push_str(&format!(" {attribute}={value}"));
        }
        self.html.push('>');
    }

    fn text(&mut self) {
        let text = self.one_of(&[
            "text",
            " ",
            "\n",
            "Ä é ü",
            "a &amp; b",
            "&notin;",
            "שלום",
            "1\r\n2",
            "",
        ]);
        self.html.push_str(text);
    }

    /// Writes an element and what is in it, or a text.
    fn element(&mut self, depth: usize) {
        if depth > 6 || self.random.below(4) == 0 {
            return self.text();
        }
        let special = match self.random.below(14) {
            0 => "<ul><li class=a>1<li data-id=2>2<li>3</ul>",
            1 => "<table id=c><tr><td>1<td class=b>2<tr><td colspan=2>3</table>",
            2 => {
                "<form><fieldset disabled><legend><input name=l></legend><input name=n required></fieldset>\
                 <input type=radio name=r checked><input type=radio name=r><select><option>1<option selected>2\
                 <optgroup disabled><option>3</select><textarea placeholder=p></textarea><button>B</button></form>"
            }
            3 => {
                "<svg viewBox='0 0 1 1'><linearGradient id=a /><path data-id=1 /><a xlink:href=#x><title>s</title></a>\
                 <foreignObject><p class=a>f</p></foreignObject></svg>"
            }
            4 => "<math><mi data-a=1>x</mi><mi>y</mi></math>",
            5 => "<template><p class=a data-id=t>in</p></template>",
            6 => {
                "<div data-id=host><template shadowrootmode=open><p class=a>s</p></template><p>light</p></div>"
            }
            7 => "<x-card data-ünï=1>c</x-card><my-élément class=a>é</my-élément>",
            8 => "<!-- comment --><?pi data?>",
            _ => "",
        };
        if !special.is_empty() {
            return self.html.push_str(special);
        }
        let name = self
            .one_of(&["div", "p", "span", "section", "a", "x-card", "ul", "h1", "DIV", "b", "i"]);
        // Elements that would close or repeat an open one are leaves.
        let holds_text = matches!(name, "p" | "a" | "h1" | "b" | "i");
        self.start_tag(name);
        for _ in 0..self.random.below(4) {
            match holds_text {
                true => self.text(),
                false => self.element(depth + 1),
            }
        }
        self.html.push_str(&format!("</{name}>"));
    }
}
