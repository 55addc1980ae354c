//! JSON, written piece by piece.

use std::io::{self, Write};

use anyhow::Result;
use serde::Serialize;

use crate::output::Output;

/// Writes JSON to an [`Output`] in such a way that an answer is JSON even where the limit cuts it.
///
/// Keys, numbers and brackets are written whole or not at all; strings are streamed, and are closed where
/// they are cut. Closing brackets and quotes are written even when the limit is used up. So after an error,
/// [`recover`](Self::recover) closes what is open, and the reader finds less than there was, but finds JSON.
pub(crate) struct JsonWriter<'w, 'o> {
    out: &'w mut Output<'o>,
    open: Vec<Container>,
    /// Whether a key was written whose value wasn't.
    after_key: bool,
}

struct Container {
    closing: u8,
    is_empty: bool,
}

impl<'w, 'o> JsonWriter<'w, 'o> {
    pub(crate) fn new(out: &'w mut Output<'o>) -> Self {
        Self { out, open: Vec::new(), after_key: false }
    }

    pub(crate) fn begin_object(&mut self) -> io::Result<()> {
        self.begin("{", b'}')
    }

    fn begin(&mut self, opening: &str, closing: u8) -> io::Result<()> {
        self.raw(opening)?;
        self.open.push(Container { closing, is_empty: true });
        Ok(())
    }

    /// Begins an array under a key.
    pub(crate) fn array(&mut self, key: &str) -> io::Result<()> {
        self.key(key)?;
        self.begin("[", b']')
    }

    /// Writes an array of small values under a key.
    pub(crate) fn list<T: Serialize>(
        &mut self,
        key: &str,
        values: impl IntoIterator<Item = T>,
    ) -> io::Result<()> {
        self.array(key)?;
        for value in values {
            self.value(&value)?;
        }
        self.end()
    }

    /// Ends the innermost object or array.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        match self.open.pop() {
            Some(container) => self.out.write_unlimited(&[container.closing]),
            None => Ok(()),
        }
    }

    /// Writes the key of the next value.
    pub(crate) fn key(&mut self, key: &str) -> io::Result<()> {
        let mut text = serde_json::to_string(key)?;
        text.push(':');
        self.raw(&text)?;
        self.after_key = true;
        Ok(())
    }

    /// Writes a small value whole.
    pub(crate) fn value(&mut self, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
        self.raw(&serde_json::to_string(value)?)
    }

    /// Writes JSON whole.
    pub(crate) fn raw(&mut self, json: &str) -> io::Result<()> {
        let needs_comma = !self.after_key && self.open.last().is_some_and(|it| !it.is_empty);
        match needs_comma {
            true => self.out.write_whole(format!(",{json}").as_bytes())?,
            false => self.out.write_whole(json.as_bytes())?,
        }
        self.after_key = false;
        if let Some(container) = self.open.last_mut() {
            container.is_empty = false;
        }
        Ok(())
    }

    pub(crate) fn string(&mut self, text: &str) -> io::Result<()> {
        self.stream(|out| Ok(out.write_all(text.as_bytes())?)).map_err(into_io)
    }

    /// Writes a string of the text that `write` writes.
    pub(crate) fn stream(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        self.raw("\"")?;
        let written = write(&mut StringContent { out: self.out });
        self.out.write_unlimited(b"\"")?;
        written
    }

    pub(crate) fn member(&mut self, key: &str, value: &str) -> io::Result<()> {
        self.key(key)?;
        self.string(value)
    }

    /// Leaves `depth` objects and arrays open, closes the others, and lifts the limit.
    pub(crate) fn recover(&mut self, depth: usize) -> io::Result<()> {
        self.out.limit(u64::MAX);
        if std::mem::take(&mut self.after_key) {
            self.out.write_unlimited(b"null")?;
        }
        while self.open.len() > depth {
            self.end()?;
        }
        Ok(())
    }

    /// Ends all that is open, and the record with `end`, a line feed or NUL.
    pub(crate) fn end_record(mut self, end: u8) -> io::Result<()> {
        while !self.open.is_empty() {
            self.end()?;
        }
        self.out.write_unlimited(&[end])
    }
}

/// Writes JSON and `end`, a line feed or NUL; where the limit cuts it, what is open is closed.
pub(crate) fn write_json(
    out: &mut Output<'_>,
    end: u8,
    write: impl FnOnce(&mut JsonWriter<'_, '_>) -> Result<()>,
) -> Result<()> {
    let mut json = JsonWriter::new(out);
    let written = write(&mut json);
    if written.is_err() {
        json.recover(0)?;
    }
    json.end_record(end)?;
    written
}

/// Gives an error that was raised as an [`io::Error`] back as one.
fn into_io(error: anyhow::Error) -> io::Error {
    error.downcast().unwrap_or_else(io::Error::other)
}

/// Text on its way into a string: what JSON forbids in one is escaped.
struct StringContent<'s, 'o> {
    out: &'s mut Output<'o>,
}

impl Write for StringContent<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_plain = |&byte: &u8| byte >= 0x20 && byte != b'"' && byte != b'\\';
        for run in bytes.chunk_by(|one, other| is_plain(one) && is_plain(other)) {
            match run[..] {
                [b'"'] => self.out.write_whole(b"\\\"")?,
                [b'\\'] => self.out.write_whole(b"\\\\")?,
                [b'\n'] => self.out.write_whole(b"\\n")?,
                [b'\r'] => self.out.write_whole(b"\\r")?,
                [b'\t'] => self.out.write_whole(b"\\t")?,
                [byte @ 0..0x20] => self.out.write_whole(format!("\\u{byte:04x}").as_bytes())?,
                _ => self.out.write_all(run)?,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(json: &mut JsonWriter<'_, '_>) -> Result<()> {
        json.begin_object()?;
        json.member("key \"1\"", "a\u{e9}\"\\\n\u{1}\u{1f600}z")?;
        json.array("list")?;
        for number in 0..3 {
            json.value(&number)?;
            json.begin_object()?;
            json.end()?;
        }
        json.end()?;
        json.end()?;
        Ok(())
    }

    #[test]
    fn an_answer_is_json_wherever_it_is_cut() {
        for most in 0..100 {
            let mut to = Vec::new();
            let mut out = Output::new(&mut to);
            out.limit(most);
            let written = write_json(&mut out, b'\n', write);
            if most == 0 {
                assert_eq!(to, b"\n");
                continue;
            }
            let value: serde_json::Value = serde_json::from_slice(&to).unwrap();
            if written.is_ok() {
                assert_eq!(value["key \"1\""], "a\u{e9}\"\\\n\u{1}\u{1f600}z");
                assert_eq!(value["list"], serde_json::json!([0, {}, 1, {}, 2, {}]));
            }
            assert!(to.len() as u64 <= most + 10, "{most}");
        }
    }
}
