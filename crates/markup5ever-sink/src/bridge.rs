//! Adapter from Sapwood's `TreeSink` to the one of `markup5ever`.
//!
//! This file is compiled once for each supported version of `markup5ever`, which is imported from `super::version`; that
//! is why it is one file, of over 700 lines.

use std::{borrow::Cow, fmt, marker::PhantomData, ops::Range};

use sapwood_names::{attr, sets, tag};
use sapwood_tree::{
    Attributes, ErrorCode, InsertionLocation, Limit, NewElement, Origin, ParseError, Patch,
    QualifiedElement, ShadowRootInit, Span,
};

use super::{
    conversion::{Conversion, quirks_mode},
    version::{
        markup5ever::{
            Attribute, LocalName, QualName,
            interface::{ElemName, ElementFlags, NodeOrText, TreeSink, create_element},
            local_name, ns,
            tendril::StrTendril,
        },
        set_had_duplicates,
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
pub type Parser<S> = SinkParser<Bridge<Owned<S>>>;

/// Parses a document into `sink`.
///
/// The returned parser takes input through the methods of [`TendrilSink`](crate::tendril::TendrilSink).
pub fn parse_document<S: TreeSink>(sink: S, opts: ParseOpts) -> Parser<S> {
    SinkParser::new(Bridge::new(Owned(sink), &opts), &opts)
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
    let name = context_name(&sink, &context_element);
    let context = ContextElement {
        allows_scripting: context_element_allows_scripting,
        in_form: form_element.is_some(),
        ..name.context()
    };
    let bridge = Bridge::new_fragment(Owned(sink), &opts);
    SinkParser::new_fragment(bridge, &context, &opts)
}

/// Name of a context element, and whether it is an integration point.
#[derive(Debug)]
pub struct ContextName {
    namespace: sapwood_names::Namespace,
    local_name: LocalName,
    is_integration_point: bool,
}

impl ContextName {
    /// Returns the context of a fragment outside a form, in a document with scripting.
    #[must_use]
    pub fn context(&self) -> ContextElement<'_> {
        ContextElement {
            namespace: self.namespace,
            local_name: &self.local_name,
            is_integration_point: self.is_integration_point,
            allows_scripting: true,
            in_form: false,
        }
    }
}

/// Asks `sink` for the name of the context element.
pub fn context_name<S: TreeSink>(sink: &S, element: &S::Handle) -> ContextName {
    let name = sink.elem_name(element);
    let namespace = sapwood_names::Namespace::of_url(name.ns());
    let local_name = name.local_name().clone();
    // A sink may panic if a caller holds a borrowed name during a call that changes the sink.
    drop(name);
    let is_integration_point = local_name == local_name!("annotation-xml")
        && sink.is_mathml_annotation_xml_integration_point(element);
    ContextName { namespace, local_name, is_integration_point }
}

/// Access of a [`Bridge`] to its tree sink.
pub trait SinkAccess {
    /// The tree sink.
    type Sink: TreeSink;
    /// The result of a finished parse.
    type Output;

    /// Returns the sink.
    fn get(&self) -> &Self::Sink;

    /// Ends the parse.
    fn finish(self) -> Self::Output;
}

/// A sink that belongs to the bridge.
#[derive(Clone, Debug)]
pub struct Owned<S>(pub S);

impl<S: TreeSink> SinkAccess for Owned<S> {
    type Sink = S;
    type Output = S::Output;

    #[inline(always)]
    fn get(&self) -> &S {
        &self.0
    }

    fn finish(self) -> S::Output {
        self.0.finish()
    }
}

/// A sink that somebody else finishes.
impl<S: TreeSink> SinkAccess for &S {
    type Sink = S;
    type Output = ();

    #[inline(always)]
    fn get(&self) -> &S {
        self
    }

    fn finish(self) {}
}

/// Placeholder for a sink that the bridge gets for each call of the parser, by [`Bridge::with_access`].
#[derive(Debug)]
pub struct Detached<S>(PhantomData<fn() -> S>);

impl<S> Default for Detached<S> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<S: TreeSink> SinkAccess for Detached<S> {
    type Sink = S;
    type Output = ();

    fn get(&self) -> &S {
        unreachable!("a bridge is attached to its sink before the parser calls it")
    }

    fn finish(self) {}
}

/// A node of the sink that `A` gives access to.
type Node<A> = <<A as SinkAccess>::Sink as TreeSink>::Handle;

/// Adapts a tree sink of `markup5ever` to Sapwood's tree construction.
///
/// The adapter keeps what `markup5ever`'s trait needs and Sapwood's doesn't repeat: the name and attributes
/// of each formatting element, for when the parser reopens it, and which node is the document.
pub struct Bridge<A: SinkAccess> {
    sink: A,
    conversion: Conversion,
    nodes: NodeCount,
    /// Node to which the last text was appended, or before which it was inserted if the flag is set: the next text there
    /// is joined to it and counts as no node. Set only if nodes are limited.
    text: Option<(Node<A>, bool)>,
    lines: Lines,
    /// Source text of processing instructions, if they become comments.
    source: Option<Source>,
    drop_doctype: bool,
    /// Name of each formatting element, in the order of creation, and its range of `formatting_attributes`.
    formatting: Vec<(QualName, Range<usize>)>,
    /// One vector, because an allocation for each link costs more than the copies.
    formatting_attributes: Vec<Attribute>,
    /// Whether the parser parses a fragment, which doesn't set the document's mode.
    is_fragment: bool,
    has_doctype: bool,
    has_root: bool,
    /// Offset of the last attribute whose name its tag had already.
    duplicate: Option<usize>,
    /// A new form control and its form, to be associated once the insertion location is known.
    pending_control: Option<(Node<A>, Node<A>)>,
    /// Attributes that later tags add to `html` and `body`.
    late: Late<Node<A>, Attribute, QualName>,
    /// A template that may declare a shadow root, and its attributes.
    template: Option<(Node<A>, Vec<Attribute>)>,
}

impl<A: SinkAccess> fmt::Debug for Bridge<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bridge").finish_non_exhaustive()
    }
}

