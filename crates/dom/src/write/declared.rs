//! Writing a document that declares its encoding.
//!
//! [`EncodedTree`] shows a document with the declarations that it needs. Writing it as any tree takes several times as
//! long as following the links of the arena, and most documents differ from what it shows in nothing or in their
//! `head`. So the document is written as it is, and then its `head` is replaced.

use sapwood_names::tag;
use sapwood_serializer::{
    EncodedTree, HtmlWriter, SerializeOptions, write_inner, write_outer, write_start_tag,
};
use sapwood_tree::{NodeView, TreeSource};

use crate::{
    read::node::NodeRef,
    store::{document::Document, node::Slot},
    write::serialize,
};

/// The parts of a document that have to be written otherwise to declare the encoding.
enum Changes<'d> {
    Nothing,
    /// The only `head`.
    Head(NodeRef<'d>),
    /// Any.
    Anything,
}

/// Number of ancestors of a `meta` element among which the `head` is looked for.
const MAX_DEPTH: usize = 8;

const WRITTEN: &str = "writing to a string never fails";

impl Document {
    /// The document as HTML for a file in UTF-8: what [`to_html`](Self::to_html) writes, with a declaration of that
    /// encoding.
    ///
    /// A `meta` element that declares another encoding is written with UTF-8 in its place. If `head` has no declaration,
    /// `<meta charset="utf-8">` is written as its first child. A fragment is written as it is. The document itself
    /// doesn't change. `sapwood::serializer::EncodedTree` does the same for other encodings.
    ///
    /// ```
    /// let document = sapwood::parse("<title>Größe</title><meta charset=latin1><p>Oak");
    /// assert_eq!(
    ///     document.to_utf8_html(),
    ///     "<html><head><title>Größe</title><meta charset=\"utf-8\"></head><body><p>Oak</p></body></html>"
    /// );
    /// ```
    #[must_use]
    #[inline]
    pub fn to_utf8_html(&self) -> String {
        // Inlined with what it calls, so that the general serializer is compiled in programs that call it, and not in this crate.
        let tree = EncodedTree::utf_8(&self);
        match self.changes(&tree) {
            Changes::Nothing => self.to_html(),
            Changes::Head(head) => {
                let mut html = self.to_html();
                let start = self.len_before(head);
                let end = start + serialize::outer(head).len();
                let (head, options) = (tree.head(head), SerializeOptions::default());
                let mut declared = String::new();
                write_outer(&mut declared, &tree, &head, &options).expect(WRITTEN);
                html.replace_range(start..end, &declared);
                html
            }
            Changes::Anything => {
                let (root, options) = (tree.node(self.root()), SerializeOptions::default());
                let mut html = String::new();
                write_inner(&mut html, &tree, &root, &options).expect(WRITTEN);
                html
            }
        }
    }

    /// Finds what `tree` changes. `meta` elements outside the tree and in templates count as well.
    #[inline]
    fn changes<'d>(&'d self, tree: &EncodedTree<'_, &'d Self>) -> Changes<'d> {
        if !self.is_document(Slot::ROOT) {
            return Changes::Nothing;
        }
        let elements = self.root().children().filter(|child| child.is_html(tag::HTML));
        let mut heads =
            elements.flat_map(|html| html.children()).filter(|it| it.is_html(tag::HEAD));
        let head = heads.next();
        if heads.next().is_some() || self.names.has_qualified() {
            return Changes::Anything;
        }
        let mut is_changed = head.is_some_and(|head| tree.needs_declaration(&head));
        let entries = self.nodes.entries().iter().enumerate();
        for (index, _) in entries.filter(|(_, entry)| entry.head.is_html(tag::META)) {
            let Some(id) = Slot::of_index(index) else { continue };
            let meta = NodeRef { document: self, id };
            if tree.changes_declaration(&meta) {
                if !meta.ancestors().take(MAX_DEPTH).any(|ancestor| Some(ancestor) == head) {
                    return Changes::Anything;
                }
                is_changed = true;
            }
        }
        match head {
            Some(head) if is_changed => Changes::Head(head),
            _ => Changes::Nothing,
        }
    }

    /// Length of the HTML before a child of an element that is a child of the root.
    #[inline]
    fn len_before(&self, head: NodeRef<'_>) -> usize {
        let siblings_before = |node: NodeRef<'_>| -> usize {
            node.previous_siblings().map(|sibling| serialize::outer(sibling).len()).sum()
        };
        let Some(parent) = head.parent() else { return 0 };
        let mut start_tag = HtmlWriter::new();
        (&self).view(&parent, |view| {
            if let NodeView::Element(element) = view {
                write_start_tag(&mut start_tag, element);
            }
        });
        siblings_before(parent) + start_tag.into_string().len() + siblings_before(head)
    }
}
