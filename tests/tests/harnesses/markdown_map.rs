//! Markdown with a map and in chunks: the map leads from each visible character to its source, and the chunks are the Markdown.
//!
//! Each document is converted with options that change the layout. The map doesn't change the Markdown; its entries have the
//! text of their nodes, and what is in no entry has no letters. A part of a text is parsed from its source alone again. The
//! chunks cover the Markdown for budgets from one character up, and fit, unless they can't be cut.

use std::{
    fs,
    ops::Range,
    process::ExitCode,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use anyhow::{Context, Result};
use sapwood::{
    ByteOptions, Document, ParseOptions,
    encoding::encoding_rs::{Encoding, UTF_8},
    markdown::{
        ChunkOptions, DescriptionStyle, HardBreak, HeadingStyle, ImageStyle, InlineStyle,
        LinkStyle, MarkdownMap, MarkdownOptions,
    },
    parse_bytes_with,
};
use sapwood_benches::{
    clock::processor_time,
    shapes::{SHAPES, Shape},
};
use sapwood_tests::{
    growth::{DOUBLINGS, GROWTH_BEYOND_CACHES, is_linear, on_small_stack},
    harness::{self, say},
    soup::Random,
    suites,
    ways::documents,
};
use serde_json::Value;

/// The number of generated documents.
const DOCUMENTS: usize = 200;
const SOUPS: usize = 2_000;

/// The smaller size of the hostile shapes.
const N: usize = 4_000;

/// Counts of entries whose source is that of the part alone, of those of a whole text, and of chunks.
static EXACT: AtomicUsize = AtomicUsize::new(0);
static WHOLE: AtomicUsize = AtomicUsize::new(0);
static CHUNKS: AtomicUsize = AtomicUsize::new(0);

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("markdown_map", |mut harness| {
        for path in harness.corpus_pages()? {
            let name = format!("page/{}", suites::file_name(&path));
            harness.add(name, move || check(&fs::read(&path).map_err(|error| error.to_string())?));
        }
        for page in documents::pages(DOCUMENTS, 9)? {
            harness.add(format!("document/{}", page.name), move || check(&page.bytes));
        }
        if let Some(folder) = harness.suite("commonmark") {
            let path = folder.join("commonmark-0.31.2.json");
            let text = fs::read_to_string(&path).context("commonmark")?;
            let examples: Vec<Value> = serde_json::from_str(&text)?;
            harness.add("commonmark", move || {
                examples
                    .iter()
                    .try_for_each(|it| check(it["html"].as_str().unwrap_or_default().as_bytes()))
            });
        }
        harness.add("soup", || {
            let mut random = Random::new(3);
            (0..SOUPS).try_for_each(|_| check(soup(&mut random).as_bytes()))
        });
        for shape in SHAPES.iter().filter(|shape| shape.context.is_none()) {
            harness.add(format!("linear: {}", shape.label()), move || check_time(shape));
        }
        Ok(harness.run(|| {
            let [exact, whole, chunks] =
                [&EXACT, &WHOLE, &CHUNKS].map(|count| count.load(Ordering::Relaxed));
            say(&format!(
                "markdown_map: {exact} entries with their own source, {whole} with that of the whole node; {chunks} chunks"
            ));
        }))
    })
}

/// Markup of all that Markdown has, in no order.
fn soup(random: &mut Random) -> String {
    const PIECES: [&str; 44] = [
        "<p>",
        "<h1 id=a>",
        "<h2>",
        "</h2>",
        "<h3>",
        "<ul><li>",
        "<ol start=9><li>",
        "<li>",
        "</ul>",
        "</ol>",
        "<blockquote>",
        "</blockquote>",
        "<pre><code class=language-x>",
        "</code></pre>",
        "<table><tr><th>",
        "<tr><td>",
        "<td>",
        "</table>",
        "<a href=/x>",
        "</a>",
        "<b>",
        "</b>",
        "<em>",
        "</em>",
        "<code>",
        "</code>",
        "<q>",
        "</q>",
        "<img src=a alt='b *c* d'>",
        "<br>",
        "<hr>",
        "<dl><dt>",
        "<dd>",
        "</dl>",
        "<sub>",
        "</sub>",
        "one two. three ",
        "*4* _5_ `6` [7] ",
        "&amp;&lt;p&gt; &notin; &#8364;&#x41 ",
        "# - 1. > ",
        "\\*\\ !",
        "\n  \n",
        "| ~~8~~ ",
        "<pre>\n\none\r\n  two\n",
    ];
    (0..2 + random.below(40)).map(|_| PIECES[random.below(PIECES.len())]).collect()
}

