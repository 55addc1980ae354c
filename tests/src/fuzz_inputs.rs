//! Inputs and dictionaries of the fuzz targets, from the suites, the fixtures and the generators.

use std::{collections::BTreeSet, fs, io::Write};

use flate2::{Compression, write::GzEncoder};
use sapwood::parse;

use crate::{
    dat,
    soup::Random,
    suites,
    xml::soup::soup as xml_soup,
    xpath::generate::{Generator, Vocabulary},
};

/// The longest seed, in bytes without the options at its end.
const LONGEST: usize = 1_000;

/// Number of generated seeds of a target.
const GENERATED: usize = 300;

/// Number of bytes at the end of an input that select options.
pub const OPTIONS: usize = 6;

/// Returns the seeds of a target, without the bytes that select options.
///
/// # Panics
///
/// Panics if a fixture can't be read.
#[must_use]
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let mut random = Random::new(0xa11c);
    let mut seeds = match target {
        "values" => values(),
        "xml" => (0..GENERATED).map(|it| xml_soup(&mut random, 1 + it % 24).into_bytes()).collect(),
        "xpath" => xpath(&mut random),
        "selectors" => selectors(&mut random),
        "warc" => warc(&mut random),
        "edits" => (0..GENERATED).map(|it| bytes(&mut random, it)).collect(),
        _ => html(&mut random),
    };
    let mut more = Vec::new();
    match target {
        "check" => more = files("check", "html"),
        "bytes" => more = files("encodings", "html"),
        _ => {}
    }
    seeds.append(&mut more);
    seeds.iter_mut().for_each(|seed| seed.truncate(LONGEST));
    seeds
}

