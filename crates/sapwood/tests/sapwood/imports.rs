//! Examples in the documentation import `sapwood` alone.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Crates behind the façade. `sapwood_rcdom`, `sapwood_markup5ever` and `sapwood_check` are for users.
const INTERNAL: [&str; 18] = [
    "sapwood_article",
    "sapwood_dom",
    "sapwood_driver",
    "sapwood_encoding",
    "sapwood_extract",
    "sapwood_lexer",
    "sapwood_markdown",
    "sapwood_microsyntax",
    "sapwood_names",
    "sapwood_sanitizer",
    "sapwood_scan",
    "sapwood_select",
    "sapwood_serializer",
    "sapwood_tokenizer",
    "sapwood_tree_builder",
    "sapwood_tree",
    "sapwood_xml",
    "sapwood_xpath",
];

/// Folders of the façade, and of the crates whose methods are those of its documents.
const FACADE: [&str; 6] = ["sapwood", "dom", "extract", "markdown", "article", "sanitizer"];

/// Items that the façade doesn't re-export; their examples import the crate that has them.
const HIDDEN: [&str; 13] = [
    "Interner",
    "KeyedHash",
    "Matcher",
    "QualifiedNames",
    "StreamSelector",
    "TreeBuilder, TreeSink",
    "attribute_id",
    "charset",
    "end_tag_length",
    "foreign::",
    "sets",
    "tag_id_by_words",
    "xml::split_qualified_name",
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
    let bare = ["names::", "tree::", "dom::", "driver::", "select::", "microsyntax::"];
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

/// The Markdown of a file: all of it, or the doc comments of Rust.
fn markdown(path: &str) -> String {
    let text = fs::read_to_string(path).unwrap();
    if !path.ends_with(".rs") {
        return text;
    }
    let docs = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
    });
    docs.flat_map(|line| [line, "\n"]).collect()
}

/// The lines of examples that import a crate behind the façade.
fn foreign_lines(paths: &[String]) -> Vec<String> {
    let mut wrong = Vec::new();
    for path in paths {
        let markdown = markdown(path);
        let lines = example_lines(&markdown).into_iter().filter_map(foreign);
        wrong.extend(lines.map(|line| format!("{path}: {line}")));
    }
    wrong
}

/// The root of the workspace; a published crate has none.
fn workspace() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("crates/dom/src").exists().then_some(root)
}

#[test]
fn examples_import_the_facade_alone() {
    let Some(root) = workspace() else { return };
    let mut paths = vec![root.join("README.md").to_str().unwrap().to_owned()];
    files(&root.join("docs"), "md", &mut paths);
    for name in FACADE {
        let folder = root.join("crates").join(name).join("src");
        files(&folder, "rs", &mut paths);
        files(&folder, "md", &mut paths);
    }
    let wrong = foreign_lines(&paths);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The façade shows the items of these crates, and their examples, as its own.
#[test]
fn examples_of_lower_crates_import_the_facade() {
    let Some(root) = workspace() else { return };
    let mut paths = Vec::new();
    for name in INTERNAL.iter().filter(|name| !["sapwood_lexer", "sapwood_scan"].contains(name)) {
        let folder = name.trim_start_matches("sapwood_").replace('_', "-");
        files(&root.join("crates").join(folder).join("src"), "rs", &mut paths);
    }
    let mut wrong = foreign_lines(&paths);
    wrong.retain(|line| !HIDDEN.iter().any(|item| line.contains(item)));
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

/// The methods that programs call most.
const MOST_USED: [(&str, &[&str]); 5] = [
    ("", &["parse", "parse_with", "parse_bytes", "parse_fragment"]),
    (
        "Document",
        &[
            "select",
            "select_first",
            "select_ids",
            "body",
            "title",
            "get_element_by_id",
            "text_content",
            "inner_html",
            "descendants",
            "links",
            "tables",
            "remove_all",
            "append_html",
            "set_text",
            "set_attribute",
            "create_element",
            "append",
            "remove",
        ],
    ),
    (
        "NodeRef",
        &[
            "select",
            "select_first",
            "matches",
            "closest",
            "attr",
            "attrs",
            "attr_as",
            "text_content",
            "inner_text",
            "inner_html",
            "outer_html",
            "children",
            "ancestors",
            "next_siblings",
            "parent",
            "has_class",
            "tag_name",
            "node_id",
        ],
    ),
    ("Table", &["records"]),
    ("Form", &["set"]),
];

/// The public functions of a file that have an example, each with the type that it belongs to.
fn functions_with_examples(source: &str) -> Vec<(String, String)> {
    let (mut owner, mut has_example, mut found) = (String::new(), false, Vec::new());
    for line in source.lines() {
        let is_nested = line.starts_with(' ');
        let line = line.trim_start();
        if let Some(doc) = line.strip_prefix("///") {
            has_example |= doc.trim_start().starts_with("```");
            continue;
        }
        if line.starts_with("#[") {
            continue;
        }
        if line.starts_with("impl") && !line.contains(" for ") {
            let name = line.trim_start_matches("impl").trim_start();
            // The first `> ` ends the list of parameters, whose own lists are followed by `>` or a comma.
            let name = match name.strip_prefix('<') {
                Some(parameters) => parameters.split_once("> ").map_or("", |(_, name)| name),
                None => name,
            };
            owner = name.chars().take_while(|c| c.is_alphanumeric()).collect();
        }
        if has_example && let Some(function) = line.strip_prefix("pub fn ") {
            let name = function.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            found.push((if is_nested { owner.clone() } else { String::new() }, name));
        }
        has_example = false;
    }
    found
}

#[test]
fn most_used_methods_have_examples() {
    let Some(root) = workspace() else { return };
    let mut paths = Vec::new();
    for name in FACADE {
        files(&root.join("crates").join(name).join("src"), "rs", &mut paths);
    }
    let mut found = Vec::new();
    for path in paths {
        found.extend(functions_with_examples(&fs::read_to_string(path).unwrap()));
    }
    assert!(MOST_USED.iter().map(|(_, names)| names.len()).sum::<usize>() >= 40);
    for (owner, names) in MOST_USED {
        for name in names {
            let has_example = found.iter().any(|(of, it)| of == owner && it == name);
            assert!(has_example, "`{owner}::{name}` has no example");
        }
    }
}

/// The lines of code of an example, without comments.
fn code_lines(source: &str) -> usize {
    let is_code = |line: &&str| {
        let line = line.trim();
        // The lint on printing is the workspace's, not the program's.
        !line.is_empty() && !line.starts_with("//") && !line.contains("clippy::print_stdout")
    };
    source.lines().filter(is_code).count()
}

#[test]
fn programs_are_as_long_as_documented() {
    let Some(root) = workspace() else { return };
    let guide = fs::read_to_string(root.join("docs/coming-from-scraper.md")).unwrap();
    let mut count = 0;
    for row in guide.lines().filter_map(|line| line.strip_prefix("| `")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [program, lines, _, others, ""] = cells[..] else { continue };
        let Some((name, _)) = program.split_once("`:") else { continue };
        let path = root.join("crates/sapwood/examples").join(name).with_extension("rs");
        let lines: usize = lines.parse().unwrap();
        assert_eq!(code_lines(&fs::read_to_string(path).unwrap()), lines, "{name}");
        assert!(lines <= others.parse().unwrap(), "{name} is longer than the other program");
        count += 1;
    }
    assert_eq!(count, 12);
}
