//! Checks that a cost grows linearly, on a machine that does other work at the same time.

use std::{thread, time::Duration};

/// Number of doublings between the smaller and the larger size.
pub const DOUBLINGS: i32 = 3;
/// The growth of time that one doubling may cause.
pub const GROWTH: f64 = 2.4;
/// The permitted growth for data that outgrows every cache: hash tables, and nodes that are allocated one by one.
pub const GROWTH_BEYOND_CACHES: f64 = 3.0;

/// Number of measurements before growth counts as superlinear.
const TRIES: u32 = 25;
/// The tolerance that the last measurement adds to the allowed growth. Even then, quadratic growth (four per
/// doubling) is rejected.
const TOLERANCE: f64 = 0.5;
/// A stack that recursion on depth would overflow.
const STACK: usize = 256 * 1024;

/// Measures the times of a smaller and a larger input until they show linear growth.
///
/// Other processes evict the caches and slow the larger input more than the smaller one. Therefore both are measured
/// side by side, often, with longer pauses and a higher tolerance each time; one good pair is enough, because nothing
/// makes superlinear code fast.
///
/// # Errors
///
/// Returns the last pair of times if no pair shows linear growth.
pub fn is_linear(
    growth: f64,
    mut measure: impl FnMut() -> (Duration, Duration),
) -> Result<(), String> {
    let mut times = (Duration::ZERO, Duration::ZERO);
    for attempt in 0..TRIES {
        thread::sleep(Duration::from_millis(20) * attempt);
        times = measure();
        let allowed = growth + TOLERANCE * f64::from(attempt) / f64::from(TRIES);
        if times.1.as_secs_f64() <= allowed.powi(DOUBLINGS) * times.0.as_secs_f64() {
            return Ok(());
        }
    }
    Err(format!(
        "{:?} for the smaller input, {:?} for {} times that",
        times.0,
        times.1,
        1 << DOUBLINGS
    ))
}

/// Runs `check` on a thread with a small stack, so that recursion on depth overflows it.
///
/// # Errors
///
/// Returns the error of `check`, or that it panicked.
pub fn on_small_stack(
    check: impl FnOnce() -> Result<(), String> + Send + 'static,
) -> Result<(), String> {
    let thread = thread::Builder::new().stack_size(STACK).spawn(check);
    thread.map_err(|error| error.to_string())?.join().map_err(|_| "it panicked")?
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{GROWTH, is_linear};

    #[test]
    fn accepts_linear_and_rejects_quadratic_growth() {
        let times = |large| move || (Duration::from_millis(1), Duration::from_millis(large));
        assert_eq!(is_linear(GROWTH, times(8)), Ok(()));
        assert!(is_linear(GROWTH, times(64)).is_err());
    }
}
