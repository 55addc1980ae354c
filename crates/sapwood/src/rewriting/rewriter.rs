//! The rewriter: from bytes to the handlers, and from their changes to bytes.

use std::{fmt, io, mem};

use sapwood_driver::{Driver, Html};
use sapwood_encoding::{Confidence, Decoder, Encoding, SniffOptions, encoding_rs::UTF_8, sniff};
use sapwood_tree::Limit;

use super::{
    content::{HandlerResult, place_all},
    handlers::Failure,
    options::{AfterLimit, RewriteError, RewriteOptions},
    output::{Output, Source},
    sink::Sink,
    unclosed::Unclosed,
    waiting::Unit,
};
use crate::{
    bytes::{InputLimit, Redirection, feed_text, read_pieces, split_input},
    matching::sweep,
};

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
    left: Left,
}

/// The work that is left when handlers that wait have been resumed.
#[derive(Default)]
struct Left {
    /// The encoding that a `meta` declared in the piece that was parsed last.
    change: Option<&'static Encoding>,
    /// Input that was not decoded, from `at` on.
    input: Vec<u8>,
    at: usize,
    /// Input that the limit on its length leaves out.
    over: Vec<u8>,
    end: End,
}

/// The progress of a rewrite towards its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    #[default]
    Far,
    /// All input is there.
    Near,
    /// All input was decoded.
    Decoded,
    /// All input was parsed.
    Parsed,
    /// The handlers of the end are called.
    Reached,
    Written,
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
        let mut sink = Sink::new(&tree, state);
        sink.handlers.can_wait = options.waiting;
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
            left: Left::default(),
        }
    }

    pub(super) fn sink(&mut self) -> &mut Sink<'h, S> {
        self.driver.stages_mut().sink_mut()
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
    /// the handler was called with. [`RewriteError::Waiting`] changes nothing: a handler [waits](super::Wait).
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
            _ if self.is_waiting() => return Err(RewriteError::Waiting),
            _ if self.left.end != End::Far => return Err(RewriteError::Ended),
            Progress::Rewriting => {}
            Progress::Passing(_) => {
                output(piece);
                return Ok(());
            }
            Progress::Ended => return Err(RewriteError::Ended),
        }
        let admitted = self.input.admit(piece);
        let over = &piece[admitted.len()..];
        if self.decoding.is_some() {
            let taken = self.decode(admitted, output)?;
            self.keep_rest(&admitted[taken..]);
        } else {
            self.kept.extend_from_slice(admitted);
            if self.kept.len() >= self.sniffing.needed() || self.input.limit().is_some() {
                self.begin(output)?;
            }
        }
        if self.is_waiting() {
            self.left.over.extend_from_slice(over);
            return Ok(());
        }
        self.end_piece(over, output)
    }

    /// Keeps the input after the part in which a handler waits.
    fn keep_rest(&mut self, rest: &[u8]) {
        self.left.at = 0;
        self.left.input.clear();
        self.left.input.extend_from_slice(rest);
    }

    /// Ends the rewrite at the limit on the input, if it leaves out the end of the piece.
    fn end_piece(
        &mut self,
        over: &[u8],
        output: &mut dyn FnMut(&[u8]),
    ) -> Result<(), RewriteError> {
        if let Some(limit) = self.input.limit()
            && self.progress == Progress::Rewriting
        {
            self.driver.set_limit(limit);
            self.end_at(limit, &[], output)?;
        }
        if let Progress::Passing(_) = self.progress {
            output(over);
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
        let taken = self.decode(&kept, output)?;
        self.keep_rest(&kept[taken..]);
        Ok(())
    }

    fn decode_as(&mut self, encoding: &'static Encoding, bom_len: usize, tentative: bool) {
        let decoder = Decoder::new(encoding, bom_len).mapped();
        let output = Output::new(encoding, bom_len);
        self.decoding = Some(Decoding { encoding, decoder, tentative, output });
    }

    /// Rewrites bytes of the input, up to the part in which a handler waits. Returns their number.
    fn decode(
        &mut self,
        bytes: &[u8],
        output: &mut dyn FnMut(&[u8]),
    ) -> Result<usize, RewriteError> {
        let mut left = bytes;
        while !left.is_empty() && !self.is_waiting() {
            if let Progress::Passing(_) = self.progress {
                output(left);
                return Ok(bytes.len());
            }
            let tentative = self.decoding.as_ref().is_some_and(|decoding| decoding.tentative);
            let (piece, rest) = split_input(left, tentative);
            self.decode_piece(piece, output)?;
            left = rest;
        }
        Ok(bytes.len() - left.len())
    }

    fn decode_piece(
        &mut self,
        piece: &[u8],
        output: &mut dyn FnMut(&[u8]),
    ) -> Result<(), RewriteError> {
        let Some(decoding) = &mut self.decoding else { return Ok(()) };
        let Decoding { encoding, decoder, tentative, output: held_back } = decoding;
        let source = held_back.source(piece);
        let mut left = piece;
        while let Some(text) = decoder.decode(&mut left) {
            held_back.note_text(&source, text, self.driver.offset());
            let redirection = feed_text(&mut self.driver, text, encoding, tentative);
            if let Some(Redirection { encoding, taken, .. }) = redirection {
                self.driver.feed_all(&text[taken..]);
                self.driver.stop_reporting_encoding();
                self.left.change = Some(encoding);
            }
            let sink = self.driver.stages().sink();
            if self.driver.limit().is_some() || sink.handlers.failure.is_some() {
                break;
            }
        }
        self.settle(source, output)
    }

    /// Calls the handlers of what was parsed, and writes it unless one waits.
    fn settle(
        &mut self,
        source: Source<'_>,
        output: &mut dyn FnMut(&[u8]),
    ) -> Result<(), RewriteError> {
        if self.driver.stages_mut().sink_mut().handle_events() {
            if let Some(decoding) = &mut self.decoding {
                decoding.output.keep(source);
            }
            return Ok(());
        }
        self.write(source, output)?;
        if let (Some(encoding), Some(decoding)) = (self.left.change.take(), &mut self.decoding) {
            log::debug!("encoding {} replaces {}", encoding.name(), decoding.encoding.name());
            decoding.encoding = encoding;
            decoding.decoder = Decoder::new(encoding, 0).mapped();
            decoding.output.change_encoding(encoding, self.driver.offset());
        }
        sweep(self.driver.stages_mut().builder());
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
        let handlers = &mut sink.handlers;
        if let Some(Failure { at, error }) = handlers.failure.take() {
            self.progress = Progress::Ended;
            handlers.edits.pause(at);
            held_back
                .write(source, &mut handlers.edits, decoder, Some(at), output)
                .map_err(RewriteError::Handler)?;
            return Err(RewriteError::Handler(error));
        }
        if let Some(limit) = limit {
            return self.end_at_with(limit, source, output);
        }
        let mut safe = unfinished.min(pending.unwrap_or(usize::MAX));
        match handlers.line_feed_at {
            // The next character isn't known.
            Some(at) if read < at + "\r\n".len() => safe = safe.min(at),
            _ => handlers.line_feed_at = None,
        }
        if handlers.line_feed_at.is_some() {
            held_back.keep(source);
            return Ok(());
        }
        let edits = &mut handlers.edits;
        let safe = safe.max(edits.end());
        edits.pause(safe);
        let result = held_back.write(source, edits, decoder, Some(safe), output);
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
        let edits = &mut stages.sink_mut().handlers.edits;
        let Some(Decoding { decoder, output: held_back, .. }) = &mut self.decoding else {
            return Ok(());
        };
        // Where the edits end depends on the pieces, unlike the token that was too much.
        let end = edits.end().max(unfinished);
        match self.after_limit {
            AfterLimit::Stop => {
                self.progress = Progress::Ended;
                edits.pause(end);
                held_back
                    .write(source, edits, decoder, Some(end), output)
                    .map_err(RewriteError::Handler)?;
                Err(RewriteError::Limit(limit))
            }
            AfterLimit::PassThrough => {
                self.progress = Progress::Passing(limit);
                edits.stop_leaving_out(end);
                let result = held_back.write(source, edits, decoder, None, output);
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
        self.end_dyn(&mut { output })?;
        if self.is_waiting() {
            return Err(RewriteError::Waiting);
        }
        let limit = match self.progress {
            Progress::Passing(limit) => Some(limit),
            _ => None,
        };
        let mut stages = self.driver.into_stages();
        if limit.is_some() {
            stages.sink_mut().handlers.failure = None;
        }
        Ok((sapwood_driver::Stages::finish(stages), limit))
    }

    /// Ends the input, for handlers that may [wait](super::Wait): when all have been resumed, [`finish`](Self::finish) ends the rewrite.
    ///
    /// # Errors
    ///
    /// As [`feed`](Self::feed).
    pub fn end(&mut self, output: impl FnMut(&[u8])) -> Result<(), RewriteError> {
        self.end_dyn(&mut { output })
    }

    fn end_dyn(&mut self, output: &mut dyn FnMut(&[u8])) -> Result<(), RewriteError> {
        match self.progress {
            _ if self.is_waiting() => return Err(RewriteError::Waiting),
            Progress::Ended => return Err(RewriteError::Ended),
            _ => self.left.end = self.left.end.max(End::Near),
        }
        if self.progress == Progress::Rewriting && self.decoding.is_none() {
            self.begin(output)?;
        }
        self.advance(output)
    }

    /// Whether the rewriter stands at something whose handler [waits](super::Wait).
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.driver.stages().sink().queue.is_waiting()
    }

    /// Calls `see` with what the handler that [waits](super::Wait) was called for, to read and change it; returns `None` if none waits.
    pub fn waiting<T>(&mut self, see: impl FnOnce(Unit<'_, S>) -> T) -> Option<T> {
        self.sink().waiting(see)
    }

    /// Goes on after a handler that [waits](super::Wait), whose result is `result`, up to the next one that does. Does nothing if none
    /// waits.
    ///
    /// # Errors
    ///
    /// If `result` is an error, and as [`feed`](Self::feed).
    pub fn resume(
        &mut self,
        result: HandlerResult,
        output: impl FnMut(&[u8]),
    ) -> Result<(), RewriteError> {
        if !self.is_waiting() {
            return Ok(());
        }
        self.sink().answer(result);
        self.resume_dyn(&mut { output })
    }

    fn resume_dyn(&mut self, output: &mut dyn FnMut(&[u8])) -> Result<(), RewriteError> {
        match self.left.end {
            End::Far | End::Near => {
                let Some(decoding) = &mut self.decoding else { return Ok(()) };
                let source = decoding.output.source(&[]);
                self.settle(source, output)?;
            }
            End::Decoded | End::Parsed | End::Reached | End::Written => {
                self.sink().handle_events();
            }
        }
        self.advance(output)
    }

    /// Does what is left, until a handler waits.
    fn advance(&mut self, output: &mut dyn FnMut(&[u8])) -> Result<(), RewriteError> {
        if self.left.at < self.left.input.len() && !self.is_waiting() {
            let input = mem::take(&mut self.left.input);
            let taken = self.decode(&input[self.left.at..], output)?;
            self.left.input = input;
            self.left.at += taken;
        }
        if self.is_waiting() {
            return Ok(());
        }
        self.left.input = Vec::new();
        self.left.at = 0;
        let over = mem::take(&mut self.left.over);
        self.end_piece(&over, output)?;
        if self.left.end == End::Near && self.progress == Progress::Rewriting {
            self.decode_rest();
        }
        while matches!(self.left.end, End::Decoded | End::Parsed | End::Reached)
            && self.progress == Progress::Rewriting
        {
            if self.driver.stages_mut().sink_mut().handle_events() {
                return Ok(());
            }
            match self.left.end {
                End::Decoded => self.end_parse(),
                End::Parsed => self.write_rest(output)?,
                _ => self.write_appended(output)?,
            }
        }
        Ok(())
    }

    /// Decodes and parses the rest of the input.
    fn decode_rest(&mut self) {
        self.left.end = End::Decoded;
        let Some(decoding) = &mut self.decoding else { return };
        let source = decoding.output.source(&[]);
        if let Some(text) = decoding.decoder.finish() {
            decoding.output.note_text(&source, text, self.driver.offset());
            self.driver.feed_all(text);
        }
        decoding.output.keep(source);
    }

    /// Parses the end of the input.
    fn end_parse(&mut self) {
        self.left.end = End::Parsed;
        let end = self.driver.offset();
        let stages = self.driver.stages_mut();
        let cut_off = stages.cut_off();
        let unclosed = Unclosed::of(stages.builder());
        let handlers = &mut stages.sink_mut().handlers;
        handlers.unclosed = unclosed;
        handlers.unclosed.end_at(end, cut_off, &mut handlers.edits);
        if self.driver.end_input().is_none() {
            self.driver.stages_mut().sink_mut().handlers.line_feed_at = None;
        }
    }

    /// Writes the rest of the source.
    fn write_rest(&mut self, output: &mut dyn FnMut(&[u8])) -> Result<(), RewriteError> {
        let Some(decoding) = &mut self.decoding else { return Ok(()) };
        let source = decoding.output.source(&[]);
        if let Some(limit) = self.driver.limit() {
            return self.end_at_with(limit, source, output);
        }
        let sink = self.driver.stages_mut().sink_mut();
        if sink.handlers.failure.is_some() {
            return self.write(source, output);
        }
        let edits = &mut sink.handlers.edits;
        let end = edits.end();
        edits.stop_leaving_out(end);
        let open_from = edits.open_from();
        let decoder = &mut decoding.decoder;
        let result = decoding.output.write(source, edits, decoder, open_from, output);
        self.end_if_failed(result)?;
        self.left.end = End::Reached;
        self.sink().end_document();
        Ok(())
    }

    /// Writes what the handlers of the end append, and the source that was held back for it.
    fn write_appended(&mut self, output: &mut dyn FnMut(&[u8])) -> Result<(), RewriteError> {
        self.left.end = End::Written;
        let end = self.driver.offset();
        let handlers = &mut self.driver.stages_mut().sink_mut().handlers;
        let Some(Decoding { decoder, output: held_back, .. }) = &mut self.decoding else {
            return Ok(());
        };
        let failure = handlers.failure.take();
        if failure.is_none() {
            handlers.unclosed.leave_hidden(&mut handlers.edits);
            place_all(&mut handlers.appended, end, &mut handlers.edits);
        }
        let source = held_back.source(&[]);
        let written = held_back.write(source, &mut handlers.edits, decoder, None, output);
        held_back.end_content(output);
        self.end_if_failed(failure.map_or(written, |failure| Err(failure.error)))
    }

    /// The state that the handlers share.
    #[must_use]
    pub fn state(&self) -> &S {
        &self.driver.stages().sink().handlers.state
    }

    /// The state that the handlers share, to change it between pieces.
    #[must_use]
    pub fn state_mut(&mut self) -> &mut S {
        &mut self.driver.stages_mut().sink_mut().handlers.state
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
