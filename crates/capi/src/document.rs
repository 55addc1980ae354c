//! Documents: the handle, and what a parse reported.

use std::{
    mem::MaybeUninit,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, TryLockError},
};

use sapwood::{
    Limit, NodeId, NodeRef, ParseError, Parsed, ParsedBytes, QuirksMode,
    encoding::{Encoding, OffsetMap},
};

use crate::{
    border::{Borrowed, Changed, ErrorOut, Out, required, run, value, with_handle},
    failure::{Failure, Status},
    strings::{Str, write_some},
};

/// A parsed document, or a fragment. Any number of threads may read it. An edit while another call reads it changes nothing and
/// returns `SAPWOOD_STATUS_BUSY`; a read waits for an edit. Texts that functions lend live until the document is edited,
/// parsed anew or freed.
///
/// ```c
/// sapwood_document *document = NULL, *copy = NULL, *fragment = NULL, *xml = NULL;
/// sapwood_parse(SAPWOOD_TEXT("<p id=a>one"), NULL, &document, NULL);
/// assert(sapwood_document_element_by_id(document, SAPWOOD_TEXT("a")) != 0);
/// sapwood_document_copy(document, &copy, NULL);
/// // The next pages take the memory of the first.
/// sapwood_document_parse(document, SAPWOOD_TEXT("<p>two"), NULL, NULL);
/// sapwood_document_parse_bytes(document, SAPWOOD_TEXT("<p>three"), NULL, NULL);
/// sapwood_document_shrink_to_fit(document, NULL);
/// sapwood_document_trim(document, NULL);
/// sapwood_document_compact(document, NULL);
/// assert(sapwood_document_node_count(document) == 6 && sapwood_document_heap_bytes(document) > 0);
/// sapwood_parse_fragment(SAPWOOD_TEXT("<td>cell"), SAPWOOD_TEXT("tr"), NULL, &fragment, NULL);
/// sapwood_parse_xml(SAPWOOD_TEXT("<a><b/></a>"), NULL, &xml, NULL);
/// sapwood_document_free(document);
/// sapwood_document_free(copy);
/// sapwood_document_free(fragment);
/// sapwood_document_free(xml);
/// ```
pub struct Document(pub(crate) Arc<Shared>);

/// The document behind a handle. A call whose callback may free the handle holds it as well.
pub(crate) struct Shared(RwLock<Content>);

/// A tree, and what its parse reported.
pub(crate) struct Content {
    tree: Tree,
    pub(crate) errors: Vec<ParseError>,
    limit: Option<Limit>,
    encoding: Option<&'static Encoding>,
    is_malformed: bool,
    offsets: Option<OffsetMap>,
}

enum Tree {
    /// Shared with the tables that were made of it; an edit copies it if there are any.
    Owned(Arc<sapwood::Document>),
    /// The tree of a match in a stream.
    Lent(Borrowed),
}

impl Content {
    fn of(tree: Tree) -> Self {
        Self {
            tree,
            errors: Vec::new(),
            limit: None,
            encoding: None,
            is_malformed: false,
            offsets: None,
        }
    }

    pub(crate) fn document(&self) -> Option<&sapwood::Document> {
        match &self.tree {
            Tree::Owned(document) => Some(document),
            Tree::Lent(document) => document.get(),
        }
    }

    pub(crate) fn shared(&self) -> Option<Arc<sapwood::Document>> {
        match &self.tree {
            Tree::Owned(document) => Some(Arc::clone(document)),
            Tree::Lent(document) => document.get().cloned().map(Arc::new),
        }
    }

    /// The document, to be replaced.
    pub(crate) fn own_document(&mut self) -> Result<&mut sapwood::Document, Failure> {
        if let Tree::Owned(document) = &mut self.tree
            && Arc::get_mut(document).is_none()
        {
            *document = Arc::default();
        }
        self.document_mut()
    }

    fn document_mut(&mut self) -> Result<&mut sapwood::Document, Failure> {
        match &mut self.tree {
            Tree::Owned(document) => Ok(Arc::make_mut(document)),
            Tree::Lent(_) => Err(Failure::new(
                Status::Busy,
                "the tree of a match belongs to the stream; import a node into another document to edit it",
            )),
        }
    }
}

impl From<Parsed> for Content {
    fn from(parsed: Parsed) -> Self {
        let tree = Tree::Owned(Arc::new(parsed.document));
        Self { errors: parsed.errors, limit: parsed.limit, ..Self::of(tree) }
    }
}

