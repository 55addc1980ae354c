//! From text to document.

#[cfg(feature = "encoding")]
use std::time::Duration;

use dom::{Builder, Document};
use tokenizer::Tokenizer;
use tree_builder::{EncodingDeclaration, FragmentContext, TreeBuilder};
use tree_sink::{Limit, ParseError};

use crate::{Limits, Options, limits::Allowance};

/// What a parse yields.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Parsed {
    /// The document; for a fragment, one whose root is a fragment.
    pub document: Document,
    /// The parse errors in the order of their places, if [asked for](Options::errors).
    pub errors: Vec<ParseError>,
    /// Why the parse ended before its input did, if so.
    pub limit: Option<Limit>,
}

/// Parses a document.
///
/// ```
/// let document = sapwood::parse("<title>Hello</title>");
/// assert_eq!(document.head().unwrap().text_content(), "Hello");
/// ```
#[must_use]
pub fn parse(html: &str) -> Document {
    parse_with(html, &Options::default()).document
}

/// Parses a document in the way that `options` say.
///
/// ```
/// use sapwood::{LineIndex, Options, parse_with};
///
/// let html = "<!doctype html>\n<p title='a' title='b'>";
/// let parsed = parse_with(html, &Options::default().errors(true));
///
/// let error = parsed.errors[0];
/// let place = LineIndex::new(html).line_column(error.span.start);
/// assert_eq!(error.code.as_str(), "duplicate-attribute");
/// assert_eq!((place.line, place.column), (2, 19));
/// ```
#[must_use]
pub fn parse_with(html: &str, options: &Options) -> Parsed {
    parse_whole(html, None, options)
}

/// [Parses a fragment](https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments): what
/// `html` becomes inside an element such as `context`.
///
/// The document's root is the fragment, its children the nodes parsed.
///
/// ```
/// use sapwood::{FragmentContext, Options, parse_fragment};
///
/// let row = parse_fragment("<td>1<td>2", &FragmentContext::html("tr"), &Options::default());
/// assert_eq!(row.document.document().children().count(), 2);
///
/// // Anywhere else a cell is no cell.
/// let text = parse_fragment("<td>1<td>2", &FragmentContext::html("p"), &Options::default());
/// assert_eq!(text.document.outline().to_string(), "| \"12\"\n");
/// ```
#[must_use]
pub fn parse_fragment(html: &str, context: &FragmentContext<'_>, options: &Options) -> Parsed {
    parse_whole(html, Some(context), options)
}

fn parse_whole(html: &str, context: Option<&FragmentContext<'_>>, options: &Options) -> Parsed {
    if options.errors || options.positions {
        Stages::<true>::new(Document::default(), context, options, html.len()).run(html)
    } else {
        Stages::<false>::new(Document::default(), context, options, html.len()).run(html)
    }
}

/// Parses input that comes in chunks.
///
/// Chunks may end anywhere, also inside a tag or a character reference: the document is the same.
///
/// ```
/// use sapwood::{Options, Parser};
///
/// let mut parser = Parser::new(&Options::default());
/// for chunk in ["<p", ">Fish &am", "p; chips"] {
///     parser.feed(chunk);
/// }
/// let document = parser.finish().document;
/// assert_eq!(document.body().unwrap().text_content(), "Fish & chips");
/// ```
pub struct Parser {
    stages: AnyStages,
}

/// The stages that can keep errors and positions, and those that can't, in which the checks for errors
/// aren't compiled.
pub(crate) enum AnyStages {
    Silent(Box<Stages<false>>),
    Reporting(Box<Stages<true>>),
}

/// What becomes of an encoding that a `meta` declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "encoding"), expect(dead_code, reason = "text has no encoding"))]
pub(crate) enum Verdict {
    /// Nothing; the next one may do better.
    Ignored,
    /// Nothing, nor of any that comes later.
    Settled,
    /// The input is read in it: the rest of the chunk isn't what it seemed.
    Changed,
}

impl AnyStages {
    pub(crate) fn new(
        recycled: Document,
        context: Option<&FragmentContext<'_>>,
        options: &Options,
        capacity_hint: usize,
    ) -> Self {
        if options.errors || options.positions {
            Self::Reporting(Box::new(Stages::new(recycled, context, options, capacity_hint)))
        } else {
            Self::Silent(Box::new(Stages::new(recycled, context, options, capacity_hint)))
        }
    }

