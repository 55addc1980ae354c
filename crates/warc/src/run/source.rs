//! The files, streams and lists that records come from.

use std::{
    collections::VecDeque,
    fmt,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::job::Counts;
use crate::{Location, Reader, Record};

/// An input of records: a file, a stream, or a list of places.
pub struct Source(Kind);

enum Kind {
    File(PathBuf),
    Reader(String, Box<dyn Read + Send>),
    Locations(String, Vec<Location>),
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Source").field(&self.name()).finish()
    }
}

impl Source {
    /// A WARC file. The column `warc` has its name without folders.
    #[must_use]
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self(Kind::File(path.into()))
    }

    /// A stream of a WARC file.
    #[must_use]
    pub fn reader(name: &str, reader: impl Read + Send + 'static) -> Self {
        Self(Kind::Reader(name.to_owned(), Box::new(reader)))
    }

    /// Single records of files, in the order of the list, which has a name of its own for reports.
    #[must_use]
    pub fn locations(name: &str, list: Vec<Location>) -> Self {
        Self(Kind::Locations(name.to_owned(), list))
    }

    /// The name of the source, for reports.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.0 {
            Kind::File(path) => path.display().to_string(),
            Kind::Reader(name, _) | Kind::Locations(name, _) => name.clone(),
        }
    }
}

/// Counts the bytes that are read.
struct Counted<R> {
    input: R,
    on_read: fn(usize),
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        (self.on_read)(read);
        Ok(read)
    }
}

/// The records of a source.
pub(super) struct Records {
    pub(super) name: String,
    /// The value of the column `warc`.
    warc: Arc<str>,
    reader: Option<Reader<Box<dyn Read + Send>>>,
    locations: VecDeque<Location>,
    limit: usize,
    on_read: fn(usize),
    pub(super) skipped: Counts,
    pub(super) failure: Option<String>,
}

impl Records {
    pub(super) fn of(source: Source, limit: usize, on_read: fn(usize)) -> Self {
        let name = source.name();
        let mut records = Self {
            warc: Arc::from(&*name),
            name,
            reader: None,
            locations: VecDeque::new(),
            limit,
            on_read,
            skipped: Counts::default(),
            failure: None,
        };
        let opened = match source.0 {
            Kind::File(path) => {
                records.warc = file_name(&path);
                File::open(&path).and_then(|file| records.open(Box::new(file), 0))
            }
            Kind::Reader(_, reader) => records.open(reader, 0),
            Kind::Locations(_, list) => {
                records.locations = list.into();
                Ok(())
            }
        };
        records.failure = opened.err().map(|error| error.to_string());
        records
    }

    fn open(&mut self, input: Box<dyn Read + Send>, offset: u64) -> io::Result<()> {
        let input: Box<dyn Read + Send> = Box::new(Counted { input, on_read: self.on_read });
        self.reader = Some(Reader::at_offset(input, offset)?.with_limit(self.limit));
        Ok(())
    }

    /// The next record, and the name of its file.
    pub(super) fn next(&mut self) -> Option<(Arc<str>, Record)> {
        loop {
            if let Some(reader) = &mut self.reader {
                match reader.next_record() {
                    Ok(Some(record)) => return Some((Arc::clone(&self.warc), record)),
                    Ok(None) => {}
                    Err(error) => self.failure = Some(error.to_string()),
                }
                self.skipped.other_records += reader.skipped().other_kinds;
                self.reader = None;
            }
            let location = self.locations.pop_front()?;
            self.warc = file_name(&location.file);
            if let Err(error) =
                location.open_file().and_then(|file| self.open(Box::new(file), location.offset))
            {
                let record = Record::unreadable(&location, &error);
                return Some((Arc::clone(&self.warc), record));
            }
        }
    }
}

fn file_name(path: &Path) -> Arc<str> {
    let name = path.file_name().unwrap_or(path.as_os_str());
    Arc::from(&*name.to_string_lossy())
}
