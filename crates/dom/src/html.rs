//! Writing a document, or a part of it, as HTML.

use serializer::{Minify, minify_inner};

use crate::{document::Document, node::NodeRef, written};

impl Document {
    /// The document as HTML: its
    /// [serialization](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments) with
    /// default [options](serializer::Options).
    ///
    /// Parsed again, it mostly gives the same document: the standard [tells
    /// when not](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments).
    #[must_use]
    pub fn to_html(&self) -> String {
        // The buffer holds all text and all values, the tags come on top.
        let capacity = self.texts.len() + self.texts.len() / 4;
        written::inner(self.document(), capacity)
    }

    /// The document as HTML in few bytes, which give the same tree: without the tags, quotes and character
    /// references that can be done without.
    ///
    /// For what changes the tree, see [`Minify`].
    #[must_use]
    pub fn to_minified_html(&self) -> String {
        let mut html = String::with_capacity(self.texts.len());
        minify_inner(&mut html, &self, &self.document(), &Minify::default())
            .expect("a string takes all that is written");
        html
    }
}

impl NodeRef<'_> {
    /// What is in the node, as HTML: the `innerHTML` of an element.
    ///
    /// For other options, or to write elsewhere, see [`serializer::write_inner`].
    #[must_use]
    pub fn inner_html(&self) -> String {
        written::inner(*self, 0)
    }

    /// The node and what is in it, as HTML: the `outerHTML` of an element.
    ///
    /// For other options, or to write elsewhere, see [`serializer::write_outer`].
    #[must_use]
    pub fn outer_html(&self) -> String {
        written::outer(*self)
    }
}
