//! The rules of "in body" for start tags, in the standard's order.

use sapwood_names::{Name, NameId, Namespace, attr, sets, tag};
use sapwood_tokenizer::{Tag, TextState};
use sapwood_tree::{ErrorCode, QuirksMode, TreeSink};

use crate::{
    algorithm::{active_formatting::Entry, element_flags::Flags, open_elements::Position},
    builder::{FormPointer, Mode, TreeBuilder},
    input::{Input, Next},
    mode::{in_table::is_hidden, rules::StartRule},
};

impl<S: TreeSink> TreeBuilder<S> {
    /// Processes a start tag by the table of rules.
    #[inline(never)]
    pub(crate) fn in_body_start_tag(&mut self, tag: &Tag<'_>) -> Next {
        let rule = StartRule::of(tag.name.id);
        match rule {
            StartRule::Special => return self.special_start_tag_in_body(tag),
            StartRule::Block => self.close_p_in_button_scope(),
            StartRule::Item => {
                self.set_frameset_not_ok();
                let last = self.open_item(tag.name.id);
                if last != 0 {
                    let name = self.open.at(last).name;
                    self.close(name, name);
                }
                self.close_p_in_button_scope();
            }
            StartRule::Heading => {
                self.close_p_in_button_scope();
                if self.open.current().is_html_in(&sets::HEADING) {
                    self.error(ErrorCode::NestedHeading);
                    self.pop();
                }
            }
            StartRule::Metadata | StartRule::MetadataText => {
                return self.rules(Mode::InHead, Input::Start(tag));
            }
            StartRule::Parameter => {
                self.insert_void_element(tag);
                return Next::Done;
            }
            StartRule::Cell | StartRule::Row | StartRule::RowGroup => {
                self.error(ErrorCode::UnexpectedStartTag);
                return Next::Done;
            }
            StartRule::Void => {
                self.reconstruct();
                self.insert_void_element(tag);
                self.set_frameset_not_ok();
                return Next::Done;
            }
            StartRule::AnyOther | StartRule::Formatting => {
                self.reconstruct();
            }
            StartRule::Anchor => {
                self.end_active_anchor(tag.name);
                self.reconstruct();
            }
        }
        let position = self.insert_html_element_inline(tag);
        if matches!(rule, StartRule::Formatting | StartRule::Anchor) {
            let formatting_tag = self.formatting.tag(tag.name.id, tag.attributes, self.span);
            self.push_formatting(position, tag.name.id, formatting_tag);
        }
        Next::Done
    }

