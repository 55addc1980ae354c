//! Progress of long work, shown on standard error if it is a terminal, and a summary at its end.
//!
//! There is one display for the process. Readers report the bytes that they have read, and commands the inputs that
//! they have finished. The display appears after a second, so that short work shows nothing.

use std::{
    io::{self, IsTerminal},
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Time after which the display appears, and between its updates.
const DELAY: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);

/// The display, if standard error is a terminal. Its position is the number of bytes read.
static BAR: OnceLock<ProgressBar> = OnceLock::new();
static START: OnceLock<Instant> = OnceLock::new();
static BYTES: AtomicU64 = AtomicU64::new(0);
static INPUTS: AtomicU64 = AtomicU64::new(0);
static FAILED: AtomicU64 = AtomicU64::new(0);
/// The number of inputs; 0 if it is unknown.
static EXPECTED: AtomicU64 = AtomicU64::new(0);

/// Starts the clock of the display.
pub(crate) fn start() {
    START.get_or_init(Instant::now);
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

/// Sets the number of inputs, if it is known.
pub(crate) fn expect_inputs(count: usize) {
    EXPECTED.store(count as u64, Ordering::Relaxed);
}

/// Counts bytes that were read.
pub(crate) fn bytes_read(count: usize) {
    BYTES.fetch_add(count as u64, Ordering::Relaxed);
    if let Some(bar) = BAR.get() {
        bar.inc(count as u64);
    }
}

/// Counts a file, or a line of a batch, that is done.
pub(crate) fn input_done(has_failed: bool) {
    FAILED.fetch_add(u64::from(has_failed), Ordering::Relaxed);
    let done = INPUTS.fetch_add(1, Ordering::Relaxed) + 1;
    let Some(bar) = BAR.get() else { return };
    // The message is formatted for the eye only.
    if !bar.is_hidden() {
        bar.set_message(match EXPECTED.load(Ordering::Relaxed) {
            0 => format!(", {done} done"),
            expected => format!(
                ", {done} of {expected} done, {} left",
                HumanDuration(time_left(bar.elapsed(), done, expected))
            ),
        });
    }
}

/// The time that the other inputs take, if each takes as long as one of those that are done.
fn time_left(elapsed: Duration, done: u64, expected: u64) -> Duration {
    let left = expected.saturating_sub(done) as f64 / done.max(1) as f64;
    Duration::try_from_secs_f64(elapsed.as_secs_f64() * left).unwrap_or(Duration::MAX)
}

/// Hides the display while `write` writes to the terminal.
pub(crate) fn suspend<T>(write: impl FnOnce() -> T) -> T {
    match BAR.get() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Removes the display. Returns a summary if it `is_wanted`, or if several inputs took so long that the display appeared.
pub(crate) fn finish(is_wanted: bool) -> Option<String> {
    let elapsed = START.get().map_or(Duration::ZERO, Instant::elapsed);
    if let Some(bar) = BAR.get() {
        bar.finish_and_clear();
    }
    // A command that reads one input doesn't count it.
    let is_one = BYTES.load(Ordering::Relaxed) > 0;
    let inputs = INPUTS.load(Ordering::Relaxed).max(u64::from(is_one));
    let is_long = BAR.get().is_some() && elapsed > DELAY && inputs > 1;
    (is_wanted || is_long).then(|| {
        let (bytes, failed) = (BYTES.load(Ordering::Relaxed), FAILED.load(Ordering::Relaxed));
        summary(inputs, failed, bytes, elapsed)
    })
}

/// Such as `120 inputs, 2 failed, 14.20 MiB in 1.3 s (10.92 MiB/s)`.
fn summary(inputs: u64, failed: u64, bytes: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let rate = HumanBytes((bytes as f64 / seconds.max(1e-3)) as u64);
    let noun = if inputs == 1 { "input" } else { "inputs" };
    format!("{inputs} {noun}, {failed} failed, {} in {seconds:.1} s ({rate}/s)", HumanBytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_name_counts_bytes_and_rate() {
        let text = summary(120, 2, 14 << 20, Duration::from_secs(2));
        assert_eq!(text, "120 inputs, 2 failed, 14.00 MiB in 2.0 s (7.00 MiB/s)");
        assert!(summary(1, 0, 0, Duration::ZERO).starts_with("1 input, 0 failed, 0 B in 0.0 s"));
    }

    #[test]
    fn the_time_left_follows_from_the_share_that_is_done() {
        assert_eq!(time_left(Duration::from_secs(10), 1, 4), Duration::from_secs(30));
        assert_eq!(time_left(Duration::from_secs(10), 4, 4), Duration::ZERO);
        assert_eq!(time_left(Duration::MAX, 1, u64::MAX), Duration::MAX);
    }
}
