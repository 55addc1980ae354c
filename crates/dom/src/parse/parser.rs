//! Parsers that build documents.

use std::{convert::Infallible, str::FromStr};

use sapwood_driver::{Driver, Html, Stages};
#[cfg(feature = "lossless")]
use sapwood_names::Namespace;
#[cfg(feature = "lossless")]
use sapwood_tree::QuirksMode;
use sapwood_tree::{Limit, ParseError};
use sapwood_tree_builder::FragmentContext;

use super::spare;
#[cfg(feature = "lossless")]
use crate::SourceInput;
use crate::{Builder, Built, Document, NodeId, ParseOptions};

/// The result of a parse.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Parsed {
    /// The document. For a fragment, its root is a document fragment.
    pub document: Document,
    /// The parse errors in the order of their positions, if [requested](ParseOptions::errors).
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
    parse_default(html, None)
}

/// Parses a document with `options`.
///
/// ```
/// use sapwood::{LineIndex, ParseOptions, parse_with};
///
/// let html = "<!doctype html>\n<p title='a' title='b'>";
/// let parsed = parse_with(html, &ParseOptions::default().errors(true));
///
/// let error = parsed.errors[0];
/// let place = LineIndex::new(html).line_column(error.span.start);
/// assert_eq!(error.code.as_str(), "duplicate-attribute");
/// assert_eq!((place.line, place.column), (2, 19));
/// ```
#[must_use]
pub fn parse_with(html: &str, options: &ParseOptions) -> Parsed {
    parse_whole(html, None, options)
}

/// Parses a document, as [`parse`] does; this never fails.
///
/// ```
/// let document: sapwood::Document = "<p>Hello".parse()?;
/// assert_eq!(document.text_content(), "Hello");
/// # Ok::<(), std::convert::Infallible>(())
/// ```
impl FromStr for Document {
    type Err = Infallible;

    fn from_str(html: &str) -> Result<Self, Infallible> {
        Ok(parse(html))
    }
}

/// [Parses a fragment](https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments), as the
/// `innerHTML` of a `context` element is parsed: the name of the element, such as `"body"` or `"td"`, or a
/// [`FragmentContext`].
///
/// The document's root is a document fragment with the parsed nodes as its children.
///
/// ```
/// use sapwood::parse_fragment;
///
/// let row = parse_fragment("<td>1<td>2", "tr");
/// assert_eq!(row.root().children().count(), 2);
///
/// // The tag of a cell is ignored outside of a row.
/// let text = parse_fragment("<td>1<td>2", "p");
/// assert_eq!(text.dump().to_string(), "| \"12\"\n");
/// ```
#[must_use]
pub fn parse_fragment<'c>(html: &str, context: impl Into<FragmentContext<'c>>) -> Document {
    parse_default(html, Some(&context.into()))
}

/// Parses a fragment with `options`; see [`parse_fragment`].
///
/// ```
/// use sapwood::{ParseOptions, parse_fragment_with};
///
/// let parsed = parse_fragment_with("<p><td>", "div", &ParseOptions::default().errors(true));
/// assert_eq!(parsed.errors[0].code.as_str(), "unexpected-start-tag");
/// ```
#[must_use]
pub fn parse_fragment_with<'c>(
    html: &str,
    context: impl Into<FragmentContext<'c>>,
    options: &ParseOptions,
) -> Parsed {
    parse_whole(html, Some(&context.into()), options)
}

fn parse_default(html: &str, context: Option<&FragmentContext<'_>>) -> Document {
    let mut driver = driver(None, context, &ParseOptions::default(), html.len());
    driver.feed_all(html);
    driver.close();
    take_document(driver)
}

fn parse_whole(
    html: &str,
    context: Option<&FragmentContext<'_>>,
    options: &ParseOptions,
) -> Parsed {
    let mut driver = driver(None, context, options, html.len());
    driver.feed_all(html);
    let parsed = finish(driver);
    #[cfg(feature = "lossless")]
    let parsed = match options.document.source {
        true => with_source(parsed, html, context.map(ContextBuf::of), options),
        false => parsed,
    };
    parsed
}

/// A context that outlives the call of a parser.
#[cfg(feature = "lossless")]
#[derive(Clone)]
struct ContextBuf {
    namespace: Namespace,
    local_name: String,
    attributes: Vec<(String, String)>,
    quirks_mode: QuirksMode,
    in_form: bool,
}