impl From<ParsedBytes> for Content {
    fn from(parsed: ParsedBytes) -> Self {
        Self {
            errors: parsed.errors,
            limit: parsed.limit,
            encoding: Some(parsed.encoding),
            is_malformed: parsed.malformed,
            offsets: parsed.offset_map,
            ..Self::of(Tree::Owned(Arc::new(parsed.document)))
        }
    }
}

impl From<sapwood::xml::Parsed> for Content {
    fn from(parsed: sapwood::xml::Parsed) -> Self {
        let tree = Tree::Owned(Arc::new(parsed.document));
        Self { errors: parsed.errors, limit: parsed.limit, ..Self::of(tree) }
    }
}

impl From<sapwood::Document> for Content {
    fn from(document: sapwood::Document) -> Self {
        Self::of(Tree::Owned(Arc::new(document)))
    }
}

impl Shared {
    pub(crate) fn read(&self) -> RwLockReadGuard<'_, Content> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the content, unless somebody reads it.
    pub(crate) fn change<T>(
        &self,
        change: impl FnOnce(&mut Content) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        match self.0.try_write() {
            Ok(mut content) => change(&mut content),
            Err(TryLockError::Poisoned(content)) => change(&mut content.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(Failure::new(Status::Busy, "the document is being read"))
            }
        }
    }

    /// Edits the tree, unless somebody reads it.
    pub(crate) fn edit<T>(
        &self,
        edit: impl FnOnce(&mut sapwood::Document) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.change(|content| edit(content.document_mut()?))
    }

    /// Lends `document` for the time that `call` takes.
    pub(crate) fn lend<T>(&self, document: &sapwood::Document, call: impl FnOnce() -> T) -> T {
        /// Ends the loan also when `call` panics.
        struct Loan<'a>(&'a Shared);
        impl Drop for Loan<'_> {
            fn drop(&mut self) {
                self.0.set_lent(Borrowed::end);
            }
        }
        self.set_lent(|lent| lent.begin(document));
        let _loan = Loan(self);
        call()
    }

    /// Waits for readers, then changes the loan.
    fn set_lent(&self, set: impl FnOnce(&mut Borrowed)) {
        let mut content = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Tree::Lent(lent) = &mut content.tree {
            set(lent);
        }
    }
}

impl Document {
    pub(crate) fn new(content: impl Into<Content>) -> Box<Self> {
        Box::new(Self(Arc::new(Shared(RwLock::new(content.into())))))
    }

    /// Reads the tree, for Rust code that adds functions to the interface; `None` for the tree of a match whose stream has gone on.
    pub fn read<T>(&self, read: impl FnOnce(&sapwood::Document) -> T) -> Option<T> {
        self.0.read().document().map(read)
    }

    /// A handle to trees that are [lent](Shared::lend).
    pub(crate) fn of_loans() -> Box<Self> {
        Self::new(Content::of(Tree::Lent(Borrowed::none())))
    }
}

/// A share of the document behind a handle, for a call whose callback may free the handle.
pub(crate) fn shared(document: *const Document) -> Result<Arc<Shared>, Failure> {
    with_handle(document, "document", |document| Arc::clone(&document.0))
}

/// Writes a new document where the caller wants it.
pub(crate) fn hand_over(
    document: Out<'_, Option<Box<Document>>>,
    content: impl Into<Content>,
) -> Result<(), Failure> {
    required(document, "document")?.write(Some(Document::new(content)));
    Ok(())
}

/// Reads a document; `None` for a null pointer.
pub(crate) fn read<T>(
    document: Option<&Document>,
    read: impl FnOnce(&sapwood::Document) -> Option<T>,
) -> Option<T> {
    let content = document?.0.read();
    read(content.document()?)
}

/// Reads a document that must be there.
pub(crate) fn read_required<T>(
    document: Option<&Document>,
    read: impl FnOnce(&sapwood::Document) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let content = required(document, "document")?.0.read();
    read(content.document().ok_or_else(Failure::stale)?)
}

/// The node of a number, where 0 stands for the root.
pub(crate) fn node_or_root(
    document: &sapwood::Document,
    node: u64,
) -> Result<NodeRef<'_>, Failure> {
    match node {
        0 => Ok(document.root()),
        node => NodeId::from_bits(node).and_then(|id| document.node(id)).ok_or_else(Failure::stale),
    }
}

/// Frees a document. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_free(document: Option<Box<Document>>) {
    value((), || drop(document));
}

