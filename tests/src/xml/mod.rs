//! What the harnesses for XML share.

pub mod canonical;
pub mod oracle;
pub mod round_trip;
pub mod soup;
pub mod token_log;
pub mod w3c;
