//! Selecting while the input arrives.

use std::{cell::RefCell, collections::HashSet, io::Write, iter, mem, path::Path};

use anyhow::{Context, Result};
use sapwood::{
    Limit, NodeId, NodeRef, ParseOptions, Selector,
    encoding::{Decoder, Encoding, PRESCAN_LENGTH, Source, encoding_rs::UTF_8, sniff},
    selecting::{SelectingByteParser, SelectingParser},
};

use crate::{
    content::Syntax,
    encoding_options::{EncodingOptions, default_is_used},
    files::{Files, Parse},
    html_options::HtmlOptions,
    input,
    matches::{Printer, Shown},
    messages::complain,
    output::Output,
    pieces::Pieces,
    records::Records,
    status::Status,
};

/// A selector that can be matched while the input arrives.
pub(super) struct Stream {
    selector: Selector,
}

impl Stream {
    /// `None` if the selector depends on content after the elements that it selects.
    pub(super) fn new(selector: &Selector) -> Option<Self> {
        let is_possible = SelectingParser::default().on(selector, |_| {}).is_ok();
        is_possible.then(|| Self { selector: selector.clone() })
    }

    /// Prints the matches in the input from `path` as they come.
    pub(super) fn run(
        self,
        out: &mut Output<'_>,
        path: &Path,
        shown: &Shown,
        files: &Files<HtmlOptions>,
    ) -> Result<Status> {
        let name = input::name(path);
        let pieces = Pieces::of(files.sources.input.open(path)?)?;
        files.output.limited(out, 0, &name, |out| {
            self.print(files.records(out, &name), pieces, path, shown, files)
        })
    }

    fn print(
        self,
        records: Records<'_, '_>,
        mut pieces: Pieces,
        path: &Path,
        shown: &Shown,
        files: &Files<HtmlOptions>,
    ) -> Result<Status> {
        let (parsing, name) = (&files.parsing, input::name(path));
        let cannot_read = || format!("cannot read {name}");
        let first = pieces.first_bytes().with_context(cannot_read)?;
        files.sources.input.examine(&first, path, &parsing.expected())?;
        let options = ParseOptions::default()
            .scripting(parsing.scripting.is_on())
            .limits(parsing.limits.limits());
        let printer = Printer::new(shown, Syntax::Html);
        let matches =
            RefCell::new(Matches { records, printer, inner: HashSet::new(), result: Ok(()) });
        let mut parser = SelectingParser::new(&options);
        parser.on(&self.selector, |element| matches.borrow_mut().element(element))?;
        let mut feeder = Feeder::new(parser, &first, &parsing.encoding, &name);
        let mut piece = Some(Ok(first));
        while let Some(bytes) = piece {
            let bytes = bytes.with_context(cannot_read)?;
            files.output.extend(matches.borrow_mut().records.out(), bytes.len());
            feeder.feed(&bytes);
            let mut matches = matches.borrow_mut();
            // Whoever reads the output gets each match as soon as it ends.
            matches.records.out().flush()?;
            mem::replace(&mut matches.result, Ok(()))?;
            if matches.printer.is_done() || feeder.parser.limit().is_some() {
                break;
            }
            drop(matches);
            piece = pieces.next();
        }
        let is_done = matches.borrow().printer.is_done();
        let limit = feeder.finish();
        let Matches { mut records, printer, result, .. } = matches.into_inner();
        result?;
        let status = printer.finish(&mut records)?;
        if !is_done {
            parsing.limits.check(limit, &name)?;
        }
        Ok(status)
    }
}

/// Prints matches in tree order, although an inner element ends before the element that contains it.
struct Matches<'s, 'p, 'o> {
    records: Records<'p, 'o>,
    printer: Printer<'s>,
    /// Matches inside an element that matches and hasn't ended.
    inner: HashSet<NodeId>,
    /// The first failure; nothing is printed after it.
    result: Result<()>,
}

impl Matches<'_, '_, '_> {
    /// Takes an element that ended.
    fn element(&mut self, element: NodeRef<'_>) {
        if element.parent_element().is_some() {
            self.inner.insert(element.node_id());
            return;
        }
        let inner = mem::take(&mut self.inner);
        let is_wanted = |it: &NodeRef<'_>| inner.contains(&it.node_id());
        let is_alone = self.printer.skips_inner() || inner.is_empty();
        let inner = (!is_alone).then(|| element.descendants().filter(is_wanted));
        for element in iter::once(element).chain(inner.into_iter().flatten()) {
            if self.result.is_ok() {
                self.result = self.printer.element(&mut self.records, element);
            }
        }
    }
}

