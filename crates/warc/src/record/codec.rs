//! Compressed members: those of gzip, the frames of zstd, or a file without compression as a single member.

use std::io::{self, Read};

use ruzstd::decoding::{
    BlockDecodingStrategy, Dictionary, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

use super::{
    fault::Fault,
    gzip::{self, Gzip},
    raw::RawBuffer,
};

/// Most bytes of the dictionary of a zstd file, as it is stored.
const MAX_DICTIONARY: usize = 16 << 20;

/// The number of the skippable frame that holds the dictionary of a WARC file.
const DICTIONARY_FRAME: u32 = 0x184d_2a5d;

/// Reads the dictionary at the beginning of a zstd file, as it is stored; `None` if the file doesn't begin with one.
pub(super) fn read_dictionary(mut file: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut head = [0; 8];
    match file.read_exact(&mut head) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let [number, length] =
        [&head[..4], &head[4..]].map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]));
    if number != DICTIONARY_FRAME || length as usize > MAX_DICTIONARY {
        return Ok(None);
    }
    let mut stored = Vec::new();
    file.take(length.into()).read_to_end(&mut stored)?;
    Ok(Some(stored))
}

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

    /// Whether a record may extend over several members.
    pub(super) fn joins_members(&self) -> bool {
        matches!(self, Self::Zstd(_))
    }

    /// Decodes frames with the dictionary of their file, which is stored as its first frame has it. Other codecs have none.
    pub(super) fn add_dictionary(&mut self, stored: Vec<u8>) -> Result<(), Fault> {
        match self {
            Self::Zstd(zstd) => zstd.add_dictionary(stored),
            _ => Ok(()),
        }
    }

    /// Begins the member at the position of `raw`; returns `false` at the end of the file.
    pub(super) fn begin<R: Read>(&mut self, raw: &mut RawBuffer<R>) -> Result<bool, Fault> {
        match self {
            Self::Plain => Ok(raw.require(1)?),
            Self::Gzip(gzip) => gzip.begin(raw),
            Self::Zstd(zstd) => zstd.begin(raw),
        }
    }

    /// Decodes the member that has begun into the first bytes of `out`, if it is quickly done; returns their number.
    pub(super) fn decode_whole<R: Read>(
        &mut self,
        raw: &mut RawBuffer<R>,
        out: &mut Vec<u8>,
    ) -> io::Result<Option<usize>> {
        match self {
            Self::Gzip(gzip) => gzip.decode_whole(raw, out),
            _ => Ok(None),
        }
    }

    /// Appends some decoded bytes to `out`; returns `false` at the end of the member. The bytes before a fault are appended, too.
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
                        _ => gzip::begins_warc(head),
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
                    if is_first
                        && magic_number == DICTIONARY_FRAME
                        && length as usize <= MAX_DICTIONARY
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
