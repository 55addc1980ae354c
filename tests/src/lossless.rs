//! Random edits of documents that keep their source, and the proof of what they write.

use std::collections::BTreeMap;

use sapwood::{
    ByteOptions, Document, EditError, FragmentContext, Namespace, NodeData, NodeId, NodeRef,
    ParseOptions, SourceError,
    dom::{Origin, Patch},
    encoding::Encoding,
    parse_bytes_with, parse_fragment_with,
    xml::{self, XmlParseOptions},
};

use crate::soup::Random;

/// A way to parse an input.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// As a page in bytes. The encoding is that of the page once it is parsed.
    Bytes(Option<&'static Encoding>),
    /// As a page in text.
    Text,
    /// As a fragment in this context, in text.
    Fragment(&'static str),
    /// As XML in bytes.
    Xml,
}

impl Way {
    /// Parses an input and keeps it.
    fn parse(self, input: &[u8]) -> (Document, Self) {
        let options = ParseOptions::default().source(true).positions(true);
        let text = || String::from_utf8_lossy(input);
        match self {
            Self::Bytes(encoding) => {
                let options = ByteOptions::default().parsing(options).override_encoding(encoding);
                let parsed = parse_bytes_with(input, &options);
                (parsed.document, Self::Bytes(Some(parsed.encoding)))
            }
            Self::Text => (sapwood::parse_with(&text(), &options).document, self),
            Self::Fragment(context) => {
                let context = FragmentContext::parse(context).expect("a name of an element");
                (parse_fragment_with(&text(), context, &options).document, self)
            }
            Self::Xml => {
                let options = XmlParseOptions::default().source(true).positions(true);
                (xml::parse_bytes_with(input, &options).document, self)
            }
        }
    }

    /// The tree as text, with adjacent texts joined and empty ones left out.
    fn tree(self, document: &Document) -> String {
        let mut document = document.clone();
        let root = document.root().node_id();
        document.normalize(root).expect("the root is a node of the document");
        match self {
            // Names show whether namespaces are declared.
            Self::Xml => {
                let dump = document.xml_dump().to_string();
                let is_declaration = |line: &&str| line.contains("{http://www.w3.org/2000/xmlns/}");
                dump.split_inclusive('\n').filter(|line| !is_declaration(line)).collect()
            }
            _ => document.dump().to_string(),
        }
    }
}

/// A document that keeps its source.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The document.
    pub document: Document,
    way: Way,
}

impl Subject {
    /// Parses an input and keeps it.
    ///
    /// # Errors
    ///
    /// Returns an error if the unedited document doesn't write its input.
    pub fn new(input: &[u8], way: Way) -> Result<Self, Failure> {
        let (document, way) = way.parse(input);
        let subject = Self { document, way };
        match (subject.document.patches(), subject.document.to_source()) {
            (Ok(patches), Ok(source)) if patches.is_empty() && source == input => Ok(subject),
            other => Err(Failure::Wrong(format!("without edits: {other:?}"))),
        }
    }

    /// Checks the written source of the document.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with it, if anything; and the reason if the tree can't be written.
    pub fn check(&self) -> Result<(), Failure> {
        let Self { document, way } = self;
        let source = document.source().unwrap_or_default();
        let patches = match document.patches() {
            Ok(patches) => patches,
            Err(SourceError::Encoding) => return Err(Failure::Excluded("encoding")),
            Err(SourceError::Inexpressible) => return self.check_refusal(),
            Err(error) => return Err(Failure::Wrong(error.to_string())),
        };
        let written = document.to_source().map_err(|error| Failure::Wrong(error.to_string()))?;
        if written != applied(source, &patches)? {
            return Err(Failure::Wrong("the patches make another source".to_owned()));
        }
        let (own, its) = (way.tree(document), way.tree(&way.parse(&written).0));
        if own != its {
            let written = String::from_utf8_lossy(&written).into_owned();
            return Err(Failure::Wrong(format!("{written:?} is\n{its}and not\n{own}")));
        }
        Ok(())
    }

    /// Checks that the standard's serialization can't express the tree either.
    fn check_refusal(&self) -> Result<(), Failure> {
        let Self { document, way } = self;
        let (markup, way) = match way {
            Way::Xml => (document.to_xml(), Way::Xml),
            Way::Bytes(_) => (document.to_html(), Way::Text),
            way => (document.to_html(), *way),
        };
        let (own, its) = (way.tree(document), way.tree(&way.parse(markup.as_bytes()).0));
        let declares_attributes = matches!(way, Way::Xml)
            && document.source().is_some_and(|it| it.windows(9).any(|it| it == b"<!ATTLIST"));
        // The serializer leaves the declarations out, so it can express elements that lack their attributes.
        if own == its && !declares_attributes {
            return Err(Failure::Wrong(format!("markup can express\n{own}")));
        }
        Err(Failure::Excluded(match way {
            Way::Xml if declares_attributes => "declared attributes",
            Way::Xml => "XML",
            _ => reason(document),
        }))
    }
}

