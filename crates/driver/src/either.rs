//! One of two pairs of stages.

use std::time::Instant;

use tree_sink::Limit;

use crate::{Pause, Stages};

/// One of two pairs of stages, chosen at run time. They differ in their sinks: one that reports errors and one for
/// which the checks for errors aren't compiled.
#[derive(Debug)]
pub enum Either<A, B> {
    /// The first.
    Left(Box<A>),
    /// The second.
    Right(Box<B>),
}

/// Evaluates an expression for whichever stages there are.
macro_rules! either {
    ($this:expr, $stages:ident => $value:expr) => {
        match $this {
            Self::Left($stages) => $value,
            Self::Right($stages) => $value,
        }
    };
}

impl<A, B> Stages for Either<A, B>
where
    A: Stages,
    B: Stages<Handle = A::Handle, Output = A::Output>,
{
    type Handle = A::Handle;
    type Output = A::Output;

    fn feed(&mut self, text: &str) -> usize {
        either!(self, stages => stages.feed(text))
    }

    fn end_input(&mut self) {
        either!(self, stages => stages.end_input());
    }

    fn abort(&mut self) {
        either!(self, stages => stages.abort());
    }

    fn restart(&mut self) {
        either!(self, stages => stages.restart());
    }

    fn finish(self) -> A::Output {
        either!(self, stages => stages.finish())
    }

    fn limit(&self) -> Option<Limit> {
        either!(self, stages => stages.limit())
    }

    fn offset(&self) -> usize {
        either!(self, stages => stages.offset())
    }

    fn begin_chunk(&mut self, chunk: &str) {
        either!(self, stages => stages.begin_chunk(chunk));
    }

    fn end_chunk(&mut self) {
        either!(self, stages => stages.end_chunk());
    }

    fn set_deadline(&mut self, deadline: Option<Instant>) {
        either!(self, stages => stages.set_deadline(deadline));
    }

    fn take_pause(&mut self) -> Option<Pause<A::Handle>> {
        either!(self, stages => stages.take_pause())
    }

    fn stop_reporting_encoding(&mut self) {
        either!(self, stages => stages.stop_reporting_encoding());
    }
}
