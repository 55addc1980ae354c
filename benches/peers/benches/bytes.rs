//! Criterion benches of input in bytes: text against UTF-8, whole and in pieces, against what has to be
//! decoded.
//!
//! `cargo bench --manifest-path benches/peers/Cargo.toml --bench bytes`

#![forbid(unsafe_code)]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, SamplingMode, Throughput};
use sapwood::{
    ByteOptions, ByteParser,
    encoding::{
        Encoding,
        encoding_rs::{GB18030, SHIFT_JIS, UTF_8, UTF_16LE, WINDOWS_1252},
    },
    parse, parse_bytes_with,
};
use sapwood_benches::{Page, read_pages, sets};

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for folder in sets() {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let pages = read_pages(&[folder]).expect("the folder is there");
        set_of_pages(&mut criterion, &name, &pages);
    }
    criterion.final_summary();
}

fn set_of_pages(criterion: &mut Criterion, name: &str, pages: &[Page]) {
    let mut group = criterion.benchmark_group(format!("bytes/{name}"));
    group.sampling_mode(SamplingMode::Flat).sample_size(20);
    let length: usize = pages.iter().map(|page| page.text.len()).sum();
    group.throughput(Throughput::Bytes(length as u64));
    group.bench_function("text", |bencher| {
        bencher.iter_batched(
            || (),
            |()| pages.iter().map(|page| parse(black_box(&page.text))).collect::<Vec<_>>(),
            BatchSize::PerIteration,
        );
    });
    for encoding in [UTF_8, WINDOWS_1252, SHIFT_JIS, GB18030, UTF_16LE] {
        let encoded: Vec<Vec<u8>> = pages.iter().map(|page| encode(&page.text, encoding)).collect();
        let length: usize = encoded.iter().map(Vec::len).sum();
        let options = ByteOptions::default().http_charset(Some(encoding));
        group.throughput(Throughput::Bytes(length as u64));
        group.bench_function(encoding.name(), |bencher| {
            bencher.iter_batched(
                || (),
                |()| {
                    encoded.iter().map(|page| parse_bytes_with(page, &options)).collect::<Vec<_>>()
                },
                BatchSize::PerIteration,
            );
        });
        group.bench_function(format!("{} in pieces of 64 KiB", encoding.name()), |bencher| {
            let parse = |page: &Vec<u8>| {
                let mut parser = ByteParser::new(&options);
                page.chunks(1 << 16).for_each(|piece| parser.feed(piece));
                parser.finish()
            };
            bencher.iter_batched(
                || (),
                |()| encoded.iter().map(parse).collect::<Vec<_>>(),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

/// Encodes a text, with character references for characters that the encoding lacks.
fn encode(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    if encoding == UTF_16LE {
        return text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    }
    encoding.encode(text).0.into_owned()
}
