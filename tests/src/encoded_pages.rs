//! Pages in many encodings: `fixtures/encodings/pages.toml` says what each is made of and how it reads.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use sapwood::encoding::{Encoding, Source};
use serde::Deserialize;

use crate::suites;

/// A page.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// The name of its file, without `.html`.
    pub name: String,
    /// What is encoded.
    html: String,
    /// How many spaces stand before it.
    #[serde(default)]
    blanks: usize,
    /// The encoding in which it is written, if not UTF-8.
    #[serde(default = "utf_8")]
    written: String,
    /// Whether a byte order mark comes first.
    #[serde(default)]
    bom: bool,
    /// What the transport layer says, if anything.
    pub transport: Option<String>,
    /// The encoding that it is read in.
    pub encoding: String,
    /// What decides on it: the words of [`Source::as_str`].
    pub source: String,
    /// The text of its body then, without white space around it.
    pub text: String,
    /// Whether something is malformed.
    #[serde(default)]
    pub malformed: bool,
    /// Whether it is parsed twice.
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
/// When it can't be read or isn't in the format.
pub fn read() -> Result<Vec<Page>> {
    let path = suites::fixtures("encodings").join("pages.toml");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let file: File = toml::from_str(&text).with_context(|| path.display().to_string())?;
    Ok(file.page)
}

impl Page {
    /// Where its bytes lie.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        suites::fixtures("encodings").join(format!("{}.html", self.name))
    }

    /// Its bytes, made anew.
    ///
    /// # Errors
    ///
    /// When its encoding is none, or can't write it.
    pub fn encode(&self) -> Result<Vec<u8>> {
        let mut text = if self.bom { "\u{feff}".to_owned() } else { String::new() };
        text.push_str(&" ".repeat(self.blanks));
        text.push_str(&self.html);
        Ok(match &*self.written {
            "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            label => {
                let encoding = Encoding::for_label(label.as_bytes()).context("no such encoding")?;
                let (bytes, _, unmappable) = encoding.encode(&text);
                ensure!(!unmappable, "{} can't be written in {label}", self.name);
                bytes.into_owned()
            }
        })
    }

    /// What decides on its encoding.
    ///
    /// # Errors
    ///
    /// When the list has no word for it.
    pub fn source(&self) -> Result<Source> {
        use Source::*;
        let known = [Bom, Transport, MetaCharset, MetaHttpEquiv, XmlDeclaration, Default];
        match known.into_iter().find(|source| source.as_str() == self.source) {
            Some(source) => Ok(source),
            None => bail!("{}: no source is called {}", self.name, self.source),
        }
    }
}
