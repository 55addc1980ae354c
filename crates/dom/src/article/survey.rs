//! One walk over the document: its elements with what each has for itself, and the elements that carry metadata.

use names::{NameId, Namespace, attr, tag};

use super::vocabulary::{Concept, Concepts, Vocabulary};
use crate::{
    Document, NodeRef,
    extract::{
        Meta,
        metadata::is_json_ld,
        walk::{Step, Walk},
    },
    store::node::Slot,
};

/// An element that can hold content, in tree order.
pub(super) struct Block {
    pub(super) slot: Slot,
    pub(super) parent: u32,
    /// The index after its last descendant.
    pub(super) end: u32,
    /// The name of an HTML element; none for others.
    pub(super) tag: NameId,
    pub(super) concepts: Concepts,
    pub(super) role: Role,
    pub(super) flow: Flow,
    /// Whether it is hidden, and no part that opens on a click.
    pub(super) is_hidden: bool,
    /// Whether it is in a link, or one.
    pub(super) is_link: bool,
    /// The text that is its child.
    pub(super) own: Text,
    /// The hashes of the text before it and before its end.
    pub(super) before: Print,
    pub(super) after: Print,
}

/// How an element takes part in the lines of text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Inline,
    Block,
    Heading,
}

/// Roles of ARIA that name parts of a page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
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

/// The size of texts, white space collapsed, in characters.
#[derive(Clone, Copy, Default)]
pub(super) struct Text {
    pub(super) length: u32,
    /// The part in links.
    pub(super) linked: u32,
    /// Whether it has the marks of sentences.
    pub(super) has_marks: bool,
}

/// A running hash of texts, of which a difference is the hash of the texts between.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Print {
    hash: u64,
    texts: u32,
}

const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

impl Print {
    fn push(&mut self, text: &str) {
        let mut hash = text.len() as u64;
        let mut chunks = text.as_bytes().chunks_exact(8);
        for chunk in &mut chunks {
            let word = u64::from_le_bytes(chunk.try_into().unwrap_or_default());
            hash = (hash.rotate_left(23) ^ word).wrapping_mul(BASE);
        }
        for &byte in chunks.remainder() {
            hash = (hash.rotate_left(9) ^ u64::from(byte)).wrapping_mul(BASE);
        }
        self.hash = self.hash.wrapping_mul(BASE).wrapping_add(hash ^ hash >> 29);
        self.texts += 1;
    }

    /// The hash of the texts since `earlier`.
    pub(super) fn since(self, earlier: Self) -> u64 {
        let power = BASE.wrapping_pow(self.texts.wrapping_sub(earlier.texts));
        self.hash.wrapping_sub(earlier.hash.wrapping_mul(power))
    }
}

/// Findings of the walk.
pub(super) struct Survey<'a> {
    pub(super) document: &'a Document,
    /// The document node, and the elements that can hold content.
    pub(super) blocks: Vec<Block>,
    /// The `body`, or the document.
    pub(super) body: usize,
    /// Elements that hold no content: scripts, controls, graphics.
    pub(super) empty: Vec<Slot>,
    pub(super) metas: Vec<Meta<'a>>,
    pub(super) json_ld: Vec<NodeRef<'a>>,
    pub(super) title: Option<NodeRef<'a>>,
    pub(super) canonical: Option<&'a str>,
    /// Blocks with an `itemprop`, and the property.
    pub(super) properties: Vec<(u32, &'a str)>,
    /// Values of `itemtype`.
    pub(super) item_types: Vec<&'a str>,
    /// Blocks that are `a rel=author`.
    pub(super) authors: Vec<u32>,
}

