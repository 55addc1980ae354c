//! The rules of "in body" for end tags, in the standard's order.

use sapwood_names::{Name, NameId, sets, tag};
use sapwood_tokenizer::Tag;
use sapwood_tree::{Attributes, ErrorCode, TreeSink};

use crate::{
    algorithm::element_flags::Flags,
    builder::{FormPointer, Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    /// Processes an end tag: one arm for each rule, in the standard's order.
    #[inline(never)]
    pub(crate) fn in_body_end_tag(&mut self, tag: &Tag<'_>) -> Next {
        let name = tag.name.id;
        match name {
            tag::TEMPLATE => return self.rules(Mode::InHead, Input::End(tag)),
            tag::BODY | tag::HTML => return self.body_end_tag_in_body(name),
            tag::ADDRESS
            | tag::ARTICLE
            | tag::ASIDE
            | tag::BLOCKQUOTE
            | tag::BUTTON
            | tag::CENTER
            | tag::DETAILS
            | tag::DIALOG
            | tag::DIR
            | tag::DIV
            | tag::DL
            | tag::FIELDSET
            | tag::FIGCAPTION
            | tag::FIGURE
            | tag::FOOTER
            | tag::HEADER
            | tag::HGROUP
            | tag::LISTING
            | tag::MAIN
            | tag::MENU
            | tag::NAV
            | tag::OL
            | tag::PRE
            | tag::SEARCH
            | tag::SECTION
            | tag::SELECT
            | tag::SUMMARY
            | tag::UL => {
                let in_scope = self.open.in_scope(name);
                self.close_if(in_scope, name, NameId::UNKNOWN);
            }
            tag::FORM => self.form_end_tag_in_body(),
            tag::P => {
                if !self.open.in_button_scope(tag::P) {
                    self.error(ErrorCode::UnexpectedEndTag);
                    self.insert_implied(tag::P);
                }
                self.close_p();
            }
            tag::LI => {
                let in_scope = self.open.in_list_item_scope(tag::LI);
                self.close_if(in_scope, tag::LI, tag::LI);
            }
            tag::DD | tag::DT => {
                let in_scope = self.open.in_scope(name);
                self.close_if(in_scope, name, name);
            }
            _ if sets::HEADING.contains(name) => self.heading_end_tag_in_body(name),
            _ if sets::FORMATTING.contains(name) => self.adoption_agency(tag.name),
            tag::APPLET | tag::MARQUEE | tag::OBJECT => {
                let in_scope = self.open.in_scope(name);
                if self.close_if(in_scope, name, NameId::UNKNOWN) {
                    self.clear_formatting_to_marker();
                }
            }
            tag::BR => {
                self.error(ErrorCode::UnexpectedEndTag);
                let name = Name::known(tag::BR);
                let br = Tag { name, attributes: Attributes::NONE, self_closing: false };
                return self.in_body_start_tag(&br);
            }
            _ => self.any_other_end_tag(name),
        }
        Next::Done
    }

    /// Closes the last element `name` if it is in scope; otherwise reports the end tag.
    #[inline]
    fn close_if(&mut self, in_scope: bool, name: NameId, except: NameId) -> bool {
        if in_scope {
            self.close(name, except);
        } else {
            self.error(ErrorCode::UnexpectedEndTag);
        }
        in_scope
    }

    fn body_end_tag_in_body(&mut self, name: NameId) -> Next {
        if !self.open.in_scope(tag::BODY) {
            return self.ignore(ErrorCode::UnexpectedEndTag);
        }
        self.report_unclosed();
        self.mode = Mode::AfterBody;
        if name == tag::HTML {
            return Next::Reprocess;
        }
        self.record_end_tag(self.open.last(tag::BODY));
        Next::Done
    }

    fn form_end_tag_in_body(&mut self) {
        if self.in_template_contents() {
            let in_scope = self.open.in_scope(tag::FORM);
            self.close_if(in_scope, tag::FORM, NameId::UNKNOWN);
            return;
        }
        self.form = FormPointer::None;
        // Outside of templates, no form is opened after the one that the form element pointer points to.
        let form = self.open.last(tag::FORM);
        if form == 0 || !self.open.at(form).flags.has(Flags::FORM_POINTER) {
            self.error(ErrorCode::UnexpectedEndTag);
            return;
        }
        let element = self.open.at_mut(form);
        element.flags = element.flags.without(Flags::FORM_POINTER);
        if !self.open.position_in_scope(form) {
            self.error(ErrorCode::UnexpectedEndTag);
            return;
        }
        self.generate_implied_end_tags(NameId::UNKNOWN);
        if form == self.open.top() {
            self.pop();
        } else {
            self.error(ErrorCode::UnclosedElements);
            self.record_end_tag(form);
            self.leave_stack(form);
            self.open.remove(form);
        }
    }

    fn heading_end_tag_in_body(&mut self, name: NameId) {
        let in_scope = [tag::H1, tag::H2, tag::H3, tag::H4, tag::H5, tag::H6]
            .into_iter()
            .any(|heading| self.open.in_scope(heading));
        if !in_scope {
            self.error(ErrorCode::UnexpectedEndTag);
            return;
        }
        self.generate_implied_end_tags(NameId::UNKNOWN);
        if !self.open.current().is_html(name) {
            self.error(ErrorCode::UnclosedElements);
        }
        self.pop_until_one_of(&sets::HEADING);
    }
}
