//! [The "in table body" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intbody)

use sapwood_names::{sets, tag};
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn in_table_body(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Start(tag) => match tag.name.id {
                tag::TR => {
                    self.clear_back_to(&sets::TABLE_BODY_CONTEXT);
                    self.insert_html_element(tag);
                    self.mode = Mode::InRow;
                    Next::Done
                }
                tag::TH | tag::TD => {
                    self.error(ErrorCode::UnexpectedStartTag);
                    self.clear_back_to(&sets::TABLE_BODY_CONTEXT);
                    self.insert_implied(tag::TR);
                    self.mode = Mode::InRow;
                    Next::Reprocess
                }
                tag::CAPTION | tag::COL | tag::COLGROUP | tag::TBODY | tag::TFOOT | tag::THEAD => {
                    self.close_table_body(ErrorCode::UnexpectedStartTag)
                }
                _ => self.rules(Mode::InTable, input),
            },
            Input::End(tag) => match tag.name.id {
                tag::TBODY | tag::TFOOT | tag::THEAD => {
                    if !self.open.in_table_scope(tag.name.id) {
                        return self.ignore(ErrorCode::UnexpectedEndTag);
                    }
                    self.leave_table_body();
                    Next::Done
                }
                tag::TABLE => self.close_table_body(ErrorCode::UnexpectedEndTag),
                tag::BODY
                | tag::CAPTION
                | tag::COL
                | tag::COLGROUP
                | tag::HTML
                | tag::TD
                | tag::TH
                | tag::TR => self.ignore(ErrorCode::UnexpectedEndTag),
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

    fn leave_table_body(&mut self) {
        self.clear_back_to(&sets::TABLE_BODY_CONTEXT);
        self.pop();
        self.mode = Mode::InTable;
    }

    /// Closes the table body and reprocesses the token. If no table body is in scope, reports `code` and
    /// ignores the token.
    fn close_table_body(&mut self, code: ErrorCode) -> Next {
        let open = [tag::TBODY, tag::THEAD, tag::TFOOT]
            .into_iter()
            .any(|name| self.open.in_table_scope(name));
        if !open {
            return self.ignore(code);
        }
        self.leave_table_body();
        Next::Reprocess
    }
}
