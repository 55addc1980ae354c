//! What scripts do to a document while it is being parsed.

use names::{Name, Namespace};
use tree_sink::{QuirksMode, Span};

use crate::{
    arena::{Kind, Slot},
    attributes::GrownAttributes,
    builder::Builder,
    id::NodeId,
    patch::Patches,
    text::Run,
};

impl<const REPORT: bool> Builder<REPORT> {
    /// Sets an attribute without a namespace, as a script does while the document is being parsed; `name` is
    /// in lower case. It takes time by how many attributes the element has.
    ///
    /// A formatting element that the parser opens again has the attributes of its tag, not this one.
    pub fn set_attribute(&mut self, element: NodeId, name: &str, value: &str) {
        let Some(element) = self.document.nodes.slot(element) else { return };
        let node = self.document.nodes[element];
        if !node.head.is(Kind::Element) {
            return;
        }
        self.created.entry(element).or_insert(Run { start: node.start, len: node.len });
        self.grown.forget(element);
        let attribute = tree_sink::Attribute {
            name: Name { id: names::attribute_id(name), text: name },
            namespace: Namespace::None,
            value,
            span: Span::default(),
        };
        self.document.replace_attribute(element, &attribute);
    }

    /// Takes everything out of the document; the nodes stay, and so do handles.
    pub(crate) fn clear(&mut self) {
        self.document.nodes.unlink_children(Slot::ROOT);
        self.document.document_element = None;
        self.document.quirks_mode = QuirksMode::NoQuirks;
        self.has_doctype = false;
        // The builder counts names anew.
        self.element_names.clear();
        self.selects.clear();
        self.grown = GrownAttributes::default();
        self.patches = Patches::default();
    }
}
