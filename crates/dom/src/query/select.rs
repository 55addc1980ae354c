//! Selectors over a document.

use sapwood_names::{HashMap, NameId, Namespace, attr};
use sapwood_select::{
    CandidateKey, DocumentMode, Element, LocalName, NamespaceUrl, Node, Scope, Select, Selector,
    SelectorError,
};
use sapwood_tree::QuirksMode;

use crate::{
    query::candidates::{IndexKey, Indexed, ValueTest},
    read::{attributes::AttributeRef, node::NodeRef},
    store::{
        document::Document,
        id::NodeId,
        index::Index,
        node::{Kind, Slot},
    },
};

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
    pub fn select<S>(&self, selector: S) -> Result<Select<NodeRef<'_>>, SelectorError>
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
    pub fn select<S>(self, selector: S) -> Result<Select<Self>, SelectorError>
    where
        S: TryInto<Selector>,
        SelectorError: From<S::Error>,
    {
        Ok(<Self as Node>::selected(selector.try_into()?, self))
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
        let found = self.select(selector)?;
        if let Some(listed) = found.listed() {
            return Ok(listed.ids());
        }
        let mut ids = Vec::new();
        found.for_each(|node| ids.push(node.node_id()));
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
        Ok(selector.try_into()?.select_first(self))
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
        Ok(selector.try_into()?.matches(self))
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
        Ok(selector.try_into()?.closest(self))
    }

    fn in_namespace(
        self,
        namespace: Namespace,
        url: impl FnOnce() -> &'a str,
        wanted: &NamespaceUrl,
    ) -> bool {
        namespace == wanted.namespace && (namespace != Namespace::Other || url() == wanted.url)
    }
}

#[doc(hidden)]
impl<'a> Scope for &'a Document {
    type Node = NodeRef<'a>;

    fn root(self) -> NodeRef<'a> {
        Document::root(self)
    }
}

#[doc(hidden)]
impl Element for NodeRef<'_> {
    #[inline]
    fn is_named(&self, name: &LocalName) -> bool {
        self.has_local_name(self.head().name(), name)
    }

    fn local_name(&self) -> &str {
        NodeRef::local_name(self).unwrap_or_default()
    }

    #[inline]
    fn namespace(&self) -> Namespace {
        self.head().namespace()
    }

    fn is_in(&self, namespace: &NamespaceUrl) -> bool {
        let url = || self.namespace_uri().unwrap_or_default();
        self.in_namespace(self.head().namespace(), url, namespace)
    }

    fn type_key(&self) -> u64 {
        let (name, namespace) = (self.head().name(), self.head().namespace());
        let Some(qualified) = self.document.names.qualified(name) else {
            return (name.index() as u64) << 8 | namespace as u64;
        };
        qualified.type_key()
    }

    #[inline]
    fn known_attribute(&self, name: NameId) -> Option<&str> {
        self.document.known_attribute(self.id, name)
    }

    #[inline]
    fn attribute(&self, name: &LocalName) -> Option<&str> {
        Some(self.find_plain_attribute(name)?.1)
    }

    fn has_attribute(
        &self,
        namespace: Option<&NamespaceUrl>,
        name: &LocalName,
        test: &mut dyn FnMut(&str) -> bool,
    ) -> bool {
        let is_it = |attribute: &AttributeRef<'_>| {
            let found = attribute.qualified_name();
            found.local.text == name.text
                && namespace.is_none_or(|wanted| {
                    found.namespace == wanted.namespace
                        && (found.namespace != Namespace::Other
                            || found.namespace_url == wanted.url)
                })
        };
        self.attrs().filter(is_it).any(|attribute| test(attribute.value()))
    }
}

