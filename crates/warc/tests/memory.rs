//! Peak memory, in a process of its own: it depends neither on the length of a record nor on that of a file or list.

#![cfg(all(feature = "parquet", target_os = "linux"))]

use std::{
    fs,
    io::{self, BufReader, Read},
    iter,
};

use flate2::{Compression, read::GzEncoder};
use sapwood_warc::{Extractor, Format, Limits, RowWriter, Runner, Source, SourceReport, Spec};

/// The mark of `sapwood warc`, which has two threads here.
const MOST: u64 = 500 << 20;

/// The most memory that this process has had.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() << 10
}

/// Writes the rows of a source to Parquet, and checks the peak of the memory.
fn convert(name: &str, source: Source) -> SourceReport {
    let columns = "url,title,text,links,error,limit".parse().unwrap();
    let extractor = Extractor::new(columns, Spec::default(), Limits::default());
    let path = std::env::temp_dir().join(format!("sapwood-warc-memory-{}", std::process::id()));
    let mut writer = RowWriter::create(&path, Format::Parquet, &extractor).unwrap();
    let reports = Runner::new(&extractor).threads(2).run([source], &mut writer).unwrap();
    writer.finish().unwrap();
    fs::remove_file(&path).unwrap();
    let peak = peak();
    eprintln!("{name}: a peak of {} MB", peak >> 20);
    assert!(peak < MOST, "{name}: {} MB", peak >> 20);
    reports.into_iter().next().unwrap()
}

/// `count` times the same bytes.
struct Repeated {
    bytes: &'static [u8],
    count: u64,
    at: usize,
}

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() && self.count > 0 {
            let piece = &self.bytes[self.at..];
            let len = piece.len().min(buffer.len() - filled);
            buffer[filled..filled + len].copy_from_slice(&piece[..len]);
            (filled, self.at) = (filled + len, self.at + len);
            if self.at == self.bytes.len() {
                (self.at, self.count) = (0, self.count - 1);
            }
        }
        Ok(filled)
    }
}

fn repeated(bytes: &'static [u8], count: u64) -> Repeated {
    Repeated { bytes, count, at: 0 }
}

/// A record in a gzip member of its own.
fn member(headers: &str, length: u64, body: impl Read + Send + 'static) -> impl Read + Send {
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{headers}\r\n");
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.com/\r\n\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{http}",
        http.len() as u64 + length
    );
    let record = io::Cursor::new(head).chain(body).chain(&b"\r\n\r\n"[..]);
    GzEncoder::new(record, Compression::fast())
}

#[test]
fn memory_is_bounded_whatever_the_input() {
    // A record of a gigabyte, a thousandth of that in the file.
    let filler: &[u8] = b"<p>many words, and many more words of the same kind               ";
    let (bytes, count) = (filler, (1 << 30) / filler.len() as u64);
    let long = member("", bytes.len() as u64 * count, repeated(bytes, count));
    let title = b"<title>Next</title>";
    let next = member("", title.len() as u64, &title[..]);
    let report = convert("a long record", Source::reader("long.warc.gz", long.chain(next)));
    assert_eq!((report.counts.rows, report.counts.limited), (2, 1));

    // Pages of 16 MB each, whose links and text are as long again, in a file of a megabyte.
    let mut page = Vec::new();
    GzEncoder::new(repeated(b"<a href=/>oak and ash</a> ", 700_000), Compression::best())
        .read_to_end(&mut page)
        .unwrap();
    let page: &'static [u8] = page.leak();
    let pages = iter::repeat_with(|| {
        let mut bytes = Vec::new();
        let headers = "Content-Encoding: gzip\r\n";
        member(headers, page.len() as u64, page).read_to_end(&mut bytes).unwrap();
        bytes
    });
    let file = pages.take(24).collect::<Vec<_>>().concat();
    assert!(file.len() < 4 << 20, "{}", file.len());
    let report = convert("bombs", Source::reader("bombs.warc.gz", io::Cursor::new(file)));
    assert_eq!((report.counts.rows, report.counts.limited), (24, 24));

    // A list of half a million places.
    let list = BufReader::new(repeated(b"missing.warc.gz 1234567 8901\n", 500_000));
    let report = convert("a list", Source::list("list", list));
    assert_eq!((report.counts.rows, report.counts.errors), (500_000, 500_000));
}
