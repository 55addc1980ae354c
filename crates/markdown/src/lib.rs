//! HTML as Markdown: [CommonMark](https://spec.commonmark.org/0.31.2/) with the tables, strikethrough and task lists
//! of [GitHub](https://github.github.com/gfm/), from any tree.
//!
//! The Markdown holds what a person reads: [`to_markdown`] leaves out what [`inner_text`](sapwood_extract::inner_text) does, and
//! form controls, graphics and frames. It has no HTML in it. A reader makes the same elements of it as far as
//! Markdown has them, and text is not taken for markup. E-mail addresses are not escaped: some readers make links of them.
//!
//! | module | content |
//! |---|---|
//! | `convert`, `actions` | the walk over the elements: which blocks and inline parts they are; `convert::elements` has the larger ones |
//! | `lists`, `tables`, `code`, `links`, `math`, `html` | lists, tables, code blocks, links and images, formulas, elements kept as HTML |
//! | `inline` | the parts of a paragraph, white space collapsed |
//! | `delimiters`, `escape`, `assemble` | the text of a paragraph |
//! | `writer` | lines in quotes and lists |
//! | `marks`, `map` | the nodes that the Markdown comes from |
//! | `chunks` | the Markdown in pieces |

// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod actions;
mod assemble;
mod chunks;
mod code;
mod convert;
mod delimiters;
mod escape;
mod html;
mod inline;
mod links;
mod lists;
mod map;
mod marks;
mod math;
mod options;
mod tables;
mod writer;

pub use chunks::{Chunk, ChunkHeading, ChunkOptions};
pub use map::{MapEntry, MarkdownMap};
pub use options::{
    Conversion, DescriptionStyle, Escaping, HardBreak, HeadingStyle, ImageStyle, InlineStyle,
    LinkStyle, MarkdownOptions, MissingHeader,
};
pub use sapwood_tree::{Node, NodeSet, Tree};

use sapwood_extract::boxes::Context;

use crate::{
    convert::{Source, convert, convert_with_map},
    options::Settings,
};

/// Returns a node as Markdown, with the default [`MarkdownOptions`].
#[must_use]
pub fn to_markdown<'d>(root: impl Node<'d>) -> String {
    let source = Source { root, context: Context::default(), skipped: None, rule: None };
    convert(&source, &Settings::default())
}

/// Returns a node as Markdown.
#[must_use]
pub fn to_markdown_with<'d, T: Tree>(root: T::Node<'d>, options: &MarkdownOptions<T>) -> String {
    convert_with(root, Context::default(), None, options)
}

/// Returns a node as Markdown, with the nodes that its parts come from.
#[must_use]
pub fn to_markdown_map<'d, T: Tree>(
    root: T::Node<'d>,
    options: &MarkdownOptions<T>,
) -> MarkdownMap<T::Node<'d>> {
    map_with(root, Context::default(), None, options)
}

/// A node without some of its descendants, of which hidden ones are content as others are.
#[derive(Clone, Copy, Debug)]
pub struct Part<'s, N> {
    root: N,
    skipped: &'s NodeSet,
}

impl<'s, 'd, N: Node<'d>> Part<'s, N> {
    /// Creates the part of `root` without the nodes in `skipped` and their descendants.
    #[must_use]
    pub fn new(root: N, skipped: &'s NodeSet) -> Self {
        Self { root, skipped }
    }

    /// Returns the part as Markdown, with the default [`MarkdownOptions`].
    #[must_use]
    pub fn to_markdown(self) -> String {
        let (root, skipped) = (self.root, Some(self.skipped));
        let source = Source { root, context: Context::revealing(), skipped, rule: None };
        convert(&source, &Settings::default())
    }

    /// Returns the part as Markdown.
    #[must_use]
    pub fn to_markdown_with<T: Tree<Node<'d> = N>>(self, options: &MarkdownOptions<T>) -> String {
        convert_with(self.root, Context::revealing(), Some(self.skipped), options)
    }

    /// Returns the part as Markdown, with the nodes that it comes from.
    #[must_use]
    pub fn to_markdown_map<T: Tree<Node<'d> = N>>(
        self,
        options: &MarkdownOptions<T>,
    ) -> MarkdownMap<N> {
        map_with(self.root, Context::revealing(), Some(self.skipped), options)
    }
}

fn convert_with<'d, T: Tree>(
    root: T::Node<'d>,
    context: Context,
    skipped: Option<&NodeSet>,
    options: &MarkdownOptions<T>,
) -> String {
    let rule = options.element.as_deref().map(|rule| move |node: T::Node<'d>| rule(node));
    let rule = rule.as_ref().map(|rule| rule as &dyn Fn(T::Node<'d>) -> Conversion);
    convert(&Source { root, context, skipped, rule }, &options.settings)
}

fn map_with<'d, T: Tree>(
    root: T::Node<'d>,
    context: Context,
    skipped: Option<&NodeSet>,
    options: &MarkdownOptions<T>,
) -> MarkdownMap<T::Node<'d>> {
    let rule = options.element.as_deref().map(|rule| move |node: T::Node<'d>| rule(node));
    let rule = rule.as_ref().map(|rule| rule as &dyn Fn(T::Node<'d>) -> Conversion);
    let source = Source { root, context, skipped, rule };
    MarkdownMap::new(convert_with_map(&source, &options.settings, true))
}
