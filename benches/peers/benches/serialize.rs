//! Criterion benches: writing documents, plain and minified, beside html5ever's serializer over the trees
//! that it built of the same pages.

#![forbid(unsafe_code)]

use std::hint::black_box;

use criterion::{Criterion, SamplingMode, Throughput};
use markup5ever_rcdom::{RcDom, SerializableHandle};
use rcdom_html5ever::{
    ParseOpts,
    serialize::{SerializeOpts, serialize},
    tendril::TendrilSink,
};
use sapwood_benches::{Page, pages_of_sets};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for (name, pages) in pages_of_sets() {
        set_of_pages(&mut criterion, &name, &pages);
    }
    criterion.final_summary();
}

fn set_of_pages(criterion: &mut Criterion, name: &str, pages: &[Page]) {
    let documents: Vec<_> = pages.iter().map(|page| sapwood::parse(&page.text)).collect();
    let trees: Vec<RcDom> = pages
        .iter()
        .map(|page| {
            rcdom_html5ever::parse_document(RcDom::default(), ParseOpts::default())
                .one(page.text.as_str())
        })
        .collect();
    let bytes: usize = documents.iter().map(|document| document.to_html().len()).sum();
    let mut group = criterion.benchmark_group(format!("{name}, written"));
    group.throughput(Throughput::Bytes(bytes as u64));
    group.sampling_mode(SamplingMode::Flat).sample_size(20);
    group.bench_function("Sapwood", |bencher| {
        bencher.iter(|| documents.iter().map(|it| black_box(it.to_html()).len()).sum::<usize>());
    });
    group.bench_function("Sapwood, minified", |bencher| {
        bencher.iter(|| {
            documents.iter().map(|it| black_box(it.to_minified_html()).len()).sum::<usize>()
        });
    });
    group.bench_function("html5ever", |bencher| {
        bencher.iter(|| {
            for tree in &trees {
                let mut html = Vec::new();
                let node = SerializableHandle::from(tree.document.clone());
                serialize(&mut html, &node, SerializeOpts::default()).expect("a vector takes all");
                black_box(html);
            }
        });
    });
    group.finish();
}
