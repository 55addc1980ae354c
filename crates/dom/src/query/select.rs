//! Selectors over a document.

use std::{fmt, iter::FusedIterator};

use sapwood_select::{Scope, Search, Selector, SelectorError};

use crate::{
    read::node::NodeRef,
    store::{document::Document, id::NodeId, index::Index, node::Slot},
};

/// Iterator over the descendants of a node that match a selector, in tree order.
///
/// It is lazy: the first match takes no longer than the search up to it.
pub struct Select<'a>(Search<'a, NodeRef<'a>>);

impl<'a> Iterator for Select<'a> {
    type Item = NodeRef<'a>;

    // These run the engine and aren't generic, so it is compiled once, in this crate.
    fn next(&mut self) -> Option<NodeRef<'a>> {
        self.0.next()
    }

    fn for_each<F: FnMut(NodeRef<'a>)>(self, mut f: F) {
        each(self.0, &mut f);
    }
}

fn each<'a>(search: Search<'a, NodeRef<'a>>, found: &mut dyn FnMut(NodeRef<'a>)) {
    search.for_each(found);
}

impl FusedIterator for Select<'_> {}

impl fmt::Debug for Select<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Document {
    /// The elements that match a selector, in tree order; `:scope` is the document element.
    ///
    /// `selector` is text, or a [`Selector`]: compile one to use it more than once.
    ///
    /// Once searches have cost about as much as building an index, the document builds one. It counts towards
    /// [`heap_bytes`](Self::heap_bytes) and is dropped when the document changes. A document whose elements share many
    /// attributes gets none, as the index would be far larger than the document.
    ///
    /// # Errors
    ///
    /// If `selector` isn't valid; the error has the position and what is expected there.
    ///
    /// ```
    /// let document = sapwood::parse("<p>Oak<p class=a>Elm");
    /// let texts: Vec<_> = document.select("p")?.map(|p| p.text_content()).collect();
    /// assert_eq!(texts, ["Oak", "Elm"]);
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    pub fn select<S>(&self, selector: S) -> Result<Select<'_>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        self.root().select(selector)
    }

    /// The first element that matches a selector.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    ///
    /// ```
    /// let document = sapwood::parse("<p>Oak<p class=a>Elm");
    /// assert_eq!(document.select_first(".a")?.unwrap().text_content(), "Elm");
    /// assert!(document.select_first(".b")?.is_none());
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    pub fn select_first<S>(&self, selector: S) -> Result<Option<NodeRef<'_>>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        self.root().select_first(selector)
    }

    /// The ids of the elements that match a selector, in tree order: what a program needs to change them.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    ///
    /// ```
    /// let mut document = sapwood::parse("<p><b>Oak</b> <b>Elm</b>");
    /// for id in document.select_ids("b")? {
    ///     document.rename(id, "i")?;
    /// }
    /// assert_eq!(document.body().unwrap().inner_html(), "<p><i>Oak</i> <i>Elm</i></p>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn select_ids<S>(&self, selector: S) -> Result<Vec<NodeId>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        self.root().select_ids(selector)
    }
}

