//! What box an element has, by the [style sheet that browsers are expected to
//! have](https://html.spec.whatwg.org/multipage/rendering.html#the-css-user-agent-style-sheet-and-presentational-hints)
//! and its `style` attribute.

use dom::{NodeId, NodeRef};
use names::{NameId, Namespace, attr, tag};
use tree_sink::{ElementName, QuirksMode};

use super::{declarations::Declarations, lines::WhiteSpace};

/// The box of an element, as far as text shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Display {
    /// None, for it and all in it.
    None,
    /// None for itself: `contents`.
    Contents,
    Inline,
    Block,
    InlineBlock,
    Table,
    InlineTable,
    TableRowGroup,
    TableRow,
    TableCell,
    TableCaption,
    /// A line break.
    Break,
}

/// What of an element's children is rendered, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Content {
    /// As usual.
    #[default]
    Flow,
    /// Texts stand in boxes of their own, and white space alone in none: in tables, rows, flex boxes.
    Boxes,
    /// The `option` and `optgroup` elements among the descendants.
    Options,
    /// The texts of SVG, and what it has of HTML.
    Graphics,
    /// One child, or none.
    Only(Option<NodeId>),
}

/// What holds inside an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Context {
    pub(super) white_space: WhiteSpace,
    pub(super) visible: bool,
    pub(super) content: Content,
    /// Whether a letter that is all of the text is in italics: in MathML's `mi`.
    pub(super) is_variable: bool,
    /// Whether the boxes of children are blocks whatever they say.
    blockified: bool,
}

impl Default for Context {
    fn default() -> Self {
        Self {
            white_space: WhiteSpace::Collapse,
            visible: true,
            content: Content::Flow,
            is_variable: false,
            blockified: false,
        }
    }
}

/// What is replaced by something that has no text in the document.
const REPLACED: (Display, Content) = (Display::InlineBlock, Content::Only(None));

/// The required line break count before and after an element that is rendered.
pub(super) fn breaks(name: ElementName<'_>, display: Display) -> u8 {
    if is_html(name, tag::P) {
        return 2;
    }
    u8::from(matches!(display, Display::Block | Display::Table | Display::TableCaption))
}

fn is_html(name: ElementName<'_>, id: NameId) -> bool {
    name.namespace == Namespace::Html && name.name.id == id
}

/// The box of `node`, whose parent gives `outer`, and what holds in it.
pub(super) fn style(
    node: NodeRef<'_>,
    name: ElementName<'_>,
    outer: &Context,
) -> (Display, Context) {
    let nothing = (Display::None, *outer);
    if matches!(outer.content, Content::Only(only) if only != Some(node.id())) {
        return nothing;
    }
    let (mut display, mut content) = match name.namespace {
        Namespace::Html => html(node, name.name.id),
        Namespace::MathMl => math(node, name.name.id),
        Namespace::Svg => svg(name.name.id, outer.content),
        _ => (Display::Inline, Content::Flow),
    };
    let mut inner = Context { blockified: false, is_variable: false, ..*outer };
    match name.name.id {
        tag::PRE | tag::LISTING | tag::PLAINTEXT | tag::XMP
            if name.namespace == Namespace::Html =>
        {
            inner.white_space = WhiteSpace::Preserve;
        }
        tag::TABLE
            if name.namespace == Namespace::Html
                && node.owner().quirks_mode() == QuirksMode::Quirks =>
        {
            inner.white_space = WhiteSpace::Collapse;
        }
        tag::MPHANTOM if name.namespace == Namespace::MathMl => inner.visible = false,
        tag::MI if name.namespace == Namespace::MathMl => {
            let variant = node.known_attribute(attr::MATHVARIANT).unwrap_or_default();
            inner.is_variable = !variant.eq_ignore_ascii_case("normal");
        }
        _ => {}
    }
    inner.blockified = content == Content::Boxes
        && name.namespace == Namespace::MathMl
        && !matches!(name.name.id, tag::MTABLE | tag::MTR);
    let mut is_out_of_line = outer.blockified;
    let mut is_skipped = false;
    for attribute in node.attributes() {
        match attribute.name_id() {
            attr::STYLE => {
                let declared = Declarations::parse(attribute.value());
                if let Some((outside, inside)) = declared.display
                    && display != Display::None
                    && display != Display::Break
                    && content == Content::Flow
                {
                    (display, content) = (outside, inside);
                    inner.blockified = declared.is_flexible;
                } else if let Some((Display::None, _)) = declared.display {
                    return nothing;
                }
                inner.visible = declared.visible.unwrap_or(inner.visible);
                inner.white_space = declared.white_space.unwrap_or(inner.white_space);
                is_out_of_line |= declared.is_out_of_line;
            }
            attr::HIDDEN if name.namespace == Namespace::Html => {
                if attribute.value().eq_ignore_ascii_case("until-found") {
                    is_skipped = true;
                } else if name.name.id != tag::EMBED {
                    return nothing;
                }
            }
            attr::POPOVER if name.namespace == Namespace::Html && name.name.id != tag::DIALOG => {
                return nothing;
            }
            _ => {}
        }
    }
    if is_out_of_line {
        display = blockify(display);
    }
    // `content-visibility: hidden` means nothing to what is merely inline.
    if is_skipped && !matches!(display, Display::Inline | Display::Contents) {
        content = Content::Only(None);
    }
    // Between a `select` and its options other elements have no boxes.
    if outer.content == Content::Options && display != Display::None {
        if is_html(name, tag::OPTION) || is_html(name, tag::OPTGROUP) {
            display = Display::Block;
        } else {
            (display, content) = (Display::Contents, Content::Options);
        }
    }
    inner.content = content;
    (display, inner)
}

