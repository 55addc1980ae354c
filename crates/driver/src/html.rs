//! The stages of HTML.
//!
//! See "The copied chunk" in `docs/hot-path.md`.

use std::time::Instant;

use sapwood_tokenizer::{CutOff, State, Tokenizer, TokenizerOptions};
use sapwood_tree::{Limit, TreeSink};
use sapwood_tree_builder::{FragmentContext, TreeBuilder, TreeBuilderOptions};

use crate::{Limits, Pause, Stages};

/// The tokenizer and the tree builder of HTML.
pub struct Html<S: TreeSink> {
    tokenizer: Tokenizer,
    builder: TreeBuilder<S>,
    /// Whether the sink gets whole chunks. A sink may copy each chunk as a whole, so what is left of a chunk after a
    /// script must not be a chunk again.
    shares_chunks: bool,
}

impl<S: TreeSink> Html<S> {
    /// Parses a document, or a fragment if there is a `context`, into `sink`. The `limits` replace those in `options`.
    #[inline(always)]
    #[must_use]
    pub fn new(
        sink: S,
        context: Option<&FragmentContext<'_>>,
        options: TreeBuilderOptions,
        fast_path: bool,
        limits: &Limits,
    ) -> Self {
        let mut builder = TreeBuilder::new(sink, limited(options, limits));
        if let Some(context) = context {
            builder.begin_fragment(context);
        }
        let start = tokenizer_options(builder.initial_tokenizer_state(), fast_path, limits);
        Self { tokenizer: Tokenizer::new(start), builder, shares_chunks: !options.pause_at_scripts }
    }

    /// Begins another document or fragment, as [`new`](Self::new) does. The caller recycles the sink before.
    pub fn restart(
        &mut self,
        context: Option<&FragmentContext<'_>>,
        options: TreeBuilderOptions,
        fast_path: bool,
        limits: &Limits,
    ) {
        self.builder.restart(limited(options, limits));
        if let Some(context) = context {
            self.builder.begin_fragment(context);
        }
        let state = self.builder.initial_tokenizer_state();
        self.tokenizer.restart(&tokenizer_options(state, fast_path, limits));
        self.shares_chunks = !options.pause_at_scripts;
    }

    /// Begins in another state of the tokenizer than the context element suggests.
    #[must_use]
    pub fn with_initial_state(self, state: State, limits: &Limits) -> Self {
        Self { tokenizer: Tokenizer::new(tokenizer_options(state, true, limits)), ..self }
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
}

// Hidden: for a parser that changes the source as it is read.
#[doc(hidden)]
impl<S: TreeSink> Html<S> {
    /// The offset up to which the tree builder has processed the input. All tokens that follow begin there or later. It doesn't depend
    /// on the chunks once a limit is reached.
    #[must_use]
    pub fn unfinished_start(&self) -> usize {
        self.builder.stopped_at().unwrap_or_else(|| self.tokenizer.unfinished_start())
    }

    /// The markup that the end of the input would cut off here.
    #[must_use]
    pub fn cut_off(&self) -> CutOff {
        self.tokenizer.cut_off()
    }

    /// The tree builder, whose sink can be changed.
    #[must_use]
    pub fn builder(&mut self) -> &mut TreeBuilder<S> {
        &mut self.builder
    }
}

/// The options of a tree builder within `limits`.
fn limited(mut options: TreeBuilderOptions, limits: &Limits) -> TreeBuilderOptions {
    options.max_depth = limits.max_depth();
    options.amplification = limits.max_amplification();
    options
}

#[inline]
fn tokenizer_options(state: State, fast_path: bool, limits: &Limits) -> TokenizerOptions {
    let options = TokenizerOptions::default().state(state).fast_path(fast_path);
    let options = options.max_attributes(limits.max_attributes());
    options.max_token_length(limits.max_token_length())
}

impl<S: TreeSink> Stages for Html<S> {
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
        self.builder.abort();
    }

    fn recycle(&mut self) {
        self.builder.recycle();
        self.tokenizer.recycle();
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
        if self.shares_chunks {
            let offset = self.offset();
            self.sink_mut().begin_chunk(chunk, offset);
        }
    }

    fn end_chunk(&mut self) {
        self.sink_mut().end_chunk();
    }

    fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.builder.budget_mut().set_deadline(deadline);
        self.sink_mut().set_deadline(deadline);
    }

    fn take_pause(&mut self) -> Option<Pause<S::Handle>> {
        if let Some(declaration) = self.builder.take_encoding_declaration() {
            return Some(Pause::Encoding(declaration));
        }
        self.builder.take_script().map(Pause::Script)
    }

    fn stop_reporting_encoding(&mut self) {
        self.builder.stop_reporting_encoding();
    }
}
