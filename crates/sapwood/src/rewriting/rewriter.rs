//! The rewriter: from bytes to the handlers, and from their changes to bytes.
//!
//! Over 700 lines, because each kind of handler has two documented methods; the code that feeds and writes is half of it.

use std::{error::Error, fmt, io, mem};

use sapwood_driver::{Driver, Html};
use sapwood_encoding::{Confidence, Decoder, Encoding, SniffOptions, encoding_rs::UTF_8, sniff};
use sapwood_select::{NotStreamable, StreamSelector};
use sapwood_tree::Limit;

use super::{
    content::{ContentWriter, HandlerResult, Insert},
    element::Element,
    nodes::Handle,
    output::{Output, Source},
    sink::{ContentHandler, Failure, Sink},
    units::{Comment, Doctype, DocumentEnd, TextPiece},
};
use crate::{
    ParseOptions,
    bytes::{InputLimit, Redirection, feed_text, read_pieces, split_input},
};

/// Options of a [`Rewriter`].
#[derive(Clone, Debug, Default)]
pub struct RewriteOptions {
    parse: ParseOptions,
    sniffing: SniffOptions,
    after_limit: AfterLimit,
}

/// The treatment of the input after a [limit](crate::Limits) was reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterLimit {
    /// The rewrite ends with [`RewriteError::Limit`].
    #[default]
    Stop,
    /// The rest of the input passes through as it is, even within an element that was to be removed.
    PassThrough,
}

impl RewriteOptions {
    /// Sets the options of the parser, among them its limits. Those on errors and positions have no effect, and neither has the
    /// limit on nodes, because no tree is built.
    #[must_use]
    pub fn parsing(mut self, options: ParseOptions) -> Self {
        self.parse = options;
        self
    }

    /// Sets how the encoding is detected.
    ///
    /// ```
    /// use sapwood::encoding::{SniffOptions, encoding_rs::SHIFT_JIS};
    /// use sapwood::rewriting::{Content, RewriteOptions, Rewriter};
    ///
    /// let sniffing = SniffOptions::default().http_charset(Some(SHIFT_JIS));
    /// let mut rewriter = Rewriter::new(&RewriteOptions::default().sniffing(sniffing));
    /// rewriter.on_element("p", |p| {
    ///     p.append(Content::text("木 €"));
    ///     Ok(())
    /// })?;
    /// let mut output = Vec::new();
    /// rewriter.feed(b"<p>\x8e\xf7</p>", |bytes| output.extend_from_slice(bytes))?;
    /// rewriter.finish(|bytes| output.extend_from_slice(bytes))?;
    /// assert_eq!(output, b"<p>\x8e\xf7\x96\xd8 &#8364;</p>");
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    #[must_use]
    pub fn sniffing(mut self, options: SniffOptions) -> Self {
        self.sniffing = options;
        self
    }

    /// Sets what happens after a limit was reached.
    #[must_use]
    pub fn after_limit(mut self, after_limit: AfterLimit) -> Self {
        self.after_limit = after_limit;
        self
    }
}

/// The reason why a rewrite ended early.
#[derive(Debug)]
#[non_exhaustive]
pub enum RewriteError {
    /// A handler returned this error.
    Handler(Box<dyn Error + Send + Sync>),
    /// This limit was reached.
    Limit(Limit),
    /// The rewrite had ended before, with an error that was returned then.
    Ended,
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Handler(error) => error.fmt(f),
            Self::Limit(limit) => write!(f, "limit reached: {limit}"),
            Self::Ended => f.write_str("the rewrite has ended with an error"),
        }
    }
}

impl Error for RewriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Handler(error) => Some(&**error),
            _ => None,
        }
    }
}

impl From<RewriteError> for io::Error {
    fn from(error: RewriteError) -> Self {
        match error {
            RewriteError::Limit(_) => Self::new(io::ErrorKind::QuotaExceeded, error),
            RewriteError::Handler(_) | RewriteError::Ended => Self::other(error),
        }
    }
}

