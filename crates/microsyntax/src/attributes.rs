//! The microsyntax of each attribute of the standard's elements.

/// A rule by which a value is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// [`boolean`](crate::boolean)
    Boolean,
    /// [`integer::parse`](crate::integer::parse)
    Integer,
    /// [`integer::parse_non_negative`](crate::integer::parse_non_negative)
    NonNegativeInteger,
    /// [`float::parse`](crate::float::parse)
    Float,
    /// [`Dimension::parse`](crate::Dimension::parse)
    Dimension,
    /// [`parse_nonzero_dimension`](crate::parse_nonzero_dimension)
    NonzeroDimension,
    /// [`float::parse_list`](crate::float::parse_list)
    FloatList,
    /// [`parse_dimension_list`](crate::parse_dimension_list)
    DimensionList,
    /// [`DateOrTime`](crate::date::DateOrTime)
    DateOrTime,
    /// [`color::parse_legacy`](crate::color::parse_legacy)
    LegacyColor,
    /// [`tokens::space_separated`](crate::tokens::space_separated)
    SpaceSeparatedTokens,
    /// [`tokens::comma_separated`](crate::tokens::comma_separated)
    CommaSeparatedTokens,
    /// [`hash_name`](crate::hash_name)
    HashName,
    /// [`srcset::parse`](crate::srcset::parse)
    Srcset,
    /// [`srcset::parse_sizes`](crate::srcset::parse_sizes)
    Sizes,
}

use Rule::*;

/// The rules of global attributes.
const EVERYWHERE: &[(&str, Rule)] = &[
    ("accesskey", SpaceSeparatedTokens),
    ("autofocus", Boolean),
    ("class", SpaceSeparatedTokens),
    ("inert", Boolean),
    ("itemprop", SpaceSeparatedTokens),
    ("itemref", SpaceSeparatedTokens),
    ("itemscope", Boolean),
    ("itemtype", SpaceSeparatedTokens),
    ("part", SpaceSeparatedTokens),
    ("tabindex", Integer),
];

