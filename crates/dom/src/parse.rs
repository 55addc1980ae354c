//! Parsing: options and the parsers that build documents.

mod options;
mod parser;

pub use self::{
    options::{DocumentOptions, Options},
    parser::{
        DocumentDriver, DocumentStages, Parsed, Parser, document_driver, parse, parse_fragment,
        parse_fragment_with, parse_with,
    },
};
