//! Extraction: one page in, one row of a batch out.

mod array;
#[cfg(feature = "arrow")]
mod arrow;
mod batch;
mod columns;
mod date;
mod derive;
mod extractor;
mod limits;
mod page;
mod spec;

pub(crate) use array::{Array, Entries, List, Structs};
pub use batch::{Batch, BatchBuilder, Outcome};
pub use columns::{Column, Columns, ColumnsError};
pub(crate) use date::write as write_date;
pub use extractor::Extractor;
pub use limits::Limits;
pub use page::{Content, Page};
pub use spec::{Spec, SpecError};
