//! The fast path.

use crate::{TokenSink, machine::Machine};

#[derive(Debug, Default)]
pub(crate) struct Decoded;

impl<S: TokenSink> Machine<'_, '_, S> {
    pub(crate) fn fast_path(&mut self) {}
}
