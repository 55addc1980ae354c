//! The rules that many tags share, by tag: those of "in body", and some of "in head".
//!
//! See "Rules and readiness" in `docs/hot-path.md`.

use sapwood_names::{NameId, TagSet, sets, tag::*};

use crate::{
    algorithm::element_flags::{Flags, HTML_FLAGS},
    ready::Ready,
};

/// The rule for a start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartRule {
    /// A rule of the tag's own.
    Special,
    /// Closes a `p` in button scope and inserts the element.
    Block,
    /// As [`Block`](Self::Block), after the item that is open has ended.
    Item,
    /// As [`Block`](Self::Block), after a heading that is the current node has ended.
    Heading,
    /// Inserts the element, which is void, by the rules of "in head".
    Metadata,
    /// Inserts the element, whose content is text alone, by the rules of "in head".
    MetadataText,
    /// Inserts the element, which is void.
    Parameter,
    /// A `td` or `th`, by the rules of "in row".
    Cell,
    /// A `tr`, by the rules of "in table body".
    Row,
    /// A `tbody`, `tfoot` or `thead`, by the rules of "in table".
    RowGroup,
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

const METADATA: TagSet = TagSet::new(&[BASE, BASEFONT, BGSOUND, LINK, META]);

const METADATA_TEXT: TagSet = TagSet::new(&[NOFRAMES, SCRIPT, STYLE, TITLE]);

const PARAMETERS: TagSet = TagSet::new(&[PARAM, SOURCE, TRACK]);

const VOID: TagSet = TagSet::new(&[AREA, BR, EMBED, IMG, KEYGEN, WBR]);

const SPECIAL_START: TagSet = TagSet::new(&[
    APPLET,
    BODY,
    BUTTON,
    CAPTION,
    COL,
    COLGROUP,
    FIELDSET,
    FORM,
    FRAME,
    FRAMESET,
    HEAD,
    HR,
    HTML,
    IFRAME,
    IMAGE,
    INPUT,
    LISTING,
    MARQUEE,
    MATH,
    NOBR,
    NOEMBED,
    NOSCRIPT,
    OBJECT,
    OPTGROUP,
    OPTION,
    OUTPUT,
    PLAINTEXT,
    PRE,
    RB,
    RP,
    RT,
    RTC,
    SELECT,
    SELECTEDCONTENT,
    SVG,
    TABLE,
    TEMPLATE,
    TEXTAREA,
    XMP,
]);

const SPECIAL_END: TagSet = TagSet::new(&[
    APPLET, BODY, BR, CAPTION, COL, COLGROUP, FORM, HTML, MARQUEE, OBJECT, OPTION, SELECT, TABLE,
    TBODY, TD, TEMPLATE, TFOOT, TH, THEAD, TR,
]);

/// The rules for a tag.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
pub(crate) struct Rule {
    pub(crate) start: StartRule,
    pub(crate) end: EndRule,
    /// The groups in which the rule for the start tag applies to the token as it is.
    pub(crate) start_if: Ready,
    /// The groups in which it does, and then changes the mode.
    pub(crate) changes_if: Ready,
    /// Properties of the rule for the start tag.
    properties: u8,
    /// The flags of the HTML element.
    pub(crate) flags: Flags,
}

impl Rule {
    /// A `p` in button scope is closed first.
    pub(crate) const CLOSES_P: u8 = 1;
    /// The rule does more in a state of its own.
    pub(crate) const MAY_DO_MORE: u8 = 1 << 1;
    /// The element is void.
    pub(crate) const VOID: u8 = 1 << 2;
    /// The rule goes on after the element was inserted.
    pub(crate) const GOES_ON: u8 = 1 << 3;

