//! The builder's state: creation, reset, and what a caller asks for.

use std::borrow::Cow;

use sapwood_names::{Interner, NameId, Namespace, attr, sets, tag};
use sapwood_tokenizer::{Feedback, State};
use sapwood_tree::{
    Attribute, Budget, ErrorCode, Limit, ParseError, QuirksMode, Span, TreeSink, is_html_encoding,
};

use crate::{
    algorithm::{
        active_formatting::ActiveFormatting, element_flags::flags_of, open_elements::OpenElements,
        select::Select, template_target::TemplateTarget,
    },
    encoding_declaration::EncodingDeclaration,
    input::Next,
    options::{FragmentContext, TreeBuilderOptions},
    ready::Ready,
};
pub(crate) use crate::{input::NextToken, mode::Mode};

/// [The form element pointer](https://html.spec.whatwg.org/multipage/parsing.html#form-element-pointer)
#[derive(Clone, Debug)]
pub(crate) enum FormPointer<Handle> {
    None,
    /// The context element or an ancestor of it.
    OfContext,
    Element(Handle),
}

/// The name of a fragment's context element.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    pub(crate) namespace: Namespace,
    pub(crate) name: NameId,
}

/// Builds a tree from tokens, as [tree
/// construction](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction) prescribes.
///
/// ```
/// use sapwood::{TreeSink, tree_builder::{TreeBuilder, TreeBuilderOptions}};
/// # use sapwood::tokenizer::{Tokenizer, TokenizerOptions};
/// # use sapwood::{Span, tree::{Attributes, InsertionLocation, NewElement}};
/// # #[derive(Default)]
/// # struct Names(Vec<String>);
/// # impl TreeSink for Names {
/// #     type Handle = ();
/// #     type Output = Vec<String>;
/// #     fn document(&mut self) {}
/// #     fn create_element(&mut self, new: NewElement<'_>) { self.0.push(new.name.name.text.to_owned()); }
/// #     fn reopen_element(&mut self, _: &(), _: Span) {}
/// #     fn create_comment(&mut self, _: &str, _: Span) {}
/// #     fn create_processing_instruction(&mut self, _: &str, _: &str, _: Span) {}
/// #     fn append_doctype(&mut self, _: &str, _: &str, _: &str, _: Span) {}
/// #     fn append(&mut self, _: &(), _: &()) {}
/// #     fn append_text(&mut self, _: &(), _: &str, _: Span) {}
/// #     fn insert(&mut self, _: InsertionLocation<'_, ()>, _: &()) {}
/// #     fn insert_text(&mut self, _: InsertionLocation<'_, ()>, _: &str, _: Span) {}
/// #     fn remove(&mut self, _: &()) {}
/// #     fn reparent_children(&mut self, _: &(), _: &()) {}
/// #     fn add_missing_attributes(&mut self, _: &(), _: Attributes<'_>) {}
/// #     fn template_contents(&mut self, _: &()) {}
/// #     fn finish(self) -> Vec<String> { self.0 }
/// # }
///
/// // `Names` is a sink that lists the elements that are created.
/// let mut builder = TreeBuilder::new(Names::default(), TreeBuilderOptions::default());
/// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
/// tokenizer.feed("<p>Hello", &mut builder);
/// tokenizer.finish(&mut builder);
/// assert_eq!(builder.finish(), ["html", "head", "body", "p"]);
/// ```
#[derive(Clone, Debug)]
pub struct TreeBuilder<S: TreeSink> {
    pub(crate) sink: S,
    pub(crate) options: TreeBuilderOptions,
    pub(crate) context: Option<Context>,
    pub(crate) mode: Mode,
    pub(crate) original_mode: Mode,
    /// [The stack of template insertion
    /// modes](https://html.spec.whatwg.org/multipage/parsing.html#stack-of-template-insertion-modes)
    pub(crate) template_modes: Vec<Mode>,
    pub(crate) open: OpenElements<S::Handle>,
    pub(crate) formatting: ActiveFormatting<S::Handle>,
    /// The insertion target of each open template.
    pub(crate) templates: Vec<TemplateTarget<S::Handle>>,
    /// The open `select` elements.
    pub(crate) selects: Vec<Select<S::Handle>>,
    pub(crate) head: Option<S::Handle>,
    pub(crate) form: FormPointer<S::Handle>,
    pub(crate) frameset_ok: bool,
    pub(crate) foster_parenting: bool,
    pub(crate) quirks_mode: QuirksMode,
    /// [The pending table character
    /// tokens](https://html.spec.whatwg.org/multipage/parsing.html#concept-pending-table-char-tokens)
    pub(crate) pending_table_text: String,
    pub(crate) pending_table_text_span: Span,
    pub(crate) next_token: NextToken,
    /// The rules that apply to the next token as they are.
    pub(crate) ready: Ready,
    /// The bound on reopened formatting elements and on clones.
    pub(crate) budget: Budget,
    /// The maximum number of open elements; 0 after a limit was reached, so that nothing is inserted.
    pub(crate) max_depth: u32,
    pub(crate) limit: Option<Limit>,
    /// The start of the token at which it was reached.
    stopped_at: usize,
    /// The ids of names that the `names` crate doesn't know.
    pub(crate) names: Interner,
    /// An empty vector, reused for the adjusted attributes of foreign elements.
    pub(crate) adjusted: Vec<Attribute<'static>>,
    /// The script that the builder paused for.
    pub(crate) script: Option<S::Handle>,
    /// The encoding declaration that the builder paused for.
    pub(crate) encoding_declaration: Option<EncodingDeclaration>,

