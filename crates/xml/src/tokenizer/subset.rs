//! The internal subset while it is collected.

use sapwood_lexer::DoctypePart;
use sapwood_tree::{ErrorCode, Span};

use crate::tokenizer::{TokenSink, document_type, machine::Machine};

/// The part of the internal subset that the next character belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SubsetPart {
    #[default]
    Between,
    Open,
    OpenBang,
    OpenBangDash,
    Declaration,
    DoubleQuoted,
    SingleQuoted,
    Instruction,
    InstructionEnd,
    Comment,
    CommentDash,
    CommentDashDash,
}

/// The internal subset so far, its line ends normalized.
#[derive(Debug, Default)]
pub(crate) struct Subset {
    pub(crate) part: SubsetPart,
    pub(crate) text: String,
    /// Its offset in the input, if there is one.
    start: Option<usize>,
    /// The places of those line feeds in the text that are two characters of the input.
    pairs: Vec<usize>,
}

impl Subset {
    pub(crate) fn clear(&mut self) {
        self.part = SubsetPart::Between;
        self.text.clear();
        self.start = None;
        self.pairs.clear();
    }

    pub(crate) fn begin(&mut self, start: usize) {
        self.clear();
        self.start = Some(start);
    }

    /// The next character is a CR LF in the input.
    pub(crate) fn note_pair(&mut self) {
        self.pairs.push(self.text.len());
    }
}

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Reads the declarations of the DOCTYPE that is about to be emitted. Those of the first count.
    pub(crate) fn read_internal_subset(&mut self) {
        let tokenizer = &mut *self.tokenizer;
        if tokenizer.document_type.is_known() || self.reference.is_some() {
            return;
        }
        let is_standalone = tokenizer
            .declaration
            .as_ref()
            .is_some_and(|declaration| declaration.standalone == Some(true));
        let has_external_subset = tokenizer.doctype.get(DoctypePart::SystemId).is_some();
        let public_id = tokenizer.doctype.get(DoctypePart::PublicId);
        tokenizer.document_type.begin(public_id, has_external_subset, is_standalone);
        let Some(start) = tokenizer.subset.start else { return };
        // The declarations end here, so this is how much input was read when they are.
        tokenizer.budget.advance_to(tokenizer.offset + self.input.at);
        let faults = document_type::read(
            &mut tokenizer.document_type,
            &tokenizer.subset.text,
            &tokenizer.options,
            &mut tokenizer.budget,
        );
        if !S::ERRORS {
            return;
        }
        let mut faults: Vec<(ErrorCode, usize)> = faults;
        faults.sort_by_key(|(_, at)| *at);
        for (code, at) in faults {
            let at = start + at + self.tokenizer.subset.pairs.partition_point(|pair| *pair < at);
            self.error_at(code, Span::at(at));
        }
    }
}
