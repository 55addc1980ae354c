//! Compressed input: gzip and zstd by their first bytes, brotli, which has no signature, by the file name.

use std::{
    io::{self, BufRead, BufReader, Read, Take},
    path::Path,
};

use brotli_decompressor::Decompressor;
use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

/// Number of bytes that [`Format::of`] looks at.
pub(crate) const MAGIC_LEN: usize = 4;

/// A compression format.
#[derive(Clone, Copy)]
pub(crate) enum Format {
    Gzip,
    Zstd,
    Brotli,
}

impl Format {
    /// Returns the format of input that begins with `head` and is called `path`.
    pub(crate) fn of(head: &[u8], path: &Path) -> Option<Self> {
        match head {
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            // A frame, or a skippable frame before it.
            [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => Some(Self::Zstd),
            _ if path.extension().is_some_and(|it| it.eq_ignore_ascii_case("br")) => {
                Some(Self::Brotli)
            }
            _ => None,
        }
    }

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Brotli => "brotli",
        }
    }

    /// The extension of compressed files.
    pub(crate) const EXTENSIONS: [&'static str; 4] = ["gz", "zst", "zstd", "br"];

    /// Wraps `input` in a decoder.
    pub(crate) fn decoder<'r>(self, input: impl Read + Send + 'r) -> Box<dyn Read + Send + 'r> {
        const BUFFER_LEN: usize = 1 << 16;
        match self {
            Self::Gzip => Box::new(MultiGzDecoder::new(BufReader::new(input))),
            Self::Zstd => Box::new(ZstdDecoder {
                frame: FrameDecoder::new(),
                input: BufReader::with_capacity(BUFFER_LEN, input),
            }),
            Self::Brotli => Box::new(Decompressor::new(input, BUFFER_LEN)),
        }
    }
}

/// Decodes a sequence of frames, of which some may be skippable.
struct ZstdDecoder<R> {
    frame: FrameDecoder,
    input: R,
}

impl<R: BufRead> Read for ZstdDecoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.frame.can_collect() > 0 {
                return self.frame.read(buffer);
            }
            if !self.frame.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.frame.decode_blocks(&mut self.input, one).map_err(io::Error::other)?;
                continue;
            }
            if self.input.fill_buf()?.is_empty() {
                return Ok(0);
            }
            match self.frame.init(&mut self.input) {
                Ok(()) => {}
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut skipped: Take<&mut R> = self.input.by_ref().take(length.into());
                    io::copy(&mut skipped, &mut io::sink())?;
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }
}
