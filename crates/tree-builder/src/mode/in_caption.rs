//! [The "in caption" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incaption)

use sapwood_names::{NameId, tag};
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn in_caption(&mut self, input: Input<'_>) -> Next {
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
                | tag::TR => self.close_caption(ErrorCode::UnexpectedStartTag, Next::Reprocess),
                _ => self.rules(Mode::InBody, input),
            },
            Input::End(tag) => match tag.name.id {
                tag::CAPTION => self.close_caption(ErrorCode::UnexpectedEndTag, Next::Done),
                tag::TABLE => self.close_caption(ErrorCode::UnexpectedEndTag, Next::Reprocess),
                tag::BODY
                | tag::COL
                | tag::COLGROUP
                | tag::HTML
                | tag::TBODY
                | tag::TD
                | tag::TFOOT
                | tag::TH
                | tag::THEAD
                | tag::TR => self.ignore(ErrorCode::UnexpectedEndTag),
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

    /// Closes the caption and returns `next`. If no caption is in scope, reports `code` and ignores the
    /// token.
    fn close_caption(&mut self, code: ErrorCode, next: Next) -> Next {
        if !self.open.in_table_scope(tag::CAPTION) {
            return self.ignore(code);
        }
        self.close(tag::CAPTION, NameId::UNKNOWN);
        self.clear_formatting_to_marker();
        self.mode = Mode::InTable;
        next
    }
}
