//! Tree construction: [`TreeBuilder`] turns tokens into calls of a [`TreeSink`].

use std::cell::{Cell, RefCell};

pub use markup5ever::interface::{
    AppendNode, AppendText, Attribute, ElemName, ElementFlags, LimitedQuirks, NoQuirks, NodeOrText,
    Quirks, QuirksMode, Tracer, TreeSink, create_element,
};
use markup5ever::{LocalName, tendril::StrTendril};
use sapwood_markup5ever::{
    ChunkSink, ParseOpts as BridgeOpts, ProcessingInstructions, TokenizerOpts,
    TreeBuilderOpts as BridgeTreeOpts, fragment_context, tree_options,
};
use sapwood_names::{Name, Namespace};
use sapwood_tokenizer::{Feedback, State, TextState, TokenSink as _};
use sapwood_tree::Span;
use sapwood_tree_builder::EncodingDeclaration;

pub use crate::bridge::create_element_with_flags;
use crate::{
    bridge::{Bridge, Detached, context_name},
    tokenizer::{
        Tag, TagKind, Token, TokenSink, TokenSinkResult,
        run::Run,
        states::{self, RawKind},
    },
};

/// Options for tree construction.
#[derive(Clone, Copy, Debug)]
pub struct TreeBuilderOpts {
    /// Whether messages of parse errors include the position in the input. Off by default.
    pub exact_errors: bool,
    /// Whether scripting is enabled, so that the content of `noscript` is raw text. On by default.
    pub scripting_enabled: bool,
    /// Whether the document is an [`iframe` `srcdoc`
    /// document](https://html.spec.whatwg.org/multipage/iframe-embed-object.html#an-iframe-srcdoc-document). Off by default.
    pub iframe_srcdoc: bool,
    /// Whether the DOCTYPE is left out of the tree. Off by default.
    pub drop_doctype: bool,
    /// Mode of the document of a fragment's context element. A document determines its own. No quirks by default.
    pub quirks_mode: QuirksMode,
}

impl Default for TreeBuilderOpts {
    fn default() -> Self {
        Self {
            exact_errors: false,
            scripting_enabled: true,
            iframe_srcdoc: false,
            drop_doctype: false,
            quirks_mode: QuirksMode::NoQuirks,
        }
    }
}

impl TreeBuilderOpts {
    fn for_bridge(&self) -> BridgeOpts {
        BridgeOpts {
            tokenizer: TokenizerOpts::default(),
            tree_builder: BridgeTreeOpts {
                exact_errors: self.exact_errors,
                scripting_enabled: self.scripting_enabled,
                iframe_srcdoc: self.iframe_srcdoc,
                drop_doctype: self.drop_doctype,
                quirks_mode: bridge_quirks_mode(self.quirks_mode),
            },
            processing_instructions: if cfg!(feature = "processing-instructions") {
                ProcessingInstructions::AsThemselves
            } else {
                ProcessingInstructions::AsComments
            },
            ..BridgeOpts::default()
        }
    }
}

/// Converts the mode to the version of `markup5ever` that the bridge's options use.
fn bridge_quirks_mode(mode: QuirksMode) -> sapwood_markup5ever::interface::QuirksMode {
    match mode {
        QuirksMode::NoQuirks => sapwood_markup5ever::interface::QuirksMode::NoQuirks,
        QuirksMode::LimitedQuirks => sapwood_markup5ever::interface::QuirksMode::LimitedQuirks,
        QuirksMode::Quirks => sapwood_markup5ever::interface::QuirksMode::Quirks,
    }
}

/// Sapwood's tree builder, between two calls.
type Builder<Sink> = sapwood_tree_builder::TreeBuilder<Bridge<Detached<Sink>>>;

/// Sapwood's tree builder, during a call.
type AttachedBuilder<'a, Sink> = sapwood_tree_builder::TreeBuilder<Bridge<&'a Sink>>;

