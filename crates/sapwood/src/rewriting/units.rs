//! Texts, comments and the DOCTYPE as handlers see them, and the end of the document.

use std::fmt;

use super::{
    content::{Content, HandlerResult, Insert, Inserts},
    edits::{Edits, TextRange},
};

/// The changes that the handlers of a text, a comment or a DOCTYPE ask for.
#[derive(Default)]
pub(super) struct UnitChanges {
    pub(super) before: Inserts,
    pub(super) after: Inserts,
    pub(super) replacement: Option<Insert>,
    pub(super) is_removed: bool,
    /// The new data of a comment.
    pub(super) data: Option<TextRange>,
}

/// A piece of a text.
///
/// The cuts between pieces depend on the input. After the last piece of a text node an empty one follows, whose
/// [`last_in_text_node`](Self::last_in_text_node) is `true`.
///
/// ```
/// use sapwood::rewriting::{Content, Rewriter};
///
/// let mut text = String::new();
/// let mut rewriter = Rewriter::with_state(String::new(), &Default::default());
/// rewriter.on_text_with("h1", |title, piece| {
///     title.push_str(piece.as_str());
///     if piece.last_in_text_node() {
///         piece.replace(Content::text(title.to_uppercase()));
///         title.clear();
///     } else {
///         piece.remove();
///     }
///     Ok(())
/// })?;
/// assert_eq!(rewriter.rewrite("<h1>Q &amp; a</h1>")?, "<h1>Q &amp; A</h1>");
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub struct TextPiece<'t> {
    pub(super) text: &'t str,
    pub(super) is_last: bool,
    pub(super) is_raw: bool,
    pub(super) changes: &'t mut UnitChanges,
    pub(super) edits: &'t mut Edits,
}

impl TextPiece<'_> {
    /// The text, without character references.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.text
    }

    /// Whether no piece of this text node follows. Such a piece is empty.
    #[must_use]
    pub fn last_in_text_node(&self) -> bool {
        self.is_last
    }

    /// Whether markup and character references have no meaning here, as in `script` and `style`. Then text is inserted as it
    /// is.
    #[must_use]
    pub fn is_raw(&self) -> bool {
        self.is_raw
    }

    /// Inserts content before the piece.
    pub fn before(&mut self, content: Content<'_>) {
        let insert = content.store(self.edits, self.is_raw);
        self.changes.before.push(insert);
    }

    /// Inserts content after the piece, before what was inserted there earlier.
    pub fn after(&mut self, content: Content<'_>) {
        let insert = content.store(self.edits, self.is_raw);
        self.changes.after.insert(0, insert);
    }

    /// Replaces the piece.
    pub fn replace(&mut self, content: Content<'_>) {
        let insert = content.store(self.edits, self.is_raw);
        self.changes.replacement = Some(insert);
        self.changes.is_removed = true;
    }

    /// Removes the piece.
    pub fn remove(&mut self) {
        self.changes.is_removed = true;
    }

    /// Whether the piece was removed or replaced.
    #[must_use]
    pub fn is_removed(&self) -> bool {
        self.changes.is_removed
    }
}

impl fmt::Debug for TextPiece<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextPiece")
            .field("text", &self.text)
            .field("last_in_text_node", &self.is_last)
            .finish_non_exhaustive()
    }
}

/// A comment.
///
/// ```
/// use sapwood::rewriting::Rewriter;
///
/// let mut rewriter = Rewriter::default();
/// rewriter.on_document_comment(|comment| {
///     if comment.data().starts_with('[') {
///         comment.set_data("conditional")?;
///     } else {
///         comment.remove();
///     }
///     Ok(())
/// });
/// assert_eq!(rewriter.rewrite("<!--a--><!--[if IE]-->")?, "<!--conditional-->");
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub struct Comment<'c> {
    pub(super) data: &'c str,
    pub(super) changes: &'c mut UnitChanges,
    pub(super) edits: &'c mut Edits,
}

