//! The thing that `meta` elements describe, by the [Open Graph protocol](https://ogp.me/) and its relatives.

use sapwood_extract::metas;
use sapwood_tree::Node;

use super::{Things, Value};
use crate::facts::Source;

/// Keys of `meta` elements, and the property that they stand for. Of several keys for one property the first is trusted most.
const PROPERTIES: &[(&str, &str)] = &[
    ("og:title", "name"),
    ("twitter:title", "name"),
    ("og:description", "description"),
    ("description", "description"),
    ("twitter:description", "description"),
    ("og:image", "image"),
    ("og:image:url", "image"),
    ("twitter:image", "image"),
    ("og:url", "url"),
    ("product:price:amount", "price"),
    ("og:price:amount", "price"),
    ("product:price:currency", "priceCurrency"),
    ("og:price:currency", "priceCurrency"),
    ("product:availability", "availability"),
    ("og:availability", "availability"),
    ("product:brand", "brand"),
    ("og:brand", "brand"),
    ("product:retailer_item_id", "sku"),
    ("article:author", "author"),
    ("author", "author"),
    ("article:published_time", "datePublished"),
    ("article:modified_time", "dateModified"),
    ("og:updated_time", "dateModified"),
];

/// Values of `og:type`, and the type that they stand for.
const TYPES: &[(&str, &str)] = &[
    ("product", "Product"),
    ("og:product", "Product"),
    ("product.item", "Product"),
    ("article", "Article"),
];

impl<'d, N: Node<'d>> Things<N> {
    /// Adds the thing that the `meta` elements of a document describe.
    pub(super) fn add_metas(&mut self, document: N) {
        let metas: Vec<_> = metas(document).filter(|meta| meta.content.is_some()).collect();
        let values = |key: &'static str| {
            let metas = metas.iter().filter(move |meta| meta.is(key));
            metas.filter_map(|meta| meta.content).map(str::trim_ascii).filter(|it| !it.is_empty())
        };
        let types = values("og:type").filter_map(|name| {
            let known = TYPES.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
            known.map(|(_, kind)| (*kind).to_owned())
        });
        let thing = self.add(Source::Meta, None, types.collect());
        for (key, property) in PROPERTIES {
            for value in values(key) {
                self.add_value(thing, property, Value::Text(value.to_owned()));
            }
        }
    }
}