    /// Processes a start tag that has a rule of its own: one arm for each, in the standard's order, to compare the two.
    #[inline(never)]
    fn special_start_tag_in_body(&mut self, tag: &Tag<'_>) -> Next {
        match tag.name.id {
            tag::HTML => {
                self.error(ErrorCode::UnexpectedStartTag);
                if !self.open.contains(tag::TEMPLATE) {
                    self.sink.add_missing_attributes(&self.open.at(1).handle, tag.attributes);
                }
            }
            tag::TEMPLATE => return self.rules(Mode::InHead, Input::Start(tag)),
            tag::BODY => self.body_start_tag_in_body(tag),
            tag::FRAMESET => self.frameset_start_tag_in_body(tag),
            tag::PRE | tag::LISTING => {
                self.close_p_in_button_scope();
                self.insert_html_element(tag);
                self.skip_line_feed();
                self.set_frameset_not_ok();
            }
            tag::FIELDSET => {
                self.close_p_in_button_scope();
                self.insert_html_element(tag);
            }
            tag::FORM => self.form_start_tag_in_body(tag),
            tag::PLAINTEXT => {
                self.close_p_in_button_scope();
                self.insert_html_element(tag);
                self.feedback = sapwood_tokenizer::Feedback::SwitchTo(TextState::Plaintext);
            }
            tag::BUTTON => {
                if self.open.in_scope(tag::BUTTON) {
                    self.error(ErrorCode::NestedInteractiveElement);
                    self.generate_implied_end_tags(NameId::UNKNOWN);
                    self.pop_until(tag::BUTTON);
                }
                self.reconstruct();
                self.insert_html_element(tag);
                self.set_frameset_not_ok();
            }
            tag::NOBR => {
                self.reconstruct();
                if self.open.in_scope(tag::NOBR) {
                    self.error(ErrorCode::NestedInteractiveElement);
                    self.adoption_agency(tag.name);
                    self.reconstruct();
                }
                let position = self.insert_html_element(tag);
                let formatting_tag = self.formatting.tag(tag.name.id, tag.attributes, self.span);
                self.push_formatting(position, tag.name.id, formatting_tag);
            }
            tag::APPLET | tag::MARQUEE | tag::OBJECT => {
                self.reconstruct();
                self.insert_html_element(tag);
                self.push_marker();
                self.set_frameset_not_ok();
            }
            tag::TABLE => {
                if self.quirks_mode != QuirksMode::Quirks {
                    self.close_p_in_button_scope();
                }
                self.insert_html_element(tag);
                self.set_frameset_not_ok();
                self.mode = Mode::InTable;
            }
            tag::INPUT => self.input_start_tag_in_body(tag),
            tag::HR => self.hr_start_tag_in_body(tag),
            tag::IMAGE => {
                self.error(ErrorCode::DeprecatedImageTag);
                let img = Tag { name: Name::known(tag::IMG), ..*tag };
                return self.rules_for_start_tag(&img);
            }
            tag::TEXTAREA => {
                self.skip_line_feed();
                self.set_frameset_not_ok();
                return self.insert_text_element(tag, TextState::Rcdata);
            }
            tag::XMP => {
                self.close_p_in_button_scope();
                self.reconstruct();
                self.set_frameset_not_ok();
                return self.insert_text_element(tag, TextState::Rawtext);
            }
            tag::IFRAME => {
                self.set_frameset_not_ok();
                return self.insert_text_element(tag, TextState::Rawtext);
            }
            tag::NOEMBED => return self.insert_text_element(tag, TextState::Rawtext),
            tag::NOSCRIPT if self.options.scripting => {
                return self.insert_text_element(tag, TextState::Rawtext);
            }
            tag::SELECT => self.select_start_tag_in_body(tag),
            tag::OPTION => {
                if self.open.in_scope(tag::SELECT) {
                    self.generate_implied_end_tags(tag::OPTGROUP);
                    if self.open.in_scope(tag::OPTION) {
                        self.error(ErrorCode::UnclosedElements);
                    }
                } else if self.open.current().is_html(tag::OPTION) {
                    self.pop();
                }
                self.reconstruct();
                self.insert_option(tag);
            }
            tag::OPTGROUP => self.optgroup_start_tag_in_body(tag),
            tag::RB | tag::RTC => {
                if self.open.in_scope(tag::RUBY) {
                    self.generate_implied_end_tags(NameId::UNKNOWN);
                }
                if !self.open.current().is_html(tag::RUBY) {
                    self.error(ErrorCode::MissingRubyParent);
                }
                self.insert_html_element(tag);
            }
            tag::RP | tag::RT => {
                if self.open.in_scope(tag::RUBY) {
                    self.generate_implied_end_tags(tag::RTC);
                }
                let current = self.open.current();
                if !current.is_html(tag::RUBY) && !current.is_html(tag::RTC) {
                    self.error(ErrorCode::MissingRubyParent);
                }
                self.insert_html_element(tag);
            }
            tag::MATH => self.foreign_root_in_body(tag, Namespace::MathMl),
            tag::SVG => self.foreign_root_in_body(tag, Namespace::Svg),
            tag::CAPTION | tag::COL | tag::COLGROUP | tag::FRAME | tag::HEAD => {
                self.error(ErrorCode::UnexpectedStartTag)
            }
            tag::SELECTEDCONTENT => {
                self.reconstruct();
                let position = self.insert_html_element(tag);
                self.selectedcontent_inserted(position);
            }
            // `output`, and `noscript` without scripting.
            _ => {
                self.reconstruct();
                self.insert_html_element(tag);
            }
        }
        Next::Done
    }

    /// Processes the `<img>` that replaces an `<image>`.
    fn rules_for_start_tag(&mut self, tag: &Tag<'_>) -> Next {
        self.rules(Mode::InBody, Input::Start(tag))
    }

    #[cold]
    fn body_start_tag_in_body(&mut self, tag: &Tag<'_>) {
        self.error(ErrorCode::UnexpectedStartTag);
        let body = self.open.last(tag::BODY);
        if body != 0 && !self.open.contains(tag::TEMPLATE) {
            self.set_frameset_not_ok();
            self.sink.add_missing_attributes(&self.open.at(body).handle, tag.attributes);
        }
    }