    // State of the current token:
    pub(crate) span: Span,
    /// The span of its errors. Errors of text are at its first character, since chunks may split text
    /// anywhere.
    pub(crate) error_span: Span,
    /// The name of the current end tag; [`NameId::UNKNOWN`] for other tokens.
    pub(crate) closing: NameId,
    pub(crate) acknowledged: bool,
    pub(crate) feedback: Feedback,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Creates a builder for a document.
    #[inline(always)]
    #[must_use]
    pub fn new(sink: S, options: TreeBuilderOptions) -> Self {
        Self {
            sink,
            options,
            context: None,
            mode: Mode::Initial,
            original_mode: Mode::Initial,
            template_modes: Vec::new(),
            open: OpenElements::new(S::CLOSES_LEFT),
            formatting: ActiveFormatting::new(),
            templates: Vec::new(),
            selects: Vec::new(),
            head: None,
            form: FormPointer::None,
            frameset_ok: true,
            foster_parenting: false,
            quirks_mode: QuirksMode::NoQuirks,
            pending_table_text: String::new(),
            pending_table_text_span: Span::default(),
            next_token: NextToken::AsUsual,
            ready: Ready::NONE,
            budget: Budget::new(options.amplification),
            max_depth: options.max_depth,
            limit: None,
            stopped_at: 0,
            names: Interner::new(),
            adjusted: Vec::new(),
            script: None,
            encoding_declaration: None,
            span: Span::default(),
            error_span: Span::default(),
            closing: NameId::UNKNOWN,
            acknowledged: false,
            feedback: Feedback::Continue,
        }
    }

    /// Begins another document with other options, as [`recycle`](Self::recycle) does.
    pub fn restart(&mut self, options: TreeBuilderOptions) {
        self.options = options;
        self.recycle();
    }

    /// Begins another document in the memory of this tree builder. An unfinished parse is discarded. The caller
    /// recycles the sink, too.
    // It names every field, so that the compiler asks for the reset of a new one.
    pub fn recycle(&mut self) {
        let Self {
            sink: _,
            options,
            context,
            mode,
            original_mode,
            template_modes,
            open,
            formatting,
            templates,
            selects,
            head,
            form,
            frameset_ok,
            foster_parenting,
            quirks_mode,
            pending_table_text,
            pending_table_text_span,
            next_token,
            ready,
            budget,
            max_depth,
            limit,
            stopped_at,
            names,
            adjusted,
            script,
            encoding_declaration,
            span,
            error_span,
            closing,
            acknowledged,
            feedback,
        } = self;
        *context = None;
        *mode = Mode::Initial;
        *original_mode = Mode::Initial;
        template_modes.clear();
        open.clear();
        formatting.clear();
        templates.clear();
        selects.clear();
        *head = None;
        *form = FormPointer::None;
        *frameset_ok = true;
        *foster_parenting = false;
        *quirks_mode = QuirksMode::NoQuirks;
        pending_table_text.clear();
        *pending_table_text_span = Span::default();
        *next_token = NextToken::AsUsual;
        *ready = Ready::NONE;
        *budget = Budget::new(options.amplification);
        *max_depth = options.max_depth;
        *limit = None;
        *stopped_at = 0;
        names.clear();
        adjusted.clear();
        *script = None;
        *encoding_declaration = None;
        *span = Span::default();
        *error_span = Span::default();
        *closing = NameId::UNKNOWN;
        *acknowledged = false;
        *feedback = Feedback::Continue;
    }