/// Copies a document. Node ids of the original are valid in the copy.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_copy(
    document: Option<&Document>,
    copy: Out<'_, Option<Box<Document>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || read_required(document, |document| hand_over(copy, document.clone())))
}

/// Gives all nodes that are in the tree new ids, drops the others, and returns memory. Old ids are stale then.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_compact(
    document: Changed<'_, Document>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        required(document, "document")?.0.edit(|document| {
            document.compact();
            Ok(())
        })
    })
}

/// Returns memory that is allocated and not used.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_shrink_to_fit(
    document: Changed<'_, Document>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        required(document, "document")?.0.edit(|document| {
            document.shrink_to_fit();
            Ok(())
        })
    })
}

/// Returns all memory that no node needs: what is not used, and the markup between the texts. Ids stay valid. It pays for documents that
/// are kept.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_trim(
    document: Changed<'_, Document>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        required(document, "document")?.0.edit(|document| {
            document.trim();
            Ok(())
        })
    })
}

/// Returns the number of nodes, removed ones and template contents included.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_node_count(document: Option<&Document>) -> usize {
    value(0, || read(document, |document| Some(document.len())).unwrap_or_default())
}

/// Returns the bytes of memory that the document takes, unused capacity included.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_heap_bytes(document: Option<&Document>) -> usize {
    value(0, || read(document, |document| Some(document.heap_bytes())).unwrap_or_default())
}

/// The mode in which a document is rendered.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// As the standards say.
    NoQuirks = 0,
    /// With a few exceptions for old pages.
    LimitedQuirks = 1,
    /// As browsers did before there were standards.
    Quirks = 2,
}

/// Returns the mode that the DOCTYPE asked for.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_mode(document: Option<&Document>) -> Mode {
    value(Mode::NoQuirks, || {
        let mode = read(document, |document| Some(document.quirks_mode()));
        match mode.unwrap_or_default() {
            QuirksMode::NoQuirks => Mode::NoQuirks,
            QuirksMode::LimitedQuirks => Mode::LimitedQuirks,
            QuirksMode::Quirks => Mode::Quirks,
        }
    })
}

/// Writes the name of the encoding of the bytes that were parsed, such as `UTF-8`. Returns `false` if text was parsed.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_encoding(
    document: Option<&Document>,
    name: Out<'_, Str>,
) -> bool {
    value(false, || {
        write_some(
            name,
            document.and_then(|document| document.0.read().encoding).map(Encoding::name),
        )
    })
}

/// Returns whether bytes were parsed that are invalid in their encoding.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_is_malformed(document: Option<&Document>) -> bool {
    value(false, || document.is_some_and(|document| document.0.read().is_malformed))
}

/// Writes the name of the limit that ended the parse, such as `nodes`. Returns `false` if none did.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_limit(document: Option<&Document>, name: Out<'_, Str>) -> bool {
    value(false, || {
        write_some(name, document.and_then(|document| document.0.read().limit).map(Limit::as_str))
    })
}

/// A parse error.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SyntaxError {
    /// The code, such as `duplicate-attribute`: a constant.
    pub code: Str,
    /// The offset of the first byte in the text that was parsed.
    pub start: usize,
    /// The offset of the byte after the last.
    pub end: usize,
}

/// Returns the number of parse errors. There are none unless the option `errors` was set.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_error_count(document: Option<&Document>) -> usize {
    value(0, || document.map_or(0, |document| document.0.read().errors.len()))
}

/// Writes a parse error by its number, in the order of their positions. Returns `false` if there are not so many.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_error_at(
    document: Option<&Document>,
    index: usize,
    found: Out<'_, SyntaxError>,
) -> bool {
    value(false, || {
        let error = document.and_then(|it| it.0.read().errors.get(index).copied());
        let Some(error) = error else { return false };
        if let Some(found) = found {
            let (start, end) = (error.span.start, error.span.end);
            MaybeUninit::write(
                found,
                SyntaxError { code: Str::of(error.code.as_str()), start, end },
            );
        }
        true
    })
}

/// Returns the offset in the bytes that were parsed, by the offset in the text that they were decoded to. The option `offset-map`
/// must have been set; otherwise, and for a document parsed from text, the offset itself is returned.
#[cfg(feature = "full")]
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_byte_offset(
    document: Option<&Document>,
    offset: usize,
) -> usize {
    value(offset, || {
        let Some(document) = document else { return offset };
        let content = document.0.read();
        content.offsets.as_ref().map_or(offset, |map| map.byte_offset(offset))
    })
}
