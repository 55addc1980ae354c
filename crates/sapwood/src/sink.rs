//! Parsing into any tree.

use sapwood_dom::ParseOptions;
use sapwood_driver::{Driver, Html};
use sapwood_tree::{Limit, TreeSink};

/// Parses a document into a tree of one's own: `sink` gets a call for each change of the tree.
///
/// ```
/// use sapwood::{
///     Span, TreeSink, parse_into,
///     tree::{Attributes, InsertionLocation, NewElement},
/// };
///
/// /// Counts elements.
/// struct Count(usize);
///
/// impl TreeSink for Count {
///     type Handle = ();
///     type Output = usize;
///
///     fn document(&mut self) {}
///     fn create_element(&mut self, _: NewElement<'_>) { self.0 += 1; }
///     fn reopen_element(&mut self, _: &(), _: Span) { self.0 += 1; }
///     fn create_comment(&mut self, _: &str, _: Span) {}
///     fn create_processing_instruction(&mut self, _: &str, _: &str, _: Span) {}
///     fn insert(&mut self, _: InsertionLocation<'_, ()>, _: &()) {}
///     fn insert_text(&mut self, _: InsertionLocation<'_, ()>, _: &str, _: Span) {}
///     fn remove(&mut self, _: &()) {}
///     fn reparent_children(&mut self, _: &(), _: &()) {}
///     fn add_missing_attributes(&mut self, _: &(), _: Attributes<'_>) {}
///     fn template_contents(&mut self, _: &()) {}
///     fn finish(self) -> usize { self.0 }
/// }
///
/// assert_eq!(parse_into(Count(0), "<p>One<p>Two"), 5);
/// ```
///
/// The example `own_sink` builds a tree.
pub fn parse_into<S: TreeSink>(sink: S, html: &str) -> S::Output {
    parse_into_with(sink, html, &ParseOptions::default()).0
}

/// Parses a document into a tree of one's own with `options`; returns the limit that was reached, too. The options on
/// errors, positions and the number of nodes are the sink's affair.
pub fn parse_into_with<S: TreeSink>(
    sink: S,
    html: &str,
    options: &ParseOptions,
) -> (S::Output, Option<Limit>) {
    let limits = &options.document.limits;
    let stages = Html::new(sink, None, options.tree, options.uses_fast_path(), limits);
    let mut driver = Driver::new(stages, limits);
    driver.feed_all(html);
    driver.finish()
}
