//! Content that handlers insert.

use std::{borrow::Cow, error::Error, fmt, io};

use sapwood_encoding::{Decoder, encoding_rs::UTF_8};

use super::edits::{Edits, TextRange};

/// The result of a handler. An error ends the rewrite.
pub type HandlerResult = Result<(), Box<dyn Error + Send + Sync>>;

/// A function that writes content in pieces.
pub(super) type Stream = Box<dyn FnOnce(&mut ContentWriter<'_>) -> HandlerResult + Send>;

/// Content to insert: text or HTML.
///
/// Text is escaped, except in elements whose content has no markup, such as `script`. HTML is written as it is.
///
/// ```
/// use sapwood::rewriting::{Content, Rewriter};
///
/// let mut rewriter = Rewriter::default();
/// rewriter.on_element("p", |p| {
///     p.prepend(Content::text("1 < 2 "));
///     p.append(Content::html("<hr>"));
///     p.after(Content::stream(|writer| {
///         (1..=3).for_each(|number| writer.html(&format!("<i>{number}</i>")));
///         Ok(())
///     }));
///     Ok(())
/// })?;
/// assert_eq!(
///     rewriter.rewrite("<p>x</p>")?,
///     "<p>1 &lt; 2 x<hr></p><i>1</i><i>2</i><i>3</i>",
/// );
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub struct Content<'c>(Kind<'c>);

enum Kind<'c> {
    Text(Cow<'c, str>),
    Html(Cow<'c, str>),
    Stream(Stream),
}

impl<'c> Content<'c> {
    /// Content that is text.
    pub fn text(text: impl Into<Cow<'c, str>>) -> Self {
        Self(Kind::Text(text.into()))
    }

    /// Content that is HTML.
    pub fn html(html: impl Into<Cow<'c, str>>) -> Self {
        Self(Kind::Html(html.into()))
    }

    /// Content that a function writes. It is called when the output has come there, so the content is never in memory as a
    /// whole. It is not called if the place isn't in the output.
    pub fn stream(
        write: impl FnOnce(&mut ContentWriter<'_>) -> HandlerResult + Send + 'static,
    ) -> Self {
        Self(Kind::Stream(Box::new(write)))
    }

    /// Content that is the UTF-8 text of a reader. An error of the reader ends the rewrite.
    pub fn text_from(reader: impl io::Read + Send + 'static) -> Self {
        Self::stream(|writer| copy(reader, |text| writer.text(text)))
    }

    /// Content that is the UTF-8 HTML of a reader. An error of the reader ends the rewrite.
    ///
    /// ```
    /// use sapwood::rewriting::{Content, Rewriter};
    ///
    /// let mut rewriter = Rewriter::default();
    /// rewriter.on_element("footer", |footer| {
    ///     footer.set_inner_content(Content::html_from(&b"<small>\xc2\xa9 us</small>"[..]));
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewriter.rewrite("<footer>…</footer>")?, "<footer><small>© us</small></footer>");
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    pub fn html_from(reader: impl io::Read + Send + 'static) -> Self {
        Self::stream(|writer| copy(reader, |text| writer.html(text)))
    }

    /// Stores the content; `is_raw`: it is written where markup has no meaning.
    pub(super) fn store(self, edits: &mut Edits, is_raw: bool) -> Insert {
        match self.0 {
            Kind::Text(text) if !is_raw => {
                Insert::Html(edits.store_by(|into| push_escaped(&text, into)))
            }
            Kind::Text(html) | Kind::Html(html) => Insert::Html(edits.store(&html)),
            Kind::Stream(stream) if is_raw => Insert::Stream(Box::new(|writer| {
                writer.is_raw = true;
                stream(writer)
            })),
            Kind::Stream(stream) => Insert::Stream(stream),
        }
    }
}

impl fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Text(text) => f.debug_tuple("Text").field(text).finish(),
            Kind::Html(html) => f.debug_tuple("Html").field(html).finish(),
            Kind::Stream(_) => f.debug_tuple("Stream").finish_non_exhaustive(),
        }
    }
}

/// Writes the content of a [stream](Content::stream) to the output.
pub struct ContentWriter<'w> {
    write: &'w mut dyn FnMut(&str),
    is_raw: bool,
    escaped: String,
}

impl<'w> ContentWriter<'w> {
    pub(super) fn new(write: &'w mut dyn FnMut(&str)) -> Self {
        Self { write, is_raw: false, escaped: String::new() }
    }

    /// Writes text.
    pub fn text(&mut self, text: &str) {
        if self.is_raw {
            return self.html(text);
        }
        self.escaped.clear();
        push_escaped(text, &mut self.escaped);
        (self.write)(&self.escaped);
    }

    /// Writes HTML.
    pub fn html(&mut self, html: &str) {
        (self.write)(html);
    }
}

impl fmt::Debug for ContentWriter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ContentWriter").finish_non_exhaustive()
    }
}

/// Passes the UTF-8 text of a reader on in pieces.
fn copy(mut reader: impl io::Read, mut write: impl FnMut(&str)) -> HandlerResult {
    let mut buffer = vec![0; 1 << 13];
    let mut decoder = Decoder::new(UTF_8, 0);
    loop {
        let mut piece = match reader.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => &buffer[..length],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        while let Some(text) = decoder.decode(&mut piece) {
            write(text);
        }
    }
    decoder.finish().into_iter().for_each(write);
    Ok(())
}

/// Appends text with `&`, `<` and `>` as character references.
pub(super) fn push_escaped(text: &str, into: &mut String) {
    push_replaced(text, into, |character| match character {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        _ => None,
    });
}

/// Appends an attribute value for these quotes, or for none, in the
/// [standard's form](https://html.spec.whatwg.org/multipage/parsing.html#escapingString).
pub(super) fn push_value(value: &str, quote: Option<u8>, into: &mut String) {
    push_replaced(value, into, |character| match character {
        '&' => Some("&amp;"),
        '\u{a0}' => Some("&nbsp;"),
        '"' if quote == Some(b'"') => Some("&quot;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        // A parser replaces carriage returns.
        '\r' => Some("&#13;"),
        _ => None,
    });
}

fn push_replaced(text: &str, into: &mut String, replace: impl Fn(char) -> Option<&'static str>) {
    let mut from = 0;
    for (at, character) in text.char_indices() {
        if let Some(reference) = replace(character) {
            into.push_str(&text[from..at]);
            into.push_str(reference);
            from = at + character.len_utf8();
        }
    }
    into.push_str(&text[from..]);
}

/// Content that waits for its place.
pub(super) enum Insert {
    Html(TextRange),
    /// HTML for a place in another piece of the input.
    Owned(Box<str>),
    Stream(Stream),
}

/// The content at one place, in order.
pub(super) type Inserts = Vec<Insert>;

impl Insert {
    /// Keeps the content longer than the edits at hand.
    pub(super) fn own(self, edits: &Edits) -> Self {
        match self {
            Self::Html(html) => Self::Owned(edits.text(html).into()),
            other => other,
        }
    }

    /// Inserts the content at an offset.
    pub(super) fn place(self, at: usize, edits: &mut Edits) {
        match self {
            Self::Html(html) => edits.insert(at, html),
            Self::Owned(html) => {
                let html = edits.store(&html);
                edits.insert(at, html);
            }
            Self::Stream(stream) => edits.insert_stream(at, stream),
        }
    }
}

/// Inserts all content of a place.
pub(super) fn place_all(inserts: &mut Inserts, at: usize, edits: &mut Edits) {
    inserts.drain(..).for_each(|insert| insert.place(at, edits));
}
