//! Compressed members: those of gzip, the frames of zstd, or a file without compression as a single member.

use std::io::{self, Read};

use flate2::{Crc, Decompress, FlushDecompress, Status};
use ruzstd::decoding::{
    BlockDecodingStrategy, Dictionary, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

use super::raw::RawBuffer;

/// The reason why a member can't be decoded.
#[derive(Debug)]
pub(super) enum Fault {
    /// The file can't be read.
    Io(io::Error),
    /// The file ends inside the member.
    Truncated,
    /// The member is damaged.
    Damaged(String),
    /// Its content isn't that of a WARC file.
    Malformed(&'static str),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Bytes to decode at once.
const PIECE: usize = 1 << 15;

/// Most bytes of the header of a gzip member.
const MAX_GZIP_HEADER: usize = 1 << 16;

/// Most bytes of the dictionary of a zstd file, as it is stored.
const MAX_DICTIONARY: usize = 16 << 20;

/// How a file is compressed.
pub(super) enum Codec {
    Plain,
    Gzip(Box<Gzip>),
    Zstd(Box<Zstd>),
}

impl Codec {
    /// The codec of a file, by its first bytes.
    pub(super) fn detect<R: Read>(raw: &mut RawBuffer<R>) -> io::Result<Self> {
        raw.require(4)?;
        Ok(match raw.available() {
            [0x1f, 0x8b, ..] => Self::Gzip(Box::default()),
            // A frame, or a skippable frame such as a dictionary.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
                Self::Zstd(Box::default())
            }
            _ => Self::Plain,
        })
    }

    /// Whether the file consists of members that can be decoded one by one.
    pub(super) fn has_members(&self) -> bool {
        !matches!(self, Self::Plain)
    }

    /// Begins the member at the position of `raw`; returns `false` at the end of the file.
    pub(super) fn begin<R: Read>(&mut self, raw: &mut RawBuffer<R>) -> Result<bool, Fault> {
        match self {
            Self::Plain => Ok(raw.require(1)?),
            Self::Gzip(gzip) => gzip.begin(raw),
            Self::Zstd(zstd) => zstd.begin(raw),
        }
    }

    /// Appends some decoded bytes to `out`; returns `false` at the end of the member.
    pub(super) fn fill<R: Read>(
        &mut self,
        raw: &mut RawBuffer<R>,
        out: &mut Vec<u8>,
    ) -> Result<bool, Fault> {
        match self {
            Self::Plain => {
                if raw.available().is_empty() && !raw.fill()? {
                    return Ok(false);
                }
                let count = raw.available().len();
                out.extend_from_slice(raw.available());
                raw.consume(count);
                // Nothing is decoded anew.
                raw.mark();
                Ok(true)
            }
            Self::Gzip(gzip) => gzip.fill(raw, out),
            Self::Zstd(zstd) => zstd.fill(raw, out),
        }
    }

    /// Moves `raw` to the next bytes that begin a member of a WARC file; returns `false` if there are none.
    pub(super) fn find_member<R: Read>(&self, raw: &mut RawBuffer<R>) -> io::Result<bool> {
        /// Enough for the head of any member that an archiver writes, and for a few bytes of its content.
        const HEAD: usize = 4 << 10;
        let magic: &[u8] = match self {
            Self::Plain => return Ok(false),
            Self::Gzip(_) => &[0x1f, 0x8b, 8],
            Self::Zstd(_) => &[0x28, 0xb5, 0x2f, 0xfd],
        };
        loop {
            raw.mark();
            if !raw.require(magic.len())? {
                return Ok(false);
            }
            match memchr::memmem::find(raw.available(), magic) {
                Some(at) => {
                    raw.consume(at);
                    raw.require(HEAD)?;
                    let head = raw.available();
                    let head = &head[..head.len().min(HEAD)];
                    let begins_warc = match self {
                        Self::Zstd(zstd) => zstd.can_begin(head),
                        _ => gzip_begins_warc(head),
                    };
                    if begins_warc {
                        return Ok(true);
                    }
                    raw.consume(1);
                }
                None => {
                    let count = raw.available().len() - (magic.len() - 1);
                    raw.consume(count);
                    raw.mark();
                    if !raw.fill()? {
                        return Ok(false);
                    }
                }
            }
        }
    }
}

/// Whether the gzip member that begins with `head` begins with a WARC record.
fn gzip_begins_warc(head: &[u8]) -> bool {
    let Ok(Some(len)) = gzip_header_len(head) else { return false };
    let mut out = [0; 5];
    let mut inflate = Decompress::new(false);
    let _ = inflate.decompress(&head[len..], &mut out, FlushDecompress::None);
    out == *b"WARC/"
}

/// The length of the header of a gzip member; `None` if `bytes` are only a part of it.
fn gzip_header_len(bytes: &[u8]) -> Result<Option<usize>, &'static str> {
    const FIXED: usize = 10;
    let (&[magic, magic_2, method, flags, ..], Some(_)) = (bytes, bytes.get(FIXED - 1)) else {
        return Ok(None);
    };
    if [magic, magic_2, method] != [0x1f, 0x8b, 8] || flags & 0xe0 != 0 {
        return Err("not the beginning of a gzip member");
    }
    let mut at = FIXED;
    if flags & 4 != 0 {
        let Some(&[low, high]) = bytes.get(at..at + 2) else { return Ok(None) };
        at += 2 + usize::from(u16::from_le_bytes([low, high]));
    }
    // The name of the file and a comment.
    for flag in [8, 16] {
        if flags & flag != 0 {
            let end = bytes.get(at..).and_then(|rest| memchr::memchr(0, rest));
            let Some(end) = end else { return Ok(None) };
            at += end + 1;
        }
    }
    if flags & 2 != 0 {
        at += 2;
    }
    Ok((at <= bytes.len()).then_some(at))
}

/// The decoder of gzip members.
pub(super) struct Gzip {
    inflate: Decompress,
    crc: Crc,
}

impl Default for Gzip {
    fn default() -> Self {
        Self { inflate: Decompress::new(false), crc: Crc::new() }
    }
}

impl Gzip {
    fn begin<R: Read>(&mut self, raw: &mut RawBuffer<R>) -> Result<bool, Fault> {
        // Padding between members.
        while raw.require(1)? && raw.available()[0] == 0 {
            raw.consume(1);
        }
        if raw.available().is_empty() {
            return Ok(false);
        }
        raw.mark();
        let len = loop {
            match gzip_header_len(raw.available()) {
                Ok(Some(len)) => break len,
                Ok(None) if raw.available().len() > MAX_GZIP_HEADER => {
                    return Err(Fault::Damaged("the header of the gzip member is too long".into()));
                }
                Ok(None) if raw.fill()? => {}
                Ok(None) => return Err(Fault::Truncated),
                Err(reason) => return Err(Fault::Damaged(reason.into())),
            }
        };
        raw.consume(len);
        self.inflate.reset(false);
        self.crc.reset();
        Ok(true)
    }

    fn fill<R: Read>(&mut self, raw: &mut RawBuffer<R>, out: &mut Vec<u8>) -> Result<bool, Fault> {
        if raw.available().is_empty() && !raw.fill()? {
            return Err(Fault::Truncated);
        }
        out.reserve(PIECE);
        let (start, read) = (out.len(), self.inflate.total_in());
        let status = self.inflate.decompress_vec(raw.available(), out, FlushDecompress::None);
        let status = status.map_err(|error| Fault::Damaged(format!("invalid gzip: {error}")))?;
        let read = self.inflate.total_in() - read;
        raw.consume(read as usize);
        self.crc.update(&out[start..]);
        if status != Status::StreamEnd {
            let is_stuck = read == 0 && out.len() == start;
            // A stream without progress needs more input than is available.
            if is_stuck && !raw.fill()? {
                return Err(Fault::Truncated);
            }
            return Ok(true);
        }
        if !raw.require(8)? {
            return Err(Fault::Truncated);
        }
        let mut trailer = [0; 8];
        trailer.copy_from_slice(&raw.available()[..8]);
        raw.consume(8);
        let [sum, len] = [&trailer[..4], &trailer[4..]]
            .map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]));
        if (sum, len) != (self.crc.sum(), self.crc.amount()) {
            return Err(Fault::Damaged("the checksum of the gzip member is wrong".into()));
        }
        Ok(false)
    }
}

