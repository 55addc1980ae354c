//! The main content of pages, compared with what people marked as such; and its time on hostile pages.

use std::{
    collections::BTreeMap,
    hint::black_box,
    process::ExitCode,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use anyhow::Result;
use sapwood::{Document, parse};
use sapwood_benches::clock::processor_time;
use sapwood_tests::{
    growth::{DOUBLINGS, GROWTH_BEYOND_CACHES, is_linear, on_small_stack},
    harness::{self, say},
    main_content::{Page, pages, word_f1},
    suites,
};

/// The least mean score of each type of page.
const FLOORS: &[(&str, f64)] = &[
    ("all", 0.888),
    ("article", 0.950),
    ("collection", 0.80),
    ("documentation", 0.957),
    ("forum", 0.825),
    ("listing", 0.815),
    ("product", 0.70),
    ("service", 0.88),
];

/// The scores by type of page.
static SCORES: Mutex<BTreeMap<String, Vec<f64>>> = Mutex::new(BTreeMap::new());

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("article", |mut harness| {
        for (name, page) in HOSTILE {
            harness.add(format!("linear: {name}"), move || on_small_stack(move || grows(*page)));
        }
        match suites::corpus("main-content") {
            None => harness.absent("corpus/main-content"),
            Some(folder) => {
                let pages = pages(&folder)?;
                harness.found("corpus/main-content", pages.len(), pages.len(), (444, 444));
                harness.add("scores", move || check(&pages));
            }
        }
        Ok(harness.run(|| {
            let scores = SCORES.lock().unwrap_or_else(PoisonError::into_inner);
            for (kind, scores) in scores.iter() {
                say(&format!("article: {kind}: mean F1 {:.4} of {}", mean(scores), scores.len()));
            }
        }))
    })
}

/// Creates a page of a size.
type MakePage = fn(usize) -> String;

/// Pages of any size that ask for much work at each element.
const HOSTILE: &[(&str, MakePage)] = &[
    ("distinct classes", |n| many(n, |i| format!("<p class='related-{i} nav{i} x--{i}'>oak, elm"))),
    ("one element of many classes", |n| {
        format!("<p class='{}'>oak", many(n, |i| format!("a-{i} ")))
    }),
    ("one long class", |n| format!("<p class='{}'>oak", "ad-".repeat(n))),
    ("one long style", |n| format!("<p style='{}'>oak", "display:(;'!".repeat(n))),
    ("headings", |n| many(n, |i| format!("<h1>Oak {i}</h1>"))),
    ("headings in headings", |n| "<h1><div>oak".repeat(n)),
    ("nested sections", |n| "<div><h2>Related</h2>".repeat(n)),
    ("a heading in nested sections", |n| "<div>".repeat(n) + &"<h2>Reviews</h2>".repeat(n)),
    ("blank nested headings", |n| "<h2><div>".repeat(n) + &" ".repeat(n) + "Reviews"),
    ("dates", |n| many(n, |i| format!("<time class=date itemprop=datePublished>{i} Sep</time>"))),
    ("nested dates", |n| "<b class='date byline' itemprop=author>".repeat(n) + "9 Sep"),
    ("white space in nested authors", |n| "<i class=byline>".repeat(60) + &" ".repeat(n)),
    ("comments", |n| "<div class=comment><p>Oak, and elm, and beech trees.".repeat(n)),
    ("tables of contents", |n| "<div class=toc><a>oak".repeat(n)),
    ("hidden", |n| "<div hidden><p>Oak, and elm, and beech trees.".repeat(n)),
    ("labels", |n| "<p><span>Related</span> oak".repeat(n)),
    ("a label in nested elements", |n| "<span>".repeat(n) + "Related"),
    ("leads", |n| "<div>Also read: oak".repeat(n)),
    ("nested writers", |n| {
        "<meta name=generator content=xenforo>".to_owned()
            + &"<div class=user-info><b class=username>Ann</b>Member".repeat(n)
    }),
    ("comments on answers", |n| {
        "<meta name=generator content=discourse>".to_owned()
            + &"<div><p>The oak, and the elm, and more than a hundred other trees of the wood.\
                <div class=comments><p>Oak, and elm, and beech trees, and more of these."
                .repeat(n)
    }),
    ("buttons", |n| "<a class=btn>oak</a><h2><a class=btn>elm</a></h2>".repeat(n)),
    ("repeated", |n| {
        "<div><p>The oak is a tree of the beech family, and it grows slowly.</div>".repeat(n)
    }),
    ("meta elements", |n| many(n, |i| format!("<meta name=a{i} content=b>"))),
    ("separators in the title", |n| format!("<title>{}</title><h1>oak</h1>", "oak | ".repeat(n))),
    ("authors by reference", |n| {
        let object = |i| format!("{{\"@type\":\"Article\",\"author\":{{\"@id\":\"{i}\"}}}},");
        let objects = many(n / 8, object);
        format!("<script type=application/ld+json>[{objects}0]</script>oak")
    }),
    ("deep JSON", |n| format!("<script type=application/ld+json>{}</script>oak", "[".repeat(n))),
];

fn many(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect()
}

/// The smaller size of the hostile pages.
const N: usize = 4_000;
/// A time at the larger size that needs no comparison.
const SHORT: Duration = Duration::from_millis(5);

fn grows(page: MakePage) -> Result<(), String> {
    let (small, large) = (parse(&page(N)), parse(&page(N << DOUBLINGS)));
    let time = |document: &Document| {
        let start = processor_time();
        let article = document.article();
        black_box((article.to_text(), article.to_markdown(), article.to_html()));
        processor_time() - start
    };
    is_linear(GROWTH_BEYOND_CACHES, || {
        let (small, large) = (time(&small), time(&large));
        if large <= SHORT { (large, large) } else { (small, large) }
    })
}

fn mean(scores: &[f64]) -> f64 {
    scores.iter().sum::<f64>() / scores.len().max(1) as f64
}

fn check(pages: &[Page]) -> Result<(), String> {
    let mut scores: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for page in pages {
        let document = parse(&page.html);
        let article = document.article();
        let score = word_f1(&article.to_text(), page.text("main_content"));
        for kind in ["all", page.text("page_type")] {
            scores.entry(kind.to_owned()).or_default().push(score);
        }
    }
    let low: Vec<String> = FLOORS
        .iter()
        .filter_map(|(kind, floor)| {
            let mean = mean(scores.get(*kind)?);
            (mean < *floor).then(|| format!("{kind}: {mean:.4}, below {floor}"))
        })
        .collect();
    *SCORES.lock().unwrap_or_else(PoisonError::into_inner) = scores;
    if low.is_empty() { Ok(()) } else { Err(low.join("\n")) }
}
