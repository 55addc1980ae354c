//! Options of the HTML writers.

use std::fmt;

use sapwood_tree::ShadowRootInit;

/// Options of the HTML writers. The default is `innerHTML` with scripting disabled.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SerializeOptions<'a, Node> {
    /// Whether scripting is enabled, so that text in `noscript` is written without escaping. This should be the
    /// setting with which the document was parsed.
    pub scripting: bool,
    /// The shadow roots to write, as `template` elements that declare them.
    pub shadow_roots: ShadowRoots<'a, Node>,
    /// Whether `selectedcontent` elements are written without their content, which is a copy of the
    /// selected option that the parser of a document makes again. If the element follows the option, the
    /// parser keeps written content beside its own copy, so that the content grows with each round.
    pub empty_selectedcontent: bool,
}

impl<'a, Node> SerializeOptions<'a, Node> {
    /// Sets [`scripting`](Self#structfield.scripting).
    #[must_use]
    #[inline]
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self
    }

    /// Sets [`shadow_roots`](Self#structfield.shadow_roots).
    #[must_use]
    #[inline]
    pub fn shadow_roots(mut self, shadow_roots: ShadowRoots<'a, Node>) -> Self {
        self.shadow_roots = shadow_roots;
        self
    }

    /// Sets [`empty_selectedcontent`](Self#structfield.empty_selectedcontent).
    #[must_use]
    #[inline]
    pub fn empty_selectedcontent(mut self, empty_selectedcontent: bool) -> Self {
        self.empty_selectedcontent = empty_selectedcontent;
        self
    }
}

/// A selection of shadow roots.
#[derive(Clone, Copy, Default)]
pub enum ShadowRoots<'a, Node> {
    /// None, as `innerHTML`.
    #[default]
    None,
    /// All [serializable](https://dom.spec.whatwg.org/#shadowroot-serializable) ones, as `getHTML()` with
    /// `serializableShadowRoots`.
    Serializable,
    /// The ones for which the function returns `true`, as `getHTML()` with a list of `shadowRoots`.
    Chosen(&'a dyn Fn(&Node, &ShadowRootInit) -> bool),
}

impl<Node> Default for SerializeOptions<'_, Node> {
    #[inline]
    fn default() -> Self {
        Self { scripting: false, shadow_roots: ShadowRoots::None, empty_selectedcontent: false }
    }
}

impl<Node> ShadowRoots<'_, Node> {
    #[inline]
    pub(crate) fn are_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Whether `root` is one of them.
    #[inline]
    pub(crate) fn contain(&self, root: &Node, init: &ShadowRootInit) -> bool {
        match self {
            Self::None => false,
            Self::Serializable => init.serializable,
            Self::Chosen(choose) => choose(root, init),
        }
    }
}

impl<Node> fmt::Debug for ShadowRoots<'_, Node> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "None",
            Self::Serializable => "Serializable",
            Self::Chosen(_) => "Chosen(_)",
        })
    }
}
