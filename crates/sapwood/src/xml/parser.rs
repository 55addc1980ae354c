//! Parsers that build documents.

#[cfg(feature = "lossless")]
use sapwood_dom::SourceInput;
use sapwood_dom::{Builder, Built, Document, NodeId};
use sapwood_driver::{Driver, Stages, Xml};
use sapwood_tree::{Limit, ParseError};
use sapwood_xml::{DocumentType, XmlDeclaration};

use super::XmlParseOptions;

/// The result of a parse of XML.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Parsed {
    /// The document.
    pub document: Document,
    /// The errors in the order of their positions, if [requested](XmlParseOptions::errors). A few are
    /// [notes](sapwood_tree::ErrorCode::is_note) on something that wasn't read.
    pub errors: Vec<ParseError>,
    /// The limit that ended the parse before the end of the input, if any.
    pub limit: Option<Limit>,
    /// The XML declaration, if there is a well-formed one.
    pub declaration: Option<XmlDeclaration>,
    /// The declarations in the internal subset of the DOCTYPE.
    pub document_type: DocumentType,
}

/// Parses XML.
///
/// ```
/// let document = sapwood::xml::parse("<a:b xmlns:a='urn:example'/>");
/// let element = document.document_element().unwrap();
/// assert_eq!(element.namespace_uri(), Some("urn:example"));
/// assert_eq!((element.prefix(), element.local_name()), (Some("a"), Some("b")));
/// ```
#[must_use]
pub fn parse(xml: &str) -> Document {
    parse_with(xml, &XmlParseOptions::default()).document
}

/// Parses XML with `options`.
///
/// ```
/// use sapwood::xml::{XmlParseOptions, parse_with};
///
/// let parsed = parse_with("<a><b></a>", &XmlParseOptions::default().errors(true));
/// assert_eq!(parsed.errors[0].code.as_str(), "mismatched-end-tag");
/// assert_eq!(parsed.document.xml_dump().to_string(), "| <a>\n|   <b>\n");
/// ```
#[must_use]
pub fn parse_with(xml: &str, options: &XmlParseOptions) -> Parsed {
    fn parse<const REPORT: bool>(mut driver: Driver<Xml<Builder<REPORT>>>, xml: &str) -> Parsed {
        driver.feed_all(xml);
        let limit = driver.close();
        let mut stages = driver.into_stages();
        let (declaration, document_type) = stages.take_declarations();
        let Built { document, errors, .. } = stages.finish();
        Parsed { document, errors, limit, declaration, document_type }
    }
    let recycled = Document::default();
    let parsed = if options.document.reports() {
        parse(driver::<true>(recycled, options, xml.len()), xml)
    } else {
        parse(driver::<false>(recycled, options, xml.len()), xml)
    };
    #[cfg(feature = "lossless")]
    let parsed = match options.document.source {
        true => with_source(parsed, xml, options),
        false => parsed,
    };
    parsed
}

/// Gives a parsed document its source.
#[cfg(feature = "lossless")]
fn with_source(mut parsed: Parsed, xml: &str, options: &XmlParseOptions) -> Parsed {
    let options = options.for_source();
    let input = SourceInput::xml(move |xml, positions| {
        parse_with(xml, &options.clone().positions(positions)).document
    });
    parsed.document.set_copied_source(xml, input, parsed.limit);
    parsed
}

fn driver<const REPORT: bool>(
    recycled: Document,
    options: &XmlParseOptions,
    capacity_hint: usize,
) -> Driver<Xml<Builder<REPORT>>> {
    let limits = &options.document.limits;
    let sink = options.document.builder(recycled, false, capacity_hint);
    Driver::new(Xml::new(sink, &options.tokenizer, limits), limits)
}

/// Stages that fill a [`Document`] with XML.
trait XmlStages: Stages<Handle = NodeId, Output = Built> {
    /// The sink ends the document, swaps it and its errors into the arguments, and recycles what these held.
    fn finish_sink_recycling(&mut self, document: &mut Document, errors: &mut Vec<ParseError>);

    fn take_declarations(&mut self) -> (Option<XmlDeclaration>, DocumentType);
}