/// The [block-level box](https://drafts.csswg.org/css-display/#blockify) that takes the place of another.
fn blockify(display: Display) -> Display {
    match display {
        Display::None | Display::Contents | Display::Break | Display::Table => display,
        Display::InlineTable => Display::Table,
        _ => Display::Block,
    }
}

fn html(node: NodeRef<'_>, id: NameId) -> (Display, Content) {
    use Display::{Block, Break, Contents, Inline, InlineBlock, None as Hidden, Table};
    let has = |name| node.known_attribute(name).is_some();
    let display = match id {
        tag::AREA | tag::BASE | tag::BASEFONT | tag::COL | tag::COLGROUP | tag::DATALIST => Hidden,
        tag::HEAD | tag::LINK | tag::META | tag::NOEMBED | tag::NOFRAMES | tag::NOSCRIPT => Hidden,
        tag::PARAM | tag::RP | tag::SCRIPT | tag::SOURCE | tag::STYLE | tag::TEMPLATE => Hidden,
        tag::TITLE | tag::TRACK => Hidden,
        tag::DIALOG if !has(attr::OPEN) => Hidden,

        tag::HTML | tag::BODY | tag::FRAMESET => Block,
        tag::ADDRESS | tag::BLOCKQUOTE | tag::CENTER | tag::DIALOG | tag::DIV | tag::FIGURE => {
            Block
        }
        tag::FIGCAPTION | tag::FOOTER | tag::FORM | tag::HEADER | tag::HR | tag::LEGEND => Block,
        tag::LISTING | tag::MAIN | tag::P | tag::PLAINTEXT | tag::PRE | tag::SEARCH | tag::XMP => {
            Block
        }
        tag::ARTICLE | tag::ASIDE | tag::HGROUP | tag::NAV | tag::SECTION => Block,
        tag::H1 | tag::H2 | tag::H3 | tag::H4 | tag::H5 | tag::H6 => Block,
        tag::DIR | tag::DD | tag::DL | tag::DT | tag::MENU | tag::OL | tag::UL | tag::LI => Block,
        tag::FIELDSET | tag::SUMMARY | tag::OPTION => Block,
        tag::OPTGROUP => return (Block, Content::Options),
        tag::DETAILS if has(attr::OPEN) => Block,
        tag::DETAILS => {
            let summary = node.children().find(|child| child.is_html(tag::SUMMARY));
            return (Block, Content::Only(summary.map(|it| it.id())));
        }

        tag::TABLE => return (Table, Content::Boxes),
        tag::CAPTION => Display::TableCaption,
        tag::THEAD | tag::TBODY | tag::TFOOT => return (Display::TableRowGroup, Content::Boxes),
        tag::TR => return (Display::TableRow, Content::Boxes),
        tag::TD | tag::TH => Display::TableCell,

        tag::BR => Break,
        tag::SLOT => Contents,
        tag::BUTTON | tag::MARQUEE => InlineBlock,
        tag::SELECT => return (InlineBlock, Content::Options),
        tag::INPUT => {
            let kind = node.known_attribute(attr::TYPE).unwrap_or_default();
            return if kind.eq_ignore_ascii_case("hidden") { HIDDEN } else { REPLACED };
        }
        tag::AUDIO if !has(attr::CONTROLS) => Hidden,
        tag::OBJECT if !has(attr::DATA) => Inline,
        tag::AUDIO | tag::CANVAS | tag::EMBED | tag::FRAME | tag::IFRAME | tag::IMG => {
            return REPLACED;
        }
        tag::METER | tag::OBJECT | tag::PROGRESS | tag::TEXTAREA | tag::VIDEO => return REPLACED,
        _ => Inline,
    };
    (display, Content::Flow)
}

const HIDDEN: (Display, Content) = (Display::None, Content::Flow);

/// As [MathML Core](https://w3c.github.io/mathml-core/#user-agent-stylesheet) has it.
fn math(node: NodeRef<'_>, id: NameId) -> (Display, Content) {
    let first = || {
        let element = node.children().find(NodeRef::is_element);
        Content::Only(element.map(|it| it.id()))
    };
    match id {
        tag::ANNOTATION | tag::ANNOTATION_XML => HIDDEN,
        tag::SEMANTICS | tag::MACTION => (Display::Inline, first()),
        tag::MI | tag::MN | tag::MO | tag::MS | tag::MTEXT => (Display::Inline, Content::Flow),
        tag::MTABLE => (Display::InlineTable, Content::Boxes),
        tag::MTR => (Display::TableRow, Content::Boxes),
        tag::MTD => (Display::TableCell, Content::Boxes),
        tag::MATH => (Display::InlineBlock, Content::Boxes),
        _ => (Display::Inline, Content::Boxes),
    }
}

/// As [SVG](https://svgwg.org/svg2-draft/render.html#Definitions) has it: which elements there are that
/// draw text depends on what they are in.
fn svg(id: NameId, outer: Content) -> (Display, Content) {
    match (id, outer) {
        (tag::SVG | tag::G | tag::A | tag::SWITCH | tag::UNKNOWN, Content::Graphics) => {
            (Display::Contents, Content::Graphics)
        }
        (tag::TEXT | tag::FOREIGN_OBJECT, Content::Graphics) => (Display::Block, Content::Flow),
        (tag::SVG, _) => (Display::InlineBlock, Content::Graphics),
        (tag::TSPAN | tag::TEXT_PATH | tag::A, Content::Flow) => (Display::Inline, Content::Flow),
        _ => HIDDEN,
    }
}
