//! The box of an element, by the [style sheet of
//! browsers](https://html.spec.whatwg.org/multipage/rendering.html#the-css-user-agent-style-sheet-and-presentational-hints)
//! and its `style` attribute.

use sapwood_names::{NameId, Namespace, attr, sets, tag};
use sapwood_tree::{ElementHead, Node};

use super::{
    casing::Language,
    declarations::{Declarations, Declared, DisplayValue},
    display::{Child, Content, Display},
    effects::{changes_box, effects_of},
    lines::WhiteSpace,
    text_transform::TextTransform,
};

/// The properties that hold inside an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The properties of the element that its children get only with `inherit`. They differ most often, so
    /// comparisons begin with them.
    pub own: Own,
    /// The white space that is kept.
    pub white_space: WhiteSpace,
    /// Whether text is visible.
    pub visible: bool,
    pub(super) text_transform: TextTransform,
    /// The language of `lang` attributes, if there is one.
    pub(super) language: Option<Language>,
    /// Whether all children are blocks.
    blockified: bool,
    /// Whether hidden elements are rendered, too: the caller leaves out what shall be.
    reveals: bool,
}

/// Properties that aren't inherited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    /// The children that are rendered.
    pub content: Content,
    display: DisplayValue,
    floats: bool,
    is_positioned: bool,
    skips_contents: bool,
    /// Whether the element floats or is positioned, so that the line around it goes on.
    pub is_out_of_flow: bool,
}

// Every element copies them.
const _: () = assert!(size_of::<Own>() == 16 && size_of::<Context>() == 24);

impl Own {
    /// The properties of an element of which nothing but the box is special.
    #[inline]
    const fn of((display, content): (Display, Content)) -> Self {
        let has_boxes = matches!(content, Content::Boxes);
        Self {
            content,
            display: DisplayValue { display, has_boxes, is_flexible: false },
            floats: false,
            is_positioned: false,
            skips_contents: false,
            is_out_of_flow: false,
        }
    }
}

impl Context {
    /// The context in which `hidden`, `display: none`, closed `details` and the like have no effect.
    #[inline]
    #[must_use]
    pub fn revealing() -> Self {
        Self { reveals: true, ..Self::default() }
    }
}

impl Default for Context {
    #[inline]
    fn default() -> Self {
        Self {
            white_space: WhiteSpace::Collapse,
            visible: true,
            text_transform: TextTransform::None,
            language: None,
            blockified: false,
            reveals: false,
            own: Own::of(UNKNOWN),
        }
    }
}

/// A replaced element: it has a box, and no text in the document.
const REPLACED: (Display, Content) = (Display::InlineBlock, Content::Only(None));

/// The required line break count before and after an element that is rendered.
#[inline]
pub(super) fn breaks<'d>(element: impl Node<'d>, display: Display) -> u8 {
    if element.is_html(tag::P) {
        return 2;
    }
    u8::from(matches!(display, Display::Block | Display::Table | Display::TableCaption))
}

#[inline]
fn is_html(head: ElementHead, id: NameId) -> bool {
    head.namespace == Namespace::Html && head.name == id
}

/// The box of an element, whose parent gives `outer`, and the context of its content.
///
/// Most elements have no attribute that changes their box, and stand where all children of an element have one. For
/// these the [cascade] comes down to the default box.
#[inline]
pub fn style<'d>(node: impl Node<'d>, outer: &Context) -> (Display, Context) {
    let mut inner = *outer;
    if let Some(ElementHead { namespace: Namespace::Html, name, .. }) = node.element_head()
        && !changes_box(node, effects_of(node))
        && let Some(display) = inner.enter_usual(name)
    {
        debug_assert_eq!((display, inner), cascade(node, outer), "the cascade agrees");
        return (display, inner);
    }
    cascade(node, outer)
}

impl Context {
    /// Enters an HTML element without attributes that change its box, and returns the box. Returns `None`, and
    /// changes nothing, if more than its name decides on it. A box of [`Display::None`] changes nothing either.
    #[inline]
    pub fn enter_usual(&mut self, id: NameId) -> Option<Display> {
        if self.blockified || !matches!(self.own.content, Content::Flow | Content::Boxes) {
            return None;
        }
        // By reference, so that it is copied as a whole.
        let own = match USUAL.get(id.index()) {
            Some(usual) => usual.as_ref()?,
            None => const { &Own::of(UNKNOWN) },
        };
        let display = own.display.display;
        if display != Display::None {
            if self.reveals {
                self.visible = true;
            }
            self.own = *own;
        }
        Some(display)
    }
}

