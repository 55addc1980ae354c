//! [The "in template" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intemplate)

use sapwood_names::{sets, tag};
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn in_template(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Whitespace(_)
            | Input::Text(_)
            | Input::Null(_)
            | Input::Comment(_)
            | Input::ProcessingInstruction { .. }
            | Input::Doctype(_) => self.rules(Mode::InBody, input),
            Input::Start(tag) => match tag.name.id {
                name if sets::HEAD_CONTENT.contains(name) => self.rules(Mode::InHead, input),
                tag::CAPTION | tag::COLGROUP | tag::TBODY | tag::TFOOT | tag::THEAD => {
                    self.become_template_of(Mode::InTable)
                }
                tag::COL => self.become_template_of(Mode::InColumnGroup),
                tag::TR => self.become_template_of(Mode::InTableBody),
                tag::TD | tag::TH => self.become_template_of(Mode::InRow),
                _ => self.become_template_of(Mode::InBody),
            },
            Input::End(tag) if tag.name.id == tag::TEMPLATE => self.rules(Mode::InHead, input),
            Input::End(_) => self.ignore(ErrorCode::UnexpectedEndTag),
            Input::Eof => {
                if !self.open.contains(tag::TEMPLATE) {
                    return self.stop_parsing();
                }
                self.error(ErrorCode::UnexpectedEof);
                self.close_template();
                Next::Reprocess
            }
        }
    }

    /// Replaces the template insertion mode by `mode`, which suits the content, and reprocesses the token.
    fn become_template_of(&mut self, mode: Mode) -> Next {
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Next::Reprocess
    }
}
