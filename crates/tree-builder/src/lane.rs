//! The tokens that most pages consist of: those that only add to, or pop, the current node. They are processed where the
//! tokenizer's fast path emits them, by the [table of rules](crate::mode::rules).
//!
//! What changes the mode is outside of the tokenizer's code, which would become slower for all tags: the rest of a rule
//! for a start tag (`change_mode`), and a short way for end tags (`short_end_tag`).
//!
//! Each function here does all its checks before it changes anything. If one fails, the token takes the general way,
//! through the [dispatcher](crate::dispatcher).
//!
//! Most checks depend on state that these tokens don't change: the mode, and what the next token meets. So the answer is
//! kept as a set of bits, [`Ready`]. The general way computes it anew after each token.
//!
//! See "Rules and readiness" in `docs/hot-path.md`.

use sapwood_names::{Name, NameId, Namespace, sets, tag};
use sapwood_tokenizer::Feedback;
use sapwood_tree::{Attributes, ElementName, ErrorCode, NewElement, Origin, Span, TreeSink};

use crate::{
    algorithm::{
        element_flags::Flags,
        open_elements::{OpenElement, Position},
    },
    builder::{FormPointer, Mode, NextToken, TreeBuilder},
    input::{Input, is_all_whitespace},
    mode::{
        in_head::text_state_of,
        rules::{EndRule, Rule, StartRule},
    },
    ready::Ready,
};

impl<S: TreeSink> TreeBuilder<S> {
    /// Computes [`Ready`] anew; called after each token of the general way.
    #[inline]
    pub(crate) fn note_ready(&mut self) {
        self.ready = match self.next_token {
            NextToken::AsUsual => Ready::IN_MODE[self.mode as usize],
            NextToken::SkipLineFeed | NextToken::Stopped => Ready::NONE,
        };
        if self.ready.has(Ready::BODY) && !self.formatting.needs_reconstruction() {
            let text = if self.frameset_ok { Ready::NONE } else { Ready::TEXT };
            self.ready = self.ready.with(Ready::FLOW).with(text);
        }
    }

    /// Sets the [frameset-ok flag](https://html.spec.whatwg.org/multipage/parsing.html#frameset-ok-flag) to "not ok".
    #[inline(always)]
    pub(crate) fn set_frameset_not_ok(&mut self) {
        self.frameset_ok = false;
        self.sink.frameset_not_ok();
    }

    /// Sets the frameset-ok flag to "not ok" between tokens of the lane.
    #[inline(always)]
    fn frameset_not_ok(&mut self) {
        if self.frameset_ok {
            self.set_frameset_not_ok();
            self.note_ready();
        }
    }

    /// Processes a text without U+0000 that is only inserted, and returns `true`. Otherwise returns `false` and does
    /// nothing.
    #[inline(always)]
    pub(crate) fn common_text<const FULL: bool>(&mut self, text: &str, span: Span) -> bool {
        let Some(current) = self.open.current_below_root() else { return false };
        let is_common = self.ready.has(Ready::TEXT) && !current.flags.has(Flags::TEMPLATE);
        if is_common {
            self.sink.append_text_in_lane::<FULL>(&current.handle, text, span);
        }
        is_common
    }

    /// Returns `true` if text that comes next is only inserted, and the sink doesn't want it.
    #[inline(always)]
    pub(crate) fn skips_common_text(&self) -> bool {
        self.ready.has(Ready::TEXT)
            && self.open.current_if_any().is_some_and(|current| {
                !current.flags.has(Flags::TEMPLATE) && !self.sink.wants_text(&current.handle)
            })
    }

    /// Returns `true` if `current` is an HTML element whose content goes to its end.
    #[inline(always)]
    fn is_common(current: &OpenElement<S::Handle>) -> bool {
        const UNUSUAL: Flags = Flags::FOREIGN.with(Flags::TEMPLATE);
        !current.flags.has(UNUSUAL)
    }

