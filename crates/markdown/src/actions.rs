//! The part that each element has in Markdown, by its name.

use sapwood_names::{NameId, sets, tag};

/// The part that an HTML element has in Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// None but that of its box: a block ends the paragraph before it.
    ByBox,
    Emphasis,
    Strong,
    Strike,
    Subscript,
    Superscript,
    Inserted,
    Highlighted,
    Link,
    Quotation,
    Code,
    Image,
    Checkbox,
    LineBreak,
    /// A place where a line may be broken.
    BreakOpportunity,
    Rule,
    Preformatted,
    Heading(u8),
    Quote,
    List,
    Descriptions,
    Item,
    Table,
    Cell,
}

/// One past the last name with an action of its own.
const NAMES: usize = 256;

/// The actions by name, looked up once for each element.
static ACTIONS: [Action; NAMES] = {
    let mut actions = [Action::ByBox; NAMES];
    let mut index = 0;
    while index < NAMES {
        actions[index] = Action::of_name(NameId::from_index(index));
        index += 1;
    }
    actions
};

const _: () = {
    let mut index = NAMES;
    while index < NameId::FIRST_DYNAMIC.index() {
        let action = Action::of_name(NameId::from_index(index));
        assert!(matches!(action, Action::ByBox), "the table has every action");
        index += 1;
    }
};

impl Action {
    /// The action for an HTML element.
    #[inline]
    pub(super) fn of(id: NameId) -> Self {
        ACTIONS.get(id.index()).copied().unwrap_or(Self::ByBox)
    }

    const fn of_name(id: NameId) -> Self {
        match id {
            tag::EM | tag::I => Self::Emphasis,
            tag::STRONG | tag::B => Self::Strong,
            tag::DEL | tag::S | tag::STRIKE => Self::Strike,
            tag::SUB => Self::Subscript,
            tag::SUP => Self::Superscript,
            tag::INS | tag::U => Self::Inserted,
            tag::MARK => Self::Highlighted,
            tag::A => Self::Link,
            tag::Q => Self::Quotation,
            tag::CODE | tag::KBD | tag::SAMP | tag::TT => Self::Code,
            tag::IMG => Self::Image,
            tag::INPUT => Self::Checkbox,
            tag::BR => Self::LineBreak,
            tag::WBR => Self::BreakOpportunity,
            tag::HR => Self::Rule,
            _ if sets::PREFORMATTED.contains(id) => Self::Preformatted,
            tag::H1 => Self::Heading(1),
            tag::H2 => Self::Heading(2),
            tag::H3 => Self::Heading(3),
            tag::H4 => Self::Heading(4),
            tag::H5 => Self::Heading(5),
            tag::H6 => Self::Heading(6),
            tag::BLOCKQUOTE => Self::Quote,
            tag::UL | tag::OL | tag::MENU | tag::DIR => Self::List,
            tag::DL => Self::Descriptions,
            _ if sets::ITEM.contains(id) => Self::Item,
            tag::TABLE => Self::Table,
            _ if sets::CELL.contains(id) => Self::Cell,
            _ => Self::ByBox,
        }
    }
}