    /// As [`Stages::feed`].
    pub(crate) fn feed(
        &mut self,
        chunk: &str,
        judge: impl FnMut(EncodingDeclaration, usize) -> Verdict,
    ) {
        match self {
            Self::Silent(stages) => stages.feed(chunk, judge),
            Self::Reporting(stages) => stages.feed(chunk, judge),
        }
    }

    /// Why nothing more is taken, if so.
    pub(crate) fn limit(&self) -> Option<Limit> {
        match self {
            Self::Silent(stages) => stages.limit,
            Self::Reporting(stages) => stages.limit,
        }
    }

    /// Ends the input where it is, for this reason.
    #[cfg(feature = "encoding")]
    pub(crate) fn end_at(&mut self, limit: Limit) {
        match self {
            Self::Silent(stages) => stages.limit.get_or_insert(limit),
            Self::Reporting(stages) => stages.limit.get_or_insert(limit),
        };
    }

    /// The time that is left, if it is limited.
    #[cfg(feature = "encoding")]
    pub(crate) fn time_left(&self) -> Option<Duration> {
        match self {
            Self::Silent(stages) => stages.allowance.time(),
            Self::Reporting(stages) => stages.allowance.time(),
        }
    }

    /// How much text was taken.
    #[cfg(feature = "encoding")]
    pub(crate) fn offset(&self) -> usize {
        match self {
            Self::Silent(stages) => stages.tokenizer.offset(),
            Self::Reporting(stages) => stages.tokenizer.offset(),
        }
    }

    /// Judges no further declaration.
    #[cfg(feature = "encoding")]
    pub(crate) fn stop_reporting_encoding(&mut self) {
        match self {
            Self::Silent(stages) => stages.builder.stop_reporting_encoding(),
            Self::Reporting(stages) => stages.builder.stop_reporting_encoding(),
        }
    }

    pub(crate) fn finish(self) -> Parsed {
        match self {
            Self::Silent(stages) => stages.finish(),
            Self::Reporting(stages) => stages.finish(),
        }
    }

    fn finish_into(&mut self, parsed: &mut Parsed) {
        match self {
            Self::Silent(stages) => stages.finish_into(parsed),
            Self::Reporting(stages) => stages.finish_into(parsed),
        }
    }
}

impl Parser {
    /// A parser of a document.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self::with(Document::default(), None, options)
    }

    /// A parser of a fragment in an element such as `context`.
    #[must_use]
    pub fn new_fragment(context: &FragmentContext<'_>, options: &Options) -> Self {
        Self::with(Document::default(), Some(context), options)
    }

    fn with(document: Document, context: Option<&FragmentContext<'_>>, options: &Options) -> Self {
        Self { stages: AnyStages::new(document, context, options, 0) }
    }

    /// Takes the next chunk; does nothing once a [limit](Self::limit) is reached.
    pub fn feed(&mut self, chunk: &str) {
        self.stages.feed(chunk, |_, _| Verdict::Settled);
    }

    /// The [limit](crate::Limits) that was reached, if one was: whatever is fed, nothing comes of it.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.stages.limit()
    }

    /// Ends the input and returns what was parsed.
    #[must_use]
    pub fn finish(self) -> Parsed {
        self.stages.finish()
    }

    /// Ends the input, puts what was parsed into `parsed`, and starts over: what comes next is a
    /// document. It takes the memory of what `parsed` held, whose content is lost.
    ///
    /// One who reads many pages, one after the other, allocates next to nothing that way. That memory is
    /// as large as the largest pages so far made it, until the parser and `parsed` are dropped.
    ///
    /// ```
    /// use sapwood::{Options, Parsed, Parser};
    ///
    /// let mut parser = Parser::new(&Options::default());
    /// let mut parsed = Parsed::default();
    /// for (page, title) in [("<title>One</title>", "One"), ("<title>Two</title>", "Two")] {
    ///     parser.feed(page);
    ///     parser.finish_into(&mut parsed);
    ///     assert_eq!(parsed.document.head().unwrap().text_content(), title);
    /// }
    /// ```
    pub fn finish_into(&mut self, parsed: &mut Parsed) {
        self.stages.finish_into(parsed);
    }
}

/// A tokenizer and the tree builder that it feeds.
pub(crate) struct Stages<const REPORT: bool> {
    tokenizer: Tokenizer,
    builder: TreeBuilder<Builder<REPORT>>,
    limits: Limits,
    allowance: Allowance,
    limit: Option<Limit>,
}

