//! [The tree construction
//! dispatcher](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher), and the handling of
//! each kind of token.
//!
//! See "Rules and readiness" in `docs/hot-path.md`.

use sapwood_names::{NameId, TagSet, sets, tag};
use sapwood_tokenizer::{Feedback, Tag, Token, TokenSink};
use sapwood_tree::{Attributes, ErrorCode, ParseError, Span, TreeSink};

use crate::{
    algorithm::element_flags::Flags,
    builder::{Mode, NextToken, TreeBuilder, first_character},
    input::{Input, Next, split_whitespace_run},
    ready::Ready,
};

/// The id of an unknown name that no open element can have.
const NO_ELEMENTS_NAME: NameId = NameId::from_index(u32::MAX as usize);

/// Elements whose attributes tree construction reads itself, or that it creates more than once.
const READS_ATTRIBUTES: TagSet = TagSet::new(&[
    tag::ANNOTATION_XML,
    tag::BODY,
    tag::BUTTON,
    tag::FIELDSET,
    tag::HTML,
    tag::INPUT,
    tag::META,
    tag::OBJECT,
    tag::OPTGROUP,
    tag::OPTION,
    tag::OUTPUT,
    tag::SELECT,
    tag::SELECTEDCONTENT,
    tag::TEMPLATE,
    tag::TEXTAREA,
])
.union(sets::FORMATTING);

/// Elements whose start tags have rules of their own before the body. Every other start tag implies it.
const BEFORE_BODY: TagSet =
    TagSet::new(&[tag::BODY, tag::FRAMESET, tag::HEAD, tag::HTML, tag::NOSCRIPT])
        .union(sets::HEAD_CONTENT);

impl<S: TreeSink> TreeBuilder<S> {
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

    /// Prepares for the next token, which takes the general way: notes where it is.
    #[inline]
    pub(crate) fn begin_token(&mut self, span: Span) {
        self.begin_tag_token(span, false);
    }

    /// [`begin_token`](Self::begin_token) for a token that may be a self-closing tag.
    #[inline]
    fn begin_tag_token(&mut self, span: Span, self_closing: bool) {
        self.push_deferred_formatting();
        self.span = span;
        self.sink.begin_token(span, self_closing);
        if self.is_reporting() {
            self.error_span = span;
        }
    }

    /// Processes characters in any mode.
    #[inline(never)]
    fn characters(&mut self, text: &str, span: Span) -> Feedback {
        let is_done = match text.as_bytes().first() {
            None => true,
            Some(b'\0') => false,
            Some(_) => self.common_white_space(text, span),
        };
        if !is_done {
            self.begin_token(span);
            self.other_characters(text);
            self.note_ready();
        }
        Feedback::Continue
    }

    fn other_characters(&mut self, text: &str) {
        if self.next_token != NextToken::AsUsual || text.as_bytes()[0] == b'\0' {
            return self.unusual_characters(text);
        }
        if self.is_reporting() {
            self.error_span = first_character(text, self.span);
        }
        if self.mode.splits_text() {
            self.split_characters(text);
        } else {
            self.dispatch(Input::Text(text));
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
            if self.is_reporting() {
                self.error_span = first_character(text, self.span);
            }
            self.dispatch(Input::Null(text));
        } else if !text.is_empty() {
            self.other_characters(text);
        }
    }

