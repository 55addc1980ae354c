//! The [common microsyntaxes](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html) of HTML: how
//! the values of attributes are read, when they are right, and how they are written.
//!
//! Each has up to three functions: one that follows the standard's rules for parsing, which often take more
//! than what is right; one that tells whether a string is valid; and one that writes the normal form. They
//! work on `&str`, know no parser, and but for those that return a list or a text allocate nothing.
//!
//! ```
//! use sapwood::microsyntax::{Dimension, color, date::Date, integer};
//!
//! assert_eq!(integer::parse(" 12px"), Ok(12));
//! assert!(!integer::is_valid(" 12px"));
//! assert_eq!(Dimension::parse("50%"), Some(Dimension::Percentage(50.0)));
//! assert_eq!(color::parse_legacy("chucknorris").unwrap().to_string(), "#c00000");
//! assert_eq!(Date::parse("2026-11-21").unwrap().to_string(), "2026-11-21");
//! ```

#![no_std]
// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;
// For the functions of floating-point numbers, which `cssparser` links anyway.
#[cfg(feature = "css")]
extern crate std;

pub mod attributes;
pub mod boolean;
pub mod charset;
pub mod color;
mod cursor;
pub mod date;
mod dimension;
pub mod email;
pub mod enumerated;
pub mod float;
mod from_attribute;
mod from_str;
mod generated;
pub mod hash_name;
pub mod input;
pub mod integer;
#[cfg(feature = "css")]
pub mod media;
pub mod refresh;
#[cfg(feature = "serde")]
mod serialize;
pub mod srcset;
pub mod tokens;

pub use dimension::{
    Dimension, ListedDimension, Unit, parse_dimension_list, parse_nonzero_dimension,
};
pub use from_attribute::FromAttribute;
pub use from_str::InvalidValue;