impl<'a> Survey<'a> {
    pub(super) fn of(document: &'a Document) -> Self {
        let root = document.root();
        let mut survey = Self {
            document,
            blocks: Vec::with_capacity(document.len() / 3),
            body: 0,
            empty: Vec::new(),
            metas: Vec::new(),
            json_ld: Vec::new(),
            title: None,
            canonical: None,
            properties: Vec::new(),
            item_types: Vec::new(),
            authors: Vec::new(),
        };
        let mut vocabulary = Vocabulary::new();
        let mut print = Print::default();
        survey.blocks.push(Block::root(root.id));
        let mut open = 0;
        let mut walk = Walk::over(root);
        while let Some(step) = walk.next() {
            match step {
                Step::Enter(node) => {
                    if let Some(text) = node.as_text() {
                        survey.blocks[open].text(text, &mut print);
                        walk.skip_children();
                    } else if !node.is_element() || survey.is_left_out(node) {
                        walk.skip_children();
                    } else {
                        let block = survey.block(node, open, &mut vocabulary, print);
                        open = survey.blocks.len();
                        survey.blocks.push(block);
                    }
                }
                Step::Leave(node) if survey.blocks[open].slot == node.id => {
                    let end = survey.blocks.len() as u32;
                    let block = &mut survey.blocks[open];
                    (block.end, block.after) = (end, print);
                    open = block.parent as usize;
                }
                Step::Leave(_) => {}
            }
        }
        let end = survey.blocks.len() as u32;
        (survey.blocks[0].end, survey.blocks[0].after) = (end, print);
        survey.body = survey.blocks.iter().position(|it| it.tag == tag::BODY).unwrap_or(0);
        survey
    }

    pub(super) fn node(&self, block: usize) -> NodeRef<'a> {
        NodeRef { document: self.document, id: self.blocks[block].slot }
    }

    /// Whether the element holds no content; notes its metadata.
    fn is_left_out(&mut self, node: NodeRef<'a>) -> bool {
        let Some(name) = node.name() else { return true };
        match (name.namespace, name.name.id) {
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
                self.empty.push(node.id);
            }
            // A `noscript` with markup is content for readers without scripts; with scripting on it is one text.
            (Namespace::Html, tag::NOSCRIPT) => {
                let is_text = node.children().all(|child| !child.is_element());
                if is_text {
                    self.empty.push(node.id);
                }
                return is_text;
            }
            (Namespace::Html, tag::HEAD) => return false,
            (Namespace::Html, id) if has_no_content(id) => self.empty.push(node.id),
            (Namespace::Svg, _) => self.empty.push(node.id),
            _ => return false,
        }
        true
    }

    fn block(
        &mut self,
        node: NodeRef<'a>,
        parent: usize,
        vocabulary: &mut Vocabulary<'a>,
        before: Print,
    ) -> Block {
        let is_html = node.head().is_element_of(Namespace::Html);
        let id = node.name().map_or(NameId::UNKNOWN, |name| name.name.id);
        let index = self.blocks.len() as u32;
        let mut block = Block {
            slot: node.id,
            parent: parent as u32,
            end: 0,
            tag: if is_html { id } else { NameId::UNKNOWN },
            concepts: Concepts::NONE,
            role: Role::None,
            flow: if is_html { flow(id) } else { Flow::Inline },
            is_hidden: false,
            is_link: self.blocks[parent].is_link || is_html && id == tag::A,
            own: Text::default(),
            before,
            after: before,
        };
        let mut is_panel = false;
        for attribute in node.attrs() {
            let value = || attribute.value();
            match attribute.name_id() {
                attr::CLASS => {
                    block.concepts = block.concepts.with(vocabulary.classes(value()));
                }
                attr::ID => block.concepts = block.concepts.with(Vocabulary::id(value())),
                attr::ROLE => {
                    block.role = role(value());
                    is_panel = value().trim_ascii().eq_ignore_ascii_case("tabpanel");
                }
                attr::STYLE => block.is_hidden |= hides(value()),
                attr::HIDDEN => block.is_hidden |= !value().eq_ignore_ascii_case("until-found"),
                attr::ARIA_HIDDEN => block.is_hidden |= value().eq_ignore_ascii_case("true"),
                attr::ITEMPROP => self.properties.push((index, value())),
                attr::ITEMTYPE => self.item_types.push(value()),
                attr::REL if is_html && id == tag::A && value().contains("author") => {
                    self.authors.push(index);
                }
                _ => {}
            }
        }
        // +.02 for services and products: closed panels and answers are content.
        let folds = |concepts: Concepts| concepts.has(Concept::Fold);
        if is_panel || folds(block.concepts) || folds(self.blocks[parent].concepts) {
            block.is_hidden = false;
        }
        block
    }
}

