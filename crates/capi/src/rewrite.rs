//! Rewriting while a page streams.

use std::{
    ffi::{c_char, c_void},
    sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError},
};

use sapwood::{
    Limit,
    rewriting::{AfterLimit, RewriteError, RewriteOptions, Rewriter as Rewriting},
};

use crate::{
    border::{Changed, ErrorOut, Out, UserData, bytes, pointer, required, run, value, with_handle},
    failure::{Failure, Status},
    options::{Options, Settings},
    parser::finished,
    select::Selector,
    serialize::WriteFunction,
    strings::{Str, write_some},
    unit::{Lent, Unit, UnitCall, UnitFunction},
};

/// A rewriter of a page that comes in pieces: functions change what selectors match, and all other bytes stay as they are.
///
/// ```c
/// static int32_t write_out(void *user_data, const char *piece, size_t piece_length) {
///     char *output = user_data;
///     strncat(output, piece, piece_length);
///     return 0;
/// }
///
/// static int32_t write_more(void *user_data, const sapwood_content_writer *writer) {
///     (void)user_data;
///     return sapwood_content_write(writer, SAPWOOD_TEXT("<hr>"), true, NULL) != SAPWOOD_STATUS_OK;
/// }
///
/// static int32_t at_end_of_link(void *user_data, const sapwood_unit *unit) {
///     (void)user_data;
///     assert(!sapwood_unit_is_implied(unit) && sapwood_unit_data(unit) != NULL);
///     return sapwood_unit_insert(unit, SAPWOOD_PLACE_AFTER, SAPWOOD_TEXT("!"), false, NULL);
/// }
///
/// static int32_t on_link(void *user_data, const sapwood_unit *unit) {
///     sapwood_str name, value;
///     assert(sapwood_unit_kind(unit) == SAPWOOD_UNIT_TYPE_ELEMENT && sapwood_unit_name(unit, &name));
///     assert(sapwood_unit_namespace(unit, &value) && sapwood_unit_attribute(unit, SAPWOOD_TEXT("href"), &value));
///     assert(sapwood_unit_attribute_at(unit, 0, &name, &value));
///     sapwood_unit_set_attribute(unit, SAPWOOD_TEXT("rel"), SAPWOOD_TEXT("nofollow"), NULL);
///     sapwood_unit_remove_attribute(unit, SAPWOOD_TEXT("id"), NULL);
///     sapwood_unit_set_data(unit, user_data, NULL);
///     return sapwood_unit_on_end(unit, at_end_of_link, NULL, NULL);
/// }
///
/// static int32_t on_bold(void *user_data, const sapwood_unit *unit) {
///     (void)user_data;
///     sapwood_unit_insert_stream(unit, SAPWOOD_PLACE_BEFORE, write_more, NULL, NULL);
///     return sapwood_unit_set_name(unit, SAPWOOD_TEXT("strong"), NULL);
/// }
///
/// static int32_t on_text(void *user_data, const sapwood_unit *unit) {
///     sapwood_str text;
///     assert(sapwood_unit_text(unit, &text) || sapwood_unit_is_last(unit));
///     *(size_t *)user_data += text.length;
///     return 0;
/// }
///
/// static int32_t on_comment(void *user_data, const sapwood_unit *unit) {
///     (void)user_data;
///     return sapwood_unit_set_text(unit, SAPWOOD_TEXT("mine"), NULL);
/// }
///
/// static int32_t on_doctype(void *user_data, const sapwood_unit *unit) {
///     sapwood_str id;
///     (void)user_data;
///     assert(sapwood_unit_public_id(unit, &id) && sapwood_unit_system_id(unit, &id) && id.length == 0);
///     return sapwood_unit_remove(unit, false, NULL);
/// }
///
/// static int32_t on_end(void *user_data, const sapwood_unit *unit) {
///     (void)user_data;
///     return sapwood_unit_insert(unit, SAPWOOD_PLACE_APPEND, SAPWOOD_TEXT("<!--end-->"), true, NULL);
/// }
///
/// char output[200] = "";
/// size_t length = 0;
/// sapwood_selector *links = NULL, *bold = NULL, *all = NULL;
/// sapwood_rewriter *rewriter = NULL;
/// sapwood_selector_new(SAPWOOD_TEXT("a[href]"), &links, NULL);
/// sapwood_selector_new(SAPWOOD_TEXT("b"), &bold, NULL);
/// sapwood_selector_new(SAPWOOD_TEXT("*"), &all, NULL);
/// sapwood_rewriter_new(NULL, true, write_out, output, &rewriter, NULL);
/// sapwood_rewriter_on_element(rewriter, links, on_link, output, NULL);
/// sapwood_rewriter_on_element(rewriter, bold, on_bold, NULL, NULL);
/// sapwood_rewriter_on_text(rewriter, all, on_text, &length, NULL);
/// sapwood_rewriter_on_comment(rewriter, all, on_comment, NULL, NULL);
/// sapwood_rewriter_on_doctype(rewriter, on_doctype, NULL, NULL);
/// sapwood_rewriter_on_end(rewriter, on_end, NULL, NULL);
/// sapwood_rewriter_feed(rewriter, SAPWOOD_TEXT("<!DOCTYPE html><body><!--yours--><b>x</b>"), NULL);
/// sapwood_rewriter_feed(rewriter, SAPWOOD_TEXT("<a href=a id=b>y</a>"), NULL);
/// sapwood_rewriter_finish(rewriter, NULL, NULL);
/// assert(length == 2);
/// assert(strcmp(output, "<body><!--mine--><hr><strong>x</strong><a href=a rel=\"nofollow\">y</a>!<!--end-->") == 0);
/// sapwood_rewriter_free(rewriter);
/// sapwood_selector_free(links);
/// sapwood_selector_free(bold);
/// sapwood_selector_free(all);
/// ```
///
/// A function that needs an answer from elsewhere waits. Here the output goes where it went above:
///
/// ```c
/// static int32_t on_image(void *user_data, const sapwood_unit *unit) {
///     *(const sapwood_unit **)user_data = unit;
///     return SAPWOOD_ANSWER_WAIT;
/// }
///
/// char output[100] = "";
/// const sapwood_unit *waiting = NULL;
/// sapwood_options *options = NULL;
/// sapwood_selector *images = NULL;
/// sapwood_rewriter *rewriter = NULL;
/// sapwood_options_new(&options, NULL);
/// sapwood_options_set_flag(options, SAPWOOD_TEXT("waiting"), true, NULL);
/// sapwood_selector_new(SAPWOOD_TEXT("img"), &images, NULL);
/// sapwood_rewriter_new(options, false, write_out, output, &rewriter, NULL);
/// sapwood_rewriter_on_element(rewriter, images, on_image, &waiting, NULL);
/// sapwood_rewriter_feed(rewriter, SAPWOOD_TEXT("<img src=a><img src=b>"), NULL);
/// sapwood_rewriter_end(rewriter, NULL);
/// // So it may be after each piece, and after the end.
/// while (sapwood_rewriter_is_waiting(rewriter)) {
///     // Other work can be done here, until the answer has come.
///     sapwood_unit_set_attribute(waiting, SAPWOOD_TEXT("width"), SAPWOOD_TEXT("8"), NULL);
///     sapwood_rewriter_resume(rewriter, false, NULL);
/// }
/// sapwood_rewriter_finish(rewriter, NULL, NULL);
/// assert(strcmp(output, "<img src=a width=\"8\"><img src=b width=\"8\">") == 0);
/// sapwood_rewriter_free(rewriter);
/// sapwood_selector_free(images);
/// sapwood_options_free(options);
/// ```
pub struct Rewriter(Arc<Shared>);

