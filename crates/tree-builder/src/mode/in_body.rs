//! [The "in body" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody)

mod end_tag;
mod start_tag;

use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next, is_all_whitespace},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn in_body(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Null(nulls) => self.ignore_characters(ErrorCode::NullCharacterInContent, nulls),
            Input::Whitespace(text) | Input::Text(text) => {
                if self.before_in_body_text(text) {
                    self.insert_text(text);
                }
                Next::Done
            }
            Input::Comment(data) => self.insert_comment(data),
            Input::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(target, data)
            }
            Input::Doctype(_) => self.ignore(ErrorCode::UnexpectedDoctype),
            Input::Start(tag) => self.in_body_start_tag(tag),
            Input::End(tag) => self.in_body_end_tag(tag),
            Input::Eof => {
                if !self.template_modes.is_empty() {
                    return self.rules(Mode::InTemplate, input);
                }
                self.report_unclosed();
                self.stop_parsing()
            }
        }
    }

    /// Prepares the insertion of a run of characters. Returns `false` if a limit was reached, so that
    /// the caller must not insert them.
    #[inline]
    pub(crate) fn before_in_body_text(&mut self, text: &str) -> bool {
        if self.frameset_ok && !is_all_whitespace(text) {
            self.set_frameset_not_ok();
        }
        self.reconstruct()
    }
}
