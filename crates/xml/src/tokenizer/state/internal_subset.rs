//! The states of the internal subset of a DOCTYPE, which the draft lacks.

use sapwood_tree::ErrorCode::*;

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
}
