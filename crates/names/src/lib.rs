//! Known HTML, SVG and MathML names as numbers.
//!
//! A [`NameId`] stands for a known tag or attribute name, so that names compare and match as
//! integers. [`tag_id`] and [`attribute_id`] look a text up; [`tag`] and [`attr`] hold a constant
//! for each name; [`sets`] holds the standard's element categories as bit sets. [`Interner`] numbers
//! the unknown names, [`character_references`] matches named references such as `&amp;`,
//! [`foreign`] adjusts names of SVG and MathML, and [`xml`] has the character classes of XML 1.0.
//! [`HashMap`] and [`KeyedHash`] hash with a random key, fast to run and to compile.
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

mod block;
pub mod character_references;
mod custom_element;
mod excerpt;
pub mod foreign;
mod generated;
mod hash_map;
mod id;
mod interner;
mod keyed_hash;
mod lookup;
mod namespace;
mod namespaces;
mod query;
pub mod sets;
mod tag_set;
mod words;
pub mod xml;

pub use custom_element::{is_valid_custom_element_name, is_valid_shadow_host_name};
pub use excerpt::Position;
pub use generated::{attr, tag};
pub use hash_map::{HashMap, HashSet, HashState, KeyedHasher};
pub use id::{Name, NameId};
pub use interner::Interner;
pub use keyed_hash::KeyedHash;
pub use lookup::{
    attribute_id, attribute_id_by_word, attribute_id_by_words, end_tag_length, tag_id,
    tag_id_by_word, tag_id_by_words,
};
pub use namespace::Namespace;
pub use namespaces::Namespaces;
pub use query::{LocalName, NamespaceUrl};
pub use tag_set::TagSet;
