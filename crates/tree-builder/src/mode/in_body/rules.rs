//! The rules of "in body" that many tags share, by tag.

use names::{NameId, TagSet, sets, tag::*};

/// The rule for a start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartRule {
    /// A rule of the tag's own.
    Special,
    /// Closes a `p` in button scope and inserts the element.
    Block,
    /// Reconstructs the active formatting elements and inserts the element.
    AnyOther,
    /// As [`AnyOther`](Self::AnyOther), and the element becomes an active formatting element.
    Formatting,
    /// As [`Formatting`](Self::Formatting), after an `a` that is still active has ended.
    Anchor,
}

/// The rule for the end tag of the current node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndRule {
    /// A rule of the tag's own.
    Special,
    /// Pops the element: it is in every scope, and no end tag is implied.
    Pop,
    /// Runs the adoption agency algorithm.
    Formatting,
}

const BLOCKS: TagSet = TagSet::new(&[
    ADDRESS, ARTICLE, ASIDE, BLOCKQUOTE, CENTER, DETAILS, DIALOG, DIR, DIV, DL, FIELDSET,
    FIGCAPTION, FIGURE, FOOTER, HEADER, HGROUP, MAIN, MENU, NAV, OL, P, SEARCH, SECTION, SUMMARY,
    UL,
]);

const SPECIAL_START: TagSet = TagSet::new(&[
    APPLET,
    AREA,
    BASE,
    BASEFONT,
    BGSOUND,
    BODY,
    BR,
    BUTTON,
    CAPTION,
    COL,
    COLGROUP,
    DD,
    DT,
    EMBED,
    FORM,
    FRAME,
    FRAMESET,
    H1,
    H2,
    H3,
    H4,
    H5,
    H6,
    HEAD,
    HR,
    HTML,
    IFRAME,
    IMAGE,
    IMG,
    INPUT,
    KEYGEN,
    LI,
    LINK,
    LISTING,
    MARQUEE,
    MATH,
    META,
    NOBR,
    NOEMBED,
    NOFRAMES,
    NOSCRIPT,
    OBJECT,
    OPTGROUP,
    OPTION,
    PARAM,
    PLAINTEXT,
    PRE,
    RB,
    RP,
    RT,
    RTC,
    SCRIPT,
    SELECT,
    SELECTEDCONTENT,
    SOURCE,
    STYLE,
    SVG,
    TABLE,
    TBODY,
    TD,
    TEMPLATE,
    TEXTAREA,
    TFOOT,
    TH,
    THEAD,
    TITLE,
    TR,
    TRACK,
    WBR,
    XMP,
]);

const SPECIAL_END: TagSet = TagSet::new(&[
    APPLET, BODY, BR, CAPTION, COL, COLGROUP, FORM, HTML, MARQUEE, OBJECT, OPTION, SELECT, TABLE,
    TBODY, TD, TEMPLATE, TFOOT, TH, THEAD, TR,
]);

const RULES: [(StartRule, EndRule); 256] = {
    let mut rules = [(StartRule::AnyOther, EndRule::Pop); 256];
    let mut index = 0;
    while index < rules.len() {
        let name = NameId::from_index(index);
        if BLOCKS.contains(name) {
            rules[index].0 = StartRule::Block;
        } else if SPECIAL_START.contains(name) {
            rules[index].0 = StartRule::Special;
        } else if sets::FORMATTING.contains(name) {
            rules[index].0 = StartRule::Formatting;
        }
        if SPECIAL_END.contains(name) {
            rules[index].1 = EndRule::Special;
        } else if sets::FORMATTING.contains(name) {
            rules[index].1 = EndRule::Formatting;
        }
        index += 1;
    }
    rules[A.index()].0 = StartRule::Anchor;
    rules
};

impl StartRule {
    #[inline(always)]
    pub(crate) fn of(name: NameId) -> Self {
        RULES.get(name.index()).map_or(Self::AnyOther, |rules| rules.0)
    }
}

impl EndRule {
    #[inline(always)]
    pub(crate) fn of(name: NameId) -> Self {
        RULES.get(name.index()).map_or(Self::Pop, |rules| rules.1)
    }
}
