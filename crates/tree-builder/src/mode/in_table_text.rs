//! [The "in table text" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intabletext)

use std::mem;

use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next, is_all_whitespace},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn in_table_text(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Null(nulls) => self.ignore_characters(ErrorCode::NullCharacterInContent, nulls),
            Input::Whitespace(text) | Input::Text(text) => {
                if self.pending_table_text.is_empty() {
                    // U+0000 before the text is not part of it.
                    self.pending_table_text_span = self.span;
                }
                self.pending_table_text.push_str(text);
                self.pending_table_text_span.end = self.span.end;
                Next::Done
            }
            Input::Comment(_)
            | Input::ProcessingInstruction { .. }
            | Input::Doctype(_)
            | Input::Start(_)
            | Input::End(_)
            | Input::Eof => {
                self.end_table_text();
                Next::Reprocess
            }
        }
    }

    /// Inserts the pending text, and returns to the mode before it.
    pub(crate) fn end_table_text(&mut self) {
        self.flush_pending_table_text();
        self.mode = self.original_mode;
    }

    fn flush_pending_table_text(&mut self) {
        if self.pending_table_text.is_empty() {
            return;
        }
        let text = mem::take(&mut self.pending_table_text);
        let span = mem::replace(&mut self.span, self.pending_table_text_span);
        let error_span = mem::replace(&mut self.error_span, self.pending_table_text_span);
        let closing = mem::take(&mut self.closing);
        if is_all_whitespace(&text) {
            self.insert_text(&text);
        } else {
            self.mode = Mode::InTable;
            self.foster(Input::Text(&text));
        }
        self.span = span;
        self.error_span = error_span;
        self.closing = closing;
        self.pending_table_text = text;
    }
}
