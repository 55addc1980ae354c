//! The two stages of a parser as a driver sees them.
//!
//! See "Chunks and pieces" in `docs/hot-path.md`.

use std::time::Instant;

use sapwood_tree::Limit;
use sapwood_tree_builder::EncodingDeclaration;

/// A tokenizer and the tree builder that it feeds.
pub trait Stages {
    /// A reference to a node of the tree.
    type Handle;
    /// The result of a finished parse.
    type Output;

    /// Tokenizes `text`. Returns the number of bytes that were taken: all, unless the tree builder paused or a limit
    /// was reached.
    fn feed(&mut self, text: &str) -> usize;

    /// Ends the input.
    fn end_input(&mut self);

    /// Closes all open elements without ending the input.
    fn abort(&mut self);

    /// Begins another document in the memory of these stages. The caller recycles the sink.
    fn recycle(&mut self);

    /// Finishes the sink.
    fn finish(self) -> Self::Output
    where
        Self: Sized;

    /// The limit that was reached first, if any.
    ///
    /// A stage that has reached a limit passes nothing on. So if two stages have reached limits, the later stage
    /// was first, and the answer doesn't depend on how the input was cut.
    fn limit(&self) -> Option<Limit>;

    /// The number of bytes of input that were taken.
    fn offset(&self) -> usize;

    /// Tells the sink that text comes from `chunk` until [`end_chunk`](Self::end_chunk). After a pause, `chunk` is the
    /// rest of the one before.
    fn begin_chunk(&mut self, chunk: &str);

    /// Tells the sink that the chunk has ended.
    fn end_chunk(&mut self);

    /// Sets the time after which all that a single token can make expensive ends with [`Limit::Time`].
    fn set_deadline(&mut self, deadline: Option<Instant>);

    /// The reason why the tree builder paused, if it did. It is returned once.
    fn take_pause(&mut self) -> Option<Pause<Self::Handle>> {
        None
    }

    /// Pauses at no further encoding declaration.
    fn stop_reporting_encoding(&mut self) {}
}

/// The reason why a tree builder paused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pause<Handle> {
    /// The end tag of this script was read.
    Script(Handle),
    /// A `meta` element declares an encoding.
    Encoding(EncodingDeclaration),
}
