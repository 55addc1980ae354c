//! The outcomes of commands, and their exit codes.

/// The outcome of a command or of one input; a later one takes precedence over an earlier one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Nothing matched.
    Nothing,
    Success,
    /// `check` found errors.
    Findings,
    /// An error was reported.
    Failed,
}

impl Status {
    /// `Success` if something was found, otherwise `Nothing`.
    pub(crate) fn found(found: bool) -> Self {
        if found { Self::Success } else { Self::Nothing }
    }

    /// The exit code of a process that ends with this outcome.
    pub(crate) fn exit_code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Nothing | Self::Findings => 1,
            Self::Failed => 2,
        }
    }
}
