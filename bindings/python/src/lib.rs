//! The native module of the Python package `sapwood`.
//!
//! A binding is thin: it converts types, locks, and releases the interpreter; see `shared.rs` for the rules.

mod arrow;
mod arrow_import;
mod article;
mod attributes;
mod batch;
mod chunks;
mod classes;
mod columns;
mod command;
mod document;
mod edit;
mod element;
mod errors;
mod events;
mod extract;
mod extractor;
mod file;
mod findings;
mod input;
mod interpreter;
mod links;
mod memory;
mod names;
mod node;
mod notebook;
mod options;
mod output;
mod parse;
mod pieces;
mod position;
mod query;
mod record_batch;
mod rewriter;
mod sanitizer;
mod selector;
mod shared;
mod small;
mod stream;
mod warc;
mod wrappers;
mod xpath;

/// HTML and XML: see the package `sapwood`.
#[pyo3::pymodule(gil_used = false)]
mod _sapwood {
    #[pymodule_export]
    use crate::arrow::ArrowTable;
    #[pymodule_export]
    use crate::article::PyArticle;
    #[pymodule_export]
    use crate::attributes::{Attributes, ClassList};
    #[pymodule_export]
    use crate::chunks::PyChunk;
    #[pymodule_export]
    use crate::classes::{PyComment, PyDoctype, PyDocument, PyFragment, PyInstruction, PyText};
    #[pymodule_export]
    use crate::columns::{RecordBatches, extract_arrow};
    #[pymodule_export]
    use crate::command::run_command;
    #[pymodule_export]
    use crate::events::{document_events, events};
    #[pymodule_export]
    use crate::extract::{PyForm, PyTable};
    #[pymodule_export]
    use crate::extractor::{Extractor, RowBatches};
    #[pymodule_export]
    use crate::file::write_file;
    #[pymodule_export]
    use crate::findings::{Finding, ParseError, check};
    #[pymodule_export]
    use crate::links::{PyLink, links};
    #[pymodule_export]
    use crate::node::Nodes;
    #[pymodule_export]
    use crate::options::Limits;
    #[pymodule_export]
    use crate::parse::{parse, parse_fragment, parse_xml};
    #[pymodule_export]
    use crate::pieces::{DocumentBatches, PyParser, parse_many};
    #[pymodule_export]
    use crate::query::own_texts;
    #[pymodule_export]
    use crate::record_batch::{PyRecordBatch, PySchema};
    #[pymodule_export]
    use crate::rewriter::{
        PyRewriter, Rewrite, RewriterComment, RewriterDoctype, RewriterElement, RewriterEnd,
        RewriterEndTag, RewriterText,
    };
    #[pymodule_export]
    use crate::sanitizer::{PySanitizer, Removal, sanitize_markup};
    #[pymodule_export]
    use crate::selector::PySelector;
    #[pymodule_export]
    use crate::stream::Stream;
    #[pymodule_export]
    use crate::warc::{warc_extract, warc_read, warc_schema, warc_write_parquet};
    #[pymodule_export]
    use crate::wrappers::{PyElement, PyNode};
    use pyo3::{Bound, PyResult, types::PyModule};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::interpreter::claim(module.py())
    }
}
