//! Errors as C reads them.

use std::mem::MaybeUninit;

use crate::{
    border::{Out, value},
    failure::{Error, Status},
    strings::Str,
};

/// The name of each status.
const NAMES: [&str; 15] = [
    "ok",
    "invalid-argument",
    "invalid-utf8",
    "invalid-selector",
    "not-streamable",
    "invalid-xpath",
    "xpath-failed",
    "stale-node",
    "invalid-edit",
    "limit",
    "busy",
    "stopped",
    "not-representable",
    "finished",
    "panic",
];

/// Frees an error. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_error_free(error: Option<Box<Error>>) {
    value((), || drop(error));
}

/// Returns the status of an error; `SAPWOOD_STATUS_OK` for null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_error_status(error: Option<&Error>) -> Status {
    error.map_or(Status::Ok, |error| error.0.status)
}

/// Writes the message of an error, in English, without a full stop. It lives as long as the error; for null it is empty.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_error_message(error: Option<&Error>, message: Out<'_, Str>) {
    if let Some(message) = message {
        message.write(Str::of(error.map_or("", |error| &error.0.message)));
    }
}

/// Writes the place of the mistake in the text that has it, such as a selector: the offsets of its first byte and of the byte
/// after it. Returns `false` if no place is known. `start` and `end` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_error_span(
    error: Option<&Error>,
    start: Out<'_, usize>,
    end: Out<'_, usize>,
) -> bool {
    let Some((first, after)) = error.and_then(|error| error.0.span) else { return false };
    start.map(|it| it.write(first));
    end.map(|it| it.write(after));
    true
}

/// Writes the name of a status, such as `invalid-selector`. An unknown number has an empty name.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_status_name(status: i32, name: Option<&mut MaybeUninit<Str>>) {
    if let Some(name) = name {
        let known = usize::try_from(status).ok().and_then(|status| NAMES.get(status));
        name.write(Str::of(known.copied().unwrap_or_default()));
    }
}
