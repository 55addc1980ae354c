//! [The "after head" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode)

use sapwood_names::{Namespace, sets, tag};
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    algorithm::element_flags::flags_of,
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn after_head(&mut self, input: Input<'_>) -> Next {
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
                tag::BODY => {
                    self.insert_html_element(tag);
                    self.set_frameset_not_ok();
                    self.mode = Mode::InBody;
                    Next::Done
                }
                tag::FRAMESET => {
                    self.insert_html_element(tag);
                    self.mode = Mode::InFrameset;
                    Next::Done
                }
                name if sets::HEAD_CONTENT.contains(name) => self.with_head_open(input),
                tag::HEAD => self.ignore(ErrorCode::UnexpectedStartTag),
                _ => self.open_body(),
            },
            Input::End(tag) => match tag.name.id {
                tag::TEMPLATE => self.rules(Mode::InHead, input),
                tag::BODY | tag::HTML | tag::BR => self.open_body(),
                _ => self.ignore(ErrorCode::UnexpectedEndTag),
            },
            Input::Text(_) | Input::Null(_) | Input::Eof => self.open_body(),
        }
    }

    pub(crate) fn open_body(&mut self) -> Next {
        self.insert_implied(tag::BODY);
        self.frameset_ok = true;
        self.mode = Mode::InBody;
        Next::Reprocess
    }

    /// Processes a token that belongs in the closed head: reopens the head for this one token.
    fn with_head_open(&mut self, input: Input<'_>) -> Next {
        self.error(ErrorCode::HeadIsClosed);
        let Some(head) = self.head.clone() else {
            return self.rules(Mode::InHead, input);
        };
        let flags = flags_of(Namespace::Html, tag::HEAD, false);
        let head = self.open.push(head, Namespace::Html, tag::HEAD, flags);
        let next = self.rules(Mode::InHead, input);
        self.open.remove(head);
        next
    }
}
