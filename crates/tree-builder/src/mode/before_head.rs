//! [The "before head" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode)

use sapwood_names::tag;
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn before_head(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Whitespace(_) => Next::Done,
            Input::Comment(data) => self.insert_comment(data),
            Input::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(target, data)
            }
            Input::Doctype(_) => self.ignore(ErrorCode::UnexpectedDoctype),
            Input::Start(tag) if tag.name.id == tag::HTML => self.rules(Mode::InBody, input),
            Input::Start(tag) if tag.name.id == tag::HEAD => {
                let position = self.insert_html_element(tag);
                self.head_inserted(position);
                Next::Done
            }
            Input::End(tag)
                if !matches!(tag.name.id, tag::HEAD | tag::BODY | tag::HTML | tag::BR) =>
            {
                self.ignore(ErrorCode::UnexpectedEndTag)
            }
            Input::Text(_) | Input::Null(_) | Input::Start(_) | Input::End(_) | Input::Eof => {
                self.imply_head()
            }
        }
    }

    pub(crate) fn imply_head(&mut self) -> Next {
        let position = self.insert_implied(tag::HEAD);
        self.head_inserted(position);
        Next::Reprocess
    }

    fn head_inserted(&mut self, position: u32) {
        self.head = Some(self.open.at(position).handle.clone());
        self.mode = Mode::InHead;
    }
}