/// Options that change what is between the texts.
fn options() -> [MarkdownOptions; 4] {
    let default = MarkdownOptions::default;
    [
        default(),
        default().links(LinkStyle::TextOnly).images(ImageStyle::LeftOut),
        default()
            .headings(HeadingStyle::Underlined)
            .hard_break(HardBreak::Spaces)
            .width(20)
            .descriptions(DescriptionStyle::Pandoc)
            .subscripts(InlineStyle::Html),
        default().links(LinkStyle::Reference).subscripts(InlineStyle::Marks).list_indent(4),
    ]
}

fn check(bytes: &[u8]) -> Result<(), String> {
    let parsing = ParseOptions::default().positions(true).source(true);
    let parsed = parse_bytes_with(bytes, &ByteOptions::default().parsing(parsing));
    let (document, encoding) = (parsed.document, parsed.encoding);
    for (number, options) in options().iter().enumerate() {
        let map = document.to_markdown_map(options);
        let markdown = document.to_markdown_with(options);
        if map.markdown() != markdown {
            return Err(format!("with a map:\n{}\nwithout:\n{markdown}", map.markdown()));
        }
        check_entries(&map)?;
        if number == 1 {
            check_rest(&map)?;
        }
        check_sources(&map, &document, encoding)?;
        if number == 0 {
            let parsing = ParseOptions::default().source(true);
            let other = parse_bytes_with(bytes, &ByteOptions::default().parsing(parsing)).document;
            if other.to_markdown_map(options).sources() != map.sources() {
                return Err("the sources differ without positions".to_owned());
            }
        }
        check_chunks(&map)?;
    }
    let article = document.article();
    let map = article.to_markdown_map(&MarkdownOptions::default());
    if map.markdown() != article.to_markdown() && !map.markdown().is_empty() {
        return Err("the Markdown of the main content differs".to_owned());
    }
    Ok(())
}

fn words(text: &str) -> Vec<&str> {
    text.split_ascii_whitespace().collect()
}

/// The entries are in order, and have the text of their nodes.
fn check_entries(map: &MarkdownMap<'_>) -> Result<(), String> {
    let mut end = 0;
    for entry in map.entries() {
        let written = &map.markdown()[entry.range.clone()];
        if entry.range.start < end || entry.range.is_empty() {
            return Err(format!("{entry:?} overlaps in {:?}", map.markdown()));
        }
        end = entry.range.end;
        let Some(data) = &entry.data else { continue };
        let text = &entry.node.text_content()[data.clone()];
        let is_reference = written.starts_with('&') && written.ends_with(';');
        if words(written) != words(text) && !is_reference {
            return Err(format!("{written:?} isn't {text:?} in {:?}", map.markdown()));
        }
    }
    Ok(())
}

/// The rest, which is in no entry, is no text: without links and images it has no letters.
fn check_rest(map: &MarkdownMap<'_>) -> Result<(), String> {
    let mut rest = String::new();
    let mut at = 0;
    for entry in map.entries() {
        rest.push_str(&map.markdown()[at..entry.range.start]);
        at = entry.range.end;
    }
    rest.push_str(&map.markdown()[at..]);
    for line in rest.lines() {
        // Fences have the language, tasks have an `x`.
        let line = line.replace("[x]", "");
        if !line.contains("```") && !line.contains("~~~") && line.contains(char::is_alphabetic) {
            return Err(format!("{line:?} is in no entry of {:?}", map.markdown()));
        }
    }
    Ok(())
}

