//! The reader: records out of a stream of bytes.

use std::{
    io::{self, Read},
    mem,
};

use super::{
    codec::Codec,
    fault::Fault,
    raw::RawBuffer,
    warc_record::{Record, RecordError, RecordKind, header_text},
};

/// Default limit on the content of a record.
const DEFAULT_BODY: usize = 16 << 20;

/// Most bytes of the header of a record.
const MAX_HEADER: usize = 256 << 10;

/// The beginning of a record.
const MAGIC: &[u8] = b"WARC/";

const NO_RECORD: Fault = Fault::Malformed("the record doesn't begin with WARC/");

/// The bytes that may be decoded anew after damage: this many, and this many times those read so far. Nested members
/// that are all damaged would otherwise take quadratic time.
const RESCANNED: u64 = 64 << 20;
const RESCANNED_FACTOR: u64 = 4;

/// Numbers of records that a reader passed over, because they hold no page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Skipped {
    /// Requests, metadata, revisits and others that are no response or resource.
    pub other_kinds: u64,
}

/// Reads the records of a WARC file: uncompressed, gzip with a member for each record, or zstd with a frame for each.
///
/// Responses, resources and conversions are returned; records of other kinds are [counted](Self::skipped). A damaged
/// record is returned with its [`error`](Record::error), and the reader goes on at the next member that begins with a
/// record. Memory is bounded by the [limit](Self::with_limit) on a record's content, whatever the size of the file.
///
/// ```
/// use sapwood_warc::Reader;
///
/// let file = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.com/\r\n\
///     Content-Length: 50\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Oak\r\n\r\n";
/// let mut reader = Reader::new(&file[..])?;
/// while let Some(record) = reader.next_record()? {
///     let payload = record.payload(1 << 20);
///     assert_eq!((record.url(), payload.status), (Some("https://example.com/"), Some(200)));
///     assert_eq!(&*payload.body, b"<p>Oak");
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R> {
    raw: RawBuffer<R>,
    codec: Codec,
    limit: usize,
    /// A member that was decoded as a whole, and bytes of earlier ones after it.
    whole: Vec<u8>,
    /// Decoded bytes, of which those from `at` on are unread.
    out: Vec<u8>,
    at: usize,
    /// Whether the open member has more bytes to decode.
    is_decoding: bool,
    /// The fault of the open member, while decoded bytes before it are unread.
    fault: Option<Fault>,
    /// Whether bytes that begin no record followed the last one in its member.
    has_surplus: bool,
    /// Offset of the open member in the file.
    member: u64,
    /// Records that began in the open member.
    in_member: u64,
    rescanned: u64,
    skipped: Skipped,
    ended: bool,
}

impl<R: Read> Reader<R> {
    /// A reader of a file from its beginning.
    ///
    /// # Errors
    ///
    /// If the first bytes can't be read.
    pub fn new(input: R) -> io::Result<Self> {
        Self::at_offset(input, 0)
    }

    /// A reader of a part of a file: `input` begins at `offset`, where a record or its member begins.
    ///
    /// A file with a zstd dictionary can be read from its beginning only; [`Location::open`](crate::Location::open) reads the
    /// dictionary first.
    ///
    /// # Errors
    ///
    /// If the first bytes can't be read.
    pub fn at_offset(input: R, offset: u64) -> io::Result<Self> {
        let mut raw = RawBuffer::new(input, offset);
        Ok(Self {
            codec: Codec::detect(&mut raw)?,
            raw,
            limit: DEFAULT_BODY,
            whole: Vec::new(),
            out: Vec::new(),
            at: 0,
            is_decoding: false,
            fault: None,
            has_surplus: false,
            member: offset,
            in_member: 0,
            rescanned: 0,
            skipped: Skipped::default(),
            ended: false,
        })
    }

    /// Decodes with a zstd dictionary, which is stored as the first frame of a file has it.
    pub(crate) fn with_dictionary(mut self, stored: Option<Vec<u8>>) -> io::Result<Self> {
        match stored.map_or(Ok(()), |stored| self.codec.add_dictionary(stored)) {
            Ok(()) => Ok(self),
            Err(Fault::Io(error)) => Err(error),
            Err(Fault::Damaged(reason)) => Err(io::Error::other(reason)),
            Err(_) => Err(io::Error::other("the zstd dictionary of the file is invalid")),
        }
    }

