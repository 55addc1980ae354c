//! Text directives for random ranges of pages: each finds its range, here and in Chromium.
//!
//! Chromium opens a page at a directive and paints `::target-text` in a color that nothing else has. The screenshot is
//! compared with the rectangles of the range's text nodes, which a script in the same page measures. Style sheets, scripts and
//! embedded resources are removed from the pages first, since text fragments follow the style sheet of browsers alone.

use std::{fs, hint::black_box, path::Path, process::ExitCode, time::Duration};

use anyhow::{Context, Result, ensure};
use sapwood::{
    Document, NodeRef,
    extract::{TextFragments, TextRange},
    parse,
};
use sapwood_benches::clock::processor_time;
use sapwood_tests::{
    chromium,
    growth::{DOUBLINGS, GROWTH_BEYOND_CACHES, is_linear},
    harness::{self, say},
    soup::Random,
    suites,
};
use serde_json::json;

/// Number of ranges of each page that are tried, until so many are rendered in the window.
const TRIES: usize = 20;
const RANGES: usize = 3;

/// The window, which shows the start of a page.
const WINDOW: (u32, u32) = (1000, 4000);

/// Number of pages that are compared with Chromium's, unless `SAPWOOD_ALL_TEXT_FRAGMENTS` is set.
const COMPARED: usize = 8;

/// Pages with a directive for each of their passages, which a page twice as long makes in twice the time.
const HOSTILE: [(&str, &str); 5] = [
    ("equal words", "a "),
    ("equal paragraphs", "<p>hard oak wood, and more of it in any case"),
    ("cut words", "abc<b></b>"),
    ("ideographs", "木"),
    ("spaces", "a&nbsp;&nbsp;&nbsp;"),
];

/// Number of units in the smaller page.
const N: usize = 8_000;

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("text_fragments", |mut harness| {
        harness.add("directives_find_their_ranges", || {
            found_again().map_err(|error| format!("{error:#}"))
        });
        harness.add("a_no_break_space_keeps_the_space_after_it", || {
            let document = parse("<p>Oak &nbsp; <b>elm</b>");
            let directive = document.body().and_then(|it| it.text_fragment());
            match directive.as_deref() {
                Some("text=Oak%20%C2%A0%20elm") => Ok(()),
                other => Err(format!("{other:?}")),
            }
        });
        harness.add("the_text_of_a_control_comes_first", || {
            for control in [
                "<input type=submit value=Oak>",
                "<input value=Oak>",
                "<input placeholder=Oak>",
                "<textarea>Oak</textarea>",
            ] {
                let document = parse(&format!("{control}<p>Oak<p>elm"));
                let range = document.select_first("p").ok().flatten().and_then(TextRange::of);
                let directive = range.and_then(|it| document.text_fragment(&it));
                if directive.as_deref() != Some("text=Oak,-elm") {
                    return Err(format!("{control}: {directive:?}"));
                }
            }
            Ok(())
        });
        for (name, unit) in HOSTILE {
            harness.add(format!("linear: {name}"), || {
                let (small, large) = (unit.repeat(N), unit.repeat(N << DOUBLINGS));
                is_linear(GROWTH_BEYOND_CACHES, || (time(&small), time(&large)))
            });
        }
        match (chromium::find(), suites::pages()) {
            (Some(browser), Some(folder)) => {
                harness.add("chromium_finds_the_same_ranges", move || {
                    painted(browser, &folder).map_err(|error| format!("{error:#}"))
                });
            }
            (None, _) => harness.absent("Chromium"),
            (_, None) => harness.absent("the corpus of pages"),
        }
        Ok(harness.run(|| {}))
    })
}

/// Returns the time to make the directives of twenty passages in the page.
fn time(page: &str) -> Duration {
    let document = parse(page);
    let texts = texts(&document);
    let start = processor_time();
    let fragments = document.text_fragments();
    for passage in 0..20 {
        let at = passage * texts.len() / 20;
        let node = texts[at];
        let length = node.text_content().len();
        let mut from = passage * length / 20;
        while !node.text_content().is_char_boundary(from) {
            from += 1;
        }
        let range = TextRange { start: (node, from), end: (node, length) };
        if let Some(directive) = black_box(fragments.directive(&range)) {
            black_box(fragments.find(&directive));
        }
    }
    processor_time() - start
}