/// The box of any element, and the context of its content.
///
/// The sources of style follow each other in the order of the cascade, which is why this is one function.
#[cold]
#[inline]
pub fn cascade<'d>(node: impl Node<'d>, outer: &Context) -> (Display, Context) {
    let Some(name) = node.element_head() else { return (Display::None, *outer) };
    if matches!(outer.own.content, Content::Only(only) if only != Some(Child::of(node))) {
        return (Display::None, *outer);
    }
    let is_html_element = name.namespace == Namespace::Html;
    let DefaultBox { mut display, mut content, is_important } = match name.namespace {
        Namespace::Html => html(node, name.name, outer.reveals),
        Namespace::MathMl => math(node, name.name).into(),
        Namespace::Svg => svg(name.name, outer.own.content).into(),
        _ => (Display::Inline, Content::Flow).into(),
    };
    // Copied as a whole, which takes fewer instructions than field by field.
    let mut inner = *outer;
    inherit(node, name, &mut inner);
    inner.blockified = content == Content::Boxes
        && name.namespace == Namespace::MathMl
        && !matches!(name.name, tag::MTABLE | tag::MTR);
    let (mut declared, mut floats, mut skips_contents) = (None, false, false);
    let mut has_xml_lang = false;
    for (position, (namespace, attribute)) in node.attribute_names().enumerate() {
        let value = || node.attribute_value(position).unwrap_or_default();
        match attribute {
            attr::STYLE => declared = Some(Declarations::parse(value())),
            // `xml:lang` comes before `lang`, which XML elements don't have.
            attr::LANG if namespace == Namespace::Xml => {
                has_xml_lang = true;
                inner.language = Some(Language::of(value()));
            }
            attr::LANG
                if namespace == Namespace::None
                    && !has_xml_lang
                    && matches!(name.namespace, Namespace::Html | Namespace::Svg) =>
            {
                inner.language = Some(Language::of(value()));
            }
            _ if !is_html_element || outer.reveals && is_hiding(attribute) => {}
            attr::HIDDEN if value().eq_ignore_ascii_case("until-found") => {
                skips_contents = true;
            }
            attr::HIDDEN if name.name != tag::EMBED => display = Display::None,
            attr::POPOVER if name.name != tag::DIALOG => display = Display::None,
            attr::ALIGN => floats = is_floated(node, name.name, value()),
            _ => {}
        }
    }
    let display_value = match declared.as_ref().map(|declared| declared.display) {
        None | Some(Declared::Nothing | Declared::Revert) => None,
        Some(Declared::Value(value)) => Some(value),
        Some(Declared::Inherit) => Some(outer.own.display),
    };
    if let Some(declaration) = display_value
        && !is_important
    {
        let is_table_part = is_html_element && content == Content::Boxes;
        match (declaration.display, content) {
            (Display::None, _) if outer.reveals => {}
            (Display::None, _) => display = Display::None,
            // These have their own kind of box, and lose it with `contents`.
            (Display::Contents, Content::Only(None) | Content::Options | Content::Graphics) => {
                display = Display::None;
            }
            (Display::Contents, _) if display == Display::Break => display = Display::None,
            _ if display == Display::Break || is_html(name, tag::WBR) => {}
            // Nested SVG elements have no boxes of CSS.
            (_, Content::Graphics) if outer.own.content == Content::Graphics => {}
            (outside, Content::Only(None) | Content::Options | Content::Graphics) => {
                display = match outside {
                    Display::Block | Display::Table => Display::Block,
                    _ => Display::InlineBlock,
                };
            }
            (outside, Content::Only(Some(_))) if is_html_element => display = outside,
            (Display::Inline, Content::Flow) if is_html(name, tag::BUTTON) => {
                display = Display::InlineBlock;
            }
            (outside, _)
                if (content == Content::Flow && outer.own.content != Content::Graphics)
                    || is_table_part =>
            {
                (display, content) = (outside, declaration.content());
                inner.blockified = declaration.is_flexible;
            }
            _ => {}
        }
    }
    if display == Display::None {
        return (Display::None, *outer);
    }
    let mut is_positioned = false;
    if let Some(declared) = &declared {
        inner.visible = declared.visible.resolve(outer.visible, inner.visible, inner.visible);
        inner.white_space =
            declared.white_space.resolve(outer.white_space, inner.white_space, inner.white_space);
        inner.text_transform = declared.text_transform.resolve(
            outer.text_transform,
            inner.text_transform,
            inner.text_transform,
        );
        floats = declared.floats.resolve(outer.own.floats, floats, false);
        is_positioned = declared.is_positioned.resolve(outer.own.is_positioned, false, false);
        skips_contents = declared.skips_contents.resolve(
            outer.own.skips_contents,
            skips_contents,
            skips_contents,
        );
    }
    inner.visible |= outer.reveals;
    let mut is_out_of_flow = (floats || is_positioned)
        && !is_html(name, tag::WBR)
        && !matches!(display, Display::Contents | Display::Break);
    if outer.blockified || is_out_of_flow {
        display = blockify(display);
    }
    // `content-visibility` doesn't apply where size containment has no effect.
    let can_skip = matches!(display, Display::Block | Display::InlineBlock | Display::TableCaption);
    let display_value = DisplayValue {
        display,
        has_boxes: content == Content::Boxes,
        is_flexible: inner.blockified,
    };
    if can_skip && skips_contents && !outer.reveals {
        content = Content::Only(None);
    }
    // Between a `select` and its options other elements have no boxes.
    if outer.own.content == Content::Options {
        is_out_of_flow = false;
        if is_html(name, tag::OPTION) || is_html(name, tag::OPTGROUP) {
            display = Display::Block;
        } else {
            (display, content) = (Display::Contents, Content::Options);
        }
    }
    inner.own = Own {
        content,
        display: display_value,
        floats,
        is_positioned,
        skips_contents,
        is_out_of_flow,
    };
    (display, inner)
}

