//! [The "in cell" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intd)

use sapwood_names::{NameId, sets, tag};
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn in_cell(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Start(tag) => match tag.name.id {
                tag::CAPTION
                | tag::COL
                | tag::COLGROUP
                | tag::TBODY
                | tag::TD
                | tag::TFOOT
                | tag::TH
                | tag::THEAD
                | tag::TR => self.close_cell(),
                _ => self.rules(Mode::InBody, input),
            },
            Input::End(tag) => match tag.name.id {
                tag::TD | tag::TH => {
                    if !self.open.in_table_scope(tag.name.id) {
                        return self.ignore(ErrorCode::UnexpectedEndTag);
                    }
                    self.close(tag.name.id, NameId::UNKNOWN);
                    self.end_cell();
                    Next::Done
                }
                tag::BODY | tag::CAPTION | tag::COL | tag::COLGROUP | tag::HTML => {
                    self.ignore(ErrorCode::UnexpectedEndTag)
                }
                tag::TABLE | tag::TBODY | tag::TFOOT | tag::THEAD | tag::TR => {
                    if !self.open.in_table_scope(tag.name.id) {
                        return self.ignore(ErrorCode::UnexpectedEndTag);
                    }
                    self.close_cell()
                }
                _ => self.rules(Mode::InBody, input),
            },
            Input::Whitespace(_)
            | Input::Text(_)
            | Input::Null(_)
            | Input::Comment(_)
            | Input::ProcessingInstruction { .. }
            | Input::Doctype(_)
            | Input::Eof => self.rules(Mode::InBody, input),
        }
    }

    /// [Closes the cell](https://html.spec.whatwg.org/multipage/parsing.html#close-the-cell) and
    /// reprocesses the token.
    fn close_cell(&mut self) -> Next {
        self.generate_implied_end_tags(NameId::UNKNOWN);
        if !self.open.current().is_html_in(&sets::CELL) {
            self.error(ErrorCode::UnclosedElements);
        }
        self.pop_until_one_of(&sets::CELL);
        self.end_cell();
        Next::Reprocess
    }

    /// Goes on after a cell was popped.
    pub(crate) fn end_cell(&mut self) {
        self.clear_formatting_to_marker();
        self.mode = Mode::InRow;
    }
}
