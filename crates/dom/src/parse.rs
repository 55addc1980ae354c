//! Parsing: options and the parsers that build documents.

#[cfg(feature = "extract")]
mod links;
mod options;
mod parser;
mod spare;

#[cfg(feature = "extract")]
pub use self::links::link_driver;
pub use self::{
    options::{DocumentOptions, ParseOptions},
    parser::{
        DocumentDriver, DocumentStages, Parsed, Parser, document_driver, parse, parse_fragment,
        parse_fragment_with, parse_with,
    },
};
