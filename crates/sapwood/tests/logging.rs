//! The messages in the log: decisions on the encoding, and limits.

#![cfg(feature = "encoding")]

use std::sync::Mutex;

use log::{LevelFilter, Log, Metadata, Record};
use sapwood::{ByteOptions, Limits, ParseOptions, parse_bytes, parse_bytes_with};

static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Collect;

impl Log for Collect {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        LINES.lock().unwrap().push(format!("{} {}", record.level(), record.args()));
    }

    fn flush(&self) {}
}

/// One test: the logger is the process's.
#[test]
fn logs_encodings_and_limits() {
    log::set_logger(&Collect).unwrap();
    log::set_max_level(LevelFilter::Debug);
    let _ = parse_bytes("<p>é".as_bytes());
    let late = format!("<p>é{}<meta charset=utf-8>", " ".repeat(2_000));
    let _ = parse_bytes(late.as_bytes());
    let options = ParseOptions::default().limits(Limits::default().nodes(5));
    let _ = parse_bytes_with(b"<p><p><p>", &ByteOptions::default().parsing(options));
    let lines = LINES.lock().unwrap();
    let with = |text: &str| lines.iter().filter(|line| line.contains(text)).count();
    assert_eq!(with("DEBUG encoding windows-1252, tentative, by default"), 3, "{lines:#?}");
    assert_eq!(with("encoding UTF-8 declared up to byte"), 1, "{lines:#?}");
    assert_eq!(with("parsing starts over"), 1, "{lines:#?}");
    assert_eq!(with("DEBUG limit nodes reached at byte"), 1, "{lines:#?}");
}
