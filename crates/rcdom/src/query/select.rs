//! Selectors.

use std::rc::Rc;

use sapwood_dom::{Selector, SelectorError};

use super::queried::{Queried, handle};
use crate::{
    dom::RcDom,
    node::{Handle, Node},
};

/// # Selectors
impl RcDom {
    /// Returns the elements that match a selector, in tree order; `:scope` is the document element.
    ///
    /// `selector` is text, or a [`Selector`]: compile one to use it more than once.
    ///
    /// # Errors
    ///
    /// If `selector` isn't valid; the error has the position and what is expected there.
    ///
    /// ```
    /// use sapwood_rcdom::{RcDom, parse_document, tendril::TendrilSink};
    ///
    /// let dom = parse_document(RcDom::default(), Default::default()).one("<p>Oak<p class=a>Elm");
    /// let texts: Vec<_> = dom.select("p")?.iter().map(|p| p.text_content()).collect();
    /// assert_eq!(texts, ["Oak", "Elm"]);
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    pub fn select<S>(&self, selector: S) -> Result<Vec<Handle>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        Ok(all(self, &selector.try_into()?))
    }

    /// Returns the first element that matches a selector.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    pub fn select_first<S>(&self, selector: S) -> Result<Option<Handle>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        Ok(first(self, &selector.try_into()?))
    }
}

/// # Selectors
impl Node {
    /// Returns the descendants of this node that match a selector, in tree order.
    ///
    /// Compounds before the last combinator may match this node or its ancestors. `:scope` is this node, or the document
    /// element of a document.
    ///
    /// # Errors
    ///
    /// As [`RcDom::select`].
    ///
    /// ```
    /// use sapwood_rcdom::{RcDom, parse_document, tendril::TendrilSink};
    ///
    /// let html = "<ul><li><b>Oak</b></ul><b>Elm</b>";
    /// let dom = parse_document(RcDom::default(), Default::default()).one(html);
    /// let list = dom.select_first("ul")?.unwrap();
    /// assert_eq!(list.select("b")?.len(), 1);
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    pub fn select<S>(self: &Rc<Self>, selector: S) -> Result<Vec<Handle>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        Ok(all(self, &selector.try_into()?))
    }

    /// Returns the first descendant that matches a selector.
    ///
    /// # Errors
    ///
    /// As [`RcDom::select`].
    pub fn select_first<S>(self: &Rc<Self>, selector: S) -> Result<Option<Handle>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        Ok(first(self, &selector.try_into()?))
    }
}

fn all(below: &impl Queried, selector: &Selector) -> Vec<Handle> {
    below.query(|snapshot, root| {
        selector.select(root).map(|element| handle(snapshot, element)).collect()
    })
}

fn first(below: &impl Queried, selector: &Selector) -> Option<Handle> {
    below.query(|snapshot, root| Some(handle(snapshot, selector.select_first(root)?)))
}
