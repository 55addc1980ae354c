//! Hostile shapes: the time grows with the input, and the stack doesn't.
//!
//! Each shape is parsed and dropped at two sizes, on a thread with a small stack. Twice the input may take
//! 2.4 times the time. That is taken over three doublings, as somewhere between them a cache of the
//! processor ends, which costs its own once. To add a shape, add a line.

use std::{hint::black_box, process::ExitCode, thread, time::Duration};

use anyhow::Result;
use sapwood::{FragmentContext, Options, parse_fragment, parse_with};
use sapwood_tests::harness::{self, say};

/// The smaller of the two sizes.
const N: usize = 25_000;
/// How often the input doubles to the larger one.
const DOUBLINGS: i32 = 3;
/// The most that time may grow when the input doubles.
const GROWTH: f64 = 2.4;
/// The same for a shape that fills a hash table: it is met at random places, more and more of which lie
/// outside of every cache. What grows with the square would still be far above.
const GROWTH_WITH_TABLE: f64 = 3.0;
/// How often a shape is measured before it is found guilty.
const TRIES: u64 = 25;
/// A stack that any recursion on depth would overflow.
const STACK: usize = 256 * 1024;

/// A shape of input by its size.
struct Shape {
    name: &'static str,
    write: fn(usize) -> String,
    context: Option<&'static str>,
    growth: f64,
}

const fn shape(name: &'static str, write: fn(usize) -> String) -> Shape {
    Shape { name, write, context: None, growth: GROWTH }
}

const fn table(name: &'static str, write: fn(usize) -> String) -> Shape {
    Shape { growth: GROWTH_WITH_TABLE, ..shape(name, write) }
}

const fn inside(context: &'static str, name: &'static str, write: fn(usize) -> String) -> Shape {
    Shape { context: Some(context), ..shape(name, write) }
}

/// Writes `n` pieces that differ.
fn each(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect()
}

/// Writes each of `parts` `n` times, one after the other.
fn blocks(n: usize, parts: &[&str]) -> String {
    parts.iter().map(|part| part.repeat(n)).collect()
}

