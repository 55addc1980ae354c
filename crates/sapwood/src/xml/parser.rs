//! From text to document.

use dom::{Builder, Document};
use tree_sink::{Limit, ParseError};
use xml_tokenizer::{DocumentType, Tokenizer, XmlDeclaration};
use xml_tree_builder::TreeBuilder;

use super::Options;
use crate::limits::Allowance;

/// What a parse of XML yields.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Parsed {
    /// The document.
    pub document: Document,
    /// The errors in the order of their places, if [asked for](Options::errors). A few are
    /// [notes](tree_sink::ErrorCode::is_note) of what wasn't read.
    pub errors: Vec<ParseError>,
    /// Why the parse ended before its input did, if so.
    pub limit: Option<Limit>,
    /// The XML declaration, if there is a well-formed one.
    pub declaration: Option<XmlDeclaration>,
    /// What the internal subset of the DOCTYPE declares.
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
    parse_with(xml, &Options::default()).document
}

/// Parses XML in the way that `options` say.
///
/// ```
/// use sapwood::xml::{Options, parse_with};
///
/// let parsed = parse_with("<a><b></a>", &Options::default().errors(true));
/// assert_eq!(parsed.errors[0].code.as_str(), "mismatched-end-tag");
/// assert_eq!(parsed.document.xml_outline().to_string(), "| <a>\n|   <b>\n");
/// ```
#[must_use]
pub fn parse_with(xml: &str, options: &Options) -> Parsed {
    if options.errors || options.positions {
        let mut stages = Stages::<true>::new(options, xml.len());
        stages.feed(xml);
        stages.finish()
    } else {
        let mut stages = Stages::<false>::new(options, xml.len());
        stages.feed(xml);
        stages.finish()
    }
}

/// Parses XML that comes in chunks.
///
/// Chunks may end anywhere, also inside a tag or a reference: the document is the same.
///
/// ```
/// use sapwood::xml::{Options, Parser};
///
/// let mut parser = Parser::new(&Options::default());
/// for chunk in ["<p", ">Fish &am", "p; chips</p>"] {
///     parser.feed(chunk);
/// }
/// let document = parser.finish().document;
/// assert_eq!(document.document_element().unwrap().text_content(), "Fish & chips");
/// ```
pub struct Parser {
    stages: AnyStages,
}

/// The stages that can keep errors and positions, and those that can't, in which the checks for errors
/// aren't compiled.
enum AnyStages {
    Silent(Box<Stages<false>>),
    Reporting(Box<Stages<true>>),
}

impl Parser {
    /// A parser of a document.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let stages = if options.errors || options.positions {
            AnyStages::Reporting(Box::new(Stages::new(options, 0)))
        } else {
            AnyStages::Silent(Box::new(Stages::new(options, 0)))
        };
        Self { stages }
    }

    /// Takes the next chunk; does nothing once a [limit](Self::limit) is reached.
    pub fn feed(&mut self, chunk: &str) {
        match &mut self.stages {
            AnyStages::Silent(stages) => stages.feed(chunk),
            AnyStages::Reporting(stages) => stages.feed(chunk),
        }
    }

    /// The [limit](crate::Limits) that was reached, if one was: whatever is fed, nothing comes of it.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        match &self.stages {
            AnyStages::Silent(stages) => stages.limit,
            AnyStages::Reporting(stages) => stages.limit,
        }
    }

    /// Ends the input and returns what was parsed.
    #[must_use]
    pub fn finish(self) -> Parsed {
        match self.stages {
            AnyStages::Silent(stages) => stages.finish(),
            AnyStages::Reporting(stages) => stages.finish(),
        }
    }
}

/// A tokenizer and the tree builder that it feeds.
struct Stages<const REPORT: bool> {
    tokenizer: Tokenizer,
    builder: TreeBuilder<Builder<REPORT>>,
    allowance: Allowance,
    limit: Option<Limit>,
}

impl<const REPORT: bool> Stages<REPORT> {
    fn new(options: &Options, capacity_hint: usize) -> Self {
        let limits = &options.limits;
        let sink = Builder::new(dom::Options {
            errors: options.errors,
            positions: options.positions,
            fragment: false,
            capacity_hint: capacity_hint.min(limits.input_bytes.unwrap_or(usize::MAX)),
            max_nodes: limits.max_nodes(),
            in_tree_order: true,
        });
        let tree = xml_tree_builder::Options {
            max_depth: limits.max_depth(),
            max_expansion: options.tokenizer.max_expansion,
        };
        let tokenizer = Tokenizer::new(xml_tokenizer::Options {
            max_attributes: limits.max_attributes(),
            max_token_length: limits.max_token_length(),
            ..options.tokenizer.clone()
        });
        Self {
            tokenizer,
            builder: TreeBuilder::new(sink, tree),
            allowance: Allowance::of(limits),
            limit: None,
        }
    }

    /// Takes a chunk; all of it, unless a limit is reached.
    fn feed(&mut self, chunk: &str) {
        if self.limit.is_some() {
            return;
        }
        if !self.allowance.is_limited {
            return self.feed_piece(chunk);
        }
        let mut left = self.allowance.take(chunk);
        let is_all = left.len() == chunk.len();
        let deadline = self.allowance.deadline();
        self.builder.sink_mut().set_deadline(deadline);
        while !left.is_empty() && self.limit.is_none() {
            let (piece, rest) = self.allowance.split(left);
            self.feed_piece(piece);
            left = rest;
            if self.allowance.is_past(deadline) {
                self.limit.get_or_insert(Limit::Time);
            }
        }
        if !is_all {
            self.limit.get_or_insert(Limit::InputBytes);
        }
    }

    fn feed_piece(&mut self, chunk: &str) {
        Builder::with_chunk(
            self,
            chunk,
            |this| this.builder.sink_mut(),
            |this| this.tokenizer.feed(chunk, &mut this.builder),
        );
        self.limit = self.reached();
    }

    /// The limit that a stage reached.
    fn reached(&self) -> Option<Limit> {
        let is_full = self.builder.sink().current().is_truncated();
        let of_document = self.builder.limit().or(is_full.then_some(Limit::Capacity));
        self.limit.or(self.tokenizer.limit()).or(of_document)
    }

    fn finish(mut self) -> Parsed {
        if self.limit.is_none() {
            self.tokenizer.finish(&mut self.builder);
            self.limit = self.reached();
        }
        let (declaration, document_type) = self.tokenizer.into_declarations();
        let dom::Parsed { document, errors } = self.builder.finish();
        Parsed { document, errors, limit: self.limit, declaration, document_type }
    }
}
