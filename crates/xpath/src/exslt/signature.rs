//! The names, parameters and types of the functions of EXSLT.

use sapwood_names::Namespaces;

use crate::{
    expr::{Exslt, Function},
    signature::Signature,
};

const REGULAR_EXPRESSIONS: &str = "http://exslt.org/regular-expressions";
const SETS: &str = "http://exslt.org/sets";
const STRINGS: &str = "http://exslt.org/strings";

/// Declares the prefixes that Scrapy declares, and `str`.
pub(crate) fn declare(namespaces: Namespaces) -> Namespaces {
    namespaces.prefix("re", REGULAR_EXPRESSIONS).prefix("set", SETS).prefix("str", STRINGS)
}

/// The function with this name in the namespace `url`.
pub(crate) fn signature(url: &str, name: &str) -> Option<Signature> {
    let of = |function: Exslt, min, max| {
        Some(Signature::new(Function::Exslt(function), min, max, function.returns()))
    };
    let of_sets = |function, min| of(function, min, min).map(Signature::of_nodes);
    match (url, name) {
        (REGULAR_EXPRESSIONS, "test") => of(Exslt::Test, 2, 3),
        (REGULAR_EXPRESSIONS, "match") => of(Exslt::Match, 2, 3),
        (REGULAR_EXPRESSIONS, "replace") => of(Exslt::Replace, 4, 4),
        (SETS, "difference") => of_sets(Exslt::Difference, 2),
        (SETS, "intersection") => of_sets(Exslt::Intersection, 2),
        (SETS, "distinct") => of_sets(Exslt::Distinct, 1),
        (SETS, "has-same-node") => of_sets(Exslt::HasSameNode, 2),
        (SETS, "leading") => of_sets(Exslt::Leading, 2),
        (SETS, "trailing") => of_sets(Exslt::Trailing, 2),
        (STRINGS, "concat") => of_sets(Exslt::ConcatNodes, 1),
        (STRINGS, "padding") => of(Exslt::Padding, 1, 2),
        (STRINGS, "align") => of(Exslt::Align, 2, 3),
        (STRINGS, "replace") => of(Exslt::ReplaceText, 3, 3),
        (STRINGS, "encode-uri") => of(Exslt::EncodeUri, 2, 3),
        (STRINGS, "decode-uri") => of(Exslt::DecodeUri, 1, 2),
        _ => None,
    }
}
