//! The spelling of names in foreign content.
//!
//! [Foreign elements](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign) may
//! have names with capitals, but a tag's names come in lower case. The ids of these names lie in
//! blocks, the two spellings in the same order, so that a change of spelling is a subtraction.

use crate::{
    NameId, Namespace, attr,
    generated::names::{SVG_ATTRIBUTES, SVG_TAGS},
};

/// The [SVG spelling](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign) of
/// a tag name in lower case; the same id if there is no other.
///
/// ```
/// use sapwood_names::{foreign::svg_tag, tag};
///
/// assert_eq!(svg_tag(tag::FOREIGNOBJECT), tag::FOREIGN_OBJECT);
/// assert_eq!(svg_tag(tag::CIRCLE), tag::CIRCLE);
/// ```
#[inline]
#[must_use]
pub const fn svg_tag(id: NameId) -> NameId {
    NameId(SVG_TAGS.adjust(id.0))
}

/// [Adjusts an SVG attribute's
/// name](https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes): the spelling
/// with capitals of a name in lower case; the same id if there is no other.
#[inline]
#[must_use]
pub const fn svg_attribute(id: NameId) -> NameId {
    match id {
        // The one adjusted name of both a tag and an attribute has its id among the tags.
        attr::GLYPHREF => attr::GLYPH_REF,
        _ => NameId(SVG_ATTRIBUTES.adjust(id.0)),
    }
}

/// [Adjusts a MathML attribute's
/// name](https://html.spec.whatwg.org/multipage/parsing.html#adjust-mathml-attributes):
/// `definitionurl` to `definitionURL`.
#[inline]
#[must_use]
pub const fn mathml_attribute(id: NameId) -> NameId {
    match id {
        attr::DEFINITIONURL => attr::DEFINITION_URL,
        _ => id,
    }
}

/// [Adjusts a foreign
/// attribute](https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes): the
/// namespace and the local name of one of the few names that have a namespace.
///
/// ```
/// use sapwood_names::{Namespace, attr, foreign::foreign_attribute};
///
/// assert_eq!(foreign_attribute(attr::XLINK_HREF), Some((Namespace::XLink, attr::HREF)));
/// assert_eq!(foreign_attribute(attr::XML_BASE), None);
/// ```
#[inline]
#[must_use]
pub const fn foreign_attribute(id: NameId) -> Option<(Namespace, NameId)> {
    Some(match id {
        attr::XLINK_ACTUATE => (Namespace::XLink, attr::ACTUATE),
        attr::XLINK_ARCROLE => (Namespace::XLink, attr::ARCROLE),
        attr::XLINK_HREF => (Namespace::XLink, attr::HREF),
        attr::XLINK_ROLE => (Namespace::XLink, attr::ROLE),
        attr::XLINK_SHOW => (Namespace::XLink, attr::SHOW),
        attr::XLINK_TITLE => (Namespace::XLink, attr::TITLE),
        attr::XLINK_TYPE => (Namespace::XLink, attr::TYPE),
        attr::XML_LANG => (Namespace::Xml, attr::LANG),
        attr::XML_SPACE => (Namespace::Xml, attr::SPACE),
        attr::XMLNS => (Namespace::XmlNs, attr::XMLNS),
        attr::XMLNS_XLINK => (Namespace::XmlNs, attr::XLINK),
        _ => return None,
    })
}

/// The name in lower case: undoes [`svg_tag`], [`svg_attribute`] and [`mathml_attribute`]; the same
/// id if it has no capitals.
#[inline]
#[must_use]
pub const fn lowercase(id: NameId) -> NameId {
    match id {
        attr::DEFINITION_URL => attr::DEFINITIONURL,
        _ => NameId(SVG_ATTRIBUTES.lowercase(SVG_TAGS.lowercase(id.0))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> impl Iterator<Item = NameId> {
        (1..NameId::FIRST_DYNAMIC.index()).map(NameId::from_index)
    }

    /// The lines of a list, without its comments.
    fn names(list: &str) -> Vec<&str> {
        list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
    }

    /// Each adjustment changes exactly the names of its list, and those into themselves but for case.
    #[test]
    fn adjustments_follow_their_lists() {
        let tags = names(include_str!("../../../fixtures/svg_tag_adjustments.txt"));
        let attributes = names(include_str!("../../../fixtures/svg_attribute_adjustments.txt"));
        assert_eq!((tags.len(), attributes.len()), (37, 58));
        let check = |adjust: fn(NameId) -> NameId, list: &[&str]| {
            let changed: Vec<_> = known().filter(|&id| adjust(id) != id).collect();
            assert_eq!(changed.len(), list.len());
            for id in changed {
                let adjusted = adjust(id).as_str();
                assert!(list.contains(&adjusted), "{adjusted}");
                assert_eq!(adjusted.to_ascii_lowercase(), id.as_str());
            }
        };
        check(svg_tag, &tags);
        check(svg_attribute, &attributes);
        check(mathml_attribute, &["definitionURL"]);
    }

    #[test]
    fn lowercase_of_every_name() {
        for id in known() {
            assert_eq!(lowercase(id).as_str(), id.as_str().to_ascii_lowercase());
        }
        for id in [NameId::UNKNOWN, NameId::FIRST_DYNAMIC, NameId(u32::MAX)] {
            assert_eq!(
                [svg_tag(id), svg_attribute(id), mathml_attribute(id), lowercase(id)],
                [id; 4]
            );
        }
    }

    #[test]
    fn foreign_attributes() {
        let adjusted: Vec<_> = known().filter(|&id| foreign_attribute(id).is_some()).collect();
        assert_eq!(adjusted.len(), 11);
        for id in adjusted {
            let Some((namespace, local)) = foreign_attribute(id) else { continue };
            let prefix = namespace.attribute_prefix(local.as_str());
            let prefix = prefix.map(|prefix| format!("{prefix}:")).unwrap_or_default();
            assert_eq!(prefix + local.as_str(), id.as_str());
        }
        assert_eq!(foreign_attribute(attr::HREF), None);
    }
}
