//! Names the elements that errors of tree construction are about.
//!
//! Such an error has a code and a position alone. The tree says which elements are open there: one pass over the start
//! tags, end tags and texts in the order of the source keeps their stack, and stops at each error. The start of a node
//! leaves the elements that don't contain it, and an end tag leaves its element and those inside it; what is left at
//! the position of an error is what the error is about.
//!
//! A node that the parser moved out of a table ends the table here, which the next node in the table mends. An error
//! between the two may name no element, or the one around the table.

use sapwood::{Document, LineIndex, Namespace, NodeId, NodeRef, dom::Origin};
use sapwood_names::{TagSet, sets, tag};

use crate::{
    advice::{
        Detail, misnested, misplaced, needs_parent, stray_end_tag, unclosed, unclosed_at_end,
    },
    finding::Finding,
};

/// Codes that are explained.
const EXPLAINED: [&str; 5] = [
    "unclosed-elements",
    "unexpected-eof",
    "unexpected-start-tag",
    "unexpected-end-tag",
    "misnested-end-tag",
];

/// Elements whose content is text: the file can end inside one.
const TEXT_ELEMENTS: TagSet = sets::RCDATA.union(sets::RAW_TEXT).union(TagSet::new(&[tag::SCRIPT]));

/// Steps upwards for each event: an element is climbed over when it is entered, which happens again where the parser
/// has moved it. Beyond them, errors keep the title and help of their rule, so that the cost stays linear.
const STEPS: usize = 16;

/// A tag or text of the source.
#[derive(Clone, Copy)]
enum Event<'d> {
    /// An element begins, or a text.
    Begin(NodeRef<'d>),
    /// An element has its end tag.
    End(NodeRef<'d>),
}

/// Adds a detail to the findings about `html` that concern the nesting of elements.
pub(crate) fn explain(html: &str, document: &Document, findings: &mut [Finding]) {
    let mut errors: Vec<&mut Finding> =
        findings.iter_mut().filter(|finding| EXPLAINED.contains(&finding.code)).collect();
    if errors.is_empty() {
        return;
    }
    errors.sort_by_key(|finding| finding.span.start);
    let mut open = Open::new(html);
    let mut errors = errors.into_iter().peekable();
    let events = events(document);
    let mut steps_left = events.len().saturating_mul(STEPS);
    for (at, event) in events {
        while let Some(error) = errors.next_if(|error| error.span.start < at) {
            error.detail = open.detail(error, open.stack.len(), None);
        }
        let Some(kept) = open.kept_by(event, &mut steps_left) else { return };
        while let Some(error) = errors.next_if(|error| error.span.start == at) {
            error.detail = open.detail(error, kept, Some(event));
        }
        open.apply(event, kept);
    }
    for error in errors {
        let kept = if error.span.start < html.len() { open.stack.len() } else { 0 };
        error.detail = open.detail(error, kept, None);
    }
}

/// The events of a document, in the order of the source.
fn events(document: &Document) -> Vec<(usize, Event<'_>)> {
    let mut events = Vec::new();
    let mut roots = vec![document.root()];
    while let Some(root) = roots.pop() {
        for node in root.descendants() {
            roots.extend(node.template_contents());
            roots.extend(node.shadow_root().map(|shadow| shadow.root));
            let is_in_source = node.as_text().is_some() || node.origin() == Some(Origin::Tag);
            if let Some(span) = node.span().filter(|_| is_in_source) {
                events.push((span.start, Event::Begin(node)));
            }
            if let Some(span) = node.end_tag() {
                events.push((span.start, Event::End(node)));
            }
        }
    }
    events.sort_by_key(|(at, _)| *at);
    events
}

/// The elements that are open.
struct Open<'d> {
    html: &'d str,
    lines: LineIndex<'d>,
    stack: Vec<NodeRef<'d>>,
    /// The places of elements in the stack.
    places: sapwood_names::HashMap<NodeId, usize>,
    /// The places of the elements of each name.
    by_name: sapwood_names::HashMap<&'d str, Vec<usize>>,
    is_body_over: bool,
}

impl<'d> Open<'d> {
    fn new(html: &'d str) -> Self {
        Self {
            html,
            lines: LineIndex::new(html),
            stack: Vec::new(),
            places: sapwood_names::HashMap::default(),
            by_name: sapwood_names::HashMap::default(),
            is_body_over: false,
        }
    }

    /// The number of elements that stay open after `event`; `None` if no steps are left to find it.
    fn kept_by(&self, event: Event<'d>, steps_left: &mut usize) -> Option<usize> {
        Some(match event {
            // An element that is no longer open has been left by a later one.
            Event::End(node) => {
                self.places.get(&node.node_id()).copied().unwrap_or(self.stack.len())
            }
            Event::Begin(node) => {
                let mut above = parent(node);
                while let Some(node) = above {
                    if let Some(place) = self.places.get(&node.node_id()) {
                        return Some(place + 1);
                    }
                    *steps_left = steps_left.checked_sub(1)?;
                    above = parent(node);
                }
                0
            }
        })
    }

    fn apply(&mut self, event: Event<'d>, kept: usize) {
        while self.stack.len() > kept {
            let Some(node) = self.stack.pop() else { break };
            self.places.remove(&node.node_id());
            if let Some(places) = self.by_name.get_mut(node.local_name().unwrap_or_default()) {
                places.pop();
            }
        }
        match event {
            Event::Begin(node) => {
                // Those that are implied, or moved here, are open now, too; each is pushed once.
                let mut inside = Vec::new();
                let mut above = parent(node);
                while let Some(node) = above.filter(|it| !self.places.contains_key(&it.node_id())) {
                    inside.push(node);
                    above = parent(node);
                }
                inside.into_iter().rev().for_each(|node| self.push(node));
                if node.as_text().is_none() && !self.is_empty_element(node) {
                    self.push(node);
                }
            }
            Event::End(node) => self.is_body_over |= node.is_html(sapwood::tag::BODY),
        }
    }

