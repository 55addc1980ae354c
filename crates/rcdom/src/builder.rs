//! Tree sink that builds an [`RcDom`].

use std::{borrow::Cow, mem, rc::Rc};

use sapwood_markup5ever::{
    Attribute, ChunkSink, Conversion, Late, NodeCount, ParseOpts, QualName,
    interface::TreeSink as _, quirks_mode, tendril::StrTendril,
};
use sapwood_names::{Name, Namespace, tag};
use sapwood_tree::{
    Attributes, Budget, ElementName, InsertionLocation, Limit, NewElement, ParseError,
    QualifiedElement, Span, TreeSink,
};

use crate::{
    dom::RcDom,
    node::{Handle, Node, NodeData},
    selectedcontent, tree,
};

/// Builds an [`RcDom`] as the [`TreeSink`] of Sapwood's parser.
#[derive(Debug)]
pub struct Builder {
    pub(crate) dom: RcDom,
    conversion: Conversion,
    nodes: NodeCount,
    drop_doctype: bool,
    has_doctype: bool,
    has_root: bool,
    /// Attributes that later tags add to `html` and `body`.
    late: Late<Handle, Attribute, QualName>,
}

impl Builder {
    /// Creates a builder that appends to `dom`.
    #[must_use]
    pub fn new(dom: RcDom, opts: &ParseOpts) -> Self {
        Self {
            dom,
            conversion: Conversion::new(opts),
            nodes: NodeCount::new(&opts.limits),
            drop_doctype: opts.tree_builder.drop_doctype,
            has_doctype: false,
            has_root: false,
            late: Late::default(),
        }
    }

    /// Returns the tree built so far.
    #[must_use]
    pub fn dom(&self) -> &RcDom {
        &self.dom
    }

    /// Whether a limit was reached: then the tree stays as it is.
    #[inline]
    fn is_full(&self) -> bool {
        self.limit().is_some()
    }

    /// Creates a node without a parent. One that exceeds the limit never gets into the tree.
    #[inline]
    fn create(&mut self, data: NodeData) -> Handle {
        let _ = self.nodes.add();
        Node::new(data)
    }

    #[inline]
    fn is_document(&self, node: &Handle) -> bool {
        Rc::ptr_eq(node, &self.dom.document)
    }

    #[inline]
    fn element(&mut self, element: NewElement<'_>) -> NodeData {
        let name = self.conversion.element_name(element.name);
        let attributes = self.conversion.attributes(element.attributes);
        let is_template = element.name.is_html(tag::TEMPLATE);
        NodeData::element(name, attributes, is_template, element.html_integration_point)
    }

    /// Whether the document accepts `child`: only one element, and no text.
    fn document_accepts(&mut self, child: &Node) -> bool {
        match child.data {
            NodeData::Element { .. } => !mem::replace(&mut self.has_root, true),
            NodeData::Text { .. } | NodeData::Document => false,
            NodeData::Doctype { .. }
            | NodeData::Comment { .. }
            | NodeData::ProcessingInstruction { .. } => true,
        }
    }

    /// Returns the node to append to, or `Err` with the table to insert before.
    fn append_target<'a>(
        location: InsertionLocation<'a, Handle>,
    ) -> Result<&'a Handle, &'a Handle> {
        match location {
            InsertionLocation::LastChild(parent) => Ok(parent),
            InsertionLocation::Foster { table, .. } if table.parent().is_some() => Err(table),
            InsertionLocation::Foster { above, .. } => Ok(above),
            // Unreachable: this sink begins no patches.
            InsertionLocation::Patch(patch) => Ok(&patch.target),
        }
    }
}

impl ChunkSink for Builder {
    fn set_chunk(&mut self, chunk: &StrTendril) {
        self.conversion.texts.set_chunk(chunk.clone());
    }

    fn input_error(&mut self, message: Cow<'static, str>) {
        self.dom.errors.get_mut().push(message);
    }
}

impl TreeSink for Builder {
    type Handle = Handle;
    type Output = RcDom;

    const ERRORS: bool = true;

    fn document(&mut self) -> Handle {
        Rc::clone(&self.dom.document)
    }

    fn fragment_root(&mut self) -> Handle {
        let name = ElementName { namespace: Namespace::Html, name: Name::known(tag::HTML) };
        let name = self.conversion.element_name(name);
        let root = Node::new(NodeData::element(name, Vec::new(), false, false));
        self.has_root = true;
        tree::append(&self.dom.document, Rc::clone(&root));
        root
    }

    fn create_element(&mut self, element: NewElement<'_>) -> Handle {
        let data = self.element(element);
        self.create(data)
    }

    #[inline]
    fn append_element(&mut self, parent: &Handle, element: NewElement<'_>) -> Handle {
        let data = self.element(element);
        let is_first = self.is_document(parent);
        if self.nodes.add().is_err() || self.is_full() || is_first {
            let node = Node::new(data);
            self.append(parent, &node);
            return node;
        }
        let node = tree::child_of(parent, data);
        parent.children.borrow_mut().push(Rc::clone(&node));
        node
    }