impl Comment<'_> {
    /// The data of the comment.
    #[must_use]
    pub fn data(&self) -> &str {
        match self.changes.data {
            Some(data) => self.edits.text(data),
            None => self.data,
        }
    }

    /// Replaces the data.
    ///
    /// # Errors
    ///
    /// If a comment can't hold the data, because some part of it would end the comment.
    pub fn set_data(&mut self, data: &str) -> Result<(), InvalidComment> {
        let ends = ["-->", "--!>", "\0"].iter().any(|end| data.contains(end))
            || [">", "->"].iter().any(|start| data.starts_with(start))
            || ["<!-", "--!"].iter().any(|end| data.ends_with(end));
        if ends {
            return Err(InvalidComment);
        }
        self.changes.data = Some(self.edits.store(data));
        Ok(())
    }

    /// Inserts content before the comment.
    pub fn before(&mut self, content: Content<'_>) {
        let insert = content.store(self.edits, false);
        self.changes.before.push(insert);
    }

    /// Inserts content after the comment, before what was inserted there earlier.
    pub fn after(&mut self, content: Content<'_>) {
        let insert = content.store(self.edits, false);
        self.changes.after.insert(0, insert);
    }

    /// Replaces the comment.
    pub fn replace(&mut self, content: Content<'_>) {
        let insert = content.store(self.edits, false);
        self.changes.replacement = Some(insert);
        self.changes.is_removed = true;
    }

    /// Removes the comment.
    pub fn remove(&mut self) {
        self.changes.is_removed = true;
    }

    /// Whether the comment was removed or replaced.
    #[must_use]
    pub fn is_removed(&self) -> bool {
        self.changes.is_removed
    }
}

impl fmt::Debug for Comment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Comment").field("data", &self.data()).finish_non_exhaustive()
    }
}

/// Data that no comment can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidComment;

impl fmt::Display for InvalidComment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the data would end the comment")
    }
}

impl std::error::Error for InvalidComment {}

/// The DOCTYPE. A part that is missing is empty.
pub struct Doctype<'d> {
    pub(super) name: &'d str,
    pub(super) public_id: &'d str,
    pub(super) system_id: &'d str,
    pub(super) changes: &'d mut UnitChanges,
}

impl Doctype<'_> {
    /// The name in lower case.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name
    }

    /// The public identifier.
    #[must_use]
    pub fn public_id(&self) -> &str {
        self.public_id
    }

    /// The system identifier.
    #[must_use]
    pub fn system_id(&self) -> &str {
        self.system_id
    }

    /// Removes the DOCTYPE.
    pub fn remove(&mut self) {
        self.changes.is_removed = true;
    }

    /// Whether the DOCTYPE was removed.
    #[must_use]
    pub fn is_removed(&self) -> bool {
        self.changes.is_removed
    }
}

impl fmt::Debug for Doctype<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Doctype")
            .field("name", &self.name)
            .field("public_id", &self.public_id)
            .field("system_id", &self.system_id)
            .finish_non_exhaustive()
    }
}

/// The end of the document.
pub struct DocumentEnd<'d> {
    pub(super) appended: &'d mut Inserts,
    pub(super) edits: &'d mut Edits,
}

impl DocumentEnd<'_> {
    /// Writes content after the last byte of the input.
    pub fn append(&mut self, content: Content<'_>) {
        let insert = content.store(self.edits, false);
        self.appended.push(insert);
    }
}

impl fmt::Debug for DocumentEnd<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DocumentEnd").finish_non_exhaustive()
    }
}

/// A function for each text in some elements.
pub(super) type TextHandler<'h, S> =
    Box<dyn FnMut(&mut S, &mut TextPiece<'_>) -> HandlerResult + Send + 'h>;
/// A function for each comment in some elements.
pub(super) type CommentHandler<'h, S> =
    Box<dyn FnMut(&mut S, &mut Comment<'_>) -> HandlerResult + Send + 'h>;
/// A function for the DOCTYPE.
pub(super) type DoctypeHandler<'h, S> =
    Box<dyn FnMut(&mut S, &mut Doctype<'_>) -> HandlerResult + Send + 'h>;
/// A function for the end of the document.
pub(super) type DocumentEndHandler<'h, S> =
    Box<dyn FnMut(&mut S, &mut DocumentEnd<'_>) -> HandlerResult + Send + 'h>;
