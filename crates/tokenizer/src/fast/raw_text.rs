//! RCDATA, RAWTEXT and script data on the fast path.
//!
//! See "Feedback" in `docs/hot-path.md`.

use std::ops::ControlFlow::Break;

use sapwood_names::Name;
use sapwood_scan::Stops;

use super::{Fast, lookahead::next_character, text::Run};
use crate::{Feedback, TokenSink, machine::Machine, state::State};

/// The meaning of a `<` in raw text.
enum Markup {
    /// Text: the next that could be markup is this far away.
    None(usize),
    /// The appropriate end tag, of this length.
    EndTag(usize),
    /// Something for the state machine.
    Unusual,
}

impl<S: TokenSink> Machine<'_, '_, S> {
    /// The text states whose only markup is the appropriate end tag. A run goes on over each `<` that
    /// doesn't begin it.
    #[inline(never)]
    pub(super) fn fast_raw_text<T: Stops>(&mut self) -> Fast {
        let Some(name) = self.tokenizer.last_start_tag.known() else { return Break(()) };
        self.flush_text();
        let bytes = self.input.chunk.as_bytes();
        let comments = self.tokenizer.state == State::ScriptData;
        let mut at = self.input.at;
        let mut run = Run::from(at);
        loop {
            at += sapwood_scan::run::<T>(&bytes[at..]);
            if bytes.get(at) != Some(&b'<') {
                at = self.fast_text_stop::<T>(&mut run, at)?;
                continue;
            }
            match raw_markup(&bytes[at..], name, comments) {
                Markup::None(length) => at += length,
                Markup::EndTag(length) => {
                    self.fast_emit_run(&run, at);
                    self.tokenizer.state = State::Data;
                    let feedback = self.fast_send_end_tag(name, at, at + length);
                    self.input.at = at + length;
                    self.pausing |= feedback == Feedback::Pause;
                    return Break(());
                }
                Markup::Unusual => return self.fast_leave(&run, at),
            }
        }
    }
}

/// Tells what the `<` at the beginning of `bytes` begins.
#[inline(always)]
fn raw_markup(bytes: &[u8], name: Name<'_>, comments: bool) -> Markup {
    match next_character(&bytes[1..]) {
        None => return Markup::Unusual,
        Some(b'!') if comments => return Markup::Unusual,
        Some(b'/') => {}
        Some(_) => return Markup::None(1),
    }
    // Most end tags are the name in lower case and a `>`.
    if let Some(word) = bytes.get(2..).and_then(|rest| rest.first_chunk())
        && let Some(length) = sapwood_names::end_tag_length(name.id, *word)
    {
        return Markup::EndTag(length + 3);
    }
    let length = 2 + name.text.len();
    let Some((tag, rest)) = bytes.split_at_checked(length) else { return Markup::Unusual };
    let Some(after) = next_character(rest) else { return Markup::Unusual };
    if !tag[2..].eq_ignore_ascii_case(name.text.as_bytes()) {
        return Markup::None(2);
    }
    match after {
        b'>' => Markup::EndTag(length + 1),
        b'/' => Markup::Unusual,
        byte if byte.is_ascii_whitespace() => Markup::Unusual,
        _ => Markup::None(2),
    }
}
