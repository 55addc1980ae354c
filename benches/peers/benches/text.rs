//! Criterion benches: the text of whole pages, beside scraper's of the same pages; and `inner_text`, which
//! scraper doesn't have.

#![forbid(unsafe_code)]

use std::hint::black_box;

use criterion::{Criterion, SamplingMode, Throughput};
use sapwood::{ParseOptions, parse_with};
use sapwood_benches::{Page, pages_of_sets};
use scraper::Html;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for (name, pages) in pages_of_sets() {
        set_of_pages(&mut criterion, &name, &pages);
    }
    criterion.final_summary();
}

fn set_of_pages(criterion: &mut Criterion, name: &str, pages: &[Page]) {
    // scraper's parser takes scripting to be enabled.
    let options = ParseOptions::default().scripting(true);
    let documents: Vec<_> =
        pages.iter().map(|page| parse_with(&page.text, &options).document).collect();
    let trees: Vec<Html> = pages.iter().map(|page| Html::parse_document(&page.text)).collect();
    let bytes: usize = documents.iter().map(|it| it.root().text_content().len()).sum();
    let mut group = criterion.benchmark_group(format!("{name}, text"));
    group.throughput(Throughput::Bytes(bytes as u64));
    group.sampling_mode(SamplingMode::Flat).sample_size(20);
    group.bench_function("Sapwood", |bencher| {
        bencher.iter(|| {
            documents.iter().map(|it| black_box(it.root().text_content()).len()).sum::<usize>()
        });
    });
    group.bench_function("scraper", |bencher| {
        bencher.iter(|| {
            let texts = trees.iter().map(|tree| tree.root_element().text().collect::<String>());
            texts.map(|text| black_box(text).len()).sum::<usize>()
        });
    });
    group.bench_function("Sapwood, inner_text", |bencher| {
        bencher.iter(|| documents.iter().map(|it| black_box(it.inner_text()).len()).sum::<usize>());
    });
    group.finish();
}
