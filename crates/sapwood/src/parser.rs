//! Parsers that build documents.

use dom::{Builder, Document};
use driver::{Driver, Either, Html};
use tree_builder::FragmentContext;
use tree_sink::{Limit, ParseError};

use crate::Options;

/// The result of a parse.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Parsed {
    /// The document. For a fragment, its root is a document fragment.
    pub document: Document,
    /// The parse errors in the order of their positions, if [requested](Options::errors).
    pub errors: Vec<ParseError>,
    /// The limit that ended the parse before the end of the input, if any.
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

/// Parses a document with `options`.
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

/// [Parses a fragment](https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments), as the
/// `innerHTML` of a `context` element is parsed.
///
/// The document's root is a document fragment with the parsed nodes as its children.
///
/// ```
/// use sapwood::{FragmentContext, Options, parse_fragment};
///
/// let row = parse_fragment("<td>1<td>2", &FragmentContext::html("tr"), &Options::default());
/// assert_eq!(row.document.root().children().count(), 2);
///
/// // The tag of a cell is ignored outside of a row.
/// let text = parse_fragment("<td>1<td>2", &FragmentContext::html("p"), &Options::default());
/// assert_eq!(text.document.dump().to_string(), "| \"12\"\n");
/// ```
#[must_use]
pub fn parse_fragment(html: &str, context: &FragmentContext<'_>, options: &Options) -> Parsed {
    parse_whole(html, Some(context), options)
}

fn parse_whole(html: &str, context: Option<&FragmentContext<'_>>, options: &Options) -> Parsed {
    if options.reports() {
        parse_into::<true>(html, context, options)
    } else {
        parse_into::<false>(html, context, options)
    }
}

fn parse_into<const REPORT: bool>(
    html: &str,
    context: Option<&FragmentContext<'_>>,
    options: &Options,
) -> Parsed {
    let stages = stages::<REPORT>(Document::default(), context, options, html.len());
    let mut driver = Driver::new(stages, &options.limits);
    driver.feed_all(html);
    parsed(driver.finish())
}

/// The stages that fill a [`Document`].
pub(crate) type DocumentStages = Either<Html<Builder<false>>, Html<Builder<true>>>;

fn stages<const REPORT: bool>(
    recycled: Document,
    context: Option<&FragmentContext<'_>>,
    options: &Options,
    capacity_hint: usize,
) -> Html<Builder<REPORT>> {
    let limits = &options.limits;
    let sink = Builder::recycle(
        recycled,
        dom::Options {
            errors: options.errors,
            positions: options.positions,
            fragment: context.is_some(),
            capacity_hint: capacity_hint.min(limits.max_input_bytes()),
            max_nodes: limits.max_nodes(),
            in_tree_order: true,
        },
    );
    Html::new(sink, context, options.tree, options.uses_fast_path(), limits)
}

/// A driver that fills a [`Document`], in the memory of another.
pub(crate) fn document_driver(
    recycled: Document,
    context: Option<&FragmentContext<'_>>,
    options: &Options,
    capacity_hint: usize,
) -> Driver<DocumentStages> {
    let stages = if options.reports() {
        Either::Right(Box::new(stages(recycled, context, options, capacity_hint)))
    } else {
        Either::Left(Box::new(stages(recycled, context, options, capacity_hint)))
    };
    Driver::new(stages, &options.limits)
}

pub(crate) fn parsed((built, limit): (dom::Parsed, Option<Limit>)) -> Parsed {
    Parsed { document: built.document, errors: built.errors, limit }
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
    driver: Driver<DocumentStages>,
}

impl Parser {
    /// A parser of a document.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self { driver: document_driver(Document::default(), None, options, 0) }
    }

    /// A parser of a fragment in a `context` element.
    #[must_use]
    pub fn new_fragment(context: &FragmentContext<'_>, options: &Options) -> Self {
        Self { driver: document_driver(Document::default(), Some(context), options, 0) }
    }

    /// A parser of a document that reuses the memory of another document, whose content is lost.
    #[must_use]
    pub fn recycle(document: Document, options: &Options) -> Self {
        Self { driver: document_driver(document, None, options, 0) }
    }

    /// Parses the next chunk. Once a [limit](Self::limit) is reached, chunks are ignored.
    pub fn feed(&mut self, chunk: &str) {
        self.driver.feed_all(chunk);
    }

    /// The [limit](crate::Limits) that was reached, if any.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.driver.limit()
    }

    /// Ends the input and returns the result.
    #[must_use]
    pub fn finish(self) -> Parsed {
        parsed(self.driver.finish())
    }

    /// Ends the input, stores the result in `parsed` and starts over with another document, in the memory of the
    /// document that `parsed` held.
    ///
    /// A program that parses many pages one after the other allocates almost nothing that way. The parser and `parsed`
    /// keep the memory that the largest pages needed.
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
        parsed.limit = self.driver.close();
        let Parsed { document, errors, .. } = parsed;
        match self.driver.stages_mut() {
            Either::Left(stages) => stages.sink_mut().restart(document, errors),
            Either::Right(stages) => stages.sink_mut().restart(document, errors),
        }
        self.driver.restart();
    }
}
