//! Tests that the document on the hot path and the modules on that path refer to what exists.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::root;

const DOCUMENT: &str = "docs/hot-path.md";

/// Returns the Rust sources below `folder`.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
}

fn all_sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in ["crates", "tests", "benches"] {
        sources(&root().join(folder), &mut found);
    }
    found
}

#[test]
fn files_named_on_the_hot_path_exist() {
    let text = fs::read_to_string(root().join(DOCUMENT)).unwrap();
    let sources = all_sources();
    let named: Vec<_> = text.split('`').filter(|it| it.ends_with(".rs")).collect();
    assert!(named.len() > 50, "the document names files");
    for name in named {
        assert!(sources.iter().any(|path| path.ends_with(name)), "{name} doesn't exist");
    }
}

#[test]
fn sections_named_by_module_heads_exist() {
    let text = fs::read_to_string(root().join(DOCUMENT)).unwrap();
    let titles: Vec<_> = text.lines().filter(|it| it.starts_with('#')).collect();
    let mut count = 0;
    for path in all_sources() {
        let source = fs::read_to_string(&path).unwrap();
        for line in
            source.lines().filter(|it| it.starts_with("//! See \"") && it.contains(DOCUMENT))
        {
            let section = line.split('"').nth(1).unwrap_or_default();
            let exists = titles.iter().any(|title| title.trim_start_matches('#').trim() == section);
            assert!(exists, "{}: no section {section:?} in {DOCUMENT}", path.display());
            count += 1;
        }
    }
    assert!(count > 30, "the modules name sections");
}
