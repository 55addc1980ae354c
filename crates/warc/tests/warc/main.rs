//! Web archives, from the file to the columns.

mod common;
mod read;
