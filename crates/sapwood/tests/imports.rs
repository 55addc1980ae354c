//! Examples in the documentation import `sapwood` alone.

use std::{fs, path::Path};

/// Crates behind the façade. `sapwood_rcdom`, `sapwood_markup5ever` and `sapwood_check` are for users.
const INTERNAL: [&str; 13] = [
    "sapwood_dom",
    "sapwood_driver",
    "sapwood_encoding",
    "sapwood_lexer",
    "sapwood_microsyntax",
    "sapwood_names",
    "sapwood_scan",
    "sapwood_select",
    "sapwood_serializer",
    "sapwood_tokenizer",
    "sapwood_tree_builder",
    "sapwood_tree_sink",
    "sapwood_xml",
];

/// The lines of the examples in Markdown.
fn example_lines(markdown: &str) -> Vec<&str> {
    let mut is_code = false;
    let mut lines = Vec::new();
    for line in markdown.lines().map(str::trim) {
        if line.starts_with("```") {
            is_code =
                !is_code && matches!(line, "```" | "```rust" | "```no_run" | "```rust,no_run");
        } else if is_code {
            lines.push(line.strip_prefix("# ").unwrap_or(line));
        }
    }
    lines
}

/// The crates of a line that aren't `sapwood` or the standard library.
fn foreign(line: &str) -> Option<&str> {
    let bare = ["names::", "tree_sink::", "dom::", "driver::", "select::", "microsyntax::"];
    let path = line.strip_prefix("use ").unwrap_or_default().trim_start_matches("::");
    let is_foreign = INTERNAL.iter().any(|name| line.contains(name))
        || bare.iter().any(|name| path.starts_with(name));
    is_foreign.then_some(line)
}

fn files(folder: &Path, extension: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            files(&entry, extension, found);
        } else if entry.extension().is_some_and(|it| it == extension) {
            found.push(entry.to_str().unwrap().to_owned());
        }
    }
}

#[test]
fn examples_import_the_facade_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // A published crate has no workspace around it.
    if !root.join("crates/dom/src").exists() {
        return;
    }
    let mut paths = vec![root.join("README.md").to_str().unwrap().to_owned()];
    files(&root.join("docs"), "md", &mut paths);
    for folder in ["crates/sapwood/src", "crates/dom/src"] {
        files(&root.join(folder), "rs", &mut paths);
        files(&root.join(folder), "md", &mut paths);
    }
    let mut wrong = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let markdown: String = match path.ends_with(".rs") {
            true => text
                .lines()
                .filter_map(|line| {
                    let line = line.trim_start();
                    line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
                })
                .flat_map(|line| [line, "\n"])
                .collect(),
            false => text,
        };
        wrong.extend(
            example_lines(&markdown)
                .into_iter()
                .filter_map(foreign)
                .map(|it| format!("{path}: {it}")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn programs_import_the_facade_alone() {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples"), "rs", &mut paths);
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().find_map(foreign), None, "{path}");
    }
}
