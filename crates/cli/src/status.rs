//! The outcomes of commands, and their exit codes.

use std::process::ExitCode;

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
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        match status {
            Status::Success => Self::SUCCESS,
            Status::Nothing | Status::Findings => Self::from(1),
            Status::Failed => Self::from(2),
        }
    }
}
