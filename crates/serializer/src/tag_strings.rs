//! Precomputed `<name`, `</name>` and ` name="` for known names.
//!
//! Most bytes of markup are tags with known names. All their strings lie in one static text, which is generated because
//! the compiler takes a second to build it from the names. A
//! [`KnownName`] holds ranges of it: a tag is one copy instead of three, and [`scan`] copies from a static text
//! in fixed widths, which needs no call of `memcpy`.

use sapwood_names::{NameId, sets, tag};
use sapwood_scan::{Ascii, AsciiPart};

use crate::generated::STRINGS;

/// A known name, unless it is too long for an [`AsciiPart`], and its strings.
#[derive(Clone, Copy, Debug)]
pub struct KnownName {
    /// `<name`
    pub(crate) start: AsciiPart,
    /// `</name>`
    pub(crate) end: AsciiPart,
    /// ` name="`
    pub(crate) attribute: AsciiPart,
    // Properties of the HTML element of this name.
    is_void: bool,
    is_raw: bool,
    is_noscript: bool,
    is_template: bool,
}

impl KnownName {
    /// The known name with this id.
    #[inline(always)]
    #[must_use]
    pub fn of(id: NameId) -> Option<&'static Self> {
        KNOWN.get(id.index())?.as_ref()
    }

    /// Whether the HTML element [serializes as
    /// void](https://html.spec.whatwg.org/multipage/parsing.html#serializes-as-void).
    #[inline(always)]
    #[must_use]
    pub const fn is_void(&self) -> bool {
        self.is_void
    }

    /// Whether texts in the HTML element are written without escaping.
    #[inline(always)]
    #[must_use]
    pub const fn is_raw(&self, scripting: bool) -> bool {
        self.is_raw || scripting && self.is_noscript
    }

    pub(crate) const fn is_template(&self) -> bool {
        self.is_template
    }
}

/// A character reference that replaces a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reference {
    Amp,
    Lt,
    Gt,
    Quot,
    Nbsp,
}

/// The length of the references, with which [`STRINGS`] begins.
const REFERENCES_LEN: usize = "&amp;&lt;&gt;&quot;&nbsp;".len();

impl Reference {
    #[inline]
    pub(crate) const fn text(self) -> AsciiPart {
        const PARTS: [AsciiPart; 5] = [
            AsciiPart::new(0, "&amp;".len()).unwrap(),
            AsciiPart::new(5, "&lt;".len()).unwrap(),
            AsciiPart::new(9, "&gt;".len()).unwrap(),
            AsciiPart::new(13, "&quot;".len()).unwrap(),
            AsciiPart::new(19, "&nbsp;".len()).unwrap(),
        ];
        PARTS[self as usize]
    }
}

pub(crate) static TAG_STRINGS: Ascii = Ascii::new(STRINGS.as_bytes());

static KNOWN: [Option<KnownName>; NameId::FIRST_DYNAMIC.index()] = {
    let mut known = [None; NameId::FIRST_DYNAMIC.index()];
    let (mut at, mut index) = (REFERENCES_LEN, 1);
    while index < known.len() {
        let id = NameId::from_index(index);
        let length = id.as_str().len();
        if let Some(start) = AsciiPart::new(at as u16, 1 + length)
            && let Some(end) = AsciiPart::new((at + 1 + length) as u16, 3 + length)
            && let Some(attribute) = AsciiPart::new((at + 4 + 2 * length) as u16, 3 + length)
        {
            known[index] = Some(KnownName {
                start,
                end,
                attribute,
                is_void: sets::VOID.contains(id),
                is_raw: sets::RAW_TEXT_CHILDREN.contains(id),
                is_noscript: index == tag::NOSCRIPT.index(),
                is_template: index == tag::TEMPLATE.index(),
            });
        }
        at += 3 * length + "<</> =\"".len();
        index += 1;
    }
    assert!(at == STRINGS.len(), "the strings of all names, in the order of their ids");
    known
};

#[cfg(test)]
mod tests {
    use super::*;
    use sapwood_names::attr;
    use sapwood_scan::TextBuffer;

    #[test]
    fn known_names_have_tag_strings() {
        let td = KnownName::of(tag::TD).unwrap();
        let pieces = [td.start, td.end, td.attribute].map(|part| {
            let mut output = TextBuffer::<sapwood_scan::Baseline>::default();
            output.push_ascii(&TAG_STRINGS, part);
            output.into_string()
        });
        assert_eq!(pieces, ["<td", "</td>", " td=\""]);
        assert!(KnownName::of(NameId::UNKNOWN).is_none());
        assert!(KnownName::of(NameId::FIRST_DYNAMIC).is_none());
        assert!(KnownName::of(attr::SHADOWROOTCUSTOMELEMENTREGISTRY).is_none(), "too long");
    }

    #[test]
    fn strings_of_all_names_and_references_are_where_they_are_expected() {
        let text = |part: AsciiPart| {
            let mut output = TextBuffer::<sapwood_scan::Baseline>::default();
            output.push_ascii(&TAG_STRINGS, part);
            output.into_string()
        };
        for id in (1..NameId::FIRST_DYNAMIC.index()).map(NameId::from_index) {
            let (Some(known), name) = (KnownName::of(id), id.as_str()) else { continue };
            assert_eq!(text(known.start), format!("<{name}"));
            assert_eq!(text(known.end), format!("</{name}>"));
            assert_eq!(text(known.attribute), format!(" {name}=\""));
        }
        use Reference::{Amp, Gt, Lt, Nbsp, Quot};
        let references = [Amp, Lt, Gt, Quot, Nbsp].map(|it| text(it.text()));
        assert_eq!(references, ["&amp;", "&lt;", "&gt;", "&quot;", "&nbsp;"]);
    }

    #[test]
    fn known_names_tell_void_and_raw_elements() {
        let [br, script, noscript] =
            [tag::BR, tag::SCRIPT, tag::NOSCRIPT].map(|id| KnownName::of(id).unwrap());
        assert!(br.is_void() && !script.is_void());
        assert!(script.is_raw(false) && !noscript.is_raw(false) && noscript.is_raw(true));
    }
}
