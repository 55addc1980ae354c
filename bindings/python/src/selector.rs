//! Compiled selectors, and the cache for those that are given as text.

use std::{
    cell::RefCell,
    collections::{HashMap, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
};

use pyo3::{exceptions::PyTypeError, prelude::*, sync::MutexExt, types::PyString};
use sapwood::{Namespaces, Selector};

use crate::{errors, input::lossy};

/// A compiled CSS selector.
///
/// Methods that take a selector also take text and remember the last few hundred compiled ones, so
/// compiling is a matter of style, and of namespaces.
///
/// Args:
///     css: The selector: Selectors 4 without pseudo-elements; ``:has()``, ``:is()``, ``:nth-child(2 of x)``
///         and others.
///     namespaces: URLs by prefix, for selectors such as ``svg|a``.
///
/// Raises:
///     SelectorError: The selector isn't valid. The error has the position.
///
/// >>> import sapwood
/// >>> prices = sapwood.Selector("li > b.price")
/// >>> document = sapwood.parse("<ul><li><b class=price>20</b><li><b>no</b></ul>")
/// >>> [price.text for price in prices.select(document)]
/// ['20']
#[pyclass(frozen, name = "Selector", module = "sapwood")]
pub(crate) struct PySelector {
    css: String,
    namespaces: Vec<(String, String)>,
    pub(crate) compiled: Selector,
}

#[pymethods]
impl PySelector {
    #[new]
    #[pyo3(signature = (css, /, *, namespaces=None))]
    fn new(
        py: Python<'_>,
        css: &Bound<'_, PyString>,
        namespaces: Option<HashMap<String, String>>,
    ) -> PyResult<Self> {
        let css = lossy(css)?.into_owned();
        let mut namespaces: Vec<_> = namespaces.unwrap_or_default().into_iter().collect();
        namespaces.sort();
        let declared = namespaces.iter().fold(Namespaces::default(), |declared, (prefix, url)| {
            match prefix.as_str() {
                "" => declared.default_namespace(url),
                prefix => declared.prefix(prefix, url),
            }
        });
        let compiled = Selector::with_namespaces(&css, &declared)
            .map_err(|error| errors::selector(py, &error))?;
        Ok(Self { css, namespaces, compiled })
    }

    /// The text of the selector.
    #[getter]
    fn css(&self) -> &str {
        &self.css
    }

    fn __repr__(&self) -> String {
        format!("Selector({})", errors::quoted(&self.css))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            (&self.css, &self.namespaces) == (&other.css, &other.namespaces)
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.css, &self.namespaces).hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs_ex__(&self) -> ((&str,), HashMap<&'static str, HashMap<&str, &str>>) {
        let namespaces = self.namespaces.iter().map(|(prefix, url)| (&**prefix, &**url)).collect();
        ((&self.css,), HashMap::from([("namespaces", namespaces)]))
    }
}

/// The number of selectors that a thread finds by the identity of their text; a power of two.
const RECENT: usize = 64;

/// The number of selectors that are found by their text.
const KEPT: usize = 512;

/// A text and the selector that was compiled from it.
type Compiled = Option<(Py<PyString>, Selector)>;

thread_local! {
    /// A literal in a program is the same object in each call, so most calls find their selector by comparing pointers.
    /// The text is held, so no other object can have its address.
    static RECENT_SELECTORS: RefCell<[Compiled; RECENT]> = const { RefCell::new([const { None }; RECENT]) };
}

/// Selectors by their text.
static BY_TEXT: LazyLock<Mutex<HashMap<String, Selector>>> = LazyLock::new(Mutex::default);

/// Calls `use_it` with the compiled selector that an argument is, or denotes as text.
///
/// It must not run Python code, apart from finalizers while it waits for a lock.
#[inline]
pub(crate) fn with_compiled<R>(
    argument: &Bound<'_, PyAny>,
    use_it: impl FnOnce(&Selector) -> R,
) -> PyResult<R> {
    let place = (argument.as_ptr() as usize >> 4) % RECENT;
    let mut use_it = Some(use_it);
    let used = RECENT_SELECTORS.with_borrow(|recent| match &recent[place] {
        Some((text, selector)) if text.as_ptr() == argument.as_ptr() => {
            use_it.take().map(|use_it| use_it(selector))
        }
        _ => None,
    });
    match (used, use_it) {
        (Some(result), _) => Ok(result),
        (None, Some(use_it)) => compile_argument(argument, place).map(|selector| use_it(&selector)),
        (None, None) => unreachable!("what was called has returned"),
    }
}

/// The compiled selector that an argument is, or denotes as text.
pub(crate) fn compile(argument: &Bound<'_, PyAny>) -> PyResult<Selector> {
    with_compiled(argument, Selector::clone)
}

/// Compiles an argument, unless its text was before, and keeps the selector at `place`.
#[cold]
fn compile_argument(argument: &Bound<'_, PyAny>, place: usize) -> PyResult<Selector> {
    let py = argument.py();
    let Ok(text) = argument.cast::<PyString>() else {
        if let Ok(selector) = argument.cast::<PySelector>() {
            return Ok(selector.get().compiled.clone());
        }
        let class = argument.get_type();
        let message = format!("selector must be str or sapwood.Selector, not {}", class.name()?);
        return Err(PyTypeError::new_err(message));
    };
    let css = lossy(text)?;
    let known = by_text(py).get(&*css).cloned();
    let selector = match known {
        Some(selector) => selector,
        None => Selector::new(&css).map_err(|error| errors::selector(py, &error))?,
    };
    let mut kept = by_text(py);
    if kept.len() >= KEPT {
        kept.clear();
    }
    kept.insert(css.into_owned(), selector.clone());
    drop(kept);
    let compiled = Some((text.clone().unbind(), selector.clone()));
    // A finalizer that runs while a search waits for a lock finds the places borrowed.
    let replaced = RECENT_SELECTORS.with(|recent| {
        Some(std::mem::replace(&mut recent.try_borrow_mut().ok()?[place], compiled))
    });
    // Dropping a text runs no code of Python, but the place isn't borrowed any more all the same.
    drop(replaced);
    Ok(selector)
}

fn by_text(py: Python<'_>) -> MutexGuard<'_, HashMap<String, Selector>> {
    BY_TEXT.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
}