    /// Keeps at most `bytes` of the content of a record; 16 MiB by default. The rest is read, but not kept.
    #[must_use]
    pub fn with_limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// The number of bytes of the file that have been read.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.raw.position()
    }

    /// The records that were passed over so far.
    #[must_use]
    pub fn skipped(&self) -> Skipped {
        self.skipped
    }

    /// Returns the next record that may hold a page, or a record that couldn't be read; `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// If the file can't be read. Damage isn't an error: it is that of a [record](Record::error).
    pub fn next_record(&mut self) -> io::Result<Option<Record>> {
        let mut record = Record::default();
        Ok(self.read_record(&mut record)?.then_some(record))
    }

    /// Reads the next record as [`next_record`](Self::next_record) does, into the memory of an earlier one; returns `false` at
    /// the end of the file.
    ///
    /// # Errors
    ///
    /// If the file can't be read.
    pub fn read_record(&mut self, record: &mut Record) -> io::Result<bool> {
        while !self.ended {
            record.clear(self.raw.position());
            match self.read(record) {
                Ok(true) if record.kind == RecordKind::Other => self.skipped.other_kinds += 1,
                Ok(true) => {
                    if record.lacks_http() {
                        record.error =
                            Some(RecordError::Malformed("the record holds no HTTP response"));
                        record.body = 0..0;
                    }
                    return Ok(true);
                }
                Ok(false) => {}
                Err(Fault::Io(error)) => {
                    self.ended = true;
                    return Err(error);
                }
                Err(fault) => {
                    let error = self.recover(record, fault)?;
                    (record.error, record.is_cut) = (Some(error), false);
                    record.body = 0..0;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Reads a record; returns `false` if there was none up to the end of the member or of the file.
    fn read(&mut self, record: &mut Record) -> Result<bool, Fault> {
        if mem::take(&mut self.has_surplus) {
            record.offset = self.member;
            return Err(NO_RECORD);
        }
        if !self.is_decoding && self.at == self.out.len() {
            let begun = self.codec.begin(&mut self.raw);
            record.offset = self.raw.marked();
            if !begun? {
                self.ended = true;
                return Ok(false);
            }
            (self.member, self.in_member) = (record.offset, 0);
            self.out.clear();
            self.at = 0;
            let whole = self.codec.decode_whole(&mut self.raw, &mut self.whole)?;
            self.is_decoding = whole.is_none();
            if let Some(len) = whole {
                if self.take_whole(len, record) {
                    return Ok(true);
                }
                self.out.extend_from_slice(&self.whole[..len]);
            }
        }
        let has_members = self.codec.has_members();
        record.offset = self.member;
        if !self.skip_line_ends(usize::MAX)? {
            return Ok(false);
        }
        if !has_members {
            record.offset = self.plain_position();
        }
        self.in_member += 1;
        self.read_header(record)?;
        let length = record.field("Content-Length").and_then(|it| it.parse().ok());
        let Some(length) = length else {
            return Err(Fault::Malformed("the record has no valid Content-Length"));
        };
        let keep = match record.kind {
            RecordKind::Other => 0,
            _ => usize::try_from(length).unwrap_or(usize::MAX).min(self.limit),
        };
        record.is_cut = length > keep as u64;
        self.read_body(length, keep, record)?;
        if !has_members {
            self.skip_line_ends(4)?;
            record.length = Some(self.plain_position() - record.offset);
        } else if self.skip_line_ends(usize::MAX)? {
            self.skip_surplus()?;
        } else if self.in_member == 1 {
            record.length = Some(self.raw.position() - self.member);
        }
        Ok(true)
    }

    /// Skips bytes after a record that begin no other one. A damaged member can hold more than its record, and then the record is
    /// damaged, too: the fault at the end of the member is that of the record.
    fn skip_surplus(&mut self) -> Result<(), Fault> {
        while self.out.len() - self.at < MAGIC.len() && self.decode()? {}
        if !self.out[self.at..].starts_with(MAGIC) {
            self.skip_to_record()?;
            self.has_surplus = true;
        }
        Ok(())
    }

    /// Makes the member whose first `len` bytes are in `whole` a record, if it holds one record as a whole and nothing else. The bytes
    /// aren't copied; the record's old ones take their place.
    fn take_whole(&mut self, len: usize, record: &mut Record) -> bool {
        let bytes = &self.whole[..len];
        let Some(end) = end_of_header(bytes, 0).filter(|end| *end <= MAX_HEADER) else {
            return false;
        };
        record.header.push_str(&header_text(&bytes[..end]));
        record.kind = RecordKind::of(record.field("WARC-Type").unwrap_or_default());
        let length = record.field("Content-Length").and_then(|it| it.parse::<usize>().ok());
        let body = length.and_then(|length| Some(end..end.checked_add(length)?));
        let body = body.filter(|body| {
            let is_all = bytes.get(body.end..).is_some_and(is_line_ends);
            bytes.starts_with(MAGIC) && is_all && body.len() <= self.limit
        });
        let Some(body) = body else {
            record.header.clear();
            record.kind = RecordKind::Other;
            return false;
        };
        if record.kind != RecordKind::Other {
            mem::swap(&mut self.whole, &mut record.bytes);
            record.body = body;
        }
        self.in_member = 1;
        record.length = Some(self.raw.position() - self.member);
        true
    }

    /// Reads the header up to the empty line.
    fn read_header(&mut self, record: &mut Record) -> Result<(), Fault> {
        let mut searched = 0;
        let end = loop {
            let head = &self.out[self.at..];
            if !head.starts_with(&MAGIC[..head.len().min(MAGIC.len())]) {
                return Err(NO_RECORD);
            }
            let empty_line = end_of_header(head, searched);
            if let Some(end) = empty_line {
                break end;
            }
            searched = head.len().saturating_sub(2);
            if head.len() > MAX_HEADER {
                self.at += MAGIC.len();
                return Err(Fault::Malformed("the header of the record is too long"));
            }
            if !self.decode()? {
                self.continue_in_next_member()?;
            }
        };
        record.header.push_str(&header_text(&self.out[self.at..self.at + end]));
        self.at += end;
        record.kind = RecordKind::of(record.field("WARC-Type").unwrap_or_default());
        Ok(())
    }

    /// Reads `length` bytes, of which the first `keep` become the body.
    fn read_body(&mut self, length: u64, keep: usize, record: &mut Record) -> Result<(), Fault> {
        /// A header can promise more than there is.
        const MAX_RESERVED: usize = 1 << 20;
        /// Room for what follows the record in its member.
        const END: usize = 1 << 12;
        let body = &mut record.bytes;
        body.clear();
        if keep > 0 {
            body.reserve_exact(keep.min(MAX_RESERVED) + END);
        }
        let mut left = length;
        while left > 0 {
            let unread = &self.out[self.at..];
            let count = unread.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            if count > 0 {
                body.extend_from_slice(&unread[..count.min(keep - body.len())]);
                self.at += count;
                left -= count as u64;
            } else if !self.is_decoding {
                self.continue_in_next_member()?;
            } else if body.len() == keep {
                self.decode()?;
            } else {
                // All decoded bytes are used up, so that the next ones can go straight to the body.
                let before = body.len();
                self.is_decoding = fill(&mut self.codec, &mut self.raw, &mut self.fault, body)?;
                let decoded = (body.len() - before) as u64;
                let surplus = decoded.saturating_sub(left) as usize;
                self.out.clear();
                self.at = 0;
                self.out.extend_from_slice(&body[body.len() - surplus..]);
                body.truncate((body.len() - surplus).min(keep));
                left = left.saturating_sub(decoded);
            }
        }
        record.body = 0..body.len();
        Ok(())
    }

    /// Goes on in the next member after one that ends inside a record. Zstd allows that, unless another record begins there.
    fn continue_in_next_member(&mut self) -> Result<(), Fault> {
        if !self.codec.has_members() {
            return Err(Fault::Truncated);
        }
        const TOO_LONG: Fault =
            Fault::Malformed("the record is longer than the member that holds it");
        if !self.codec.joins_members() {
            return Err(TOO_LONG);
        }
        if !self.codec.begin(&mut self.raw)? {
            return Err(Fault::Truncated);
        }
        self.is_decoding = true;
        let mut beginning = Vec::new();
        while self.is_decoding && beginning.is_empty() {
            self.is_decoding =
                fill(&mut self.codec, &mut self.raw, &mut self.fault, &mut beginning)?;
        }
        if !beginning.starts_with(MAGIC) {
            self.out.extend_from_slice(&beginning);
            return Ok(());
        }
        // Where the search for the next record finds it.
        self.out = [b"\n", &*beginning].concat();
        (self.at, self.member, self.in_member) = (1, self.raw.marked(), 0);
        Err(TOO_LONG)
    }

    /// Skips at most `most` line ends; returns `false` if the member ends with them.
    fn skip_line_ends(&mut self, mut most: usize) -> Result<bool, Fault> {
        while most > 0 {
            match self.out.get(self.at).copied() {
                Some(b'\r' | b'\n') => {
                    self.at += 1;
                    most -= 1;
                }
                Some(_) => return Ok(true),
                None if self.decode()? => {}
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Decodes more bytes of the member; returns `false` at its end.
    fn decode(&mut self) -> Result<bool, Fault> {
        if !self.is_decoding {
            return Ok(false);
        }
        if self.at == self.out.len() {
            self.out.clear();
            self.at = 0;
        }
        let len = self.out.len();
        while self.is_decoding && self.out.len() == len {
            self.is_decoding =
                fill(&mut self.codec, &mut self.raw, &mut self.fault, &mut self.out)?;
        }
        Ok(self.out.len() > len)
    }

    /// The offset of the next decoded byte in a file without compression.
    fn plain_position(&self) -> u64 {
        self.raw.position() - (self.out.len() - self.at) as u64
    }

    /// Moves to the next record after a fault in `record`, and returns the error of it.
    fn recover(&mut self, record: &mut Record, fault: Fault) -> io::Result<RecordError> {
        let error = match fault {
            Fault::Io(error) => return Err(error),
            Fault::Malformed(reason) => match self.skip_to_record() {
                Err(Fault::Io(error)) => return Err(error),
                Err(_) => {
                    self.resynchronize(record.offset)?;
                    return Ok(RecordError::Malformed(reason));
                }
                Ok(()) => return Ok(RecordError::Malformed(reason)),
            },
            Fault::Damaged(reason) => Some(reason),
            Fault::Truncated => None,
        };
        let next = self.resynchronize(record.offset)?;
        record.length = next.map(|next| next - record.offset);
        Ok(match (error, next) {
            (Some(reason), _) => RecordError::Damaged(reason),
            (None, None) => RecordError::Truncated,
            // Damage can hide the end of a member, so that all of the file seems to belong to it.
            (None, Some(_)) => RecordError::Damaged("the compressed member has no end".to_owned()),
        })
    }

    /// Skips decoded bytes up to a line that begins like a record, or to the end of the member.
    fn skip_to_record(&mut self) -> Result<(), Fault> {
        const BEGINNING: &[u8] = b"\nWARC/";
        // The record may begin right here.
        self.at = self.at.saturating_sub(1);
        loop {
            match memchr::memmem::find(&self.out[self.at..], BEGINNING) {
                Some(at) => {
                    self.at += at + 1;
                    return Ok(());
                }
                None => {
                    self.at = self.at.max(self.out.len().saturating_sub(BEGINNING.len() - 1));
                    self.out.drain(..self.at);
                    self.at = 0;
                    if !self.decode()? {
                        self.at = self.out.len();
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Moves to the next member after the beginning of the damaged one at `offset`, and returns its offset.
    ///
    /// The search begins right after `offset`, because a damaged member can seem to extend over others.
    fn resynchronize(&mut self, offset: u64) -> io::Result<Option<u64>> {
        self.out.clear();
        (self.at, self.is_decoding, self.fault, self.has_surplus) = (0, false, None, false);
        // The members of the record before the last one were decoded.
        let offset = offset.max(self.raw.marked());
        let position = self.raw.position();
        let distance = position.saturating_sub(offset + 1);
        let allowed = RESCANNED.saturating_add(position.saturating_mul(RESCANNED_FACTOR));
        if self.rescanned + distance <= allowed && self.raw.rewind(offset + 1) {
            self.rescanned += distance;
        }
        if self.codec.find_member(&mut self.raw)? {
            return Ok(Some(self.raw.position()));
        }
        self.ended = true;
        Ok(None)
    }
}

/// Appends some decoded bytes of a member to `out`; returns `false` at its end.
///
/// A fault comes after all bytes before it, so that the records of a damaged member don't depend on how many bytes are decoded at
/// once, which the memory of earlier records decides.
fn fill<R: Read>(
    codec: &mut Codec,
    raw: &mut RawBuffer<R>,
    fault: &mut Option<Fault>,
    out: &mut Vec<u8>,
) -> Result<bool, Fault> {
    if let Some(fault) = fault.take() {
        return Err(fault);
    }
    let len = out.len();
    match codec.fill(raw, out) {
        Err(found) if out.len() > len => {
            *fault = Some(found);
            Ok(true)
        }
        filled => filled,
    }
}

fn is_line_ends(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, b'\r' | b'\n'))
}

/// Returns the end of a header, after its empty line. The first `searched` bytes hold none.
fn end_of_header(bytes: &[u8], searched: usize) -> Option<usize> {
    memchr::memchr_iter(b'\n', &bytes[searched..]).map(|at| searched + at + 1).find_map(|next| {
        match &bytes[next..] {
            [b'\n', ..] => Some(next + 1),
            [b'\r', b'\n', ..] => Some(next + 2),
            _ => None,
        }
    })
}
