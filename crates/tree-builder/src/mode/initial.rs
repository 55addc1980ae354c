//! [The "initial" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode)

use tokenizer::Doctype;
use tree_sink::{ErrorCode, QuirksMode, TreeSink};

use crate::{
    algorithm::document_mode::{document_mode, is_conforming},
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
                if !self.options.iframe_srcdoc {
                    self.error(ErrorCode::MissingDoctype);
                    self.set_quirks_mode(QuirksMode::Quirks);
                }
                self.mode = Mode::BeforeHtml;
                Next::Reprocess
            }
        }
    }

    fn doctype(&mut self, doctype: &Doctype<'_>) -> Next {
        if !is_conforming(doctype) {
            self.error(ErrorCode::UnknownDoctype);
        }
        self.sink.append_doctype(
            doctype.name.unwrap_or_default(),
            doctype.public_id.unwrap_or_default(),
            doctype.system_id.unwrap_or_default(),
            self.span,
        );
        if !self.options.iframe_srcdoc {
            self.set_quirks_mode(document_mode(doctype));
        }
        self.mode = Mode::BeforeHtml;
        Next::Done
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.quirks_mode = mode;
        self.sink.set_quirks_mode(mode);
    }
}
