//! The states of the internal subset of a DOCTYPE, which the draft lacks, and the reading of its declarations.

use sapwood_lexer::DoctypePart;
use sapwood_tree::{
    ErrorCode::{self, *},
    Span,
};

use super::State;
use crate::tokenizer::{
    TokenSink,
    machine::{Machine, Step},
    subset::SubsetPart,
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Goes on after a `[`.
    pub(crate) fn begin_internal_subset(&mut self) -> Step {
        let start = self.offset(self.input.at);
        self.tokenizer.subset.begin(start);
        self.switch_to(State::InternalSubset)
    }

    /// Up to the `]` that ends it: one that stands neither in a quote nor in a comment nor in a
    /// processing instruction.
    pub(crate) fn internal_subset(&mut self) -> Step {
        use SubsetPart::*;
        let Some(byte) = self.consume()? else {
            self.error(EofInInternalSubset);
            return self.eof_in_doctype();
        };
        let subset = &mut self.tokenizer.subset;
        if byte == b']' && matches!(subset.part, Between | Declaration) {
            return self.switch_to(State::AfterInternalSubset);
        }
        if self.input.at - self.input.current == 2 && byte == b'\n' {
            subset.note_pair();
        }
        let text = match self.input.chunk.as_bytes()[self.input.current] {
            b'\r' => "\n",
            b'\0' => "\u{fffd}",
            _ => &self.input.chunk[self.input.current..self.input.at],
        };
        subset.text.push_str(text);
        subset.part = match (subset.part, byte) {
            (Between, b'<') => Open,
            (Open, b'!') => OpenBang,
            (Open, b'?') => Instruction,
            (OpenBang, b'-') => OpenBangDash,
            (OpenBangDash, b'-') => Comment,
            (Open | OpenBang | OpenBangDash | Declaration, b'>') => Between,
            (Open | OpenBang | OpenBangDash | Declaration, b'"') => DoubleQuoted,
            (Open | OpenBang | OpenBangDash | Declaration, b'\'') => SingleQuoted,
            (Open | OpenBang | OpenBangDash, _) => Declaration,
            (DoubleQuoted, b'"') | (SingleQuoted, b'\'') => Declaration,
            (Instruction, b'?') => InstructionEnd,
            (InstructionEnd, b'>') => Between,
            (InstructionEnd, b'?') => InstructionEnd,
            (InstructionEnd, _) => Instruction,
            (Comment, b'-') => CommentDash,
            (CommentDash, b'-') => CommentDashDash,
            (CommentDashDash, b'>') => Between,
            (CommentDashDash, b'-') => CommentDashDash,
            (CommentDash | CommentDashDash, _) => Comment,
            (part, _) => part,
        };
        self.stay()
    }

    /// After the `]`.
    pub(crate) fn after_internal_subset(&mut self) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b' ') => self.stay(),
            Some(b'>') => self.emit_doctype(),
            None => self.eof_in_doctype(),
            Some(_) => self.bogus_doctype_after(UnexpectedCharacterAfterDoctypeSystemIdentifier),
        }
    }

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
        let faults = tokenizer.document_type.read(
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
            let at = start + at + self.tokenizer.subset.pairs_before(at);
            self.error_at(code, Span::at(at));
        }
    }
}