/// A pair of document and edits that doesn't hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Something is wrong.
    Wrong(String),
    /// Markup can't express the tree, for this reason.
    Excluded(&'static str),
}

/// Applies patches by hand.
fn applied(source: &[u8], patches: &[Patch]) -> Result<Vec<u8>, Failure> {
    let mut out = Vec::new();
    let mut at = 0;
    for Patch { range, replacement } in patches {
        if range.start < at || range.end < range.start || range.end > source.len() {
            return Err(Failure::Wrong(format!("patches overlap at {range:?}")));
        }
        out.extend_from_slice(&source[at..range.start]);
        out.extend_from_slice(replacement);
        at = range.end;
    }
    out.extend_from_slice(&source[at..]);
    Ok(out)
}

/// The likely reason why markup can't express a tree.
fn reason(document: &Document) -> &'static str {
    let has = |test: &dyn Fn(NodeRef<'_>) -> bool| document.root().descendants().any(test);
    let is_one_of = |node: NodeRef<'_>, names: &[&str]| {
        node.local_name().is_some_and(|name| names.contains(&name))
    };
    let raw = [
        "script",
        "style",
        "xmp",
        "iframe",
        "noembed",
        "noframes",
        "plaintext",
        "textarea",
        "title",
    ];
    let html = document.document_element();
    let is_whole = html.is_some_and(|html| {
        html.local_name() == Some("html") && document.head().is_some() && document.body().is_some()
    });
    if !is_whole {
        "no html, head or body"
    } else if has(&|it| is_one_of(it, &raw) && it.children().any(|it| !it.is_text())) {
        "markup in text"
    } else if has(&|it| is_one_of(it, &["br", "img", "input", "hr"]) && it.first_child().is_some())
    {
        "content in a void element"
    } else if has(&|it| matches!(it.data(), NodeData::Text(text) if text.contains('\0'))) {
        "U+0000"
    } else if has(&|it| is_one_of(it, &["selectedcontent"])) {
        "selectedcontent"
    } else if has(&|it| matches!(it.data(), NodeData::ProcessingInstruction { .. })) {
        "processing instructions, such as markers of templates"
    } else {
        "nesting"
    }
}

/// Counts of excluded pairs by reason.
pub type Reasons = BTreeMap<&'static str, usize>;

/// The part of the source that a node was made of, if its subtree lies in one piece.
#[must_use]
pub fn construct(node: NodeRef<'_>) -> Option<std::ops::Range<usize>> {
    let span = node.span()?;
    let mut end = node.end_tag().map_or(span.end, |tag| tag.end);
    for inner in node
        .descendants()
        .chain(node.template_contents().into_iter().flat_map(|it| it.descendants()))
    {
        let ends = [inner.span(), inner.end_tag()].into_iter().flatten().map(|span| span.end);
        end = ends.fold(end, usize::max);
    }
    Some(span.start..end)
}

const NAMES: [&str; 8] = ["span", "b", "div", "img", "x-card", "em", "section", "p"];
const VALUES: [&str; 8] = ["", "a", "a b", "it's", "say \"a\"", "a&b=c", "<é>", "\u{a0}\r\n"];
const TEXTS: [&str; 7] = ["new", "1 < 2 & 3", "é €", " ", "\n", "&amp;", "lt;"];
const MARKUP: [&str; 6] = [
    "<b>1</b>",
    "text",
    "<span title='x'>1<i>2</i></span>",
    "<!--c-->",
    "<img src=x>1",
    "<ul><li>1<li>2</ul>",
];

impl Subject {
    /// All nodes below the root, in template contents too.
    fn nodes(&self) -> Vec<NodeId> {
        let mut nodes = Vec::new();
        let mut roots = vec![self.document.root()];
        while let Some(root) = roots.pop() {
            for node in root.descendants() {
                nodes.push(node.node_id());
                roots.extend(node.template_contents());
                roots.extend(node.shadow_root().map(|shadow| shadow.root));
            }
        }
        nodes
    }

    /// Makes a random edit; returns a description of it.
    pub fn edit(&mut self, random: &mut Random) -> String {
        let nodes = self.nodes();
        if nodes.is_empty() {
            return "nothing".to_owned();
        }
        for _ in 0..50 {
            let node = nodes[random.below(nodes.len())];
            let other = nodes[random.below(nodes.len())];
            if let Some((name, Ok(()))) = self.try_edit(node, other, random) {
                return format!("{name} of {node:?}, {other:?}");
            }
        }
        "nothing".to_owned()
    }

