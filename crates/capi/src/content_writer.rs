//! Content that a function writes while a page is rewritten.

use std::{
    ffi::{c_char, c_void},
    ptr,
    sync::{Mutex, PoisonError},
};

use sapwood::rewriting::{ContentWriter as Writing, HandlerResult};

use crate::{
    border::{ErrorOut, Loan, UserData, required, run, text},
    failure::{Failure, Status},
};

/// The output at a place where a function writes content. It can be used until that function returns; after that,
/// `sapwood_content_write` returns `SAPWOOD_STATUS_INVALID_ARGUMENT`.
pub struct ContentWriter(Mutex<Option<Loan<Writing<'static>>>>);

/// A function that writes content. A result other than 0 ends the rewrite.
pub type ContentFunction =
    Option<extern "C" fn(user_data: *mut c_void, writer: *const ContentWriter) -> i32>;

/// A caller's function with its data.
#[derive(Clone, Copy)]
pub(crate) struct ContentCall {
    function: extern "C" fn(*mut c_void, *const ContentWriter) -> i32,
    user_data: UserData,
}

impl ContentCall {
    pub(crate) fn new(
        function: extern "C" fn(*mut c_void, *const ContentWriter) -> i32,
        user_data: *mut c_void,
    ) -> Self {
        Self { function, user_data: UserData(user_data) }
    }

    /// Calls the function with a writer, which writes to `to` for that time.
    pub(crate) fn make(self, writer: &ContentWriter, to: &mut Writing<'_>) -> HandlerResult {
        /// Ends the loan also when the function panics.
        struct Ending<'a>(&'a ContentWriter);
        impl Drop for Ending<'_> {
            fn drop(&mut self) {
                self.0.set(None);
            }
        }
        writer.set(Some(Loan::of(ptr::from_mut(to).cast())));
        let ending = Ending(writer);
        let answer = (self.function)(self.user_data.0, writer);
        drop(ending);
        match answer {
            0 => Ok(()),
            _ => Err("the function for content ended the rewrite".into()),
        }
    }
}

impl ContentWriter {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(None))
    }

    fn set(&self, lent: Option<Loan<Writing<'static>>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = lent;
    }
}

/// Writes a piece of content: HTML, or text that is escaped.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_content_write(
    writer: Option<&ContentWriter>,
    content: *const c_char,
    content_length: usize,
    is_html: bool,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let content = text(content, content_length, "content")?;
        let writer = required(writer, "writer")?;
        let mut lent = writer.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(writing) = &mut *lent else {
            return Err(Failure::argument("the function that the writer was for has returned"));
        };
        match is_html {
            true => writing.get().html(content),
            false => writing.get().text(content),
        }
        Ok(())
    })
}