    /// Creates a builder for a
    /// [fragment](https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments). The sink
    /// receives the children of its root in [`TreeSink::fragment_root`].
    #[must_use]
    pub fn new_fragment(
        sink: S,
        context: &FragmentContext<'_>,
        options: TreeBuilderOptions,
    ) -> Self {
        let mut this = Self::new(sink, options);
        this.begin_fragment(context);
        this
    }

    /// Makes this new builder one for a fragment, before it takes a token. [`new_fragment`](Self::new_fragment) does both.
    pub fn begin_fragment(&mut self, context: &FragmentContext<'_>) {
        let name = sapwood_names::tag_id(context.local_name);
        self.context = Some(Context { namespace: context.namespace, name });
        // The root is also open, but isn't part of the tree.
        self.max_depth = self.max_depth.saturating_add(1);
        self.quirks_mode = context.quirks_mode;
        self.sink.set_quirks_mode(context.quirks_mode);
        if context.in_form || (context.namespace == Namespace::Html && name == tag::FORM) {
            self.form = FormPointer::OfContext;
        }
        // The root has the flags of the context element, which is the adjusted current node while
        // only the root is open.
        let integration_point = context
            .attributes
            .iter()
            .any(|&(name, value)| name == attr::ENCODING.as_str() && is_html_encoding(value));
        let mut root_flags = flags_of(Namespace::Html, tag::HTML, false);
        if context.namespace != Namespace::Html {
            let of_context = flags_of(context.namespace, name, integration_point);
            root_flags = root_flags.with(of_context);
        }
        let root = self.sink.fragment_root();
        self.open.push(root, Namespace::Html, tag::HTML, root_flags);
        if context.namespace == Namespace::Html && name == tag::TEMPLATE {
            self.template_modes.push(Mode::InTemplate);
        }
        self.reset_insertion_mode();
        self.note_ready();
    }

    /// Returns the initial state of the tokenizer, which depends on a fragment's context element.
    #[must_use]
    pub fn initial_tokenizer_state(&self) -> State {
        match &self.context {
            Some(Context { namespace: Namespace::Html, name }) => match *name {
                name if sets::RCDATA.contains(name) => State::Rcdata,
                name if sets::RAW_TEXT.contains(name) => State::Rawtext,
                tag::SCRIPT => State::ScriptData,
                tag::NOSCRIPT if self.options.scripting => State::Rawtext,
                tag::PLAINTEXT => State::Plaintext,
                _ => State::Data,
            },
            _ => State::Data,
        }
    }

    /// Returns the sink.
    #[must_use]
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// Returns the sink mutably.
    #[must_use]
    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Ends the parse and returns the sink's result. Finish the tokenizer first, so that it emits the
    /// end of the file.
    #[must_use]
    pub fn finish(self) -> S::Output {
        self.sink.finish()
    }