#[cfg(feature = "lossless")]
impl ContextBuf {
    fn of(context: &FragmentContext<'_>) -> Self {
        let FragmentContext { namespace, local_name, attributes, quirks_mode, in_form } = *context;
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let attributes = attributes.iter().map(owned).collect();
        Self { namespace, local_name: local_name.to_owned(), attributes, quirks_mode, in_form }
    }

    fn parse(&self, html: &str, options: &ParseOptions) -> Document {
        let Self { namespace, local_name, attributes, quirks_mode, in_form } = self;
        let attributes: Vec<_> = attributes.iter().map(|it| (&*it.0, &*it.1)).collect();
        let context = FragmentContext {
            namespace: *namespace,
            local_name,
            attributes: &attributes,
            quirks_mode: *quirks_mode,
            in_form: *in_form,
        };
        parse_whole(html, Some(&context), options).document
    }
}

/// Gives a parsed document its source.
#[cfg(feature = "lossless")]
fn with_source(
    mut parsed: Parsed,
    html: &str,
    context: Option<ContextBuf>,
    options: &ParseOptions,
) -> Parsed {
    let scripting = options.tree.scripting;
    let options = options.for_source();
    let input = SourceInput::html(scripting, move |html, positions| {
        let options = options.clone().positions(positions);
        match &context {
            Some(context) => context.parse(html, &options),
            None => parse_whole(html, None, &options).document,
        }
    });
    parsed.document.set_copied_source(html, input, parsed.limit);
    parsed
}

/// The stages of a document. The sink reports on request, so that all parsers of documents share one copy of them.
pub(super) type HtmlStages = Html<Builder<true>>;

/// A driver that fills a document in the memory of another, or in memory of its own.
fn driver(
    recycled: Option<Document>,
    context: Option<&FragmentContext<'_>>,
    options: &ParseOptions,
    capacity_hint: usize,
) -> Box<Driver<HtmlStages>> {
    let limits = &options.document.limits;
    let sink_options = options.document.builder_options(context.is_some(), capacity_hint);
    if let Some(mut driver) = spare::take() {
        let stages = driver.stages_mut();
        stages.sink_mut().restart(recycled, sink_options);
        stages.restart(context, options.tree, options.uses_fast_path(), limits);
        driver.restart(limits);
        return driver;
    }
    let recycled = recycled.unwrap_or_else(Document::taken);
    let sink = Builder::recycling(recycled, sink_options);
    let stages = Html::new(sink, context, options.tree, options.uses_fast_path(), limits);
    Box::new(Driver::new(stages, limits))
}

/// Stages that fill a [`Document`].
pub type DocumentStages = dyn Stages<Handle = NodeId, Output = Built>;

/// A driver of stages that are chosen at run time. It can move between threads, and so can the parsers that hold one.
pub trait DocumentDriver: Send + Sync {
    /// The driver.
    fn get(&self) -> &Driver<DocumentStages>;
    /// The driver, to feed it.
    fn get_mut(&mut self) -> &mut Driver<DocumentStages>;
    /// Ends the input and returns the result. Only a driver whose stages are known can give them away.
    fn finish(self: Box<Self>) -> Parsed;
}

impl DocumentDriver for Driver<HtmlStages> {
    fn get(&self) -> &Driver<DocumentStages> {
        self
    }

    fn get_mut(&mut self) -> &mut Driver<DocumentStages> {
        self
    }

    fn finish(self: Box<Self>) -> Parsed {
        finish(self)
    }
}

/// Ends the input of a driver that isn't used any more, and returns the result.
fn finish(mut driver: Box<Driver<HtmlStages>>) -> Parsed {
    let limit = driver.close();
    let errors = driver.stages_mut().sink_mut().take_errors();
    Parsed { document: take_document(driver), errors, limit }
}

/// Takes the document of a driver that was closed, and keeps the driver for the next parse.
#[inline]
fn take_document(mut driver: Box<Driver<HtmlStages>>) -> Document {
    let document = driver.stages_mut().sink_mut().take_document();
    spare::keep(driver, &document);
    document
}

/// A driver that fills a [`Document`], in the memory of another.
#[must_use]
pub fn document_driver(
    recycled: Document,
    context: Option<&FragmentContext<'_>>,
    options: &ParseOptions,
    capacity_hint: usize,
) -> Box<dyn DocumentDriver> {
    driver(Some(recycled), context, options, capacity_hint)
}

