//! The bytes of a file as they are read, compressed or not.

use std::io::{self, Read};

/// Number of bytes to read at once.
const CHUNK: usize = 1 << 17;

/// Number of bytes behind the position that are kept for [`RawBuffer::rewind`].
const RETAINED: usize = 8 << 20;

/// A buffer over a reader that knows its offset in the file and can go back a bounded distance.
pub(super) struct RawBuffer<R> {
    input: R,
    /// The bytes that were read, and behind them room for the next ones, which is set to zero once.
    bytes: Vec<u8>,
    /// Number of bytes in `bytes` that were read.
    filled: usize,
    /// The position in `bytes`.
    at: usize,
    /// Offset in the file of the first byte in `bytes`.
    base: u64,
    /// The position in `bytes` to which the buffer can go back.
    mark: usize,
    ended: bool,
}

impl<R: Read> RawBuffer<R> {
    /// A buffer over `input`, whose first byte has the offset `base` in the file.
    pub(super) fn new(input: R, base: u64) -> Self {
        Self { input, bytes: Vec::new(), filled: 0, at: 0, base, mark: 0, ended: false }
    }

    /// Offset of the next byte in the file.
    pub(super) fn position(&self) -> u64 {
        self.base + self.at as u64
    }

    /// The bytes that have been read but not consumed.
    pub(super) fn available(&self) -> &[u8] {
        &self.bytes[self.at..self.filled]
    }

    pub(super) fn consume(&mut self, count: usize) {
        self.at = (self.at + count).min(self.filled);
    }

    /// Makes the current position the one to which [`rewind`](Self::rewind) can go back.
    pub(super) fn mark(&mut self) {
        self.mark = self.at;
    }

    /// The bytes from the mark to `count` bytes after the position.
    pub(super) fn since_mark(&self, count: usize) -> &[u8] {
        &self.bytes[self.mark..self.at + count]
    }

    /// Offset of the mark in the file.
    pub(super) fn marked(&self) -> u64 {
        self.base + self.mark as u64
    }

    /// Goes back to an offset after the mark; returns `false` if its bytes are no longer kept.
    pub(super) fn rewind(&mut self, offset: u64) -> bool {
        let Some(distance) = offset.checked_sub(self.base) else { return false };
        let to = usize::try_from(distance).unwrap_or(usize::MAX);
        if to < self.mark || to > self.at {
            return false;
        }
        self.at = to;
        true
    }

    /// Reads more bytes; returns `false` at the end of the file.
    pub(super) fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.at - self.mark > RETAINED {
            self.mark = self.at;
        }
        // Each move is paid for by the bytes that were consumed since the last one.
        if self.mark > 0 && self.mark * 2 >= self.filled {
            self.bytes.copy_within(self.mark..self.filled, 0);
            self.base += self.mark as u64;
            self.at -= self.mark;
            self.filled -= self.mark;
            self.mark = 0;
        }
        let end = self.filled + CHUNK;
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        let read = loop {
            match self.input.read(&mut self.bytes[self.filled..end]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.filled += read.min(CHUNK);
        self.ended = read == 0;
        Ok(!self.ended)
    }

    /// Reads until `count` bytes are available; returns `false` if the file has fewer.
    pub(super) fn require(&mut self, count: usize) -> io::Result<bool> {
        while self.available().len() < count {
            if !self.fill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<R: Read> Read for RawBuffer<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.available().is_empty() && !self.fill()? {
            return Ok(0);
        }
        let count = buffer.len().min(self.available().len());
        buffer[..count].copy_from_slice(&self.available()[..count]);
        self.consume(count);
        Ok(count)
    }
}
