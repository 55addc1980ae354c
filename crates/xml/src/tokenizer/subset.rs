//! The internal subset while it is collected.

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
    pub(crate) start: Option<usize>,
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

    /// Returns the number of CR LF before a place in the text.
    pub(crate) fn pairs_before(&self, at: usize) -> usize {
        self.pairs.partition_point(|pair| *pair < at)
    }
}
