//! [The "in frameset" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inframeset)

use sapwood_names::tag;
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn in_frameset(&mut self, input: Input<'_>) -> Next {
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
                tag::FRAMESET => {
                    self.insert_html_element(tag);
                    Next::Done
                }
                tag::FRAME => {
                    self.insert_void_element(tag);
                    Next::Done
                }
                tag::NOFRAMES => self.rules(Mode::InHead, input),
                _ => self.ignore(ErrorCode::UnexpectedStartTag),
            },
            Input::End(tag) if tag.name.id == tag::FRAMESET => {
                if self.open.only_root() {
                    return self.ignore(ErrorCode::UnexpectedEndTag);
                }
                self.pop();
                if !self.is_fragment() && !self.open.current().is_html(tag::FRAMESET) {
                    self.mode = Mode::AfterFrameset;
                }
                Next::Done
            }
            Input::Eof => {
                if !self.open.only_root() {
                    self.error(ErrorCode::UnexpectedEof);
                }
                self.stop_parsing()
            }
            Input::End(_) => self.ignore(ErrorCode::UnexpectedEndTag),
            Input::Text(text) | Input::Null(text) => {
                self.ignore_characters(ErrorCode::UnexpectedText, text)
            }
        }
    }
}
