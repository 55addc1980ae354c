//! The lines that `sapwood batch` reads.

use std::borrow::Cow;

use anyhow::{Context, Result, bail};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Deserialize;
use serde_json::value::RawValue;

/// A line of the input.
#[derive(Deserialize)]
pub(crate) struct Request<'a> {
    /// Repeated in the answer as it is written here.
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    #[serde(borrow)]
    html: Option<&'a RawValue>,
    #[serde(borrow)]
    xml: Option<&'a RawValue>,
    #[serde(borrow)]
    bytes_b64: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) content_type: Option<Cow<'a, str>>,
    pub(crate) fragment: Option<String>,
    pub(crate) scripting: Option<bool>,
    #[serde(default)]
    pub(crate) r#type: Type,
    /// Whether HTML's named character references are defined in XML.
    #[serde(default)]
    pub(crate) html_references: bool,
}

#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Type {
    #[default]
    Html,
    Xml,
}

/// The document of a request.
pub(crate) enum Source {
    Text {
        text: String,
        /// Lone surrogates that were read as U+FFFD.
        lone_surrogates: usize,
    },
    Bytes(Vec<u8>),
}

impl<'a> Request<'a> {
    pub(crate) fn parse(line: &'a [u8]) -> Result<Self> {
        let line = str::from_utf8(line)
            .map_err(|error| anyhow::anyhow!("not UTF-8 at byte {}", error.valid_up_to()))?;
        Ok(serde_json::from_str(line.trim_ascii())?)
    }

    /// The document: exactly one member has it.
    pub(crate) fn source(&self) -> Result<Source> {
        let text = match (self.r#type, self.html, self.xml) {
            (Type::Html, _, Some(_)) => bail!("\"xml\" needs \"type\":\"xml\""),
            (Type::Xml, Some(_), Some(_)) => bail!("both \"xml\" and \"html\"; give one"),
            (_, html, xml) => html.or(xml),
        };
        let name = if self.r#type == Type::Xml { "xml" } else { "html" };
        match (text, &self.bytes_b64) {
            (Some(text), None) => {
                let (text, lone_surrogates) = string(text)?;
                Ok(Source::Text { text, lone_surrogates })
            }
            (None, Some(base64)) => {
                Ok(Source::Bytes(STANDARD.decode(base64.as_bytes()).context("bytes_b64")?))
            }
            (None, None) => bail!("neither \"{name}\" nor \"bytes_b64\"; give one"),
            (Some(_), Some(_)) => bail!("both \"{name}\" and \"bytes_b64\"; give one"),
        }
    }
}

/// Reads a JSON string. Escapes of lone surrogates, which a string in Rust cannot hold, are read as U+FFFD;
/// returns how many there were, too.
fn string(json: &RawValue) -> Result<(String, usize)> {
    match serde_json::from_str(json.get()) {
        Ok(text) => Ok((text, 0)),
        Err(error) => {
            let (json, replaced) = replace_lone_surrogates(json.get());
            if replaced == 0 {
                return Err(error.into());
            }
            Ok((serde_json::from_str(&json)?, replaced))
        }
    }
}

fn replace_lone_surrogates(json: &str) -> (String, usize) {
    /// The code unit of the escape that `rest` begins with, if it is `\uXXXX`.
    fn unit(rest: &str) -> Option<u16> {
        u16::from_str_radix(rest.strip_prefix("\\u")?.get(..4)?, 16).ok()
    }
    const ESCAPE_LEN: usize = "\\uXXXX".len();
    let (mut text, mut replaced) = (String::with_capacity(json.len()), 0);
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_low = |unit| (0xdc00..0xe000).contains(&unit);
        let len = match unit(rest) {
            Some(0xd800..0xdc00) if unit(&rest[ESCAPE_LEN..]).is_some_and(is_low) => 2 * ESCAPE_LEN,
            Some(0xd800..0xe000) => {
                replaced += 1;
                text.push_str("\\ufffd");
                rest = &rest[ESCAPE_LEN..];
                continue;
            }
            // An escape of one character, such as `\\`, or a beginning of `\uXXXX`.
            _ => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        };
        text.push_str(&rest[..len]);
        rest = &rest[len..];
    }
    text.push_str(rest);
    (text, replaced)
}

#[cfg(test)]
mod tests {
    use super::replace_lone_surrogates;

    #[test]
    fn replaces_lone_surrogates_only() {
        for (json, expected, count) in [
            (r#""a\n\\ud800\u00e9""#, r#""a\n\\ud800\u00e9""#, 0),
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#, 0),
            (r#""\ud800""#, r#""\ufffd""#, 1),
            (r#""\udc00\ud800\ud83d\ude00\uDBFFx""#, r#""\ufffd\ufffd\ud83d\ude00\ufffdx""#, 3),
            (r#""\u12"#, r#""\u12"#, 0),
            (r#"\"#, r#"\"#, 0),
        ] {
            assert_eq!(replace_lone_surrogates(json), (expected.to_owned(), count));
        }
    }
}