/// HTML tree builder: a [`TokenSink`] that fills a [`TreeSink`].
///
/// A [`Tokenizer`](crate::tokenizer::Tokenizer) that feeds it creates no tokens: the sink's calls come from the input directly.
/// Tokens of another source are processed one by one.
pub struct TreeBuilder<Handle, Sink: TreeSink<Handle = Handle>> {
    /// Receiver of the tree.
    pub sink: Sink,
    /// `None` while it is in use, and after a panic of the sink.
    builder: RefCell<Option<Builder<Sink>>>,
    /// Name of a fragment's context element and whether it is an HTML element.
    context: Option<(LocalName, bool)>,
    /// Length of the tokens so far that came without input, for their offsets.
    offset: Cell<usize>,
    line: Cell<u64>,
}

impl<Handle, Sink> TreeBuilder<Handle, Sink>
where
    Handle: Clone,
    Sink: TreeSink<Handle = Handle>,
{
    /// Creates a tree builder for a document.
    #[must_use]
    pub fn new(sink: Sink, opts: TreeBuilderOpts) -> Self {
        let opts = opts.for_bridge();
        let builder =
            sapwood_tree_builder::TreeBuilder::new(Bridge::new(&sink, &opts), pausing(&opts));
        Self::with(detached(builder), sink, None)
    }

    /// Creates a tree builder for a fragment of `context_elem`, which is in the form `form_elem`, if there is one.
    #[must_use]
    pub fn new_for_fragment(
        sink: Sink,
        context_elem: Handle,
        form_elem: Option<Handle>,
        opts: TreeBuilderOpts,
    ) -> Self {
        let opts = opts.for_bridge();
        let name = context_name(&sink, &context_elem);
        let mut context = name.context();
        context.in_form = form_elem.is_some();
        let html = context.namespace == Namespace::Html;
        let local_name = LocalName::from(context.local_name);
        let builder = sapwood_tree_builder::TreeBuilder::new_fragment(
            Bridge::new_fragment(&sink, &opts),
            &fragment_context(&context, &opts),
            pausing(&opts),
        );
        Self::with(detached(builder), sink, Some((local_name, html)))
    }

    fn with(builder: Builder<Sink>, sink: Sink, context: Option<(LocalName, bool)>) -> Self {
        Self {
            sink,
            builder: RefCell::new(Some(builder)),
            context,
            offset: Cell::new(0),
            line: Cell::new(1),
        }
    }

    /// Returns the state in which a tokenizer begins to read a fragment of the context element.
    pub fn tokenizer_state_for_context_elem(
        &self,
        context_element_allows_scripting: bool,
    ) -> states::State {
        if let Some((name, true)) = &self.context
            && &**name == "noscript"
        {
            return match context_element_allows_scripting {
                true => states::RawData(RawKind::Rawtext),
                false => states::Data,
            };
        }
        let builder = self.builder.borrow();
        match builder.as_ref().map(sapwood_tree_builder::TreeBuilder::initial_tokenizer_state) {
            Some(State::Rcdata) => states::RawData(RawKind::Rcdata),
            Some(State::Rawtext) => states::RawData(RawKind::Rawtext),
            Some(State::ScriptData) => states::RawData(RawKind::ScriptData),
            Some(State::Plaintext) => states::Plaintext,
            Some(State::Data | State::CdataSection) | None => states::Data,
        }
    }

    /// Calls the tracer with each handle that the builder holds. This is for trees whose nodes are garbage-collected.
    ///
    /// The handles are accessible between two calls of the tokenizer only. A sink that calls this method while it is
    /// called itself traces nothing.
    pub fn trace_handles(&self, tracer: &dyn Tracer<Handle = Handle>) {
        if let Ok(builder) = self.builder.try_borrow()
            && let Some(builder) = &*builder
        {
            builder.for_each_handle(&mut |handle| tracer.trace_handle(handle.node()));
            builder.sink().for_each_node(&mut |node| tracer.trace_handle(node));
        }
    }

    /// Returns `true` if the builder parses a fragment.
    pub fn is_fragment(&self) -> bool {
        self.context.is_some()
    }

    /// Calls `work` with the tree builder and the sink; returns `None` if that happens within such a call.
    fn attached<R>(&self, work: impl FnOnce(&mut AttachedBuilder<'_, Sink>) -> R) -> Option<R> {
        let builder = self.builder.try_borrow_mut().ok()?.take()?;
        let mut builder = builder.map_sink(|bridge| bridge.with_access(&self.sink));
        let result = work(&mut builder);
        *self.builder.borrow_mut() = Some(detached(builder));
        Some(result)
    }

    /// Processes a token that comes without the input.
    fn token(
        &self,
        builder: &mut AttachedBuilder<'_, Sink>,
        token: &Token,
    ) -> TokenSinkResult<Handle> {
        let start = self.offset.get();
        let span = Span::new(start, start.saturating_add(length(token)));
        self.offset.set(span.end);
        let feedback = match token {
            Token::ParseError(message) => {
                self.sink.parse_error(message.clone());
                Feedback::Continue
            }
            Token::CharacterTokens(text) => {
                builder.sink_mut().set_token_text(text);
                builder.token(sapwood_tokenizer::Token::Text(text), span)
            }
            Token::NullCharacterToken => builder.token(sapwood_tokenizer::Token::Text("\0"), span),
            Token::CommentToken(data) => {
                builder.token(sapwood_tokenizer::Token::Comment(data), span)
            }
            Token::EOFToken => builder.token(sapwood_tokenizer::Token::Eof, span),
            Token::DoctypeToken(doctype) => {
                let part = |part: &'_ Option<StrTendril>| part.as_deref().map(str::to_owned);
                let [name, public_id, system_id] =
                    [part(&doctype.name), part(&doctype.public_id), part(&doctype.system_id)];
                let doctype = sapwood_tokenizer::Doctype {
                    name: name.as_deref(),
                    public_id: public_id.as_deref(),
                    system_id: system_id.as_deref(),
                    force_quirks: doctype.force_quirks,
                };
                builder.token(sapwood_tokenizer::Token::Doctype(doctype), span)
            }
            Token::TagToken(tag) => {
                if tag.had_duplicate_attributes {
                    builder.sink_mut().set_duplicate_attribute(span.start);
                }
                let attributes = attributes(tag, span);
                let name = Name { id: sapwood_names::tag_id(&tag.name), text: &tag.name };
                let borrowed = sapwood_tokenizer::Tag {
                    name,
                    attributes: attributes.as_slice().into(),
                    self_closing: tag.self_closing,
                };
                builder.token(
                    match tag.kind {
                        TagKind::StartTag => sapwood_tokenizer::Token::StartTag(borrowed),
                        TagKind::EndTag => sapwood_tokenizer::Token::EndTag(borrowed),
                    },
                    span,
                )
            }
        };
        answer(feedback, builder)
    }
}

impl<Handle, Sink> TokenSink for TreeBuilder<Handle, Sink>
where
    Handle: Clone,
    Sink: TreeSink<Handle = Handle>,
{
    type Handle = Handle;

    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<Handle> {
        if self.line.replace(line_number) != line_number {
            self.sink.set_current_line(line_number);
        }
        self.attached(|builder| self.token(builder, &token)).unwrap_or(TokenSinkResult::Continue)
    }

    fn end(&self) {
        self.attached(|builder| {
            if builder.limit().is_some() {
                builder.abort();
            }
            builder.sink_mut().add_late_attributes();
        });
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        let builder = self.builder.try_borrow();
        builder.is_ok_and(|builder| builder.as_ref().is_some_and(|it| it.cdata_allowed()))
    }

    fn run_tokenizer(&self, mut run: Run<'_>) -> TokenSinkResult<Handle> {
        let result = self.attached(|builder| {
            if let Some(prefix) = run.take_prefix() {
                builder.sink_mut().set_chunk(&prefix);
            }
            let Some(chunk) = run.chunk().cloned() else {
                run.feed(builder);
                return TokenSinkResult::Continue;
            };
            builder.sink_mut().set_chunk(&chunk);
            loop {
                run.feed(builder);
                if builder.limit().is_some() {
                    run.take_all();
                    return TokenSinkResult::Continue;
                }
                if let Some(result) = pause(builder) {
                    builder.sink_mut().cut_chunk(run.taken());
                    return result;
                }
                if run.rest().is_empty() {
                    return TokenSinkResult::Continue;
                }
            }
        });
        if result.is_none() {
            run.take_all();
        }
        result.unwrap_or(TokenSinkResult::Continue)
    }
}

/// Returns the answer to a token that the builder has processed.
fn answer<Sink: TreeSink>(
    feedback: Feedback,
    builder: &mut AttachedBuilder<'_, Sink>,
) -> TokenSinkResult<Sink::Handle> {
    match feedback {
        Feedback::Continue => TokenSinkResult::Continue,
        Feedback::SwitchTo(TextState::Plaintext) => TokenSinkResult::Plaintext,
        Feedback::SwitchTo(TextState::Rcdata) => TokenSinkResult::RawData(RawKind::Rcdata),
        Feedback::SwitchTo(TextState::Rawtext) => TokenSinkResult::RawData(RawKind::Rawtext),
        Feedback::SwitchTo(TextState::ScriptData) => TokenSinkResult::RawData(RawKind::ScriptData),
        Feedback::Pause => pause(builder).unwrap_or(TokenSinkResult::Continue),
    }
}

/// Returns what the builder paused for.
fn pause<Sink: TreeSink>(
    builder: &mut AttachedBuilder<'_, Sink>,
) -> Option<TokenSinkResult<Sink::Handle>> {
    if let Some(declaration) = builder.take_encoding_declaration() {
        return label(&declaration).map(TokenSinkResult::EncodingIndicator);
    }
    let script = builder.take_script()?;
    Some(TokenSinkResult::Script(script.node().clone()))
}

/// Returns the label of the encoding that a `meta` element declares.
fn label(declaration: &EncodingDeclaration) -> Option<StrTendril> {
    let label = match (&declaration.charset, &declaration.content) {
        (Some(charset), _) => charset,
        (None, Some(content)) => sapwood_microsyntax::charset::in_content(content)?,
        (None, None) => return None,
    };
    Some(StrTendril::from_slice(label))
}

/// Returns the options of a builder that pauses where html5ever's does.
fn pausing(opts: &BridgeOpts) -> sapwood_tree_builder::TreeBuilderOptions {
    let mut options = tree_options(opts);
    options.pause_at_scripts = true;
    options.report_encoding = true;
    options
}

fn detached<Sink: TreeSink>(builder: AttachedBuilder<'_, Sink>) -> Builder<Sink> {
    builder.map_sink(|bridge| bridge.with_access(Detached::default()))
}

/// Returns the attributes of a tag in Sapwood's type.
fn attributes(tag: &Tag, span: Span) -> Vec<sapwood_tree::Attribute<'_>> {
    let attributes = tag.attrs.iter().map(|attribute| {
        let local = &*attribute.name.local;
        sapwood_tree::Attribute {
            name: Name { id: sapwood_names::attribute_id(local), text: local },
            namespace: Namespace::None,
            value: &attribute.value,
            span,
        }
    });
    attributes.collect()
}

/// Returns the least number of bytes that a token has in its source.
fn length(token: &Token) -> usize {
    match token {
        Token::CharacterTokens(text) | Token::CommentToken(text) => text.len(),
        Token::TagToken(tag) => {
            let length = |it: &Attribute| it.name.local.len() + it.value.len() + 2;
            tag.name.len() + tag.attrs.iter().map(length).sum::<usize>()
        }
        Token::DoctypeToken(_) | Token::NullCharacterToken => 1,
        Token::EOFToken | Token::ParseError(_) => 0,
    }
}