    fn reopen_element(&mut self, original: &Handle, _at: Span) -> Handle {
        // Formatting elements get no attributes after creation, so the original has the token's.
        self.create(match &original.data {
            NodeData::Element { name, attrs, .. } => {
                NodeData::element(name.clone(), attrs.borrow().clone(), false, false)
            }
            other => other.clone(),
        })
    }

    fn create_qualified_element(&mut self, element: QualifiedElement<'_>) -> Handle {
        let (name, attributes) = self.conversion.qualified(&element);
        let is_template = element.qualified_name().is_html(tag::TEMPLATE);
        self.create(NodeData::element(name, attributes, is_template, false))
    }

    fn create_comment(&mut self, data: &str, _span: Span) -> Handle {
        let contents = self.conversion.texts.tendril(data);
        self.create(NodeData::Comment { contents })
    }

    fn create_processing_instruction(&mut self, target: &str, data: &str, _span: Span) -> Handle {
        let target = self.conversion.texts.tendril(target);
        let contents = self.conversion.texts.tendril(data);
        self.create(NodeData::ProcessingInstruction { target, contents })
    }

    fn append_doctype(&mut self, name: &str, public_id: &str, system_id: &str, _span: Span) {
        if self.drop_doctype || self.has_doctype || self.has_root || self.is_full() {
            return;
        }
        self.has_doctype = true;
        let name = self.conversion.texts.tendril(name);
        let public_id = self.conversion.texts.tendril(public_id);
        let system_id = self.conversion.texts.tendril(system_id);
        let doctype = NodeData::Doctype { name, public_id, system_id };
        let doctype = self.create(doctype);
        if !self.is_full() {
            tree::append(&self.dom.document, doctype);
        }
    }

    #[inline]
    fn append(&mut self, parent: &Handle, child: &Handle) {
        if self.is_full() {
            return;
        }
        if !self.is_document(parent) || self.document_accepts(child) {
            tree::append(parent, Rc::clone(child));
        }
    }

    #[inline]
    fn append_text(&mut self, parent: &Handle, text: &str, _span: Span) {
        if !text.is_empty() && !self.is_full() && !self.is_document(parent) {
            tree::append_text(parent, self.conversion.texts.tendril(text), || {
                self.nodes.add().is_ok()
            });
        }
    }

    fn insert(&mut self, location: InsertionLocation<'_, Handle>, child: &Handle) {
        match Self::append_target(location) {
            _ if self.is_full() => {}
            Ok(parent) => self.append(parent, child),
            Err(table) => {
                tree::insert_before(table, Rc::clone(child));
            }
        }
    }

    fn insert_text(&mut self, location: InsertionLocation<'_, Handle>, text: &str, span: Span) {
        match Self::append_target(location) {
            Ok(parent) => self.append_text(parent, text, span),
            Err(_) if text.is_empty() || self.is_full() => {}
            Err(table) => {
                let text = self.conversion.texts.tendril(text);
                tree::insert_text_before(table, text, || self.nodes.add().is_ok());
            }
        }
    }

    fn remove(&mut self, node: &Handle) {
        if !self.is_full() {
            tree::remove(node);
        }
    }

    fn reparent_children(&mut self, from: &Handle, to: &Handle) {
        if !self.is_full() {
            tree::move_children(from, to);
        }
    }

    fn add_missing_attributes(&mut self, element: &Handle, attributes: Attributes<'_>) {
        if self.is_full() {
            return;
        }
        let attributes = self.conversion.attributes(attributes);
        let now = self.late.add(element, attributes, |it| it.name.clone(), Rc::ptr_eq);
        self.dom.add_attrs_if_missing(element, now);
    }

    fn template_contents(&mut self, template: &Handle) -> Handle {
        match &template.data {
            NodeData::Element { template_contents, .. } => {
                // An element has its contents from the beginning, but they count from here on.
                let _ = self.nodes.add();
                Rc::clone(
                    template_contents
                        .borrow_mut()
                        .get_or_insert_with(|| Node::new(NodeData::Document)),
                )
            }
            _ => Rc::clone(template),
        }
    }

    fn finish(mut self) -> RcDom {
        for (element, attributes) in self.late.rest() {
            self.dom.add_attrs_if_missing(&element, attributes);
        }
        self.dom
    }

    #[inline]
    fn limit(&self) -> Option<Limit> {
        self.nodes.limit().or(self.conversion.texts.limit())
    }

    fn set_quirks_mode(&mut self, mode: sapwood_tree::QuirksMode) {
        if !self.is_full() {
            self.dom.quirks_mode.set(quirks_mode(mode));
        }
    }

    #[cold]
    fn error(&mut self, error: ParseError) {
        self.dom.errors.get_mut().push(self.conversion.message(error));
    }

    fn is_connected(&mut self, node: &Handle, budget: &mut Budget) -> bool {
        selectedcontent::is_connected(&self.dom.document, node, budget)
    }

    fn fill_selectedcontent(
        &mut self,
        content: &Handle,
        option: Option<&Handle>,
        budget: &mut Budget,
    ) {
        selectedcontent::fill(content, option, budget, &mut self.nodes);
    }
}
