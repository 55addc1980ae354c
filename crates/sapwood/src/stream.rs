//! Selecting while parsing, in memory that doesn't grow with the page.
//!
//! A [`Stream`] builds no document. Of the open elements it keeps what their children have to know to be
//! matched, and of an element that matches, and all in it, it builds a tree until the element ends; then
//! it calls whoever asked, and forgets the tree. So a page of any size is read in the memory that its
//! depth and its largest match take.
//!
//! # Examples
//!
//! ```
//! use sapwood::stream::Stream;
//!
//! let mut titles = Vec::new();
//! let mut stream = Stream::default();
//! stream.on(&"article > h2:first-child".parse()?, |h2| titles.push(h2.text_content()))?;
//! stream.feed("<!doctype html><article><h2>One</h2><h2>Not this</h2></art");
//! stream.feed("icle><article><h2>T<b>w</b>o");
//! stream.finish();
//! assert_eq!(titles, ["One", "Two"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What can be asked
//!
//! Whether an element matches is decided when its start tag is read. Selectors that ask for what comes
//! after it are refused: see [`NotStreamable`]. What the parser moves afterwards (misnested formatting, what
//! stands in a table and may not) stays as it was decided where it was put first, and what it puts before
//! a table counts as after it. Attributes that later tags add to `html` and `body` aren't seen. What is in a
//! `template` is part of the template's contents and doesn't match, as in a document.

mod element;
mod sink;

use std::fmt;

use dom::NodeRef;
use select::Selector;
pub use select::{NotStreamable, StreamSelector};
use tokenizer::Tokenizer;
use tree_builder::TreeBuilder;
use tree_sink::Limit;

use self::sink::Sink;
use crate::{limits::Allowance, options::Options};

/// A parser that calls for each element that matches a selector when the element ends.
///
/// See the [module](self) for what it keeps and what can be asked.
pub struct Stream<'h> {
    tokenizer: Tokenizer,
    builder: TreeBuilder<Sink<'h>>,
    allowance: Allowance,
    limit: Option<Limit>,
}

impl<'h> Stream<'h> {
    /// A parser of a document. Of the options errors and positions mean nothing, and of the limits the
    /// number of nodes is that of a match.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let limits = &options.limits;
        let mut tree = options.tree;
        tree.max_depth = limits.max_depth();
        let builder = TreeBuilder::new(Sink::new(limits.max_nodes()), tree);
        let tokenizer = Tokenizer::new(limits.of_tokenizer(tokenizer::Options {
            state: builder.initial_tokenizer_state(),
            fast_path: !options.plain_machine,
            ..tokenizer::Options::default()
        }));
        Self { tokenizer, builder, allowance: Allowance::of(limits), limit: None }
    }

    /// Has `call` called with each element that matches `selector`, when the element ends: an inner one
    /// before the one that it is in. It is to be called before the first chunk is fed.
    ///
    /// The element is the root of its tree, or in one that matched, too: nothing above that is known.
    ///
    /// # Errors
    ///
    /// If `selector` asks for what comes after a start tag.
    pub fn on(
        &mut self,
        selector: &Selector,
        call: impl FnMut(NodeRef<'_>) + 'h,
    ) -> Result<(), NotStreamable> {
        self.builder.sink_mut().on(StreamSelector::new(selector)?, Box::new(call));
        Ok(())
    }

    /// Takes the next chunk; does nothing once a limit is reached.
    pub fn feed(&mut self, chunk: &str) {
        if self.limit.is_some() {
            return;
        }
        let mut left = self.allowance.take(chunk);
        let is_all = left.len() == chunk.len();
        let deadline = self.allowance.deadline();
        while !left.is_empty() && self.limit.is_none() {
            let (piece, rest) = self.allowance.split(left);
            self.feed_piece(piece);
            left = rest;
            if self.allowance.is_past(deadline) {
                self.limit.get_or_insert(Limit::Time);
            }
        }
        if !is_all {
            self.limit.get_or_insert(Limit::InputBytes);
        }
    }

    fn feed_piece(&mut self, piece: &str) {
        let mut left = piece;
        while !left.is_empty() && self.builder.limit().is_none() {
            let taken = self.tokenizer.feed(left, &mut self.builder);
            left = &left[taken..];
            if self.builder.take_encoding_declaration().is_some() {
                self.builder.stop_reporting_encoding();
            }
        }
        self.limit = self.limit.or(self.tokenizer.limit()).or(self.builder.limit());
    }

    /// The limit that was reached, if one was: whatever is fed, nothing comes of it.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Ends the input, and with it the elements that are open; returns the limit that was reached, if one
    /// was. Elements that are open when a limit is reached never end.
    pub fn finish(mut self) -> Option<Limit> {
        if self.limit.is_none() {
            self.tokenizer.finish(&mut self.builder);
            self.limit = self.tokenizer.limit().or(self.builder.limit());
        }
        if self.limit.is_some() {
            self.builder.abort();
            self.builder.sink_mut().give_up();
        }
        let () = self.builder.finish();
        self.limit
    }
}

impl Default for Stream<'_> {
    /// A parser with default options.
    fn default() -> Self {
        Self::new(&Options::default())
    }
}

impl fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("limit", &self.limit).finish_non_exhaustive()
    }
}
