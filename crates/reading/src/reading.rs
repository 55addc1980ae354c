//! The methods of nodes and documents.

use dom::{Document, NodeRef};

use crate::inner_text;

/// What can be read of a node, or of a whole document.
///
/// A document reads as its root does: all elements in it are looked at. Of a node, its descendants are.
pub trait Reading<'a>: Sized {
    /// The node whose descendants are read.
    fn root(self) -> NodeRef<'a>;

    /// The text as a person reads it: the standard's
    /// [`innerText`](https://html.spec.whatwg.org/multipage/dom.html#dom-innertext), under the styles that
    /// browsers have for elements and those in `style` attributes.
    ///
    /// White space collapses but in `pre` and its like; blocks stand on lines of their own, paragraphs with
    /// an empty line between; the cells of a table's row are separated by tabs. What isn't rendered is left
    /// out: `script`, `style`, `template`, `noscript`, what is `hidden`, what a closed `details` hides, the
    /// content of `textarea`, `canvas` and so on. Of a node that itself isn't rendered it is the plain
    /// [`text`](NodeRef::text), as in the standard. Style sheets aren't read.
    #[must_use]
    fn inner_text(self) -> String {
        inner_text::of(self.root())
    }
}

impl<'a> Reading<'a> for NodeRef<'a> {
    fn root(self) -> NodeRef<'a> {
        self
    }
}

impl<'a> Reading<'a> for &'a Document {
    fn root(self) -> NodeRef<'a> {
        self.document()
    }
}
