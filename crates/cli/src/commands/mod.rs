//! The commands, a file each.
//!
//! A command knows the parts that all commands share, which are in the folder above, and not the command line that
//! calls it. `batch` and `xml` also use what other commands write.

pub(crate) mod article;
pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod chunks;
pub(crate) mod documentation;
pub(crate) mod edit;
pub(crate) mod encoding;
pub(crate) mod html;
pub(crate) mod links;
pub(crate) mod markdown;
pub(crate) mod report;
pub(crate) mod sanitize;
pub(crate) mod select;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod tokens;
pub(crate) mod tree;
pub(crate) mod value;
#[cfg(feature = "warc")]
pub(crate) mod warc;
pub(crate) mod xml;
pub(crate) mod xpath;
