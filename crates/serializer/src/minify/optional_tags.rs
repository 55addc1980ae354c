//! [Optional tags](https://html.spec.whatwg.org/multipage/syntax.html#optional-tags): the standard's
//! conditions, and those under which the parser builds the same tree where a document breaks the content
//! models.

use sapwood_names::{NameId, TagSet, sets, tag::*};

/// The parent of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Parent {
    /// An unknown parent.
    #[default]
    Unknown,
    /// The root, whose end is the end of the output: a document, a fragment, or the element of this name.
    Root(NameId),
    /// The HTML element of this name; the unknown name for others.
    Element(NameId),
    /// The contents of a `template`.
    Template,
}

/// The next sibling, or the first child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Nothing,
    /// The HTML element of this name; the unknown name for others.
    Element(NameId),
    /// A text that begins with white space.
    WhiteSpace,
    /// Any other text.
    Text,
    /// A comment or a processing instruction.
    Comment,
}

impl Parent {
    /// The name of the element, if it is an HTML one.
    #[inline]
    pub(super) fn name(self) -> NameId {
        match self {
            Self::Root(name) | Self::Element(name) => name,
            Self::Unknown | Self::Template => NameId::UNKNOWN,
        }
    }

    /// Whether its end tag, written or not, [generates implied end
    /// tags](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags), so that it
    /// ends its open children.
    #[inline]
    fn ends_all(self) -> bool {
        match self {
            Self::Unknown => false,
            Self::Root(_) | Self::Template => true,
            Self::Element(name) => ENDS_ALL.contains(name),
        }
    }
}

/// Elements whose end tags, written or implied, generate implied end tags.
#[rustfmt::skip]
const ENDS_ALL: TagSet = TagSet::new(&[
    ADDRESS, APPLET, ARTICLE, ASIDE, BLOCKQUOTE, BODY, BUTTON, CAPTION, CENTER, DD, DETAILS, DIALOG, DIR,
    DIV, DL, DT, FIELDSET, FIGCAPTION, FIGURE, FOOTER, FORM, H1, H2, H3, H4, H5, H6, HEADER, HGROUP, LI,
    LISTING, MAIN, MARQUEE, MENU, NAV, OBJECT, OL, PRE, SEARCH, SECTION, SUMMARY, TD, TH, UL,
]);

/// Elements that the parser doesn't put into the body before it has seen its start tag.
const NOT_FIRST_IN_BODY: TagSet =
    sets::HEAD_CONTENT.union(TagSet::new(&[BODY, FRAME, FRAMESET, HEAD, HTML, NOSCRIPT]));

/// The parts of a table whose start tags end a `caption`.
const TABLE_PARTS: TagSet = TagSet::new(&[CAPTION, COLGROUP, THEAD, TBODY, TFOOT]);

/// Whether the end tag of the HTML element called `name` may be left out before `next`.
#[inline]
pub(super) fn end_tag_may_go(name: NameId, parent: Parent, next: Next, table_ends_p: bool) -> bool {
    let is_next = |names: &[NameId]| matches!(next, Next::Element(next) if names.contains(&next));
    let is_last = next == Next::Nothing;
    // The parser puts these into the element even after its end tag, so only edited trees have them here.
    let is_space_or_comment = matches!(next, Next::WhiteSpace | Next::Comment);
    let is_in = |names: &[NameId]| names.contains(&parent.name());
    // A sibling's start tag ends an item, but not through an item of another list.
    let is_in_item = || sets::ITEM.contains(parent.name());
    match name {
        HTML => !is_space_or_comment && matches!(parent, Parent::Root(_)),
        HEAD => is_in(&[HTML]) && is_next(&[BODY, FRAMESET]),
        BODY => !is_space_or_comment && is_in(&[HTML]),
        LI => is_next(&[LI]) || is_last && parent.ends_all() && !is_in_item(),
        DT => is_next(&[DT, DD]),
        DD => is_next(&[DD, DT]) || is_last && parent.ends_all() && !is_in_item(),
        P => match next {
            Next::Element(TABLE) => table_ends_p,
            Next::Element(next) => sets::ENDS_P.contains(next),
            Next::Nothing => parent.ends_all() && !sets::KEEPS_P.contains(parent.name()),
            _ => false,
        },
        RT | RP => parent == Parent::Element(RUBY) && (is_next(&[RT, RP]) || is_last),
        OPTION => {
            is_next(&[OPTION])
                || is_next(&[OPTGROUP, HR]) && parent == Parent::Element(SELECT)
                || is_last && is_in(&[SELECT, OPTGROUP, DATALIST])
        }
        OPTGROUP => parent == Parent::Element(SELECT) && (is_next(&[OPTGROUP, HR]) || is_last),
        COLGROUP => {
            // The parser would put a template into it.
            is_in(&[TABLE]) && !is_space_or_comment && !is_next(&[TEMPLATE, COL])
        }
        CAPTION => {
            is_in(&[TABLE])
                && (is_last || matches!(next, Next::Element(next) if TABLE_PARTS.contains(next)))
        }
        THEAD => is_in(&[TABLE]) && is_next(&[TBODY, TFOOT]),
        TBODY => {
            (is_in(&[TABLE]) || parent == Parent::Template) && (is_next(&[TBODY, TFOOT]) || is_last)
        }
        TFOOT => is_in(&[TABLE]) && is_last,
        TR => {
            (is_in(&[TBODY, THEAD, TFOOT]) || parent == Parent::Template)
                && (is_next(&[TR]) || is_last)
        }
        TD | TH => (is_in(&[TR]) || parent == Parent::Template) && (is_next(&[TD, TH]) || is_last),
        _ => false,
    }
}

/// Whether the start tag of the HTML element called `name`, which has no attributes, may be left out:
/// `first` is its first child, and `unended` the previous sibling if its end tag was left out.
#[inline]
pub(super) fn start_tag_may_go(name: NameId, parent: Parent, first: Next, unended: NameId) -> bool {
    match name {
        HTML => matches!(parent, Parent::Root(_)) && first == Next::Element(HEAD),
        HEAD => {
            parent == Parent::Element(HTML) && matches!(first, Next::Nothing | Next::Element(_))
        }
        BODY => {
            parent == Parent::Element(HTML)
                && match first {
                    Next::Nothing | Next::Text => true,
                    Next::Element(first) => !NOT_FIRST_IN_BODY.contains(first),
                    Next::WhiteSpace | Next::Comment => false,
                }
        }
        COLGROUP => parent.name() == TABLE && first == Next::Element(COL) && unended != COLGROUP,
        TBODY => {
            parent.name() == TABLE
                && first == Next::Element(TR)
                && ![TBODY, THEAD, TFOOT].contains(&unended)
        }
        _ => false,
    }
}
