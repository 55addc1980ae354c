//! Queries, on a snapshot of the tree.

#[cfg(feature = "extract")]
pub(crate) mod extract;
#[cfg(feature = "markdown")]
mod markdown;
#[cfg(any(feature = "select", feature = "xpath", feature = "extract"))]
mod queried;
#[cfg(feature = "select")]
mod select;
#[cfg(feature = "xpath")]
mod xpath;

use std::rc::Rc;

use crate::{
    dom::RcDom,
    node::{Handle, Node},
};

/// A copy of a tree, on which queries run; it maps each node to its [`Handle`] and back.
///
/// [`RcDom::snapshot`] and [`Node::snapshot`] take one.
pub type Snapshot = sapwood_dom::Snapshot<Handle>;

/// # Queries
///
/// Selectors, XPath expressions and text extraction need texts that nothing can change meanwhile, so they run on a
/// [`Snapshot`]. Each of these methods takes a new one, in time linear in the size of the document. For several queries, take
/// one by [`snapshot`](Self::snapshot) and query its nodes.
///
/// The document is queried as an HTML document unless its root element is in a namespace other than those of HTML, SVG and
/// MathML: then names are case-sensitive, and XPath's names without a prefix are in no namespace.
impl RcDom {
    /// Copies the document for queries. Later changes of the document don't change the copy.
    ///
    /// ```
    /// use sapwood_rcdom::{RcDom, parse_document, tendril::TendrilSink};
    ///
    /// let dom = parse_document(RcDom::default(), Default::default()).one("<ul><li>Oak<li>Elm</ul>");
    /// let snapshot = dom.snapshot();
    /// let items: Vec<_> = snapshot.root().select("li")?.collect();
    /// assert_eq!(items[1].text_content(), "Elm");
    ///
    /// let handle = snapshot.handle(items[1]).unwrap();
    /// assert_eq!(handle.text_content(), "Elm");
    /// assert_eq!(snapshot.node(handle), Some(items[1]));
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::of(self, &self.document)
    }
}

/// # Queries
///
/// As those of [`RcDom`], each of these methods takes a new [`Snapshot`] of the whole tree that the node is in. A node doesn't
/// know the mode of its document, so these methods assume no-quirks mode; so do they for template contents, which are a
/// document of their own here. [`RcDom::snapshot`] has the mode, and finds the copy of a node by its handle.
impl Node {
    /// Copies the tree that this node is in for queries, in no-quirks mode.
    ///
    /// ```
    /// use sapwood_rcdom::{RcDom, parse_document, tendril::TendrilSink};
    ///
    /// let dom = parse_document(RcDom::default(), Default::default()).one("<p>Oak<p>Elm");
    /// let body = dom.select_first("body")?.unwrap();
    /// let snapshot = body.snapshot();
    /// let copy = snapshot.node(&body).unwrap();
    /// assert_eq!(copy.select("p")?.count(), 2);
    /// assert_eq!(copy.select_first("html > body > p")?.unwrap().text_content(), "Oak");
    /// # Ok::<(), sapwood::SelectorError>(())
    /// ```
    #[must_use]
    pub fn snapshot(self: &Rc<Self>) -> Snapshot {
        let mut root = Rc::clone(self);
        while let Some(parent) = root.parent() {
            root = parent;
        }
        snapshot_below(&root)
    }
}

/// Copies the tree below `root`, in no-quirks mode.
fn snapshot_below(root: &Handle) -> Snapshot {
    let dom = RcDom { document: Rc::clone(root), ..RcDom::default() };
    Snapshot::of(&dom, root)
}
