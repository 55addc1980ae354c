//! Web archives, from the file to the columns.

mod common;
#[cfg(feature = "parquet")]
mod extract;
mod read;