/// A part of a text is parsed from its source alone again.
fn check_sources(
    map: &MarkdownMap<'_>,
    document: &Document,
    encoding: &'static Encoding,
) -> Result<(), String> {
    let source = document.source().unwrap_or_default();
    for (entry, range) in map.entries().iter().zip(map.sources()) {
        let (Some(data), Some(range)) = (&entry.data, range) else { continue };
        let whole = entry.node.span().map(|span| span.range());
        let text = &entry.node.text_content()[data.clone()];
        let bytes = source
            .get(range.clone())
            .ok_or_else(|| format!("{data:?} of {:?} is at {range:?}", entry.node))?;
        let (decoded, ..) = encoding.decode(bytes);
        let parsed = sapwood::parse(&format!("<body><div>{decoded}")).root().text_content();
        // In raw text, references are text.
        let is_raw_text = decoded.replace('\0', "\u{fffd}") == text;
        if words(&parsed) != words(text) && !is_raw_text {
            WHOLE.fetch_add(1, Ordering::Relaxed);
            // Spans are in the decoded input.
            if encoding == UTF_8 && whole != Some(range) {
                return Err(format!("{text:?} isn't parsed from {decoded:?}"));
            }
            continue;
        }
        EXACT.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

fn without(text: &str, ranges: &[Range<usize>]) -> String {
    let mut kept = String::new();
    let mut at = 0;
    for range in ranges {
        kept.push_str(&text[at..range.start]);
        at = range.end;
    }
    kept + &text[at..]
}

fn check_chunks(map: &MarkdownMap<'_>) -> Result<(), String> {
    let count = |text: &str| text.chars().count();
    let ranges = map.entries().iter().map(|entry| entry.range.clone());
    let sources: Vec<(Range<usize>, Range<usize>)> = ranges
        .zip(map.sources())
        .filter_map(|(range, source)| Some((range, source.filter(|it| !it.is_empty())?)))
        .collect();
    for budget in [1, 7, 40, 200, 2_000] {
        let by_words = ChunkOptions::new(budget).measure(|text| text.split_whitespace().count());
        for (unit, options) in [("characters", ChunkOptions::new(budget)), ("words", by_words)] {
            let chunks = map.chunks(&options);
            let fail = |what: &str| Err(format!("{budget} {unit}: {what}: {chunks:#?}"));
            let mut joined = String::new();
            for chunk in &chunks {
                let own = without(&chunk.text, &chunk.repeated);
                if own != map.markdown()[chunk.range.clone()] || chunk.range.start != joined.len() {
                    return fail("a chunk is not its range");
                }
                joined.push_str(&own);
                let all = sources.iter().filter(|(range, _)| {
                    let (start, end) =
                        (range.start.max(chunk.range.start), range.end.min(chunk.range.end));
                    start < end && !map.markdown()[start..end].trim().is_empty()
                });
                // The source of each entry has a part in the sources of its chunks.
                for (_, source) in all {
                    if !chunk
                        .sources
                        .iter()
                        .any(|it| it.start < source.end && source.start < it.end)
                    {
                        return fail("a source is missing");
                    }
                }
                let size = match unit {
                    "characters" => count(&chunk.text),
                    _ => chunk.text.split_whitespace().count(),
                };
                if (size > budget) != chunk.is_oversized {
                    return fail("a chunk is larger than its budget");
                }
            }
            if joined != map.markdown() {
                return fail("the chunks are not the Markdown");
            }
            let total: usize = chunks.iter().map(|chunk| count(&chunk.text)).sum();
            if total > 4 * count(map.markdown()) + budget {
                return fail("the chunks are too long");
            }
            CHUNKS.fetch_add(chunks.len(), Ordering::Relaxed);
        }
    }
    Ok(())
}

/// A map, its sources and chunks take time that is linear in the input.
fn check_time(shape: &'static Shape) -> Result<(), String> {
    on_small_stack(move || {
        let parse = |n: usize| {
            let options = ParseOptions::default().positions(true).source(true);
            sapwood::parse_with(&(shape.write)(n), &options).document
        };
        let (small, large) = (parse(N), parse(N << DOUBLINGS));
        is_linear(GROWTH_BEYOND_CACHES, || (time(&small), time(&large)))
    })
}

fn time(document: &Document) -> Duration {
    let start = processor_time();
    let map = document.to_markdown_map(&MarkdownOptions::default());
    for budget in [1, 1_000] {
        std::hint::black_box(map.chunks(&ChunkOptions::new(budget)));
    }
    processor_time() - start
}
