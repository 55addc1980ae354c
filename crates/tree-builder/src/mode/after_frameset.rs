//! [The "after frameset" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-afterframeset)

use sapwood_names::tag;
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn after_frameset(&mut self, input: Input<'_>) -> Next {
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
                tag::NOFRAMES => self.rules(Mode::InHead, input),
                _ => self.ignore(ErrorCode::UnexpectedStartTag),
            },
            Input::End(tag) if tag.name.id == tag::HTML => {
                self.record_end_tag(1);
                self.mode = Mode::AfterAfterFrameset;
                Next::Done
            }
            Input::Eof => self.stop_parsing(),
            Input::End(_) => self.ignore(ErrorCode::UnexpectedEndTag),
            Input::Text(text) | Input::Null(text) => {
                self.ignore_characters(ErrorCode::UnexpectedText, text)
            }
        }
    }
}
