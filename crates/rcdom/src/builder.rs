//! The sink that fills a tree from our tree construction.

use std::{borrow::Cow, mem, rc::Rc};

use names::{Namespace, tag};
use sapwood_markup5ever::{
    Attribute, ChunkSink, Late, LocalName, Names, ParseOpts, QualName, QualNames, Texts,
    interface::TreeSink as _, namespace, prefix, quirks_mode, tendril::StrTendril,
};
use tree_sink::{
    Attributes, Limit, NewElement, ParseError, Place, QualifiedElement, Span, TreeSink,
};

use crate::{
    dom::RcDom,
    node::{Handle, Node, NodeData},
    selectedcontent::Selects,
    tree,
};

/// Fills an [`RcDom`]: our [`TreeSink`] for it.
#[derive(Debug)]
pub struct Builder {
    pub(crate) dom: RcDom,
    names: Names<LocalName>,
    qualified: QualNames,
    texts: Texts,
    exact_errors: bool,
    drop_doctype: bool,
    pub(crate) is_fragment: bool,
    has_doctype: bool,
    has_root: bool,
    /// The attributes of later tags for `html` and `body`.
    late: Late<Handle, Attribute, QualName>,
    pub(crate) selects: Selects,
}

impl Builder {
    /// Fills `dom`.
    #[must_use]
    pub fn new(dom: RcDom, opts: &ParseOpts) -> Self {
        Self {
            dom,
            names: sapwood_markup5ever::names(),
            qualified: QualNames::default(),
            texts: Texts::default(),
            exact_errors: opts.tokenizer.exact_errors || opts.tree_builder.exact_errors,
            drop_doctype: opts.tree_builder.drop_doctype,
            is_fragment: false,
            has_doctype: false,
            has_root: false,
            late: Late::default(),
            selects: Selects::default(),
        }
    }

    /// The same for a fragment: what is parsed becomes children of an `html` element, as html5ever has it.
    #[must_use]
    pub fn new_fragment(dom: RcDom, opts: &ParseOpts) -> Self {
        Self { is_fragment: true, ..Self::new(dom, opts) }
    }

    /// The tree so far.
    #[must_use]
    pub fn dom(&self) -> &RcDom {
        &self.dom
    }

    #[inline]
    fn is_document(&self, node: &Handle) -> bool {
        Rc::ptr_eq(node, &self.dom.document)
    }

    #[inline]
    fn attributes(&mut self, attributes: Attributes<'_>) -> Vec<Attribute> {
        attributes
            .iter()
            .map(|attribute| Attribute {
                name: QualName {
                    prefix: prefix(attribute),
                    ns: namespace(attribute.namespace),
                    local: self.names.atom(attribute.name),
                },
                value: self.texts.tendril(attribute.value),
            })
            .collect()
    }

    #[inline]
    fn element(&mut self, element: NewElement<'_>) -> NodeData {
        let name = QualName {
            prefix: None,
            ns: namespace(element.name.namespace),
            local: self.names.atom(element.name.name),
        };
        let attributes = self.attributes(element.attributes);
        let is_template = element.name.is_html(tag::TEMPLATE);
        NodeData::element(name, attributes, is_template, element.html_integration_point)
    }

    /// Whether the document takes `child`: of elements only one, and no text.
    fn document_takes(&mut self, child: &Node) -> bool {
        match child.data {
            NodeData::Element { .. } => !mem::replace(&mut self.has_root, true),
            NodeData::Text { .. } | NodeData::Document => false,
            NodeData::Doctype { .. }
            | NodeData::Comment { .. }
            | NodeData::ProcessingInstruction { .. } => true,
        }
    }

    /// The node that `place` is the end of; `Err` if it is before a table that is in the tree.
    fn end_of<'a>(place: Place<'a, Handle>) -> Result<&'a Handle, &'a Handle> {
        match place {
            Place::LastChild(parent) => Ok(parent),
            Place::Foster { table, .. } if table.parent().is_some() => Err(table),
            Place::Foster { above, .. } => Ok(above),
            // There are no patches.
            Place::Patch(patch) => Ok(&patch.target),
        }
    }
}

impl ChunkSink for Builder {
    fn set_chunk(&mut self, chunk: &StrTendril) {
        self.texts.set_chunk(chunk.clone());
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
        let name = QualName {
            prefix: None,
            ns: namespace(Namespace::Html),
            local: self.names.atom(names::Name::known(tag::HTML)),
        };
        let root = Node::new(NodeData::element(name, Vec::new(), false, false));
        self.has_root = true;
        tree::append(&self.dom.document, Rc::clone(&root));
        root
    }

    fn create_element(&mut self, element: NewElement<'_>) -> Handle {
        Node::new(self.element(element))
    }

