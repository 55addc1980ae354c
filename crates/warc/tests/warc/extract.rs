//! Rows: the same as those of a plain loop over the library, whatever the form of the file and the number of threads.

use std::{
    fs,
    io::{self, Write},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use sapwood::{
    ByteOptions, encoding::encoding_of_content_type, extract::url::Url, parse_bytes_with,
};
use sapwood_tests::suites;
use sapwood_warc::{
    BatchBuilder, Extractor, Format, Limits, Location, Manifest, Page, RowWriter, Runner, Source,
    Spec, write_json_lines,
};
use serde_json::{Value, json};

use crate::common::{Form, Warc, gzip, html_response, http_response};

/// An archived page, as it should be in the row.
struct Expected {
    url: String,
    content_type: &'static str,
    status: u16,
    html: Vec<u8>,
}

/// Our own pages, and those of the corpus where it is.
fn pages() -> Vec<Vec<u8>> {
    let corpus = suites::pages();
    if corpus.is_none() {
        eprintln!("absent: corpus/pages");
    }
    let folders = [suites::fixtures("pages")].into_iter().chain(corpus);
    let paths = folders.flat_map(|folder| suites::files(&folder, "html").unwrap());
    paths.map(|path| fs::read(path).unwrap()).collect()
}

/// A file with pages in several encodings, compressed, chunked, and among records without pages.
fn archive(form: Form) -> (Vec<u8>, Vec<Expected>) {
    let mut warc = Warc::new(form);
    let mut expected = Vec::new();
    warc.info();
    for (n, html) in pages().into_iter().enumerate() {
        let url = format!("https://example.com/{n}/page?q=1");
        warc.request(&url);
        let (content_type, status, http) = match n % 6 {
            0 => ("text/html; charset=utf-8", 200, None),
            1 => ("text/html; charset=windows-1251", 404, None),
            2 => {
                let headers = ["content-type: text/html", "Content-Encoding: gzip"];
                ("text/html", 200, Some(http_response("200 OK", &headers, &gzip(&html))))
            }
            3 => {
                let mut chunks = Vec::new();
                for chunk in html.chunks(1_000) {
                    chunks.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
                    chunks.extend_from_slice(chunk);
                    chunks.extend_from_slice(b"\r\n");
                }
                chunks.extend_from_slice(b"0\r\n\r\n");
                let headers = ["Content-Type: text/html", "Transfer-Encoding: chunked"];
                ("text/html", 200, Some(http_response("200 OK", &headers, &chunks)))
            }
            // Headers of encodings that the archiver has undone.
            4 => {
                let headers = [
                    "Content-Type: text/html",
                    "Transfer-Encoding: chunked",
                    "Content-Encoding: br",
                ];
                ("text/html", 200, Some(http_response("200 OK", &headers, &html)))
            }
            _ => ("application/xhtml+xml", 301, None),
        };
        let http = http.unwrap_or_else(|| {
            http_response(
                &format!("{status} X"),
                &[&format!("Content-Type: {content_type}")],
                &html,
            )
        });
        warc.response(&url, &http);
        warc.response(&url, &http_response("200 OK", &["Content-Type: image/png"], b"\x89PNG"));
        expected.push(Expected { url, content_type, status, html });
    }
    (warc.bytes, expected)
}

/// The row of a page by a plain loop over the library.
fn plain_row(page: &Expected) -> Value {
    let charset = encoding_of_content_type(page.content_type);
    let options = ByteOptions::default().detect_utf8(true).http_charset(charset);
    let parsed = parse_bytes_with(&page.html, &options);
    let document = parsed.document;
    let base = document.base_url(Some(&Url::parse(&page.url).unwrap()));
    let anchors = document.select("a[href], area[href]").unwrap();
    let links = anchors.map(|node| {
        let href = node.attr("href").unwrap();
        let url = Url::options().base_url(base.as_ref()).parse(href);
        let text = node.text_content().split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let url = url.map_or_else(|_| href.trim_ascii().to_owned(), String::from);
        match node.attr("rel") {
            Some(rel) => json!({"url": url, "rel": rel, "text": text}),
            None => json!({"url": url, "text": text}),
        }
    });
    let mut meta = serde_json::Map::new();
    for it in document.meta() {
        let name = it.name.or(it.property).or(it.http_equiv).unwrap_or_default();
        let name = name.trim_ascii().to_ascii_lowercase();
        if !name.is_empty() && !meta.contains_key(&name) {
            meta.insert(name, it.content.map_or(Value::Null, Value::from));
        }
    }
    meta.retain(|_, value| !value.is_null());
    let mime = page.content_type.split(';').next().unwrap();
    let mut row = json!({
        "url": page.url,
        "date": "2025-09-04T10:11:12Z",
        "status": page.status,
        "mime": mime,
        "encoding": parsed.encoding.name(),
        "text": document.inner_text(),
        "links": links.collect::<Vec<_>>(),
        "meta": meta,
        "heading": document.select_first("h1").unwrap().map(|it| {
            it.text_content().split_ascii_whitespace().collect::<Vec<_>>().join(" ")
        }),
        "images": document.select("img[src]").unwrap().map(|it| it.attr("src").unwrap()).collect::<Vec<_>>(),
        "paragraphs": document.xpath_string("count(//p)").unwrap(),
    });
    let members = row.as_object_mut().unwrap();
    members.extend(document.title().map(|it| ("title".to_owned(), it.into())));
    members.retain(|_, value| !value.is_null());
    row
}

fn spec() -> Spec {
    Spec::parse(
        "[fields]\nheading = 'h1'\nimages = { css = 'img[src] @src', all = true }\nparagraphs = { xpath = 'count(//p)' }",
    )
    .unwrap()
}

/// Memory that a writer fills.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn rows(runner: &Runner, source: Source) -> Vec<Value> {
    let out = Shared::default();
    let reports = runner.run([source], &mut RowWriter::json_lines(Box::new(out.clone()))).unwrap();
    assert_eq!(reports[0].failure, None);
    let text = String::from_utf8(out.0.lock().unwrap().clone()).unwrap();
    let rows: Vec<_> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reports[0].counts.rows, rows.len() as u64);
    rows
}

