//! What a caller decides before a parse.

use std::{error::Error, fmt};

use tree_sink::{Namespace, QuirksMode};

/// How a tree is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Whether scripting is enabled: the content of `noscript` is raw text then. Off by default.
    pub scripting: bool,
    /// Whether the document is an [`iframe` `srcdoc`
    /// document](https://html.spec.whatwg.org/multipage/iframe-embed-object.html#an-iframe-srcdoc-document):
    /// it needs no DOCTYPE to be in no-quirks mode. Off by default.
    pub iframe_srcdoc: bool,
    /// Whether `<template shadowrootmode>` attaches a shadow root. Off by default.
    pub declarative_shadow_roots: bool,
    /// Whether `<template for>` replaces the content between markers. On by default.
    pub template_for: bool,
    /// Whether the builder answers [`Feedback::Pause`](tokenizer::Feedback::Pause) at the end of a
    /// script, for [`TreeBuilder::take_script`](crate::TreeBuilder::take_script). Off by default.
    pub pause_at_scripts: bool,
    /// Whether the builder answers [`Feedback::Pause`](tokenizer::Feedback::Pause) after a `meta` that
    /// declares an encoding, for
    /// [`TreeBuilder::take_encoding_declaration`](crate::TreeBuilder::take_encoding_declaration). Off
    /// by default.
    pub report_encoding: bool,
    /// How many elements may be open at once: then no element lies deeper than that where it was
    /// written. One that would isn't put into the tree, and the builder reaches a
    /// [limit](crate::TreeBuilder::limit). No limit by default; the root element always may.
    pub max_depth: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            scripting: false,
            iframe_srcdoc: false,
            declarative_shadow_roots: false,
            template_for: true,
            pause_at_scripts: false,
            report_encoding: false,
            max_depth: u32::MAX,
        }
    }
}

/// The [context element](https://html.spec.whatwg.org/multipage/parsing.html#concept-frag-parse-context)
/// of a fragment.
///
/// ```
/// use sapwood_tree_builder::FragmentContext;
///
/// assert_eq!(FragmentContext::parse("svg desc").unwrap().local_name, "desc");
/// assert!(FragmentContext::parse("xul box").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FragmentContext<'a> {
    /// The element's namespace: HTML, SVG or MathML.
    pub namespace: Namespace,
    /// Its local name, as a tree would hold it (`foreignObject`, not `foreignobject`).
    pub local_name: &'a str,
    /// Its attributes without a namespace; only `annotation-xml`'s `encoding` is looked at.
    pub attributes: &'a [(&'a str, &'a str)],
    /// The mode of its document.
    pub quirks_mode: QuirksMode,
    /// Whether it is a `form` or inside one.
    pub in_form: bool,
}

impl<'a> FragmentContext<'a> {
    /// An HTML element without attributes in a document in no-quirks mode.
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

    /// Reads `td`, `svg desc` or `math mi`.
    ///
    /// # Errors
    ///
    /// When the name is empty, holds what no name may hold, or follows a word other than `svg` and
    /// `math`.
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

/// A text that names no context element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownContext(String);

impl fmt::Display for UnknownContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` names no context element: it is `td`, `svg desc` or `math mi`, for example",
            self.0
        )
    }
}

impl Error for UnknownContext {}