/// Changes a page while it is read, by handlers of what selectors match.
///
/// See the [module](super) for what it does, and for the selectors it supports. `S` is the state that the handlers share. A
/// rewriter can be sent to another thread if its state can.
pub struct Rewriter<'h, S = ()> {
    driver: Driver<Html<Sink<'h, S>>>,
    sniffing: SniffOptions,
    after_limit: AfterLimit,
    input: InputLimit,
    /// The input so far, until the encoding is known.
    kept: Vec<u8>,
    decoding: Option<Decoding>,
    progress: Progress,
    /// Memory for a list of nodes.
    live: Vec<Handle>,
}

/// The state of a rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Rewriting,
    /// A limit was reached, and the rest of the input passes through.
    Passing(Limit),
    /// An error was returned.
    Ended,
}

/// The state of decoding.
struct Decoding {
    encoding: &'static Encoding,
    decoder: Decoder,
    /// Whether a `meta` may change the encoding.
    tentative: bool,
    output: Output,
}

impl Rewriter<'_> {
    /// Creates a rewriter of a document.
    // Inlined, so that the rewriter is compiled only where somebody uses it.
    #[inline]
    #[must_use]
    pub fn new(options: &RewriteOptions) -> Self {
        Self::with_state((), options)
    }
}

impl Default for Rewriter<'_> {
    /// A rewriter with default options.
    #[inline]
    fn default() -> Self {
        Self::new(&RewriteOptions::default())
    }
}

/// # Handlers
///
/// Handlers must be added before the first input. They are called in the order in which they were added, and must be [`Send`]. What
/// can't be sent to another thread belongs into the [state](Self::with_state).
impl<'h, S> Rewriter<'h, S> {
    /// Creates a rewriter whose handlers share `state`: a value, or a mutable reference to one.
    ///
    /// ```
    /// use sapwood::rewriting::{Content, Rewriter};
    ///
    /// let mut rewriter = Rewriter::with_state(0, &Default::default());
    /// rewriter.on_element_with("h2", |count, h2| {
    ///     *count += 1;
    ///     h2.prepend(Content::text(format!("{count}. ")));
    ///     Ok(())
    /// })?;
    /// let mut output = Vec::new();
    /// rewriter.feed(b"<h2>Oak</h2><h2>Elm</h2>", |bytes| output.extend_from_slice(bytes))?;
    /// let (count, _) = rewriter.finish(|bytes| output.extend_from_slice(bytes))?;
    /// assert_eq!((&*output, count), (&b"<h2>1. Oak</h2><h2>2. Elm</h2>"[..], 2));
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    #[must_use]
    pub fn with_state(state: S, options: &RewriteOptions) -> Self {
        let limits = &options.parse.document.limits;
        let mut tree = options.parse.tree;
        tree.report_encoding = true;
        let sink = Sink::new(&tree, state);
        let stages = Html::new(sink, None, tree, options.parse.uses_fast_path(), limits);
        let mut driver = Driver::new(stages, limits);
        let input = InputLimit::of(driver.lift_input_limit());
        Self {
            driver,
            sniffing: options.sniffing.clone(),
            after_limit: options.after_limit,
            input,
            kept: Vec::new(),
            decoding: None,
            progress: Progress::Rewriting,
            live: Vec::new(),
        }
    }

