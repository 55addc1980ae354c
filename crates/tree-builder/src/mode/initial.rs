//! [The "initial" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode)

use sapwood_tokenizer::Doctype;
use sapwood_tree::{ErrorCode, QuirksMode, TreeSink};

use crate::{
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn initial(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Whitespace(_) => Next::Done,
            Input::Comment(data) => self.append_comment_to_document(data),
            Input::ProcessingInstruction { target, data } => {
                self.append_instruction_to_document(target, data)
            }
            Input::Doctype(doctype) => self.doctype(doctype),
            Input::Text(_) | Input::Null(_) | Input::Start(_) | Input::End(_) | Input::Eof => {
                self.leave_initial()
            }
        }
    }

    pub(crate) fn leave_initial(&mut self) -> Next {
        if !self.options.iframe_srcdoc {
            self.error(ErrorCode::MissingDoctype);
            self.set_quirks_mode(QuirksMode::Quirks);
        }
        self.mode = Mode::BeforeHtml;
        Next::Reprocess
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) -> Next {
        let is_conforming = doctype.name == Some("html")
            && doctype.public_id.is_none()
            && matches!(doctype.system_id, None | Some("about:legacy-compat"));
        if !is_conforming {
            self.error(ErrorCode::UnknownDoctype);
        }
        let [name, public_id, system_id] =
            [doctype.name, doctype.public_id, doctype.system_id].map(Option::unwrap_or_default);
        self.sink.append_doctype(name, public_id, system_id, self.span);
        if !self.options.iframe_srcdoc {
            self.set_quirks_mode(if doctype.force_quirks {
                QuirksMode::Quirks
            } else {
                QuirksMode::of_doctype(name, public_id, system_id)
            });
        }
        self.mode = Mode::BeforeHtml;
        Next::Done
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.quirks_mode = mode;
        self.sink.set_quirks_mode(mode);
    }
}
