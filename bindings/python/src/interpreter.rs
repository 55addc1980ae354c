//! One interpreter for each process.

use std::sync::atomic::{AtomicI64, Ordering};

use pyo3::{exceptions::PyImportError, ffi, prelude::*};

/// The interpreter that imported the module first; none has the number -1.
static FIRST: AtomicI64 = AtomicI64::new(-1);

/// Refuses all interpreters but the first that imports the module. The exceptions that the module raises, and other objects of
/// Python that it keeps, belong to one interpreter, and end with it.
#[expect(unsafe_code, reason = "the interpreter has no safe function for it")]
pub(crate) fn claim(py: Python<'_>) -> PyResult<()> {
    // SAFETY: `py` proves that this thread is attached to an interpreter, and the number of one that runs can be asked for.
    let own = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    if own < 0 {
        return Err(PyErr::fetch(py));
    }
    match FIRST.compare_exchange(-1, own, Ordering::SeqCst, Ordering::SeqCst) {
        Ok(_) => Ok(()),
        Err(first) if first == own => Ok(()),
        Err(first) => Err(PyImportError::new_err(format!(
            "interpreter {first} of this process has imported sapwood, and interpreter {own} can't: use a process of its own",
        ))),
    }
}