impl<const REPORT: bool> XmlStages for Xml<Builder<REPORT>> {
    fn finish_sink_recycling(&mut self, document: &mut Document, errors: &mut Vec<ParseError>) {
        self.sink_mut().finish_recycling(document, errors);
    }

    fn take_declarations(&mut self) -> (Option<XmlDeclaration>, DocumentType) {
        self.take_declarations()
    }
}

/// Parses XML that comes in chunks.
///
/// Chunks may end anywhere, also inside a tag or a reference: the document is the same.
///
/// ```
/// use sapwood::xml::{Parser, XmlParseOptions};
///
/// let mut parser = Parser::new(&XmlParseOptions::default());
/// for chunk in ["<p", ">Fish &am", "p; chips</p>"] {
///     parser.feed(chunk);
/// }
/// let document = parser.finish().document;
/// assert_eq!(document.document_element().unwrap().text_content(), "Fish & chips");
/// ```
pub struct Parser {
    driver: Box<Driver<dyn XmlStages>>,
    /// The options and the input so far, if the document keeps its source.
    #[cfg(feature = "lossless")]
    source: Option<Box<(XmlParseOptions, String)>>,
}

impl Parser {
    /// A parser of a document.
    #[must_use]
    pub fn new(options: &XmlParseOptions) -> Self {
        Self::recycling(Document::default(), options)
    }

    /// A parser of a document that [recycles](crate::Parser#recycling) another document.
    #[must_use]
    pub fn recycling(document: Document, options: &XmlParseOptions) -> Self {
        Self::with_capacity(document, options, 0)
    }

    /// A parser of an input of about `capacity_hint` bytes.
    pub(super) fn with_capacity(
        document: Document,
        options: &XmlParseOptions,
        capacity_hint: usize,
    ) -> Self {
        let driver: Box<Driver<dyn XmlStages>> = if options.document.reports() {
            Box::new(driver::<true>(document, options, capacity_hint))
        } else {
            Box::new(driver::<false>(document, options, capacity_hint))
        };
        Self {
            driver,
            #[cfg(feature = "lossless")]
            source: options.document.source.then(|| Box::new((options.clone(), String::new()))),
        }
    }

    /// Parses the next chunk. Once a [limit](Self::limit) is reached, chunks are ignored.
    pub fn feed(&mut self, chunk: &str) {
        #[cfg(feature = "lossless")]
        if let Some(source) = &mut self.source
            && self.driver.limit().is_none()
        {
            source.1.push_str(chunk);
        }
        self.driver.feed_all(chunk);
    }

    /// The [limit](crate::Limits) that was reached, if any.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.driver.limit()
    }

    /// Ends the parse where it is, because of `limit`.
    #[cfg(feature = "encoding")]
    pub(super) fn set_limit(&mut self, limit: Limit) {
        self.driver.set_limit(limit);
    }

    /// Ends the input and returns the result.
    #[must_use]
    pub fn finish(mut self) -> Parsed {
        let mut parsed = Parsed::default();
        self.finish_recycling(&mut parsed);
        parsed
    }

    /// Ends the input, stores the result in `parsed` and begins another document, which
    /// [recycles](crate::Parser#recycling) the document that `parsed` held.
    ///
    /// ```
    /// use sapwood::xml::{Parsed, Parser, XmlParseOptions};
    ///
    /// let mut parser = Parser::new(&XmlParseOptions::default());
    /// let mut parsed = Parsed::default();
    /// for name in ["one", "two"] {
    ///     parser.feed(&format!("<{name}/>"));
    ///     parser.finish_recycling(&mut parsed);
    ///     assert_eq!(parsed.document.document_element().unwrap().local_name(), Some(name));
    /// }
    /// ```
    pub fn finish_recycling(&mut self, parsed: &mut Parsed) {
        parsed.limit = self.driver.close();
        let stages = self.driver.stages_mut();
        stages.finish_sink_recycling(&mut parsed.document, &mut parsed.errors);
        (parsed.declaration, parsed.document_type) = stages.take_declarations();
        self.driver.recycle();
        #[cfg(feature = "lossless")]
        if let Some(source) = &mut self.source {
            let text = std::mem::take(&mut source.1);
            *parsed = with_source(std::mem::take(parsed), &text, &source.0);
        }
    }
}