#[test]
fn rows_are_those_of_a_plain_loop() {
    let columns = "url,date,status,mime,encoding,title,text,links,meta,error,limit";
    let extractor = Extractor::new(columns.parse().unwrap(), spec(), Limits::default());
    for form in Form::ALL {
        let (file, expected) = archive(form);
        let expected: Vec<_> = expected.iter().map(plain_row).collect();
        for threads in [1, 3] {
            let runner = Runner::new(&extractor).threads(threads);
            let found = rows(&runner, Source::reader("a.warc", io::Cursor::new(file.clone())));
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(found, expected, "{form:?}");
            }
        }
    }
}

/// The Parquet file holds the rows that JSON Lines do, and so do the records of a list.
#[test]
fn files_and_lists_hold_the_same_rows() {
    let folder = std::env::temp_dir().join(format!("sapwood-warc-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let input = folder.join("a.warc.gz");
    fs::write(&input, archive(Form::Gzip).0).unwrap();
    let extractor = Extractor::new("default".parse().unwrap(), spec(), Limits::default());
    let runner = Runner::new(&extractor).threads(2);
    let expected = rows(&runner, Source::file(&input));

    let output = folder.join("a.parquet");
    let report = runner.run_file(&input, &output, Format::Parquet).unwrap();
    let reader = parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(
        fs::File::open(&output).unwrap(),
    );
    let found: Vec<_> = reader.unwrap().build().unwrap().map(Result::unwrap).collect();
    let batch = batch(&extractor, &input);
    assert_eq!(batch.len(), expected.len());
    let mut lines = Vec::new();
    write_json_lines(&batch, &mut lines);
    let lines = String::from_utf8(lines).unwrap();
    let lines: Vec<Value> = lines.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!(lines, expected);
    assert_eq!(found, [batch.to_arrow()]);
    // No temporary file is left.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);

    let place = |row: &Value| {
        Location::new(&input, row["offset"].as_u64().unwrap(), row["length"].as_u64().unwrap())
    };
    let mut list: Vec<_> = expected.iter().map(place).collect();
    list.reverse();
    list.push(Location::new(folder.join("missing.warc"), 7, 9));
    let mut found = rows(&runner, Source::locations("list", list));
    assert_eq!((&found.pop().unwrap()["offset"], found.len()), (&json!(7), expected.len()));
    found.reverse();
    assert_eq!(found, expected);

    // The manifest knows what is done.
    let mut manifest = Manifest::open(&folder, &extractor, true).unwrap();
    assert!(!manifest.has(&input, 5));
    manifest.add(&input, 5, "a.parquet", &report).unwrap();
    drop(manifest);
    let mut file =
        fs::OpenOptions::new().append(true).open(folder.join(Manifest::FILE_NAME)).unwrap();
    // A line that a crash has cut.
    file.write_all(b"{\"input\": \"b").unwrap();
    let manifest = Manifest::open(&folder, &extractor, true).unwrap();
    assert!(manifest.has(&input, 5) && !manifest.has(&input, 6));
    let other = Extractor::new("url".parse().unwrap(), Spec::default(), Limits::default());
    assert!(Manifest::open(&folder, &other, true).is_err());
    let mut manifest = Manifest::open(&folder, &extractor, false).unwrap();
    assert!(!manifest.has(&input, 5));
    assert_eq!(fs::read(folder.join(Manifest::FILE_NAME)).unwrap(), b"");
    // Two that are open at once lose nothing of each other.
    let mut other = Manifest::open(&folder, &extractor, true).unwrap();
    manifest.add(&input, 7, "a.parquet", &report).unwrap();
    other.add(&input, 8, "a.parquet", &report).unwrap();
    manifest.add(&input, 9, "a.parquet", &report).unwrap();
    let manifest = Manifest::open(&folder, &extractor, true).unwrap();
    assert!((7..10).all(|size| manifest.has(&input, size)));
    fs::remove_dir_all(&folder).unwrap();
}

/// The rows of the archive `a.warc.gz`.
#[cfg(feature = "parquet")]
fn batch(extractor: &Extractor, path: &std::path::Path) -> sapwood_warc::Batch {
    let mut batch = BatchBuilder::new(extractor);
    let mut reader = sapwood_warc::Reader::new(fs::File::open(path).unwrap()).unwrap();
    let name = path.display().to_string();
    while let Some(record) = reader.next_record().unwrap() {
        let payload = record.payload(extractor.limits().max_input_bytes());
        if record.error.is_some() || payload.is_html() {
            batch.push(&Page::of_record(&record, &payload, &name));
        }
    }
    batch.finish()
}

/// A row for one page: its JSON, and how long it took.
fn row(html: &str, limits: Limits, spec: &str) -> (Value, Duration) {
    let spec = if spec.is_empty() { Spec::default() } else { Spec::parse(spec).unwrap() };
    let columns = "title,text,markdown,main_content,chunks,links,meta,json_ld,error,limit";
    let mut batch = BatchBuilder::new(&Extractor::new(columns.parse().unwrap(), spec, limits));
    let start = Instant::now();
    batch.push(&Page::html(html.as_bytes()).url("https://example.com/"));
    let time = start.elapsed();
    let mut out = Vec::new();
    write_json_lines(&batch.finish(), &mut out);
    assert!(out.len() < (64 << 20) + html.len() * 64, "{} bytes of output", out.len());
    (serde_json::from_slice(&out).unwrap(), time)
}

#[test]
fn limits_end_pages_with_partial_rows() {
    let (limits, parsing) = (Limits::default(), sapwood::Limits::default());
    let title = "<title>Oak</title>";
    let long_base = format!("<base href='https://e.com/{}/'>", "b".repeat(2_000));
    let formatting: String = (0..200).map(|n| format!("<b id=x{n}>")).collect();
    for (limit, limits, html) in [
        (
            "input-bytes",
            limits.clone().parsing(&parsing.clone().input_bytes(100)),
            format!("{title}{}", "<p>x".repeat(100)),
        ),
        (
            "nodes",
            limits.clone().parsing(&parsing.clone().nodes(50)),
            format!("{title}{}", "<p>x".repeat(100)),
        ),
        ("depth", limits.clone(), format!("{title}{}", "<div>".repeat(20_000))),
        (
            "time",
            limits.clone().parsing(&parsing.clone().time(Duration::ZERO)),
            format!("{title}{}", "<p>x".repeat(100_000)),
        ),
        (
            "amplification",
            limits.clone(),
            format!("{title}<p>{formatting}{}", "<p>x".repeat(100_000)),
        ),
        (
            "output",
            limits.clone(),
            format!("{title}{long_base}{}", "<a href=x>x</a>".repeat(50_000)),
        ),
    ] {
        let (row, time) = row(&html, limits, "");
        assert_eq!(row["limit"], limit, "{}", html.len());
        assert!(time < Duration::from_secs(20), "{limit}: {time:?}");
        if limit != "time" {
            assert_eq!(row["title"], "Oak", "{limit}");
        }
    }
}

#[test]
fn chunks_have_their_headings_and_the_size_of_the_specification() {
    let html = "<title>Trees</title><nav><a href=/>Home</a></nav><main><h1>Oak</h1><p>The oak is a tree, and it grows slowly.\
                <h2 id=leaf>Leaves</h2><p>They are <a href=lobe>lobed</a>, and green until late in the year.</main>";
    let row = |spec: &str| {
        let spec = if spec.is_empty() { Spec::default() } else { Spec::parse(spec).unwrap() };
        let columns = "chunks".parse().unwrap();
        let mut batch = BatchBuilder::new(&Extractor::new(columns, spec, Limits::default()));
        batch.push(&Page::text(html).url("https://example.com/trees/"));
        let mut out = Vec::new();
        write_json_lines(&batch.finish(), &mut out);
        serde_json::from_slice::<Value>(&out).unwrap()["chunks"].clone()
    };
    let whole = row("");
    assert_eq!(whole.as_array().unwrap().len(), 1, "{whole}");
    let parts = row("[chunks]\nsize = 110");
    let expected = serde_json::json!([
        {"text": "# Oak\n\nThe oak is a tree, and it grows slowly.\n\n", "headings": "Oak"},
        {
            "text": "## Leaves\n\nThey are [lobed](https://example.com/trees/lobe), and green until late in the year.\n",
            "headings": "Oak\nLeaves",
            "id": "leaf",
        },
    ]);
    assert_eq!(parts, expected);
}

/// A `base` element whose URL is too long counts nowhere.
#[test]
fn links_have_the_base_of_the_document() {
    let html = format!("<base href='/{}/'><a href=x>x</a>", "b".repeat(2_100));
    let extractor =
        Extractor::new("links,markdown".parse().unwrap(), Spec::default(), Limits::default());
    let mut batch = BatchBuilder::new(&extractor);
    batch.push(&Page::text(&html).url("https://example.com/"));
    let mut out = Vec::new();
    write_json_lines(&batch.finish(), &mut out);
    let row: Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(row["links"][0]["url"], "https://example.com/x");
    assert_eq!(row["markdown"], "[x](https://example.com/x)\n");
}

#[test]
fn urls_of_markdown_are_resolved() {
    let columns = "markdown".parse().unwrap();
    let extractor = Extractor::new(columns, Spec::default(), Limits::default());
    let mut batch = BatchBuilder::new(&extractor);
    let link = "<a href=lobe>lobed</a>";
    let with_base = format!("<base href=/b/>{link}");
    batch.push(&Page::text(link).url("https://example.com/trees/"));
    batch.push(&Page::text(&with_base).url("https://example.com/trees/"));
    batch.push(&Page::text(link));
    let batch = batch.finish();
    let found: Vec<_> = batch.texts("markdown").flatten().map(str::trim_end).collect();
    let expected = [
        "[lobed](https://example.com/trees/lobe)",
        "[lobed](https://example.com/b/lobe)",
        "[lobed](lobe)",
    ];
    assert_eq!(found, expected);
}

/// Pages whose output could be quadratic.
#[test]
fn poison_pages_cost_linear_time_and_output() {
    let nested = "<svg><a href=x>".repeat(5_000) + &"text ".repeat(200_000);
    let html_in_svg = "<svg><foreignObject><a href=y>x".repeat(3_000);
    let fields = "[chunks]\nsize = 100\n[fields]\nall = { css = '*', all = true }\nnodes = { xpath = '//*', all = true }\nslow = { xpath = '//*[count(//*/following::*) > 1]' }";
    for html in [
        nested,
        html_in_svg,
        "<div>x".repeat(9_000),
        "<a href=x>".repeat(100_000),
        "<meta name=a content=b>".repeat(100_000),
        format!("<h1>{}</h1>", "oak ".repeat(60)) + &"<p>x".repeat(100_000),
    ] {
        for fields in ["", fields] {
            let (_, time) = row(&html, Limits::default(), fields);
            assert!(time < Duration::from_secs(30), "{time:?} for {}", &html[..40]);
        }
    }
}

/// Bombs in the transport: a page of 2 KB that decompresses to much more.
#[test]
fn compressed_bombs_are_cut_at_the_limit() {
    let bomb = gzip(&vec![b' '; 40 << 20]);
    let headers = ["Content-Type: text/html", "Content-Encoding: gzip"];
    let mut warc = Warc::new(Form::Gzip);
    warc.response("https://example.com/1", &http_response("200 OK", &headers, &bomb));
    warc.response("https://example.com/2", &html_response(&vec![b'x'; 20 << 20]));
    warc.response("https://example.com/3", &html_response(b"<title>Oak</title>"));
    let extractor = Extractor::new(
        "title,text,limit,error".parse().unwrap(),
        Spec::default(),
        Limits::default(),
    );
    let runner = Runner::new(&extractor).threads(1);
    let rows = rows(&runner, Source::reader("a", io::Cursor::new(warc.bytes)));
    let limits: Vec<_> = rows.iter().map(|row| row["limit"].as_str()).collect();
    assert_eq!(limits, [Some("input-bytes"), Some("input-bytes"), None]);
    assert_eq!(rows[1]["text"].as_str().map(str::len), Some((16 << 20) - 44));
    assert_eq!(rows[2]["title"], "Oak");
}
