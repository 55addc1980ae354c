//! The text that the state machine holds back.

/// Text of the chunk that was emitted and waits for more to join it, so that a run is one token
/// although many states had a part in it.
#[derive(Debug, Default)]
pub(crate) struct TextRun {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Start of the run's span: before `start` if the run begins with the LF of a CR LF.
    pub(crate) span_start: usize,
    /// Whether the run is of U+0000 and not of anything else.
    pub(crate) nulls: bool,
}