    /// Returns the limit that was reached, if any. The builder ignores later tokens, so a caller need not
    /// check after each.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.limit.or_else(|| self.sink.limit())
    }

    /// The start of the first token that a limit of the builder ended.
    // Hidden: for a parser that changes the source as it is read.
    #[doc(hidden)]
    #[must_use]
    pub fn stopped_at(&self) -> Option<usize> {
        self.limit.map(|_| self.stopped_at)
    }

    /// Records a limit and ignores all later tokens.
    #[cold]
    pub(crate) fn stop(&mut self, limit: Limit) {
        if self.limit.is_none() {
            self.limit = self.sink.limit().or(Some(limit));
            self.stopped_at = self.span.start;
        }
        self.next_token = NextToken::Stopped;
        self.ready = Ready::NONE;
        self.max_depth = 0;
    }

    /// Returns the budget for copies, so that the caller can set a deadline.
    pub fn budget_mut(&mut self) -> &mut Budget {
        &mut self.budget
    }

    /// [Aborts](https://html.spec.whatwg.org/multipage/parsing.html#abort-a-parser) the parse: pops all
    /// open elements without processing the end of the input. Call [`finish`](Self::finish) afterwards.
    pub fn abort(&mut self) {
        self.pending_table_text.clear();
        self.push_deferred_formatting();
        // The current token may depend on chunk boundaries. An empty span at 0 keeps the budget of an
        // `option` that is popped here independent of it.
        self.span = Span::default();
        self.stop_parsing();
    }

    /// Takes the script that the builder paused for.
    pub fn take_script(&mut self) -> Option<S::Handle> {
        self.script.take()
    }

    /// Takes the encoding declaration that the builder paused for.
    ///
    /// See [`TreeBuilderOptions::report_encoding`](crate::TreeBuilderOptions::report_encoding).
    pub fn take_encoding_declaration(&mut self) -> Option<EncodingDeclaration> {
        self.encoding_declaration.take()
    }

    /// Stops reporting encoding declarations, because the confidence in the encoding is certain.
    pub fn stop_reporting_encoding(&mut self) {
        self.options.report_encoding = false;
    }

    /// Returns the standard's name of the [insertion
    /// mode](https://html.spec.whatwg.org/multipage/parsing.html#the-insertion-mode), for a trace.
    #[must_use]
    pub fn mode_name(&self) -> &'static str {
        self.mode.name()
    }

    /// Whether errors are reported.
    #[inline(always)]
    pub(crate) fn is_reporting(&self) -> bool {
        S::ERRORS && (!S::REPORTS_ON_REQUEST || self.sink.is_reporting())
    }

    /// Reports a parse error at the current token.
    #[inline]
    pub(crate) fn error(&mut self, code: ErrorCode) {
        if self.is_reporting() {
            self.sink.error(ParseError { code, span: self.error_span });
        }
    }

    /// Reports a parse error at each character of the current text.
    pub(crate) fn report_characters(&mut self, code: ErrorCode, text: &str) {
        if self.is_reporting() {
            let mut left = text;
            let mut span = self.span;
            while let Some(character) = left.chars().next() {
                self.error_span = first_character(left, span);
                self.error(code);
                left = &left[character.len_utf8()..];
                span.start = self.error_span.end;
            }
        }
    }

    /// Reports a parse error at each character of the current text, and ignores the text.
    pub(crate) fn ignore_characters(&mut self, code: ErrorCode, text: &str) -> Next {
        self.report_characters(code, text);
        Next::Done
    }

    /// Reports a parse error and ignores the token.
    pub(crate) fn ignore(&mut self, code: ErrorCode) -> Next {
        self.error(code);
        Next::Done
    }

    /// Returns `true` in the [fragment case](https://html.spec.whatwg.org/multipage/parsing.html#fragment-case).
    pub(crate) fn is_fragment(&self) -> bool {
        self.context.is_some()
    }

    /// Returns `true` in the fragment case with this HTML context element.
    pub(crate) fn is_in_context(&self, name: NameId) -> bool {
        self.context.as_ref().is_some_and(|it| it.namespace == Namespace::Html && it.name == name)
    }

    /// Returns the namespace of the [adjusted current
    /// node](https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node).
    pub(crate) fn adjusted_current_namespace(&self) -> Namespace {
        match &self.context {
            Some(context) if self.open.only_root() => context.namespace,
            _ => self.open.current().namespace,
        }
    }

    /// [Stops parsing](https://html.spec.whatwg.org/multipage/parsing.html#stop-parsing)
    pub(crate) fn stop_parsing(&mut self) -> Next {
        if self.open.contains(tag::SELECT) || self.open.contains(tag::OPTION) {
            while !self.open.is_empty() {
                self.pop();
            }
        }
        self.open.clear_with(|element, is_open| {
            if is_open { self.sink.pop(element, None) } else { self.sink.close_left(element) }
        });
        Next::Done
    }

    /// Reports a parse error if the file ends while elements are open that must be closed.
    pub(crate) fn report_unclosed(&mut self) {
        if self.is_reporting() && self.open.has_unclosed() {
            self.error(ErrorCode::UnclosedElements);
        }
    }

    /// Returns `true` if the rules for text in tables apply to the current node.
    pub(crate) fn current_is_table_like(&self) -> bool {
        let current = self.open.current();
        current.is_html_in(&sets::TABLE_LIKE) || current.is_html(tag::TEMPLATE)
    }
}

