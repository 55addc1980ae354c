//! The border between C and Rust: all code that reads memory which a C caller names, and all that hands memory over.
//!
//! Every exported function goes through here: its body runs in [`run`], its texts are read by [`text`] and [`bytes`], and its
//! results are written by [`Out`]. What these functions assume of pointers is the contract that the header states at its
//! beginning: a pointer is null, or it is what its type says for as long as the call takes. A null pointer is an error of
//! its own, [`Status::InvalidArgument`].
//!
//! Handles are references or boxes, which C sees as pointers that may be null: `Option<&T>` and `Option<Box<T>>`. All state
//! behind a handle is in locks, so no function needs exclusive access to one, and a callback may use any handle, too.

use std::{
    ffi::{c_char, c_void},
    mem::MaybeUninit,
    panic::{self, AssertUnwindSafe},
    slice,
};

use sapwood_scan::from_utf8;

use crate::failure::{Error, Failure, Status};

/// A pointer to which a function writes its result. C sees `T *`.
pub(crate) type Out<'a, T> = Option<&'a mut MaybeUninit<T>>;

/// A pointer to an object that a function changes. C sees `T *`, where `Option<&T>` is `const T *`.
pub(crate) type Changed<'a, T> = Option<&'a T>;

/// A pointer to which a function writes the error, or null; the pointer itself may be null.
pub(crate) type ErrorOut<'a> = Out<'a, Option<Box<Error>>>;

/// Runs the body of an exported function: a panic becomes a status, and an error is written where the caller wants it.
pub(crate) fn run(error: ErrorOut<'_>, body: impl FnOnce() -> Result<(), Failure>) -> Status {
    // A panic poisons locks, which later calls ignore: memory safety does not rely on the state behind them.
    let result = panic::catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        let message = payload.downcast_ref::<&str>().map(|it| (*it).to_owned());
        let message = message.or_else(|| payload.downcast_ref::<String>().cloned());
        Err(Failure::new(Status::Panic, message.unwrap_or_else(|| "a panic".to_owned())))
    });
    let (status, failure) = match result {
        Ok(()) => (Status::Ok, None),
        Err(failure) => (failure.status, Some(Box::new(Error(failure)))),
    };
    if let Some(error) = error {
        error.write(failure);
    }
    status
}

/// Runs the body of a function that returns a value rather than a status; a panic becomes `otherwise`.
pub(crate) fn value<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    panic::catch_unwind(AssertUnwindSafe(body)).unwrap_or(otherwise)
}

/// The value behind a pointer that must not be null.
pub(crate) fn required<T>(pointer: Option<T>, name: &str) -> Result<T, Failure> {
    pointer.ok_or_else(|| Failure::new(Status::InvalidArgument, format!("`{name}` is null")))
}

/// The bytes that a caller passes as a pointer and a length. Without bytes, the pointer may be null.
pub(crate) fn bytes<'a>(
    data: *const c_char,
    length: usize,
    name: &str,
) -> Result<&'a [u8], Failure> {
    if length == 0 {
        return Ok(&[]);
    }
    if data.is_null() || isize::try_from(length).is_err() {
        let message = match data.is_null() {
            true => format!("`{name}` is null, but its length is {length}"),
            false => format!("`{name}` cannot be {length} bytes long"),
        };
        return Err(Failure::new(Status::InvalidArgument, message));
    }
    // SAFETY: the pointer is not null and the length fits an object; the contract of the header says that so many bytes can
    // be read, and don't change, during the call. The callers, which are exported functions, keep no slice for longer.
    Ok(unsafe { slice::from_raw_parts(data.cast(), length) })
}

/// The text that a caller passes as a pointer and a length.
pub(crate) fn text<'a>(data: *const c_char, length: usize, name: &str) -> Result<&'a str, Failure> {
    from_utf8(bytes(data, length, name)?).map_err(|error| {
        let at = error.valid_up_to();
        let message = format!("`{name}` is not UTF-8 at byte {at}");
        Failure { span: Some((at, at)), ..Failure::new(Status::InvalidUtf8, message) }
    })
}

