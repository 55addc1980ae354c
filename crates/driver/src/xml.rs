//! The stages of XML.

use std::{mem, time::Instant};

use sapwood_tree::{Limit, TreeSink};
use sapwood_xml::{DocumentType, Tokenizer, TreeBuilder, XmlDeclaration, XmlTokenizerOptions};

use crate::{Limits, Stages};

/// The tokenizer and the tree builder of XML.
pub struct Xml<S: TreeSink> {
    options: XmlTokenizerOptions,
    tokenizer: Tokenizer,
    builder: TreeBuilder<S>,
}

impl<S: TreeSink> Xml<S> {
    /// Parses a document into `sink`. The `limits` replace those in `options`.
    #[must_use]
    pub fn new(sink: S, options: &XmlTokenizerOptions, limits: &Limits) -> Self {
        let options = options
            .clone()
            .max_attributes(limits.max_attributes())
            .max_token_length(limits.max_token_length())
            .amplification(limits.max_amplification());
        let tokenizer = Tokenizer::new(options.clone());
        Self { options, tokenizer, builder: TreeBuilder::new(sink, limits.max_depth()) }
    }

    /// The sink.
    #[must_use]
    pub fn sink(&self) -> &S {
        self.builder.sink()
    }

    /// The sink, to change it.
    #[must_use]
    pub fn sink_mut(&mut self) -> &mut S {
        self.builder.sink_mut()
    }

    /// The XML declaration, if there is a well-formed one, and the declarations of the internal subset. After this
    /// the tokenizer is at the beginning of another input.
    #[must_use]
    pub fn take_declarations(&mut self) -> (Option<XmlDeclaration>, DocumentType) {
        let next = Tokenizer::new(self.options.clone());
        mem::replace(&mut self.tokenizer, next).into_declarations()
    }
}

impl<S: TreeSink> Stages for Xml<S> {
    type Handle = S::Handle;
    type Output = S::Output;

    #[inline]
    fn feed(&mut self, text: &str) -> usize {
        self.tokenizer.feed(text, &mut self.builder)
    }

    fn end_input(&mut self) {
        self.tokenizer.finish(&mut self.builder);
    }

    fn abort(&mut self) {
        self.builder.close_all();
    }

    fn recycle(&mut self) {
        self.builder.recycle();
        self.tokenizer = Tokenizer::new(self.options.clone());
    }

    fn finish(self) -> S::Output {
        self.builder.finish()
    }

    fn limit(&self) -> Option<Limit> {
        self.builder.limit().or(self.tokenizer.limit())
    }

    fn offset(&self) -> usize {
        self.tokenizer.offset()
    }

    fn begin_chunk(&mut self, chunk: &str) {
        let offset = self.offset();
        self.sink_mut().begin_chunk(chunk, offset);
    }

    fn end_chunk(&mut self) {
        self.sink_mut().end_chunk();
    }

    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.tokenizer.set_deadline(deadline);
        self.sink_mut().set_deadline(deadline);
    }
}
