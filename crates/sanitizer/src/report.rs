//! Lists of removed nodes and attributes.

use sapwood_dom::{Document, NodeId};
use sapwood_tree::Span;

/// Items that are listed beyond the nodes and attributes of the document.
const SPARE: usize = 64;

/// The report of [`Sanitizer::sanitize_with_report`](crate::Sanitizer::sanitize_with_report).
#[derive(Clone, Debug, Default)]
pub struct Report {
    removals: Vec<Removal>,
    total: usize,
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
    /// The position in the source, if [positions](sapwood_dom::ParseOptions::positions) were kept.
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
    pub(crate) fn of(document: &Document) -> Self {
        let most = document.len() + document.attribute_count() + SPARE;
        let room = document.text_bytes() + 32 * most;
        Self { removals: Vec::new(), total: 0, room, most }
    }

    pub(crate) fn with_total(self, total: usize) -> Self {
        Self { total, ..self }
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

    pub(crate) fn push(&mut self, removal: impl FnOnce() -> Removal) {
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

#[cfg(feature = "serde")]
mod serialize {
    use serde::{Serialize, Serializer, ser::SerializeStruct};

    use super::{Removal, RemovalKind, Report};

    impl Serialize for RemovalKind {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(self.as_str())
        }
    }

    /// `kind`, `name`, `element` and `span`; the last two may be null.
    impl Serialize for Removal {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut removal = serializer.serialize_struct("Removal", 4)?;
            removal.serialize_field("kind", &self.kind)?;
            removal.serialize_field("name", &self.name)?;
            removal.serialize_field("element", &self.element)?;
            removal.serialize_field("span", &self.span)?;
            removal.end()
        }
    }

    /// `removals`, `total`.
    impl Serialize for Report {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut report = serializer.serialize_struct("Report", 2)?;
            report.serialize_field("removals", &self.removals)?;
            report.serialize_field("total", &self.total)?;
            report.end()
        }
    }
}