/// Parses input that comes in chunks.
///
/// Chunks may end anywhere, also inside a tag or a character reference: the document is the same.
///
/// ```
/// use sapwood::{ParseOptions, Parser};
///
/// let mut parser = Parser::new(&ParseOptions::default());
/// for chunk in ["<p", ">Fish &am", "p; chips"] {
///     parser.feed(chunk);
/// }
/// let document = parser.finish().document;
/// assert_eq!(document.body().unwrap().text_content(), "Fish & chips");
/// ```
///
/// # Recycling
///
/// To recycle a document is to parse the next page into its memory. The content of the recycled document is lost, and its
/// node ids never mean nodes of the new one. A program that parses many pages one after the other allocates almost nothing
/// that way. Parsers and documents keep the memory that the largest page needed; drop them to free it.
///
/// [`Parser::recycling`] takes a document to recycle. [`Parser::finish_recycling`] keeps the parser as well. Names that
/// end in `recycling` do the same elsewhere.
pub struct Parser {
    driver: Box<Driver<HtmlStages>>,
    #[cfg(feature = "lossless")]
    source: Option<Box<KeptSource>>,
}

/// The source of the document that is being parsed.
#[cfg(feature = "lossless")]
struct KeptSource {
    text: String,
    context: Option<ContextBuf>,
    options: ParseOptions,
}

const _: () = {
    const fn shareable<T: Send + Sync>() {}
    shareable::<Parser>();
};

impl Parser {
    /// A parser of a document.
    #[must_use]
    pub fn new(options: &ParseOptions) -> Self {
        Self::of(None, None, options)
    }

    fn of(
        recycled: Option<Document>,
        context: Option<&FragmentContext<'_>>,
        options: &ParseOptions,
    ) -> Self {
        #[cfg(feature = "lossless")]
        let source = || KeptSource {
            text: String::new(),
            context: context.map(ContextBuf::of),
            options: options.clone(),
        };
        Self {
            driver: driver(recycled, context, options, 0),
            #[cfg(feature = "lossless")]
            source: options.document.source.then(source).map(Box::new),
        }
    }

    /// A parser of a fragment in a `context` element.
    #[must_use]
    pub fn new_fragment(context: &FragmentContext<'_>, options: &ParseOptions) -> Self {
        Self::of(None, Some(context), options)
    }

    /// A parser of a document that [recycles](Self#recycling) another document.
    #[must_use]
    pub fn recycling(document: Document, options: &ParseOptions) -> Self {
        Self::of(Some(document), None, options)
    }

    /// Parses the next chunk. Once a [limit](Self::limit) is reached, chunks are ignored.
    pub fn feed(&mut self, chunk: &str) {
        #[cfg(feature = "lossless")]
        if let Some(source) = &mut self.source
            && self.driver.limit().is_none()
        {
            source.text.push_str(chunk);
        }
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
        let parsed = finish(self.driver);
        #[cfg(feature = "lossless")]
        let parsed = match self.source {
            Some(source) => {
                let KeptSource { text, context, options } = *source;
                with_source(parsed, &text, context, &options)
            }
            None => parsed,
        };
        parsed
    }

    /// Ends the input, stores the result in `parsed` and begins another document, which [recycles](Self#recycling) the
    /// document that `parsed` held.
    ///
    /// ```
    /// use sapwood::{ParseOptions, Parsed, Parser};
    ///
    /// let mut parser = Parser::new(&ParseOptions::default());
    /// let mut parsed = Parsed::default();
    /// for (page, title) in [("<title>One</title>", "One"), ("<title>Two</title>", "Two")] {
    ///     parser.feed(page);
    ///     parser.finish_recycling(&mut parsed);
    ///     assert_eq!(parsed.document.head().unwrap().text_content(), title);
    /// }
    /// ```
    pub fn finish_recycling(&mut self, parsed: &mut Parsed) {
        parsed.limit = self.driver.close();
        let sink = self.driver.stages_mut().sink_mut();
        sink.finish_recycling(&mut parsed.document, &mut parsed.errors);
        self.driver.recycle();
        #[cfg(feature = "lossless")]
        if let Some(source) = &mut self.source {
            let (text, context) = (std::mem::take(&mut source.text), source.context.take());
            *parsed = with_source(std::mem::take(parsed), &text, context, &source.options);
        }
    }
}
