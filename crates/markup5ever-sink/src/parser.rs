//! The parser, with html5ever's interface.

use std::borrow::Cow;

use markup5ever::tendril::{StrTendril, TendrilSink, fmt::UTF8, stream::Utf8LossyDecoder};
use sapwood_driver::{Driver, Html};
use sapwood_tokenizer::State;
use sapwood_tree::{Limit, Namespace, QuirksMode, TreeSink};
use sapwood_tree_builder::FragmentContext;

use crate::options::ParseOpts;

/// A sink whose texts can share the buffers of the input.
pub trait ChunkSink: TreeSink {
    /// Sets the current chunk of input. Until the next call, most texts are slices of it.
    fn set_chunk(&mut self, chunk: &StrTendril);

    /// Reports malformed input, such as invalid UTF-8.
    fn input_error(&mut self, message: Cow<'static, str>);
}

/// Parses text into `S`.
///
/// The methods of [`TendrilSink`] take the input: [`one`](TendrilSink::one) all at once, or
/// [`process`](TendrilSink::process) and [`finish`](TendrilSink::finish) in chunks. To parse bytes, use
/// [`from_utf8`](Self::from_utf8).
pub struct SinkParser<S: ChunkSink> {
    driver: Driver<Html<S>>,
    /// Whether a U+FEFF at the beginning of the next chunk is dropped.
    drops_bom: bool,
}

/// Context element of a fragment.
#[derive(Clone, Copy, Debug)]
pub struct ContextElement<'a> {
    /// Namespace: HTML, SVG or MathML.
    pub namespace: Namespace,
    /// Local name.
    pub local_name: &'a str,
    /// Whether the element is an `annotation-xml` that is an [HTML integration
    /// point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point).
    pub is_integration_point: bool,
    /// Whether scripting is enabled, so that the content of a `noscript` context element is raw text.
    pub allows_scripting: bool,
    /// Whether the element is in a `form`, so that the `form` start tags in the fragment are ignored.
    pub in_form: bool,
}

impl ContextElement<'_> {
    /// Returns the state of the tokenizer for a `noscript` element. It alone doesn't depend on the tree builder's option.
    fn noscript_state(&self) -> Option<State> {
        let is_noscript = self.namespace == Namespace::Html && self.local_name == "noscript";
        let state = if self.allows_scripting { State::Rawtext } else { State::Data };
        is_noscript.then_some(state)
    }
}

impl<S: ChunkSink> SinkParser<S> {
    /// Creates a parser that parses a document into `sink`.
    #[must_use]
    pub fn new(sink: S, opts: &ParseOpts) -> Self {
        Self::with(Html::new(sink, None, tree_options(opts), true, &opts.limits), opts)
    }

    /// Creates a parser that parses a fragment into `sink`.
    #[must_use]
    pub fn new_fragment(sink: S, context: &ContextElement<'_>, opts: &ParseOpts) -> Self {
        let fragment = fragment_context(context, opts);
        let mut stages = Html::new(sink, Some(&fragment), tree_options(opts), true, &opts.limits);
        if let Some(state) = context.noscript_state() {
            stages = stages.with_initial_state(state, &opts.limits);
        }
        Self::with(stages, opts)
    }

    fn with(stages: Html<S>, opts: &ParseOpts) -> Self {
        let driver = Driver::new(stages, &opts.limits);
        Self { driver, drops_bom: opts.tokenizer.discard_bom }
    }

    /// Returns the sink.
    #[must_use]
    pub fn sink(&self) -> &S {
        self.driver.stages().sink()
    }

    /// Returns the sink for modification.
    #[must_use]
    pub fn sink_mut(&mut self) -> &mut S {
        self.driver.stages_mut().sink_mut()
    }

    /// Returns the [limit](ParseOpts::limits) that was reached, if any. Later input is ignored.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.driver.limit()
    }

    /// Finishes the parse. Returns the output and the [limit](ParseOpts::limits) that was reached, if any.
    #[must_use]
    pub fn finish_with_limit(self) -> (S::Output, Option<Limit>) {
        self.driver.finish()
    }

    /// Returns a decoder that feeds this parser with UTF-8 bytes. Malformed sequences become U+FFFD.
    #[must_use]
    pub fn from_utf8(self) -> Utf8LossyDecoder<Self> {
        Utf8LossyDecoder::new(self)
    }
}

impl<S: ChunkSink> TendrilSink<UTF8> for SinkParser<S> {
    type Output = S::Output;

    fn process(&mut self, mut chunk: StrTendril) {
        if self.drops_bom && !chunk.is_empty() {
            self.drops_bom = false;
            if chunk.starts_with('\u{feff}') {
                chunk.pop_front('\u{feff}'.len_utf8() as u32);
            }
        }
        self.sink_mut().set_chunk(&chunk);
        self.driver.feed_all(&chunk);
    }

    fn error(&mut self, message: Cow<'static, str>) {
        self.sink_mut().input_error(message);
    }

    fn finish(self) -> S::Output {
        self.finish_with_limit().0
    }
}

/// Converts a context element to the tree builder's type.
#[must_use]
pub fn fragment_context<'a>(context: &ContextElement<'a>, opts: &ParseOpts) -> FragmentContext<'a> {
    FragmentContext {
        namespace: context.namespace,
        local_name: context.local_name,
        attributes: if context.is_integration_point { &[("encoding", "text/html")] } else { &[] },
        quirks_mode: quirks_mode(opts.tree_builder.quirks_mode),
        in_form: context.in_form,
    }
}

/// Converts the options to the tree builder's type.
#[must_use]
pub fn tree_options(opts: &ParseOpts) -> sapwood_tree_builder::TreeBuilderOptions {
    let mut options = sapwood_tree_builder::TreeBuilderOptions::default();
    options.scripting = opts.tree_builder.scripting_enabled;
    options.iframe_srcdoc = opts.tree_builder.iframe_srcdoc;
    // A sink without shadow roots declines each when asked.
    options.declarative_shadow_roots = true;
    options
}

fn quirks_mode(mode: markup5ever::interface::QuirksMode) -> QuirksMode {
    match mode {
        markup5ever::interface::QuirksMode::NoQuirks => QuirksMode::NoQuirks,
        markup5ever::interface::QuirksMode::LimitedQuirks => QuirksMode::LimitedQuirks,
        markup5ever::interface::QuirksMode::Quirks => QuirksMode::Quirks,
    }
}