/// Whether an attribute hides its element.
#[inline]
fn is_hiding(name: NameId) -> bool {
    matches!(name, attr::HIDDEN | attr::POPOVER)
}

/// Sets the inherited properties that the style sheet of browsers changes.
#[inline]
fn inherit<'d>(node: impl Node<'d>, head: ElementHead, inner: &mut Context) {
    match (head.namespace, head.name) {
        (Namespace::Html, id) if sets::PREFORMATTED.contains(id) => {
            inner.white_space = WhiteSpace::Preserve;
        }
        (Namespace::Html, tag::TABLE) if node.mode().is_quirks() => {
            inner.white_space = WhiteSpace::Collapse;
        }
        (Namespace::Html, tag::BUTTON | tag::INPUT | tag::SELECT | tag::TEXTAREA) => {
            inner.text_transform = TextTransform::None;
        }
        (Namespace::MathMl, tag::MPHANTOM) => inner.visible = false,
        (Namespace::MathMl, tag::MI) => {
            let variant = node.known_attribute(attr::MATHVARIANT).unwrap_or_default();
            inner.text_transform = if variant.eq_ignore_ascii_case("normal") {
                TextTransform::None
            } else {
                TextTransform::MathAuto
            };
        }
        _ => {}
    }
}

/// Whether the `align` attribute of an HTML element makes it
/// [float](https://html.spec.whatwg.org/multipage/rendering.html#attributes-for-embedded-content-and-images).
#[inline]
fn is_floated<'d>(node: impl Node<'d>, id: NameId, align: &str) -> bool {
    let floats = match id {
        tag::EMBED | tag::IFRAME | tag::IMG | tag::OBJECT | tag::TABLE => true,
        tag::INPUT => {
            node.known_attribute(attr::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("image"))
        }
        _ => false,
    };
    floats && ["left", "right"].iter().any(|side| align.eq_ignore_ascii_case(side))
}

/// [Blockifies](https://drafts.csswg.org/css-display/#blockify) a box.
#[inline]
fn blockify(display: Display) -> Display {
    match display {
        Display::None | Display::Contents | Display::Break | Display::Table => display,
        Display::InlineTable => Display::Table,
        _ => Display::Block,
    }
}

/// The box of an element by the style sheet of browsers.
struct DefaultBox {
    display: Display,
    content: Content,
    /// Whether the `display` is `!important`, so that a `style` attribute can't change it.
    is_important: bool,
}

impl From<(Display, Content)> for DefaultBox {
    #[inline]
    fn from((display, content): (Display, Content)) -> Self {
        Self { display, content, is_important: false }
    }
}

#[inline]
fn html<'d>(node: impl Node<'d>, id: NameId, reveals: bool) -> DefaultBox {
    let has = |name| node.known_attribute(name).is_some();
    let is_important = match id {
        tag::NOSCRIPT => !reveals,
        tag::AUDIO => !has(attr::CONTROLS),
        tag::INPUT => {
            node.known_attribute(attr::TYPE).is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
        }
        _ => false,
    };
    let (display, content) = match id {
        _ if is_important => HIDDEN,
        tag::DETAILS if reveals => (Display::Block, Content::Flow),
        _ => shown_html(node, id),
    };
    DefaultBox { display, content, is_important }
}

/// The box of an element that is unknown, or has no rule in the style sheet.
const UNKNOWN: (Display, Content) = (Display::Inline, Content::Flow);

/// One past the last name with a rule.
const RULES: usize = 256;

