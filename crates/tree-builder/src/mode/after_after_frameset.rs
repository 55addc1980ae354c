//! [The "after after frameset" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#the-after-after-frameset-insertion-mode)

use sapwood_names::tag;
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn after_after_frameset(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Comment(data) => self.append_comment_to_document(data),
            Input::ProcessingInstruction { target, data } => {
                self.append_instruction_to_document(target, data)
            }
            Input::Doctype(_) | Input::Whitespace(_) => self.rules(Mode::InBody, input),
            Input::Start(tag) => match tag.name.id {
                tag::HTML => self.rules(Mode::InBody, input),
                tag::NOFRAMES => self.rules(Mode::InHead, input),
                _ => self.ignore(ErrorCode::UnexpectedStartTag),
            },
            Input::Eof => self.stop_parsing(),
            Input::End(_) => self.ignore(ErrorCode::UnexpectedEndTag),
            Input::Text(text) | Input::Null(text) => {
                self.ignore_characters(ErrorCode::UnexpectedText, text)
            }
        }
    }
}
