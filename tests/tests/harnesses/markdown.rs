//! HTML as Markdown: what a reader of Markdown makes of it is the same tree.
//!
//! The examples of CommonMark and of GitHub's extensions are used backwards: their HTML is converted, a reader with
//! raw HTML switched off renders it, and the trees are compared. The pages are converted, rendered, and converted
//! again.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Mutex, PoisonError},
};

use anyhow::{Context, Result};
use sapwood::{
    Document,
    markdown::{DescriptionStyle, InlineStyle, MarkdownOptions},
};
use sapwood_tests::{
    harness::{self, Harness, say},
    markdown::{is_pure, render, render_with_marks, significant},
    markdown_totals::Totals,
    rcdom,
    soup::Random,
    suites,
};
use serde_json::Value;

/// The scores of the pages: the harmonic mean of precision and recall of visible words.
static SCORES: Mutex<Vec<f64>> = Mutex::new(Vec::new());

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("markdown", |mut harness| {
        if let Some(folder) = harness.suite("commonmark") {
            add(&mut harness, &folder, "commonmark-0.31.2.json", 586)?;
            add(&mut harness, &folder, "gfm-extensions.json", 24)?;
        }
        for html in MARKED {
            harness.add(format!("marks: {html}"), move || check_marks(html));
        }
        harness.add("emphasis soup", check_emphasis_soup);
        let pages = harness.corpus_pages()?;
        for page in pages.clone() {
            harness.add(format!("page/{}", suites::file_name(&page)), move || check_page(&page));
        }
        if !pages.is_empty() {
            harness.add("pages: size and tables", move || check_totals(&pages));
        }
        Ok(harness.run(|| {
            let scores = SCORES.lock().unwrap_or_else(PoisonError::into_inner);
            let mean = scores.iter().sum::<f64>() / scores.len() as f64;
            say(&format!("markdown: visible words of {} pages: mean F1 {mean:.4}", scores.len()));
            let (compared, skipped) = rcdom::counts();
            say(&format!("markdown: {compared} trees of rcdom, {skipped} skipped"));
        }))
    })
}

fn add(harness: &mut Harness, folder: &Path, file: &str, pinned: usize) -> Result<()> {
    let text = std::fs::read_to_string(folder.join(file)).context(file.to_owned())?;
    let examples: Vec<Value> = serde_json::from_str(&text).context(file.to_owned())?;
    let mut found = 0;
    for example in &examples {
        let part = |key: &str| example[key].as_str().unwrap_or_default().to_owned();
        let (markdown, html) = (part("md"), part("html"));
        if file.starts_with("commonmark") && !is_pure(&part("section"), &html) {
            continue;
        }
        found += 1;
        let name = format!("{file}/{}", example["n"]);
        harness.add(name, move || check(&html).map_err(|error| format!("{markdown}\n{error}")));
    }
    harness.found(file, 1, found, (1, pinned));
    Ok(())
}

fn check(html: &str) -> Result<(), String> {
    let document = sapwood::parse(html);
    let markdown = document.to_markdown();
    check_rcdom(html, &document, &MarkdownOptions::default())?;
    let rendered = render(&markdown);
    let (expected, actual) = (significant(html), significant(&rendered));
    if expected != actual {
        return Err(format!("{html}\n=> {markdown:?}\n{expected}\n!= {actual}"));
    }
    check_fixed_point(&markdown)
}

/// Checks that the tree of `rcdom` has the same Markdown.
fn check_rcdom(html: &str, document: &Document, options: &MarkdownOptions) -> Result<(), String> {
    rcdom::compare(html, document, |dom| {
        let (expected, markdown) =
            (document.to_markdown_with(options), dom.to_markdown_with(options));
        if markdown == expected {
            return Ok(());
        }
        Err(format!("expected {expected:?}, got {markdown:?}"))
    })
}

/// Markup that only some flavours of Markdown can express.
const MARKED: [&str; 11] = [
    "<p>H<sub>2</sub>O and x<sup>2</sup></p>",
    "<p>a <ins>b <em>c</em></ins> <mark>d</mark>e</p>",
    "<p><sub>a</sub><sup>b</sup><ins>c</ins><mark>d</mark></p>",
    "<p>a ^b^ ~c~ ++d++ ==e== 1^2 a~b c~d 1+1==2</p>",
    "<p><del>a <sup>b</sup></del> ~~c~~</p>",
    "<p>a<sub>*</sub>b<ins>++</ins></p>",
    "<dl><dt>a</dt><dd>b</dd></dl>",
    "<dl><dt>a</dt><dd><p>b</p></dd></dl>",
    "<dl><dt>a <em>b</em></dt><dd><p>c</p><ul><li>d</li></ul></dd></dl>",
    "<p>: a</p>",
    "<p>~ a</p>",
];

