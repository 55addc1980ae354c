//! Input in pieces, as it arrives.

use std::{
    io::{self, Read},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use sapwood::{CHUNK_LENGTH, encoding::PRESCAN_LENGTH};

/// Time that the standard suggests to wait for the bytes that decide on the encoding.
const ENCODING_PATIENCE: Duration = Duration::from_millis(500);

/// Number of pieces that were read and wait to be parsed.
const PIECES: usize = 4;

/// Pieces of input, until its end or a failure.
pub(crate) type Pieces = Receiver<io::Result<Vec<u8>>>;

/// Reads `input` on a thread of its own, so that its reader can wait for a while only.
pub(crate) fn read_pieces(mut input: impl Read + Send + 'static) -> Result<Pieces> {
    let (to, pieces) = mpsc::sync_channel(PIECES);
    let read = move || {
        let mut buffer = vec![0; CHUNK_LENGTH];
        loop {
            let piece = match input.read(&mut buffer) {
                Ok(0) => return,
                Ok(len) => Ok(buffer[..len].to_vec()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
            let is_last = piece.is_err();
            if to.send(piece).is_err() || is_last {
                return;
            }
        }
    };
    thread::Builder::new().spawn(read).context("cannot start a thread")?;
    Ok(pieces)
}

/// Waits for the bytes that decide on the encoding, but not for long.
pub(crate) fn first_bytes(pieces: &Pieces) -> io::Result<Vec<u8>> {
    let deadline = Instant::now() + ENCODING_PATIENCE;
    let mut first = Vec::new();
    while first.len() < PRESCAN_LENGTH {
        // Without any bytes, there is nothing to be late with.
        let piece = match first.is_empty() {
            true => pieces.recv().ok(),
            false => pieces.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok(),
        };
        let Some(piece) = piece else { break };
        first.extend(piece?);
    }
    Ok(first)
}
