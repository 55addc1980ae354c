//! The parser: text in pieces, in html5ever's manner.

use std::borrow::Cow;

use markup5ever::tendril::{StrTendril, TendrilSink, fmt::UTF8, stream::Utf8LossyDecoder};
use tokenizer::{State, Tokenizer};
use tree_builder::{FragmentContext, TreeBuilder};
use tree_sink::{Namespace, QuirksMode, TreeSink};

use crate::options::ParseOpts;

/// A sink that shares the buffers of the text that is parsed.
pub trait ChunkSink: TreeSink {
    /// From here on, until the next call, most texts lie in `chunk`.
    fn set_chunk(&mut self, chunk: &StrTendril);

    /// The input wasn't what it was said to be, such as UTF-8.
    fn input_error(&mut self, message: Cow<'static, str>);
}

/// Parses text into `S`.
///
/// Input comes by the methods of [`TendrilSink`]: all at once by
/// [`one`](TendrilSink::one), in pieces by [`process`](TendrilSink::process) and
/// [`finish`](TendrilSink::finish). For bytes see [`from_utf8`](Self::from_utf8).
pub struct Driver<S: ChunkSink> {
    tokenizer: Tokenizer,
    builder: TreeBuilder<S>,
    /// Whether a U+FEFF would be dropped if it came next.
    drops_bom: bool,
}

/// The context element of a fragment.
#[derive(Clone, Copy, Debug)]
pub struct ContextElement<'a> {
    /// Its namespace: HTML, SVG or MathML.
    pub namespace: Namespace,
    /// Its local name.
    pub local_name: &'a str,
    /// Whether it is an `annotation-xml` that is an [HTML integration
    /// point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point).
    pub is_integration_point: bool,
    /// Whether, if it is a `noscript`, its content is raw text.
    pub allows_scripting: bool,
    /// Whether it is in a `form`.
    pub in_form: bool,
}

impl<S: ChunkSink> Driver<S> {
    /// Parses a document into `sink`.
    #[must_use]
    pub fn new(sink: S, opts: &ParseOpts) -> Self {
        Self::with(TreeBuilder::new(sink, tree_options(opts)), opts)
    }

    /// Parses a fragment into `sink`.
    #[must_use]
    pub fn new_fragment(sink: S, context: &ContextElement<'_>, opts: &ParseOpts) -> Self {
        let encoding = [("encoding", "text/html")];
        let fragment = FragmentContext {
            namespace: context.namespace,
            local_name: context.local_name,
            attributes: if context.is_integration_point { &encoding } else { &[] },
            quirks_mode: quirks_mode(opts.tree_builder.quirks_mode),
            in_form: context.in_form,
        };
        let mut this =
            Self::with(TreeBuilder::new_fragment(sink, &fragment, tree_options(opts)), opts);
        if context.namespace == Namespace::Html && context.local_name == "noscript" {
            let state = if context.allows_scripting { State::Rawtext } else { State::Data };
            this.tokenizer = Tokenizer::new(tokenizer::Options { state, ..Default::default() });
        }
        this
    }

    fn with(builder: TreeBuilder<S>, opts: &ParseOpts) -> Self {
        let tokenizer = Tokenizer::new(tokenizer::Options {
            state: builder.initial_tokenizer_state(),
            ..tokenizer::Options::default()
        });
        Self { tokenizer, builder, drops_bom: opts.tokenizer.discard_bom }
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

    /// The tree builder.
    pub(crate) fn builder_mut(&mut self) -> &mut TreeBuilder<S> {
        &mut self.builder
    }

    /// Wraps this parser so that it takes bytes of UTF-8; what isn't becomes U+FFFD.
    #[must_use]
    pub fn from_utf8(self) -> Utf8LossyDecoder<Self> {
        Utf8LossyDecoder::new(self)
    }
}

impl<S: ChunkSink> TendrilSink<UTF8> for Driver<S> {
    type Output = S::Output;

    fn process(&mut self, mut chunk: StrTendril) {
        if self.drops_bom && !chunk.is_empty() {
            self.drops_bom = false;
            if chunk.starts_with('\u{feff}') {
                chunk.pop_front('\u{feff}'.len_utf8() as u32);
            }
        }
        self.builder.sink_mut().set_chunk(&chunk);
        let mut rest = &*chunk;
        while !rest.is_empty() && self.builder.limit().is_none() {
            let taken = self.tokenizer.feed(rest, &mut self.builder);
            rest = &rest[taken..];
        }
    }

    fn error(&mut self, message: Cow<'static, str>) {
        self.builder.sink_mut().input_error(message);
    }

    fn finish(mut self) -> S::Output {
        self.tokenizer.finish(&mut self.builder);
        self.builder.finish()
    }
}

fn tree_options(opts: &ParseOpts) -> tree_builder::Options {
    let mut options = tree_builder::Options::default();
    options.scripting = opts.tree_builder.scripting_enabled;
    options.iframe_srcdoc = opts.tree_builder.iframe_srcdoc;
    // Who doesn't want shadow roots refuses them when asked.
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
