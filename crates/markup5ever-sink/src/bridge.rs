//! Adapter from Sapwood's `TreeSink` to the one of `markup5ever`.
//!
//! This file is compiled once for each supported version of `markup5ever`, which is imported from `super`.

use std::borrow::Cow;

use names::{attr, sets, tag};
use tree_sink::{
    Attributes, ErrorCode, InsertionLocation, Limit, NewElement, Origin, ParseError, Patch,
    QualifiedElement, ShadowRootInit, Span,
};

use super::{
    conversion::{Conversion, quirks_mode},
    markup5ever::{
        Attribute, QualName,
        interface::{ElemName, ElementFlags, NodeOrText, TreeSink, create_element},
        local_name, ns,
        tendril::StrTendril,
    },
};
use crate::{
    late::Late,
    lines::Lines,
    nodes::NodeCount,
    options::{ParseOpts, ProcessingInstructions},
    parser::{ChunkSink, ContextElement, SinkParser},
    source::Source,
};

/// Parser that fills a sink `S`; see [`parse_document`].
pub type Parser<S> = SinkParser<Bridge<S>>;

/// Parses a document into `sink`.
///
/// The returned parser takes input through the methods of [`TendrilSink`](crate::tendril::TendrilSink).
pub fn parse_document<S: TreeSink>(sink: S, opts: ParseOpts) -> Parser<S> {
    SinkParser::new(Bridge::new(sink, &opts), &opts)
}

/// Parses a fragment into `sink`, with a context element called `context_name`.
///
/// As in html5ever, the context element is created but stays outside the tree, and the fragment's nodes
/// become children of an `html` element in the document.
pub fn parse_fragment<S: TreeSink>(
    sink: S,
    opts: ParseOpts,
    context_name: QualName,
    context_attrs: Vec<Attribute>,
    context_element_allows_scripting: bool,
) -> Parser<S> {
    let context = create_element(&sink, context_name, context_attrs);
    parse_fragment_for_element(sink, opts, context, context_element_allows_scripting, None)
}

/// Parses a fragment into `sink`, with an existing context element and the form that contains it.
///
/// Inside a form, `form` tags in the fragment are ignored. As the standard requires, the form controls of a
/// fragment aren't associated with the form.
pub fn parse_fragment_for_element<S: TreeSink>(
    sink: S,
    opts: ParseOpts,
    context_element: S::Handle,
    context_element_allows_scripting: bool,
    form_element: Option<S::Handle>,
) -> Parser<S> {
    let name = sink.elem_name(&context_element);
    let namespace = names::Namespace::of_url(name.ns());
    let local_name = name.local_name().clone();
    // A sink may panic if a caller holds a borrowed name during a call that changes the sink.
    drop(name);
    let context = ContextElement {
        namespace,
        local_name: &local_name,
        is_integration_point: local_name == local_name!("annotation-xml")
            && sink.is_mathml_annotation_xml_integration_point(&context_element),
        allows_scripting: context_element_allows_scripting,
        in_form: form_element.is_some(),
    };
    let bridge = Bridge { is_fragment: true, ..Bridge::new(sink, &opts) };
    SinkParser::new_fragment(bridge, &context, &opts)
}

/// Adapts a tree sink of `markup5ever` to Sapwood's tree construction.
///
/// The adapter keeps what `markup5ever`'s trait needs and Sapwood's doesn't repeat: the name and attributes
/// of each formatting element, for when the parser reopens it, and which node is the document.
#[derive(Debug)]
pub struct Bridge<S: TreeSink> {
    sink: S,
    conversion: Conversion,
    nodes: NodeCount,
    /// Node to which the last text was appended, or before which it was inserted if the flag is set: the next text there
    /// is joined to it and counts as no node. Set only if nodes are limited.
    text: Option<(S::Handle, bool)>,
    lines: Lines,
    /// Source text of processing instructions, if they become comments.
    source: Option<Source>,
    drop_doctype: bool,
    /// Name and attributes of each formatting element, in the order of creation.
    formatting: Vec<(QualName, Vec<Attribute>)>,
    /// Whether the parser parses a fragment, which doesn't set the document's mode.
    is_fragment: bool,
    has_doctype: bool,
    has_root: bool,
    /// Offset of the last attribute whose name its tag had already.
    duplicate: Option<usize>,
    /// A new form control and its form, to be associated once the insertion location is known.
    pending_control: Option<(S::Handle, S::Handle)>,
    /// Attributes that later tags add to `html` and `body`.
    late: Late<S::Handle, Attribute, QualName>,
    /// A template that may declare a shadow root, and its attributes.
    template: Option<(S::Handle, Vec<Attribute>)>,
}

/// Handle of a node in the sink, with the node's kind.
#[derive(Clone, Debug)]
pub struct Handle<H> {
    node: H,
    kind: NodeKind,
}

