//! Time that others on the machine take no part of.

use std::time::Duration;

/// The time that this thread has run, without the time that others had the processor.
#[cfg(target_os = "linux")]
#[must_use]
pub fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("a clock that started at zero")
}

/// The time on the wall, where no other clock is at hand.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn processor_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
