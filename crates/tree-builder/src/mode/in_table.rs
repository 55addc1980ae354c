//! [The "in table" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable)

use sapwood_names::{NameId, attr, sets, tag};
use sapwood_tokenizer::Tag;
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{FormPointer, Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn in_table(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Whitespace(_) | Input::Text(_) | Input::Null(_)
                if self.current_is_table_like() =>
            {
                self.begin_table_text();
                Next::Reprocess
            }
            Input::Comment(data) => self.insert_comment(data),
            Input::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(target, data)
            }
            Input::Doctype(_) => self.ignore(ErrorCode::UnexpectedDoctype),
            Input::Start(tag) => self.in_table_start_tag(tag, input),
            Input::End(tag) => match tag.name.id {
                tag::TABLE => {
                    if !self.open.in_table_scope(tag::TABLE) {
                        return self.ignore(ErrorCode::UnexpectedEndTag);
                    }
                    self.close_table();
                    Next::Done
                }
                tag::BODY
                | tag::CAPTION
                | tag::COL
                | tag::COLGROUP
                | tag::HTML
                | tag::TBODY
                | tag::TD
                | tag::TFOOT
                | tag::TH
                | tag::THEAD
                | tag::TR => self.ignore(ErrorCode::UnexpectedEndTag),
                tag::TEMPLATE => self.rules(Mode::InHead, input),
                _ => self.foster(input),
            },
            Input::Eof => self.rules(Mode::InBody, input),
            Input::Whitespace(text) | Input::Text(text) | Input::Null(text) => {
                self.report_characters(ErrorCode::FosterParentedContent, text);
                self.foster_by_rules(input)
            }
        }
    }

    fn in_table_start_tag(&mut self, tag: &Tag<'_>, input: Input<'_>) -> Next {
        match tag.name.id {
            tag::CAPTION => {
                self.clear_back_to(&sets::TABLE_CONTEXT);
                self.insert_html_element(tag);
                self.push_marker();
                self.mode = Mode::InCaption;
                Next::Done
            }
            tag::COLGROUP => {
                self.clear_back_to(&sets::TABLE_CONTEXT);
                self.insert_html_element(tag);
                self.mode = Mode::InColumnGroup;
                Next::Done
            }
            tag::COL => self.imply_in_table(tag::COLGROUP, Mode::InColumnGroup),
            tag::TBODY | tag::TFOOT | tag::THEAD => {
                self.clear_back_to(&sets::TABLE_CONTEXT);
                self.insert_html_element(tag);
                self.mode = Mode::InTableBody;
                Next::Done
            }
            tag::TD | tag::TH | tag::TR => self.imply_in_table(tag::TBODY, Mode::InTableBody),
            tag::TABLE => {
                self.error(ErrorCode::UnexpectedStartTag);
                if !self.open.in_table_scope(tag::TABLE) {
                    return Next::Done;
                }
                self.close_table();
                Next::Reprocess
            }
            tag::STYLE | tag::SCRIPT | tag::TEMPLATE => self.rules(Mode::InHead, input),
            tag::INPUT if is_hidden(tag) => {
                self.error(ErrorCode::HiddenInputInTable);
                self.insert_void_element(tag);
                Next::Done
            }
            tag::FORM => {
                self.error(ErrorCode::FormInTable);
                let in_template = self.in_template_contents();
                if in_template || matches!(self.form, FormPointer::None) {
                    let position = self.insert_html_element(tag);
                    if !in_template {
                        self.form = FormPointer::Element(self.open.at(position).handle.clone());
                    }
                    self.pop();
                }
                Next::Done
            }
            _ => self.foster(input),
        }
    }

    /// Inserts an element whose start tag was omitted, and reprocesses the token in `mode`.
    fn imply_in_table(&mut self, name: NameId, mode: Mode) -> Next {
        self.clear_back_to(&sets::TABLE_CONTEXT);
        self.insert_implied(name);
        self.mode = mode;
        Next::Reprocess
    }

    /// Switches to "in table text".
    pub(crate) fn begin_table_text(&mut self) {
        self.pending_table_text.clear();
        self.pending_table_text_span = self.span;
        self.original_mode = self.mode;
        self.mode = Mode::InTableText;
    }

    fn close_table(&mut self) {
        self.pop_until(tag::TABLE);
        self.reset_insertion_mode();
    }

    /// Handles "anything else": reports an error and processes the token by the rules of "in body" with
    /// foster parenting.
    pub(crate) fn foster(&mut self, input: Input<'_>) -> Next {
        self.error(ErrorCode::FosterParentedContent);
        self.foster_by_rules(input)
    }

    /// Processes a token by the rules of "in body" with foster parenting.
    pub(crate) fn foster_by_rules(&mut self, input: Input<'_>) -> Next {
        self.foster_parenting = true;
        let next = self.rules(Mode::InBody, input);
        self.foster_parenting = false;
        next
    }
}

/// Returns `true` if the type of an `input` tag is `hidden`.
pub(super) fn is_hidden(tag: &Tag<'_>) -> bool {
    tag.attributes.named(attr::TYPE).is_some_and(|type_| type_.value.eq_ignore_ascii_case("hidden"))
}
