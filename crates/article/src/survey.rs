//! One walk over the document: its elements with what each has for itself, and the elements that carry metadata.

use sapwood_extract::{
    Meta,
    boxes::{Declarations, is_inline},
    is_json_ld,
};
use sapwood_names::{NameId, Namespace, attr, sets, tag};
use sapwood_tree::{ElementHead, Node, NodeSet, Visitor};

use crate::{
    measure::{Print, Text, measure},
    tokens::{self, Tokens},
    vocabulary::{Concept, Concepts},
};

/// An element that can hold content, in tree order.
pub(crate) struct Block {
    pub(crate) parent: u32,
    /// The index after its last descendant.
    pub(crate) end: u32,
    /// The name of an HTML element; none for others.
    pub(crate) tag: NameId,
    pub(crate) concepts: Concepts,
    pub(crate) role: Role,
    pub(crate) flow: Flow,
    /// Whether it is hidden, and no part that opens on a click.
    pub(crate) is_hidden: bool,
    /// Whether it is in a link, or one.
    pub(crate) is_link: bool,
    /// The text that is its child.
    pub(crate) own: Text,
    /// The hashes of the text before it and before its end.
    pub(crate) before: Print,
    pub(crate) after: Print,
}

/// How an element takes part in the lines of text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    Inline,
    Block,
    Heading,
}

/// The blocks above a label that it can name: a card, and what holds its head.
const LEVELS_ABOVE_LABEL: u32 = 2;

/// Roles of ARIA that name parts of a page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    None,
    Main,
    Navigation,
    Banner,
    Footer,
    Complementary,
    Search,
    Menu,
    Dialog,
    Alert,
}

/// Reasons to read metadata from a block.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Hint {
    /// Whether it is named or linked as the author, or has the property.
    pub(crate) is_author: bool,
    /// Whether it is a `time` element, or has a property.
    pub(crate) is_stated: bool,
    /// Whether it is named as a date.
    pub(crate) is_dated: bool,
    /// Whether it is an `h1`.
    pub(crate) is_heading: bool,
}

/// The elements that can hold content, measured.
pub(crate) struct Blocks {
    /// The document node, and the elements.
    pub(crate) blocks: Vec<Block>,
    /// The `body`, or the document.
    pub(crate) body: usize,
}

/// Findings of the walk.
pub(crate) struct Survey<'d, N> {
    pub(crate) root: N,
    pub(crate) page: Blocks,
    /// The node of each block.
    nodes: Vec<N>,
    /// Elements that hold no content: scripts, controls, graphics.
    pub(crate) empty: NodeSet,
    pub(crate) metas: Vec<Meta<'d, N>>,
    pub(crate) json_ld: Vec<N>,
    pub(crate) title: Option<N>,
    pub(crate) canonical: Option<&'d str>,
    /// Blocks with an `itemprop`, and the property.
    pub(crate) properties: Vec<(u32, &'d str)>,
    /// Values of `itemtype`.
    pub(crate) item_types: Vec<&'d str>,
    /// Blocks that metadata may be read from, in tree order: headings, dates, authors and properties.
    pub(crate) hints: Vec<(u32, Hint)>,
}

/// The walk over the document.
struct SurveyWalk<'d, N> {
    survey: Survey<'d, N>,
    tokens: Tokens<'d>,
    /// The hash of the text so far.
    print: Print,
    /// The innermost open block.
    open: usize,
}

impl<'d, N: Node<'d>> Visitor<N> for SurveyWalk<'d, N> {
    fn text(&mut self, node: N) {
        let block = &mut self.survey.page.blocks[self.open];
        if block.before == self.print
            && block.flow == Flow::Block
            && tokens::leads_to_another_page(node.data())
        {
            block.concepts = block.concepts.with(Concepts::of(Concept::Related));
        }
        block.text(node.data(), &mut self.print);
    }

    fn element(&mut self, node: N) -> bool {
        let Self { survey, tokens, print, open } = self;
        let head = node.element_head().filter(|head| !survey.is_left_out(node, *head));
        let Some(head) = head else { return false };
        let block = survey.block(node, head, *open, tokens, *print);
        *open = survey.page.blocks.len();
        survey.add(node, block);
        true
    }

    fn leave(&mut self, node: N) {
        let Self { survey, print, open, .. } = self;
        let end = survey.page.blocks.len() as u32;
        let block = &mut survey.page.blocks[*open];
        (block.end, block.after) = (end, *print);
        let parent = block.parent as usize;
        let is_label = block.flow != Flow::Heading && block.is_label();
        if block.flow == Flow::Heading || is_label {
            survey.name_section(*open, node, is_label);
        }
        *open = parent;
    }
}

