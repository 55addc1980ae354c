//! Selecting while parsing text.

use std::fmt;

use sapwood_dom::NodeRef;
use sapwood_driver::{Driver, Html, Stages, split_at_most};
use sapwood_select::{NotStreamable, StreamSelector};
use sapwood_tree::Limit;

use super::sink::Sink;
use crate::{ParseOptions, matching::sweep};

/// The most bytes that are parsed before memory is freed.
const PIECE: usize = 1 << 18;

/// A parser that calls a function for each element that matches a selector, when the element ends.
///
/// See the [module](super) for the memory it takes and the selectors it supports. `S` is the state that its handlers
/// share.
pub struct SelectingParser<'h, S = ()> {
    // Boxed, because it takes some KB, which moving the parser would copy.
    pub(super) driver: Box<Driver<Html<Sink<'h, S>>>>,
}

impl SelectingParser<'_> {
    /// Creates a parser of a document. The options on errors and positions have no effect, and the limit on nodes applies to
    /// each match.
    // Inlined, so that the parser is compiled only where somebody uses it.
    #[inline]
    #[must_use]
    pub fn new(options: &ParseOptions) -> Self {
        Self::with_state((), options)
    }
}

impl<'h, S> SelectingParser<'h, S> {
    /// Creates a parser whose handlers share `state`: a value, or a mutable reference to one.
    ///
    /// ```
    /// use sapwood::{ParseOptions, selecting::SelectingParser};
    ///
    /// #[derive(Default)]
    /// struct Prices {
    ///     product: String,
    ///     found: Vec<(String, String)>,
    /// }
    ///
    /// let mut stream = SelectingParser::with_state(Prices::default(), &ParseOptions::default());
    /// stream.on_with("h2", |state, h2| state.product = h2.text_content())?;
    /// stream.on_with(".price", |state, price| {
    ///     state.found.push((state.product.clone(), price.text_content()));
    /// })?;
    /// stream.feed("<h2>Oak</h2><b class=price>4 €</b><h2>Elm</h2><b class=price>7 €</b>");
    /// let (state, limit) = stream.finish_with_state();
    /// assert_eq!(state.found, [("Oak".into(), "4 €".into()), ("Elm".into(), "7 €".into())]);
    /// assert_eq!(limit, None);
    /// # Ok::<(), sapwood::selecting::NotStreamable>(())
    /// ```
    #[must_use]
    pub fn with_state(state: S, options: &ParseOptions) -> Self {
        let limits = &options.document.limits;
        let mut tree = options.tree;
        tree.report_encoding = true;
        let sink = Sink::new(limits.max_nodes(), tree.declarative_shadow_roots, state);
        let stages = Html::new(sink, None, tree, options.uses_fast_path(), limits);
        Self { driver: Box::new(Driver::new(stages, limits)) }
    }

    /// Calls `call` for each element that matches `selector`, when the element ends: for an inner element before the
    /// element that contains it. Handlers must be added before the first chunk is fed.
    ///
    /// `selector` is text, a [`Selector`](crate::Selector), or a [`StreamSelector`], which is prepared once for many parsers. The
    /// element is the root of its tree, or lies in another match: nothing above
    /// that is known.
    ///
    /// # Errors
    ///
    /// If `selector` isn't valid, or depends on content after a start tag.
    pub fn on<T>(
        &mut self,
        selector: T,
        mut call: impl FnMut(NodeRef<'_>) + 'h,
    ) -> Result<(), NotStreamable>
    where
        T: TryInto<StreamSelector>,
        NotStreamable: From<T::Error>,
    {
        self.on_with(selector, move |_, node| call(node))
    }

    /// Calls `call` with the [state](Self::with_state) and each element that matches `selector`; see [`on`](Self::on).
    ///
    /// # Errors
    ///
    /// As [`on`](Self::on).
    pub fn on_with<T>(
        &mut self,
        selector: T,
        call: impl FnMut(&mut S, NodeRef<'_>) + 'h,
    ) -> Result<(), NotStreamable>
    where
        T: TryInto<StreamSelector>,
        NotStreamable: From<T::Error>,
    {
        let selector = selector.try_into()?;
        self.driver.stages_mut().sink_mut().on(selector, Box::new(call));
        Ok(())
    }

    /// The state that the handlers share.
    #[must_use]
    pub fn state(&self) -> &S {
        self.driver.stages().sink().state()
    }

    /// The state that the handlers share, to change it between chunks.
    #[must_use]
    pub fn state_mut(&mut self) -> &mut S {
        self.driver.stages_mut().sink_mut().state_mut()
    }

    /// Parses the next chunk. Once a [limit](Self::limit) is reached, chunks are ignored.
    pub fn feed(&mut self, mut chunk: &str) {
        while !chunk.is_empty() {
            let (piece, rest) = split_at_most(chunk, PIECE);
            self.driver.feed_all(piece);
            self.end_piece();
            chunk = rest;
        }
    }

    /// Frees the memory that the last piece of input needed.
    pub(super) fn end_piece(&mut self) {
        sweep(self.driver.stages_mut().builder());
    }

    /// The [limit](crate::Limits) that was reached, if any.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.driver.limit()
    }

    /// Ends the input, and with it the open elements. Returns the limit that was reached, if any: then the functions
    /// aren't called for elements that were open.
    pub fn finish(self) -> Option<Limit> {
        self.finish_with_state().1
    }

    /// Ends the input as [`finish`](Self::finish) does. Returns the state and the limit that was reached, if any.
    pub fn finish_with_state(mut self) -> (S, Option<Limit>) {
        let limit = self.driver.end_input();
        let stages = self.driver.stages_mut();
        if limit.is_some() {
            stages.sink_mut().give_up();
            stages.abort();
        }
        (stages.sink_mut().end_parse(), limit)
    }
}

impl Default for SelectingParser<'_> {
    /// A parser with default options.
    #[inline]
    fn default() -> Self {
        Self::new(&ParseOptions::default())
    }
}

impl<S> fmt::Debug for SelectingParser<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SelectingParser").field("limit", &self.limit()).finish_non_exhaustive()
    }
}