/// Kind of a node: one of the constants, or the index of a formatting element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NodeKind(usize);

impl NodeKind {
    const ELEMENT: Self = Self(usize::MAX);
    const DOCUMENT: Self = Self(usize::MAX - 1);
    const OTHER: Self = Self(usize::MAX - 2);
}

impl<S: TreeSink> Bridge<S> {
    fn new(sink: S, opts: &ParseOpts) -> Self {
        Self {
            sink,
            conversion: Conversion::new(opts),
            nodes: NodeCount::new(&opts.limits),
            text: None,
            lines: Lines::default(),
            source: match opts.processing_instructions {
                ProcessingInstructions::AsComments => Some(Source::default()),
                ProcessingInstructions::AsThemselves => None,
            },
            drop_doctype: opts.tree_builder.drop_doctype,
            formatting: Vec::new(),
            is_fragment: false,
            has_doctype: false,
            has_root: false,
            duplicate: None,
            pending_control: None,
            late: Late::default(),
            template: None,
        }
    }

    /// Returns the sink.
    #[must_use]
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// Whether a limit was reached: then the tree stays as it is.
    #[inline]
    fn is_full(&self) -> bool {
        tree_sink::TreeSink::limit(self).is_some()
    }

    /// Counts a node that is about to be created; returns `false` if it exceeds the limit.
    #[inline]
    fn count(&mut self) -> bool {
        self.nodes.add().is_ok() && !self.is_full()
    }

    /// Counts and creates a node; returns the document in place of a node that exceeds the limit.
    #[inline]
    fn create(
        &mut self,
        kind: NodeKind,
        create: impl FnOnce(&mut Self) -> S::Handle,
    ) -> Handle<S::Handle> {
        if self.count() {
            return Handle { node: create(self), kind };
        }
        Handle { node: self.sink.get_document(), kind: NodeKind::OTHER }
    }

    /// Counts a text, unless it is joined to the last one. Whether it is joined to an older one, the sink doesn't say.
    #[inline]
    fn may_add_text(&mut self, node: &S::Handle, before_table: bool) -> bool {
        if !self.nodes.is_limited() || self.is_full() {
            return !self.is_full();
        }
        let same = |(last, before): &(S::Handle, bool)| {
            *before == before_table && self.sink.same_node(last, node)
        };
        if !self.text.as_ref().is_some_and(same) {
            self.text = Some((node.clone(), before_table));
            return self.nodes.add().is_ok();
        }
        true
    }

    /// Advances to `offset` and reports its line to the sink if the line has changed.
    #[inline]
    fn advance_to(&mut self, offset: usize) {
        if let Some(line) = self.lines.advance_to(offset, self.conversion.texts.chunk()) {
            self.sink.set_current_line(line);
        }
    }

    /// Whether `parent` accepts `child`: a document accepts only one element.
    #[inline]
    fn accepts(&mut self, parent: NodeKind, child: NodeKind) -> bool {
        if parent == NodeKind::DOCUMENT && child != NodeKind::OTHER {
            return !std::mem::replace(&mut self.has_root, true);
        }
        true
    }

    /// Associates the pending form control, now to be inserted, with its form.
    #[inline]
    fn associate_pending(&mut self, parent: &S::Handle, above: Option<&S::Handle>) {
        if let Some((control, form)) = self.pending_control.take() {
            self.sink.associate_with_form(&control, &form, (parent, above));
        }
    }

    fn insert_at(
        &mut self,
        location: InsertionLocation<'_, Handle<S::Handle>>,
        child: NodeOrText<S::Handle>,
        kind: NodeKind,
    ) {
        if self.is_full() {
            return;
        }
        match location {
            InsertionLocation::LastChild(parent) => {
                if self.accepts(parent.kind, kind) {
                    self.associate_pending(&parent.node, None);
                    self.sink.append(&parent.node, child);
                }
            }
            InsertionLocation::Foster { table, above } => {
                self.associate_pending(&table.node, Some(&above.node));
                self.sink.append_based_on_parent_node(&table.node, &above.node, child);
            }
            // Unreachable: `begin_patch` declines, because the trait has no way to find a target.
            InsertionLocation::Patch(patch) => self.sink.append(&patch.target.node, child),
        }
    }
}

impl<S: TreeSink> ChunkSink for Bridge<S> {
    fn set_chunk(&mut self, chunk: &StrTendril) {
        if let Some(line) = self.lines.end_chunk(self.conversion.texts.chunk(), chunk) {
            self.sink.set_current_line(line);
        }
        if let Some(source) = &mut self.source {
            source.end_chunk(self.conversion.texts.chunk());
        }
        self.conversion.texts.set_chunk(chunk.clone());
    }

    fn input_error(&mut self, message: Cow<'static, str>) {
        self.sink.parse_error(message);
    }
}

