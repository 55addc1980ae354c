//! Known HTML, SVG and MathML names as numbers.
//!
//! A [`NameId`] stands for a known tag or attribute name, so that names compare and match as
//! integers. [`tag_id`] and [`attribute_id`] look a text up; [`tag`] and [`attr`] hold a constant
//! for each name; [`sets`] holds the standard's element categories as bit sets. [`Interner`] numbers
//! the names that aren't known, and [`character_references`] matches `&amp;` and its like.
//! [`xml`] tells what names XML allows.
//!
//! ```
//! use sapwood_names::{NameId, attr, sets, tag, tag_id};
//!
//! assert_eq!(tag_id("p"), tag::P);
//! assert_eq!(tag_id("my-element"), NameId::UNKNOWN);
//! assert_eq!(attr::HREF.as_str(), "href");
//! assert!(sets::VOID.contains(tag::BR));
//! ```

#![forbid(unsafe_code)]

pub mod character_references;
pub mod foreign;
pub mod sets;
pub mod xml;

mod generated;
mod id;
mod interner;
mod keyed_hash;
mod lookup;
mod namespace;
mod tag_set;
mod words;

pub use generated::{attr, tag};
pub use id::{Name, NameId};
pub use interner::Interner;
pub use keyed_hash::KeyedHash;
pub use lookup::{attribute_id, attribute_id_by_words, tag_id, tag_id_by_words};
pub use namespace::Namespace;
pub use tag_set::TagSet;
