//! JSON, written piece by piece.

use std::io::{self, Write};

use anyhow::Result;
use sapwood_scan::{JsonString, Simd, SimdTask, dispatch};
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
    /// The beginning of what is written whole: kept to be used again.
    scratch: Vec<u8>,
}

struct Container {
    closing: u8,
    is_empty: bool,
}

impl<'w, 'o> JsonWriter<'w, 'o> {
    pub(crate) fn new(out: &'w mut Output<'o>) -> Self {
        Self { out, open: Vec::new(), after_key: false, scratch: Vec::new() }
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
        self.whole(|scratch| {
            scratch.push(b'"');
            escape(key.as_bytes(), |escaped| {
                scratch.extend_from_slice(escaped);
                Ok(())
            })?;
            scratch.extend_from_slice(b"\":");
            Ok(())
        })?;
        self.after_key = true;
        Ok(())
    }

    /// Writes a small value whole.
    pub(crate) fn value(&mut self, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
        self.whole(|scratch| Ok(serde_json::to_writer(scratch, value)?))
    }

    /// Writes JSON whole.
    pub(crate) fn raw(&mut self, json: &str) -> io::Result<()> {
        self.whole(|scratch| {
            scratch.extend_from_slice(json.as_bytes());
            Ok(())
        })
    }

    /// Writes whole what `write` appends to a buffer, after a comma where one is needed.
    fn whole(&mut self, write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<()> {
        self.scratch.clear();
        if !self.after_key && self.open.last().is_some_and(|it| !it.is_empty) {
            self.scratch.push(b',');
        }
        write(&mut self.scratch)?;
        self.out.write_whole(&self.scratch)?;
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
        let bytes = piece(bytes);
        if self.out.has_room(bytes.len() * MAX_ESCAPE) {
            escape(bytes, |escaped| self.out.write_unlimited(escaped))?;
            return Ok(bytes.len());
        }
        // Near the limit, no escape is cut.
        let is_plain = |&byte: &u8| !matches!(byte, b'"' | b'\\' | 0..b' ');
        for run in bytes.chunk_by(|one, other| is_plain(one) && is_plain(other)) {
            match run {
                [byte] if !is_plain(byte) => escape(run, |escaped| self.out.write_whole(escaped))?,
                _ => self.out.write_all(run)?,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns the beginning of `bytes` that is written at once, whole characters: a long text is cut near the limit alone.
fn piece(bytes: &[u8]) -> &[u8] {
    const MOST: usize = 1 << 16;
    if bytes.len() <= MOST {
        return bytes;
    }
    let is_boundary = |at: &usize| bytes[*at] & 0xc0 != 0x80;
    let end = (MOST - MAX_CHARACTER..=MOST).rfind(is_boundary);
    &bytes[..end.unwrap_or(MOST)]
}

/// Length of the longest character in UTF-8.
const MAX_CHARACTER: usize = 4;

/// Length of the longest escape, such as `\u001b`.
const MAX_ESCAPE: usize = 6;

/// Bytes that are searched for escapes at once.
const BLOCK: usize = 64;

/// Bytes that are copied at once.
const COPY: usize = 32;

/// Length at which escaped text is passed on.
const FULL: usize = 1024;

/// Escapes what JSON forbids in a string, and passes the result on in pieces.
fn escape(bytes: &[u8], write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    dispatch(Escape { bytes, write })
}

/// The work of [`escape`].
///
/// A block is searched as a whole, which gives a bit for each byte to escape. The bytes between two of them are copied
/// by fixed lengths: what is copied too much is written over by what follows.
struct Escape<'b, W> {
    bytes: &'b [u8],
    write: W,
}

impl<W: FnMut(&[u8]) -> io::Result<()>> SimdTask for Escape<'_, W> {
    type Output = io::Result<()>;

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) -> io::Result<()> {
        let bytes = self.bytes;
        let mut buffer = [0; FULL + (BLOCK + COPY) * MAX_ESCAPE + COPY];
        let (mut at, mut end) = (0, 0);
        while let Some(window) = bytes[at..].first_chunk::<{ BLOCK + COPY }>()
            && let ([low, high, _], []) = window.as_chunks()
        {
            let [low, high] = [low, high].map(|half| simd.stop_mask::<JsonString>(half));
            let mut stops = u64::from(low) | u64::from(high) << (BLOCK / 2);
            let mut from = 0;
            while stops != 0 {
                let stop = stops.trailing_zeros() as usize;
                copy_run(&mut buffer[end..], window, from, stop);
                end += stop - from;
                end += put_escape(&mut buffer[end..], window[stop]);
                from = stop + 1;
                stops &= stops - 1;
            }
            copy_run(&mut buffer[end..], window, from, BLOCK);
            end += BLOCK - from;
            at += BLOCK;
            if end >= FULL {
                (self.write)(&buffer[..end])?;
                end = 0;
            }
        }
        for byte in &bytes[at..] {
            end += put_escape(&mut buffer[end..], *byte);
        }
        (self.write)(&buffer[..end])
    }
}

/// Copies the bytes of `window` in `from..end`, and up to [`COPY`] more.
#[inline(always)]
fn copy_run(to: &mut [u8], window: &[u8; BLOCK + COPY], from: usize, end: usize) {
    let mut at = from;
    while at < end {
        to[at - from..][..COPY].copy_from_slice(&window[at..at + COPY]);
        at += COPY;
    }
}

/// Writes the escape of a byte, or the byte itself if it needs none; returns the length.
#[inline(always)]
fn put_escape(to: &mut [u8], byte: u8) -> usize {
    let escape = &ESCAPES[usize::from(byte)];
    to[..WORD].copy_from_slice(escape);
    usize::from(escape[WORD - 1])
}

/// Length of a word in bytes.
const WORD: usize = 8;

/// The escape of each byte; the last of the eight is the length. A table, because which byte comes is hard to predict.
static ESCAPES: [[u8; WORD]; 256] = {
    let mut escapes = [[0; WORD]; 256];
    let mut byte = 0;
    while byte < 256 {
        escapes[byte] = escaped(byte as u8);
        byte += 1;
    }
    escapes
};

const fn escaped(byte: u8) -> [u8; WORD] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let short = match byte {
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        b'"' | b'\\' => byte,
        0..b' ' => {
            let (high, low) = (DIGITS[(byte >> 4) as usize], DIGITS[(byte & 15) as usize]);
            return [b'\\', b'u', b'0', b'0', high, low, 0, MAX_ESCAPE as u8];
        }
        _ => return [byte, 0, 0, 0, 0, 0, 0, 1],
    };
    [b'\\', short, 0, 0, 0, 0, 0, 2]
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

    #[test]
    fn escapes_every_byte_at_every_offset() {
        for special in (0..0x20).chain([b'"', b'\\', b' ', 0x7f]) {
            for offset in (0..20).chain(250..260) {
                for len in [offset + 1, offset + 5, offset + 17] {
                    let mut text = vec![b'x'; len];
                    text[offset] = special;
                    text[len - 1] = special;
                    let mut json = b"\"".to_vec();
                    escape(&text, |escaped| {
                        json.extend_from_slice(escaped);
                        Ok(())
                    })
                    .unwrap();
                    json.push(b'"');
                    let read: String = serde_json::from_slice(&json).unwrap();
                    assert_eq!(read.as_bytes(), text, "{special:#x} at {offset} of {len}");
                }
            }
        }
    }
}
