//! Lists of removed nodes and attributes.

use sapwood_names::{Namespace, tag};
use sapwood_tree::Span;

use super::walk::Pass;
use crate::{
    AttributeRef, NodeId,
    read::node::NodeRef,
    store::{
        document::Document,
        node::{Kind, Slot},
    },
};

/// Items that are listed beyond the nodes and attributes of the document.
const SPARE: usize = 64;

/// The report of [`Document::sanitize_with_report`].
#[derive(Clone, Debug, Default)]
pub struct Report {
    removals: Vec<Removal>,
    pub(super) total: usize,
    /// Bytes of names that can still be listed.
    room: usize,
    most: usize,
}

/// Something that was removed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Removal {
    /// The kind of node, or an attribute.
    pub kind: RemovalKind,
    /// The name of the element or attribute, or the target of the processing instruction; empty for a comment.
    pub name: String,
    /// The name of the element that had the attribute.
    pub element: Option<String>,
    /// The node, or the element that had the attribute. A removed node is still in memory.
    pub node: NodeId,
    /// The position in the source, if [positions](crate::Options::positions) were kept.
    pub span: Option<Span>,
}

/// The kind of a [`Removal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RemovalKind {
    /// An element with its content.
    Element,
    /// An element whose children stayed.
    Tags,
    /// An attribute.
    Attribute,
    /// A part of an attribute's value.
    Value,
    /// A comment.
    Comment,
    /// A processing instruction.
    ProcessingInstruction,
}

impl RemovalKind {
    /// The kind as a word: `element`, `tags`, `attribute`, `value`, `comment` or `processing-instruction`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Element => "element",
            Self::Tags => "tags",
            Self::Attribute => "attribute",
            Self::Value => "value",
            Self::Comment => "comment",
            Self::ProcessingInstruction => "processing-instruction",
        }
    }
}

impl Report {
    pub(super) fn of(document: &Document) -> Self {
        let most = document.nodes.len() + document.attributes.len() + SPARE;
        let room = document.texts.len() + 32 * most;
        Self { removals: Vec::new(), total: 0, room, most }
    }

    /// The removed nodes and attributes, in tree order; the content of templates and shadow roots comes last.
    ///
    /// The list is linear in the document. Elements that the parser reopened can have more attributes than the source;
    /// [`total`](Self::total) counts those that don't fit.
    #[must_use]
    pub fn removals(&self) -> &[Removal] {
        &self.removals
    }

    /// Number of nodes and attributes that were removed or changed, without the content of removed elements.
    #[must_use]
    pub fn total(&self) -> usize {
        self.total
    }

    fn push(&mut self, removal: impl FnOnce() -> Removal) {
        if self.removals.len() >= self.most {
            return;
        }
        let removal = removal();
        let bytes = removal.name.len() + removal.element.as_ref().map_or(0, String::len);
        if bytes <= self.room {
            self.room -= bytes;
            self.removals.push(removal);
        }
    }
}

/// Whether it is an element without attributes that a parser also adds where no tag is.
fn can_be_implied(document: &Document, node: Slot) -> bool {
    let entry = &document.nodes[node];
    entry.head.is_element_of(Namespace::Html)
        && entry.len == 0
        && matches!(
            entry.head.name(),
            tag::HTML | tag::HEAD | tag::BODY | tag::TBODY | tag::TR | tag::COLGROUP
        )
}

impl Pass<'_> {
    /// Notes that `node` is removed, or only its tags.
    pub(super) fn note_node(&mut self, document: &Document, node: Slot, kind: RemovalKind) {
        self.changes += 1;
        self.implied += usize::from(can_be_implied(document, node));
        let Some(report) = &mut self.report else { return };
        report.push(|| {
            let node = NodeRef { document, id: node };
            let kind = match node.head().kind() {
                Kind::Comment => RemovalKind::Comment,
                Kind::ProcessingInstruction => RemovalKind::ProcessingInstruction,
                _ => kind,
            };
            let name = match kind {
                RemovalKind::Comment => String::new(),
                RemovalKind::ProcessingInstruction => {
                    document.name_text(node.head().name()).to_owned()
                }
                _ => node.qualified_name().map_or_else(String::new, |name| name.to_string()),
            };
            let (span, node) = (node.span(), node.node_id());
            Removal { kind, name, element: None, node, span }
        });
    }

    /// Notes that the attribute with this index is removed from `element`, or a part of its value.
    pub(super) fn note_attribute(
        &mut self,
        document: &Document,
        element: Slot,
        index: u32,
        kind: RemovalKind,
    ) {
        self.changes += 1;
        let Some(report) = &mut self.report else { return };
        report.push(|| {
            let node = NodeRef { document, id: element };
            let attribute = AttributeRef::new(document, index as usize);
            Removal {
                kind,
                name: attribute.qualified_name().to_string(),
                element: node.qualified_name().map(|name| name.to_string()),
                node: node.node_id(),
                span: attribute.span(),
            }
        });
    }
}