/// The rewriter behind a handle. A call whose function may free the handle holds it as well.
struct Shared {
    state: Mutex<State>,
    output: OutputCall,
    /// The unit that functions get; it lives as long as the rewriter, so a late use of it is an error.
    unit: Arc<Unit>,
}

/// The caller's function for the output.
#[derive(Clone, Copy)]
struct OutputCall {
    function: extern "C" fn(*mut c_void, *const c_char, usize) -> i32,
    user_data: UserData,
}

enum State {
    Rewriting { rewriter: Box<Rewriting<'static, Arc<Unit>>>, has_begun: bool },
    Ended,
}

impl From<RewriteError> for Failure {
    fn from(error: RewriteError) -> Self {
        let status = match error {
            RewriteError::Limit(_) => Status::Limit,
            RewriteError::Waiting => Status::Busy,
            RewriteError::Ended => Status::Finished,
            _ => Status::Stopped,
        };
        Self::new(status, error.to_string())
    }
}

/// Writes a rewriter of HTML in bytes, whose output goes to `write`, called with `user_data`. The encoding is detected from the first
/// 1,024 bytes, unless the option `override` names it. At a limit the rewrite ends with `SAPWOOD_STATUS_LIMIT`, or with
/// `pass_after_limit` the rest of the input passes through as it is. To be freed by `sapwood_rewriter_free`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_rewriter_new(
    options: Option<&Options>,
    pass_after_limit: bool,
    write: WriteFunction,
    user_data: *mut c_void,
    rewriter: Out<'_, Option<Box<Rewriter>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let out = required(rewriter, "rewriter")?;
        let function = required(write, "write")?;
        let settings = Settings::of(options);
        let after = if pass_after_limit { AfterLimit::PassThrough } else { AfterLimit::Stop };
        let options = RewriteOptions::default().parsing(settings.html());
        let options = options.sniffing(settings.sniffing()).after_limit(after);
        let options = options.waiting(settings.waiting);
        let unit = Unit::new();
        let rewriter = Box::new(Rewriting::with_state(Arc::clone(&unit), &options));
        let state = Mutex::new(State::Rewriting { rewriter, has_begun: false });
        let output = OutputCall { function, user_data: UserData(user_data) };
        let shared = Arc::new(Shared { state, output, unit });
        let lender = Arc::downgrade(&shared);
        shared.unit.lend_waiting_by(Box::new(move |take| {
            // While the rewriter runs, its function lends the unit.
            if let Some(shared) = lender.upgrade()
                && let Ok(mut state) = shared.state.try_lock()
                && let State::Rewriting { rewriter, .. } = &mut *state
            {
                rewriter.waiting(|unit| Lent::waiting(unit, take));
            }
        }));
        out.write(Some(Box::new(Rewriter(shared))));
        Ok(())
    })
}

