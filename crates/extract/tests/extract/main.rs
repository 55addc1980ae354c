//! The tests of extraction, over documents of the façade.

#![forbid(unsafe_code)]

mod base;
mod forms;
mod hostile;
mod inner_text;
mod links;
#[cfg(feature = "json")]
mod microdata;
mod serialize;
mod submissions;
mod tables;
