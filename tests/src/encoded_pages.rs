//! Pages in many encodings: `fixtures/encodings/pages.toml` lists their source and expected outcome.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use sapwood::encoding::{Encoding, Source};
use serde::Deserialize;

use crate::suites;

/// A page.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// File name, without `.html`.
    pub name: String,
    /// The text to encode.
    html: String,
    /// Number of spaces before it.
    #[serde(default)]
    blanks: usize,
    /// Label of the encoding of the file.
    #[serde(default = "utf_8")]
    written: String,
    /// Whether the file begins with a byte order mark.
    #[serde(default)]
    bom: bool,
    /// Value of the `Content-Type` header, if any.
    pub transport: Option<String>,
    /// Expected encoding.
    pub encoding: String,
    /// Expected source of the encoding, in the words of [`Source::as_str`].
    pub source: String,
    /// Expected text of the body, trimmed.
    pub text: String,
    /// Whether a byte sequence is malformed.
    #[serde(default)]
    pub malformed: bool,
    /// Whether the document is parsed twice.
    #[serde(default)]
    pub restarted: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    page: Vec<Page>,
}

fn utf_8() -> String {
    "utf-8".to_owned()
}

/// Reads the list of pages.
///
/// # Errors
///
/// Returns an error if the list is unreadable or malformed.
pub fn read() -> Result<Vec<Page>> {
    let path = suites::fixtures("encodings").join("pages.toml");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let file: File = toml::from_str(&text).with_context(|| path.display().to_string())?;
    Ok(file.page)
}

impl Page {
    /// Returns the path of the page.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        suites::fixtures("encodings").join(format!("{}.html", self.name))
    }

    /// Encodes the page.
    ///
    /// # Errors
    ///
    /// Returns an error if the encoding is unknown or can't represent the text.
    pub fn encode(&self) -> Result<Vec<u8>> {
        let mut text = if self.bom { "\u{feff}".to_owned() } else { String::new() };
        text.push_str(&" ".repeat(self.blanks));
        text.push_str(&self.html);
        Ok(match &*self.written {
            "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            label => {
                let encoding = Encoding::for_label(label.as_bytes())
                    .with_context(|| format!("unknown encoding label {label}"))?;
                let (bytes, _, unmappable) = encoding.encode(&text);
                ensure!(!unmappable, "{label} can't represent the text of {}", self.name);
                bytes.into_owned()
            }
        })
    }

    /// Returns the expected source of the encoding.
    ///
    /// # Errors
    ///
    /// Returns an error if the name of the source is unknown.
    pub fn source(&self) -> Result<Source> {
        use Source::*;
        let known = [Bom, Transport, MetaCharset, MetaHttpEquiv, XmlDeclaration, Default];
        match known.into_iter().find(|source| source.as_str() == self.source) {
            Some(source) => Ok(source),
            None => bail!("{}: unknown source {}", self.name, self.source),
        }
    }
}
