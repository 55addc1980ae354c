//! The tokenizer: [`Tokenizer`] turns text into [`Token`]s for a [`TokenSink`].

use std::cell::{Cell, RefCell};

pub use markup5ever::{
    TokenizerResult,
    buffer_queue::{BufferQueue, FromSet, NotFromSet, SetResult},
};
use sapwood_tokenizer::TextState;

mod interface;
mod options;
mod owned;
// Hidden: html5ever has no such module; `TokenSink::run_tokenizer` has its types in the signature.
#[doc(hidden)]
pub mod run;
pub mod states;

pub use interface::{
    CharacterTokens, CommentToken, Doctype, DoctypeToken, EOFToken, EndTag, NullCharacterToken,
    ParseError, StartTag, Tag, TagKind, TagToken, Token, TokenSink, TokenSinkResult,
};
pub use options::TokenizerOpts;
use run::{Machine, Run};

/// Result of a step of html5ever's tokenizer. Nothing here returns it.
#[derive(Debug, PartialEq)]
#[must_use]
pub enum ProcessResult<Handle> {
    /// There is more to do.
    Continue,
    /// More input is needed.
    Suspend,
    /// This script is to run.
    Script(Handle),
    /// The document declares an encoding by this label.
    EncodingIndicator(markup5ever::tendril::StrTendril),
}

/// HTML tokenizer.
///
/// The crate's [example](crate#examples) shows how to feed it.
pub struct Tokenizer<Sink> {
    /// Receiver of the tokens.
    pub sink: Sink,
    machine: RefCell<Machine>,
    /// Whether a switch to the PLAINTEXT state is pending.
    plaintext: Cell<bool>,
}

impl<Sink: TokenSink> Tokenizer<Sink> {
    /// Creates a tokenizer that sends its tokens to `sink`.
    #[must_use]
    pub fn new(sink: Sink, opts: TokenizerOpts) -> Self {
        Self { sink, machine: RefCell::new(Machine::new(&opts)), plaintext: Cell::new(false) }
    }

    /// Tokenizes the text in `input`.
    ///
    /// Returns [`TokenizerResult::Done`] once the queue is empty. After the other results the rest of the text is still in
    /// the queue. Text that a script writes is pushed to its front.
    pub fn feed(&self, input: &BufferQueue) -> TokenizerResult<Sink::Handle> {
        let Ok(mut machine) = self.machine.try_borrow_mut() else { return TokenizerResult::Done };
        while let Some(chunk) = input.pop_front() {
            let Some(chunk) = machine.without_bom(chunk) else { continue };
            if self.plaintext.take() {
                machine.switch_to(TextState::Plaintext);
            }
            let mut taken = 0;
            let result = self.sink.run_tokenizer(Run {
                machine: &mut machine,
                chunk: Some(&chunk),
                taken: &mut taken,
            });
            if let Ok(taken) = u32::try_from(taken)
                && taken < chunk.len32()
            {
                input.push_front(chunk.subtendril(taken, chunk.len32() - taken));
            }
            match result {
                TokenSinkResult::Script(script) => return TokenizerResult::Script(script),
                TokenSinkResult::EncodingIndicator(label) => {
                    return TokenizerResult::EncodingIndicator(label);
                }
                TokenSinkResult::Continue
                | TokenSinkResult::Plaintext
                | TokenSinkResult::RawData(_) => {}
            }
        }
        TokenizerResult::Done
    }

    /// Switches to the [PLAINTEXT state](https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state), as for a text
    /// document, when the next text is fed.
    pub fn set_plaintext_state(&self) {
        self.plaintext.set(true);
    }

    /// Ends the input. Call it once, after the last [`feed`](Self::feed).
    pub fn end(&self) {
        let Ok(mut machine) = self.machine.try_borrow_mut() else { return };
        if machine.end_input() {
            let run = Run { machine: &mut machine, chunk: None, taken: &mut 0 };
            // There is no input left to pause before.
            let _ = self.sink.run_tokenizer(run);
            drop(machine);
            self.sink.end();
        }
    }
}
