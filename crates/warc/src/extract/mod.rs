//! Extraction: one page in, one row of an Arrow batch out.

mod array;
mod batch;
mod columns;
mod date;
mod derive;
mod extractor;
mod limits;
mod page;
mod spec;

pub use batch::{BatchBuilder, Outcome};
pub use columns::{Column, Columns, ColumnsError};
pub(crate) use date::write as write_date;
pub use extractor::Extractor;
pub use limits::Limits;
pub use page::{Content, Page};
pub use spec::{Spec, SpecError};
