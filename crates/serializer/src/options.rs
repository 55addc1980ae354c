//! What a caller decides before writing.

use std::fmt;

use tree_sink::ShadowRootInit;

/// How to write. The default is what `innerHTML` gives where no script runs.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a, Node> {
    /// Whether scripting is taken to be enabled, so that the text in `noscript` is written as it is: as
    /// the parser read it, if it was told the same.
    pub scripting: bool,
    /// Which shadow roots are written, as `template` elements that declare them.
    pub shadow_roots: ShadowRoots<'a, Node>,
}

/// Which shadow roots are written.
#[derive(Clone, Copy, Default)]
pub enum ShadowRoots<'a, Node> {
    /// None, as by `innerHTML`.
    #[default]
    None,
    /// Those that are
    /// [serializable](https://dom.spec.whatwg.org/#shadowroot-serializable), as by `getHTML()` with
    /// `serializableShadowRoots`.
    Serializable,
    /// Those that this says, as by `getHTML()` with a list of `shadowRoots`.
    Chosen(&'a dyn Fn(&Node, &ShadowRootInit) -> bool),
}

impl<Node> Default for Options<'_, Node> {
    fn default() -> Self {
        Self { scripting: false, shadow_roots: ShadowRoots::None }
    }
}

impl<Node> ShadowRoots<'_, Node> {
    #[inline]
    pub(crate) fn are_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Whether `root` is one of them.
    pub(crate) fn contain(&self, root: &Node, init: &ShadowRootInit) -> bool {
        match self {
            Self::None => false,
            Self::Serializable => init.serializable,
            Self::Chosen(choose) => choose(root, init),
        }
    }
}

impl<Node> fmt::Debug for ShadowRoots<'_, Node> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "None",
            Self::Serializable => "Serializable",
            Self::Chosen(_) => "Chosen(_)",
        })
    }
}