/// Checks that a reader with the marks of other flavours makes the same tree.
fn check_marks(html: &str) -> Result<(), String> {
    let options = MarkdownOptions::default()
        .subscripts(InlineStyle::Marks)
        .superscripts(InlineStyle::Marks)
        .insertions(InlineStyle::Marks)
        .highlights(InlineStyle::Marks)
        .descriptions(DescriptionStyle::Pandoc);
    let document = sapwood::parse(html);
    let markdown = document.to_markdown_with(&options);
    check_rcdom(html, &document, &options)?;
    let (expected, actual) = (significant(html), significant(&render_with_marks(&markdown)));
    if expected == actual {
        return Ok(());
    }
    Err(format!("{html}\n=> {markdown:?}\n{expected}\n!= {actual}"))
}

/// Checks nested and misnested emphasis around letters and punctuation. `SAPWOOD_EMPHASIS` is the number of documents.
fn check_emphasis_soup() -> Result<(), String> {
    const PIECES: [&str; 24] = [
        "<i>",
        "<i>",
        "<i>",
        "<b>",
        "<b>",
        "<cite>",
        "<em>",
        "<strong>",
        "<s>",
        "</i>",
        "</i>",
        "</b>",
        "</cite>",
        "</em>",
        "</strong>",
        "</s>",
        "a",
        "b",
        "&lt;",
        "(",
        "*",
        "_",
        " ",
        "<code>x</code>",
    ];
    let setting = std::env::var("SAPWOOD_EMPHASIS").ok();
    let rounds = setting.and_then(|count| count.parse().ok()).unwrap_or(20_000);
    let mut random = Random::new(3);
    for _ in 0..rounds {
        let count = 2 + random.below(24);
        let html: String = (0..count).map(|_| PIECES[random.below(PIECES.len())]).collect();
        let markdown = sapwood::parse(&html).to_markdown();
        let again = sapwood::parse(&render(&markdown)).to_markdown();
        check_fixed_point(&again).map_err(|error| format!("{html}\n=> {markdown:?}\n{error}"))?;
    }
    Ok(())
}

/// Checks that Markdown that is rendered and converted again stays as it is.
fn check_fixed_point(markdown: &str) -> Result<(), String> {
    let again = sapwood::parse(&render(markdown)).to_markdown();
    if again == markdown {
        return Ok(());
    }
    let line = markdown.lines().zip(again.lines()).find(|(one, other)| one != other);
    Err(format!("not a fixed point: {line:?}"))
}

/// Checks a page: a fixed point without tags, in which the words that a person sees are kept.
fn check_page(path: &Path) -> Result<(), String> {
    let html = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let document = sapwood::parse(&html);
    let markdown = document.to_markdown();
    check_rcdom(&html, &document, &MarkdownOptions::default())?;
    check_fixed_point(&markdown)?;
    let rendered = render(&markdown);
    // With raw HTML switched off a tag is text.
    let tags = sapwood::parse(&rendered).inner_text().matches('<').count();
    let shown = document.inner_text().matches('<').count();
    if tags > shown {
        return Err(format!("{tags} less-than signs where a person sees {shown}"));
    }
    let (precision, recall) =
        overlap(&sapwood::parse(&rendered).inner_text(), &document.inner_text());
    let score = 2.0 * precision * recall / (precision + recall);
    SCORES.lock().unwrap_or_else(PoisonError::into_inner).push(score);
    if score < 0.9 {
        return Err(format!("words: precision {precision:.3}, recall {recall:.3}"));
    }
    Ok(())
}

/// Checks the size of the Markdown of all pages, and that their data tables are tables in it.
fn check_totals(pages: &[PathBuf]) -> Result<(), String> {
    let page = |path| std::fs::read_to_string(path).map_err(|error| format!("{error}"));
    let totals = pages.iter().map(|path| Ok(Totals::of(&page(path)?)));
    let Totals { markdown, text, titles, urls, tables, kept } =
        totals.sum::<Result<_, String>>()?;
    say(&format!(
        "markdown: {markdown} bytes for {text} bytes of visible text, {titles} of titles and alternative texts, {urls} \
         of URLs: without the URLs {:.3} times the texts, in all {:.3} times visible text and URLs; {kept} of {tables} \
         tables kept",
        (markdown - urls) as f64 / (text + titles) as f64,
        markdown as f64 / (text + urls) as f64
    ));
    if 5 * (markdown - urls) > 6 * (text + titles) || 5 * markdown > 6 * (text + urls) {
        return Err("the Markdown is more than 1.2 times as long".to_owned());
    }
    if 10 * kept < 9 * tables {
        return Err("tables are lost".to_owned());
    }
    Ok(())
}

/// The shares of words of `actual` that are in `expected`, and the other way round.
fn overlap(actual: &str, expected: &str) -> (f64, f64) {
    let mut counts: HashMap<&str, i64> = HashMap::new();
    expected.split_whitespace().for_each(|word| *counts.entry(word).or_default() += 1);
    let mut common = 0;
    let mut words = 0;
    for word in actual.split_whitespace() {
        words += 1;
        let count = counts.entry(word).or_default();
        common += i64::from(*count > 0);
        *count -= 1;
    }
    let share = |of: usize| if of == 0 { 1.0 } else { common as f64 / of as f64 };
    (share(words), share(expected.split_whitespace().count()))
}