/// Handle of a node in the sink, with the node's kind.
#[derive(Clone, Debug)]
pub struct Handle<H> {
    node: H,
    kind: NodeKind,
}

impl<H> Handle<H> {
    /// Returns the sink's handle.
    #[must_use]
    pub fn node(&self) -> &H {
        &self.node
    }
}

/// Kind of a node: one of the constants, or the index of a formatting element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NodeKind(usize);

impl NodeKind {
    const ELEMENT: Self = Self(usize::MAX);
    const DOCUMENT: Self = Self(usize::MAX - 1);
    const OTHER: Self = Self(usize::MAX - 2);
}

impl<A: SinkAccess> Bridge<A> {
    /// Creates a bridge for a document.
    #[must_use]
    pub fn new(sink: A, opts: &ParseOpts) -> Self {
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
            formatting_attributes: Vec::new(),
            is_fragment: false,
            has_doctype: false,
            has_root: false,
            duplicate: None,
            pending_control: None,
            late: Late::default(),
            template: None,
        }
    }

    /// Creates a bridge for a fragment.
    #[must_use]
    pub fn new_fragment(sink: A, opts: &ParseOpts) -> Self {
        Self { is_fragment: true, ..Self::new(sink, opts) }
    }

    /// Returns the sink.
    #[must_use]
    pub fn sink(&self) -> &A::Sink {
        self.sink.get()
    }

    /// Whether a limit was reached: then the tree stays as it is.
    #[inline]
    fn is_full(&self) -> bool {
        sapwood_tree::TreeSink::limit(self).is_some()
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
        create: impl FnOnce(&mut Self) -> Node<A>,
    ) -> Handle<Node<A>> {
        if self.count() {
            return Handle { node: create(self), kind };
        }
        Handle { node: self.sink.get().get_document(), kind: NodeKind::OTHER }
    }

    /// Counts a text, unless it is joined to the last one. Whether it is joined to an older one, the sink doesn't say.
    #[inline]
    fn may_add_text(&mut self, node: &Node<A>, before_table: bool) -> bool {
        if !self.nodes.is_limited() || self.is_full() {
            return !self.is_full();
        }
        let same = |(last, before): &(Node<A>, bool)| {
            *before == before_table && self.sink.get().same_node(last, node)
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
            self.sink.get().set_current_line(line);
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
    fn associate_pending(&mut self, parent: &Node<A>, above: Option<&Node<A>>) {
        if let Some((control, form)) = self.pending_control.take() {
            self.sink.get().associate_with_form(&control, &form, (parent, above));
        }
    }

    fn insert_at(
        &mut self,
        location: InsertionLocation<'_, Handle<Node<A>>>,
        child: NodeOrText<Node<A>>,
        kind: NodeKind,
    ) {
        if self.is_full() {
            return;
        }
        match location {
            InsertionLocation::LastChild(parent) => {
                if self.accepts(parent.kind, kind) {
                    self.associate_pending(&parent.node, None);
                    self.sink.get().append(&parent.node, child);
                }
            }
            InsertionLocation::Foster { table, above } => {
                self.associate_pending(&table.node, Some(&above.node));
                self.sink.get().append_based_on_parent_node(&table.node, &above.node, child);
            }
            // Unreachable: `begin_patch` declines, because the trait has no way to find a target.
            InsertionLocation::Patch(patch) => self.sink.get().append(&patch.target.node, child),
        }
    }
}

// Hidden: for html5ever's `TreeBuilder`, which stands beside its sink, and whose tokens come from elsewhere.
#[doc(hidden)]
impl<A: SinkAccess> Bridge<A> {
    /// Replaces the access to the sink.
    #[must_use]
    pub fn with_access<B: SinkAccess<Sink = A::Sink>>(self, sink: B) -> Bridge<B> {
        Bridge {
            sink,
            conversion: self.conversion,
            nodes: self.nodes,
            text: self.text,
            lines: self.lines,
            source: self.source,
            drop_doctype: self.drop_doctype,
            formatting: self.formatting,
            formatting_attributes: self.formatting_attributes,
            is_fragment: self.is_fragment,
            has_doctype: self.has_doctype,
            has_root: self.has_root,
            duplicate: self.duplicate,
            pending_control: self.pending_control,
            late: self.late,
            template: self.template,
        }
    }

    /// Ends the current chunk at byte `length`, because other input comes before the rest.
    pub fn cut_chunk(&mut self, length: usize) {
        self.conversion.texts.cut_chunk(length);
    }

    /// Sets the text of a token that comes without a chunk.
    pub fn set_token_text(&mut self, text: &StrTendril) {
        self.conversion.texts.set_chunk(text.clone());
    }

    /// Sets the offset of the next tag to one at which a duplicate attribute was found.
    pub fn set_duplicate_attribute(&mut self, offset: usize) {
        self.duplicate = Some(offset);
    }

    /// Adds the attributes that are still held back.
    pub fn add_late_attributes(&mut self) {
        for (element, attributes) in self.late.rest() {
            self.sink.get().add_attrs_if_missing(&element, attributes);
        }
    }

    /// Calls `visit` with each node that the bridge holds.
    pub fn for_each_node(&self, visit: &mut dyn FnMut(&Node<A>)) {
        self.text.iter().for_each(|(node, _)| visit(node));
        self.late.nodes().for_each(&mut *visit);
        self.template.iter().for_each(|(node, _)| visit(node));
        if let Some((control, form)) = &self.pending_control {
            visit(control);
            visit(form);
        }
    }
}

impl<A: SinkAccess> ChunkSink for Bridge<A> {
    fn set_chunk(&mut self, chunk: &StrTendril) {
        if let Some(line) = self.lines.end_chunk(self.conversion.texts.chunk(), chunk) {
            self.sink.get().set_current_line(line);
        }
        if let Some(source) = &mut self.source {
            source.end_chunk(self.conversion.texts.chunk());
        }
        self.conversion.texts.set_chunk(chunk.clone());
    }

    fn input_error(&mut self, message: Cow<'static, str>) {
        self.sink.get().parse_error(message);
    }
}

impl<A: SinkAccess> sapwood_tree::TreeSink for Bridge<A> {
    type Handle = Handle<Node<A>>;
    type Output = A::Output;

    const ERRORS: bool = true;

    fn document(&mut self) -> Self::Handle {
        Handle { node: self.sink.get().get_document(), kind: NodeKind::DOCUMENT }
    }

    fn fragment_root(&mut self) -> Self::Handle {
        let name = QualName { prefix: None, ns: ns!(html), local: local_name!("html") };
        let root = create_element(self.sink.get(), name, Vec::new());
        self.sink
            .get()
            .append(&self.sink.get().get_document(), NodeOrText::AppendNode(root.clone()));
        self.has_root = true;
        Handle { node: root, kind: NodeKind::ELEMENT }
    }

    #[inline]
    fn create_element(&mut self, element: NewElement<'_>) -> Self::Handle {
        let mut flags = ElementFlags::default();
        match element.origin {
            Origin::Tag(span) => {
                self.advance_to(span.end);
                let had_duplicates = self.duplicate.is_some_and(|at| span.range().contains(&at));
                set_had_duplicates(&mut flags, had_duplicates);
            }
            Origin::Implied(span) => self.advance_to(span.start),
        }
        flags.mathml_annotation_xml_integration_point = element.html_integration_point;
        if !self.count() {
            return Handle { node: self.sink.get().get_document(), kind: NodeKind::OTHER };
        }
        let name = self.conversion.element_name(element.name);
        let attributes = self.conversion.attributes(element.attributes);
        let mut kind = NodeKind::ELEMENT;
        let mut shadow_attributes = None;
        if element.name.namespace == sapwood_names::Namespace::Html {
            let id = element.name.name.id;
            if sets::FORMATTING.contains(id) {
                kind = NodeKind(self.formatting.len());
                let start = self.formatting_attributes.len();
                self.formatting_attributes.extend_from_slice(&attributes);
                self.formatting.push((name.clone(), start..self.formatting_attributes.len()));
            } else if id == tag::TEMPLATE {
                flags.template = true;
                let declares =
                    element.attributes.iter().any(|it| it.name.id == attr::SHADOWROOTMODE);
                shadow_attributes = declares.then(|| attributes.clone());
            }
        }
        let node = self.sink.get().create_element(name, attributes, flags);
        if let Some(attributes) = shadow_attributes {
            self.template = Some((node.clone(), attributes));
        }
        Handle { node, kind }
    }

    fn reopen_element(&mut self, original: &Self::Handle, at: Span) -> Self::Handle {
        self.advance_to(at.start);
        self.create(original.kind, |this| {
            // The parser reopens only formatting elements, and `formatting` has each of them.
            let (name, attributes) = match this.formatting.get(original.kind.0) {
                Some((name, range)) => {
                    (name.clone(), this.formatting_attributes[range.clone()].to_vec())
                }
                None => {
                    let name = this.sink.get().elem_name(&original.node);
                    (QualName::new(None, name.ns().clone(), name.local_name().clone()), Vec::new())
                }
            };
            this.sink.get().create_element(name, attributes, ElementFlags::default())
        })
    }

    fn create_qualified_element(&mut self, element: QualifiedElement<'_>) -> Self::Handle {
        self.advance_to(match element.origin {
            Origin::Tag(span) => span.end,
            Origin::Implied(span) => span.start,
        });
        self.create(NodeKind::ELEMENT, |this| {
            let (name, attributes) = this.conversion.qualified(&element);
            create_element(this.sink.get(), name, attributes)
        })
    }

    fn create_comment(&mut self, data: &str, span: Span) -> Self::Handle {
        self.advance_to(span.end);
        self.create(NodeKind::OTHER, |this| {
            this.sink.get().create_comment(this.conversion.texts.tendril(data))
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
                return sink.get().create_pi(target, conversion.texts.tendril(data));
            };
            let comment = source
                .comment(span, conversion.texts.chunk())
                .unwrap_or_else(|| format!("?{target} {data}"));
            sink.get().create_comment(conversion.texts.tendril(&comment))
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
        self.sink.get().append_doctype_to_document(
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
            self.sink.get().append(&parent.node, NodeOrText::AppendNode(child.node.clone()));
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
            self.sink.get().append(&parent.node, NodeOrText::AppendText(text));
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
            self.sink.get().remove_from_parent(&node.node);
        }
    }

    fn reparent_children(&mut self, from: &Self::Handle, to: &Self::Handle) {
        self.text = None;
        if !self.is_full() {
            self.sink.get().reparent_children(&from.node, &to.node);
        }
    }

    fn add_missing_attributes(&mut self, element: &Self::Handle, attributes: Attributes<'_>) {
        if self.is_full() {
            return;
        }
        let attributes = self.conversion.attributes(attributes);
        let is_same = |a: &Node<A>, b: &Node<A>| self.sink.get().same_node(a, b);
        let now = self.late.add(&element.node, attributes, |it| it.name.clone(), is_same);
        if !now.is_empty() {
            self.sink.get().add_attrs_if_missing(&element.node, now);
        }
    }

    fn template_contents(&mut self, template: &Self::Handle) -> Self::Handle {
        self.create(NodeKind::ELEMENT, |this| this.sink.get().get_template_contents(&template.node))
    }

    fn finish(mut self) -> A::Output {
        self.add_late_attributes();
        self.sink.finish()
    }

    fn limit(&self) -> Option<Limit> {
        self.nodes.limit().or(self.conversion.texts.limit())
    }

    fn set_quirks_mode(&mut self, mode: sapwood_tree::QuirksMode) {
        if !self.is_fragment && !self.is_full() {
            self.sink.get().set_quirks_mode(quirks_mode(mode));
        }
    }

    #[cold]
    fn error(&mut self, error: ParseError) {
        if error.code == ErrorCode::DuplicateAttribute {
            self.duplicate = Some(error.span.start);
        }
        self.advance_to(error.span.start);
        self.sink.get().parse_error(self.conversion.message(error));
    }

    #[inline]
    fn pop(&mut self, element: &Self::Handle, end: Option<Span>) {
        if let Some(span) = end {
            self.advance_to(span.end);
        }
        if element.kind != NodeKind::OTHER {
            self.sink.get().pop(&element.node);
        }
    }

    fn associate_with_form(&mut self, element: &Self::Handle, form: &Self::Handle, _: bool) {
        if !self.is_full() {
            self.pending_control = Some((element.node.clone(), form.node.clone()));
        }
    }

    fn mark_script_already_started(&mut self, script: &Self::Handle) {
        if script.kind != NodeKind::OTHER {
            self.sink.get().mark_script_already_started(&script.node);
        }
    }

    fn attach_shadow_root(
        &mut self,
        host: &Self::Handle,
        _init: &ShadowRootInit,
    ) -> Option<Self::Handle> {
        let (template, attributes) = self.template.take()?;
        if !self.count()
            || !self.sink.get().allow_declarative_shadow_roots(&host.node)
            || !self.sink.get().attach_declarative_shadow(&host.node, &template, &attributes)
        {
            return None;
        }
        let node = self.sink.get().get_template_contents(&template);
        Some(Handle { node, kind: NodeKind::ELEMENT })
    }

    fn option_popped(&mut self, option: &Self::Handle) {
        if !self.is_full() {
            self.sink.get().maybe_clone_an_option_into_selectedcontent(&option.node);
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
