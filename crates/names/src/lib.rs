//! Known HTML, SVG and MathML names as numbers.
//!
//! A [`NameId`] stands for a known tag or attribute name, so that names compare and match as
//! integers. [`tag_id`] and [`attribute_id`] look a text up; [`tag`] and [`attr`] hold a constant
//! for each name; [`sets`] holds the standard's element categories as bit sets. [`Interner`] numbers
//! the unknown names, [`character_references`] matches named references such as `&amp;`,
//! and [`xml`] has the character classes of XML 1.0.
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

#[doc(hidden)]
pub mod character_references;
#[doc(hidden)]
pub mod foreign;
#[doc(hidden)]
pub mod sets;
#[doc(hidden)]
pub mod xml;

mod custom_element;
mod excerpt;
mod generated;
mod hash_map;
mod id;
mod interner;
mod keyed_hash;
mod lookup;
mod namespace;
mod namespaces;
mod query;
mod tag_set;
mod words;

pub use custom_element::is_valid_custom_element_name;
#[doc(hidden)]
pub use excerpt::Position;
pub use generated::{attr, tag};
#[doc(hidden)]
pub use hash_map::{HashMap, HashSet, HashState, KeyedHasher};
pub use id::{Name, NameId};
#[doc(hidden)]
pub use interner::Interner;
#[doc(hidden)]
pub use keyed_hash::KeyedHash;
pub use lookup::tag_id;
#[doc(hidden)]
pub use lookup::{
    attribute_id, attribute_id_by_word, attribute_id_by_words, end_tag_length, tag_id_by_word,
    tag_id_by_words,
};
pub use namespace::Namespace;
pub use namespaces::Namespaces;
pub use query::{LocalName, NamespaceUrl};
#[doc(hidden)]
pub use tag_set::TagSet;