    fn try_edit(
        &mut self,
        node: NodeId,
        other: NodeId,
        random: &mut Random,
    ) -> Option<(&'static str, Result<(), EditError>)> {
        let d = &mut self.document;
        let it = d.node(node)?;
        let is_element = it.is_element();
        let is_outer = it.local_name().is_some_and(|name| ["html", "head", "body"].contains(&name));
        // Most markup fits where texts do.
        let holds_flow = |it: NodeRef<'_>| {
            let names = ["body", "div", "span", "section", "b", "i", "li", "td", "x-card", "em"];
            it.local_name().is_some_and(|name| names.contains(&name))
        };
        let in_flow = it.parent().is_some_and(holds_flow);
        let is_flow = holds_flow(it);
        let text = TEXTS[random.below(TEXTS.len())];
        let value = VALUES[random.below(VALUES.len())];
        let name = NAMES[random.below(NAMES.len())];
        let phrase = NAMES[random.below(2)];
        let markup = MARKUP[random.below(MARKUP.len())];
        // A declaration is written as the names need it.
        let attributes = it.attrs().filter(|it| it.namespace() != Namespace::XmlNs);
        let attributes: Vec<String> = attributes.map(|it| it.local_name().to_owned()).collect();
        let is_moved = |d: &Document| {
            let names = ["b", "i", "span", "em", "img", "x-card"];
            let it = d.node(other);
            it.is_some_and(|it| {
                it.is_text() || it.local_name().is_some_and(|it| names.contains(&it))
            })
        };
        Some(match random.below(24) {
            0..3 if is_element => {
                let new = ["title", "class", "data-x"][random.below(3)].to_owned();
                let name = match attributes.is_empty() || random.below(3) == 0 {
                    true => new,
                    false => attributes[random.below(attributes.len())].clone(),
                };
                ("set_attribute", d.set_attribute(node, &name, value))
            }
            3..5 if !attributes.is_empty() => {
                let name = &attributes[random.below(attributes.len())];
                ("remove_attribute", d.remove_attribute(node, name).map(drop))
            }
            5..8 if it.is_text() => ("set_text", d.set_text(node, text)),
            8 if is_flow && !is_outer => ("set_text of an element", d.set_text(node, text)),
            8 if matches!(it.data(), NodeData::Comment(_)) => {
                ("set_text of a comment", d.set_text(node, "c"))
            }
            9..12 if !is_outer => ("remove", d.remove(node)),
            12..14 if is_flow => {
                let new = d.create_element(name).ok()?;
                match random.below(2) {
                    0 => ("append", d.append(node, new)),
                    _ => ("prepend", d.prepend(node, new)),
                }
            }
            14 if is_flow => ("append_html", d.append_html(node, markup)),
            15 if in_flow => match random.below(2) {
                0 => ("insert_html_before", d.insert_html_before(node, markup)),
                _ => ("insert_html_after", d.insert_html_after(node, markup)),
            },
            16 if is_flow => ("set_inner_html", d.set_inner_html(node, markup)),
            17..19 if in_flow && is_moved(d) => match random.below(3) {
                0 => ("move before", d.insert_before(node, other)),
                1 => ("move after", d.insert_after(node, other)),
                _ => ("replace", d.replace(node, other)),
            },
            19 if is_flow && is_moved(d) => ("move into", d.append(node, other)),
            20 if in_flow => {
                let new = d.create_element(phrase).ok()?;
                ("wrap", d.wrap(node, new))
            }
            21 if in_flow && is_flow => ("unwrap", d.unwrap(node)),
            22 if is_flow && !is_outer => ("rename", d.rename(node, name).map(drop)),
            23 if in_flow => {
                let new = d.create_text(text).ok()?;
                ("insert a text", d.insert_before(node, new))
            }
            _ => return None,
        })
    }

    /// Makes an edit of one attribute, one text or one removal; returns the part of the source that it is about, and the
    /// length of the new text.
    pub fn edit_one(&mut self, random: &mut Random) -> Option<(std::ops::Range<usize>, usize)> {
        let nodes = self.nodes();
        for _ in 0..200 {
            let id = nodes[random.below(nodes.len())];
            let d = &mut self.document;
            let node = d.node(id)?;
            let Some(range) = construct(node) else { continue };
            let is_outer =
                node.local_name().is_some_and(|name| ["html", "head", "body"].contains(&name));
            let in_outer = node.parent().is_some_and(|it| {
                it.local_name().is_some_and(|name| ["html", "head"].contains(&name))
            });
            let is_own = node.origin().is_none_or(|origin| origin == Origin::Tag);
            if !is_own {
                continue;
            }
            match random.below(4) {
                0 if node.attrs().next().is_some() => {
                    let Some(tag) = node.span() else { continue };
                    let count = node.attrs().count();
                    let name = node.attrs().nth(random.below(count))?.local_name().to_owned();
                    let value = VALUES[random.below(VALUES.len())];
                    if random.below(3) == 0 {
                        d.remove_attribute(id, &name).ok()?;
                    } else {
                        d.set_attribute(id, &name, value).ok()?;
                    }
                    return Some((tag.range(), 6 * value.len() + 8));
                }
                // In an `html` or `head` there is only white space.
                1 | 2 if node.is_text() && !in_outer => {
                    let text = TEXTS[random.below(TEXTS.len())];
                    d.set_text(id, text).ok()?;
                    return Some((range, 6 * text.len()));
                }
                3 if node.is_element() && !is_outer => {
                    d.remove(id).ok()?;
                    return Some((range, 0));
                }
                _ => {}
            }
        }
        None
    }
}