    fn push(&mut self, node: NodeRef<'d>) {
        if let Some(name) = node.local_name() {
            self.places.insert(node.node_id(), self.stack.len());
            self.by_name.entry(name).or_default().push(self.stack.len());
            self.stack.push(node);
        }
    }

    /// Whether an element has no content: it is void, or foreign and closes itself.
    fn is_empty_element(&self, node: NodeRef<'d>) -> bool {
        let Some(name) = node.name() else { return true };
        match name.namespace {
            Namespace::Html => sets::VOID.contains(name.name.id),
            _ => node.span().is_some_and(|span| self.html[..span.end].ends_with("/>")),
        }
    }

    /// The detail of an error, after which `kept` elements stay open; `event` is the tag that it is about, if the tree
    /// has it.
    fn detail(&self, error: &Finding, kept: usize, event: Option<Event<'d>>) -> Option<Detail> {
        let left = &self.stack[kept.min(self.stack.len())..];
        let tag = tag_name(&self.html[error.span.start..]);
        match error.code {
            "unclosed-elements" => {
                let inner =
                    if matches!(event, Some(Event::End(_))) { left.get(1..)? } else { left };
                let elements = self.named(inner.iter().filter(|node| is_unclosed(**node)));
                match tag {
                    Some(tag) => unclosed(&elements, tag),
                    None => unclosed_at_end(&elements),
                }
            }
            "unexpected-eof" => {
                let is_text = |node: &&NodeRef<'_>| {
                    node.name().is_some_and(|name| TEXT_ELEMENTS.contains(name.name.id))
                };
                let is_template = |node: &&NodeRef<'_>| node.local_name() == Some("template");
                let innermost = self.stack.last();
                let elements = if innermost.as_ref().is_some_and(is_text) {
                    self.named(innermost.into_iter())
                } else if self.stack.iter().any(|node| is_template(&node)) {
                    self.named(self.stack.iter().filter(is_template))
                } else {
                    self.named(innermost.into_iter())
                };
                unclosed_at_end(&elements)
            }
            "unexpected-start-tag" => {
                let is_kept = matches!(event, Some(Event::Begin(_)));
                misplaced(tag?, self.refusing(tag?), is_kept)
            }
            "unexpected-end-tag" => {
                let name = tag?.strip_prefix('/')?.to_ascii_lowercase();
                let outer =
                    self.by_name.get(&*name).and_then(|places| self.stack.get(*places.last()?));
                let outer = outer.filter(|node| node.origin() == Some(Origin::Tag));
                let outer = self.named(outer.into_iter());
                let inner = self.stack.last().and_then(|node| node.local_name());
                Some(stray_end_tag(&name, outer.first(), inner))
            }
            "misnested-end-tag" => {
                // The parser moves a block out of the formatting element that ends in it.
                let mut near = self.stack.iter().rev().take(STEPS);
                let block = || near.find(|node| node.origin() == Some(Origin::Tag));
                let inner = left.get(1..).and_then(<[_]>::last).or_else(block);
                misnested(tag?, &self.named(inner.into_iter()))
            }
            _ => None,
        }
    }

    /// The element, or end tag, that refuses a start tag of this name.
    fn refusing(&self, name: &str) -> Option<&'d str> {
        let current = self.stack.last().and_then(|node| node.local_name());
        let is_after_body = match current {
            None | Some("html") => self.is_body_over,
            // It allows all elements but those that need another parent.
            Some("body") => !needs_parent(name),
            _ => false,
        };
        if is_after_body {
            return Some("/body");
        }
        let is_in_select = || self.by_name.get("select").is_some_and(|places| !places.is_empty());
        if name.eq_ignore_ascii_case("input") && is_in_select() {
            return Some("select");
        }
        current
    }

    /// The names of elements, and the lines of their start tags.
    fn named<'n>(&self, nodes: impl Iterator<Item = &'n NodeRef<'d>>) -> Vec<(&'d str, usize)>
    where
        'd: 'n,
    {
        let named = |node: &NodeRef<'d>| {
            Some((node.local_name()?, self.lines.line_column(node.span()?.start).line))
        };
        nodes.filter_map(named).collect()
    }
}

/// The element around a node, also if the node is in the contents of a template or in a shadow root.
fn parent(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let parent = node.parent()?;
    parent.host().or_else(|| parent.local_name().map(|_| parent))
}

/// Whether an element must have an end tag, and has none.
fn is_unclosed(node: NodeRef<'_>) -> bool {
    let is_optional = node.name().is_some_and(|name| {
        name.namespace == Namespace::Html && sapwood_names::sets::BODY_END_OK.contains(name.name.id)
    });
    node.origin() != Some(Origin::Implied) && node.end_tag().is_none() && !is_optional
}

/// The name in the tag that `source` begins with; `/` and the name for an end tag.
fn tag_name(source: &str) -> Option<&str> {
    let rest = source.strip_prefix('<')?;
    let slash = usize::from(rest.starts_with('/'));
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
    let len = rest.as_bytes()[slash..].iter().position(is_end)?;
    (len > 0).then(|| &rest[..slash + len])
}
