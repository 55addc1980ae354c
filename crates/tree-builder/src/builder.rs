//! The builder's state, the handling of each kind of token, and [the tree construction
//! dispatcher](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher).

use names::{Interner, NameId, Namespace, attr, sets, tag};
use tokenizer::{Feedback, State, Tag, Token, TokenSink};
use tree_sink::{Attribute, Budget, ErrorCode, Limit, ParseError, QuirksMode, Span, TreeSink};

use crate::mode::in_body::rules::{EndRule, StartRule};
use crate::{
    algorithm::{
        active_formatting::ActiveFormatting,
        encoding_declaration::EncodingDeclaration,
        insertion::{TemplateTarget, is_html_encoding},
        open_elements::{Flags, OpenElements, flags_of},
        select::Select,
    },
    input::{Input, Next, split_whitespace_run},
    options::{FragmentContext, Options},
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

/// The id of an unknown name that no open element can have.
const NO_ELEMENTS_NAME: NameId = NameId::from_index(u32::MAX as usize);

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
/// use sapwood_tree_builder::{Options, TreeBuilder, TreeSink};
/// # use tokenizer::Tokenizer;
/// # use tree_sink::{Attributes, NewElement, InsertionLocation, Span};
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
/// let mut builder = TreeBuilder::new(Names::default(), Options::default());
/// let mut tokenizer = Tokenizer::new(tokenizer::Options::default());
/// tokenizer.feed("<p>Hello", &mut builder);
/// tokenizer.finish(&mut builder);
/// assert_eq!(builder.finish(), ["html", "head", "body", "p"]);
/// ```
#[derive(Clone, Debug)]
pub struct TreeBuilder<S: TreeSink> {
    pub(crate) sink: S,
    pub(crate) options: Options,
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
    /// The bound on reopened formatting elements and on clones.
    pub(crate) budget: Budget,
    /// The maximum number of open elements; 0 after a limit was reached, so that nothing is inserted.
    pub(crate) max_depth: u32,
    pub(crate) limit: Option<Limit>,
    /// The ids of names that the `names` crate doesn't know.
    names: Interner,
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
    #[inline]
    #[must_use]
    pub fn new(sink: S, options: Options) -> Self {
        Self {
            sink,
            options,
            context: None,
            mode: Mode::Initial,
            original_mode: Mode::Initial,
            template_modes: Vec::new(),
            open: OpenElements::new(),
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
            budget: Budget::new(options.amplification),
            max_depth: options.max_depth,
            limit: None,
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

    /// Resets the builder for another document, keeping the allocated memory. An unfinished parse is
    /// discarded. The caller must reset the sink, too.
    pub fn restart(&mut self) {
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
            budget,
            max_depth,
            limit,
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
        budget.restart();
        *max_depth = options.max_depth;
        *limit = None;
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
    pub fn new_fragment(sink: S, context: &FragmentContext<'_>, options: Options) -> Self {
        let mut this = Self::new(sink, options);
        let name = names::tag_id(context.local_name);
        this.context = Some(Context { namespace: context.namespace, name });
        // The root is also open, but isn't part of the tree.
        this.max_depth = this.max_depth.saturating_add(1);
        this.quirks_mode = context.quirks_mode;
        this.sink.set_quirks_mode(context.quirks_mode);
        if context.in_form || (context.namespace == Namespace::Html && name == tag::FORM) {
            this.form = FormPointer::OfContext;
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
        let root = this.sink.fragment_root();
        this.open.push(root, Namespace::Html, tag::HTML, root_flags);
        if context.namespace == Namespace::Html && name == tag::TEMPLATE {
            this.template_modes.push(Mode::InTemplate);
        }
        this.reset_insertion_mode();
        this
    }

    /// Returns the initial state of the tokenizer, which depends on a fragment's context element.
    #[must_use]
    pub fn initial_tokenizer_state(&self) -> State {
        match &self.context {
            Some(Context { namespace: Namespace::Html, name }) => match *name {
                tag::TITLE | tag::TEXTAREA => State::Rcdata,
                tag::STYLE | tag::XMP | tag::IFRAME | tag::NOEMBED | tag::NOFRAMES => {
                    State::Rawtext
                }
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

    /// Records a limit and ignores all later tokens.
    #[cold]
    pub(crate) fn stop(&mut self, limit: Limit) {
        if self.limit.is_none() {
            self.limit = self.sink.limit().or(Some(limit));
        }
        self.next_token = NextToken::Stopped;
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
        // The current token may depend on chunk boundaries. An empty span at 0 keeps the budget of an
        // `option` that is popped here independent of it.
        self.span = Span::default();
        self.stop_parsing();
    }

    /// Takes the script that the builder paused for.
    pub fn take_script(&mut self) -> Option<S::Handle> {
        self.script.take()
    }

    /// Returns the standard's name of the [insertion
    /// mode](https://html.spec.whatwg.org/multipage/parsing.html#the-insertion-mode), for a trace.
    #[must_use]
    pub fn mode_name(&self) -> &'static str {
        self.mode.name()
    }

    /// Reports a parse error at the current token.
    #[inline]
    pub(crate) fn error(&mut self, code: ErrorCode) {
        if S::ERRORS {
            self.sink.error(ParseError { code, span: self.error_span });
        }
    }

    /// Reports a parse error at each character of the current text.
    pub(crate) fn report_characters(&mut self, code: ErrorCode, text: &str) {
        if S::ERRORS {
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

    /// Processes a token, and reprocesses it until the rules of a mode are done with it.
    fn dispatch(&mut self, input: Input<'_>) {
        loop {
            let next = if self.is_for_foreign_content(input) {
                self.foreign_content(input)
            } else {
                self.rules(self.mode, input)
            };
            if next == Next::Done {
                break;
            }
        }
    }

    /// Returns `true` if the adjusted current node is a foreign element.
    #[inline]
    fn is_foreign(&self) -> bool {
        self.open.current_if_any().is_some_and(|current| current.flags.has(Flags::FOREIGN))
    }

    /// Returns `true` if [the tree construction
    /// dispatcher](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher)
    /// chooses the rules for foreign content.
    #[inline]
    fn is_for_foreign_content(&self, input: Input<'_>) -> bool {
        self.is_foreign() && self.is_not_for_integration_point(input)
    }

    #[cold]
    fn is_not_for_integration_point(&self, input: Input<'_>) -> bool {
        let flags = self.open.current().flags;
        let at_integration_point = match input {
            Input::Eof => true,
            Input::Start(tag) => {
                flags.has(Flags::HTML_INTEGRATION_POINT)
                    || (flags.has(Flags::MATHML_TEXT_INTEGRATION_POINT)
                        && !matches!(tag.name.id, tag::MGLYPH | tag::MALIGNMARK))
                    || (flags.has(Flags::ANNOTATION_XML) && tag.name.id == tag::SVG)
            }
            Input::Whitespace(_) | Input::Text(_) | Input::Null(_) => {
                flags.has(Flags::HTML_INTEGRATION_POINT.with(Flags::MATHML_TEXT_INTEGRATION_POINT))
            }
            Input::Comment(_)
            | Input::ProcessingInstruction { .. }
            | Input::Doctype(_)
            | Input::End(_) => false,
        };
        !at_integration_point
    }

    /// Processes a token [using the rules for](https://html.spec.whatwg.org/multipage/parsing.html#using-the-rules-for)
    /// a mode.
    #[inline]
    pub(crate) fn rules(&mut self, mode: Mode, input: Input<'_>) -> Next {
        match mode {
            Mode::Initial => self.initial(input),
            Mode::BeforeHtml => self.before_html(input),
            Mode::BeforeHead => self.before_head(input),
            Mode::InHead => self.in_head(input),
            Mode::InHeadNoscript => self.in_head_noscript(input),
            Mode::AfterHead => self.after_head(input),
            Mode::InBody => self.in_body(input),
            Mode::Text => self.text(input),
            Mode::InTable => self.in_table(input),
            Mode::InTableText => self.in_table_text(input),
            Mode::InCaption => self.in_caption(input),
            Mode::InColumnGroup => self.in_column_group(input),
            Mode::InTableBody => self.in_table_body(input),
            Mode::InRow => self.in_row(input),
            Mode::InCell => self.in_cell(input),
            Mode::InTemplate => self.in_template(input),
            Mode::AfterBody => self.after_body(input),
            Mode::InFrameset => self.in_frameset(input),
            Mode::AfterFrameset => self.after_frameset(input),
            Mode::AfterAfterBody => self.after_after_body(input),
            Mode::AfterAfterFrameset => self.after_after_frameset(input),
        }
    }

    #[inline(never)]
    fn characters(&mut self, text: &str) {
        const UNUSUAL: Flags = Flags::FOREIGN.with(Flags::TEMPLATE).with(Flags::TABLE_LIKE);
        if self.next_token == NextToken::AsUsual
            && self.mode.has_body_rules()
            && !self.frameset_ok
            && text.as_bytes()[0] != b'\0'
            && let Some(current) = self.open.current_if_any()
            && !current.flags.has(UNUSUAL)
            && !self.formatting.needs_reconstruction()
        {
            return self.sink.append_text(&current.handle, text, self.span);
        }
        self.general_characters(text);
    }

    /// Processes characters in any mode.
    #[inline(never)]
    fn general_characters(&mut self, text: &str) {
        if self.next_token != NextToken::AsUsual || text.as_bytes()[0] == b'\0' {
            return self.unusual_characters(text);
        }
        if S::ERRORS {
            self.error_span = first_character(text, self.span);
        }
        match self.mode {
            Mode::Text => {}
            mode if mode.has_body_rules() && !self.is_foreign() => {
                if !self.before_in_body_text(text) {
                    return;
                }
            }
            _ => return self.other_characters(text),
        }
        self.insert_text(text);
    }

    #[inline(never)]
    fn other_characters(&mut self, text: &str) {
        match self.mode {
            Mode::InBody | Mode::InCell | Mode::InCaption | Mode::InTemplate => {
                self.dispatch(Input::Text(text));
            }
            _ => self.split_characters(text),
        }
    }

    /// Processes characters after a `pre`, `listing` or `textarea` start tag, U+0000, and characters after
    /// a limit was reached.
    #[cold]
    fn unusual_characters(&mut self, mut text: &str) {
        if self.next_token == NextToken::Stopped {
            return;
        }
        if std::mem::take(&mut self.next_token) == NextToken::SkipLineFeed
            && let Some(rest) = text.strip_prefix('\n')
        {
            text = rest;
            self.span.start = self.span.end - text.len();
        }
        if text.starts_with('\0') {
            if S::ERRORS {
                self.error_span = first_character(text, self.span);
            }
            self.dispatch(Input::Null(text));
        } else if !text.is_empty() {
            self.characters(text);
        }
    }

    /// Processes runs of white space and of other characters one by one, for the modes that distinguish
    /// them.
    fn split_characters(&mut self, mut text: &str) {
        let whole = self.span;
        while !text.is_empty() {
            let (run, rest) = split_whitespace_run(text);
            if S::ERRORS {
                self.error_span = first_character(text, Span::new(self.span.start, whole.end));
            }
            self.span.end = whole.end - rest.len().min(whole.end - self.span.start);
            text = rest;
            self.dispatch(run);
            self.span = Span::new(self.span.end, whole.end);
        }
    }

    /// Returns `true` if a limit was reached. Otherwise the current token is not a line feed, so none is
    /// skipped.
    #[cold]
    fn is_stopped(&mut self) -> bool {
        if self.next_token == NextToken::SkipLineFeed {
            self.next_token = NextToken::AsUsual;
        }
        self.next_token == NextToken::Stopped
    }

    #[inline(always)]
    fn start_tag(&mut self, tag: &Tag<'_>) -> Feedback {
        if self.next_token != NextToken::AsUsual && self.is_stopped() {
            return Feedback::Pause;
        }
        if tag.name.id == NameId::UNKNOWN {
            return self.start_tag_of_unknown_name(*tag);
        }
        self.known_start_tag(tag)
    }

    /// Processes a start tag whose name has an id.
    #[inline(always)]
    fn known_start_tag(&mut self, tag: &Tag<'_>) -> Feedback {
        self.acknowledged = false;
        let is_in_body = self.mode == Mode::InBody
            || self.mode.has_body_rules() && StartRule::of(tag.name.id) != StartRule::Special;
        if !is_in_body || self.is_foreign() || self.in_body_start_tag(tag) == Next::Reprocess {
            self.dispatch_tag(Input::Start(tag));
        }
        if S::ERRORS && tag.self_closing && !self.acknowledged {
            self.error(ErrorCode::NonVoidHtmlElementStartTagWithTrailingSolidus);
        }
        std::mem::take(&mut self.feedback)
    }

    #[inline(never)]
    fn start_tag_of_unknown_name(&mut self, mut tag: Tag<'_>) -> Feedback {
        tag.name.id = self.names.intern(tag.name.text);
        self.known_start_tag(&tag)
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: &Tag<'_>) -> Feedback {
        if self.next_token != NextToken::AsUsual && self.is_stopped() {
            return Feedback::Pause;
        }
        if tag.name.id == NameId::UNKNOWN {
            return self.end_tag_of_unknown_name(*tag);
        }
        self.known_end_tag(tag)
    }

    /// Processes an end tag whose name has an id.
    #[inline(always)]
    fn known_end_tag(&mut self, tag: &Tag<'_>) -> Feedback {
        self.closing = tag.name.id;
        let is_in_body = self.mode == Mode::InBody
            || self.mode.has_body_rules() && EndRule::of(tag.name.id) != EndRule::Special;
        if !is_in_body || self.is_foreign() || self.in_body_end_tag(tag) == Next::Reprocess {
            self.dispatch_tag(Input::End(tag));
        }
        self.closing = NameId::UNKNOWN;
        std::mem::take(&mut self.feedback)
    }

    #[inline(never)]
    fn end_tag_of_unknown_name(&mut self, mut tag: Tag<'_>) -> Feedback {
        // No open element has a name that no start tag had.
        tag.name.id = self.names.get(tag.name.text).unwrap_or(NO_ELEMENTS_NAME);
        self.known_end_tag(&tag)
    }

    #[inline(never)]
    fn dispatch_tag(&mut self, input: Input<'_>) {
        self.dispatch(input);
    }

    #[inline(never)]
    fn other(&mut self, input: Input<'_>) -> Feedback {
        if self.next_token != NextToken::AsUsual && self.is_stopped() {
            return Feedback::Pause;
        }
        self.dispatch(input);
        Feedback::Continue
    }

    /// [Stops parsing](https://html.spec.whatwg.org/multipage/parsing.html#stop-parsing)
    pub(crate) fn stop_parsing(&mut self) -> Next {
        while !self.open.is_empty() {
            self.pop();
        }
        Next::Done
    }

    /// Reports a parse error if the file ends while elements are open that must be closed.
    pub(crate) fn report_unclosed(&mut self) {
        if self.open.has_unclosed() {
            self.error(ErrorCode::UnclosedElements);
        }
    }

    /// Returns `true` if the rules for text in tables apply to the current node.
    pub(crate) fn current_is_table_like(&self) -> bool {
        let current = self.open.current();
        current.is_html_in(&sets::TABLE_LIKE) || current.is_html(tag::TEMPLATE)
    }
}

/// Returns the span of the first character of a text.
///
/// Only the first character may be longer in the source than in the text: as a character reference, or
/// as a CR LF that is one line feed.
fn first_character(text: &str, span: Span) -> Span {
    let rest = text.len() - text.chars().next().map_or(0, char::len_utf8);
    Span::new(span.start, span.end.saturating_sub(rest).max(span.start))
}

impl<S: TreeSink> TokenSink for TreeBuilder<S> {
    const ERRORS: bool = S::ERRORS;

    // Always inlined: the tokenizer passes a known kind of token, so the match is resolved at compile
    // time.
    #[inline(always)]
    fn token(&mut self, token: Token<'_>, span: Span) -> Feedback {
        self.span = span;
        if S::ERRORS {
            self.error_span = span;
        }
        match token {
            Token::Text("") => {}
            Token::Text(text) => self.characters(text),
            Token::StartTag(tag) => return self.start_tag(&tag),
            Token::EndTag(tag) => return self.end_tag(&tag),
            Token::Comment(data) => return self.other(Input::Comment(data)),
            Token::ProcessingInstruction { target, data } => {
                return self.other(Input::ProcessingInstruction { target, data });
            }
            Token::Doctype(doctype) => return self.other(Input::Doctype(&doctype)),
            Token::Eof => return self.other(Input::Eof),
        }
        Feedback::Continue
    }

    fn error(&mut self, error: ParseError) {
        self.sink.error(error);
    }

    #[inline]
    fn cdata_allowed(&self) -> bool {
        self.is_foreign()
    }
}
