//! The files, streams and lists that records come from.

use std::{
    fmt,
    fs::File,
    io::{self, BufRead, Read},
    iter,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::report::Counts;
use crate::{ListError, Location, Reader, Record, read_list};

/// An input of records: a file, a stream, or a list of places.
pub struct Source(Kind);

enum Kind {
    /// A path, and the file if it is open.
    File(PathBuf, Option<File>),
    Reader(String, Box<dyn Read + Send>),
    Locations(String, Locations),
}

/// Places of records, as they are read.
type Locations = Box<dyn Iterator<Item = Result<Location, ListError>> + Send>;

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Source").field(&self.name()).finish()
    }
}

impl Source {
    /// A WARC file. The column `warc` has the path, so that the rows are places to read again.
    #[must_use]
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self(Kind::File(path.into(), None))
    }

    /// A WARC file that is opened now. A FIFO can be opened only once.
    pub(super) fn opened(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        Ok(Self(Kind::File(path.to_owned(), Some(file))))
    }

    /// A stream of a WARC file.
    #[must_use]
    pub fn reader(name: &str, reader: impl Read + Send + 'static) -> Self {
        Self(Kind::Reader(name.to_owned(), Box::new(reader)))
    }

    /// Single records of files, in the order of the list, which has a name of its own for reports.
    #[must_use]
    pub fn locations<I>(name: &str, list: I) -> Self
    where
        I: IntoIterator<Item = Location>,
        I::IntoIter: Send + 'static,
    {
        Self(Kind::Locations(name.to_owned(), Box::new(list.into_iter().map(Ok))))
    }

    /// Single records of files, whose places are read from a [list](read_list) while the records are. Lines that are no places
    /// are a [failure](crate::SourceReport::failure) of the source, but the others are read.
    #[must_use]
    pub fn list(name: &str, list: impl BufRead + Send + 'static) -> Self {
        Self(Kind::Locations(name.to_owned(), Box::new(read_list(list))))
    }

    /// The name of the source, for reports.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.0 {
            Kind::File(path, _) => path.display().to_string(),
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
    locations: Locations,
    limit: usize,
    on_read: fn(usize),
    pub(super) skipped: Counts,
    failure: Option<String>,
    /// Lines of the list that are no places, after the first.
    further_failures: u64,
}

impl Records {
    pub(super) fn of(source: Source, limit: usize, on_read: fn(usize)) -> Self {
        let name = source.name();
        let mut records = Self {
            warc: Arc::from(&*name),
            name,
            reader: None,
            locations: Box::new(iter::empty()),
            limit,
            on_read,
            skipped: Counts::default(),
            failure: None,
            further_failures: 0,
        };
        let opened = match source.0 {
            Kind::File(path, opened) => {
                records.warc = file_name(&path);
                let file = opened.map_or_else(|| File::open(&path), Ok);
                file.and_then(|file| records.open(Box::new(file), 0, None))
            }
            Kind::Reader(_, reader) => records.open(reader, 0, None),
            Kind::Locations(_, list) => {
                records.locations = list;
                Ok(())
            }
        };
        records.failure = opened.err().map(|error| error.to_string());
        records
    }

    fn open(
        &mut self,
        input: Box<dyn Read + Send>,
        offset: u64,
        dictionary: Option<Vec<u8>>,
    ) -> io::Result<()> {
        let input: Box<dyn Read + Send> = Box::new(Counted { input, on_read: self.on_read });
        let reader = Reader::at_offset(input, offset)?.with_limit(self.limit);
        self.reader = Some(reader.with_dictionary(dictionary)?);
        Ok(())
    }

    /// The file that holds the last record.
    pub(super) fn warc(&self) -> &Arc<str> {
        &self.warc
    }

    /// Reads the next record into the memory of an earlier one; returns `false` at the end.
    pub(super) fn next(&mut self, record: &mut Record) -> bool {
        loop {
            if let Some(reader) = &mut self.reader {
                match reader.read_record(record) {
                    Ok(true) => return true,
                    Ok(false) => {}
                    Err(error) => self.failure = Some(error.to_string()),
                }
                self.skipped.other_records += reader.skipped().other_kinds;
                self.reader = None;
            }
            let location = match self.locations.next() {
                Some(Ok(location)) => location,
                Some(Err(error)) => {
                    self.further_failures += u64::from(self.failure.is_some());
                    self.failure.get_or_insert_with(|| error.to_string());
                    continue;
                }
                None => return false,
            };
            self.warc = file_name(&location.file);
            let opened = location.open_file().and_then(|(file, dictionary)| {
                self.open(Box::new(file), location.offset, dictionary)
            });
            if let Err(error) = opened {
                *record = Record::unreadable(&location, &error);
                return true;
            }
        }
    }

    /// The reason why not all records could be read.
    pub(super) fn failure(&self) -> Option<String> {
        let failure = self.failure.as_ref()?;
        Some(match self.further_failures {
            0 => failure.clone(),
            count => format!("{failure}, and {count} further lines"),
        })
    }
}

fn file_name(path: &Path) -> Arc<str> {
    Arc::from(&*path.to_string_lossy())
}
