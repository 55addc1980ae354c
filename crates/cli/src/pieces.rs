//! Input in pieces, as it arrives.

use std::{
    io::{self, Read},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use sapwood::{CHUNK_LENGTH, encoding::PRESCAN_LENGTH};

use crate::in_order::HAS_THREADS;

/// Time that the standard suggests to wait for the bytes that decide on the encoding.
const ENCODING_PATIENCE: Duration = Duration::from_millis(500);

/// Number of pieces that were read and wait to be parsed.
const PIECES: usize = 4;

/// Pieces of input, until its end or a failure.
pub(crate) enum Pieces {
    /// They are read on a thread of their own, so that their reader can wait for a while only.
    Thread(Receiver<io::Result<Vec<u8>>>),
    /// They are read when they are asked for.
    Here(Box<dyn Read>),
}

impl Pieces {
    /// Reads `input`, on a thread of its own where there are threads.
    pub(crate) fn of(input: Box<dyn Read + Send>) -> Result<Self> {
        match HAS_THREADS {
            true => Self::on_a_thread(input),
            false => Ok(Self::Here(input)),
        }
    }

    fn on_a_thread(mut input: Box<dyn Read + Send>) -> Result<Self> {
        let (to, pieces) = mpsc::sync_channel(PIECES);
        let read = move || {
            while let Some(piece) = read_piece(&mut input) {
                let is_last = piece.is_err();
                if to.send(piece).is_err() || is_last {
                    return;
                }
            }
        };
        thread::Builder::new().spawn(read).context("cannot start a thread")?;
        Ok(Self::Thread(pieces))
    }

    /// Waits for the bytes that decide on the encoding, but not for long.
    pub(crate) fn first_bytes(&mut self) -> io::Result<Vec<u8>> {
        let deadline = Instant::now() + ENCODING_PATIENCE;
        let mut first = Vec::new();
        while first.len() < PRESCAN_LENGTH {
            let piece = match self {
                // Without any bytes, there is nothing to be late with.
                Self::Thread(pieces) if !first.is_empty() => {
                    let patience = deadline.saturating_duration_since(Instant::now());
                    pieces.recv_timeout(patience).ok()
                }
                _ => self.next(),
            };
            let Some(piece) = piece else { break };
            first.extend(piece?);
        }
        Ok(first)
    }
}

impl Iterator for Pieces {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Thread(pieces) => pieces.recv().ok(),
            Self::Here(input) => read_piece(input),
        }
    }
}

/// Reads what `input` has, at most [`CHUNK_LENGTH`] bytes.
fn read_piece(input: &mut dyn Read) -> Option<io::Result<Vec<u8>>> {
    let mut piece = vec![0; CHUNK_LENGTH];
    loop {
        return match input.read(&mut piece) {
            Ok(0) => None,
            Ok(len) => {
                piece.truncate(len);
                Some(Ok(piece))
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Some(Err(error)),
        };
    }
}
