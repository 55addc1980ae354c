//! The worst inputs for Markdown and for the sanitizer: time, memory and output grow linearly, from 2 kB to 2.5 MB.
//!
//! Each shape repeats a piece of markup that could make a converter look at, or write, what it already has. A counting
//! allocator measures the peak of memory, the document included.

use std::{hint::black_box, process::ExitCode, time::Duration};

use allocation_counter::measure;
use anyhow::Result;
use sapwood::{
    markdown::{Conversion, DescriptionStyle, Escaping, InlineStyle, LinkStyle, MarkdownOptions},
    parse,
    sanitizer::{Policy, Sanitizer, Unlisted},
};
use sapwood_benches::clock::processor_time;
use sapwood_tests::{
    bounds,
    growth::{DOUBLINGS, GROWTH_BEYOND_CACHES, is_linear, on_small_stack},
    harness::{self, say},
};

/// The smallest input.
const SMALL: usize = 2_000;
/// The largest input.
const LARGE: usize = 2_500_000;

/// A piece of markup, and what stands before its repetitions.
const SHAPES: [(&str, &str); 42] = [
    ("", "<b>x"),
    ("", "<b>x<i>y"),
    ("", "<p><em>x"),
    ("<b><i><s><a href=x>", "<p>x"),
    ("", "<a href=x>y"),
    ("", "<sub><sup><ins><mark>x"),
    ("<sub><sup><ins><mark><kbd>", "<p>x"),
    ("", "<blockquote>x"),
    ("", "<ul><li>x"),
    ("<ol start=999999998>", "<li>x"),
    ("<ul>", "<ul>x</ul>"),
    ("", "<dl><dt>x<dd>y"),
    ("<dl>", "<dt>x<dd>y<dd>"),
    ("<table>", "<tr><td>x<td>y"),
    ("<table>", "<tr><td colspan=1000>x"),
    ("<table><tr>", "<td rowspan=65534>x"),
    ("", "<table><td>x"),
    ("<table><td>", "<table><td>x</table>"),
    ("", "<h1>x"),
    ("", "x<br>"),
    ("", "1. <br>"),
    ("", "# <br>"),
    ("", "*"),
    ("", "* _ ~"),
    ("", "a*b_c~~d"),
    ("", "[x]("),
    ("", "&amp;amp;"),
    ("", "&lt;b"),
    ("", "`"),
    ("", "<code>`</code>"),
    ("", "<pre>```\n</pre>"),
    ("", "http://www.a "),
    ("", "\\"),
    ("", "x y\n  z"),
    ("", "<img alt='[]' src='((' title=\"'\">"),
    ("", "<a href='(&amp;)' title='\"'></a>"),
    ("", "<svg><style><a title='</style>'>"),
    ("", "<math><mtext><table><mglyph><style>"),
    ("", "<form><div></form><p title='<img onerror=x>'>"),
    ("", "<div class='a b c' id=x style='color: red; a: url(x)' onclick=y>"),
    ("", "<noscript><p title='</noscript><script>'>"),
    ("", "<template><x-y>"),
];

/// A conversion of markup; returns the size of the output.
type Convert = fn(&str) -> usize;

const CALLS: [(&str, Convert); 6] = [
    ("Markdown", |html| parse(html).to_markdown().len()),
    ("Markdown with marks", |html| {
        let options = MarkdownOptions::default()
            .subscripts(InlineStyle::Marks)
            .superscripts(InlineStyle::Html)
            .insertions(InlineStyle::Marks)
            .highlights(InlineStyle::Html)
            .descriptions(DescriptionStyle::Pandoc)
            .links(LinkStyle::Reference)
            .escaping(Escaping::Full)
            .width(60);
        parse(html).to_markdown_with(&options).len()
    }),
    ("Markdown with HTML", |html| {
        let options = MarkdownOptions::default().element(|element| match element.tag_name() {
            Some("kbd" | "b" | "i" | "em" | "a" | "table" | "dl" | "pre") => Conversion::Html,
            _ => Conversion::Default,
        });
        parse(html).to_markdown_with(&options).len()
    }),
    ("sanitizer", |html| Sanitizer::default().clean(html).len()),
    ("sanitizer as DOMPurify", |html| Policy::dompurify().clean(html).len()),
    ("sanitizer, escaping", |html| Policy::ammonia().unlisted(Unlisted::Escape).clean(html).len()),
];

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("content_growth", |mut harness| {
        say(&format!("content_growth: {} shapes of {SMALL} to {LARGE} bytes", SHAPES.len()));
        for (before, piece) in SHAPES {
            for (name, convert) in CALLS {
                let check = move || on_small_stack(move || check(before, piece, convert));
                harness.add(format!("{name}: {before}{piece:?}"), check);
            }
        }
        Ok(harness.run(|| {}))
    })
}

fn check(before: &str, piece: &str, convert: Convert) -> Result<(), String> {
    let sizes = [SMALL, LARGE >> DOUBLINGS, LARGE];
    let inputs = sizes.map(|size| before.to_owned() + &piece.repeat(size / piece.len()));
    let mut first = [Duration::ZERO; 3];
    for (input, first) in inputs.iter().zip(&mut first) {
        let (time, output, memory) = cost(convert, input);
        *first = time;
        let budget = bounds::budget(input.len());
        if output > 1024 + 16 * input.len() + 8 * budget {
            return Err(format!("{output} bytes of output for {} of input", input.len()));
        }
        if memory > (1 << 20) + (1024 * input.len() + 16 * budget) as u64 {
            return Err(format!("{memory} bytes of memory for {} of input", input.len()));
        }
    }
    let [_, middle, large] = &inputs;
    let mut first = Some((first[1], first[2]));
    is_linear(GROWTH_BEYOND_CACHES, || {
        let times = first.take();
        times.unwrap_or_else(|| (cost(convert, middle).0, cost(convert, large).0))
    })
}

/// Returns the time of a call, the size of its output, and the peak of its memory.
fn cost(convert: Convert, input: &str) -> (Duration, usize, u64) {
    let mut output = 0;
    let start = processor_time();
    let allocations = measure(|| output = black_box(convert(black_box(input))));
    (processor_time() - start, output, allocations.bytes_max)
}