    /// Processes a start tag whose rule applies as it is to the current node. Otherwise returns `None` and does nothing.
    /// `IN_LANE` leaves out the rules that change the mode.
    #[inline(always)]
    pub(crate) fn common_start_tag<const FULL: bool, const IN_LANE: bool>(
        &mut self,
        name: NameId,
        attributes: Attributes<'_>,
        self_closing: bool,
        span: Span,
    ) -> Option<Feedback> {
        let current = self.open.current_below_root()?;
        let rule = Rule::listed(name)?;
        let groups = if IN_LANE { rule.start_if } else { rule.start_if.with(rule.changes_if) };
        if !self.ready.has(groups)
            || (rule.has(Rule::CLOSES_P) && self.open.contains(tag::P))
            || (rule.has(Rule::MAY_DO_MORE)
                && match rule.start {
                    StartRule::Anchor if self.formatting.has(tag::A) => true,
                    StartRule::Anchor | StartRule::Formatting => {
                        self.formatting.prepare(name, attributes, span);
                        false
                    }
                    rule => self.does_more::<IN_LANE>(rule, name, current),
                })
            || !Self::is_common(current)
            || self.open.top() >= self.max_depth
        {
            return None;
        }
        let element = NewElement {
            name: ElementName { namespace: Namespace::Html, name: Name::known(name) },
            attributes,
            origin: Origin::Tag(span),
            html_integration_point: false,
        };
        let handle = self.sink.append_element_in_lane::<FULL>(&current.handle, element);
        if rule.has(Rule::VOID) {
            if rule.start == StartRule::Void {
                self.frameset_not_ok();
            }
            self.sink.pop_in_lane::<FULL>(&handle, None);
            return Some(Feedback::Continue);
        }
        let position = self.open.push_in_lane::<FULL>(handle, Namespace::Html, name, rule.flags);
        if FULL && self_closing && self.is_reporting() {
            self.begin_token(span);
            self.error(ErrorCode::NonVoidHtmlElementStartTagWithTrailingSolidus);
        }
        if rule.has(Rule::GOES_ON) {
            match rule.start {
                StartRule::Item => self.frameset_not_ok(),
                StartRule::Formatting | StartRule::Anchor => {
                    self.push_formatting_in_lane(position, name);
                }
                rule if !IN_LANE => return Some(self.change_mode(rule, name)),
                _ => {}
            }
        }
        Some(Feedback::Continue)
    }

    /// Pushes a formatting element, or [defers](crate::algorithm::active_formatting::ActiveFormatting::defer) that.
    #[inline(always)]
    fn push_formatting_in_lane(&mut self, position: Position, name: NameId) {
        if !self.formatting.defer(position, name) {
            self.push_undeferred_formatting(position, name);
        }
    }

    #[inline(never)]
    fn push_undeferred_formatting(&mut self, position: Position, name: NameId) {
        self.push_deferred_formatting();
        if !self.formatting.defer(position, name) {
            self.push_formatting(position, name, self.formatting.prepared());
        }
    }

    /// Goes on with the rule for a start tag after the element was inserted and pushed.
    #[inline(never)]
    fn change_mode(&mut self, rule: StartRule, name: NameId) -> Feedback {
        self.push_deferred_formatting();
        match rule {
            StartRule::MetadataText => {
                self.read_text(text_state_of(name));
            }
            StartRule::Cell => self.begin_cell(),
            StartRule::Row => self.mode = Mode::InRow,
            _ => self.mode = Mode::InTableBody,
        }
        self.note_ready();
        std::mem::take(&mut self.feedback)
    }

    /// Processes an end tag that pops the current node and changes the mode, and returns `true`. Otherwise returns
    /// `false` and does nothing.
    #[inline(always)]
    pub(crate) fn short_end_tag(&mut self, name: NameId) -> bool {
        let is_current = self
            .open
            .current_if_any()
            .is_some_and(|current| current.name == name && Self::is_common(current));
        if !is_current {
            return false;
        }
        match StartRule::of(name) {
            StartRule::Cell if self.mode == Mode::InCell => {
                self.pop();
                self.end_cell();
            }
            StartRule::Row if self.ready.has(Ready::ROW) => {
                self.pop();
                self.mode = Mode::InTableBody;
            }
            StartRule::RowGroup if self.ready.has(Ready::ROW_GROUP) => {
                self.pop();
                self.mode = Mode::InTable;
            }
            _ => return false,
        }
        true
    }

