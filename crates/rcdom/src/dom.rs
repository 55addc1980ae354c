//! Document tree and its `markup5ever` tree sink.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::HashSet,
    rc::Rc,
};

use sapwood_markup5ever::{
    Attribute, ExpandedName, QualName,
    interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink},
    tendril::StrTendril,
};

use crate::{
    node::{Handle, Node, NodeData},
    tree,
};

/// A document with its parse errors and mode.
///
/// [`parse_document`](crate::parse_document) fills it with Sapwood's parser. It also implements `markup5ever`'s
/// `TreeSink`, so html5ever and xml5ever can fill it and programs can build trees by hand.
#[derive(Debug)]
pub struct RcDom {
    /// The document node.
    pub document: Handle,
    /// Parse errors. Sapwood's parser gives their codes, such as `eof-in-tag`.
    pub errors: RefCell<Vec<Cow<'static, str>>>,
    /// The document's mode.
    pub quirks_mode: Cell<QuirksMode>,
}

impl Default for RcDom {
    fn default() -> Self {
        Self {
            document: Node::new(NodeData::Document),
            errors: RefCell::default(),
            quirks_mode: Cell::new(QuirksMode::NoQuirks),
        }
    }
}

impl RcDom {
    /// Returns the text of all text nodes, as [`Node::text_content`] of the document.
    ///
    /// ```
    /// use sapwood_rcdom::{RcDom, parse_document, tendril::TendrilSink};
    ///
    /// let dom = parse_document(RcDom::default(), Default::default()).one("<p>Oak<p>Elm");
    /// assert_eq!(dom.text_content(), "OakElm");
    /// ```
    #[must_use]
    pub fn text_content(&self) -> String {
        self.document.text_content()
    }
}

impl TreeSink for RcDom {
    type Handle = Handle;
    type Output = Self;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        self.errors.borrow_mut().push(message);
    }

    fn get_document(&self) -> Handle {
        Rc::clone(&self.document)
    }

    /// # Panics
    ///
    /// Panics if `target` isn't an element, as the trait allows.
    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        match &target.data {
            NodeData::Element { name, .. } => name.expanded(),
            _ => panic!("not an element"),
        }
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Handle {
        Node::new(NodeData::element(
            name,
            attrs,
            flags.template,
            flags.mathml_annotation_xml_integration_point,
        ))
    }

    fn create_comment(&self, text: StrTendril) -> Handle {
        Node::new(NodeData::Comment { contents: text })
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Handle {
        Node::new(NodeData::ProcessingInstruction { target, contents: data })
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        match child {
            NodeOrText::AppendNode(node) => tree::append(parent, node),
            NodeOrText::AppendText(text) => tree::append_text(parent, text, || true),
        }
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        prev_element: &Handle,
        child: NodeOrText<Handle>,
    ) {
        if element.parent().is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(prev_element, child);
        }
    }

    fn append_doctype_to_document(
        &self,
        name: StrTendril,
        public_id: StrTendril,
        system_id: StrTendril,
    ) {
        let doctype = NodeData::Doctype { name, public_id, system_id };
        tree::append(&self.document, Node::new(doctype));
    }

    /// # Panics
    ///
    /// Panics if `target` isn't a `template` element, as the trait allows.
    fn get_template_contents(&self, target: &Handle) -> Handle {
        match &target.data {
            NodeData::Element { template_contents, .. } => template_contents.borrow().clone(),
            _ => None,
        }
        .expect("not a template element")
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        Rc::ptr_eq(x, y)
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.quirks_mode.set(mode);
    }

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        match new_node {
            NodeOrText::AppendNode(node) => tree::insert_before(sibling, node),
            NodeOrText::AppendText(text) => tree::insert_text_before(sibling, text, || true),
        };
    }

    fn add_attrs_if_missing(&self, target: &Handle, attrs: Vec<Attribute>) {
        let NodeData::Element { attrs: existing, .. } = &target.data else { return };
        let mut existing = existing.borrow_mut();
        // For few attributes, comparing names is faster than hashing them.
        if existing.len() * attrs.len() <= 1_000 {
            for attribute in attrs {
                if existing.iter().all(|it| it.name != attribute.name) {
                    existing.push(attribute);
                }
            }
            return;
        }
        let mut names: HashSet<_> =
            existing.iter().map(|attribute| attribute.name.clone()).collect();
        existing.extend(attrs.into_iter().filter(|attribute| names.insert(attribute.name.clone())));
    }

    fn remove_from_parent(&self, target: &Handle) {
        tree::remove(target);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        tree::move_children(node, new_parent);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        match handle.data {
            NodeData::Element { mathml_annotation_xml_integration_point, .. } => {
                mathml_annotation_xml_integration_point
            }
            _ => false,
        }
    }
}
