//! Progress of long work, shown on standard error if it is a terminal.
//!
//! There is one display for the process. Readers report the bytes that they have read, and commands the files that
//! they have finished. The display appears after a second, so that short work shows nothing.

use std::{
    io::{self, IsTerminal},
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Time after which the display appears, and between its updates.
const DELAY: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);

/// The display, if standard error is a terminal. Its position is the number of bytes read.
static BAR: OnceLock<ProgressBar> = OnceLock::new();
static FILES: AtomicU64 = AtomicU64::new(0);
static EXPECTED_FILES: AtomicU64 = AtomicU64::new(0);

/// Starts the clock of the display.
pub(crate) fn start() {
    if !io::stderr().is_terminal() {
        return;
    }
    let template = "{spinner} {elapsed} {binary_bytes} read ({binary_bytes_per_sec}){msg}";
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    let bar = BAR.get_or_init(|| ProgressBar::hidden().with_style(style));
    // The thread ends with the process; without it there is no display.
    let _ = thread::Builder::new().spawn(|| {
        thread::sleep(DELAY);
        if !bar.is_finished() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(TICK);
        }
    });
}

/// States how many files there are, if that is encoding.
pub(crate) fn expect_files(count: usize) {
    EXPECTED_FILES.store(count as u64, Ordering::Relaxed);
}

/// Counts bytes that were read.
pub(crate) fn bytes_read(count: usize) {
    if let Some(bar) = BAR.get() {
        bar.inc(count as u64);
    }
}

/// Counts a file, or a line of a batch, that is done.
pub(crate) fn file_done() {
    let Some(bar) = BAR.get() else { return };
    let done = FILES.fetch_add(1, Ordering::Relaxed) + 1;
    // The message is formatted for the eye only.
    if !bar.is_hidden() {
        bar.set_message(match EXPECTED_FILES.load(Ordering::Relaxed) {
            0 => format!(", {done} done"),
            expected => format!(", {done} of {expected} done"),
        });
    }
}

/// Hides the display while `write` writes to the terminal.
pub(crate) fn suspend<T>(write: impl FnOnce() -> T) -> T {
    match BAR.get() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Removes the display.
pub(crate) fn finish() {
    if let Some(bar) = BAR.get() {
        bar.finish_and_clear();
    }
}