/// A list of values that a caller passes as a pointer and a length.
pub(crate) fn list<'a, T: Plain>(
    data: *const T,
    length: usize,
    name: &str,
) -> Result<&'a [T], Failure> {
    if length == 0 {
        return Ok(&[]);
    }
    let is_readable = !data.is_null()
        && data.is_aligned()
        && length.checked_mul(size_of::<T>()).is_some_and(|size| isize::try_from(size).is_ok());
    if !is_readable {
        let message = format!("`{name}` is null, misaligned or too long");
        return Err(Failure::new(Status::InvalidArgument, message));
    }
    // SAFETY: as in `bytes`; any memory is a `T`, because it is plain.
    Ok(unsafe { slice::from_raw_parts(data, length) })
}

/// Types of which any memory is a value.
pub(crate) trait Plain: Copy {}

impl Plain for u64 {}

/// The caller's pointer that its callbacks get back; never dereferenced here.
#[derive(Clone, Copy)]
pub(crate) struct UserData(pub(crate) *mut c_void);

// SAFETY: the pointer is handed back to the caller's own functions and otherwise ignored. The header says that they run on the
// thread that makes the call.
unsafe impl Send for UserData {}
// SAFETY: as above.
unsafe impl Sync for UserData {}

/// A reference to a document that lives as long as a callback runs.
///
/// Streams lend the tree of a match to the caller's function. A handle needs a type without a lifetime, so the lifetime is erased,
/// and restored by the lock that guards the handle: [`Borrowed::end`] runs before the tree is gone, and waits for readers.
pub(crate) struct Borrowed(Option<*const sapwood::Document>);

// SAFETY: a `Document` is `Sync`, so a reference to one may be used by another thread.
unsafe impl Send for Borrowed {}
// SAFETY: as above.
unsafe impl Sync for Borrowed {}

impl Borrowed {
    pub(crate) const fn none() -> Self {
        Self(None)
    }

    /// Lends `document`. The caller ends the loan before the reference does.
    pub(crate) fn begin(&mut self, document: &sapwood::Document) {
        self.0 = Some(document);
    }

    pub(crate) fn end(&mut self) {
        self.0 = None;
    }

    pub(crate) fn get(&self) -> Option<&sapwood::Document> {
        // SAFETY: `begin` got a reference, and whoever called it calls `end` before that reference ends; the loan is behind a
        // lock, so no result is left then.
        self.0.map(|document| unsafe { &*document })
    }
}

/// Reads the object behind a pointer, for a call whose callback may free it: the reference ends before any callback runs.
pub(crate) fn with_handle<T, R>(
    pointer: *const T,
    name: &str,
    read: impl FnOnce(&T) -> R,
) -> Result<R, Failure> {
    // SAFETY: the contract of the header: the pointer is null or an object that has not been freed.
    Ok(read(required(unsafe { pointer.as_ref() }, name)?))
}

/// A pointer to the first byte of a text, which isn't null even if the text is empty.
pub(crate) fn pointer(text: &[u8]) -> *const c_char {
    text.as_ptr().cast()
}

/// An exclusive reference that lives as long as a callback runs, with its lifetimes erased; as [`Borrowed`], it is behind a lock, and
/// is dropped before the reference ends.
pub(crate) struct Loan<T>(*mut T);

// SAFETY: the values that are lent are `Send`, but for the lifetimes that were erased; what a content writer writes to are buffers of the
// rewriter and the caller's function for the output.
unsafe impl<T> Send for Loan<T> {}

impl<T> Loan<T> {
    /// Lends what `pointer`, made of a reference, points to.
    pub(crate) fn of(pointer: *mut T) -> Self {
        Self(pointer)
    }

    pub(crate) fn get(&mut self) -> &mut T {
        // SAFETY: the pointer was made of an exclusive reference, which whoever lent it does not use until the loan ends; the
        // loan is behind a lock, which this thread holds.
        unsafe { &mut *self.0 }
    }
}
