//! Changes by scripts while a document is parsed.

use sapwood_names::{Name, Namespace};
use sapwood_tree::{QuirksMode, Span};

use crate::{
    build::{attributes::GrownAttributes, builder::Builder, patches::Patches},
    store::{
        id::NodeId,
        node::{Kind, Slot},
        texts::Run,
    },
};

impl<const REPORT: bool> Builder<REPORT> {
    /// Sets an attribute without a namespace, as a script does during the parse; `name` is in lower case. Takes time
    /// linear in the number of the element's attributes.
    ///
    /// When the parser reconstructs a formatting element, the copy has the attributes of the tag, not this one.
    pub fn set_attribute(&mut self, element: NodeId, name: &str, value: &str) {
        let Some(element) = self.document.nodes.slot(element) else { return };
        let node = self.document.nodes[element];
        if !node.head.is(Kind::Element) {
            return;
        }
        self.created.entry(element).or_insert(Run { start: node.start, len: node.len });
        self.grown.forget(element);
        let attribute = sapwood_tree::Attribute {
            name: Name { id: sapwood_names::attribute_id(name), text: name },
            namespace: Namespace::None,
            value,
            span: Span::default(),
        };
        self.document.replace_attribute(element, &attribute);
        if name == "form" {
            self.document.nodes.reset_form_owner(element);
        }
    }

    /// Removes all children of the document; nodes and handles stay valid.
    pub(crate) fn clear(&mut self) {
        self.document.nodes.unlink_children(Slot::ROOT);
        self.document.nodes.clear_form_owners();
        self.document.document_element = None;
        self.document.quirks_mode = QuirksMode::NoQuirks;
        self.has_doctype = false;
        // The tree builder numbers names anew.
        self.element_names.clear();
        self.grown = GrownAttributes::default();
        self.patches = Patches::default();
    }
}
