//! Shared code of the XML harnesses.

pub mod canonical;
pub mod oracle;
pub mod round_trip;
pub mod soup;
pub mod token_log;
pub mod w3c;