    /// Inserts the text before a tag in a table: the tag may take a short way in the mode around it.
    #[inline(always)]
    pub(crate) fn before_short_tag(&mut self) {
        if self.mode == Mode::InTableText {
            self.end_table_text();
            self.note_ready();
        }
    }

    /// Processes white space where it is inserted, at once or with the next tag, and returns `true`. Otherwise returns
    /// `false` and does nothing.
    #[inline(always)]
    pub(crate) fn common_white_space(&mut self, text: &str, span: Span) -> bool {
        const PLACES: Ready =
            Ready::WHITE_SPACE.with(Ready::ROW).with(Ready::ROW_GROUP).with(Ready::TABLE);
        if !self.ready.has(PLACES) || !is_all_whitespace(text) {
            return false;
        }
        if self.ready.has(Ready::WHITE_SPACE) {
            self.sink.append_text(&self.open.current().handle, text, span);
            return true;
        }
        let is_pending = self.current_is_table_like();
        if is_pending {
            self.begin_token(span);
            self.begin_table_text();
            self.in_table_text(Input::Whitespace(text));
            self.ready = Ready::NONE;
        }
        is_pending
    }

    /// Removes the last entry of the list of active formatting elements.
    #[inline(never)]
    fn remove_last_formatting(&mut self) {
        self.formatting.remove_last();
        self.note_ready();
    }

    /// Returns `true` if a start tag does more than its rule says for most tags, while `current` is the current node.
    #[inline(always)]
    fn does_more<const IN_LANE: bool>(
        &self,
        rule: StartRule,
        name: NameId,
        current: &OpenElement<S::Handle>,
    ) -> bool {
        match rule {
            // Most items that are open are outside of the list.
            StartRule::Item => self.open.last_item(name) > self.open.last_list_of(name),
            StartRule::Heading => sets::HEADING.contains(current.name),
            StartRule::Metadata => self.options.report_encoding,
            _ if IN_LANE => !matches!(self.form, FormPointer::None),
            StartRule::MetadataText => self.is_fragment(),
            StartRule::Cell => !sets::TABLE_ROW_CONTEXT.contains(current.name),
            StartRule::Row => !sets::TABLE_BODY_CONTEXT.contains(current.name),
            StartRule::RowGroup => !sets::TABLE_CONTEXT.contains(current.name),
            _ => !matches!(self.form, FormPointer::None),
        }
    }

    /// Processes the end tag at `offset` if it only pops the current node; returns the length of its name. `bytes` come after
    /// its `</`. Otherwise returns `None` and does nothing.
    #[inline(always)]
    pub(crate) fn common_end_tag<const FULL: bool>(
        &mut self,
        bytes: [u8; 8],
        offset: usize,
    ) -> Option<usize> {
        let current = self.open.current_if_any()?;
        let name = current.name;
        if !self.ready.has(Ready::BODY) || !Self::is_common(current) {
            return None;
        }
        let length = sapwood_names::end_tag_length(name, bytes)?;
        match Rule::listed(name)?.end {
            EndRule::Pop => {}
            EndRule::Formatting if self.formatting.drop_deferred(self.open.top()) => {}
            EndRule::Formatting if self.formatting.is_last(current.formatting) => {
                self.remove_last_formatting();
            }
            _ => return None,
        }
        if let Some(handle) = self.open.pop_known::<FULL>(name) {
            let span = Span::new(offset, offset + length + 3);
            self.sink.pop_in_lane::<FULL>(&handle, Some(span));
            self.close_left();
        }
        Some(length)
    }
}
