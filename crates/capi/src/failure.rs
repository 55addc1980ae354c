//! The result of a call: a status, and an error that says more.

use sapwood::{
    EditError, SelectorError, XPathError, selecting::NotStreamable, xpath::XPathErrorKind,
};

/// The result of a call. Any but `SAPWOOD_STATUS_OK` comes with an error, if the caller asks for one.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The call did what it says.
    Ok = 0,
    /// A pointer is null, or a number or name is none that the function knows.
    InvalidArgument = 1,
    /// A text is not UTF-8. The position is that of the first wrong byte.
    InvalidUtf8 = 2,
    /// A selector is not valid. The position is in the selector.
    InvalidSelector = 3,
    /// A selector depends on content that a stream has not seen when it must decide.
    NotStreamable = 4,
    /// An XPath expression is not valid. The position is in the expression.
    InvalidXpath = 5,
    /// The evaluation of an XPath expression took more steps than its budget, or a function of it failed, or a variable of it is not set.
    XpathFailed = 6,
    /// A node is not one of this document, or was compacted away.
    StaleNode = 7,
    /// An edit is not possible; the message says why. The document is unchanged.
    InvalidEdit = 8,
    /// A limit was reached.
    Limit = 9,
    /// A document is being read, so it can't be edited: by another thread, or by the call whose callback this is.
    Busy = 10,
    /// A callback returned something other than 0, which ended the call.
    Stopped = 11,
    /// The tree can't be written in this format.
    NotRepresentable = 12,
    /// A parser, stream or batch has been finished.
    Finished = 13,
    /// The library has a fault. Whatever the call worked on can still be freed, and should not be used otherwise.
    Panic = 14,
}

/// A failed call.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    pub(crate) message: String,
    /// The place of the mistake in the text that has it, in bytes.
    pub(crate) span: Option<(usize, usize)>,
}

impl Failure {
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), span: None }
    }

    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new(Status::InvalidArgument, message)
    }

    pub(crate) fn stale() -> Self {
        EditError::StaleId.into()
    }
}

impl From<EditError> for Failure {
    fn from(error: EditError) -> Self {
        let status = match error {
            EditError::StaleId => Status::StaleNode,
            EditError::Limit(_) | EditError::Full => Status::Limit,
            _ => Status::InvalidEdit,
        };
        Self::new(status, error.to_string())
    }
}

impl From<SelectorError> for Failure {
    fn from(error: SelectorError) -> Self {
        let at = error.offset();
        Self { span: Some((at, at)), ..Self::new(Status::InvalidSelector, error.to_string()) }
    }
}

impl From<NotStreamable> for Failure {
    fn from(error: NotStreamable) -> Self {
        Self::new(Status::NotStreamable, error.to_string())
    }
}

impl From<XPathError> for Failure {
    fn from(error: XPathError) -> Self {
        let status = match error.kind() {
            XPathErrorKind::Budget
            | XPathErrorKind::Function
            | XPathErrorKind::UndeclaredVariable => Status::XpathFailed,
            _ => Status::InvalidXpath,
        };
        let span = error.offset().map(|at| (at, at));
        Self { span, ..Self::new(status, error.to_string()) }
    }
}

/// The reason why a call failed.
///
/// ```c
/// sapwood_selector *selector = NULL;
/// sapwood_error *error = NULL;
/// if (sapwood_selector_new(SAPWOOD_TEXT("a["), &selector, &error) != SAPWOOD_STATUS_OK) {
///     sapwood_str status, message;
///     size_t start, end;
///     sapwood_status_name(sapwood_error_status(error), &status);
///     sapwood_error_message(error, &message);
///     printf("%.*s: %.*s\n", (int)status.length, status.data, (int)message.length, message.data);
///     assert(sapwood_error_span(error, &start, &end) && start == 2);
///     sapwood_error_free(error);
/// }
/// ```
pub struct Error(pub(crate) Failure);
