//! [The "in row" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intr)

use sapwood_names::{sets, tag};
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn in_row(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Start(tag) => match tag.name.id {
                tag::TH | tag::TD => {
                    self.clear_back_to(&sets::TABLE_ROW_CONTEXT);
                    self.insert_html_element(tag);
                    self.begin_cell();
                    Next::Done
                }
                tag::CAPTION
                | tag::COL
                | tag::COLGROUP
                | tag::TBODY
                | tag::TFOOT
                | tag::THEAD
                | tag::TR => self.close_row(ErrorCode::UnexpectedStartTag, Next::Reprocess),
                _ => self.rules(Mode::InTable, input),
            },
            Input::End(tag) => match tag.name.id {
                tag::TR => self.close_row(ErrorCode::UnexpectedEndTag, Next::Done),
                tag::TABLE => self.close_row(ErrorCode::UnexpectedEndTag, Next::Reprocess),
                tag::TBODY | tag::TFOOT | tag::THEAD => {
                    if !self.open.in_table_scope(tag.name.id) {
                        return self.ignore(ErrorCode::UnexpectedEndTag);
                    }
                    if !self.open.in_table_scope(tag::TR) {
                        return Next::Done;
                    }
                    self.leave_row();
                    Next::Reprocess
                }
                tag::BODY
                | tag::CAPTION
                | tag::COL
                | tag::COLGROUP
                | tag::HTML
                | tag::TD
                | tag::TH => self.ignore(ErrorCode::UnexpectedEndTag),
                _ => self.rules(Mode::InTable, input),
            },
            Input::Whitespace(_)
            | Input::Text(_)
            | Input::Null(_)
            | Input::Comment(_)
            | Input::ProcessingInstruction { .. }
            | Input::Doctype(_)
            | Input::Eof => self.rules(Mode::InTable, input),
        }
    }

    /// Goes on after the start tag of a cell.
    pub(crate) fn begin_cell(&mut self) {
        self.mode = Mode::InCell;
        self.push_marker();
    }

    fn leave_row(&mut self) {
        self.clear_back_to(&sets::TABLE_ROW_CONTEXT);
        self.pop();
        self.mode = Mode::InTableBody;
    }

    /// Closes the row and returns `next`. If no row is in scope, reports `code` and ignores the token.
    fn close_row(&mut self, code: ErrorCode, next: Next) -> Next {
        if !self.open.in_table_scope(tag::TR) {
            return self.ignore(code);
        }
        self.leave_row();
        next
    }
}