impl<'a> NodeRef<'a> {
    /// The descendants of this node that match a selector, in tree order.
    ///
    /// `selector` is text, or a [`Selector`]: compile one to use it more than once. As with
    /// [`querySelectorAll`](https://dom.spec.whatwg.org/#dom-parentnode-queryselectorall), compounds before the
    /// last combinator may match this node or its ancestors. `:scope` is this node, or the document element of a
    /// document.
    ///
    /// # Errors
    ///
    /// If `selector` isn't valid; the error has the position and what is expected there.
    ///
    /// ```
    /// let document = sapwood::parse("<ul><li><b>Oak</b></ul><b>Elm</b>");
    /// let list = document.select_first("ul")?.unwrap();
    /// assert_eq!(list.select("b")?.count(), 1);
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    pub fn select<S>(self, selector: S) -> Result<Select<'a>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        Ok(Scope::select(self, &selector.try_into()?))
    }

    /// The ids of the descendants that match a selector, in tree order: faster than to
    /// [`select`](Self::select) and collect them.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    ///
    /// ```
    /// let mut document = sapwood::parse("<ul><li>Oak<li>Elm</ul><ol><li>Fir</ol>");
    /// for id in document.select_first("ul")?.unwrap().select_ids("li")? {
    ///     document.add_class(id, "tree")?;
    /// }
    /// assert_eq!(document.select("li.tree")?.count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn select_ids<S>(self, selector: S) -> Result<Vec<NodeId>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        let found = self.select(selector)?.0;
        if let Some(listed) = found.listed() {
            return Ok(listed.ids());
        }
        let mut ids = Vec::new();
        each(found, &mut |node| ids.push(node.node_id()));
        Ok(ids)
    }

    /// The first descendant that matches a selector.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    ///
    /// ```
    /// let document = sapwood::parse("<ul><li><b>Oak</b></ul><b>Elm</b>");
    /// let list = document.select_first("ul")?.unwrap();
    /// assert_eq!(list.select_first("b")?.unwrap().text_content(), "Oak");
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    pub fn select_first<S>(self, selector: S) -> Result<Option<Self>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        Ok(Scope::select_first(self, &selector.try_into()?))
    }

    /// Whether this node is an element that matches a selector; `:scope` is this node.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    ///
    /// ```
    /// let document = sapwood::parse("<p class=a>Oak");
    /// assert!(document.body().unwrap().first_child().unwrap().matches("p.a")?);
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    pub fn matches<S>(self, selector: S) -> Result<bool, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        Ok(Scope::matches(self, &selector.try_into()?))
    }

    /// The nearest inclusive ancestor that matches a selector; `:scope` is this node.
    ///
    /// # Errors
    ///
    /// As [`select`](Self::select).
    ///
    /// ```
    /// let document = sapwood::parse("<div class=tree><p><b>Oak</b></div>");
    /// let b = document.select_first("b")?.unwrap();
    /// assert_eq!(b.closest("div, section")?.unwrap().attr("class"), Some("tree"));
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    pub fn closest<S>(self, selector: S) -> Result<Option<Self>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        Ok(Scope::closest(self, &selector.try_into()?))
    }
}

impl NodeRef<'_> {
    /// Whether a search below it scans: there is no index, or too few descendants for one to pay.
    fn is_scanned(self) -> bool {
        let few = |index: &Index| {
            index.descendant_count(self.id).is_some_and(|it| it <= sapwood_select::FEW)
        };
        self.document.index().is_none_or(few)
    }
}

impl<'a> Scope for NodeRef<'a> {
    type Node = Self;
    type Matches = Select<'a>;

    fn select(self, selector: &Selector) -> Select<'a> {
        Select(selector.search(self))
    }

    fn select_first(self, selector: &Selector) -> Option<Self> {
        let document = self.document;
        // The usual search in an item of a list: setting it up would take longer than the search.
        if let Some(name) = selector.lone_type()
            && !document.names.has_qualified()
        {
            let near = document.nodes.next_slots(self.id, sapwood_select::FEW).iter().enumerate();
            for (offset, next) in near.take_while(|(_, next)| next.is_below(self.id)) {
                if next.head.is_called(name) {
                    return Some(Self {
                        id: Slot::of_index(self.id.index() + 1 + offset)?,
                        ..self
                    });
                }
            }
            if self.is_scanned() {
                return self.next_of_type(self, name, &mut 0);
            }
        }
        selector.search_first(self)
    }

    fn matches(self, selector: &Selector) -> bool {
        selector.test(self)
    }

    fn closest(self, selector: &Selector) -> Option<Self> {
        selector.search_ancestors(self)
    }
}

/// The [root](Document::root) of the document.
impl<'a> Scope for &'a Document {
    type Node = NodeRef<'a>;
    type Matches = Select<'a>;

    fn select(self, selector: &Selector) -> Select<'a> {
        Scope::select(self.root(), selector)
    }

    fn select_first(self, selector: &Selector) -> Option<NodeRef<'a>> {
        Scope::select_first(self.root(), selector)
    }

    fn matches(self, _selector: &Selector) -> bool {
        false
    }

    fn closest(self, _selector: &Selector) -> Option<NodeRef<'a>> {
        None
    }
}
