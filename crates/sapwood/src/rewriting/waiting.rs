//! The answer of a handler that waits, and the unit that it was called for.

use std::{error::Error, fmt};

use super::{
    element::{Element, EndTag},
    units::{Comment, Doctype, DocumentEnd, TextPiece},
};

/// The error by which a handler says that it waits.
///
/// A rewriter whose [options](super::RewriteOptions::waiting) allow it stops at what the handler was called for, until its caller
/// [resumes](super::Rewriter::resume) it. Others end with this error.
///
/// ```
/// use sapwood::rewriting::{RewriteOptions, Rewriter, Unit, Wait};
///
/// # async fn title_of(url: &str) -> String { format!("Title of {url}") }
/// # async fn rewrite() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
/// let mut rewriter = Rewriter::new(&RewriteOptions::default().waiting(true));
/// rewriter.on_element("a[href]", |_| Err(Wait.into()))?;
/// let mut output = Vec::new();
/// rewriter.feed_text("<a href=/oak>Oak</a>", |bytes| output.extend_from_slice(bytes))?;
/// while rewriter.is_waiting() {
///     let url = rewriter.waiting(|unit| match unit {
///         Unit::Element(a) => a.attribute("href").map(str::to_owned),
///         _ => None,
///     });
///     let title = title_of(&url.flatten().unwrap_or_default()).await;
///     rewriter.waiting(|unit| match unit {
///         Unit::Element(mut a) => a.set_attribute("title", &title),
///         _ => Ok(()),
///     });
///     rewriter.resume(Ok(()), |bytes| output.extend_from_slice(bytes))?;
/// }
/// rewriter.finish(|bytes| output.extend_from_slice(bytes))?;
/// assert_eq!(output, b"<a href=/oak title=\"Title of /oak\">Oak</a>");
/// # Ok(())
/// # }
/// # use std::{pin::pin, task::{Context, Poll, Waker}};
/// # let polled = pin!(rewrite()).as_mut().poll(&mut Context::from_waker(Waker::noop()));
/// # assert!(matches!(polled, Poll::Ready(Ok(()))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait;

impl fmt::Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a handler waits, which the options of the rewriter don't allow")
    }
}

impl Error for Wait {}

/// A part of the page that a handler is called for.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unit<'u, S = ()> {
    /// An element, at its start tag.
    Element(Element<'u, S>),
    /// The end of an element.
    EndTag(EndTag<'u>),
    /// A piece of text.
    Text(TextPiece<'u>),
    /// A comment.
    Comment(Comment<'u>),
    /// The DOCTYPE.
    Doctype(Doctype<'u>),
    /// The end of the document.
    End(DocumentEnd<'u>),
}
