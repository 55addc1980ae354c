//! Known names as numbers.

#![forbid(unsafe_code)]
