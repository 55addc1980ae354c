//! Reads tokenizer cases, `.test`.

use std::{collections::HashMap, path::Path};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;

/// One case in one initial state.
#[derive(Clone, Debug)]
pub struct Case {
    /// File name, zero-based index of the case, and state: `test3.test/7/Data state`.
    pub name: String,
    /// Description of the case.
    pub description: String,
    /// The input.
    pub input: Input,
    /// The name of the initial state.
    pub state: String,
    /// The name of the last start tag.
    pub last_start_tag: Option<String>,
    /// Expected tokens.
    pub output: Vec<Value>,
    /// Expected errors.
    pub errors: Errors,
    /// Whether the case expects the coercion of an HTML DOM into an infoset.
    pub infoset: bool,
}

/// An input, which may contain lone surrogates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The text, with U+FFFD for each lone surrogate.
    pub text: String,
    /// Offsets of lone surrogates in `text`.
    pub lone_surrogates: Vec<usize>,
}

/// The errors that a case expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Errors {
    /// Errors with positions.
    Placed(Vec<Error>),
    /// Error codes alone.
    Codes(Vec<String>),
}

/// An error in the format of the suite.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Error {
    /// The code.
    pub code: String,
    /// One-based line.
    pub line: usize,
    /// One-based column.
    pub col: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    tests: Vec<Raw>,
    #[serde(default, rename = "xmlViolationTests")]
    xml_violation_tests: Vec<Raw>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Raw {
    description: String,
    input: String,
    output: Vec<Value>,
    #[serde(default)]
    errors: Vec<Error>,
    initial_states: Option<Vec<String>>,
    last_start_tag: Option<String>,
    #[serde(default)]
    double_escaped: bool,
}

/// Corrected expectations, by file and index of the case.
#[derive(Default)]
pub struct Overlay(HashMap<(String, usize), Correction>);

#[derive(Deserialize)]
struct OverlayFile {
    cases: Vec<Correction>,
}

#[derive(Clone, Deserialize)]
struct Correction {
    file: String,
    index: usize,
    input: String,
    output: Vec<Value>,
    error_codes: Vec<String>,
}

impl Overlay {
    /// Reads the corrections in the file at `path`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is unreadable or malformed.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let file: OverlayFile = serde_json::from_str(&text)?;
        let cases = file.cases.into_iter();
        Ok(Self(cases.map(|case| ((case.file.clone(), case.index), case)).collect()))
    }

    /// Returns the number of corrections.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no corrections.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Reads the cases of the file at `path`, one for each initial state, corrected by `overlay`.
///
/// # Errors
///
/// Returns an error if the file is unreadable or malformed, or if `overlay` is for another version of it.
pub fn read_file(path: &Path, overlay: &Overlay) -> Result<Vec<Case>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    read(&text, &crate::suites::file_name(path), overlay)
        .with_context(|| path.display().to_string())
}

fn read(text: &str, name: &str, overlay: &Overlay) -> Result<Vec<Case>> {
    let file: File = serde_json::from_str(text)?;
    let infoset = !file.xml_violation_tests.is_empty();
    let mut cases = Vec::new();
    for (index, raw) in file.tests.into_iter().chain(file.xml_violation_tests).enumerate() {
        let (mut output, mut errors) = (raw.output, Errors::Placed(raw.errors));
        if let Some(correction) = overlay.0.get(&(name.to_owned(), index)) {
            ensure!(
                correction.input == raw.input,
                "the correction of case {index} is for another input"
            );
            output.clone_from(&correction.output);
            errors = Errors::Codes(correction.error_codes.clone());
        }
        if raw.double_escaped {
            output.iter_mut().try_for_each(unescape_value)?;
        }
        let input = Input::new(&raw.input, raw.double_escaped)?;
        for state in raw.initial_states.unwrap_or_else(|| vec!["Data state".to_owned()]) {
            cases.push(Case {
                name: format!("{name}/{index}/{state}"),
                description: raw.description.clone(),
                input: input.clone(),
                state,
                last_start_tag: raw.last_start_tag.clone(),
                output: output.clone(),
                errors: errors.clone(),
                infoset,
            });
        }
    }
    Ok(cases)
}

impl Input {
    fn new(text: &str, escaped: bool) -> Result<Self> {
        let mut input = Self { text: String::new(), lone_surrogates: Vec::new() };
        if !escaped {
            input.text.push_str(text);
            return Ok(input);
        }
        for unit in char::decode_utf16(unescape(text)?) {
            if unit.is_err() {
                input.lone_surrogates.push(input.text.len());
            }
            input.text.push(unit.unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        Ok(input)
    }
}

/// Replaces each `\uXXXX`.
fn unescape(text: &str) -> Result<Vec<u16>> {
    let mut units = Vec::new();
    let mut parts = text.split("\\u");
    units.extend(parts.next().unwrap_or_default().encode_utf16());
    for part in parts {
        let digits = part.get(..4).context("\\u without four digits")?;
        units.push(u16::from_str_radix(digits, 16)?);
        units.extend(part[4..].encode_utf16());
    }
    Ok(units)
}

fn unescape_value(value: &mut Value) -> Result<()> {
    match value {
        Value::String(text) => *text = String::from_utf16_lossy(&unescape(text)?),
        Value::Array(values) => values.iter_mut().try_for_each(unescape_value)?,
        Value::Object(map) => {
            let old = std::mem::take(map);
            for (key, mut value) in old {
                unescape_value(&mut value)?;
                map.insert(String::from_utf16_lossy(&unescape(&key)?), value);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Errors, Overlay, read};

    #[test]
    fn expands_initial_states_and_escapes() {
        let file = r#"{"tests": [{"description": "d", "input": "a\\uD800b", "doubleEscaped": true,
            "initialStates": ["Data state", "RCDATA state"], "lastStartTag": "x",
            "output": [["Character", "a\\uD800b"]],
            "errors": [{"code": "surrogate-in-input-stream", "line": 1, "col": 2}]}]}"#;
        let cases = read(file, "x.test", &Overlay::default()).unwrap();
        assert_eq!(cases[1].name, "x.test/0/RCDATA state");
        assert_eq!(cases[0].input.text, "a\u{fffd}b");
        assert_eq!(cases[0].input.lone_surrogates, [1]);
        assert_eq!(cases[0].output[0][1], "a\u{fffd}b");
        assert!(matches!(&cases[0].errors, Errors::Placed(errors) if errors[0].col == 2));
        assert!(read(r#"{"tests": [{"input": ""}]}"#, "x.test", &Overlay::default()).is_err());
    }
}
