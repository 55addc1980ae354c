//! Runs libraries that depend on html5ever over pages: `dependents outputs|round DIR` prints JSON.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    hint::black_box,
    path::PathBuf,
    time::Duration,
};

use rustix::time::{ClockId, clock_gettime};
use serde_json::{Map, Value, json};

/// A use of a library: what it writes for a page.
const OUTPUTS: [(&str, fn(&str) -> String); 7] = [
    ("scraper, html", |page| scraper::Html::parse_document(page).html()),
    ("scraper, tree", |page| {
        let html = scraper::Html::parse_document(page);
        format!("{:?} {:?}", html.quirks_mode, html.tree)
    }),
    ("scraper, fragment", |page| scraper::Html::parse_fragment(page).html()),
    ("dom_query, html", |page| dom_query::Document::from(page).html().to_string()),
    ("ammonia, clean", ammonia::clean),
    ("ammonia, is_html", |page| ammonia::is_html(page).to_string()),
    ("html2md, parse_html", |page| {
        // Its time grows with the square of the page.
        if page.len() < 100_000 { html2md::parse_html(page) } else { String::new() }
    }),
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (task, folder) = (arguments.next().unwrap(), arguments.next().unwrap());
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == "html" || it == "htm"));
    paths.sort();
    let pages: Vec<(String, String)> = paths
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned())
        })
        .collect();
    let value = match &*task {
        "outputs" => outputs(&pages),
        "round" => round(&pages),
        task => panic!("unknown task {task}"),
    };
    println!("{value}");
}

/// Returns the length and a hash of each output.
fn outputs(pages: &[(String, String)]) -> Value {
    let mut found = Map::new();
    for (name, output) in OUTPUTS {
        for (page, html) in pages {
            let output = output(html);
            let mut hasher = DefaultHasher::new();
            output.hash(&mut hasher);
            found.insert(format!("{name}, {page}"), json!([output.len(), hasher.finish()]));
        }
    }
    Value::Object(found)
}

/// Returns the nanoseconds of the processor for all pages, after a round to warm up. Dropping is excluded.
fn round(pages: &[(String, String)]) -> Value {
    let bytes: usize = pages.iter().map(|(_, html)| html.len()).sum();
    json!({ "bytes": bytes, "pages": pages.len(), "nanos": {
        "scraper": time(pages, scraper::Html::parse_document),
        "dom_query": time(pages, |html| dom_query::Document::from(html)),
        "ammonia::clean": time(pages, ammonia::clean),
        "ammonia::is_html": time(pages, ammonia::is_html),
    }})
}

fn time<T>(pages: &[(String, String)], work: impl Fn(&str) -> T) -> u64 {
    let mut nanos = 0;
    for counts in [false, true] {
        for (_, html) in pages {
            let start = processor_time();
            let result = black_box(work(black_box(html)));
            let time = processor_time() - start;
            drop(result);
            nanos += if counts { time.as_nanos() as u64 } else { 0 };
        }
    }
    nanos
}

fn processor_time() -> Duration {
    clock_gettime(ClockId::ProcessCPUTime).try_into().unwrap()
}
