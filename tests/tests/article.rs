//! The main content of pages, compared with what people marked as such.

use std::{
    collections::BTreeMap,
    process::ExitCode,
    sync::{Mutex, PoisonError},
};

use anyhow::Result;
use sapwood::parse;
use sapwood_tests::{
    harness::{self, say},
    main_content::{Page, pages, word_f1},
    suites,
};

/// The least mean score of each type of page.
const FLOORS: &[(&str, f64)] = &[
    ("all", 0.86),
    ("article", 0.94),
    ("collection", 0.74),
    ("documentation", 0.92),
    ("forum", 0.78),
    ("listing", 0.78),
    ("product", 0.62),
    ("service", 0.86),
];

/// The scores by type of page.
static SCORES: Mutex<BTreeMap<String, Vec<f64>>> = Mutex::new(BTreeMap::new());

fn main() -> Result<ExitCode> {
    harness::main("article", |mut harness| {
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
