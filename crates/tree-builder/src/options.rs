//! Options of tree construction.

use std::{error::Error, fmt};

use sapwood_tree::{Budget, Namespace, QuirksMode};

/// Options of a [`TreeBuilder`](crate::TreeBuilder).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeBuilderOptions {
    /// Whether scripting is enabled, so that the content of `noscript` is raw text. Off by default.
    pub scripting: bool,
    /// Whether the document is an [`iframe` `srcdoc`
    /// document](https://html.spec.whatwg.org/multipage/iframe-embed-object.html#an-iframe-srcdoc-document):
    /// such a document is in no-quirks mode even without a DOCTYPE. Off by default.
    pub iframe_srcdoc: bool,
    /// Whether `<template shadowrootmode>` attaches a shadow root. Off by default.
    pub declarative_shadow_roots: bool,
    /// Whether `<template for>` replaces the content between markers. On by default.
    pub template_for: bool,
    /// Whether the builder returns [`Feedback::Pause`](sapwood_tokenizer::Feedback::Pause) at the end of a
    /// script, so that the caller can run it; see [`TreeBuilder::take_script`](crate::TreeBuilder::take_script). Off by default.
    pub pause_at_scripts: bool,
    /// Whether the builder returns [`Feedback::Pause`](sapwood_tokenizer::Feedback::Pause) after a `meta` that
    /// declares an encoding; see
    /// [`TreeBuilder::take_encoding_declaration`](crate::TreeBuilder::take_encoding_declaration). Off
    /// by default.
    pub report_encoding: bool,
    /// The maximum number of elements that are open at once, and so the maximum depth of nested tags.
    /// A deeper element isn't inserted, and the builder reaches a
    /// [limit](crate::TreeBuilder::limit). No limit by default; the root element is always inserted.
    pub max_depth: u32,
    /// The units that each byte of input adds to the [`Budget`] for copies.
    /// [`Budget::DEFAULT_FACTOR`] by default; `u64::MAX` removes the limit.
    pub amplification: u64,
}

impl Default for TreeBuilderOptions {
    fn default() -> Self {
        Self {
            scripting: false,
            iframe_srcdoc: false,
            declarative_shadow_roots: false,
            template_for: true,
            pause_at_scripts: false,
            report_encoding: false,
            max_depth: u32::MAX,
            amplification: Budget::DEFAULT_FACTOR,
        }
    }
}

/// The [context element](https://html.spec.whatwg.org/multipage/parsing.html#concept-frag-parse-context)
/// of a fragment.
///
/// ```
/// use sapwood::FragmentContext;
///
/// assert_eq!(FragmentContext::parse("svg desc").unwrap().local_name, "desc");
/// assert!(FragmentContext::parse("xul box").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FragmentContext<'a> {
    /// The element's namespace: HTML, SVG or MathML.
    pub namespace: Namespace,
    /// Its local name in the case that a tree uses (`foreignObject`, not `foreignobject`).
    pub local_name: &'a str,
    /// Its attributes without a namespace. Only the `encoding` of an `annotation-xml` has an effect.
    pub attributes: &'a [(&'a str, &'a str)],
    /// The quirks mode of its document.
    pub quirks_mode: QuirksMode,
    /// Whether it is a `form` or has a `form` ancestor, so that the `form` start tags in the fragment are ignored.
    /// Controls in a fragment are associated with no form.
    pub in_form: bool,
}

impl<'a> FragmentContext<'a> {
    /// Creates the context of an HTML element without attributes, in a document in no-quirks mode.
    #[must_use]
    pub const fn html(local_name: &'a str) -> Self {
        Self {
            namespace: Namespace::Html,
            local_name,
            attributes: &[],
            quirks_mode: QuirksMode::NoQuirks,
            in_form: false,
        }
    }

    /// Parses a local name with an optional namespace, such as `td`, `svg desc` or `math mi`.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is empty, doesn't begin with an ASCII letter, contains a character
    /// that a tag name can't contain, or follows a word other than `svg` and `math`.
    pub fn parse(text: &'a str) -> Result<Self, UnknownContext> {
        let (namespace, local_name) = match text.split_once(' ') {
            None => (Namespace::Html, text),
            Some(("svg", name)) => (Namespace::Svg, name),
            Some(("math", name)) => (Namespace::MathMl, name),
            Some(_) => return Err(UnknownContext(text.to_owned())),
        };
        let bad =
            |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'\0' | b'/' | b'<' | b'>');
        if !local_name.starts_with(|first: char| first.is_ascii_alphabetic())
            || local_name.bytes().any(bad)
        {
            return Err(UnknownContext(text.to_owned()));
        }
        Ok(Self { namespace, ..Self::html(local_name) })
    }
}

/// The context that [`parse`](FragmentContext::parse) returns for a name, or an HTML element of that name.
impl<'a> From<&'a str> for FragmentContext<'a> {
    fn from(name: &'a str) -> Self {
        Self::parse(name).unwrap_or(Self::html(name))
    }
}

impl<'a> From<&Self> for FragmentContext<'a> {
    fn from(context: &Self) -> Self {
        *context
    }
}

/// An error for a text that is not the name of a context element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownContext(String);

impl fmt::Display for UnknownContext {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "invalid context element \"{}\"; expected a name such as \"td\", \"svg desc\" or \"math mi\"",
            self.0
        )
    }
}

impl Error for UnknownContext {}
