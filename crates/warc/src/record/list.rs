//! Lists of places of records, such as indexes of archives have them.

use std::{
    fmt,
    fs::File,
    io::{self, BufRead, Read, Seek},
    path::PathBuf,
};

/// The place of a record: a file, and where in the file its member is.
#[derive(Clone, Debug, PartialEq, Eq)]
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
/// ```
/// let list = b"a.warc.gz 0 513\nCom,example)/ 20250904 {\"filename\": \"b.warc.gz\", \"offset\": \"7\", \"length\": \"99\"}\n";
/// let places = sapwood_warc::read_list(&list[..]).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!((places[0].length, places[1].offset), (513, 7));
/// # Ok::<(), sapwood_warc::ListError>(())
/// ```
pub fn read_list(input: impl BufRead) -> impl Iterator<Item = Result<Location, ListError>> {
    let lines = input.split(b'\n').enumerate();
    lines.filter_map(|(index, line)| {
        let failed = |reason: String| ListError { line: index + 1, reason };
        let line = match line.map(|line| String::from_utf8_lossy(&line).into_owned()) {
            Ok(line) => line,
            Err(error) => return Some(Err(failed(error.to_string()))),
        };
        let line = line.trim();
        // The first line of a CDX file names its fields.
        if line.is_empty() || line.starts_with('#') || line.starts_with("CDX ") {
            return None;
        }
        let location = match line.find('{') {
            Some(at) => of_json(&line[at..]),
            None => of_fields(line),
        };
        Some(location.map_err(failed))
    })
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
    pub fn open(&self) -> io::Result<super::Reader<io::Take<File>>> {
        super::Reader::at_offset(self.open_file()?, self.offset)
    }

    pub(crate) fn open_file(&self) -> io::Result<io::Take<File>> {
        let mut file = File::open(&self.file)?;
        file.seek(io::SeekFrom::Start(self.offset))?;
        Ok(file.take(self.length))
    }
}
