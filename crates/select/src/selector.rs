//! The compiled selector.

use std::{cell::RefCell, fmt, str::FromStr, sync::Arc};

use sapwood_names::Namespaces;

use crate::{
    error::{Located, SelectorError},
    parser,
    program::Program,
    recent::{Recent, get_or_make},
    syntax::write_list,
};

/// A compiled [selector list](https://drafts.csswg.org/selectors/#selector-list): reusable, cheap to clone, `Send` and
/// `Sync`.
///
/// [`str::parse`] compiles one, [`with_namespaces`](Self::with_namespaces) does so with other prefixes. `Display`
/// [serializes](https://drafts.csswg.org/cssom/#serialize-a-group-of-selectors) it.
///
/// # Examples
///
/// ```
/// use sapwood::Selector;
///
/// let selector: Selector = "main > a[href ^= 'https' i],P.lead:not( :empty )".parse()?;
/// assert_eq!(selector.to_string(), r#"main > a[href^="https" i], P.lead:not(:empty)"#);
/// # Ok::<(), sapwood::SelectorError>(())
/// ```
#[derive(Clone)]
pub struct Selector {
    pub(crate) program: Arc<Program>,
}

const _: () = {
    const fn shareable<T: Send + Sync + Clone>() {}
    shareable::<Selector>();
};

impl Selector {
    /// Compiles a selector with the prefixes of `namespaces`.
    ///
    /// # Errors
    ///
    /// If `text` isn't a selector list. Invalid arguments of `:is()` and `:where()` are
    /// [ignored](https://drafts.csswg.org/selectors/#forgiving-selector) instead.
    pub fn with_namespaces(text: &str, namespaces: &Namespaces) -> Result<Self, SelectorError> {
        let compiled = parser::parse(text, namespaces, false).and_then(|list| {
            let mut program =
                Program::compile(&list).map_err(|fault| Located { fault, offset: 0 })?;
            let _ = write_list(&list, &mut program.text);
            Ok(Self { program: Arc::new(program) })
        });
        compiled.map_err(|Located { fault, offset }| SelectorError::new(fault, text, offset))
    }

    /// Compiles a selector, like [`str::parse`]. Each thread keeps the last sixteen short ones, so that the same text is compiled
    /// once.
    ///
    /// # Errors
    ///
    /// As [`with_namespaces`](Self::with_namespaces).
    pub fn new(text: &str) -> Result<Self, SelectorError> {
        thread_local!(static RECENT: RefCell<Recent<Selector>> = const { Recent::new() });
        get_or_make(&RECENT, text, || Self::with_namespaces(text, &Namespaces::default()))
    }
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Self, SelectorError> {
        Self::new(text)
    }
}

impl TryFrom<&str> for Selector {
    type Error = SelectorError;

    fn try_from(text: &str) -> Result<Self, SelectorError> {
        Self::new(text)
    }
}

impl TryFrom<&String> for Selector {
    type Error = SelectorError;

    fn try_from(text: &String) -> Result<Self, SelectorError> {
        Self::new(text)
    }
}

impl From<&Self> for Selector {
    fn from(selector: &Self) -> Self {
        selector.clone()
    }
}

impl fmt::Display for Selector {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program.text)
    }
}

impl fmt::Debug for Selector {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Selector").field(&self.program.text).finish()
    }
}