/// The decoder of zstd frames.
#[derive(Default)]
pub(super) struct Zstd {
    frame: FrameDecoder,
    /// Whether the file begins with a dictionary.
    has_dictionary: bool,
    is_started: bool,
}

impl Zstd {
    fn begin<R: Read>(&mut self, raw: &mut RawBuffer<R>) -> Result<bool, Fault> {
        loop {
            if !raw.require(1)? {
                return Ok(false);
            }
            raw.mark();
            let is_first = !std::mem::replace(&mut self.is_started, true);
            match self.frame.init(&mut *raw) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    magic_number,
                    length,
                })) => {
                    let mut content = raw.by_ref().take(length.into());
                    // The dictionary of a WARC file is its first frame, a skippable one of this number.
                    if is_first && magic_number == 0x184d_2a5d && length as usize <= MAX_DICTIONARY
                    {
                        let mut stored = Vec::new();
                        content.read_to_end(&mut stored)?;
                        self.add_dictionary(stored)?;
                    } else {
                        io::copy(&mut content, &mut io::sink())?;
                    }
                }
                Err(error) => return Err(fault(raw, &error)),
            }
        }
    }

    /// Whether a frame can begin with `head`: its header must be valid. Its content comes in blocks of 128 KiB, of which
    /// `head` is a part.
    fn can_begin(&self, head: &[u8]) -> bool {
        match FrameDecoder::new().init(head) {
            Ok(()) => true,
            Err(FrameDecoderError::DictNotProvided { .. }) => self.has_dictionary,
            Err(_) => false,
        }
    }

    /// Uses a dictionary, which may itself be compressed.
    fn add_dictionary(&mut self, stored: Vec<u8>) -> Result<(), Fault> {
        let damaged = |error: &dyn std::fmt::Display| {
            Fault::Damaged(format!("the zstd dictionary of the file is invalid: {error}"))
        };
        let bytes = match stored.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
            true => {
                let mut decoded = Vec::new();
                let decoder = ruzstd::decoding::StreamingDecoder::new(&*stored);
                let decoder = decoder.map_err(|error| damaged(&error))?;
                decoder.take(MAX_DICTIONARY as u64).read_to_end(&mut decoded)?;
                decoded
            }
            false => stored,
        };
        let dictionary = Dictionary::decode_dict(&bytes).map_err(|error| damaged(&error))?;
        self.frame.add_dict(dictionary).map_err(|error| damaged(&error))?;
        self.has_dictionary = true;
        Ok(())
    }

    fn fill<R: Read>(&mut self, raw: &mut RawBuffer<R>, out: &mut Vec<u8>) -> Result<bool, Fault> {
        let one = BlockDecodingStrategy::UptoBlocks(1);
        if !self.frame.is_finished() {
            self.frame.decode_blocks(&mut *raw, one).map_err(|error| fault(raw, &error))?;
        }
        self.frame.collect_to_writer(&mut *out)?;
        if !self.frame.is_finished() || self.frame.can_collect() > 0 {
            return Ok(true);
        }
        let stored = self.frame.get_checksum_from_data();
        match stored.is_some() && stored != self.frame.get_calculated_checksum() {
            true => Err(Fault::Damaged("the checksum of the zstd frame is wrong".into())),
            false => Ok(false),
        }
    }
}

/// The fault of a frame. The decoder wants more bytes than a truncated file has.
fn fault<R: Read>(raw: &mut RawBuffer<R>, error: &FrameDecoderError) -> Fault {
    match raw.fill() {
        Err(error) => Fault::Io(error),
        Ok(false) if raw.available().is_empty() => Fault::Truncated,
        Ok(_) => Fault::Damaged(format!("invalid zstd: {error}")),
    }
}