/// Elements, one of their attributes, and what it holds.
#[rustfmt::skip]
const BY_ELEMENT: &[(&[&str], &str, Rule)] = &[
    (&["form"], "accept-charset", SpaceSeparatedTokens),
    (&["input"], "accept", CommaSeparatedTokens),
    (&["iframe"], "allowfullscreen", Boolean),
    (&["script"], "async", Boolean),
    (&["audio", "video"], "autoplay", Boolean),
    (&["body", "marquee", "table", "td", "th", "tr"], "bgcolor", LegacyColor),
    (&["link", "script", "style"], "blocking", SpaceSeparatedTokens),
    (&["table"], "border", NonNegativeInteger),
    (&["body"], "bottommargin", NonNegativeInteger),
    (&["table"], "cellpadding", NonNegativeInteger),
    (&["table"], "cellspacing", NonNegativeInteger),
    (&["input"], "checked", Boolean),
    (&["font"], "color", LegacyColor),
    (&["hr"], "color", LegacyColor),
    (&["textarea"], "cols", NonNegativeInteger),
    (&["frameset"], "cols", DimensionList),
    (&["td", "th"], "colspan", NonNegativeInteger),
    (&["audio", "video"], "controls", Boolean),
    (&["area"], "coords", FloatList),
    (&["del", "ins", "time"], "datetime", DateOrTime),
    (&["track"], "default", Boolean),
    (&["script"], "defer", Boolean),
    (&["button", "fieldset", "input", "link", "optgroup", "option", "select", "textarea"], "disabled", Boolean),
    (&["output"], "for", SpaceSeparatedTokens),
    (&["button", "input"], "formnovalidate", Boolean),
    (&["td", "th"], "headers", SpaceSeparatedTokens),
    (&["canvas"], "height", NonNegativeInteger),
    (&["embed", "iframe", "img", "input", "marquee", "object", "source", "table", "tr", "video"], "height", Dimension),
    (&["td", "th"], "height", NonzeroDimension),
    (&["meter"], "high", Float),
    (&["img", "object"], "hspace", Dimension),
    (&["link"], "imagesizes", Sizes),
    (&["link"], "imagesrcset", Srcset),
    (&["img"], "ismap", Boolean),
    (&["body"], "leftmargin", NonNegativeInteger),
    (&["body"], "link", LegacyColor),
    (&["audio", "video"], "loop", Boolean),
    (&["meter"], "low", Float),
    (&["body"], "marginheight", NonNegativeInteger),
    (&["body"], "marginwidth", NonNegativeInteger),
    (&["meter", "progress"], "max", Float),
    (&["input", "textarea"], "maxlength", NonNegativeInteger),
    (&["meter"], "min", Float),
    (&["input", "textarea"], "minlength", NonNegativeInteger),
    (&["input", "select"], "multiple", Boolean),
    (&["audio", "video"], "muted", Boolean),
    (&["script"], "nomodule", Boolean),
    (&["form"], "novalidate", Boolean),
    (&["details", "dialog"], "open", Boolean),
    (&["meter"], "optimum", Float),
    (&["a", "area"], "ping", SpaceSeparatedTokens),
    (&["video"], "playsinline", Boolean),
    (&["input", "textarea"], "readonly", Boolean),
    (&["a", "area", "form", "link"], "rel", SpaceSeparatedTokens),
    (&["input", "select", "textarea"], "required", Boolean),
    (&["ol"], "reversed", Boolean),
    (&["body"], "rightmargin", NonNegativeInteger),
    (&["textarea"], "rows", NonNegativeInteger),
    (&["frameset"], "rows", DimensionList),
    (&["td", "th"], "rowspan", NonNegativeInteger),
    (&["iframe"], "sandbox", SpaceSeparatedTokens),
    (&["option"], "selected", Boolean),
    (&["hr", "input", "select"], "size", NonNegativeInteger),
    (&["img", "source"], "sizes", Sizes),
    (&["link"], "sizes", SpaceSeparatedTokens),
    (&["col", "colgroup"], "span", NonNegativeInteger),
    (&["img", "source"], "srcset", Srcset),
    (&["ol"], "start", Integer),
    (&["body"], "text", LegacyColor),
    (&["body"], "topmargin", NonNegativeInteger),
    (&["img", "input", "object"], "usemap", HashName),
    (&["meter", "progress"], "value", Float),
    (&["li"], "value", Integer),
    (&["body"], "vlink", LegacyColor),
    (&["body"], "alink", LegacyColor),
    (&["img", "object"], "vspace", Dimension),
    (&["canvas"], "width", NonNegativeInteger),
    (&["col", "embed", "hr", "iframe", "img", "input", "marquee", "object", "source", "video"], "width", Dimension),
    (&["table", "td", "th"], "width", NonzeroDimension),
];

/// Returns the rule of an attribute of an HTML element; `None` if it has none, or depends on other attributes.
///
/// ```
/// use sapwood::microsyntax::attributes::{Rule, rule_of};
///
/// assert_eq!(rule_of("td", "width"), Some(Rule::NonzeroDimension));
/// assert_eq!(rule_of("p", "class"), Some(Rule::SpaceSeparatedTokens));
/// assert_eq!(rule_of("p", "width"), None);
/// ```
#[must_use]
#[inline]
pub fn rule_of(element: &str, attribute: &str) -> Option<Rule> {
    let everywhere = EVERYWHERE.iter().find(|(name, _)| *name == attribute);
    let by_element = || {
        BY_ELEMENT
            .iter()
            .find(|(elements, name, _)| *name == attribute && elements.contains(&element))
    };
    everywhere.map(|(_, rule)| *rule).or_else(|| by_element().map(|(_, _, rule)| *rule))
}
