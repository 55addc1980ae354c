//! Gzip members.

use std::io::{self, Read};

use crc32fast::Hasher;
use flate2::{Decompress, FlushDecompress, Status};

use super::{fault::Fault, raw::RawBuffer};

/// Bytes to decode at once.
const PIECE: usize = 1 << 15;

/// The beginning of a member.
const MAGIC: &[u8] = &[0x1f, 0x8b, 8];

/// Most bytes of the header of a member.
const MAX_HEADER: usize = 1 << 16;

/// Most bytes of a member, and of its content, that are decoded as a whole.
const MAX_WHOLE: usize = 1 << 20;
const MAX_WHOLE_CONTENT: usize = 4 << 20;

/// Most bytes of content for a byte of a deflate stream.
const MAX_RATIO: usize = 1032;

/// Whether the gzip member that begins with `head` begins with a WARC record.
pub(super) fn begins_warc(head: &[u8]) -> bool {
    let Ok(Some(len)) = header_len(head) else { return false };
    let mut out = [0; 5];
    let mut inflate = Decompress::new(false);
    let _ = inflate.decompress(&head[len..], &mut out, FlushDecompress::None);
    out == *b"WARC/"
}

/// The length of the header of a gzip member; `None` if `bytes` are only a part of it.
fn header_len(bytes: &[u8]) -> Result<Option<usize>, &'static str> {
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
///
/// There are two ways through a member. [`fill`](Self::fill) decodes any member piece by piece. [`decode_whole`](Self::decode_whole) decodes
/// a short one at once, which takes half of the time: its end is where the next member seems to begin, and the length of its
/// content is in the last four bytes. If that guess is wrong, the checksum or the length is, and the first way is taken.
pub(super) struct Gzip {
    inflate: Decompress,
    crc: Hasher,
    /// The length of the content, as the trailer has it.
    len: u32,
    whole: WholeDecoder,
}

impl Default for Gzip {
    fn default() -> Self {
        Self {
            inflate: Decompress::new(false),
            crc: Hasher::new(),
            len: 0,
            whole: WholeDecoder::default(),
        }
    }
}

impl Gzip {
    pub(super) fn begin<R: Read>(&mut self, raw: &mut RawBuffer<R>) -> Result<bool, Fault> {
        // Padding between members.
        while raw.require(1)? && raw.available()[0] == 0 {
            raw.consume(1);
        }
        if raw.available().is_empty() {
            return Ok(false);
        }
        raw.mark();
        let len = loop {
            match header_len(raw.available()) {
                Ok(Some(len)) => break len,
                Ok(None) if raw.available().len() > MAX_HEADER => {
                    return Err(Fault::Damaged("the header of the gzip member is too long".into()));
                }
                Ok(None) if raw.fill()? => {}
                Ok(None) => return Err(Fault::Truncated),
                Err(reason) => return Err(Fault::Damaged(reason.into())),
            }
        };
        raw.consume(len);
        self.inflate.reset(false);
        self.crc = Hasher::new();
        self.len = 0;
        Ok(true)
    }

    /// Decodes the open member into the first bytes of `out`, if it and its content are short and undamaged; returns their number.
    /// Otherwise `raw` is where it was.
    pub(super) fn decode_whole<R: Read>(
        &mut self,
        raw: &mut RawBuffer<R>,
        out: &mut Vec<u8>,
    ) -> io::Result<Option<usize>> {
        let Some(len) = find_end(raw)? else { return Ok(None) };
        let Some((stream, trailer)) = raw.available()[..len].split_last_chunk() else {
            return Ok(None);
        };
        let content = halves(*trailer)[1] as usize;
        if content > MAX_WHOLE_CONTENT || content > stream.len().saturating_mul(MAX_RATIO) {
            return Ok(None);
        }
        // It never becomes shorter, so that no byte is cleared twice.
        if out.len() < content {
            out.resize(content, 0);
        }
        let is_decoded = self.whole.decode(raw.since_mark(len), len, &mut out[..content]);
        if is_decoded {
            raw.consume(len);
        }
        Ok(is_decoded.then_some(content))
    }