impl<'d, N: Node<'d>> Survey<'d, N> {
    pub(crate) fn of(root: N) -> Self {
        let room = root.bound() / 3;
        let mut survey = Self {
            root,
            page: Blocks { blocks: Vec::with_capacity(room), body: 0 },
            nodes: Vec::with_capacity(room),
            empty: NodeSet::default(),
            metas: Vec::new(),
            json_ld: Vec::new(),
            title: None,
            canonical: None,
            properties: Vec::new(),
            item_types: Vec::new(),
            hints: Vec::new(),
        };
        survey.add(root, Block::root());
        let mut walk =
            SurveyWalk { survey, tokens: Tokens::new(), print: Print::default(), open: 0 };
        root.visit_descendants(&mut walk);
        let SurveyWalk { mut survey, print, .. } = walk;
        let end = survey.page.blocks.len() as u32;
        (survey.page.blocks[0].end, survey.page.blocks[0].after) = (end, print);
        survey.page.body =
            survey.page.blocks.iter().position(|it| it.tag == tag::BODY).unwrap_or(0);
        survey
    }

    fn add(&mut self, node: N, block: Block) {
        self.page.blocks.push(block);
        self.nodes.push(node);
    }

    /// Gives the concept of a heading to its section: the outermost block that begins with it. A label is no heading, and
    /// names what is near (1, 0).
    ///
    /// A block begins with one heading, and those nested in it, of which few are [read](tokens::of_heading). So each
    /// block is passed few times.
    fn name_section(&mut self, heading: usize, node: N, is_label: bool) {
        let Block { before, after, .. } = self.page.blocks[heading];
        if after.length_since(before) > tokens::LONGEST_HEADING {
            return;
        }
        let Some(concept) = tokens::of_heading(node) else { return };
        let mut section = heading;
        let mut levels = if is_label { LEVELS_ABOVE_LABEL } else { u32::MAX };
        loop {
            let parent = self.page.blocks[section].parent as usize;
            let Block { before: start, tag, flow, .. } = self.page.blocks[parent];
            let is_page = matches!(tag, tag::BODY | tag::MAIN | tag::ARTICLE);
            if parent == section || start != before || is_page || levels == 0 {
                break;
            }
            levels -= u32::from(flow == Flow::Block);
            section = parent;
        }
        let concepts = &mut self.page.blocks[section].concepts;
        *concepts = concepts.with(Concepts::of(concept));
    }

    pub(crate) fn node(&self, block: usize) -> N {
        self.nodes[block]
    }

    /// Whether the element holds no content; notes its metadata.
    fn is_left_out(&mut self, node: N, head: ElementHead) -> bool {
        match (head.namespace, head.name) {
            (Namespace::Html, tag::META) => self.metas.extend(Meta::of(node)),
            (Namespace::Html, tag::LINK) => {
                let is_canonical = |rel: &str| {
                    rel.split_ascii_whitespace().any(|it| it.eq_ignore_ascii_case("canonical"))
                };
                if self.canonical.is_none()
                    && node.known_attribute(attr::REL).is_some_and(is_canonical)
                {
                    self.canonical = node.known_attribute(attr::HREF);
                }
            }
            (Namespace::Html, tag::TITLE) => {
                self.title.get_or_insert(node);
            }
            (Namespace::Html, tag::SCRIPT) => {
                if is_json_ld(node) {
                    self.json_ld.push(node);
                }
                self.empty.insert(node);
            }
            // A `noscript` with markup is content for readers without scripts; with scripting on it is one text.
            (Namespace::Html, tag::NOSCRIPT) => {
                let is_text = node.children().all(|child| !child.is_element());
                if is_text {
                    self.empty.insert(node);
                }
                return is_text;
            }
            (Namespace::Html, tag::HEAD) => return false,
            (Namespace::Html, id) if has_no_content(id) => self.empty.insert(node),
            (Namespace::Svg, _) => self.empty.insert(node),
            _ => return false,
        }
        true
    }

    /// The block of an element.
    fn block(
        &mut self,
        node: N,
        head: ElementHead,
        parent: usize,
        tokens: &mut Tokens<'d>,
        before: Print,
    ) -> Block {
        let is_html = head.namespace == Namespace::Html;
        let id = if is_html { head.name } else { NameId::UNKNOWN };
        let (index, outer) = (self.page.blocks.len() as u32, &self.page.blocks[parent]);
        let is_fold = outer.concepts.has(Concept::Fold);
        let mut block = Block {
            parent: parent as u32,
            tag: id,
            flow: flow(head),
            is_link: outer.is_link || id == tag::A,
            before,
            after: before,
            ..Block::root()
        };
        let (mut is_panel, mut is_author, mut is_property) = (false, false, false);
        for (position, (_, name)) in node.attribute_names().enumerate() {
            let value = || node.attribute_value(position).unwrap_or_default();
            match name {
                attr::CLASS => block.concepts = block.concepts.with(tokens.classes(value())),
                attr::ID => block.concepts = block.concepts.with(Tokens::id(value())),
                attr::ROLE => {
                    block.role = role(value());
                    is_panel = value().trim_ascii().eq_ignore_ascii_case("tabpanel");
                }
                attr::STYLE => block.is_hidden |= Declarations::parse(value()).hide(),
                attr::HIDDEN => block.is_hidden |= !value().eq_ignore_ascii_case("until-found"),
                attr::ARIA_HIDDEN => block.is_hidden |= value().eq_ignore_ascii_case("true"),
                attr::ITEMPROP => {
                    self.properties.push((index, value()));
                    is_author |= value().trim_ascii() == "author";
                    is_property = true;
                }
                attr::ITEMTYPE => self.item_types.push(value()),
                attr::REL if id == tag::A => is_author |= value().contains("author"),
                _ => {}
            }
        }
        // +.02 for services and products: closed panels and answers are content.
        if is_panel || is_fold || block.concepts.has(Concept::Fold) {
            block.is_hidden = false;
        }
        let hint = Hint {
            is_author: is_author || block.concepts.has(Concept::Byline),
            is_dated: block.concepts.has(Concept::Dated),
            is_stated: is_property || id == tag::TIME,
            is_heading: id == tag::H1,
        };
        if hint != Hint::default() {
            self.hints.push((index, hint));
        }
        block
    }
}

