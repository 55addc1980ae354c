//! [The "in column group" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incolgroup)

use sapwood_names::tag;
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn in_column_group(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Whitespace(text) => {
                self.insert_text(text);
                Next::Done
            }
            Input::Comment(data) => self.insert_comment(data),
            Input::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(target, data)
            }
            Input::Doctype(_) => self.ignore(ErrorCode::UnexpectedDoctype),
            Input::Start(tag) => match tag.name.id {
                tag::HTML => self.rules(Mode::InBody, input),
                tag::COL => {
                    self.insert_void_element(tag);
                    Next::Done
                }
                tag::TEMPLATE => self.rules(Mode::InHead, input),
                _ => self.leave_column_group(ErrorCode::UnexpectedStartTag, Next::Reprocess),
            },
            Input::End(tag) => match tag.name.id {
                tag::COLGROUP => self.leave_column_group(ErrorCode::UnexpectedEndTag, Next::Done),
                tag::COL => self.ignore(ErrorCode::UnexpectedEndTag),
                tag::TEMPLATE => self.rules(Mode::InHead, input),
                _ => self.leave_column_group(ErrorCode::UnexpectedEndTag, Next::Reprocess),
            },
            Input::Eof => self.rules(Mode::InBody, input),
            Input::Text(text) | Input::Null(text) => {
                if !self.open.current().is_html(tag::COLGROUP) {
                    return self.ignore_characters(ErrorCode::UnexpectedText, text);
                }
                self.leave_column_group(ErrorCode::UnexpectedText, Next::Reprocess)
            }
        }
    }

    /// Closes the column group and returns `next`. If a `colgroup` isn't the current node, reports `code`
    /// and ignores the token.
    fn leave_column_group(&mut self, code: ErrorCode, next: Next) -> Next {
        if !self.open.current().is_html(tag::COLGROUP) {
            return self.ignore(code);
        }
        self.pop();
        self.mode = Mode::InTable;
        next
    }
}
