//! Every code in a file of its own, whose findings are beside it; pages in which nothing is wrong; and the
//! formats.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use sapwood::{encoding::SniffOptions, parse_with};
use sapwood_check::{ADVICE, Checked, How, check_bytes, report, sarif, text};

fn fixtures(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures")).join(folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "html"))
        .map(|path| {
            (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn checked(bytes: &[u8]) -> Checked {
    let sniffing = SniffOptions { detect_utf8: true, ..SniffOptions::default() };
    check_bytes(bytes, &sniffing, &How::default())
}

#[test]
fn each_code_has_a_file_and_is_found_in_it() {
    let files = fixtures("check");
    let codes: BTreeSet<&str> = ADVICE.iter().map(|(code, _)| *code).collect();
    assert_eq!(files.iter().map(|(name, _)| name.as_str()).collect::<BTreeSet<_>>(), codes);
    for (name, bytes) in files {
        let Checked { text: source, findings, .. } = checked(&bytes);
        let told = text::render(&format!("{name}.html"), &source, &findings, false);
        let expected = format!("{}/../../fixtures/check/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let expected = fs::read_to_string(&expected).expect(&expected);
        assert_eq!(told, expected, "{name}");
        assert!(findings.iter().any(|finding| finding.code == name), "{name}");
    }
}

#[test]
fn nothing_is_wrong_with_conforming_pages() {
    let pages = fixtures("conforming");
    assert_eq!(pages.len(), 3);
    for (name, bytes) in pages {
        let Checked { text: source, findings, .. } = checked(&bytes);
        assert!(findings.is_empty(), "{}", text::render(&name, &source, &findings, false));
    }
}

#[test]
fn conforming_pages_have_all_elements() {
    let pages = fixtures("conforming");
    let mut met = BTreeSet::new();
    for (_, bytes) in &pages {
        let document = sapwood::parse(str::from_utf8(bytes).unwrap());
        let mut roots = vec![document.document()];
        while let Some(root) = roots.pop() {
            for node in root.descendants() {
                met.extend(node.local_name().map(str::to_owned));
                roots.extend(node.template_contents());
            }
        }
    }
    #[rustfmt::skip]
    let all = [
        "a", "abbr", "address", "area", "article", "aside", "audio", "b", "base", "bdi", "bdo", "blockquote",
        "body", "br", "button", "canvas", "caption", "cite", "code", "col", "colgroup", "data", "datalist",
        "dd", "del", "details", "dfn", "dialog", "div", "dl", "dt", "em", "embed", "fieldset", "figcaption",
        "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "hr",
        "html", "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li", "link", "main", "map",
        "mark", "math", "menu", "meta", "meter", "nav", "noscript", "object", "ol", "optgroup", "option",
        "output", "p", "picture", "pre", "progress", "q", "rp", "rt", "ruby", "s", "samp", "script",
        "search", "section", "select", "selectedcontent", "slot", "small", "source", "span", "strong",
        "style", "sub", "summary", "sup", "svg", "table", "tbody", "td", "template", "textarea", "tfoot",
        "th", "thead", "time", "title", "tr", "track", "u", "ul", "var", "video", "wbr",
    ];
    let missing: Vec<_> = all.iter().filter(|name| !met.contains(**name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The schema that OASIS publishes, as `serde-sarif` has it beside its source.
fn sarif_schema() -> serde_json::Value {
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--filter-platform", &platform])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").unwrap();
    let manifest = Path::new(package["manifest_path"].as_str().unwrap());
    let schema = fs::read_to_string(manifest.with_file_name("src").join("schema.json")).unwrap();
    let mut schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    // Its one pattern that is no regular expression to a strict reader: a `]` stands alone.
    for definition in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][definition]["properties"]["language"];
        language.as_object_mut().unwrap().remove("pattern");
    }
    schema
}

#[test]
fn sarif_is_valid_against_its_schema() {
    let schema = sarif_schema();
    assert!(schema["$id"].as_str().unwrap_or_default().contains("sarif-schema-2.1.0"));
    let validator = jsonschema::validator_for(&schema).unwrap();
    for html in ["", "<p>", "<p a a>\u{1f600}&nosuch;\n</div>", "<!doctype html><title>x</title>"] {
        let Checked { text: source, findings, .. } = checked(html.as_bytes());
        let log = sarif::log(ADVICE, sarif::results(ADVICE, "a folder/ä.html", &source, &findings));
        let errors: Vec<_> = validator.iter_errors(&log).map(|it| it.to_string()).collect();
        assert!(errors.is_empty(), "{html:?}: {errors:?}");
        assert!(!validator.is_valid(&log["runs"]), "the schema says something");
    }
}

#[test]
fn sarif_is_what_its_types_allow() {
    let html = "<p a a>\u{1f600}&nosuch;\n</div>";
    let Checked { text: source, findings, .. } = checked(html.as_bytes());
    let log = sarif::log(ADVICE, sarif::results(ADVICE, "a folder/ä.html", &source, &findings));
    let read: serde_sarif::sarif::Sarif = serde_json::from_value(log.clone()).unwrap();
    let run = &read.runs[0];
    let rules = run.tool.driver.rules.as_ref().unwrap();
    let results = run.results.as_ref().unwrap();
    assert_eq!(results.len(), findings.len());
    for (result, finding) in results.iter().zip(&findings) {
        assert_eq!(result.rule_id.as_deref(), Some(finding.code));
        let rule = usize::try_from(result.rule_index.unwrap()).unwrap();
        assert_eq!(rules[rule].id, finding.code);
    }
    let place = &log["runs"][0]["results"][1]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20folder/%C3%A4.html");
    assert_eq!(log["runs"][0]["columnKind"], "utf16CodeUnits");
}

#[test]
fn places_in_long_lines_and_many_findings() {
    let html =
        format!("<!doctype html><title>x</title>{}", "<p a a>\u{e9}\t\u{1f600}".repeat(20_000));
    let Checked { text: source, findings, .. } = checked(html.as_bytes());
    assert_eq!(findings.len(), 20_000);
    let told = text::render("x", &source, &findings, false);
    assert!(told.lines().all(|line| line.len() < 1000));
    let page = report::render("x", &checked(html.as_bytes()), &How::default());
    assert!(page.contains("Only the first 20000 nodes are shown."));
}

#[test]
fn a_report_holds_no_markup_of_its_source() {
    let html = "<!doctype html><title>x</title><script>alert(1)</script><img onerror='x' a a>\
                </p></title><b><p>x</b>y<!--</section>-->";
    let page = report::render("<x>.html", &checked(html.as_bytes()), &How::default());
    let document = parse_with(&page, &sapwood::Options::default()).document;
    let mut names = document.document().descendants().filter_map(|node| node.local_name());
    assert!(names.all(|name| !["script", "img", "b\u{0}"].contains(&name)));
    let section = |id| {
        let mut nodes = document.document().descendants();
        nodes.find(|node| node.attribute("id") == Some(id)).unwrap()
    };
    let marks =
        |id| section(id).descendants().filter(|node| node.local_name() == Some("mark")).count();
    assert!(marks("source") >= 3);
    let has = |class: &str| {
        let mut nodes = section("tree").descendants();
        nodes.any(|node| node.attribute("class").is_some_and(|it| it.contains(class)))
    };
    assert!(has("implied") && has("reopened"));
}

/// What a browser makes of a report.
#[test]
fn a_report_in_a_browser() {
    let Some(chromium) = ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
        .into_iter()
        .find(|path| PathBuf::from(path).exists())
    else {
        eprintln!("check: skipped, as there is no Chromium: a_report_in_a_browser");
        return;
    };
    let folder = std::env::temp_dir().join(format!("sapwood-report-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let html = "<!doctype html>\n<title>x</title>\n<p a a>One<b>two<p>three</b>\n<script>document.title='ran'</script>";
    let page = folder.join("report.html");
    fs::write(&page, report::render("page.html", &checked(html.as_bytes()), &How::default()))
        .unwrap();
    let shot = folder.join("report.png");
    let run = |arguments: &[String]| {
        let output = Command::new(chromium)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ])
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .args(arguments)
            .arg(format!("file://{}", page.display()))
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let dom = run(&["--dump-dom".to_owned()]);
    run(&["--window-size=1200,600".to_owned(), format!("--screenshot={}", shot.display())]);
    let seen = sapwood::parse(&dom);
    let all: Vec<_> = seen.document().descendants().collect();
    let text_of = |name: &str| {
        let element = all.iter().find(|node| node.local_name() == Some(name));
        element.map(|node| node.text_content())
    };
    let marks = all.iter().filter(|node| node.local_name() == Some("mark")).count();
    let picture = fs::read(&shot).unwrap_or_default();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(text_of("title").as_deref(), Some("page.html"), "no script ran");
    assert!(marks >= 2, "{dom}");
    assert!(all.iter().any(|node| node.attribute("class") == Some("node implied")));
    assert!(all.iter().any(|node| node.attribute("class") == Some("node reopened")));
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 5_000);
}
