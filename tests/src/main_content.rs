//! Pages with their main content, and how results are scored: by words, as bags.

use std::{collections::HashMap, fs::File, io::Read, path::Path};

use anyhow::{Context, Result};
use flate2::read::GzDecoder;
use serde_json::Value;

use crate::suites;

/// A page of the corpus.
pub struct Page {
    /// The name of its files, without extension.
    pub id: String,
    /// The source.
    pub html: String,
    /// The expected content and metadata.
    pub truth: Value,
}

/// Returns the pages in the folder of the corpus, sorted by id.
///
/// # Errors
///
/// Returns an error if a file can't be read.
pub fn pages(folder: &Path) -> Result<Vec<Page>> {
    let files = suites::files(&folder.join("truth"), "json")?;
    files.iter().map(|file| page(folder, file)).collect()
}

fn page(folder: &Path, truth: &Path) -> Result<Page> {
    let id = suites::file_name(truth).trim_end_matches(".json").to_owned();
    let packed = folder.join("html").join(format!("{id}.html.gz"));
    let mut html = Vec::new();
    let file = File::open(&packed).with_context(|| packed.display().to_string())?;
    GzDecoder::new(file).read_to_end(&mut html)?;
    let truth = serde_json::from_str(&std::fs::read_to_string(truth)?)?;
    Ok(Page { id, html: String::from_utf8_lossy(&html).into_owned(), truth })
}

impl Page {
    /// A text of the truth.
    #[must_use]
    pub fn text(&self, key: &str) -> &str {
        self.truth[key].as_str().unwrap_or_default()
    }
}

/// The harmonic mean of precision and recall of the words.
#[must_use]
pub fn word_f1(found: &str, expected: &str) -> f64 {
    let (found, expected) = (words(found), words(expected));
    let total = |bag: &HashMap<String, usize>| bag.values().sum::<usize>() as f64;
    let common: usize = found.iter().map(|(word, n)| n.min(expected.get(word).unwrap_or(&0))).sum();
    if found.is_empty() || expected.is_empty() {
        return f64::from(found.is_empty() && expected.is_empty());
    }
    2.0 * common as f64 / (total(&found) + total(&expected))
}

fn words(text: &str) -> HashMap<String, usize> {
    let mut words = HashMap::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for word in text.split(|c| !is_word(c)).filter(|word| !word.is_empty()) {
        *words.entry(word.to_lowercase()).or_default() += 1;
    }
    words
}