impl<const REPORT: bool> Stages<REPORT> {
    fn new(
        recycled: Document,
        context: Option<&FragmentContext<'_>>,
        options: &Options,
        capacity_hint: usize,
    ) -> Self {
        let limits = &options.limits;
        let sink = Builder::recycle(
            recycled,
            dom::Options {
                errors: options.errors,
                positions: options.positions,
                fragment: context.is_some(),
                capacity_hint: capacity_hint.min(limits.input_bytes.unwrap_or(usize::MAX)),
                max_nodes: limits.max_nodes(),
                in_tree_order: true,
            },
        );
        let mut tree = options.tree;
        tree.max_depth = limits.max_depth();
        let builder = match context {
            None => TreeBuilder::new(sink, tree),
            Some(context) => TreeBuilder::new_fragment(sink, context, tree),
        };
        let tokenizer = Tokenizer::new(limits.of_tokenizer(tokenizer::Options {
            state: builder.initial_tokenizer_state(),
            fast_path: !options.plain_machine,
            ..tokenizer::Options::default()
        }));
        let allowance = Allowance::of(limits);
        Self { tokenizer, builder, limits: limits.clone(), allowance, limit: None }
    }

    fn run(mut self, html: &str) -> Parsed {
        self.feed(html, |_, _| Verdict::Settled);
        self.finish()
    }

    /// Takes a chunk; all of it, unless `judge` changes the encoding or a limit is reached. It is given a
    /// declaration and how much text was taken by then.
    fn feed(&mut self, chunk: &str, mut judge: impl FnMut(EncodingDeclaration, usize) -> Verdict) {
        if self.limit.is_some() {
            return;
        }
        if !self.allowance.is_limited {
            self.feed_piece(chunk, &mut judge);
            return;
        }
        let mut left = self.allowance.take(chunk);
        let is_all = left.len() == chunk.len();
        let deadline = self.allowance.deadline();
        self.builder.sink_mut().set_deadline(deadline);
        while !left.is_empty() && self.limit.is_none() {
            let (piece, rest) = self.allowance.split(left);
            if !self.feed_piece(piece, &mut judge) {
                return;
            }
            left = rest;
            if self.allowance.is_past(deadline) {
                self.limit.get_or_insert(Limit::Time);
            }
        }
        if !is_all {
            self.limit.get_or_insert(Limit::InputBytes);
        }
    }

    /// Takes a piece of a chunk; returns whether there may be more of it.
    fn feed_piece(
        &mut self,
        chunk: &str,
        judge: &mut impl FnMut(EncodingDeclaration, usize) -> Verdict,
    ) -> bool {
        let goes_on = Builder::with_chunk(
            self,
            chunk,
            |this| this.builder.sink_mut(),
            |this| {
                // The builder pauses at scripts only if told to, and it isn't; at declarations it may be.
                let mut left = chunk;
                while !left.is_empty() && this.builder.limit().is_none() {
                    let taken = this.tokenizer.feed(left, &mut this.builder);
                    left = &left[taken..];
                    let Some(declaration) = this.builder.take_encoding_declaration() else {
                        continue;
                    };
                    match judge(declaration, this.tokenizer.offset()) {
                        Verdict::Ignored => {}
                        Verdict::Settled => this.builder.stop_reporting_encoding(),
                        Verdict::Changed => return false,
                    }
                }
                true
            },
        );
        self.limit = self.reached();
        goes_on
    }

    /// The limit that a stage reached.
    fn reached(&self) -> Option<Limit> {
        let is_full = self.builder.sink().current().is_truncated();
        let of_document = self.builder.limit().or(is_full.then_some(Limit::Capacity));
        self.limit.or(self.tokenizer.limit()).or(of_document)
    }

    /// Ends the input, or gives up what is left of it if a limit was reached.
    fn end(&mut self) -> Option<Limit> {
        if self.limit.is_none() {
            self.tokenizer.finish(&mut self.builder);
            self.limit = self.reached();
        }
        if self.limit.is_some() {
            self.builder.abort();
        }
        self.limit
    }

    fn finish(mut self) -> Parsed {
        let limit = self.end();
        let dom::Parsed { document, errors } = self.builder.finish();
        Parsed { document, errors, limit }
    }

    fn finish_into(&mut self, parsed: &mut Parsed) {
        parsed.limit = self.end();
        self.limit = None;
        self.allowance = Allowance::of(&self.limits);
        self.builder.sink_mut().restart(&mut parsed.document, &mut parsed.errors);
        self.builder.restart();
        self.tokenizer.restart();
    }
}
