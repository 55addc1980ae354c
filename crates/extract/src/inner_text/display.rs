//! The kind of box that an element has, and which of its children are rendered.

use sapwood_tree::Node;

/// The part of the `display` property that makes a difference to text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// `none`: no box.
    None,
    /// `contents`: no box, and those of its content.
    Contents,
    /// `inline`: in lines.
    Inline,
    /// `block`, and all that is laid out as one.
    Block,
    /// `inline-block`: in a line, with lines of its own.
    InlineBlock,
    /// `table`
    Table,
    /// `inline-table`
    InlineTable,
    /// `table-row-group`, and the groups of headers and footers.
    TableRowGroup,
    /// `table-row`
    TableRow,
    /// `table-cell`
    TableCell,
    /// `table-caption`
    TableCaption,
    /// A line break.
    Break,
}

/// The rendered children of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// All, in lines or as blocks.
    #[default]
    Flow,
    /// All, each text in a box of its own, but none for white space alone: in tables, rows, flex boxes.
    Boxes,
    /// The `option` and `optgroup` elements among the descendants.
    Options,
    /// The text elements of SVG, and its `foreignObject`.
    Graphics,
    /// One child, or none.
    Only(Option<Child>),
}

impl Content {
    /// Whether a text node that is a child is rendered.
    #[inline]
    pub(crate) fn has_text<'d>(self, text: impl Node<'d>) -> bool {
        match self {
            Self::Flow | Self::Boxes => true,
            Self::Only(only) => only == Some(Child::of(text)),
            Self::Options | Self::Graphics => false,
        }
    }
}

/// A child, by its [`index`](Node::index); a tree of less than 2³² nodes has one for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child(u32);

impl Child {
    #[inline]
    pub(super) fn of<'d>(node: impl Node<'d>) -> Self {
        Self(node.index() as u32)
    }
}
