//! Selecting while parsing, in memory that doesn't grow with the page.
//!
//! A [`SelectingParser`] builds no document. For each open element it keeps only the state that matching its
//! children needs. When an element matches, the parser builds a tree of it and its descendants until the
//! element ends, calls the handler with it, and drops the tree. Memory is proportional to the page's depth
//! and its largest match, not to the page's size.
//!
//! # Examples
//!
//! ```
//! use sapwood::selecting::SelectingParser;
//!
//! let mut titles = Vec::new();
//! let mut stream = SelectingParser::default();
//! stream.on(&"article > h2:first-child".parse()?, |h2| titles.push(h2.text_content()))?;
//! stream.feed("<!doctype html><article><h2>One</h2><h2>Not this</h2></art");
//! stream.feed("icle><article><h2>T<b>w</b>o");
//! stream.finish();
//! assert_eq!(titles, ["One", "Two"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Supported selectors
//!
//! An element is matched when its start tag is read. A selector that depends on later content is an error: see
//! [`NotStreamable`]. Nodes that the parser moves later, such as misnested formatting or content misplaced in a
//! table, aren't matched again in their new position. A node inserted before a table counts as following
//! it. Attributes that later tags add to `html` and `body` have no effect, and `:lang()` ignores a `meta` element
//! that declares a language. The contents of a `template` don't match, as in a document.

#[cfg(feature = "encoding")]
mod bytes;
mod element;
mod sink;

use std::fmt;

use dom::NodeRef;
use driver::{Driver, Html, Stages};
#[cfg(feature = "encoding")]
use encoding::SniffOptions;
pub use select::NotStreamable;
use select::{Selector, StreamSelector};
use tree_sink::Limit;

#[cfg(feature = "encoding")]
pub use self::bytes::SelectingByteParser;
use self::sink::Sink;
use crate::Options;

/// A parser that calls a function for each element that matches a selector, when the element ends.
///
/// See the [module](self) for the memory it takes and the selectors it supports.
pub struct SelectingParser<'h> {
    driver: Driver<Html<Sink<'h>>>,
}

impl<'h> SelectingParser<'h> {
    /// Creates a parser of a document. The options on errors and positions have no effect, and the limit on nodes applies to
    /// each match.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let limits = &options.document.limits;
        let mut tree = options.tree;
        tree.report_encoding = true;
        let sink = Sink::new(limits.max_nodes());
        let stages = Html::new(sink, None, tree, options.uses_fast_path(), limits);
        Self { driver: Driver::new(stages, limits) }
    }

    /// Calls `call` for each element that matches `selector`, when the element ends: for an inner element before the
    /// element that contains it. Handlers must be added before the first chunk is fed.
    ///
    /// The element is the root of its tree, or lies in another match: nothing above that is known.
    ///
    /// # Errors
    ///
    /// If `selector` depends on content after a start tag.
    pub fn on(
        &mut self,
        selector: &Selector,
        call: impl FnMut(NodeRef<'_>) + 'h,
    ) -> Result<(), NotStreamable> {
        self.driver.stages_mut().sink_mut().on(StreamSelector::new(selector)?, Box::new(call));
        Ok(())
    }

    /// Parses the next chunk. Once a [limit](Self::limit) is reached, chunks are ignored.
    pub fn feed(&mut self, chunk: &str) {
        self.driver.feed_all(chunk);
    }

    /// Wraps this parser so that it takes bytes.
    #[cfg(feature = "encoding")]
    #[must_use]
    pub fn from_bytes(self, sniffing: &SniffOptions) -> SelectingByteParser<'h> {
        SelectingByteParser::new(self, sniffing)
    }

    /// The [limit](crate::Limits) that was reached, if any.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.driver.limit()
    }

    /// Ends the input, and with it the open elements. Returns the limit that was reached, if any: then the functions
    /// aren't called for elements that were open.
    pub fn finish(mut self) -> Option<Limit> {
        let limit = self.driver.end_input();
        let mut stages = self.driver.into_stages();
        if limit.is_some() {
            stages.sink_mut().give_up();
            stages.abort();
        }
        stages.finish();
        limit
    }
}

impl Default for SelectingParser<'_> {
    /// A parser with default options.
    fn default() -> Self {
        Self::new(&Options::default())
    }
}

impl fmt::Debug for SelectingParser<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SelectingParser").field("limit", &self.limit()).finish_non_exhaustive()
    }
}
