//! The rules of "in body" that many tags share, by tag.

use names::{NameId, TagSet, sets, tag::*};

/// The rule for a start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartRule {
    /// A rule of the tag's own.
    Special,
    /// Closes a `p` in button scope and inserts the element.
    Block,
    /// As [`Block`](Self::Block), after the item that is open has ended.
    Item,
    /// Reconstructs the active formatting elements and inserts the element, which is void.
    Void,
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
    ADDRESS, ARTICLE, ASIDE, BLOCKQUOTE, CENTER, DETAILS, DIALOG, DIR, DIV, DL, FIGCAPTION, FIGURE,
    FOOTER, HEADER, HGROUP, MAIN, MENU, NAV, OL, P, SEARCH, SECTION, SUMMARY, UL,
]);

const ITEMS: TagSet = TagSet::new(&[DD, DT, LI]);

const VOID: TagSet = TagSet::new(&[AREA, BR, EMBED, IMG, KEYGEN, WBR]);

const SPECIAL_START: TagSet = TagSet::new(&[
    APPLET,
    BASE,
    BASEFONT,
    BGSOUND,
    BODY,
    BUTTON,
    CAPTION,
    COL,
    COLGROUP,
    FIELDSET,
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
    INPUT,
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
    OUTPUT,
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
        } else if ITEMS.contains(name) {
            rules[index].0 = StartRule::Item;
        } else if VOID.contains(name) {
            rules[index].0 = StartRule::Void;
        } else if SPECIAL_START.contains(name) {
            rules[index].0 = StartRule::Special;
        } else if sets::FORMATTING.contains(name) {
            rules[index].0 = StartRule::Formatting;
        }
        let may_have_form = sets::FORM_ASSOCIATED.contains(name) && index != IMG.index();
        assert!(!may_have_form || matches!(rules[index].0, StartRule::Special));
        if SPECIAL_END.contains(name) {
            rules[index].1 = EndRule::Special;
        } else if sets::FORMATTING.contains(name) {
            rules[index].1 = EndRule::Formatting;
        }
        index += 1;
    }
    rules[A.index()].0 = StartRule::Anchor;
    // An unknown name gets an id of its own first.
    rules[NameId::UNKNOWN.index()] = (StartRule::Special, EndRule::Special);
    rules
};

impl StartRule {
    #[inline(always)]
    pub(crate) fn of(name: NameId) -> Self {
        Self::listed(name).unwrap_or(Self::AnyOther)
    }

    /// The rule of a name in the table.
    #[inline(always)]
    pub(crate) fn listed(name: NameId) -> Option<Self> {
        RULES.get(name.index()).map(|rules| rules.0)
    }
}

impl EndRule {
    /// The rule of a name in the table.
    #[inline(always)]
    pub(crate) fn listed(name: NameId) -> Option<Self> {
        RULES.get(name.index()).map(|rules| rules.1)
    }
}
