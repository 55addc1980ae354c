//! The source of a document. A document holds its source, which knows how to parse another one.

use std::{
    borrow::Cow,
    fmt,
    ops::Range,
    sync::{Arc, OnceLock},
};

use sapwood_lossless::TextPatch;
use sapwood_tree::Limit;

use super::{copies::Copies, document::Document, id::NodeId, node::Slot};

/// A part of a document's source that edits replace.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Patch {
    /// The range, in bytes of the source.
    pub range: Range<usize>,
    /// The bytes in its place, in the encoding of the source.
    pub replacement: Vec<u8>,
}

/// Parses a text as another one was parsed, with positions or without.
type ParseAgain = dyn Fn(&str, bool) -> Document + Send + Sync;

/// The input of a parse, and the way to parse another text like it.
pub struct SourceInput {
    /// The bytes, with a byte order mark. Those of which the document has [copies](Document::set_copied_source) are put together when
    /// they are first asked for, once for all clones of the document.
    pub bytes: OnceLock<Vec<u8>>,
    /// The way from bytes to text; `None` if they are the text.
    pub coding: Option<Box<dyn Coding>>,
    /// Parses another text, with positions or without.
    pub parse: Box<ParseAgain>,
    /// Whether it was parsed as XML. (A document without elements doesn't show it.)
    pub is_xml: bool,
    /// Whether scripting was enabled.
    pub scripting: bool,
}

/// The encoding of a source.
pub trait Coding: Send + Sync {
    /// Decodes the source.
    fn decode(&self, bytes: &[u8]) -> String;

    /// Makes ranges of the text of `bytes` those of the bytes.
    fn to_bytes(&self, bytes: &[u8], ranges: &mut [Option<Range<usize>>]);

    /// Whether the encoding has a character.
    fn has_character(&self, character: char) -> bool;

    /// Makes patches of `bytes` of patches of their text; `None` if the encoding lacks a character.
    fn encode(&self, bytes: &[u8], text: &str, patches: &[TextPatch]) -> Option<Vec<Patch>>;
}

impl SourceInput {
    /// The text of bytes that are UTF-8.
    #[inline]
    #[must_use]
    pub fn utf8(bytes: &[u8]) -> Option<&str> {
        sapwood_scan::from_utf8(bytes).ok()
    }

    /// The input of a parse of HTML, without its bytes. `parse` parses text like it, with positions or without.
    #[inline]
    #[must_use]
    pub fn html(
        scripting: bool,
        parse: impl Fn(&str, bool) -> Document + Send + Sync + 'static,
    ) -> Self {
        Self { scripting, is_xml: false, ..Self::xml(parse) }
    }

    /// The input of a parse of XML, without its bytes.
    #[inline]
    #[must_use]
    pub fn xml(parse: impl Fn(&str, bool) -> Document + Send + Sync + 'static) -> Self {
        let parse = Box::new(parse);
        Self { bytes: OnceLock::new(), coding: None, parse, is_xml: true, scripting: false }
    }
}

/// The source that a document keeps.
#[derive(Clone)]
pub(crate) struct Source {
    pub(crate) input: Arc<SourceInput>,
    /// The limit that ended the parse.
    pub(crate) limit: Option<Limit>,
    /// The number of nodes of the parse.
    nodes: usize,
    /// Since the document was compacted: the index that a node had after the parse, or 0, by its slot.
    indices: Option<Vec<u32>>,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let len = self.input.bytes.get().map(Vec::len);
        f.debug_struct("Source").field("bytes", &len).finish_non_exhaustive()
    }
}

impl Source {
    /// The bytes of the source of this document.
    pub(crate) fn bytes<'s>(&'s self, document: &Document) -> &'s [u8] {
        self.input.bytes.get_or_init(|| document.copies.input(document.texts.bytes()))
    }

    /// The text of the source of this document.
    pub(crate) fn text<'s>(&'s self, document: &Document) -> Cow<'s, str> {
        let bytes = self.bytes(document);
        match &self.input.coding {
            None => match sapwood_scan::from_utf8(bytes) {
                Ok(text) => Cow::Borrowed(text),
                Err(_) => String::from_utf8_lossy(bytes),
            },
            Some(coding) => Cow::Owned(coding.decode(bytes)),
        }
    }

    /// The index that a node had after the parse; `None` if it was added later.
    pub(crate) fn index_in_parse(&self, node: Slot) -> Option<usize> {
        match &self.indices {
            None => Some(node.index()).filter(|index| *index <= self.nodes),
            Some(indices) => {
                indices.get(node.index()).map(|index| *index as usize).filter(|index| *index > 0)
            }
        }
    }

    /// Renumbers the nodes; `order` has those that are kept, the first of which gets the number 1.
    pub(crate) fn keep(&mut self, order: &[Slot]) {
        let index = |node: &Slot| self.index_in_parse(*node).map_or(0, |index| index as u32);
        self.indices = Some(std::iter::once(0).chain(order.iter().map(index)).collect());
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.input.bytes.get().map_or(0, Vec::capacity)
            + self.indices.as_ref().map_or(0, |indices| indices.capacity() * size_of::<u32>())
    }
}

impl Document {
    /// Keeps the source of a document that was just parsed.
    // Hidden, as `SourceInput`.
    #[doc(hidden)]
    pub fn set_source(&mut self, input: SourceInput, limit: Option<Limit>) {
        if input.bytes.get().is_some() && self.positions.is_none() {
            self.copies = Copies::default();
        }
        let (input, nodes) = (Arc::new(input), self.len());
        self.source = Some(Source { input, limit, nodes, indices: None });
    }

    /// Keeps the source of a document that was just parsed from `text`, which is copied unless the text buffer has
    /// copies of it.
    // Hidden, as `SourceInput`.
    #[doc(hidden)]
    pub fn set_copied_source(&mut self, text: &str, mut input: SourceInput, limit: Option<Limit>) {
        if !self.copies.are_whole(text.len()) {
            input.bytes = Vec::from(text).into();
        }
        self.set_source(input, limit);
    }

    /// The index that a node had after the parse; `None` if it was added later.
    pub(crate) fn index_in_parse(&self, node: NodeId) -> Option<usize> {
        match &self.source {
            Some(source) => source.index_in_parse(node.slot()),
            None => Some(node.index()),
        }
    }
}