fn files(folder: &str, extension: &str) -> Vec<Vec<u8>> {
    let paths = suites::files(&suites::fixtures(folder), extension).unwrap();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

fn lines(path: &str) -> Vec<String> {
    let text = fs::read_to_string(suites::fixtures(path)).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn bytes(random: &mut Random, length: usize) -> Vec<u8> {
    (0..length).map(|_| random.below(256) as u8).collect()
}

/// Cases of tree construction, and soup.
fn html(random: &mut Random) -> Vec<Vec<u8>> {
    let mut folders = vec![suites::fixtures("cases")];
    folders.extend(suites::find("html5lib-tests/tree-construction"));
    let mut seeds = Vec::new();
    for folder in folders {
        for file in suites::files(&folder, "dat").unwrap() {
            let cases = dat::read_file(&file).unwrap();
            seeds.extend(cases.iter().step_by(4).map(|case| case.data.clone().into_bytes()));
        }
    }
    seeds.extend((0..GENERATED).map(|it| random.soup(1 + it % 30).into_bytes()));
    seeds
}

fn values() -> Vec<Vec<u8>> {
    let tables = suites::files(&suites::fixtures("microsyntax"), "tsv").unwrap();
    let tables: Vec<_> = tables.iter().map(|table| fs::read_to_string(table).unwrap()).collect();
    let texts =
        tables.iter().flat_map(|table| table.lines().filter_map(|it| it.split('\t').nth(1)));
    texts.map(|text| serde_json::from_str::<String>(text).unwrap().into_bytes()).collect()
}

/// Expressions of the fixtures with their documents, and generated ones about soup.
fn xpath(random: &mut Random) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    let tables = suites::files(&suites::fixtures("xpath"), "tsv").unwrap();
    for table in tables {
        let table = fs::read_to_string(table).unwrap();
        let mut documents = Vec::new();
        for line in table.lines() {
            let mut columns = line.split('\t');
            let (Some(name), Some(second)) = (columns.next(), columns.next()) else { continue };
            match name.strip_prefix('@') {
                Some(name) => documents.push((name, columns.next().unwrap_or_default())),
                None => {
                    let document = documents.iter().find(|(it, _)| *it == name);
                    let document = document.map_or("<p id=a>b", |(_, document)| document);
                    seeds.push(format!("{second}\n{document}").into_bytes());
                }
            }
        }
    }
    for round in 0..GENERATED {
        let html = random.soup(1 + round % 30);
        let mut vocabulary = Vocabulary::of(&parse(&html), true, random);
        vocabulary.wide_steps = 2;
        let expression = Generator::new(&vocabulary, round as u64 + 1).expression();
        seeds.push(format!("{}\n{html}", expression.replace('\n', " ")).into_bytes());
    }
    seeds
}

/// The selectors of `fixtures/select`, with their documents.
fn cases_of_selectors() -> Vec<(String, String)> {
    let mut cases = Vec::new();
    for file in suites::files(&suites::fixtures("select"), "txt").unwrap() {
        let text = fs::read_to_string(file).unwrap();
        let (mut html, mut in_html) = (String::new(), false);
        for line in text.lines() {
            match line {
                "#html" => (html, in_html) = (String::new(), true),
                "#cases" => in_html = false,
                line if in_html => html += line,
                line => {
                    if let Some((selector, _)) = line.split_once(" => ") {
                        cases.push((selector.to_owned(), html.clone()));
                    }
                }
            }
        }
    }
    cases
}

fn selectors(random: &mut Random) -> Vec<Vec<u8>> {
    let cases = cases_of_selectors();
    let mut seeds: Vec<_> =
        cases.iter().map(|(query, html)| format!("{query}\n{html}").into_bytes()).collect();
    for round in 0..GENERATED {
        let (selector, _) = &cases[random.below(cases.len())];
        seeds.push(format!("{selector}\n{}", random.soup(1 + round % 30)).into_bytes());
    }
    seeds
}

/// Uncompressed records, gzip members of one record each, and files with a zstd dictionary.
fn warc(random: &mut Random) -> Vec<Vec<u8>> {
    let mut seeds = files("warc", "zst");
    for round in 0..GENERATED {
        let mut file = Vec::new();
        for _ in 0..1 + round % 3 {
            let record = warc_record(random);
            if round % 2 == 0 {
                file.extend(record);
            } else {
                let mut encoder = GzEncoder::new(&mut file, Compression::fast());
                encoder.write_all(&record).unwrap();
                encoder.finish().unwrap();
            }
        }
        seeds.push(file);
    }
    seeds
}

fn warc_record(random: &mut Random) -> Vec<u8> {
    let html = random.soup(8);
    let kind = ["response", "resource", "conversion", "request", "revisit"][random.below(5)];
    let body = match (kind, random.below(3)) {
        ("response", 0) => {
            let mut zipped = Vec::new();
            let mut encoder = GzEncoder::new(&mut zipped, Compression::fast());
            encoder.write_all(html.as_bytes()).unwrap();
            encoder.finish().unwrap();
            let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n";
            [&head[..], &zipped].concat()
        }
        ("response", 1) => format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{html}\r\n0\r\n\r\n",
            html.len()
        )
        .into_bytes(),
        ("response", _) => {
            format!("HTTP/1.0 404\nContent-Type: text/html; charset=utf-8\n\n{html}").into_bytes()
        }
        _ => html.into_bytes(),
    };
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://a.b/\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n\
         Content-Type: text/html\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), &body, b"\r\n\r\n"].concat()
}

/// Returns the words that libFuzzer inserts into the inputs of a target, in the format of its dictionaries.
///
/// # Panics
///
/// Panics if a fixture can't be read.
#[must_use]
pub fn dictionary(target: &str) -> String {
    let words = match target {
        "edits" => Vec::new(),
        "values" => names("named_colors.txt"),
        "xpath" => words_of_xpath(),
        "selectors" => words_of_selectors(),
        "warc" => WARC_WORDS.map(str::to_owned).into(),
        "xml" => XML_WORDS.map(str::to_owned).into(),
        _ => words_of_html(),
    };
    let mut dictionary = String::new();
    for word in words {
        dictionary.push('"');
        for byte in word.bytes() {
            match byte {
                b'"' | b'\\' => dictionary.extend(['\\', char::from(byte)]),
                b' '..=b'~' => dictionary.push(char::from(byte)),
                _ => dictionary += &format!("\\x{byte:02X}"),
            }
        }
        dictionary += "\"\n";
    }
    dictionary
}

const WARC_WORDS: [&str; 21] = [
    "WARC/1.0\r\n",
    "WARC/1.1\r\n",
    "WARC-Type: response\r\n",
    "WARC-Type: resource\r\n",
    "WARC-Type: conversion\r\n",
    "WARC-Target-URI: ",
    "WARC-Date: ",
    "WARC-Truncated: length\r\n",
    "WARC-Segment-Number: 2\r\n",
    "Content-Length: ",
    "Content-Type: text/html\r\n",
    "Content-Type: application/http; msgtype=response\r\n",
    "Content-Encoding: gzip\r\n",
    "Content-Encoding: br\r\n",
    "Content-Encoding: deflate\r\n",
    "Transfer-Encoding: chunked\r\n",
    "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 301\r\n",
    "\r\n\r\n",
    "\n\n",
    "18446744073709551615",
];