    const fn new(name: NameId, start: StartRule, end: EndRule) -> Self {
        let (start_if, properties) = match start {
            StartRule::Special => (Ready::NONE, 0),
            StartRule::MetadataText | StartRule::Cell | StartRule::Row | StartRule::RowGroup => {
                (Ready::NONE, Self::MAY_DO_MORE | Self::GOES_ON)
            }
            StartRule::Block => (Ready::BODY, Self::CLOSES_P),
            StartRule::Item => (Ready::BODY, Self::CLOSES_P | Self::MAY_DO_MORE | Self::GOES_ON),
            StartRule::Heading => (Ready::BODY, Self::CLOSES_P | Self::MAY_DO_MORE),
            StartRule::Metadata if name.index() == META.index() => {
                (Ready::BODY.with(Ready::HEAD), Self::VOID | Self::MAY_DO_MORE)
            }
            StartRule::Metadata => (Ready::BODY.with(Ready::HEAD), Self::VOID),
            StartRule::Parameter => (Ready::BODY, Self::VOID),
            StartRule::Void if sets::FORM_ASSOCIATED.contains(name) => {
                (Ready::FLOW, Self::VOID | Self::MAY_DO_MORE)
            }
            StartRule::Void => (Ready::FLOW, Self::VOID),
            StartRule::AnyOther => (Ready::FLOW, 0),
            StartRule::Formatting | StartRule::Anchor => {
                (Ready::FLOW, Self::MAY_DO_MORE | Self::GOES_ON)
            }
        };
        let changes_if = match start {
            StartRule::MetadataText => Ready::BODY.with(Ready::HEAD),
            StartRule::Cell => Ready::ROW,
            StartRule::Row => Ready::ROW_GROUP,
            StartRule::RowGroup => Ready::TABLE,
            _ => Ready::NONE,
        };
        Self { start, end, start_if, changes_if, properties, flags: HTML_FLAGS[name.index()] }
    }

    /// The rules of a name in the table.
    #[inline(always)]
    pub(crate) fn listed(name: NameId) -> Option<Self> {
        RULES.get(name.index()).copied()
    }

    /// Whether the rule for the start tag has one of `properties`.
    #[inline(always)]
    pub(crate) const fn has(self, properties: u8) -> bool {
        self.properties & properties != 0
    }
}

static RULES: [Rule; 256] = {
    let mut rules = [Rule::new(SPAN, StartRule::AnyOther, EndRule::Pop); 256];
    let mut index = 0;
    while index < rules.len() {
        let name = NameId::from_index(index);
        let start = if index == A.index() {
            StartRule::Anchor
        } else if BLOCKS.contains(name) {
            StartRule::Block
        } else if sets::ITEM.contains(name) {
            StartRule::Item
        } else if sets::HEADING.contains(name) {
            StartRule::Heading
        } else if METADATA.contains(name) {
            StartRule::Metadata
        } else if METADATA_TEXT.contains(name) {
            StartRule::MetadataText
        } else if sets::CELL.contains(name) {
            StartRule::Cell
        } else if index == TR.index() {
            StartRule::Row
        } else if sets::ROW_GROUP.contains(name) {
            StartRule::RowGroup
        } else if PARAMETERS.contains(name) {
            StartRule::Parameter
        } else if VOID.contains(name) {
            StartRule::Void
        } else if SPECIAL_START.contains(name) || index == NameId::UNKNOWN.index() {
            // An unknown name gets an id of its own first.
            StartRule::Special
        } else if sets::FORMATTING.contains(name) {
            StartRule::Formatting
        } else {
            StartRule::AnyOther
        };
        let is_void = matches!(start, StartRule::Void);
        assert!(
            !sets::FORM_ASSOCIATED.contains(name) || is_void || matches!(start, StartRule::Special)
        );
        let end = if SPECIAL_END.contains(name) || index == NameId::UNKNOWN.index() {
            EndRule::Special
        } else if sets::FORMATTING.contains(name) {
            EndRule::Formatting
        } else {
            EndRule::Pop
        };
        rules[index] = Rule::new(name, start, end);
        index += 1;
    }
    rules
};

impl StartRule {
    #[inline(always)]
    pub(crate) fn of(name: NameId) -> Self {
        Rule::listed(name).map_or(Self::AnyOther, |rule| rule.start)
    }
}