    #[inline]
    fn append_element(&mut self, parent: &Handle, element: NewElement<'_>) -> Handle {
        let data = self.element(element);
        if self.is_document(parent) {
            let node = Node::new(data);
            self.append(parent, &node);
            return node;
        }
        let node = tree::child_of(parent, data);
        parent.children.borrow_mut().push(Rc::clone(&node));
        node
    }

    fn reopen_element(&mut self, original: &Handle, _at: Span) -> Handle {
        // A formatting element is never given attributes after its tag.
        Node::new(match &original.data {
            NodeData::Element { name, attrs, .. } => {
                NodeData::element(name.clone(), attrs.borrow().clone(), false, false)
            }
            other => other.clone(),
        })
    }

    fn create_qualified_element(&mut self, element: QualifiedElement<'_>) -> Handle {
        let name = self.qualified.get(element.names, element.name);
        let attributes = element
            .attributes
            .iter()
            .map(|attribute| Attribute {
                name: self.qualified.get(element.names, attribute.name),
                value: self.texts.tendril(attribute.value),
            })
            .collect();
        let is_template = element.qualified_name().is_html(tag::TEMPLATE);
        Node::new(NodeData::element(name, attributes, is_template, false))
    }

    fn create_comment(&mut self, data: &str, _span: Span) -> Handle {
        Node::new(NodeData::Comment { contents: self.texts.tendril(data) })
    }

    fn create_processing_instruction(&mut self, target: &str, data: &str, _span: Span) -> Handle {
        let target = self.texts.tendril(target);
        let contents = self.texts.tendril(data);
        Node::new(NodeData::ProcessingInstruction { target, contents })
    }

    fn append_doctype(&mut self, name: &str, public_id: &str, system_id: &str, _span: Span) {
        if self.drop_doctype || self.has_doctype || self.has_root {
            return;
        }
        self.has_doctype = true;
        let name = self.texts.tendril(name);
        let public_id = self.texts.tendril(public_id);
        let system_id = self.texts.tendril(system_id);
        let doctype = NodeData::Doctype { name, public_id, system_id };
        tree::append(&self.dom.document, Node::new(doctype));
    }

    #[inline]
    fn append(&mut self, parent: &Handle, child: &Handle) {
        if !self.is_document(parent) || self.document_takes(child) {
            tree::append(parent, Rc::clone(child));
        }
    }

    #[inline]
    fn append_text(&mut self, parent: &Handle, text: &str, _span: Span) {
        if !text.is_empty() && !self.is_document(parent) {
            tree::append_text(parent, self.texts.tendril(text));
        }
    }

    fn insert(&mut self, place: Place<'_, Handle>, child: &Handle) {
        match Self::end_of(place) {
            Ok(parent) => self.append(parent, child),
            Err(table) => {
                tree::insert_before(table, Rc::clone(child));
            }
        }
    }

    fn insert_text(&mut self, place: Place<'_, Handle>, text: &str, span: Span) {
        match Self::end_of(place) {
            Ok(parent) => self.append_text(parent, text, span),
            Err(_) if text.is_empty() => {}
            Err(table) => {
                tree::insert_text_before(table, self.texts.tendril(text));
            }
        }
    }

    fn remove(&mut self, node: &Handle) {
        tree::remove(node);
    }

    fn reparent_children(&mut self, from: &Handle, to: &Handle) {
        tree::move_children(from, to);
    }

    fn add_missing_attributes(&mut self, element: &Handle, attributes: Attributes<'_>) {
        let attributes = self.attributes(attributes);
        let now = self.late.add(element, attributes, |it| it.name.clone(), Rc::ptr_eq);
        self.dom.add_attrs_if_missing(element, now);
    }

    fn template_contents(&mut self, template: &Handle) -> Handle {
        match &template.data {
            NodeData::Element { template_contents, .. } => Rc::clone(
                template_contents.borrow_mut().get_or_insert_with(|| Node::new(NodeData::Document)),
            ),
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
        self.texts.limit()
    }

    fn set_quirks_mode(&mut self, mode: tree_sink::QuirksMode) {
        self.dom.quirks_mode.set(quirks_mode(mode));
    }

    #[cold]
    fn error(&mut self, error: ParseError) {
        self.dom.errors.get_mut().push(if self.exact_errors {
            Cow::Owned(error.to_string())
        } else {
            Cow::Borrowed(error.code.as_str())
        });
    }

    fn selectedcontent_inserted(&mut self, content: &Handle, select: &Handle) {
        self.insert_selectedcontent(content, select);
    }

    fn option_popped(&mut self, option: &Handle, select: &Handle, in_disabled_optgroup: bool) {
        self.pop_option(option, select, in_disabled_optgroup);
    }
}
