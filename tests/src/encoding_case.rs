//! Reads and checks cases of the encoding suite, `.dat`: bytes, and the label of their encoding.

use std::{collections::HashSet, path::Path};

use anyhow::{Context, Result, ensure};
use sapwood::{
    ByteOptions, ByteParser, Document, NodeData, ParsedBytes,
    dom::{self, Builder},
    encoding::{Change, Decoder, Encoding, SniffOptions, change, sniff},
    parse_bytes_with,
    tokenizer::{Tokenizer, TokenizerOptions},
    tree_builder::{TreeBuilder, TreeBuilderOptions},
};

/// One case.
#[derive(Clone, Debug)]
pub struct Case {
    /// File name and zero-based index of the case.
    pub name: String,
    /// `#data`.
    pub data: Vec<u8>,
    /// `#encoding`: a label.
    pub label: String,
}

/// Reads all cases of the file at `path`, called `name` in messages.
///
/// # Errors
///
/// Returns an error if the file is unreadable or malformed.
pub fn read_file(path: &Path, name: &str) -> Result<Vec<Case>> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    read(&bytes, name).with_context(|| path.display().to_string())
}

fn read(bytes: &[u8], name: &str) -> Result<Vec<Case>> {
    let mut lines = bytes.split(|&byte| byte == b'\n').peekable();
    let mut cases = Vec::new();
    while lines.peek().is_some() {
        let first = lines.next().unwrap_or_default();
        if first.is_empty() {
            continue;
        }
        ensure!(first == b"#data", "case {}: expected #data", cases.len());
        let mut data = Vec::new();
        loop {
            let line = lines.next().context("no #encoding")?;
            if line == b"#encoding" {
                break;
            }
            data.push(line);
        }
        let label = lines.next().context("no label")?;
        cases.push(Case {
            name: format!("{name}/{}", cases.len()),
            data: data.join(&b'\n'),
            label: String::from_utf8(label.to_vec())?,
        });
    }
    Ok(cases)
}

/// Parses `bytes` with [`parse_bytes_with`] and in pieces, and compares the outcomes.
///
/// # Errors
///
/// Returns the difference.
pub fn parse_in_pieces(bytes: &[u8], options: &ByteOptions) -> Result<ParsedBytes, String> {
    let whole = parse_bytes_with(bytes, options);
    let facts = |parsed: &ParsedBytes| {
        let decided = (parsed.encoding, parsed.source, parsed.confidence, parsed.bom_len);
        let found = (parsed.malformed, parsed.restarted, parsed.offset_map.clone());
        (parsed.document.dump().to_string(), parsed.errors.clone(), decided, found)
    };
    let expected = facts(&whole);
    // At most 300 cuts: beyond the prescan they are no different from cuts of text.
    let step = bytes.len().div_ceil(300).max(1);
    let cuts = (0..=bytes.len()).step_by(step).map(|at| vec![&bytes[..at], &bytes[at..]]);
    for pieces in cuts.chain([bytes.chunks(1).collect(), bytes.chunks(7).collect()]) {
        let mut parser = ByteParser::new(options);
        pieces.iter().for_each(|piece| parser.feed(piece));
        let parsed = facts(&parser.finish());
        if parsed != expected {
            let first = pieces.first().map_or(0, |piece| piece.len());
            return Err(format!("first piece of {first}: {parsed:#?}\nbut whole: {expected:#?}"));
        }
    }
    Ok(whole)
}

/// Checks the encoding of a case, whole and in pieces.
///
/// # Errors
///
/// Returns the difference.
pub fn check(case: &Case) -> Result<(), String> {
    let parsed = parse_in_pieces(&case.data, &ByteOptions::default())?;
    same(case, parsed.encoding)
}

fn same(case: &Case, found: &'static Encoding) -> Result<(), String> {
    let expected = Encoding::for_label(case.label.as_bytes())
        .ok_or_else(|| format!("unknown encoding label {}", case.label))?;
    if found == expected {
        return Ok(());
    }
    let data = String::from_utf8_lossy(&case.data);
    Err(format!("expected {}, got {}, of:\n{data}", expected.name(), found.name()))
}

/// As [`check`], with scripts that understand `document.write` of quoted strings joined by `+`.
///
/// # Errors
///
/// Returns the difference.
pub fn check_scripted(case: &Case) -> Result<(), String> {
    let sniffed = sniff(&case.data, &SniffOptions::default());
    let mut options = TreeBuilderOptions::default();
    options.scripting = true;
    options.pause_at_scripts = true;
    options.report_encoding = true;
    let mut builder =
        TreeBuilder::new(Builder::<false>::new(dom::BuilderOptions::default()), options);
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
    let mut decoder = Decoder::new(sniffed.encoding, sniffed.bom_len);
    let mut bytes = &case.data[..];
    let mut run = HashSet::new();
    let mut encoding = sniffed.encoding;
    while let Some(text) = decoder.decode(&mut bytes) {
        // A stack of pending texts: written text precedes the text that follows the script.
        let mut input = vec![text.to_owned()];
        while let Some(text) = input.pop() {
            let taken = tokenizer.feed(&text, &mut builder);
            if taken < text.len() {
                input.push(text[taken..].to_owned());
            }
            if let Some(script) = builder.take_script()
                && run.insert(script)
            {
                input.push(written(builder.sink().current(), script));
            }
            if let Some(declaration) = builder.take_encoding_declaration() {
                let label = declaration.charset.unwrap_or_default();
                if let Some(declared) = Encoding::for_label(label.as_bytes())
                    && let Change::To(new) = change(encoding, declared)
                {
                    encoding = new;
                    builder.stop_reporting_encoding();
                }
            }
        }
    }
    same(case, encoding)
}

/// Returns the text that a script writes.
fn written(document: &Document, script: sapwood::NodeId) -> String {
    let Some(script) = document.node(script) else { return String::new() };
    let mut source = String::new();
    for child in script.children() {
        if let NodeData::Text(text) = child.data() {
            source.push_str(text);
        }
    }
    let Some(arguments) = source.trim().strip_prefix("document.write(") else {
        return String::new();
    };
    // Every second part is inside quotes.
    arguments.split('\'').skip(1).step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn reads_bytes_and_labels() {
        let cases =
            read(b"#data\n\xe9\n\n#encoding\nutf-8\n\n#data\n#encoding\nbig5", "x").unwrap();
        assert_eq!((&cases[0].data[..], &cases[0].label[..]), (&b"\xe9\n"[..], "utf-8"));
        assert_eq!((&cases[1].data[..], &cases[1].label[..]), (&b""[..], "big5"));
        assert!(read(b"#data\nx", "x").is_err());
        assert!(read(b"data\n", "x").is_err());
    }
}
