//! What the harnesses for XML share.

pub mod token_log;
