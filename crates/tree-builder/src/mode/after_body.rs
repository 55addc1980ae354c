//! [The "after body" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterbody)

use sapwood_names::tag;
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn after_body(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Whitespace(_) => self.rules(Mode::InBody, input),
            Input::Comment(data) => {
                let comment = self.sink.create_comment(data, self.span);
                self.sink.append(&self.open.at(1).handle, &comment);
                Next::Done
            }
            Input::ProcessingInstruction { target, data } => {
                let pi = self.sink.create_processing_instruction(target, data, self.span);
                self.sink.append(&self.open.at(1).handle, &pi);
                Next::Done
            }
            Input::Doctype(_) => self.ignore(ErrorCode::UnexpectedDoctype),
            Input::Start(tag) if tag.name.id == tag::HTML => self.rules(Mode::InBody, input),
            Input::End(tag) if tag.name.id == tag::HTML => {
                if self.is_fragment() {
                    return self.ignore(ErrorCode::UnexpectedEndTag);
                }
                self.record_end_tag(1);
                self.mode = Mode::AfterAfterBody;
                Next::Done
            }
            Input::Eof => self.stop_parsing(),
            Input::Text(_) | Input::Null(_) => self.back_to_body(ErrorCode::UnexpectedText),
            Input::Start(_) => self.back_to_body(ErrorCode::UnexpectedStartTag),
            Input::End(_) => self.back_to_body(ErrorCode::UnexpectedEndTag),
        }
    }

    /// Returns to "in body", because content follows the end of the body; reports `code`.
    pub(super) fn back_to_body(&mut self, code: ErrorCode) -> Next {
        self.error(code);
        self.mode = Mode::InBody;
        Next::Reprocess
    }
}
