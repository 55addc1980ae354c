//! A clock of processor time.

use std::time::Duration;

/// Returns the processor time of this thread, which excludes time in which other threads ran.
#[cfg(target_os = "linux")]
#[must_use]
pub fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("the clock starts at zero")
}

/// Returns wall-clock time, where no other clock is available.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn processor_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