    fn sink(&mut self) -> &mut Sink<'h, S> {
        self.driver.stages_mut().sink_mut()
    }

    /// Calls `call` for each element that matches `selector`, when its start tag has been read.
    ///
    /// `selector` is text, a [`Selector`](crate::Selector), or a [`StreamSelector`], which is prepared once for many rewriters. An
    /// element whose start tag is implied matches as well; if its attributes are
    /// changed, its tag is written.
    ///
    /// # Errors
    ///
    /// If `selector` isn't valid, or depends on content after a start tag.
    pub fn on_element<T>(
        &mut self,
        selector: T,
        mut call: impl FnMut(&mut Element<'_, S>) -> HandlerResult + Send + 'h,
    ) -> Result<&mut Self, NotStreamable>
    where
        T: TryInto<StreamSelector>,
        NotStreamable: From<T::Error>,
    {
        self.on_element_with(selector, move |_, element| call(element))
    }

    /// [`on_element`](Self::on_element) with the [state](Self::with_state).
    ///
    /// # Errors
    ///
    /// As [`on_element`](Self::on_element).
    pub fn on_element_with<T>(
        &mut self,
        selector: T,
        call: impl FnMut(&mut S, &mut Element<'_, S>) -> HandlerResult + Send + 'h,
    ) -> Result<&mut Self, NotStreamable>
    where
        T: TryInto<StreamSelector>,
        NotStreamable: From<T::Error>,
    {
        let selector = selector.try_into()?;
        self.sink().on_element(selector, Box::new(call));
        Ok(self)
    }

    /// Calls `call` for each piece of text in an element that matches `selector`, at any depth.
    ///
    /// # Errors
    ///
    /// As [`on_element`](Self::on_element).
    pub fn on_text<T>(
        &mut self,
        selector: T,
        mut call: impl FnMut(&mut TextPiece<'_>) -> HandlerResult + Send + 'h,
    ) -> Result<&mut Self, NotStreamable>
    where
        T: TryInto<StreamSelector>,
        NotStreamable: From<T::Error>,
    {
        self.on_text_with(selector, move |_, text| call(text))
    }

    /// [`on_text`](Self::on_text) with the [state](Self::with_state).
    ///
    /// # Errors
    ///
    /// As [`on_element`](Self::on_element).
    pub fn on_text_with<T>(
        &mut self,
        selector: T,
        call: impl FnMut(&mut S, &mut TextPiece<'_>) -> HandlerResult + Send + 'h,
    ) -> Result<&mut Self, NotStreamable>
    where
        T: TryInto<StreamSelector>,
        NotStreamable: From<T::Error>,
    {
        let selector = selector.try_into()?;
        self.sink().on_content(selector, ContentHandler::Text(Box::new(call)));
        Ok(self)
    }

    /// Calls `call` for each comment in an element that matches `selector`, at any depth.
    ///
    /// # Errors
    ///
    /// As [`on_element`](Self::on_element).
    pub fn on_comment<T>(
        &mut self,
        selector: T,
        mut call: impl FnMut(&mut Comment<'_>) -> HandlerResult + Send + 'h,
    ) -> Result<&mut Self, NotStreamable>
    where
        T: TryInto<StreamSelector>,
        NotStreamable: From<T::Error>,
    {
        self.on_comment_with(selector, move |_, comment| call(comment))
    }

    /// [`on_comment`](Self::on_comment) with the [state](Self::with_state).
    ///
    /// # Errors
    ///
    /// As [`on_element`](Self::on_element).
    pub fn on_comment_with<T>(
        &mut self,
        selector: T,
        call: impl FnMut(&mut S, &mut Comment<'_>) -> HandlerResult + Send + 'h,
    ) -> Result<&mut Self, NotStreamable>
    where
        T: TryInto<StreamSelector>,
        NotStreamable: From<T::Error>,
    {
        let selector = selector.try_into()?;
        self.sink().on_content(selector, ContentHandler::Comment(Box::new(call)));
        Ok(self)
    }

    /// Calls `call` for each piece of text in the document, also in the contents of a `template`.
    pub fn on_document_text(
        &mut self,
        mut call: impl FnMut(&mut TextPiece<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.on_document_text_with(move |_, text| call(text))
    }

    /// [`on_document_text`](Self::on_document_text) with the [state](Self::with_state).
    pub fn on_document_text_with(
        &mut self,
        call: impl FnMut(&mut S, &mut TextPiece<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.sink().on_document_content(ContentHandler::Text(Box::new(call)));
        self
    }

    /// Calls `call` for each comment in the document, also in the contents of a `template`.
    pub fn on_document_comment(
        &mut self,
        mut call: impl FnMut(&mut Comment<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.on_document_comment_with(move |_, comment| call(comment))
    }

    /// [`on_document_comment`](Self::on_document_comment) with the [state](Self::with_state).
    pub fn on_document_comment_with(
        &mut self,
        call: impl FnMut(&mut S, &mut Comment<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.sink().on_document_content(ContentHandler::Comment(Box::new(call)));
        self
    }

    /// Calls `call` for the DOCTYPE, if there is one where it counts.
    pub fn on_doctype(
        &mut self,
        mut call: impl FnMut(&mut Doctype<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.on_doctype_with(move |_, doctype| call(doctype))
    }

    /// [`on_doctype`](Self::on_doctype) with the [state](Self::with_state).
    pub fn on_doctype_with(
        &mut self,
        call: impl FnMut(&mut S, &mut Doctype<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.sink().on_doctype(Box::new(call));
        self
    }

    /// Calls `call` at the end of the document. It isn't called after a limit or an error.
    ///
    /// ```
    /// use sapwood::rewriting::{Content, Rewriter};
    ///
    /// let mut rewriter = Rewriter::default();
    /// rewriter.on_end(|end| {
    ///     end.append(Content::html("<!-- the end -->"));
    ///     Ok(())
    /// });
    /// assert_eq!(rewriter.rewrite("<p>x")?, "<p>x<!-- the end -->");
    /// # Ok::<(), sapwood::rewriting::RewriteError>(())
    /// ```
    pub fn on_end(
        &mut self,
        mut call: impl FnMut(&mut DocumentEnd<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.on_end_with(move |_, end| call(end))
    }

    /// [`on_end`](Self::on_end) with the [state](Self::with_state).
    pub fn on_end_with(
        &mut self,
        call: impl FnMut(&mut S, &mut DocumentEnd<'_>) -> HandlerResult + Send + 'h,
    ) -> &mut Self {
        self.sink().on_end(Box::new(call));
        self
    }
}

/// # Input and output
impl<S> Rewriter<'_, S> {
    /// Rewrites a whole text.
    ///
    /// # Errors
    ///
    /// If a handler fails, or at a limit, unless the rest [passes through](AfterLimit::PassThrough).
    pub fn rewrite(mut self, html: &str) -> Result<String, RewriteError> {
        let mut output = Vec::with_capacity(html.len());
        self.feed_text(html, |bytes| output.extend_from_slice(bytes))?;
        self.finish(|bytes| output.extend_from_slice(bytes))?;
        // Both the text and what was inserted are UTF-8.
        Ok(String::from_utf8(output)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// Rewrites all bytes of a reader into a writer. Returns the state and the limit that was reached, if any.
    ///
    /// ```
    /// use sapwood::rewriting::Rewriter;
    ///
    /// let mut rewriter = Rewriter::default();
    /// rewriter.on_element("img", |img| {
    ///     img.set_attribute("loading", "lazy")?;
    ///     Ok(())
    /// })?;
    /// let mut output = Vec::new();
    /// rewriter.copy(&b"<img src='a.png' />"[..], &mut output)?;
    /// assert_eq!(output, b"<img src='a.png' loading=\"lazy\" />");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If reading or writing fails, and as [`feed`](Self::feed) does.
    pub fn copy(
        mut self,
        reader: impl io::Read,
        mut writer: impl io::Write,
    ) -> io::Result<(S, Option<Limit>)> {
        let mut result = Ok(());
        read_pieces(reader, |piece| {
            result = write_by(&mut writer, |output| self.feed(piece, output));
            result.is_ok()
        })?;
        result?;
        write_by(&mut writer, |output| self.finish(output))
    }

    /// Rewrites the next piece of the input, which may end anywhere. Calls `output` with the bytes that are known by then, in
    /// pieces of any length.
    ///
    /// The encoding is detected from the first 1,024 bytes, or is the one of the [options](RewriteOptions::sniffing). If a
    /// `meta` after them declares another one, it counts from that tag on.
    ///
    /// # Errors
    ///
    /// If a handler fails, or at a limit, unless the rest [passes through](AfterLimit::PassThrough). The output ends before what
    /// the handler was called with.
    pub fn feed(&mut self, piece: &[u8], output: impl FnMut(&[u8])) -> Result<(), RewriteError> {
        self.feed_dyn(piece, &mut { output })
    }

    /// Rewrites the next piece of a text. If it is the first piece, the encoding is UTF-8.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    pub fn feed_text(
        &mut self,
        chunk: &str,
        output: impl FnMut(&[u8]),
    ) -> Result<(), RewriteError> {
        if self.decoding.is_none() && self.kept.is_empty() {
            self.driver.stop_reporting_encoding();
            self.decode_as(UTF_8, 0, false);
        }
        self.feed_dyn(chunk.as_bytes(), &mut { output })
    }

    fn feed_dyn(
        &mut self,
        piece: &[u8],
        output: &mut dyn FnMut(&[u8]),
    ) -> Result<(), RewriteError> {
        match self.progress {
            Progress::Rewriting => {}
            Progress::Passing(_) => {
                output(piece);
                return Ok(());
            }
            Progress::Ended => return Err(RewriteError::Ended),
        }
        let admitted = self.input.admit(piece);
        if self.decoding.is_some() {
            self.decode(admitted, output)?;
        } else {
            self.kept.extend_from_slice(admitted);
            if self.kept.len() >= self.sniffing.needed() || self.input.limit().is_some() {
                self.begin(output)?;
            }
        }
        if let Some(limit) = self.input.limit()
            && self.progress == Progress::Rewriting
        {
            self.driver.set_limit(limit);
            self.end_at(limit, &[], output)?;
        }
        if let Progress::Passing(_) = self.progress {
            output(&piece[admitted.len()..]);
        }
        Ok(())
    }

    /// Detects the encoding from the bytes that were kept, and rewrites them.
    fn begin(&mut self, output: &mut dyn FnMut(&[u8])) -> Result<(), RewriteError> {
        let kept = mem::take(&mut self.kept);
        let sniffed = sniff(&kept, &self.sniffing);
        let tentative = sniffed.confidence == Confidence::Tentative;
        if !tentative {
            self.driver.stop_reporting_encoding();
        }
        log::debug!("encoding {}, by {}", sniffed.encoding.name(), sniffed.source.as_str());
        self.decode_as(sniffed.encoding, sniffed.bom_len, tentative);
        self.decode(&kept, output)
    }

    fn decode_as(&mut self, encoding: &'static Encoding, bom_len: usize, tentative: bool) {
        let decoder = Decoder::new(encoding, bom_len).mapped();
        let output = Output::new(encoding, bom_len);
        self.decoding = Some(Decoding { encoding, decoder, tentative, output });
    }

    /// Rewrites bytes of the input.
    fn decode(
        &mut self,
        mut bytes: &[u8],
        output: &mut dyn FnMut(&[u8]),
    ) -> Result<(), RewriteError> {
        while !bytes.is_empty() {
            if let Progress::Passing(_) = self.progress {
                output(bytes);
                return Ok(());
            }
            let tentative = self.decoding.as_ref().is_some_and(|decoding| decoding.tentative);
            let (piece, rest) = split_input(bytes, tentative);
            self.decode_piece(piece, output)?;
            bytes = rest;
        }
        Ok(())
    }

    fn decode_piece(
        &mut self,
        piece: &[u8],
        output: &mut dyn FnMut(&[u8]),
    ) -> Result<(), RewriteError> {
        let Some(decoding) = &mut self.decoding else { return Ok(()) };
        let Decoding { encoding, decoder, tentative, output: held_back } = decoding;
        let source = held_back.source(piece);
        let mut change = None;
        let mut left = piece;
        while let Some(text) = decoder.decode(&mut left) {
            held_back.note_text(&source, text, self.driver.offset());
            let redirection = feed_text(&mut self.driver, text, encoding, tentative);
            if let Some(Redirection { encoding, taken, .. }) = redirection {
                self.driver.feed_all(&text[taken..]);
                self.driver.stop_reporting_encoding();
                change = Some(encoding);
            }
            if self.driver.limit().is_some() || self.driver.stages().sink().failure.is_some() {
                break;
            }
        }
        self.write(source, output)?;
        if let (Some(encoding), Some(decoding)) = (change, &mut self.decoding) {
            log::debug!("encoding {} replaces {}", encoding.name(), decoding.encoding.name());
            decoding.encoding = encoding;
            decoding.decoder = Decoder::new(encoding, 0).mapped();
            decoding.output.change_encoding(encoding, self.driver.offset());
        }
        let builder = self.driver.stages_mut().builder();
        if builder.sink().nodes.is_due() {
            self.live.clear();
            builder.for_each_handle(&mut |handle| self.live.push(*handle));
            builder.sink_mut().sweep(&mut self.live);
        }
        Ok(())
    }

    /// Writes as much of the source as can't be changed any more.
    fn write(
        &mut self,
        source: Source<'_>,
        output: &mut dyn FnMut(&[u8]),
    ) -> Result<(), RewriteError> {
        let read = self.driver.offset();
        let limit = self.driver.limit();
        let stages = self.driver.stages_mut();
        let unfinished = stages.unfinished_start();
        let builder = stages.builder();
        let pending = builder.pending_text().filter(|_| builder.sink().has_text_handlers());
        let sink = builder.sink_mut();
        let Some(Decoding { decoder, output: held_back, .. }) = &mut self.decoding else {
            return Ok(());
        };
        if let Some(Failure { at, error }) = sink.failure.take() {
            self.progress = Progress::Ended;
            sink.edits.pause(at);
            held_back
                .write(source, &mut sink.edits, decoder, Some(at), output)
                .map_err(RewriteError::Handler)?;
            return Err(RewriteError::Handler(error));
        }
        if let Some(limit) = limit {
            return self.end_at_with(limit, source, output);
        }
        let mut safe = unfinished.min(pending.unwrap_or(usize::MAX));
        match sink.line_feed_at {
            // The next character isn't known.
            Some(at) if read < at + "\r\n".len() => safe = safe.min(at),
            _ => sink.line_feed_at = None,
        }
        if sink.line_feed_at.is_some() {
            held_back.keep(source);
            return Ok(());
        }
        let safe = safe.max(sink.edits.end());
        sink.edits.pause(safe);
        let result = held_back.write(source, &mut sink.edits, decoder, Some(safe), output);
        self.end_if_failed(result)
    }

    fn end_if_failed(&mut self, result: HandlerResult) -> Result<(), RewriteError> {
        result.map_err(|error| {
            self.progress = Progress::Ended;
            RewriteError::Handler(error)
        })
    }

    /// Ends the rewrite because of a limit.
    fn end_at(
        &mut self,
        limit: Limit,
        piece: &[u8],
        output: &mut dyn FnMut(&[u8]),
    ) -> Result<(), RewriteError> {
        let Some(decoding) = &mut self.decoding else { return Ok(()) };
        let source = decoding.output.source(piece);
        self.end_at_with(limit, source, output)
    }

    fn end_at_with(
        &mut self,
        limit: Limit,
        source: Source<'_>,
        output: &mut dyn FnMut(&[u8]),
    ) -> Result<(), RewriteError> {
        let stages = self.driver.stages_mut();
        let unfinished = stages.unfinished_start();
        let sink = stages.sink_mut();
        let Some(Decoding { decoder, output: held_back, .. }) = &mut self.decoding else {
            return Ok(());
        };
        // Where the edits end depends on the pieces, unlike the token that was too much.
        let end = sink.edits.end().max(unfinished);
        match self.after_limit {
            AfterLimit::Stop => {
                self.progress = Progress::Ended;
                sink.edits.pause(end);
                held_back
                    .write(source, &mut sink.edits, decoder, Some(end), output)
                    .map_err(RewriteError::Handler)?;
                Err(RewriteError::Limit(limit))
            }
            AfterLimit::PassThrough => {
                self.progress = Progress::Passing(limit);
                sink.edits.stop_leaving_out(end);
                let result = held_back.write(source, &mut sink.edits, decoder, None, output);
                self.end_if_failed(result)
            }
        }
    }

    /// Ends the input, and with it the open elements. Returns the state, and the limit that was reached if the rest of the
    /// input [passed through](AfterLimit::PassThrough).
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    pub fn finish(mut self, output: impl FnMut(&[u8])) -> Result<(S, Option<Limit>), RewriteError> {
        let limit = self.end(&mut { output })?;
        let mut stages = self.driver.into_stages();
        if limit.is_some() {
            stages.sink_mut().failure = None;
        }
        Ok((sapwood_driver::Stages::finish(stages), limit))
    }

    fn end(&mut self, output: &mut dyn FnMut(&[u8])) -> Result<Option<Limit>, RewriteError> {
        if self.progress == Progress::Rewriting && self.decoding.is_none() {
            self.begin(output)?;
        }
        match self.progress {
            Progress::Rewriting => {}
            Progress::Passing(limit) => return Ok(Some(limit)),
            Progress::Ended => return Err(RewriteError::Ended),
        }
        let Some(decoding) = &mut self.decoding else { return Ok(None) };
        let source = decoding.output.source(&[]);
        if let Some(text) = decoding.decoder.finish() {
            decoding.output.note_text(&source, text, self.driver.offset());
            self.driver.feed_all(text);
        }
        if let Some(limit) = self.driver.end_input() {
            self.end_at_with(limit, source, output)?;
            return Ok(Some(limit));
        }
        let sink = self.driver.stages_mut().sink_mut();
        sink.line_feed_at = None;
        if sink.failure.is_some() {
            self.write(source, output)?;
            return Ok(None);
        }
        let Some(Decoding { decoder, output: held_back, .. }) = &mut self.decoding else {
            return Ok(None);
        };
        let end = sink.edits.end();
        sink.edits.stop_leaving_out(end);
        let result = held_back.write(source, &mut sink.edits, decoder, None, output);
        self.end_if_failed(result)?;
        let result = self.append_at_end(output);
        self.end_if_failed(result)?;
        Ok(None)
    }

    /// Writes what the handlers of the end append.
    fn append_at_end(&mut self, output: &mut dyn FnMut(&[u8])) -> HandlerResult {
        let sink = self.driver.stages_mut().sink_mut();
        let Some(Decoding { output: held_back, .. }) = &mut self.decoding else { return Ok(()) };
        for insert in sink.end_document()? {
            match insert {
                Insert::Html(html) => held_back.write_content(sink.edits.text(html), output),
                Insert::Owned(html) => held_back.write_content(&html, output),
                Insert::Stream(stream) => {
                    let mut write = |html: &str| held_back.write_content(html, output);
                    stream(&mut ContentWriter::new(&mut write))?;
                }
            }
        }
        held_back.end_content(output);
        Ok(())
    }

    /// The state that the handlers share.
    #[must_use]
    pub fn state(&self) -> &S {
        &self.driver.stages().sink().state
    }

    /// The state that the handlers share, to change it between pieces.
    #[must_use]
    pub fn state_mut(&mut self) -> &mut S {
        &mut self.driver.stages_mut().sink_mut().state
    }

    /// The encoding of the bytes that come next, once it is known.
    #[must_use]
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.decoding.as_ref().map(|decoding| decoding.encoding)
    }
}

impl<S> fmt::Debug for Rewriter<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rewriter").field("progress", &self.progress).finish_non_exhaustive()
    }
}

/// Writes the output of `rewrite` to `writer`.
pub(super) fn write_by<T>(
    writer: &mut impl io::Write,
    rewrite: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<T, RewriteError>,
) -> io::Result<T> {
    let mut written = Ok(());
    let result = rewrite(&mut |bytes| {
        if written.is_ok() {
            written = writer.write_all(bytes);
        }
    });
    written?;
    Ok(result?)
}