/// Frees a rewriter. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_rewriter_free(rewriter: Option<Box<Rewriter>>) {
    value((), || drop(rewriter));
}

impl Shared {
    /// A rewriter can't be used by its own functions.
    fn state(&self) -> Result<MutexGuard<'_, State>, Failure> {
        match self.state.try_lock() {
            Ok(state) => Ok(state),
            Err(TryLockError::Poisoned(state)) => Ok(PoisonError::into_inner(state)),
            Err(TryLockError::WouldBlock) => Err(Failure::new(
                Status::Busy,
                "the rewriter is in use: by another thread, or by the call whose function this is",
            )),
        }
    }

    /// Makes a call that writes output.
    fn write<T>(
        &self,
        call: impl FnOnce(&mut dyn FnMut(&[u8])) -> Result<T, RewriteError>,
    ) -> Result<T, Failure> {
        let mut is_stopped = false;
        let result = call(&mut |piece| {
            let OutputCall { function, user_data } = self.output;
            is_stopped = is_stopped || function(user_data.0, pointer(piece), piece.len()) != 0;
        });
        let result = result?;
        match is_stopped {
            true => Err(Failure::new(Status::Stopped, "the function for the output ended it")),
            false => Ok(result),
        }
    }
}

/// Adds a handler to a rewriter that has not begun.
fn add(
    rewriter: Changed<'_, Rewriter>,
    function: UnitFunction,
    user_data: *mut c_void,
    add: impl FnOnce(&mut Rewriting<'static, Arc<Unit>>, UnitCall) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let call = UnitCall::new(required(function, "function")?, user_data);
    match &mut *required(rewriter, "rewriter")?.0.state()? {
        State::Rewriting { has_begun: true, .. } => {
            Err(Failure::argument("functions must be added before the first piece"))
        }
        State::Rewriting { rewriter, .. } => add(rewriter, call),
        State::Ended => Err(finished()),
    }
}

/// Calls a function for each element that matches, when its start tag was read. A selector that depends on later content is refused
/// with `SAPWOOD_STATUS_NOT_STREAMABLE`. Functions must be added before the first piece.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_rewriter_on_element(
    rewriter: Changed<'_, Rewriter>,
    selector: Option<&Selector>,
    function: UnitFunction,
    user_data: *mut c_void,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let selector = required(selector, "selector")?;
        add(rewriter, function, user_data, |rewriter, call| {
            rewriter.on_element_with(&selector.0, move |unit, element| {
                call.make(unit, Lent::element(element))
            })?;
            Ok(())
        })
    })
}

/// Calls a function for each piece of text in elements that match, at any depth; without a selector, for all text.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_rewriter_on_text(
    rewriter: Changed<'_, Rewriter>,
    selector: Option<&Selector>,
    function: UnitFunction,
    user_data: *mut c_void,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        add(rewriter, function, user_data, |rewriter, call| {
            match selector {
                Some(selector) => {
                    rewriter.on_text_with(&selector.0, move |unit, text| {
                        call.make(unit, Lent::text(text))
                    })?;
                }
                None => {
                    rewriter
                        .on_document_text_with(move |unit, text| call.make(unit, Lent::text(text)));
                }
            }
            Ok(())
        })
    })
}

/// Calls a function for each comment in elements that match, at any depth; without a selector, for all comments.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_rewriter_on_comment(
    rewriter: Changed<'_, Rewriter>,
    selector: Option<&Selector>,
    function: UnitFunction,
    user_data: *mut c_void,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        add(rewriter, function, user_data, |rewriter, call| {
            match selector {
                Some(selector) => {
                    rewriter.on_comment_with(&selector.0, move |unit, comment| {
                        call.make(unit, Lent::comment(comment))
                    })?;
                }
                None => {
                    rewriter.on_document_comment_with(move |unit, comment| {
                        call.make(unit, Lent::comment(comment))
                    });
                }
            }
            Ok(())
        })
    })
}

