//! Changing a page while it streams, in memory that doesn't grow with it.
//!
//! A [`Rewriter`] calls handlers for what selectors match, writes what they change, and copies everything else byte for byte. It
//! builds no document, but it follows the tree builder: it knows what `<select><xmp>` is, which elements a tag implies,
//! and where an element without an end tag ends.
//!
//! # Examples
//!
//! ```
//! use sapwood::rewriting::{Content, Rewriter};
//!
//! let mut rewriter = Rewriter::default();
//! rewriter.on_element("a[href]", |a| {
//!     let href = a.attribute("href").unwrap_or_default().replace("http:", "https:");
//!     a.set_attribute("href", &href)?;
//!     Ok(())
//! })?;
//! rewriter.on_element("head", |head| {
//!     head.append(Content::html("<script src=count.js></script>"));
//!     Ok(())
//! })?;
//! let mut output = String::new();
//! for piece in [&b"<!doctype html><title>T</title><p><a class=x hr"[..], b"ef=http://a.example/>A</a>"] {
//!     rewriter.feed(piece, |bytes| output.push_str(&String::from_utf8_lossy(bytes)))?;
//! }
//! rewriter.finish(|bytes| output.push_str(&String::from_utf8_lossy(bytes)))?;
//! assert_eq!(
//!     output,
//!     "<!doctype html><title>T</title><script src=count.js></script>\
//!      <p><a class=x href=https://a.example/>A</a>",
//! );
//! # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
//! ```
//!
//! Asynchronous code feeds a piece when one has come, and sends on what is called back:
//!
//! ```
//! use sapwood::rewriting::{RewriteError, Rewriter};
//!
//! fn next(rewriter: &mut Rewriter<'_>, piece: &[u8]) -> Result<Vec<u8>, RewriteError> {
//!     let mut output = Vec::new();
//!     rewriter.feed(piece, |bytes| output.extend_from_slice(bytes))?;
//!     Ok(output)
//! }
//! # assert_eq!(next(&mut Rewriter::default(), b"").unwrap(), b"");
//! ```
//!
//! A handler that needs an answer from elsewhere [waits](Wait): the rewriter stops there, and is resumed with the answer.
//!
//! # Where changes go
//!
//! * An element without an end tag ends before the tag that implies its end, or at the end of the input. If content is
//!   inserted after it, its end tag is written first.
//! * Content at the end of a page that was cut off becomes no part of what was cut off: comments, scripts and the elements inside of
//!   the one that gets it are closed first, and a tag without its `>` follows it. Without such content the end stays as it is. Only
//!   `plaintext`, which nothing closes, takes it. The [end of the document](Rewriter::on_end) leaves elements open, but for
//!   raw text, templates, and elements for whose end there is a handler or content.
//! * `html` and `body` end at their end tags, though the parser may add to them after those.
//! * An element whose start tag is implied begins before the tag that implies it. Its tag is written if its name or its
//!   attributes are changed.
//! * A formatting element such as `b` ends where the parser closes it, even if it reopens it. Its copies have no tags, so
//!   handlers aren't called for them, and content after the element may get into one.
//! * A `form`, or an `a` that another one ends, ends there, though elements in it may stay open.
//! * Content that the parser moves, as from a table, is changed where it is in the source.
//!
//! # Supported selectors
//!
//! Those of [`selecting`](crate::selecting#supported-selectors). For all others the handlers' methods return
//! [`NotStreamable`]. Elements are found as there, with three differences:
//!
//! * Handlers are called at start tags, so before those of the elements inside.
//! * They aren't called for copies of formatting elements.
//! * They are called for elements in a body that a `frameset` replaces later.

mod adding;
mod content;
mod deferred;
mod edits;
mod element;
mod events;
mod handler_set;
mod handlers;
mod iso_2022_jp;
mod nodes;
mod options;
mod output;
mod rewriter;
mod sink;
mod tags;
mod unclosed;
mod units;
mod waiting;
mod writer;

pub use sapwood_select::{NotStreamable, StreamSelector};

pub use self::{
    content::{Content, ContentWriter, HandlerResult},
    element::{Element, EndTag, InvalidName},
    options::{AfterLimit, RewriteError, RewriteOptions},
    rewriter::Rewriter,
    units::{Comment, Doctype, DocumentEnd, InvalidComment, TextPiece},
    waiting::{Unit, Wait},
    writer::RewriteWriter,
};
