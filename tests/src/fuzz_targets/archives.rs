//! A fuzz target for web archives.

use std::{
    io::{self, Read},
    time::Duration,
};

use sapwood::Limits;
use sapwood_warc::{
    BatchBuilder, Extractor, Limits as PageLimits, Page, Reader, Record, Spec, write_json_lines,
};

use super::chosen::Choices;

/// The most bytes of a page.
const LONGEST_PAGE: usize = 4096;

/// A file that is read a few bytes at a time.
struct Pieces<'d> {
    data: &'d [u8],
    length: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.length.min(buffer.len());
        self.data.read(&mut buffer[..length])
    }
}

/// An archive has the same records however it is read, they lie in the file, and their pages become rows within limits.
pub fn warc(data: &[u8], _: &Limits) {
    let mut choices = Choices { data };
    let length = 1 + usize::from(choices.byte());
    let file = choices.data;
    let whole = rows(file, file);
    assert_eq!(rows(Pieces { data: file, length }, file), whole);
    for row in whole.1.lines() {
        assert!(!row.contains("the parser panicked"), "{row}");
        assert!(serde_json::from_str::<serde_json::Value>(row).is_ok(), "{row}");
    }
}

/// Returns descriptions of the records, and their rows.
fn rows(input: impl Read, file: &[u8]) -> (Vec<String>, String) {
    let parsing = Limits::default().input_bytes(LONGEST_PAGE).nodes(400).depth(100);
    let limits =
        PageLimits::default().parsing(&parsing.time(Duration::from_secs(60))).output_factor(4);
    let columns = "default,markdown,main_content,chunks".parse().expect("names of columns");
    let extractor = Extractor::new(columns, Spec::default(), limits);
    let mut batch = BatchBuilder::new(&extractor);
    let mut records = Vec::new();
    let read = Reader::new(input).map(|reader| reader.with_limit(LONGEST_PAGE));
    let Ok(mut reader) = read else { return (records, "no reader".to_owned()) };
    loop {
        let record = match reader.next_record() {
            Ok(Some(record)) => record,
            Ok(None) => break,
            Err(error) => {
                records.push(error.to_string());
                break;
            }
        };
        let end = record.offset + record.length.unwrap_or_default();
        assert!(end <= file.len() as u64, "the record ends at {end} of {}", file.len());
        assert!(record.body().len() <= LONGEST_PAGE);
        assert!(records.len() <= file.len(), "more records than bytes");
        let payload = record.payload(LONGEST_PAGE);
        assert!(payload.body.len() <= LONGEST_PAGE);
        // Which bytes a record holds besides its content depends on how it was decoded.
        let Record { offset, length, kind, header, is_cut, error, .. } = &record;
        let content = (record.body(), is_cut, error);
        records.push(format!("{kind:?} {offset} {length:?} {header:?} {content:?}"));
        if record.error.is_some() || payload.is_html() {
            batch.push(&Page::of_record(&record, &payload, "a.warc"));
        }
    }
    records.push(format!("{:?}", reader.skipped()));
    let mut lines = Vec::new();
    write_json_lines(&batch.finish(), &mut lines);
    (records, String::from_utf8(lines).expect("JSON is UTF-8"))
}
