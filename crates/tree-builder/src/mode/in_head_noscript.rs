//! [The "in head noscript" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inheadnoscript)

use sapwood_names::tag;
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn in_head_noscript(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Doctype(_) => self.ignore(ErrorCode::UnexpectedDoctype),
            Input::Whitespace(_) | Input::Comment(_) | Input::ProcessingInstruction { .. } => {
                self.rules(Mode::InHead, input)
            }
            Input::Start(tag) => match tag.name.id {
                tag::HTML => self.rules(Mode::InBody, input),
                tag::BASEFONT
                | tag::BGSOUND
                | tag::LINK
                | tag::META
                | tag::NOFRAMES
                | tag::STYLE => self.rules(Mode::InHead, input),
                tag::HEAD | tag::NOSCRIPT => self.ignore(ErrorCode::UnexpectedStartTag),
                _ => self.leave_head_noscript(ErrorCode::UnexpectedStartTag),
            },
            Input::End(tag) => match tag.name.id {
                tag::NOSCRIPT => {
                    self.pop();
                    self.mode = Mode::InHead;
                    Next::Done
                }
                tag::BR => self.leave_head_noscript(ErrorCode::UnexpectedEndTag),
                _ => self.ignore(ErrorCode::UnexpectedEndTag),
            },
            Input::Text(_) | Input::Null(_) => self.leave_head_noscript(ErrorCode::UnexpectedText),
            Input::Eof => self.leave_head_noscript(ErrorCode::UnexpectedEof),
        }
    }

    fn leave_head_noscript(&mut self, code: ErrorCode) -> Next {
        self.error(code);
        self.pop();
        self.mode = Mode::InHead;
        Next::Reprocess
    }
}
