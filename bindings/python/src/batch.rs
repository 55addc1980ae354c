//! Work on many pages with several threads.

use std::{
    collections::VecDeque,
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use pyo3::{
    PyTraverseError, PyVisit,
    exceptions::{PyRuntimeError, PyValueError},
    prelude::*,
    types::PyIterator,
};

/// A batch ends at so many items for each thread, which evens out pages of different sizes.
const ITEMS: usize = 16;

/// A batch ends at so many bytes of markup.
const BYTES: usize = 1 << 25;

/// The number of threads that an argument asks for; those that the machine has by default.
pub(crate) fn threads(wanted: Option<usize>) -> PyResult<usize> {
    match wanted {
        Some(0) => Err(PyValueError::new_err("threads must be 1 or more")),
        Some(wanted) => Ok(wanted),
        None => Ok(thread::available_parallelism().map_or(1, NonZero::get)),
    }
}

/// Calls `work` for each item and returns the results in order.
pub(crate) fn parallel<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    if threads < 2 || items.len() < 2 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, work(item)));
        }
    };
    let mut results = thread::scope(|scope| {
        // The machine may refuse a thread; this one works in any case.
        let others: Vec<_> = (1..threads.min(items.len()))
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, take).ok())
            .collect();
        let mut results = take();
        for other in others {
            match other.join() {
                Ok(done) => results.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    });
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Takes items from a Python iterator in batches and yields a result for each.
pub(crate) struct Batches<R> {
    state: Mutex<State<R>>,
    pub(crate) threads: usize,
}

struct State<R> {
    source: Option<Py<PyIterator>>,
    ready: VecDeque<R>,
    /// The exception that ended the source, to be raised after the results before it.
    error: Option<PyErr>,
}

impl<R: Send> Batches<R> {
    pub(crate) fn new(source: &Bound<'_, PyAny>, threads: usize) -> PyResult<Self> {
        let state = State {
            source: Some(source.try_iter()?.unbind()),
            ready: VecDeque::new(),
            error: None,
        };
        Ok(Self { state: Mutex::new(state), threads })
    }

    /// Shows the source to the garbage collector, unless it is in use and so reachable.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.state.try_lock() {
            Ok(state) => visit.call(&state.source),
            Err(_) => Ok(()),
        }
    }

    /// Drops the source.
    pub(crate) fn clear(&self) {
        // Dropping it may run Python code, which must not find the lock held.
        let source = self.state.try_lock().map(|mut state| state.source.take());
        drop(source);
    }

    /// The next result; `convert` is called with each item and returns it with its size in bytes, `work` with a batch,
    /// and may release the interpreter.
    pub(crate) fn next<'py, T>(
        &self,
        py: Python<'py>,
        convert: impl Fn(Bound<'py, PyAny>) -> PyResult<(T, usize)>,
        work: impl FnOnce(&[T]) -> PyResult<Vec<R>>,
    ) -> PyResult<Option<R>> {
        // The source is Python code that could come back here, so this never waits for the lock.
        let Ok(mut state) = self.state.try_lock() else {
            return Err(PyRuntimeError::new_err("the iterator is in use by another call"));
        };
        if let Some(result) = state.ready.pop_front() {
            return Ok(Some(result));
        }
        if let Some(source) = state.source.as_ref().map(|source| source.bind(py).clone()) {
            let (mut batch, mut bytes) = (Vec::new(), 0);
            while batch.len() < ITEMS * self.threads && bytes < BYTES {
                let item = match source.clone().next() {
                    Some(item) => item.and_then(&convert),
                    None => {
                        state.source = None;
                        break;
                    }
                };
                match item {
                    Ok((item, size)) => {
                        batch.push(item);
                        bytes += size;
                    }
                    Err(error) => {
                        (state.source, state.error) = (None, Some(error));
                        break;
                    }
                }
            }
            state.ready = work(&batch)?.into();
        }
        if let Some(result) = state.ready.pop_front() {
            return Ok(Some(result));
        }
        state.error.take().map_or(Ok(None), Err)
    }
}