impl Block {
    fn root(slot: Slot) -> Self {
        Self {
            slot,
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

    /// Adds a text that is its child.
    fn text(&mut self, text: &str, print: &mut Print) {
        let text = text.trim_ascii();
        if text.is_empty() {
            return;
        }
        print.push(text);
        let (length, has_marks) = measure(text);
        self.own.length = self.own.length.saturating_add(length);
        if self.is_link {
            self.own.linked = self.own.linked.saturating_add(length);
        }
        self.own.has_marks |= has_marks;
    }
}

/// The length of a text in characters, white space collapsed, and whether it has marks of sentences.
fn measure(text: &str) -> (u32, bool) {
    let (mut length, mut has_marks, mut was_space, mut was_mark) = (0_u32, false, false, false);
    for &byte in text.as_bytes() {
        let is_space = matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | 0x0c);
        has_marks |= was_mark && (is_space || matches!(byte, b'"' | b'\'' | b')' | 0xe2));
        was_mark = matches!(byte, b'.' | b',' | b'!' | b'?' | b':' | b';');
        // Bytes after the first of a character don't count.
        length += u32::from(byte & 0xc0 != 0x80 && !(is_space && was_space));
        was_space = is_space;
    }
    // Scripts without spaces have marks of their own.
    has_marks |= was_mark || !text.is_ascii() && text.as_bytes().windows(3).any(is_wide_mark);
    (length, has_marks && length > 20)
}

/// Whether these bytes are `。`, `，`, `！` or `？`.
fn is_wide_mark(bytes: &[u8]) -> bool {
    matches!(bytes, [0xe3, 0x80, 0x82] | [0xef, 0xbc, 0x8c | 0x81 | 0x9f])
}

/// Whether a `style` attribute hides the element.
fn hides(style: &str) -> bool {
    ["display", "visibility"].iter().any(|property| {
        let mut rest = style;
        while let Some(at) = rest.find(property) {
            rest = &rest[at + property.len()..];
            let value = rest.trim_ascii_start().strip_prefix(':').map(str::trim_ascii_start);
            if value.is_some_and(|it| it.starts_with("none") || it.starts_with("hidden")) {
                return true;
            }
        }
        false
    })
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

fn flow(id: NameId) -> Flow {
    match id {
        tag::H1 | tag::H2 | tag::H3 | tag::H4 | tag::H5 | tag::H6 => Flow::Heading,
        tag::A | tag::ABBR | tag::ACRONYM | tag::B | tag::BDI | tag::BDO | tag::BIG => Flow::Inline,
        tag::CITE | tag::CODE | tag::DATA | tag::DEL | tag::DFN | tag::EM | tag::FONT => {
            Flow::Inline
        }
        tag::I | tag::INS | tag::KBD | tag::LABEL | tag::MARK | tag::Q | tag::RP | tag::RT => {
            Flow::Inline
        }
        tag::RUBY | tag::S | tag::SAMP | tag::SMALL | tag::SPAN | tag::STRIKE => Flow::Inline,
        tag::STRONG | tag::SUB | tag::SUP | tag::TIME | tag::TT | tag::U | tag::VAR => Flow::Inline,
        tag::WBR | tag::IMG | tag::NOBR => Flow::Inline,
        _ => Flow::Block,
    }
}
