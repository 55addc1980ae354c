//! The tests of the microsyntaxes.

#![forbid(unsafe_code)]

#[cfg(all(feature = "chrono", feature = "jiff", feature = "css"))]
mod conversions;
mod inputs;
mod properties;
mod tables;
