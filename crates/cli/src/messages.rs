//! Messages on standard error, and what they say of errors.

use std::{
    error::Error,
    io::{self, Write},
};

use clap::error::ContextKind;

use crate::{progress, status::Status, terminal};

/// Prints help, or reports a mistake in the arguments: in one line, and the place in a selector below it.
pub(crate) fn usage(error: &clap::Error) -> Status {
    if !error.use_stderr() {
        return if error.print().is_ok() { Status::Success } else { Status::Failed };
    }
    // The lines of a cause show a place in the argument.
    if let (Some(cause), Some(argument)) = (error.source(), error.get(ContextKind::InvalidArg))
        && cause.to_string().contains('\n')
    {
        complain(&format!("invalid value for '{argument}': {cause}"));
        return Status::Failed;
    }
    let text = error.to_string();
    let lines = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .filter(|line| !line.is_empty());
    let mut message = String::new();
    for line in lines {
        let (separator, line) = line.strip_prefix("tip: ").map_or((" ", line), |tip| ("; ", tip));
        message += if message.is_empty() { "" } else { separator };
        message += line;
    }
    complain(message.strip_prefix("error: ").unwrap_or(&message));
    Status::Failed
}

/// Writes a line to standard error; errors are ignored, as there is nowhere left to report them.
pub(crate) fn complain(message: &str) {
    progress::suspend(|| {
        let mut stderr = io::stderr().lock();
        let _ = match terminal::escapes(&stderr) {
            true => writeln!(stderr, "sapwood: {}", terminal::escape(message)),
            false => writeln!(stderr, "sapwood: {message}"),
        };
    });
}

/// Returns `true` if `error` is an error of the operating system without context, as those of standard output are. The others
/// say what failed.
pub(crate) fn is_unexplained(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    error.chain().len() == 1 && io.is_some_and(|io| io.raw_os_error().is_some())
}

/// Returns `true` if `error` is that the reader of our output has closed it, which isn't reported.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = || cause.downcast_ref::<serde_json::Error>()?.io_error_kind();
        io.or_else(json) == Some(io::ErrorKind::BrokenPipe)
    })
}
