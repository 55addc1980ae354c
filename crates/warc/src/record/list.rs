//! Lists of places of records, such as indexes of archives have them.

use std::{
    fmt,
    fs::File,
    io::{self, BufRead, Read, Seek},
    path::PathBuf,
};

use super::{
    codec::read_dictionary,
    reader::Reader,
    warc_record::{Record, RecordKind},
};

/// The place of a record: a file, and where in the file its member is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Location {
    /// The WARC file.
    pub file: PathBuf,
    /// Offset of the record or of its member.
    pub offset: u64,
    /// Length of the record or of its member.
    pub length: u64,
}

/// The error of a line that isn't the place of a record.
#[derive(Debug)]
#[non_exhaustive]
pub struct ListError {
    /// The number of the line, from 1.
    pub line: usize,
    reason: String,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for ListError {}

/// Reads a list of places, one a line: `FILE OFFSET LENGTH` with white space or commas between, or a line of a CDXJ index,
/// whose JSON object has the members `filename`, `offset` and `length`. Empty lines and comments (`#`) are ignored.
///
/// Lines are read one at a time, so that a list of millions needs no memory. The lines after one that isn't a place are read as well.
///
/// ```
/// let list = b"a.warc.gz 0 513\nCom,example)/ 20250904 {\"filename\": \"b.warc.gz\", \"offset\": \"7\", \"length\": \"99\"}\n";
/// let places = sapwood_warc::read_list(&list[..]).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!((places[0].length, places[1].offset), (513, 7));
/// # Ok::<(), sapwood_warc::ListError>(())
/// ```
pub fn read_list<R: BufRead>(input: R) -> impl Iterator<Item = Result<Location, ListError>> {
    Lines { input, bytes: Vec::new(), number: 0, ended: false }
}

/// Most bytes of a line. The URLs of indexes can be long.
const MAX_LINE: u64 = 1 << 20;

/// The lines of a list, one at a time.
struct Lines<R> {
    input: R,
    bytes: Vec<u8>,
    number: usize,
    ended: bool,
}

/// The result of reading a line.
enum Line {
    Whole,
    TooLong,
    End,
}

impl<R: BufRead> Lines<R> {
    fn read(&mut self) -> io::Result<Line> {
        self.bytes.clear();
        self.number += 1;
        let count = self.input.by_ref().take(MAX_LINE).read_until(b'\n', &mut self.bytes)?;
        if count as u64 == MAX_LINE && !self.bytes.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
            return Ok(Line::TooLong);
        }
        Ok(if count > 0 { Line::Whole } else { Line::End })
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Location, ListError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let location = match self.read() {
                Ok(Line::Whole) => {
                    let line = String::from_utf8_lossy(&self.bytes);
                    let line = line.trim();
                    // The first line of a CDX file names its fields.
                    if line.is_empty() || line.starts_with('#') || line.starts_with("CDX ") {
                        continue;
                    }
                    match line.find('{') {
                        Some(at) => of_json(&line[at..]),
                        None => of_fields(line),
                    }
                }
                Ok(Line::TooLong) => Err(format!("longer than {MAX_LINE} bytes")),
                Ok(Line::End) => break,
                Err(error) => {
                    self.ended = true;
                    Err(error.to_string())
                }
            };
            return Some(location.map_err(|reason| ListError { line: self.number, reason }));
        }
        self.ended = true;
        None
    }
}

fn of_fields(line: &str) -> Result<Location, String> {
    let expected =
        || format!("expected `FILE OFFSET LENGTH` or an object of a CDXJ index, not {line:?}");
    let separator = |it: char| it.is_ascii_whitespace() || it == ',';
    let mut fields = line.rsplitn(3, separator);
    let (length, offset) = (fields.next(), fields.next());
    let number = |field: Option<&str>| field.and_then(|it| it.parse().ok()).ok_or_else(expected);
    let (offset, length) = (number(offset)?, number(length)?);
    let file = fields.next().map(|it| it.trim_end_matches(separator)).ok_or_else(expected)?;
    Ok(Location { file: file.into(), offset, length })
}

fn of_json(text: &str) -> Result<Location, String> {
    let object: serde_json::Value =
        serde_json::from_str(text).map_err(|error| format!("invalid JSON: {error}"))?;
    let number = |name: &str| {
        let value = &object[name];
        let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
        number.ok_or_else(|| format!("the object has no number `{name}`"))
    };
    let file = object["filename"].as_str().ok_or("the object has no string `filename`")?;
    Ok(Location { file: file.into(), offset: number("offset")?, length: number("length")? })
}

impl Record {
    /// A record that can't be read, because its file can't.
    pub(crate) fn unreadable(location: &Location, error: &std::io::Error) -> Self {
        let mut record = Self {
            offset: location.offset,
            length: Some(location.length),
            kind: RecordKind::Response,
            ..Self::default()
        };
        record.fail(&format!("cannot read {}: {error}", location.file.display()));
        record
    }
}

impl Location {
    /// A place of a record.
    #[must_use]
    pub fn new(file: impl Into<PathBuf>, offset: u64, length: u64) -> Self {
        Self { file: file.into(), offset, length }
    }

    /// Opens the file at this place, to read the record alone.
    ///
    /// # Errors
    ///
    /// If the file can't be opened, or has no such place.
    pub fn open(&self) -> io::Result<Reader<io::Take<File>>> {
        let (file, dictionary) = self.open_file()?;
        Reader::at_offset(file, self.offset)?.with_dictionary(dictionary)
    }

    /// Opens the file at this place. A zstd file can have a dictionary at its beginning.
    pub(crate) fn open_file(&self) -> io::Result<(io::Take<File>, Option<Vec<u8>>)> {
        let mut file = File::open(&self.file)?;
        // Only the files that need it are read at two places.
        let is_zstd = self.file.extension().is_some_and(|it| it.eq_ignore_ascii_case("zst"));
        let dictionary = if is_zstd { read_dictionary(&mut file)? } else { None };
        file.seek(io::SeekFrom::Start(self.offset))?;
        Ok((file.take(self.length), dictionary))
    }
}
