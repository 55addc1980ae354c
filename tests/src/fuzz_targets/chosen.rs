//! Options that an input chooses.

use sapwood::{Limits, ParseOptions};

/// Decodes options from the last bytes of the input; the bytes before them are parsed.
pub(super) struct Choices<'d> {
    pub(super) data: &'d [u8],
}

impl<'d> Choices<'d> {
    /// Takes a byte from the end, so that a fuzzer can change the front without changing the options.
    pub(super) fn byte(&mut self) -> u8 {
        match self.data.split_last() {
            Some((byte, rest)) => {
                self.data = rest;
                *byte
            }
            None => 0,
        }
    }

    pub(super) fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// Returns one of `choices`, or `None` in most cases.
    pub(super) fn any<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        choices.get(usize::from(self.byte())).copied()
    }

    pub(super) fn options(&mut self, limits: &Limits) -> ParseOptions {
        let bits = self.byte();
        let options = ParseOptions::default()
            .scripting(bits & 1 != 0)
            .errors(bits & 2 != 0)
            .positions(bits & 2 != 0)
            .declarative_shadow_roots(bits & 4 != 0)
            .fast_path(bits & 8 == 0);
        let most = usize::from(self.byte());
        let limits = limits.clone();
        options.limits(match bits >> 4 {
            1 => limits.nodes(most),
            2 => limits.depth(most),
            3 => limits.attributes(most),
            4 => limits.token_length(most),
            5 => limits.input_bytes(most),
            _ => limits,
        })
    }
}