/// Feeds bytes to a parser, and decides on the encoding of input that declares none.
///
/// A file that declares none is read as UTF-8 if all of it is valid, and otherwise in the default encoding. Here
/// the first bytes that aren't ASCII decide: before them, both encodings give the same text.
struct Feeder<'h, 'n> {
    parser: SelectingByteParser<'h>,
    name: &'n str,
    state: State,
    default: (&'static Encoding, bool),
    /// The number of bytes before `pending`.
    offset: usize,
    /// The beginning of what may be a character of UTF-8.
    pending: Vec<u8>,
}

enum State {
    /// The parser detects the encoding.
    Decided,
    /// All bytes so far were ASCII, and no encoding is declared.
    Undecided,
    /// The input is in the default encoding; the parser, which assumes UTF-8, gets UTF-8.
    Transcoding(Decoder),
}

impl<'h, 'n> Feeder<'h, 'n> {
    fn new(
        parser: SelectingParser<'h>,
        first: &[u8],
        encoding: &EncodingOptions,
        name: &'n str,
    ) -> Self {
        let sniffing = encoding.sniffing().likely(Some(UTF_8)).detect_utf8(false);
        let sniffing = sniffing.prescan(first.len().min(PRESCAN_LENGTH));
        let state = match sniff(first, &sniffing).source {
            Source::Likely => State::Undecided,
            _ => State::Decided,
        };
        let (parser, default) = (parser.from_bytes(&sniffing), encoding.default_encoding());
        Self { parser, name, state, default, offset: 0, pending: Vec::new() }
    }

    fn feed(&mut self, bytes: &[u8]) {
        match self.state {
            State::Decided => self.parser.feed(bytes),
            State::Undecided => {
                let mut all = mem::take(&mut self.pending);
                all.extend_from_slice(bytes);
                self.decide(&all, false);
            }
            State::Transcoding(_) => self.transcode(bytes),
        }
    }

    /// Feeds bytes in an encoding that isn't decided on; `is_end` if none follow.
    fn decide(&mut self, bytes: &[u8], is_end: bool) {
        let ascii = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(bytes.len());
        let (ascii, rest) = bytes.split_at(ascii);
        self.parser.feed(ascii);
        self.offset += ascii.len();
        if self.parser.encoding().is_some_and(|it| it != UTF_8) {
            // A late declaration has decided.
            self.state = State::Decided;
            self.parser.feed(rest);
            return;
        }
        let error = str::from_utf8(rest).err();
        match error {
            None if rest.is_empty() => {}
            Some(error) if error.valid_up_to() == 0 => match error.error_len() {
                None if !is_end => self.pending = rest.to_vec(),
                _ => {
                    let (encoding, is_given) = self.default;
                    if !is_given {
                        complain(&default_is_used(self.name, self.offset));
                    }
                    self.state = State::Transcoding(Decoder::new(encoding, 0));
                    self.transcode(rest);
                }
            },
            _ => {
                self.state = State::Decided;
                self.parser.feed(rest);
            }
        }
    }

    fn transcode(&mut self, bytes: &[u8]) {
        // The end of a tag may change the encoding: then the bytes after it are for the parser to decode.
        for piece in bytes.split_inclusive(|&byte| byte == b'>') {
            match &mut self.state {
                State::Transcoding(decoder) => {
                    let mut left = piece;
                    while let Some(text) = decoder.decode(&mut left) {
                        self.parser.feed(text.as_bytes());
                    }
                    if self.parser.encoding().is_some_and(|it| it != UTF_8) {
                        self.state = State::Decided;
                    }
                }
                _ => self.parser.feed(piece),
            }
        }
    }

    fn finish(mut self) -> Option<Limit> {
        let pending = mem::take(&mut self.pending);
        if !pending.is_empty() {
            self.decide(&pending, true);
        }
        if let State::Transcoding(decoder) = &mut self.state
            && let Some(text) = decoder.finish()
        {
            self.parser.feed(text.as_bytes());
        }
        self.parser.finish()
    }
}
