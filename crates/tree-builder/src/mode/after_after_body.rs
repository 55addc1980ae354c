//! [The "after after body" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-body-insertion-mode)

use sapwood_names::tag;
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn after_after_body(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Comment(data) => self.append_comment_to_document(data),
            Input::ProcessingInstruction { target, data } => {
                self.append_instruction_to_document(target, data)
            }
            Input::Doctype(_) | Input::Whitespace(_) => self.rules(Mode::InBody, input),
            Input::Start(tag) if tag.name.id == tag::HTML => self.rules(Mode::InBody, input),
            Input::Eof => self.stop_parsing(),
            Input::Text(_) | Input::Null(_) => self.back_to_body(ErrorCode::UnexpectedText),
            Input::Start(_) => self.back_to_body(ErrorCode::UnexpectedStartTag),
            Input::End(_) => self.back_to_body(ErrorCode::UnexpectedEndTag),
        }
    }
}