    pub(super) fn fill<R: Read>(
        &mut self,
        raw: &mut RawBuffer<R>,
        out: &mut Vec<u8>,
    ) -> Result<bool, Fault> {
        out.reserve(PIECE);
        let (start, read) = (out.len(), self.inflate.total_in());
        let status = self.inflate.decompress_vec(raw.available(), out, FlushDecompress::None);
        let read = self.inflate.total_in() - read;
        raw.consume(read as usize);
        self.crc.update(&out[start..]);
        self.len = self.len.wrapping_add((out.len() - start) as u32);
        // Where the decoder notices the damage, and so its message, depends on how much input is available.
        let status = status.map_err(|_| Fault::Damaged("invalid gzip data".into()))?;
        if status != Status::StreamEnd {
            let is_stuck = read == 0 && out.len() == start;
            // A stream without progress needs more input than is available. With no input left, it may still have output.
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
        let [sum, len] = halves(trailer);
        if (sum, len) != (self.crc.clone().finalize(), self.len) {
            return Err(Fault::Damaged("the checksum of the gzip member is wrong".into()));
        }
        Ok(false)
    }
}

/// The end of the member at the position of `raw`: where the next one seems to begin, or the end of the file. `None` if it is far
/// away.
fn find_end<R: Read>(raw: &mut RawBuffer<R>) -> io::Result<Option<usize>> {
    let mut searched = 0;
    loop {
        let bytes = raw.available();
        let rest = &bytes[searched..];
        let mut ends = memchr::memmem::find_iter(rest, MAGIC).map(|at| searched + at);
        // Flags that don't exist are those of other bytes.
        let end = ends.find(|at| bytes.get(at + 3).is_none_or(|it| it & 0xe0 == 0));
        if let Some(end) = end {
            return Ok(Some(end));
        }
        searched = bytes.len().saturating_sub(MAGIC.len() - 1);
        if bytes.len() > MAX_WHOLE {
            return Ok(None);
        }
        if !raw.fill()? {
            return Ok(Some(raw.available().len()));
        }
    }
}

fn halves(trailer: [u8; 8]) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = trailer;
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
}

/// A decoder of whole members.
#[cfg(feature = "libdeflate")]
struct WholeDecoder(libdeflater::Decompressor);

#[cfg(feature = "libdeflate")]
impl Default for WholeDecoder {
    fn default() -> Self {
        Self(libdeflater::Decompressor::new())
    }
}

#[cfg(feature = "libdeflate")]
impl WholeDecoder {
    /// Decodes `member`, of which `_len` bytes follow the header; returns whether `out` is its content.
    ///
    /// The decoder checks the trailer that follows the stream, but doesn't say where that is. It is the end of `member` if no
    /// other bytes are equal to it.
    fn decode(&mut self, member: &[u8], _len: usize, out: &mut [u8]) -> bool {
        let Some((stream, trailer)) = member.split_last_chunk() else { return false };
        self.0.gzip_decompress(member, out).is_ok_and(|len| len == out.len())
            && crc32fast::hash(out) == halves(*trailer)[0]
            && memchr::memmem::find(member, trailer) == Some(stream.len())
    }
}

/// A decoder of whole members.
#[cfg(not(feature = "libdeflate"))]
struct WholeDecoder(Decompress);

#[cfg(not(feature = "libdeflate"))]
impl Default for WholeDecoder {
    fn default() -> Self {
        Self(Decompress::new(false))
    }
}

#[cfg(not(feature = "libdeflate"))]
impl WholeDecoder {
    /// Decodes `member`, of which `len` bytes follow the header; returns whether `out` is its content.
    fn decode(&mut self, member: &[u8], len: usize, out: &mut [u8]) -> bool {
        let Some((stream, trailer)) = member[member.len() - len..].split_last_chunk() else {
            return false;
        };
        self.0.reset(false);
        let status = self.0.decompress(stream, out, FlushDecompress::Finish);
        status.is_ok_and(|status| status == Status::StreamEnd)
            && self.0.total_in() == stream.len() as u64
            && self.0.total_out() == out.len() as u64
            && crc32fast::hash(out) == halves(*trailer)[0]
    }
}