impl<S: TreeSink> tree_sink::TreeSink for Bridge<S> {
    type Handle = Handle<S::Handle>;
    type Output = S::Output;

    const ERRORS: bool = true;

    fn document(&mut self) -> Self::Handle {
        Handle { node: self.sink.get_document(), kind: NodeKind::DOCUMENT }
    }

    fn fragment_root(&mut self) -> Self::Handle {
        let name = QualName { prefix: None, ns: ns!(html), local: local_name!("html") };
        let root = create_element(&self.sink, name, Vec::new());
        self.sink.append(&self.sink.get_document(), NodeOrText::AppendNode(root.clone()));
        self.has_root = true;
        Handle { node: root, kind: NodeKind::ELEMENT }
    }

    #[inline]
    fn create_element(&mut self, element: NewElement<'_>) -> Self::Handle {
        let mut flags = ElementFlags::default();
        match element.origin {
            Origin::Tag(span) => {
                self.advance_to(span.end);
                flags.had_duplicate_attributes =
                    self.duplicate.is_some_and(|at| span.range().contains(&at));
            }
            Origin::Implied(span) => self.advance_to(span.start),
        }
        flags.mathml_annotation_xml_integration_point = element.html_integration_point;
        if !self.count() {
            return Handle { node: self.sink.get_document(), kind: NodeKind::OTHER };
        }
        let name = self.conversion.element_name(element.name);
        let attributes = self.conversion.attributes(element.attributes);
        let mut kind = NodeKind::ELEMENT;
        let mut shadow_attributes = None;
        if element.name.namespace == names::Namespace::Html {
            let id = element.name.name.id;
            if sets::FORMATTING.contains(id) {
                kind = NodeKind(self.formatting.len());
                self.formatting.push((name.clone(), attributes.clone()));
            } else if id == tag::TEMPLATE {
                flags.template = true;
                let declares =
                    element.attributes.iter().any(|it| it.name.id == attr::SHADOWROOTMODE);
                shadow_attributes = declares.then(|| attributes.clone());
            }
        }
        let node = self.sink.create_element(name, attributes, flags);
        if let Some(attributes) = shadow_attributes {
            self.template = Some((node.clone(), attributes));
        }
        Handle { node, kind }
    }

    fn reopen_element(&mut self, original: &Self::Handle, at: Span) -> Self::Handle {
        self.advance_to(at.start);
        self.create(original.kind, |this| {
            // The parser reopens only formatting elements, and `formatting` has each of them.
            let (name, attributes) =
                this.formatting.get(original.kind.0).cloned().unwrap_or_else(|| {
                    let name = this.sink.elem_name(&original.node);
                    (QualName::new(None, name.ns().clone(), name.local_name().clone()), Vec::new())
                });
            this.sink.create_element(name, attributes, ElementFlags::default())
        })
    }

    fn create_qualified_element(&mut self, element: QualifiedElement<'_>) -> Self::Handle {
        self.advance_to(match element.origin {
            Origin::Tag(span) => span.end,
            Origin::Implied(span) => span.start,
        });
        self.create(NodeKind::ELEMENT, |this| {
            let (name, attributes) = this.conversion.qualified(&element);
            create_element(&this.sink, name, attributes)
        })
    }

    fn create_comment(&mut self, data: &str, span: Span) -> Self::Handle {
        self.advance_to(span.end);
        self.create(NodeKind::OTHER, |this| {
            this.sink.create_comment(this.conversion.texts.tendril(data))
        })
    }

    fn create_processing_instruction(
        &mut self,
        target: &str,
        data: &str,
        span: Span,
    ) -> Self::Handle {
        self.advance_to(span.end);
        self.create(NodeKind::OTHER, |this| {
            let Self { source, conversion, sink, .. } = this;
            let Some(source) = source else {
                let target = conversion.texts.tendril(target);
                return sink.create_pi(target, conversion.texts.tendril(data));
            };
            let comment = source
                .comment(span, conversion.texts.chunk())
                .unwrap_or_else(|| format!("?{target} {data}"));
            sink.create_comment(conversion.texts.tendril(&comment))
        })
    }

    fn append_doctype(&mut self, name: &str, public_id: &str, system_id: &str, span: Span) {
        if self.drop_doctype || self.has_doctype || self.has_root || !self.count() {
            return;
        }
        self.has_doctype = true;
        self.advance_to(span.end);
        let name = self.conversion.texts.tendril(name);
        let public_id = self.conversion.texts.tendril(public_id);
        self.sink.append_doctype_to_document(
            name,
            public_id,
            self.conversion.texts.tendril(system_id),
        );
    }

    #[inline]
    fn append(&mut self, parent: &Self::Handle, child: &Self::Handle) {
        if !self.is_full() && self.accepts(parent.kind, child.kind) {
            self.text = None;
            self.associate_pending(&parent.node, None);
            self.sink.append(&parent.node, NodeOrText::AppendNode(child.node.clone()));
        }
    }

