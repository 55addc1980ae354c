//! The states, one function each, named as in the standard and grouped by topic.

mod attribute;
mod cdata;
mod character_reference;
mod comment;
mod comment_end;
mod data;
mod doctype;
mod doctype_identifier;
mod name;
mod numeric_character_reference;
mod processing_instruction;
mod raw_end_tag;
mod script_data;
mod script_data_double_escaped;
mod script_data_escaped;
mod tag;

pub(crate) use name::{State, Unfinished};