#[rustfmt::skip]
const SHAPES: &[Shape] = &[
    shape("<div>", |n| "<div>".repeat(n)),
    shape("<div> </div>", |n| blocks(n, &["<div>", "</div>"])),
    shape("<b>", |n| "<b>".repeat(n)),
    table("<b id=i>", |n| each(n, |i| format!("<b id={i}>"))),
    shape("<b id=i> x </b>", |n| each(n, |i| format!("<b id={i}>x</b>"))),
    shape("<ul><li>", |n| "<ul><li>".repeat(n)),
    shape("<li><ul><div> <li></li>", |n| blocks(n, &["<li><ul><div>", "<li></li>"])),
    shape("<dd>", |n| "<dd>".repeat(n)),
    shape("<dd><div>", |n| "<dd><div>".repeat(n)),
    shape("<dl><dt><div> <dd>", |n| blocks(n, &["<dl><dt><div>", "<dd>"])),
    shape("<table>", |n| "<table>".repeat(n)),
    shape("<table><tr><td>", |n| "<table><tr><td>".repeat(n)),
    shape("<table> text", |n| "<table>x".repeat(n)),
    shape("<table><tr><td> </table>", |n| blocks(n, &["<table><tr><td>", "</table>"])),
    shape("<table> and fostered <b>", |n| "<table>".to_owned() + &"<b>x</b>".repeat(n)),
    shape("<table> and spaces <i>", |n| "<table>".to_owned() + &" <i> ".repeat(n)),
    shape("<div> <table></table>", |n| blocks(n, &["<div>", "<table></table>"])),
    shape("<p><b>", |n| "<p><b>".repeat(n)),
    shape("<p><b><i><u>", |n| "<p><b><i><u>".repeat(n)),
    shape("<p>", |n| "<p>".repeat(n)),
    shape("</p>", |n| "</p>".repeat(n)),
    shape("<p><button>", |n| "<p><button>".repeat(n)),
    shape("<button><div>", |n| "<button><div>".repeat(n)),
    shape("<div> <p>", |n| blocks(n, &["<div>", "<p>"])),
    shape("<span> </p>", |n| blocks(n, &["<span>", "</p>"])),
    shape("<p> <span> <div>", |n| "<p>".to_owned() + &blocks(n, &["<span>", "<div>"])),
    table("n attributes", |n| format!("<p {}>", each(n, |i| format!(" a{i}=1")))),
    shape("n times one attribute", |n| format!("<p {}>", " a=1".repeat(n))),
    table("n attributes on <html> twice", |n| {
        let attributes = each(n, |i| format!(" a{i}"));
        format!("<html{attributes}><html{attributes}>")
    }),
    shape("<body a>", |n| "<body a=1>".repeat(n)),
    table("<body ai>", |n| each(n, |i| format!("<body a{i}=1>"))),
    table("<html ai>", |n| each(n, |i| format!("<html a{i}=1>"))),
    table("<p> with names of its own", |n| each(n, |i| format!("<x{i} y{i}>"))),
    shape("<form> </form>", |n| "<form></form>".repeat(n)),
    shape("</form><form><div>", |n| "</form><form><div>".repeat(n)),
    shape("<form> <div> </form>", |n| "<form>".to_owned() + &blocks(n, &["<div>", "</form><form>"])),
    shape("<b> <div> </b>", |n| blocks(n, &["<b>", "<div>", "</b>"])),
    shape("<b><div> </b>", |n| blocks(n, &["<b><div>", "</b>"])),
    shape("<b> <p></b>", |n| "<b>".to_owned() + &"<p></b>".repeat(n)),
    shape("<b> </i>", |n| blocks(n, &["<b>", "</i>"])),
    shape("<a>", |n| "<a>".repeat(n)),
    shape("<a><div>", |n| "<a><div>".repeat(n)),
    shape("<a><p></a>", |n| "<a><p></a>".repeat(n)),
    shape("<nobr>", |n| "<nobr>".repeat(n)),
    shape("<nobr><div>", |n| "<nobr><div>".repeat(n)),
    shape("<i> <object> </i>", |n| "<i>".to_owned() + &blocks(n, &["<object>", "</i>"])),
    shape("<applet> </applet>", |n| blocks(n, &["<applet>", "</applet>"])),
    shape("<h1>", |n| "<h1>".repeat(n)),
    shape("<h1><div> </h2>", |n| blocks(n, &["<h1><div>", "</h2>"])),
    shape("<svg>", |n| "<svg>".repeat(n)),
    shape("<svg><g> </x>", |n| format!("<svg>{}", blocks(n, &["<g>", "</x>"]))),
    shape("<svg><g> <p>", |n| "<svg><g><p>".repeat(n)),
    shape("<svg><desc>", |n| "<svg><desc>".repeat(n)),
    shape("<svg><desc> </svg>", |n| blocks(n, &["<svg><desc>", "</svg>"])),
    shape("<svg> <desc> <b></desc>", |n| "<svg>".to_owned() + &blocks(n, &["<desc>", "<b></desc>"])),
    shape("<math><mi>", |n| "<math><mi>".repeat(n)),
    shape("<math><annotation-xml>", |n| "<math><annotation-xml>".repeat(n)),
    shape("<select><option selected>", |n| "<select>".to_owned() + &"<option selected>x".repeat(n)),
    shape("<select><option>", |n| "<select><option>".repeat(n)),
    shape("<select> <div><option>", |n| "<select>".to_owned() + &"<div><option>".repeat(n)),
    shape("<select><optgroup>", |n| "<select>".to_owned() + &"<optgroup><option>".repeat(n)),
    shape("<select> with selectedcontent", |n| {
        "<select><button><selectedcontent></button>".to_owned() + &"<option selected>x".repeat(n)
    }),
    shape("<select><selectedcontent>", |n| "<select>".to_owned() + &"<selectedcontent>".repeat(n)),
    shape("<select><hr>", |n| "<select>".to_owned() + &"<hr>".repeat(n)),
    shape("<ruby><rt>", |n| "<ruby><rt>".repeat(n)),
    shape("<rt>", |n| "<rt>".repeat(n)),
    table("<template>", |n| "<template>".repeat(n)),
    shape("<template> </template>", |n| blocks(n, &["<template>", "</template>"])),
    table("<template><td>", |n| "<template><td>".repeat(n)),
    shape("<template> </template> in <div>", |n| blocks(n, &["<div>", "<template></template>"])),
    table("<template for=x>", |n| "<template for=x>".repeat(n)),
    shape("<template for=x></template>", |n| "<body>".to_owned() + &"<template for=x></template>".repeat(n)),
    table("<?marker?> <template for>", |n| {
        let markers = each(n, |i| format!("<?marker name=\"{i}\">"));
        format!("<body>{markers}{}", each(n, |i| format!("<template for={i}>x</template>")))
    }),
    shape("<?start?>", |n| format!("<body>{}<template for=a>x", "<?start name=\"a\">".repeat(n))),
    shape("<frameset>", |n| "<frameset>".repeat(n)),
    shape("<noscript>", |n| "<noscript>".repeat(n)),
    shape("<caption>", |n| format!("<table>{}", "<caption>".repeat(n))),
    shape("<col>", |n| format!("<table>{}", "<col>".repeat(n))),
    shape("&amp;", |n| "&amp;".repeat(n)),
    shape("&", |n| "&".repeat(n)),
    shape("&notit;", |n| "&notit;".repeat(n)),
    shape("&#1;", |n| "&#1;".repeat(n)),
    shape("&#111…", |n| format!("&#{}", "1".repeat(n))),
    shape("a value of &", |n| format!("<p a='{}'>", "&amp;&x".repeat(n))),
    shape("NUL", |n| "\0".repeat(n)),
    shape("NUL in <svg>", |n| format!("<svg>{}", "\0a".repeat(n))),
    shape("NUL in a value", |n| format!("<p a='{}'>", "\0".repeat(n))),
    shape("NUL in a table", |n| format!("<table>{}", "\0 ".repeat(n))),
    shape("CR LF", |n| "\r\n".repeat(n)),
    shape("CR", |n| "\r".repeat(n)),
    shape("<", |n| "<".repeat(n)),
    shape("</", |n| "</".repeat(n)),
    shape("<!", |n| "<!".repeat(n)),
    shape("<?", |n| "<?".repeat(n)),
    shape("<!-- never ended", |n| "<!--".repeat(n)),
    shape("<!-->", |n| "<!-->".repeat(n)),
    shape("dashes in a comment", |n| format!("<!--{}", "-".repeat(n))),
    shape("dashes and bangs in a comment", |n| format!("<!--{}", "--!".repeat(n))),
    shape("<![CDATA[ ]", |n| format!("<svg><![CDATA[{}", "]".repeat(n))),
    shape("<script><!--<script>", |n| format!("<script>{}", "<!--<script>".repeat(n))),
    shape("</titl in <title>", |n| format!("<title>{}", "</titl".repeat(n))),
    shape("</title  in <title>", |n| format!("<title>{}", "</title ".repeat(n))),
    shape("<textarea>", |n| "<textarea></textarea>".repeat(n)),
    shape("<!doctype>", |n| "<!doctype html>".repeat(n)),
    shape("a long tag name", |n| format!("<{}>", "a".repeat(n))),
    shape("a long attribute name", |n| format!("<p {}>", "a".repeat(n))),
    shape("=", |n| format!("<p {}>", "=".repeat(n))),
    shape("<a/", |n| "<a/".repeat(n)),
    shape("</div>", |n| "</div>".repeat(n)),
    shape("</unknown>", |n| blocks(n, &["<div>", "</unknown>"])),
    shape("<unknown> </other>", |n| blocks(n, &["<x-a>", "</x-b>"])),
    shape("</body>", |n| "</body>x".repeat(n)),
    shape("after the body, comments", |n| "</html>".to_owned() + &"<!--a-->".repeat(n)),
    inside("table", "<tr>", |n| "<tr>".repeat(n)),
    inside("select", "<input>", |n| "<input>".repeat(n)),
    inside("svg desc", "<svg>", |n| "<svg>".repeat(n)),
];