    #[inline]
    fn append_text(&mut self, parent: &Self::Handle, text: &str, span: Span) {
        self.advance_to(span.start);
        if parent.kind != NodeKind::DOCUMENT
            && !text.is_empty()
            && self.may_add_text(&parent.node, false)
        {
            let text = self.conversion.texts.tendril(text);
            self.sink.append(&parent.node, NodeOrText::AppendText(text));
        }
    }

    fn insert(&mut self, location: InsertionLocation<'_, Self::Handle>, child: &Self::Handle) {
        self.text = None;
        self.insert_at(location, NodeOrText::AppendNode(child.node.clone()), child.kind);
    }

    fn insert_text(
        &mut self,
        location: InsertionLocation<'_, Self::Handle>,
        text: &str,
        span: Span,
    ) {
        if let InsertionLocation::LastChild(parent) = location {
            return self.append_text(parent, text, span);
        }
        self.advance_to(span.start);
        let InsertionLocation::Foster { table, .. } = location else { return };
        if !text.is_empty() && self.may_add_text(&table.node, true) {
            let text = NodeOrText::AppendText(self.conversion.texts.tendril(text));
            self.insert_at(location, text, NodeKind::OTHER);
        }
    }

    fn remove(&mut self, node: &Self::Handle) {
        self.text = None;
        if !self.is_full() {
            self.sink.remove_from_parent(&node.node);
        }
    }

    fn reparent_children(&mut self, from: &Self::Handle, to: &Self::Handle) {
        self.text = None;
        if !self.is_full() {
            self.sink.reparent_children(&from.node, &to.node);
        }
    }

    fn add_missing_attributes(&mut self, element: &Self::Handle, attributes: Attributes<'_>) {
        if self.is_full() {
            return;
        }
        let attributes = self.conversion.attributes(attributes);
        let is_same = |a: &S::Handle, b: &S::Handle| self.sink.same_node(a, b);
        let now = self.late.add(&element.node, attributes, |it| it.name.clone(), is_same);
        if !now.is_empty() {
            self.sink.add_attrs_if_missing(&element.node, now);
        }
    }

    fn template_contents(&mut self, template: &Self::Handle) -> Self::Handle {
        self.create(NodeKind::ELEMENT, |this| this.sink.get_template_contents(&template.node))
    }

    fn finish(mut self) -> S::Output {
        for (element, attributes) in self.late.rest() {
            self.sink.add_attrs_if_missing(&element, attributes);
        }
        self.sink.finish()
    }

    fn limit(&self) -> Option<Limit> {
        self.nodes.limit().or(self.conversion.texts.limit())
    }

    fn set_quirks_mode(&mut self, mode: tree_sink::QuirksMode) {
        if !self.is_fragment && !self.is_full() {
            self.sink.set_quirks_mode(quirks_mode(mode));
        }
    }

    #[cold]
    fn error(&mut self, error: ParseError) {
        if error.code == ErrorCode::DuplicateAttribute {
            self.duplicate = Some(error.span.start);
        }
        self.advance_to(error.span.start);
        self.sink.parse_error(self.conversion.message(error));
    }

    #[inline]
    fn pop(&mut self, element: &Self::Handle, end: Option<Span>) {
        if let Some(span) = end {
            self.advance_to(span.end);
        }
        if element.kind != NodeKind::OTHER {
            self.sink.pop(&element.node);
        }
    }

    fn associate_with_form(&mut self, element: &Self::Handle, form: &Self::Handle, _: bool) {
        if !self.is_full() {
            self.pending_control = Some((element.node.clone(), form.node.clone()));
        }
    }

    fn mark_script_already_started(&mut self, script: &Self::Handle) {
        if script.kind != NodeKind::OTHER {
            self.sink.mark_script_already_started(&script.node);
        }
    }

    fn attach_shadow_root(
        &mut self,
        host: &Self::Handle,
        _init: &ShadowRootInit,
    ) -> Option<Self::Handle> {
        let (template, attributes) = self.template.take()?;
        if !self.count()
            || !self.sink.allow_declarative_shadow_roots(&host.node)
            || !self.sink.attach_declarative_shadow(&host.node, &template, &attributes)
        {
            return None;
        }
        let node = self.sink.get_template_contents(&template);
        Some(Handle { node, kind: NodeKind::ELEMENT })
    }

    fn option_popped(&mut self, option: &Self::Handle) {
        if !self.is_full() {
            self.sink.maybe_clone_an_option_into_selectedcontent(&option.node);
        }
    }

    fn begin_patch(
        &mut self,
        _place: InsertionLocation<'_, Self::Handle>,
        _name: &str,
    ) -> Option<Patch<Self::Handle>> {
        None
    }
}