/// Checks on pages and on random markup that the range that a directive finds has the text of the range that it was made for.
fn found_again() -> Result<()> {
    let mut random = Random::new(1);
    let mut pages = Vec::new();
    for file in suites::files(&suites::fixtures("pages"), "html")? {
        pages.push(String::from_utf8_lossy(&fs::read(file)?).into_owned());
    }
    pages.extend((0..400).map(|_| random.soup(60)));
    pages.extend((0..400).map(|_| of_letters(&mut random)));
    let (mut made, mut all) = (0, 0);
    for page in &pages {
        let document = parse(page);
        let texts = texts(&document);
        let fragments = document.text_fragments();
        for _ in 0..20 {
            let Some(range) = random_range(&mut random, &texts) else { continue };
            let is_empty = text_of(&texts, &range).trim().is_empty();
            all += usize::from(!is_empty);
            let Some(directive) = fragments.directive(&range) else { continue };
            made += 1;
            check(&texts, &fragments, &range, &directive).with_context(|| page.clone())?;
        }
    }
    say(&format!("text_fragments: {made} directives for {all} ranges found their ranges"));
    // Most random markup repeats a few words.
    ensure!(made * 3 > all, "few ranges have a directive");
    Ok(())
}

/// Returns a page of characters that a search folds to others, to several or to none.
fn of_letters(random: &mut Random) -> String {
    const LETTERS: [&str; 20] = [
        "a", "B", "1", " ", " ", "\u{a0}", ".", "-", "…", "ﬁ", "é", "e\u{301}", "ß", "½", "木",
        "ガ", "\u{ad}", "😀", "<b>", "<br>",
    ];
    (0..80).map(|_| LETTERS[random.below(LETTERS.len())]).collect()
}

fn check(
    texts: &[NodeRef<'_>],
    fragments: &TextFragments<'_>,
    range: &TextRange<'_>,
    directive: &str,
) -> Result<()> {
    let found = fragments.find(directive).context("nothing is found")?;
    let (expected, actual) = (text_of(texts, range), text_of(texts, &found));
    // Text that isn't rendered may be at the ends of the range.
    ensure!(expected.contains(&actual), "{directive} finds {actual:?}, expected {expected:?}");
    ensure!(
        fragments.directive(&found).as_deref() == Some(directive),
        "{directive} isn't made again"
    );
    Ok(())
}

fn texts(document: &Document) -> Vec<NodeRef<'_>> {
    document.root().descendants().filter(|it| it.is_text()).collect()
}

/// Returns the text of a range with white space collapsed.
fn text_of(texts: &[NodeRef<'_>], range: &TextRange<'_>) -> String {
    let mut text = String::new();
    let position = |node| texts.iter().position(|it| *it == node).unwrap_or_default();
    for node in &texts[position(range.start.0)..=position(range.end.0)] {
        let data = node.text_content();
        let start = if *node == range.start.0 { range.start.1 } else { 0 };
        let end = if *node == range.end.0 { range.end.1 } else { data.len() };
        text.push_str(&data[start..end]);
    }
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a range between two random places, of which half are between words.
fn random_range<'d>(random: &mut Random, texts: &[NodeRef<'d>]) -> Option<TextRange<'d>> {
    if texts.is_empty() {
        return None;
    }
    let place = |random: &mut Random, data: &str, from: usize| {
        let mut offset = from + random.below(data.len() - from + 1);
        let breaks_words = random.below(2) == 0;
        let is_cut = |offset: usize| {
            !data.is_char_boundary(offset)
                || !breaks_words && !data[..offset].ends_with(char::is_whitespace)
        };
        while offset > from && is_cut(offset) {
            offset -= 1;
        }
        while !data.is_char_boundary(offset) {
            offset += 1;
        }
        offset
    };
    let first = random.below(texts.len());
    let length = [1, 1, 2, 5, 30][random.below(5)];
    let last = (first + random.below(length)).min(texts.len() - 1);
    let (start_data, end_data) = (texts[first].text_content(), texts[last].text_content());
    let start = place(random, &start_data, 0);
    let end = place(random, &end_data, if first == last { start } else { 0 });
    Some(TextRange { start: (texts[first], start), end: (texts[last], end) })
}

