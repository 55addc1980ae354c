//! Matches of selectors while parsing, in memory that does not grow with the page.

use std::{
    ffi::{c_char, c_void},
    sync::{Mutex, TryLockError},
};

use sapwood::{
    Limit, NodeRef,
    encoding::SniffOptions,
    selecting::{SelectingByteParser, SelectingParser},
};

use crate::{
    border::{Changed, ErrorOut, Out, UserData, bytes, required, run, value},
    document::Document,
    failure::{Failure, Status},
    node::{NodeNumber, number},
    options::{Options, Settings},
    parser::finished,
    select::Selector,
    strings::{Str, write_some},
};

/// A function that is called for each element that matches, when the element ends. `document` has the tree of the match alone, and
/// lives as long as the call. A result other than 0 ends the parse.
pub type MatchFunction = Option<
    extern "C" fn(user_data: *mut c_void, document: *const Document, element: NodeNumber) -> i32,
>;

/// A parser that calls functions for elements that match selectors, and builds no document.
///
/// ```c
/// static int32_t on_heading(void *user_data, const sapwood_document *document, sapwood_node element) {
///     sapwood_string *text = NULL;
///     if (sapwood_text_content(document, element, &text, NULL) == SAPWOOD_STATUS_OK) {
///         *(size_t *)user_data += sapwood_string_length(text);
///         sapwood_string_free(text);
///     }
///     return 0;
/// }
///
/// size_t length = 0;
/// sapwood_selector *headings = NULL;
/// sapwood_stream *stream = NULL;
/// sapwood_selector_new(SAPWOOD_TEXT("h1, h2"), &headings, NULL);
/// sapwood_stream_new(NULL, &stream, NULL);
/// sapwood_stream_on(stream, headings, on_heading, &length, NULL);
/// sapwood_stream_feed(stream, SAPWOOD_TEXT("<h1>On"), NULL);
/// sapwood_stream_feed(stream, SAPWOOD_TEXT("e</h1><p>x"), NULL);
/// sapwood_stream_finish(stream, NULL, NULL);
/// assert(length == 3);
/// sapwood_stream_free(stream);
/// sapwood_selector_free(headings);
/// ```
pub struct Stream(Mutex<State>);

enum State {
    /// Handlers can be added.
    New(Box<SelectingParser<'static, Matches>>, SniffOptions),
    Parsing(Box<SelectingByteParser<'static, Matches>>),
    Finished,
}

/// The state that the handlers share.
struct Matches {
    /// The handle that the caller's functions get.
    lent: Box<Document>,
    is_stopped: bool,
}

impl Matches {
    fn report(&mut self, call: MatchCall, element: NodeRef<'_>) {
        if self.is_stopped {
            return;
        }
        let (lent, element_number) = (&*self.lent, number(element));
        let answer = lent
            .0
            .lend(element.owner(), || (call.function)(call.user_data.0, lent, element_number));
        self.is_stopped = answer != 0;
    }
}

/// A caller's function.
#[derive(Clone, Copy)]
struct MatchCall {
    function: extern "C" fn(*mut c_void, *const Document, NodeNumber) -> i32,
    user_data: UserData,
}

/// Writes a stream of HTML in bytes. Their encoding is detected from the first 1,024 bytes, which are kept until then, unless the option
/// `override` names it. To be freed by `sapwood_stream_free`, whether or not it was
/// finished, but not by one of its functions.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_stream_new(
    options: Option<&Options>,
    stream: Out<'_, Option<Box<Stream>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let stream = required(stream, "stream")?;
        let matches = Matches { lent: Document::of_loans(), is_stopped: false };
        let settings = Settings::of(options);
        let parser = SelectingParser::with_state(matches, &settings.html());
        let state = State::New(Box::new(parser), settings.sniffing());
        stream.write(Some(Box::new(Stream(Mutex::new(state)))));
        Ok(())
    })
}

/// Frees a stream. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_stream_free(stream: Option<Box<Stream>>) {
    value((), || drop(stream));
}

/// Runs a call on the state. A stream can't be used by its own functions.
fn with_state<T>(
    stream: Option<&Stream>,
    call: impl FnOnce(&mut State) -> Result<T, Failure>,
) -> Result<T, Failure> {
    match required(stream, "stream")?.0.try_lock() {
        Ok(mut state) => call(&mut state),
        Err(TryLockError::Poisoned(state)) => call(&mut state.into_inner()),
        Err(TryLockError::WouldBlock) => Err(Failure::new(
            Status::Busy,
            "the stream is in use: by another thread, or by the call whose function this is",
        )),
    }
}

/// Calls a function for each element that matches, with `user_data`. A selector that depends on later content is refused with
/// `SAPWOOD_STATUS_NOT_STREAMABLE`. Functions must be added before the first piece.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_stream_on(
    stream: Changed<'_, Stream>,
    selector: Option<&Selector>,
    function: MatchFunction,
    user_data: *mut c_void,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let selector = required(selector, "selector")?;
        let call =
            MatchCall { function: required(function, "function")?, user_data: UserData(user_data) };
        with_state(stream, |state| match state {
            State::New(parser, _) => {
                Ok(parser.on_with(&selector.0, move |matches, it| matches.report(call, it))?)
            }
            State::Parsing(_) => {
                Err(Failure::argument("functions must be added before the first piece"))
            }
            State::Finished => Err(finished()),
        })
    })
}

/// The parser, which begins with the first piece.
fn parser(state: &mut State) -> Result<&mut SelectingByteParser<'static, Matches>, Failure> {
    *state = match std::mem::replace(state, State::Finished) {
        State::New(parser, sniffing) => State::Parsing(Box::new(parser.from_bytes(&sniffing))),
        other => other,
    };
    match state {
        State::Parsing(parser) => Ok(parser),
        _ => Err(finished()),
    }
}

/// The status of a stream after some of its functions were called.
fn stopped(is_stopped: bool) -> Result<(), Failure> {
    match is_stopped {
        true => Err(Failure::new(Status::Stopped, "the function for a match ended the parse")),
        false => Ok(()),
    }
}

/// Parses the next piece, which may end anywhere, and calls the functions for the elements that end in it. Once a limit is
/// reached, pieces are ignored. After a function ended the parse, this returns `SAPWOOD_STATUS_STOPPED`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_stream_feed(
    stream: Changed<'_, Stream>,
    piece: *const c_char,
    piece_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let piece = bytes(piece, piece_length, "piece")?;
        with_state(stream, |state| {
            let parser = parser(state)?;
            stopped(parser.state().is_stopped)?;
            // A function may end the parse, so a large piece is parsed in parts.
            for part in piece.chunks(sapwood::CHUNK_LENGTH) {
                parser.feed(part);
                stopped(parser.state().is_stopped)?;
            }
            Ok(())
        })
    })
}

/// Ends the input, and calls the functions for the elements that were still open. `limit` gets the name of the limit that was
/// reached, or null; it may be null itself.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_stream_finish(
    stream: Changed<'_, Stream>,
    limit: Out<'_, Str>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        with_state(stream, |state| {
            parser(state)?;
            let State::Parsing(parser) = std::mem::replace(state, State::Finished) else {
                return Err(finished());
            };
            let (matches, reached) = parser.finish_with_state();
            write_some(limit, reached.map(Limit::as_str));
            stopped(matches.is_stopped)
        })
    })
}