// Hidden: for html5ever's `TreeBuilder`, which stands beside its sink and borrows it for each call.
#[doc(hidden)]
impl<S: TreeSink> TreeBuilder<S> {
    /// Replaces the sink by one with the same handles.
    #[must_use]
    pub fn map_sink<T: TreeSink<Handle = S::Handle>>(
        self,
        map: impl FnOnce(S) -> T,
    ) -> TreeBuilder<T> {
        TreeBuilder {
            sink: map(self.sink),
            options: self.options,
            context: self.context,
            mode: self.mode,
            original_mode: self.original_mode,
            template_modes: self.template_modes,
            open: self.open,
            formatting: self.formatting,
            templates: self.templates,
            selects: self.selects,
            head: self.head,
            form: self.form,
            frameset_ok: self.frameset_ok,
            foster_parenting: self.foster_parenting,
            quirks_mode: self.quirks_mode,
            pending_table_text: self.pending_table_text,
            pending_table_text_span: self.pending_table_text_span,
            next_token: self.next_token,
            ready: self.ready,
            budget: self.budget,
            max_depth: self.max_depth,
            limit: self.limit,
            stopped_at: self.stopped_at,
            names: self.names,
            adjusted: self.adjusted,
            script: self.script,
            encoding_declaration: self.encoding_declaration,
            span: self.span,
            error_span: self.error_span,
            closing: self.closing,
            acknowledged: self.acknowledged,
            feedback: self.feedback,
        }
    }

    /// The offset of the text in a table that waits for the next token, if there is any.
    #[must_use]
    pub fn pending_text(&self) -> Option<usize> {
        let waits = self.mode == Mode::InTableText && !self.pending_table_text.is_empty();
        waits.then_some(self.pending_table_text_span.start)
    }

    /// Whether the current node's raw text is being read.
    #[must_use]
    pub fn is_in_raw_text(&self) -> bool {
        self.mode == Mode::Text
    }

    /// Calls `visit` with each open element and its name, from the current node on down.
    pub fn for_each_open(&self, visit: &mut dyn FnMut(&S::Handle, Cow<'static, str>)) {
        for element in self.open.iter_down() {
            let name = match element.name.is_known() {
                true => Cow::Borrowed(element.name.as_str()),
                false => Cow::Owned(self.names.text(element.name).to_owned()),
            };
            visit(&element.handle, name);
        }
    }

    /// Calls `visit` with the name of each formatting element that the next text would be in, though it isn't open.
    pub fn for_each_to_reconstruct(&self, visit: &mut dyn FnMut(NameId)) {
        if !self.formatting.needs_reconstruction() {
            return;
        }
        let mut entry = self.formatting.first_to_reconstruct();
        while entry != 0 {
            visit(self.formatting.name(entry));
            entry = self.formatting.next(entry);
        }
    }

    /// Calls `visit` with each handle that the builder holds, some of them more than once.
    pub fn for_each_handle(&self, visit: &mut dyn FnMut(&S::Handle)) {
        self.open.handles().for_each(&mut *visit);
        self.formatting.handles().for_each(&mut *visit);
        self.templates.iter().flat_map(TemplateTarget::handles).for_each(&mut *visit);
        self.selects.iter().flat_map(Select::handles).for_each(&mut *visit);
        self.head.iter().chain(&self.script).for_each(&mut *visit);
        if let FormPointer::Element(form) = &self.form {
            visit(form);
        }
    }
}

/// Returns the span of the first character of a text.
///
/// Only the first character may be longer in the source than in the text: as a character reference, or
/// as a CR LF that is one line feed.
pub(crate) fn first_character(text: &str, span: Span) -> Span {
    let rest = text.len() - text.chars().next().map_or(0, char::len_utf8);
    Span::new(span.start, span.end.saturating_sub(rest).max(span.start))
}
