//! [The "text" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-incdata)

use sapwood_names::tag;
use sapwood_tokenizer::Feedback;
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::TreeBuilder,
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn text(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Whitespace(text) | Input::Text(text) | Input::Null(text) => {
                self.insert_text(text);
                Next::Done
            }
            Input::Eof => {
                self.error(ErrorCode::UnexpectedEof);
                let current = self.open.current();
                if current.is_html(tag::SCRIPT) {
                    self.sink.mark_script_already_started(&current.handle);
                }
                self.leave_text();
                Next::Reprocess
            }
            Input::End(tag) if tag.name.id == tag::SCRIPT => {
                let script = self.open.current().handle.clone();
                self.leave_text();
                self.pause_for_script(script);
                Next::Done
            }
            // The tokenizer emits no other token in this mode.
            Input::End(_)
            | Input::Start(_)
            | Input::Comment(_)
            | Input::ProcessingInstruction { .. }
            | Input::Doctype(_) => {
                self.leave_text();
                Next::Done
            }
        }
    }

    /// Pops the current node, which has a known name and is neither a formatting element nor an `option`.
    fn leave_text(&mut self) {
        let name = self.open.current().name;
        let end = (self.closing == name).then_some(self.span);
        if let Some(element) = self.open.pop_known::<true>(name) {
            self.sink.pop(&element, end);
            self.close_left();
        }
        self.mode = self.original_mode;
    }

    /// Pauses the parse for a script that is ready to run, if the caller requested pauses.
    pub(crate) fn pause_for_script(&mut self, script: S::Handle) {
        if self.options.pause_at_scripts && self.limit().is_none() {
            self.script = Some(script);
            self.feedback = Feedback::Pause;
        }
    }
}