/// A directive for a range of a page, and the rectangles of the text.
struct Case {
    page: String,
    directive: String,
    /// Left, top, right and bottom of each, in pixels.
    rectangles: Vec<[f64; 4]>,
}

fn painted(browser: &Path, folder: &Path) -> Result<()> {
    let mut files = suites::files(folder, "html")?;
    if std::env::var_os("SAPWOOD_ALL_TEXT_FRAGMENTS").is_none() {
        let step = files.len().div_ceil(COMPARED);
        files = files.into_iter().step_by(step.max(1)).collect();
    }
    let mut random = Random::new(2);
    let (mut cases, mut all, mut made) = (Vec::new(), 0, 0);
    for file in &files {
        let page = without_resources(&String::from_utf8_lossy(&fs::read(file)?))?;
        let document = parse(&page);
        let texts = texts(&document);
        let fragments = document.text_fragments();
        let mut ranges = Vec::new();
        for _ in 0..TRIES {
            let Some(range) = random_range(&mut random, &texts) else { continue };
            if text_of(&texts, &range).is_empty() {
                continue;
            }
            all += 1;
            if let Some(directive) = fragments.directive(&range) {
                made += 1;
                check(&texts, &fragments, &range, &directive)?;
                // Without white space at the ends, which isn't painted.
                let range = fragments.find(&directive).context("nothing is found")?;
                ranges.push((range, directive));
            }
        }
        let rectangles = measure(browser, &page, &ranges)?;
        let is_seen = |rectangles: &Vec<[f64; 4]>| {
            let mut wide = rectangles.iter().filter(|it| it[2] - it[0] >= 3.0).peekable();
            wide.peek().is_some() && wide.all(|it| it[0] >= 0.0 && it[2] < 990.0 && it[3] < 3950.0)
        };
        let seen = ranges.into_iter().zip(rectangles).filter(|(_, it)| is_seen(it)).take(RANGES);
        cases.extend(seen.map(|((_, directive), rectangles)| Case {
            page: page.clone(),
            directive,
            rectangles,
        }));
    }
    let half = cases.len().div_ceil(2);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let parts: Vec<_> = cases
            .chunks(half.max(1))
            .map(|part| {
                scope.spawn(move || part.iter().map(|case| compare(browser, case)).collect())
            })
            .collect();
        parts
            .into_iter()
            .flat_map(|it| it.join().unwrap_or_else(|_| vec![Some("panic".into())]))
            .collect::<Vec<Option<String>>>()
    })
    .into_iter()
    .flatten()
    .collect();
    say(&format!(
        "text_fragments: {made} directives for {all} ranges; of {} that are seen, Chromium paints {} where the range is",
        cases.len(),
        cases.len() - wrong.len()
    ));
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// Removes what needs other resources, and what lays out a page otherwise than the style sheet of browsers does.
fn without_resources(page: &str) -> Result<String> {
    const REMOVED: &str =
        "script, style, link, base, meta, noscript, iframe, object, embed, video, audio, frameset";
    const STYLE: &str = "<meta charset=utf-8><style>html { overflow: hidden; height: 4000px }
        body { overflow: clip; height: 3980px; position: relative; margin: 0 }
        ::target-text { background: #ff00ff; color: #ff00ff }</style>";
    let mut document = parse(page);
    document.remove_all(REMOVED)?;
    let loading: Vec<_> =
        document.select("[src], [srcset], [style], [background]")?.map(|it| it.node_id()).collect();
    for node in loading {
        for name in ["src", "srcset", "style", "background"] {
            document.remove_attribute(node, name)?;
        }
    }
    let head = document.head().context("no head")?.node_id();
    document.prepend_html(head, STYLE)?;
    // As browsers read it.
    Ok(parse(&document.to_html()).to_html())
}

/// Returns the rectangles of the text in each range.
fn measure(
    browser: &Path,
    page: &str,
    ranges: &[(TextRange<'_>, String)],
) -> Result<Vec<Vec<[f64; 4]>>> {
    let place = |(node, offset): (NodeRef<'_>, usize)| {
        let mut path: Vec<usize> = std::iter::once(node)
            .chain(node.ancestors())
            .filter(|it| it.parent().is_some())
            .map(|it| {
                std::iter::successors(it.previous_sibling(), |it| it.previous_sibling()).count()
            })
            .collect();
        path.reverse();
        let data = node.text_content();
        json!({ "path": path, "offset": data[..offset].encode_utf16().count() })
    };
    let places: Vec<_> =
        ranges.iter().map(|(range, _)| json!([place(range.start), place(range.end)])).collect();
    let script = format!(
        "<script>
        const at = place => place.path.reduce((node, index) => node.childNodes[index], document);
        // Images without a source are laid out anew until then.
        addEventListener('load', () => {{
        const answer = {}.map(([start, end]) => {{
            const rectangles = [], first = at(start), last = at(end);
            const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
            walker.currentNode = first;
            for (let node = first; node; node = walker.nextNode()) {{
                const range = document.createRange();
                range.setStart(node, node === first ? start.offset : 0);
                range.setEnd(node, node === last ? end.offset : node.data.length);
                for (const it of range.getClientRects()) rectangles.push([it.left, it.top, it.right, it.bottom]);
                if (node === last) break;
            }}
            return rectangles;
        }});
        document.body.innerHTML = '<pre id=answer></pre>';
        document.body.firstChild.textContent = JSON.stringify(answer);
        }});
        </script>",
        json!(places)
    );
    let dump = chromium::dump_dom_in_window(browser, &format!("{page}{script}"), WINDOW)?;
    let answer = parse(&dump);
    let answer = answer.select_first("#answer")?.context("Chromium printed no answer")?;
    Ok(serde_json::from_str(&answer.text_content())?)
}

/// Opens the page at the directive, and returns how the painted text differs from the range.
fn compare(browser: &Path, case: &Case) -> Option<String> {
    let differs = || -> Result<()> {
        let fragment = format!("#:~:{}", case.directive);
        let picture = chromium::screenshot(browser, &case.page, &fragment, WINDOW)?;
        let mut reader = png::Decoder::new(std::io::Cursor::new(picture)).read_info()?;
        let mut pixels = vec![0; reader.output_buffer_size().context("too large")?];
        let info = reader.next_frame(&mut pixels)?;
        let samples = info.color_type.samples();
        let row = |y: usize| &pixels[y * info.line_size..][..info.width as usize * samples];
        let is_painted = |x: usize, y: usize| row(y)[x * samples..].starts_with(&[255, 0, 255]);
        // The highlight is as high as the line, which may be higher than the text.
        let covers = |it: &[f64; 4], x: f64, y: f64| {
            x >= it[0] - 2.0 && x <= it[2] + 2.0 && y >= it[1] - 12.0 && y <= it[3] + 12.0
        };
        let mut painted = 0;
        for y in 0..info.height as usize {
            if !row(y).chunks(samples).any(|it| it.starts_with(&[255, 0, 255])) {
                continue;
            }
            for x in (0..info.width as usize).filter(|x| is_painted(*x, y)) {
                painted += 1;
                let (x, y) = (x as f64, y as f64);
                let is_in = case.rectangles.iter().any(|it| covers(it, x, y));
                ensure!(is_in, "({x}, {y}) is painted");
            }
        }
        ensure!(painted > 0, "nothing is painted");
        for it in case.rectangles.iter().filter(|it| it[2] - it[0] >= 3.0) {
            let (left, right) = (it[0].ceil() as usize, it[2].floor() as usize);
            let y = ((it[1] + it[3]) / 2.0) as usize;
            let of_text = (left..right).filter(|x| is_painted(*x, y)).count();
            ensure!(of_text * 2 >= right - left, "{it:?} isn't painted");
        }
        Ok(())
    };
    differs()
        .err()
        .map(|error| format!("{}: {error:#}, expected {:?}", case.directive, case.rectangles))
}