    /// Processes runs of white space and of other characters one by one, for the modes that distinguish
    /// them.
    fn split_characters(&mut self, mut text: &str) {
        let whole = self.span;
        while !text.is_empty() {
            let (run, rest) = split_whitespace_run(text);
            if self.is_reporting() {
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

    #[inline(never)]
    fn start_tag(&mut self, mut tag: Tag<'_>, span: Span) -> Feedback {
        self.before_short_tag();
        let Tag { name, attributes, self_closing } = tag;
        if let Some(feedback) =
            self.common_start_tag::<true, false>(name.id, attributes, self_closing, span)
        {
            return feedback;
        }
        self.begin_tag_token(span, self_closing);
        if self.next_token != NextToken::AsUsual && self.is_stopped() {
            return Feedback::Pause;
        }
        if tag.name.id == NameId::UNKNOWN {
            tag.name.id = self.names.intern(tag.name.text);
        }
        if self.mode < Mode::InBody && self.imply_body(tag.name.id) {
            // Now the mode is "in body", so this is done once.
            return self.start_tag(tag, span);
        }
        self.acknowledged = false;
        self.dispatch(Input::Start(&tag));
        if self.is_reporting() && tag.self_closing && !self.acknowledged {
            self.error(ErrorCode::NonVoidHtmlElementStartTagWithTrailingSolidus);
        }
        self.note_ready();
        std::mem::take(&mut self.feedback)
    }

    /// Opens `html`, `head` and `body` where a start tag before the body implies them, as the modes do one after the other, so
    /// that the tag takes the short way. Most fragments of pages begin so.
    fn imply_body(&mut self, name: NameId) -> bool {
        if BEFORE_BODY.contains(name) || self.mode == Mode::InHeadNoscript {
            return false;
        }
        if self.mode == Mode::Initial {
            self.leave_initial();
        }
        if self.mode == Mode::BeforeHtml {
            self.imply_root();
        }
        if self.mode == Mode::BeforeHead {
            self.imply_head();
        }
        if self.mode == Mode::InHead {
            self.leave_head();
        }
        self.open_body();
        self.note_ready();
        true
    }

    #[inline(never)]
    fn end_tag(&mut self, mut tag: Tag<'_>, span: Span) -> Feedback {
        self.begin_token(span);
        if self.next_token != NextToken::AsUsual && self.is_stopped() {
            return Feedback::Pause;
        }
        if tag.name.id == NameId::UNKNOWN {
            // No open element has a name that no start tag had.
            tag.name.id = self.names.get(tag.name.text).unwrap_or(NO_ELEMENTS_NAME);
        }
        self.before_short_tag();
        self.closing = tag.name.id;
        if self.mode == Mode::Text {
            self.text(Input::End(&tag));
        } else if !self.short_end_tag(tag.name.id) {
            self.dispatch(Input::End(&tag));
        }
        self.closing = NameId::UNKNOWN;
        self.note_ready();
        std::mem::take(&mut self.feedback)
    }

    #[inline(never)]
    fn other(&mut self, input: Input<'_>, span: Span) -> Feedback {
        self.begin_token(span);
        if self.next_token != NextToken::AsUsual && self.is_stopped() {
            return Feedback::Pause;
        }
        self.dispatch(input);
        self.note_ready();
        Feedback::Continue
    }
}

impl<S: TreeSink> TokenSink for TreeBuilder<S> {
    const ERRORS: bool = S::ERRORS;
    const REPORTS_ON_REQUEST: bool = S::REPORTS_ON_REQUEST;
    const TAKES_TOKENS: bool = true;

    #[inline(always)]
    fn is_reporting(&self) -> bool {
        self.sink.is_reporting()
    }

    #[inline(always)]
    fn reads_spans(&self) -> bool {
        self.sink.reads_spans()
    }

    // The next three are always inlined: the tokenizer passes a known kind of token, so the match is resolved at compile
    // time.
    #[inline(always)]
    fn token(&mut self, token: Token<'_>, span: Span) -> Feedback {
        match token {
            Token::Text(text) => self.characters(text, span),
            Token::StartTag(tag) => self.start_tag(tag, span),
            Token::EndTag(tag) => self.end_tag(tag, span),
            Token::Comment(data) => self.other(Input::Comment(data), span),
            Token::ProcessingInstruction { target, data } => {
                self.other(Input::ProcessingInstruction { target, data }, span)
            }
            Token::Doctype(doctype) => self.other(Input::Doctype(&doctype), span),
            Token::Eof => self.other(Input::Eof, span),
        }
    }

    #[inline(always)]
    fn take_text<const FULL: bool>(&mut self, text: &str, span: Span) -> bool {
        self.common_text::<FULL>(text, span)
    }

    #[inline(always)]
    fn take_start_tag<const FULL: bool>(
        &mut self,
        name: NameId,
        attributes: Attributes<'_>,
        self_closing: bool,
        span: Span,
    ) -> bool {
        self.common_start_tag::<FULL, true>(name, attributes, self_closing, span).is_some()
    }

    #[inline(always)]
    fn take_end_tag<const FULL: bool>(&mut self, bytes: [u8; 8], offset: usize) -> Option<usize> {
        self.common_end_tag::<FULL>(bytes, offset)
    }

    #[inline(always)]
    fn splits_text(&self) -> bool {
        self.sink.reads_spans()
            && (self.next_token != NextToken::AsUsual || self.mode.splits_text())
    }

    #[inline(always)]
    fn skips_text(&self) -> bool {
        self.skips_common_text()
    }

    /// Elsewhere than in flow content, a start tag may imply an element, or a formatting element may be reopened before it; not so for a
    /// cell in a row. If the sink then wants the attributes of what is in that element, they must not be lost.
    #[inline(always)]
    fn skips_attributes(&self, name: NameId) -> bool {
        !self.sink.wants_attributes(name)
            && !READS_ATTRIBUTES.contains(name)
            && (self.ready.has(Ready::FLOW)
                || matches!(name, tag::TD | tag::TH) && self.ready.has(Ready::ROW))
    }

    fn error(&mut self, error: ParseError) {
        self.sink.error(error);
    }

    #[inline]
    fn cdata_allowed(&self) -> bool {
        self.is_foreign()
    }
}