fn main() -> Result<ExitCode> {
    harness::main("linear", |mut harness| {
        harness.one_at_a_time();
        say(&format!("linear: {} shapes at {N} and {}", SHAPES.len(), N << DOUBLINGS));
        for shape in SHAPES {
            let name = match shape.context {
                Some(context) => format!("{} in {context}", shape.name),
                None => shape.name.to_owned(),
            };
            harness.add(name, || check(shape));
        }
        Ok(harness.run(|| {}))
    })
}

fn check(shape: &'static Shape) -> Result<(), String> {
    let measured = thread::Builder::new().stack_size(STACK).spawn(move || measure(shape));
    let measured = measured.map_err(|error| error.to_string())?.join();
    let (small, large) = measured.map_err(|_| "it panicked")?;
    if is_linear(shape, small, large) {
        return Ok(());
    }
    Err(format!("{small:?} for {N}, {large:?} for {}", N << DOUBLINGS))
}

fn is_linear(shape: &Shape, small: Duration, large: Duration) -> bool {
    large.as_secs_f64() <= shape.growth.powi(DOUBLINGS) * small.as_secs_f64()
}

/// The times at both sizes, of the first try at which they are good or else of the last.
///
/// They are held against each other within a try only: what else the machine does then slows both.
fn measure(shape: &Shape) -> (Duration, Duration) {
    let (small, large) = ((shape.write)(N), (shape.write)(N << DOUBLINGS));
    let mut times = (Duration::MAX, Duration::MAX);
    for attempt in 0..TRIES {
        // Whoever else fills the caches now may be done by then.
        thread::sleep(Duration::from_millis(20 * attempt));
        times = (time(shape, &small), time(shape, &large));
        if is_linear(shape, times.0, times.1) {
            break;
        }
    }
    times
}

/// Parses and drops, with errors so that their checks run too.
fn time(shape: &Shape, html: &str) -> Duration {
    let options = Options::default().errors(true).declarative_shadow_roots(true);
    let start = processor_time();
    drop(black_box(match shape.context {
        None => parse_with(html, &options),
        Some(name) => {
            let context = FragmentContext::parse(name).expect("the table names elements");
            parse_fragment(html, &context, &options)
        }
    }));
    processor_time() - start
}

/// The time that this thread has run, without the time that others had the processor.
#[cfg(target_os = "linux")]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("a clock that started at zero")
}

/// The time on the wall, where no other clock is at hand.
#[cfg(not(target_os = "linux"))]
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