const XML_WORDS: [&str; 24] = [
    "<!DOCTYPE a [",
    "]>",
    "<!ENTITY e ",
    "<!ENTITY % p ",
    "<!ATTLIST a b ",
    "<!ELEMENT a ",
    "<!NOTATION n ",
    "CDATA",
    "ENTITIES",
    "#REQUIRED",
    "#FIXED ",
    "SYSTEM ",
    "PUBLIC ",
    "NDATA ",
    "xmlns=",
    " xmlns:p=",
    "xml:lang=",
    "<![CDATA[",
    "]]>",
    "<?xml version='1.0'",
    " encoding=",
    " standalone='yes'",
    "&e;",
    "&#x",
];

/// Returns the first word of each line of a list.
fn names(list: &str) -> Vec<String> {
    let lines = lines(list);
    let names = lines.iter().filter(|line| !line.starts_with('#'));
    names.filter_map(|line| line.split_ascii_whitespace().next()).map(str::to_owned).collect()
}

fn words_of_html() -> Vec<String> {
    const OTHERS: [&str; 14] = [
        "<!doctype html>",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?start name=a>",
        "<?end>",
        "<svg>",
        "<math>",
        "&#x80;",
        "&#0;",
        "\r\n",
        "http-equiv=content-type",
        "application/ld+json",
    ];
    let tags = names("tag_names.txt").into_iter();
    let tags =
        tags.flat_map(|name| [format!("<{name}>"), format!("</{name}>"), format!("<{name} ")]);
    let attributes = names("attribute_names.txt").into_iter().map(|name| format!(" {name}="));
    let references = names("entities.txt").into_iter().map(|name| format!("&{name}"));
    tags.chain(attributes).chain(references).chain(OTHERS.map(str::to_owned)).collect()
}

/// The names before `(` and `::` in the expressions of the fixtures, and operators.
fn words_of_xpath() -> Vec<String> {
    let mut words = BTreeSet::new();
    for seed in xpath(&mut Random::new(1)) {
        let seed = String::from_utf8_lossy(&seed);
        let expression = seed.lines().next().unwrap_or_default();
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-:".contains(c);
        for (at, _) in expression.match_indices(['(', ':']) {
            let start = expression[..at].rfind(|c| !is_name(c)).map_or(0, |before| {
                before + expression[before..].chars().next().map_or(0, char::len_utf8)
            });
            words.insert(expression[start..=at].to_owned());
        }
    }
    let operators =
        ["//", "/@", "[last()]", "[1]", " | ", " and ", " or ", " mod ", " div ", "!=", "<=", ".."];
    words.extend(operators.map(str::to_owned));
    words.into_iter().filter(|word| word.len() <= 40).collect()
}

/// The pseudo-classes of the fixtures, combinators, and tags.
fn words_of_selectors() -> Vec<String> {
    let mut words = BTreeSet::new();
    for (selector, _) in cases_of_selectors() {
        for part in selector.split(':').skip(1) {
            let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            let end = end.map_or(part.len(), |end| end + usize::from(part[end..].starts_with('(')));
            words.insert(format!(":{}", &part[..end]));
        }
    }
    let operators = [
        " > ", " + ", " ~ ", " || ", "[a=b]", "[a~=", "[a|=", "[a^=", "[a$=", "[a*=", " i]",
        " of ", "2n+1", "*|",
    ];
    words.extend(operators.map(str::to_owned));
    let tags = ["p", "b", "table", "tr", "td", "select", "option", "template", "svg", "x-y"];
    words.extend(tags.map(|name| format!("<{name} id=a class=b>")));
    words.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::dictionary;

    #[test]
    fn dictionaries_hold_the_names_of_the_tables() {
        assert!(dictionary("chunks").contains("\"<table>\"\n\"</table>\"\n"));
        assert!(dictionary("xpath").contains("\"following-sibling:\"\n"));
        assert!(dictionary("selectors").contains("\":nth-child(\"\n"));
        assert!(dictionary("warc").contains("\"\\x0D\\x0A\\x0D\\x0A\"\n"));
    }
}
