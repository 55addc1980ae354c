//! html5lib's serializer suite, where the standard has a rule: `core.test` for tags and text, `optionaltags.test` for
//! optional tags.
//!
//! The cases are streams of tokens, not trees. Each is converted to a tree in which its tokens are adjacent.

use std::{path::Path, process::ExitCode};

use anyhow::{Context, Result, bail};
use sapwood::serializer::{Minify, SerializeOptions, minify_inner, minify_outer, write_outer};
use sapwood_tests::{
    harness::{self, Harness},
    made_tree::{Made, Tree},
};
use serde_json::Value;

/// Texts of elements, which delimit the relevant part of the output.
const MARKS: [&str; 2] = ["MARK1", "MARK2"];

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("serializer_html5lib", |mut harness| {
        if let Some(folder) = harness.suite("html5lib-tests/serializer") {
            add(&mut harness, &folder, "core.test", 23, check_core)?;
            add(&mut harness, &folder, "optionaltags.test", 181, check_optional_tags)?;
        }
        Ok(harness.run(|| {}))
    })
}

type Check = fn(&[Token]) -> Vec<String>;

fn add(
    harness: &mut Harness,
    folder: &Path,
    name: &'static str,
    pinned: usize,
    check: Check,
) -> Result<()> {
    let text = std::fs::read_to_string(folder.join(name)).context(name)?;
    let cases: Value = serde_json::from_str(&text).context(name)?;
    let cases = cases["tests"].as_array().context("tests")?;
    harness.found(name, 1, cases.len(), (1, pinned));
    for (place, case) in cases.iter().enumerate() {
        let tokens = case["input"].as_array().context("input")?.iter().map(Token::read);
        let tokens =
            tokens.collect::<Result<Vec<_>>>().with_context(|| format!("{name}/{place}"))?;
        let expected: Vec<_> =
            case["expected"].as_array().context("expected")?.iter().map(string).collect();
        harness.add(format!("{name}/{place}"), move || {
            let written = check(&tokens);
            if written.iter().any(|written| expected.contains(written)) {
                return Ok(());
            }
            Err(format!("{tokens:?}: expected one of {expected:?}, got {written:?}"))
        });
    }
    Ok(())
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[derive(Clone, Debug)]
enum Token {
    Start(String, Vec<(String, String)>),
    End(String),
    Characters(String),
    Comment(String),
    Doctype(String),
}

impl Token {
    fn read(token: &Value) -> Result<Self> {
        let attributes = |value: &Value| {
            let list = value.as_array().into_iter().flatten();
            list.map(|it| (string(&it["name"]), string(&it["value"]))).collect()
        };
        Ok(match token[0].as_str().unwrap_or_default() {
            "StartTag" => Self::Start(string(&token[2]), attributes(&token[3])),
            "EmptyTag" => Self::Start(string(&token[1]), attributes(&token[2])),
            "EndTag" => Self::End(string(&token[2])),
            "Characters" => Self::Characters(string(&token[1])),
            "Comment" => Self::Comment(string(&token[1])),
            "Doctype" => Self::Doctype(string(&token[1])),
            other => bail!("unknown token type {other:?}"),
        })
    }

    /// Returns the serialized token.
    fn written(&self) -> String {
        match self {
            Self::Start(name, attributes) => {
                let attributes: String =
                    attributes.iter().map(|(name, value)| format!(" {name}={value}")).collect();
                format!("<{name}{attributes}>")
            }
            Self::End(name) => format!("</{name}>"),
            Self::Characters(text) => text.clone(),
            Self::Comment(data) => format!("<!--{data}-->"),
            Self::Doctype(name) => format!("<!DOCTYPE {name}>"),
        }
    }
}

fn element(name: &str, children: Vec<Made>) -> Made {
    Made::Element(name.to_owned(), Vec::new(), children)
}

fn mark(place: usize) -> Vec<Made> {
    vec![Made::Text(MARKS[place].to_owned())]
}

fn plain(made: &Made) -> String {
    let (mut html, tree) = (String::new(), Tree::of(made));
    write_outer(&mut html, &tree, &tree.root(), &SerializeOptions::default()).unwrap();
    html
}

fn minified(made: &Made) -> String {
    let (mut html, tree) = (String::new(), Tree::of(made));
    let options = Minify::default();
    match made {
        Made::Document { .. } => minify_inner(&mut html, &tree, &tree.root(), &options),
        _ => minify_outer(&mut html, &tree, &tree.root(), &options),
    }
    .unwrap();
    html
}

/// Serializes the tokens, plain and minified, without the end tag that the tree adds to a start tag.
fn check_core(tokens: &[Token]) -> Vec<String> {
    let text = |token: Option<&Token>| match token {
        Some(Token::Characters(text)) => vec![Made::Text(text.clone())],
        _ => Vec::new(),
    };
    let (made, end) = match &tokens[0] {
        Token::Start(name, attributes) => {
            let attributes =
                attributes.iter().map(|(name, value)| (None, name.clone(), value.clone()));
            let made = Made::Element(name.clone(), attributes.collect(), text(tokens.get(1)));
            (made, format!("</{name}>"))
        }
        Token::Doctype(name) => (Made::Doctype { doctype: name.clone() }, String::new()),
        other => (Made::Text(other.written()), String::new()),
    };
    [plain(&made), minified(&made)]
        .map(|html| html.strip_suffix(&end).unwrap_or(&html).to_owned())
        .to_vec()
}

/// Returns the tokens that the minified output contains.
fn check_optional_tags(tokens: &[Token]) -> Vec<String> {
    let (made, region) = match &tokens[0] {
        Token::End(name) => {
            let html = minified(&placed(name, filled(name, 0), following(&tokens[1..])));
            let begin = html.find(MARKS[0]).map_or(0, |at| at + MARKS[0].len());
            (html[begin..].to_owned(), true)
        }
        Token::Start(name, attributes) => {
            let mut made = begun(name, following(&tokens[1..]));
            if let Made::Element(_, of_made, _) = &mut made {
                of_made.extend(
                    attributes.iter().map(|(name, value)| (None, name.clone(), value.clone())),
                );
            }
            (minified(&placed(name, made, Vec::new())), false)
        }
        other => panic!("{other:?} is not a tag"),
    };
    let end = made.find(MARKS[1]).filter(|_| region).unwrap_or(made.len());
    let made = &made[..end];
    let is_written = |token: &Token| match token {
        Token::Start(name, _) => made.match_indices(&format!("<{name}")).any(|(at, tag)| {
            !made[at + tag.len()..].starts_with(|next: char| next.is_ascii_alphanumeric())
        }),
        Token::End(name) => name == "foo" || made.contains(&format!("</{name}>")),
        _ => true,
    };
    vec![tokens.iter().filter(|token| is_written(token)).map(Token::written).collect()]
}

/// Returns a document with the element `made` in a permitted place, followed by `following`.
fn placed(name: &str, made: Made, mut following: Vec<Made>) -> Made {
    let is_body = |made: &Made| match made {
        Made::Text(text) => !text.starts_with(' '),
        Made::Element(..) => true,
        _ => false,
    };
    let body = |children| element("body", children);
    let html = match name {
        "html" => {
            following.insert(0, made);
            return Made::Document { document: following };
        }
        // After the head, everything but comments and white space belongs to the body.
        "head" if following.iter().all(is_body) => vec![made, body(following)],
        "head" => [vec![made], following, vec![body(Vec::new())]].concat(),
        "body" => [vec![element("head", Vec::new()), made], following].concat(),
        _ => {
            following.insert(0, made);
            let parent = match name {
                "li" => "ul",
                "dt" | "dd" => "dl",
                "optgroup" | "option" => "select",
                "colgroup" | "thead" | "tbody" | "tfoot" => "table",
                "tr" => "tbody",
                "td" | "th" => "tr",
                _ => "div",
            };
            vec![element("head", Vec::new()), body(vec![element(parent, following)])]
        }
    };
    let doctype = Made::Doctype { doctype: "html".to_owned() };
    Made::Document { document: vec![doctype, element("html", html)] }
}

/// Returns an element that contains a mark.
fn filled(name: &str, place: usize) -> Made {
    let children = match name {
        "html" => vec![filled("body", place)],
        "head" => vec![filled("title", place)],
        "colgroup" => {
            let title = vec![(None, "title".to_owned(), MARKS[place].to_owned())];
            vec![Made::Element("col".to_owned(), title, Vec::new())]
        }
        "thead" | "tbody" | "tfoot" => vec![filled("tr", place)],
        "tr" => vec![filled("td", place)],
        "optgroup" => vec![filled("option", place)],
        "table" => vec![filled("tbody", place)],
        "hr" | "col" => Vec::new(),
        _ => mark(place),
    };
    element(name, children)
}

/// Returns the nodes after a tag: text, a comment, nested elements, or nothing before another end tag.
fn following(tokens: &[Token]) -> Vec<Made> {
    match tokens {
        [Token::Characters(text), ..] => vec![Made::Text(text.clone())],
        [Token::Comment(comment), ..] => vec![Made::Comment { comment: comment.clone() }],
        [Token::Start(name, _)] => vec![filled(name, 1)],
        [Token::Start(name, _), rest @ ..] => vec![element(name, following(rest))],
        _ => Vec::new(),
    }
}

/// Returns an element with these children; those of `html` are in its body where possible.
fn begun(name: &str, children: Vec<Made>) -> Made {
    let is_first = children.iter().any(|child| match child {
        Made::Text(text) => text.starts_with(' '),
        Made::Comment { .. } => true,
        _ => false,
    });
    match name {
        "html" if !is_first => {
            element(name, vec![element("head", Vec::new()), element("body", children)])
        }
        _ => element(name, children),
    }
}