/// The known name of the elements with this key, if it is a type.
#[inline]
fn type_of(key: &CandidateKey) -> Option<NameId> {
    match key {
        CandidateKey::Type(name) if name.is_tag => Some(name.id),
        _ => None,
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

#[doc(hidden)]
impl<'a> Node for NodeRef<'a> {
    type Indexed = Indexed<'a>;

    fn document_mode(self) -> DocumentMode {
        DocumentMode {
            html: !self.document.is_xml,
            quirks: self.document.quirks_mode == QuirksMode::Quirks,
        }
    }

    #[inline]
    fn index(self) -> usize {
        self.id.index()
    }

    fn bound(self) -> usize {
        self.document.nodes.len() + 1
    }

    #[inline]
    fn is_element(self) -> bool {
        self.head().is(Kind::Element)
    }

    fn is_document(self) -> bool {
        self.head().is(Kind::Document)
    }

    fn has_text(self) -> bool {
        let entry = self.entry();
        entry.head.is(Kind::Text) && entry.len > 0
    }

    #[inline]
    fn parent(self) -> Option<Self> {
        NodeRef::parent(&self)
    }

    #[inline]
    fn first_child(self) -> Option<Self> {
        NodeRef::first_child(&self)
    }

    #[inline]
    fn last_child(self) -> Option<Self> {
        NodeRef::last_child(&self)
    }

    #[inline]
    fn previous_sibling(self) -> Option<Self> {
        NodeRef::previous_sibling(&self)
    }

    #[inline]
    fn next_sibling(self) -> Option<Self> {
        NodeRef::next_sibling(&self)
    }

    fn indexed(self, key: &CandidateKey) -> Option<Indexed<'a>> {
        self.indexed_by(match key {
            CandidateKey::Type(name) => IndexKey::Type(name),
            CandidateKey::Attribute(name) => IndexKey::Attribute(*name),
            CandidateKey::Id(id) => IndexKey::Id(id),
            CandidateKey::Class(class) => IndexKey::Class(class),
            _ => return None,
        })
    }

    fn descendant_count(self) -> Option<usize> {
        self.document.index()?.descendant_count(self.id)
    }

    fn is_within(self, ancestor: Self) -> bool {
        if let Some(index) = self.document.index()
            && let Some(is_within) = index.is_within(self.id, ancestor.id)
        {
            return is_within;
        }
        self.ancestors().any(|node| node == ancestor)
    }

    fn next_candidate(self, root: Self, keys: &[CandidateKey], steps: &mut usize) -> Option<Self> {
        let document = self.document;
        let mode = self.document_mode();
        let ignores_case = mode.quirks;
        // Most selectors have one key, and the kind of that key decides what to compare.
        match keys {
            [CandidateKey::Any] => self.next_element(root, steps),
            [CandidateKey::Type(name)] if name.is_tag && !document.names.has_qualified() => {
                self.next_of_type(root, name.id, steps)
            }
            [CandidateKey::Attribute(name)] => {
                self.next_with_attribute(root, *name, ValueTest::Any, steps)
            }
            [CandidateKey::Id(id)] => {
                let test = ValueTest::Equal { text: id, ignores_case };
                self.next_with_attribute(root, attr::ID, test, steps)
            }
            [CandidateKey::Class(class)] => {
                let test = ValueTest::Word { word: class, ignores_case };
                self.next_with_attribute(root, attr::CLASS, test, steps)
            }
            // A list of types, such as `h1, h2, h3`.
            _ if !document.names.has_qualified()
                && keys.iter().all(|key| type_of(key).is_some()) =>
            {
                self.next_matching(root, steps, 1, |_, node| {
                    keys.iter().filter_map(type_of).any(|name| node.head.is_called(name))
                })
            }
            _ => self.next_matching(root, steps, 4, |index, node| {
                let fits = |id| keys.iter().any(|key| key.fits(&NodeRef { document, id }, mode));
                node.head.is(Kind::Element) && Slot::of_index(index).is_some_and(fits)
            }),
        }
    }

    fn each_candidate(self, root: Self, keys: &[CandidateKey], found: &mut dyn FnMut(Self)) {
        let document = self.document;
        let mut at = self;
        if let [key] = keys
            && let Some(name) = type_of(key)
            && !document.names.has_qualified()
        {
            while let Some(next) = at.next_of_type(root, name, &mut 0) {
                found(next);
                at = next;
            }
            return;
        }
        while let Some(next) = at.next_candidate(root, keys, &mut 0) {
            found(next);
            at = next;
        }
    }

    fn form_owners(self) -> HashMap<usize, usize> {
        let owners = self.owned_controls().into_iter();
        owners.map(|(control, form)| (control.slot().index(), form.slot().index())).collect()
    }

    fn with_text<T>(self, see: impl FnOnce(&str) -> T) -> Option<T> {
        self.as_text().map(see)
    }

    fn selected(selector: Selector, root: Self) -> Select<Self> {
        selector.search(root)
    }

    fn next_selected(select: &mut Select<Self>) -> Option<Self> {
        select.advance()
    }

    fn first_selected(selector: &Selector, root: Self) -> Option<Self> {
        let document = root.document;
        // The usual search in an item of a list: setting it up would take longer than the search.
        if let Some(name) = selector.lone_type()
            && !document.names.has_qualified()
        {
            let near = document.nodes.next_slots(root.id, sapwood_select::FEW).iter().enumerate();
            for (offset, next) in near.take_while(|(_, next)| next.is_below(root.id)) {
                if next.head.is_called(name) {
                    return Some(Self {
                        id: Slot::of_index(root.id.index() + 1 + offset)?,
                        ..root
                    });
                }
            }
            if root.is_scanned() {
                return root.next_of_type(root, name, &mut 0);
            }
        }
        selector.search_first(root)
    }

    fn is_selected(self, selector: &Selector) -> bool {
        selector.test(self)
    }

    fn closest_selected(self, selector: &Selector) -> Option<Self> {
        selector.search_ancestors(self)
    }
}