    #[cold]
    fn frameset_start_tag_in_body(&mut self, tag: &Tag<'_>) {
        self.error(ErrorCode::UnexpectedStartTag);
        let body = self.open.last(tag::BODY);
        if body == 0 || !self.frameset_ok {
            return;
        }
        self.sink.remove(&self.open.at(body).handle);
        while !self.open.only_root() {
            self.pop();
        }
        self.insert_html_element(tag);
        self.mode = Mode::InFrameset;
    }

    fn form_start_tag_in_body(&mut self, tag: &Tag<'_>) {
        let in_template = self.in_template_contents();
        if !matches!(self.form, FormPointer::None) && !in_template {
            self.error(ErrorCode::NestedForm);
            return;
        }
        self.close_p_in_button_scope();
        let position = self.insert_html_element(tag);
        if !in_template {
            let form = self.open.at_mut(position);
            form.flags = form.flags.with(Flags::FORM_POINTER);
            self.form = FormPointer::Element(form.handle.clone());
        }
    }

    /// Returns the open element that the start tag of an `li`, `dd` or `dt` closes, or 0.
    #[inline]
    fn open_item(&mut self, name: NameId) -> Position {
        let last = self.open.last_item(name);
        // The standard's walk up the stack stops at `last` or at a special element, whichever is nearer.
        if last != 0 && last >= self.open.last_item_stop() { last } else { 0 }
    }

    /// Ends the active `a` before another one.
    #[inline]
    fn end_active_anchor(&mut self, name: Name<'_>) {
        let entry = self.formatting.last_after_marker(tag::A);
        if entry != 0 {
            self.end_anchor(entry, name);
        }
    }

    #[inline(never)]
    fn end_anchor(&mut self, entry: Entry, name: Name<'_>) {
        self.error(ErrorCode::NestedInteractiveElement);
        let position = self.formatting.position(entry);
        self.adoption_agency(name);
        // The algorithm leaves an element that is out of scope.
        if self.formatting.last_after_marker(tag::A) == entry
            && self.formatting.position(entry) == position
        {
            self.formatting.remove(entry);
            if position != 0 {
                self.leave_stack(position);
                self.open.remove(position);
            }
        }
    }

    fn input_start_tag_in_body(&mut self, tag: &Tag<'_>) {
        if self.is_in_context(tag::SELECT) {
            self.error(ErrorCode::UnexpectedStartTag);
            return;
        }
        if self.open.in_scope(tag::SELECT) {
            self.error(ErrorCode::UnexpectedStartTag);
            self.pop_until(tag::SELECT);
        }
        self.reconstruct();
        self.insert_void_element(tag);
        if !is_hidden(tag) {
            self.set_frameset_not_ok();
        }
    }

    fn hr_start_tag_in_body(&mut self, tag: &Tag<'_>) {
        self.close_p_in_button_scope();
        if self.open.in_scope(tag::SELECT) {
            self.generate_implied_end_tags(NameId::UNKNOWN);
            self.report_open_options();
        }
        self.insert_void_element(tag);
        self.set_frameset_not_ok();
    }

    fn select_start_tag_in_body(&mut self, tag: &Tag<'_>) {
        if self.is_in_context(tag::SELECT) {
            self.error(ErrorCode::NestedSelect);
        } else if self.open.in_scope(tag::SELECT) {
            self.error(ErrorCode::NestedSelect);
            self.pop_until(tag::SELECT);
        } else {
            self.reconstruct();
            self.insert_select(tag);
            self.set_frameset_not_ok();
        }
    }

    fn optgroup_start_tag_in_body(&mut self, tag: &Tag<'_>) {
        if self.open.in_scope(tag::SELECT) {
            self.generate_implied_end_tags(NameId::UNKNOWN);
            self.report_open_options();
        } else if self.open.current().is_html(tag::OPTION) {
            self.pop();
        }
        self.reconstruct();
        let position = self.insert_html_element(tag);
        if tag.attributes.named(attr::DISABLED).is_some() {
            let optgroup = self.open.at_mut(position);
            optgroup.flags = optgroup.flags.with(Flags::DISABLED);
        }
    }

    fn report_open_options(&mut self) {
        if self.open.in_scope(tag::OPTION) || self.open.in_scope(tag::OPTGROUP) {
            self.error(ErrorCode::UnclosedElements);
        }
    }

    fn foreign_root_in_body(&mut self, tag: &Tag<'_>, namespace: Namespace) {
        self.reconstruct();
        self.insert_foreign_element(tag, namespace);
        if tag.self_closing {
            self.pop();
            self.acknowledged = true;
        }
    }
}
