//! The internal subset while it is collected.

use tree_sink::{ErrorCode, ParseError, Span};

use crate::{TokenSink, document_type, machine::Machine};

/// Where in the internal subset the next character stands.
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

/// What was read of it, its line ends normalized.
#[derive(Debug, Default)]
pub(crate) struct Subset {
    pub(crate) part: SubsetPart,
    pub(crate) text: String,
    /// Where in the input it begins, if there is one.
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
        let kept = &mut *self.kept;
        if kept.document_type.is_known() || self.reference.is_some() {
            return;
        }
        let is_standalone = kept
            .declaration
            .as_ref()
            .is_some_and(|declaration| declaration.standalone == Some(true));
        let has_external_subset = kept.doctype.system_id.get().is_some();
        kept.document_type.begin(has_external_subset, is_standalone);
        let Some(start) = kept.subset.start else { return };
        let faults = document_type::read(
            &mut kept.document_type,
            &kept.subset.text,
            &kept.options,
            &mut kept.expanded,
        );
        if !S::ERRORS {
            return;
        }
        self.report_input_errors(self.at);
        let mut faults: Vec<(ErrorCode, usize)> = faults;
        faults.sort_by_key(|(_, at)| *at);
        for (code, at) in faults {
            let at = start + at + self.kept.subset.pairs.partition_point(|pair| *pair < at);
            self.sink.error(ParseError { code, span: Span::at(at) });
        }
    }
}