/// The properties of elements with a [usual box](usual_box), by name.
static USUAL: [Option<Own>; RULES] = {
    let mut usual = [None; RULES];
    let mut index = 0;
    while index < RULES {
        if let Some(its) = usual_box(NameId::from_index(index)) {
            usual[index] = Some(Own::of(its));
        }
        index += 1;
    }
    usual
};

/// The box of an HTML element if its name decides on it alone: no attribute, no child, and no rule for an inherited
/// property.
#[inline]
const fn usual_box(id: NameId) -> Option<(Display, Content)> {
    if is_special(id) { None } else { Some(box_of(id)) }
}

const _: () = {
    let mut index = RULES;
    while index < NameId::FIRST_DYNAMIC.index() {
        let id = NameId::from_index(index);
        assert!(matches!(box_of(id), UNKNOWN) && !is_special(id), "the table has every rule");
        index += 1;
    }
};

/// Whether the box of an HTML element, or an inherited property, depends on more than its name.
#[inline]
const fn is_special(id: NameId) -> bool {
    sets::PREFORMATTED.contains(id)
        || matches!(
            id,
            tag::NOSCRIPT
                | tag::AUDIO
                | tag::INPUT
                | tag::DETAILS
                | tag::DIALOG
                | tag::OBJECT
                | tag::TABLE
                | tag::BUTTON
                | tag::SELECT
                | tag::TEXTAREA
        )
}

#[inline]
fn shown_html<'d>(node: impl Node<'d>, id: NameId) -> (Display, Content) {
    let has = |name| node.known_attribute(name).is_some();
    match id {
        tag::DIALOG if !has(attr::OPEN) => HIDDEN,
        tag::DETAILS if !has(attr::OPEN) => {
            let summary = node.children().find(|child| child.is_html(tag::SUMMARY));
            (Display::Block, Content::Only(summary.map(Child::of)))
        }
        tag::OBJECT if node.known_attribute(attr::DATA).is_some_and(|it| !it.is_empty()) => {
            REPLACED
        }
        _ => box_of(id),
    }
}

/// The box of an HTML element of that name; of a `dialog` or `details` that is open, and an `object` without data.
#[inline]
const fn box_of(id: NameId) -> (Display, Content) {
    use Display::{Block, Break, Contents, Inline, InlineBlock, None as Hidden, Table};
    let display = match id {
        _ if sets::HIDDEN.contains(id) => Hidden,
        // Neither a column of a table nor the source of a replaced element has text.
        tag::COL | tag::COLGROUP | tag::SOURCE | tag::TRACK => Hidden,

        _ if sets::BLOCK.contains(id) => Block,
        tag::FRAMESET | tag::OPTION => Block,
        tag::OPTGROUP => return (Block, Content::Options),

        tag::TABLE => return (Table, Content::Boxes),
        tag::CAPTION => Display::TableCaption,
        _ if sets::ROW_GROUP.contains(id) => return (Display::TableRowGroup, Content::Boxes),
        tag::TR => return (Display::TableRow, Content::Boxes),
        _ if sets::CELL.contains(id) => Display::TableCell,

        tag::BR => Break,
        tag::SLOT => Contents,
        tag::BUTTON | tag::MARQUEE => InlineBlock,
        tag::SELECT => return (InlineBlock, Content::Options),
        tag::AUDIO | tag::CANVAS | tag::EMBED | tag::FRAME | tag::IFRAME | tag::IMG => {
            return REPLACED;
        }
        tag::INPUT => return REPLACED,
        tag::METER | tag::PROGRESS | tag::TEXTAREA | tag::VIDEO => return REPLACED,
        _ => Inline,
    };
    (display, Content::Flow)
}

/// Whether an element, if nothing else is declared, is part of a line. Unknown elements aren't, since pages lay out with
/// them.
#[inline]
#[must_use]
pub fn is_inline(id: NameId) -> bool {
    INLINE.get(id.index()).copied().unwrap_or(id.is_known())
}

/// Whether each known name is one of a part of a line.
static INLINE: [bool; RULES] = {
    let mut names = [false; RULES];
    let mut index = 1;
    while index < RULES {
        let (display, _) = box_of(NameId::from_index(index));
        names[index] = matches!(display, Display::Inline | Display::InlineBlock);
        index += 1;
    }
    names
};

const HIDDEN: (Display, Content) = (Display::None, Content::Flow);

/// By the [style sheet of MathML Core](https://w3c.github.io/mathml-core/#user-agent-stylesheet).
#[inline]
fn math<'d>(node: impl Node<'d>, id: NameId) -> (Display, Content) {
    let first = || {
        let element = node.children().find(|it| it.is_element());
        Content::Only(element.map(Child::of))
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

/// By [SVG](https://svgwg.org/svg2-draft/render.html#Definitions): which elements draw text depends on the element
/// they are in.
#[inline]
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
