//! Parser: text in, tree out.

use std::borrow::Cow;

use markup5ever::{
    Attribute, QualName, TokenizerResult,
    buffer_queue::BufferQueue,
    interface::{TreeSink, create_element},
    tendril::{StrTendril, TendrilSink, fmt::UTF8, stream::Utf8LossyDecoder},
};

use crate::{
    tokenizer::{Tokenizer, TokenizerOpts},
    tree_builder::{TreeBuilder, TreeBuilderOpts},
};

/// Options for parsing.
#[derive(Clone, Debug, Default)]
pub struct ParseOpts {
    /// Options for the tokenizer.
    pub tokenizer: TokenizerOpts,
    /// Options for tree construction.
    pub tree_builder: TreeBuilderOpts,
}

/// Parses a document into `sink`.
///
/// The returned parser takes input through the methods of [`TendrilSink`]; see [`Parser::from_utf8`] for bytes.
pub fn parse_document<Sink: TreeSink>(sink: Sink, opts: ParseOpts) -> Parser<Sink> {
    let mut tree_builder = opts.tree_builder;
    tree_builder.exact_errors |= opts.tokenizer.exact_errors;
    Parser {
        tokenizer: Tokenizer::new(TreeBuilder::new(sink, tree_builder), opts.tokenizer),
        input_buffer: BufferQueue::default(),
    }
}

/// Parses a fragment into `sink`, in an element of this name and these attributes.
///
/// The sink creates the element, which stays outside the tree. The fragment's nodes become children of an `html` element in
/// the document.
pub fn parse_fragment<Sink: TreeSink>(
    sink: Sink,
    opts: ParseOpts,
    context_name: QualName,
    context_attrs: Vec<Attribute>,
    context_element_allows_scripting: bool,
) -> Parser<Sink> {
    let context = create_element(&sink, context_name, context_attrs);
    parse_fragment_for_element(sink, opts, context, context_element_allows_scripting, None)
}

/// Parses a fragment into `sink`, in an element of it.
///
/// With a form, `form` tags in the fragment are ignored.
pub fn parse_fragment_for_element<Sink: TreeSink>(
    sink: Sink,
    opts: ParseOpts,
    context_element: Sink::Handle,
    context_element_allows_scripting: bool,
    form_element: Option<Sink::Handle>,
) -> Parser<Sink> {
    let mut tree_builder = opts.tree_builder;
    tree_builder.exact_errors |= opts.tokenizer.exact_errors;
    let builder = TreeBuilder::new_for_fragment(sink, context_element, form_element, tree_builder);
    let initial_state =
        Some(builder.tokenizer_state_for_context_elem(context_element_allows_scripting));
    let opts = TokenizerOpts { initial_state, ..opts.tokenizer };
    Parser { tokenizer: Tokenizer::new(builder, opts), input_buffer: BufferQueue::default() }
}

/// HTML parser.
///
/// Scripts are not run, and encoding declarations are ignored. A caller that handles them feeds
/// [`tokenizer`](Self::tokenizer) itself.
pub struct Parser<Sink: TreeSink> {
    /// Tokenizer, whose sink is the tree builder, whose sink is the tree: `tokenizer.sink.sink`.
    pub tokenizer: Tokenizer<TreeBuilder<Sink::Handle, Sink>>,
    /// Text that is not parsed yet.
    pub input_buffer: BufferQueue,
}

impl<Sink: TreeSink> Parser<Sink> {
    /// Returns a decoder that feeds this parser with UTF-8 bytes. Malformed sequences become U+FFFD.
    #[must_use]
    pub fn from_utf8(self) -> Utf8LossyDecoder<Self> {
        Utf8LossyDecoder::new(self)
    }

    fn parse_input(&self) {
        while !matches!(self.tokenizer.feed(&self.input_buffer), TokenizerResult::Done) {}
    }
}

impl<Sink: TreeSink> TendrilSink<UTF8> for Parser<Sink> {
    type Output = Sink::Output;

    fn process(&mut self, text: StrTendril) {
        self.input_buffer.push_back(text);
        self.parse_input();
    }

    fn error(&mut self, message: Cow<'static, str>) {
        self.tokenizer.sink.sink.parse_error(message);
    }

    fn finish(self) -> Sink::Output {
        self.parse_input();
        self.tokenizer.end();
        self.tokenizer.sink.sink.finish()
    }
}