impl Block {
    fn root() -> Self {
        Self {
            parent: 0,
            end: 0,
            tag: NameId::UNKNOWN,
            concepts: Concepts::NONE,
            role: Role::None,
            flow: Flow::Block,
            is_hidden: false,
            is_link: false,
            own: Text::default(),
            before: Print::default(),
            after: Print::default(),
        }
    }

    /// Whether its only text could be a heading without being one.
    fn is_label(&self) -> bool {
        let length = self.after.length_since(self.before);
        !self.is_link
            && (1..=tokens::LONGEST_HEADING).contains(&length)
            && self.own.length == length
            && matches!(
                self.tag,
                tag::P | tag::DIV | tag::SPAN | tag::STRONG | tag::B | tag::LABEL | tag::HEADER
            )
    }

    /// Adds a text that is its child.
    fn text(&mut self, text: &str, print: &mut Print) {
        let white = sapwood_scan::whitespace_run(text.as_bytes());
        if white == text.len() {
            return;
        }
        let text = text[white..].trim_ascii_end();
        let (length, has_marks) = measure(text);
        print.push(text, length);
        self.own.length = self.own.length.saturating_add(length);
        if self.is_link {
            self.own.linked = self.own.linked.saturating_add(length);
        }
        self.own.has_marks |= has_marks;
    }
}

fn role(value: &str) -> Role {
    let value = value.trim_ascii();
    let known = [
        ("main", Role::Main),
        ("navigation", Role::Navigation),
        ("banner", Role::Banner),
        ("contentinfo", Role::Footer),
        ("complementary", Role::Complementary),
        ("search", Role::Search),
        ("menu", Role::Menu),
        ("menubar", Role::Menu),
        ("dialog", Role::Dialog),
        ("alertdialog", Role::Dialog),
        ("alert", Role::Alert),
    ];
    known
        .iter()
        .find(|(name, _)| value.eq_ignore_ascii_case(name))
        .map_or(Role::None, |(_, role)| *role)
}

/// HTML elements that hold no content of a page: scripts, controls, embedded content.
fn has_no_content(id: NameId) -> bool {
    matches!(
        id,
        tag::STYLE
            | tag::TEMPLATE
            | tag::IFRAME
            | tag::OBJECT
            | tag::EMBED
            | tag::APPLET
            | tag::FRAME
            | tag::FRAMESET
            | tag::NOFRAMES
            | tag::NOEMBED
            | tag::CANVAS
            | tag::AUDIO
            | tag::VIDEO
            | tag::MAP
            | tag::SELECT
            | tag::OPTION
            | tag::DATALIST
            | tag::BUTTON
            | tag::TEXTAREA
            | tag::INPUT
            | tag::DIALOG
            | tag::METER
            | tag::PROGRESS
            | tag::AREA
    )
}

/// How an element takes part in the lines of text; elements of SVG and MathML are inline.
fn flow(head: ElementHead) -> Flow {
    if head.namespace != Namespace::Html {
        return Flow::Inline;
    }
    match head.name {
        id if sets::HEADING.contains(id) => Flow::Heading,
        // Its content stands for blocks that a script would make.
        tag::NOSCRIPT => Flow::Block,
        id if is_inline(id) => Flow::Inline,
        _ => Flow::Block,
    }
}