/// Calls a function for the DOCTYPE.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_rewriter_on_doctype(
    rewriter: Changed<'_, Rewriter>,
    function: UnitFunction,
    user_data: *mut c_void,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        add(rewriter, function, user_data, |rewriter, call| {
            rewriter.on_doctype_with(move |unit, doctype| call.make(unit, Lent::doctype(doctype)));
            Ok(())
        })
    })
}

/// Calls a function at the end of the document, where it can append content.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_rewriter_on_end(
    rewriter: Changed<'_, Rewriter>,
    function: UnitFunction,
    user_data: *mut c_void,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        add(rewriter, function, user_data, |rewriter, call| {
            rewriter.on_end_with(move |unit, end| call.make(unit, Lent::end(end)));
            Ok(())
        })
    })
}

/// Rewrites the next piece, which may end anywhere, and writes what is known by then. After an error, only
/// `sapwood_rewriter_free` is left to be called.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_rewriter_feed(
    rewriter: *mut Rewriter,
    piece: *const c_char,
    piece_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let piece = bytes(piece, piece_length, "piece")?;
        go_on(rewriter, false, |rewriter, output| rewriter.feed(piece, output))
    })
}

/// Does a part of a rewrite, and writes what is known by then. Only a call that `resumes` it is for a rewriter that waits.
fn go_on(
    rewriter: *mut Rewriter,
    resumes: bool,
    call: impl FnOnce(
        &mut Rewriting<'static, Arc<Unit>>,
        &mut dyn FnMut(&[u8]),
    ) -> Result<(), RewriteError>,
) -> Result<(), Failure> {
    let shared = with_handle(rewriter, "rewriter", |rewriter| Arc::clone(&rewriter.0))?;
    let mut state = shared.state()?;
    let State::Rewriting { rewriter, has_begun } = &mut *state else { return Err(finished()) };
    *has_begun = true;
    if rewriter.is_waiting() && !resumes {
        return Err(RewriteError::Waiting.into());
    }
    let result = shared.write(|output| call(rewriter, output));
    if result.is_err() {
        *state = State::Ended;
    }
    result
}

/// Returns whether the rewriter waits: a function answered `SAPWOOD_ANSWER_WAIT`. Until `sapwood_rewriter_resume` its unit can be read and
/// changed, and the rewriter takes no input.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_rewriter_is_waiting(rewriter: Option<&Rewriter>) -> bool {
    value(false, || {
        rewriter.is_some_and(|rewriter| {
            let state = rewriter.0.state();
            state.is_ok_and(|state| match &*state {
                State::Rewriting { rewriter, .. } => rewriter.is_waiting(),
                State::Ended => false,
            })
        })
    })
}

/// Goes on after a function that waits, up to the next one that does. With `stop` the rewrite ends with `SAPWOOD_STATUS_STOPPED`, and its
/// output before the unit. Does nothing if the rewriter doesn't wait.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_rewriter_resume(
    rewriter: *mut Rewriter,
    stop: bool,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        with_handle(rewriter, "rewriter", |rewriter| rewriter.0.unit.end())?;
        let result = match stop {
            true => Err("the rewrite was stopped while a function waited".into()),
            false => Ok(()),
        };
        go_on(rewriter, true, |rewriter, output| rewriter.resume(result, output))
    })
}

/// Ends the input, for functions that may wait: when all have been resumed, `sapwood_rewriter_finish` ends the rewrite.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_rewriter_end(rewriter: *mut Rewriter, error: ErrorOut<'_>) -> Status {
    run(error, || go_on(rewriter, false, |rewriter, output| rewriter.end(output)))
}

/// Ends the input and writes the rest. `limit` gets the name of the limit after which the input passed through, or null; it may be
/// null itself.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_rewriter_finish(
    rewriter: *mut Rewriter,
    limit: Out<'_, Str>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let shared = with_handle(rewriter, "rewriter", |rewriter| Arc::clone(&rewriter.0))?;
        let mut state = shared.state()?;
        if let State::Rewriting { rewriter, .. } = &*state
            && rewriter.is_waiting()
        {
            return Err(RewriteError::Waiting.into());
        }
        let State::Rewriting { rewriter, .. } = std::mem::replace(&mut *state, State::Ended) else {
            return Err(finished());
        };
        let (_, reached) = shared.write(|output| rewriter.finish(output))?;
        write_some(limit, reached.map(Limit::as_str));
        Ok(())
    })
}
