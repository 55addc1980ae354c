//! From our `TreeSink` to that of `markup5ever`.
//!
//! This file is compiled once for each version of `markup5ever`: the one that is meant is `super`'s.

use std::{borrow::Cow, sync::LazyLock};

use names::{attr, sets, tag};
use tree_sink::{
    Attributes, ErrorCode, Limit, NewElement, Origin, ParseError, Patch, Place, QualifiedElement,
    QualifiedId, QualifiedNames, ShadowRootInit, Span,
};

use super::markup5ever::{
    Attribute, LocalName, Namespace, Prefix, QualName,
    interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink, create_element},
    local_name, namespace_prefix, ns,
    tendril::StrTendril,
};
use crate::{
    atoms::Names,
    late::Late,
    lines::Lines,
    options::{ParseOpts, ProcessingInstructions},
    parser::{ChunkSink, ContextElement, Driver},
    source::Source,
    text::Texts,
};

static LOCAL_NAMES: LazyLock<Vec<LocalName>> = LazyLock::new(Names::known);

/// A parser that fills `S`; see [`parse_document`].
pub type Parser<S> = Driver<Bridge<S>>;

/// Parses a document into `sink`.
///
/// What it returns takes input by the methods of
/// [`TendrilSink`](crate::tendril::TendrilSink).
pub fn parse_document<S: TreeSink>(sink: S, opts: ParseOpts) -> Parser<S> {
    Driver::new(Bridge::new(sink, &opts), &opts)
}

/// Parses a fragment into `sink`: what the input becomes in an element called `context_name`.
///
/// As by html5ever, the context element is created and stays outside the tree, and the document gets an
/// `html` element whose children are those of the fragment.
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

/// The same for a context element that there is, and the form that it is in.
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
    // Nothing of the sink may be held while it is called to change something.
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
    let mut parser = Driver::new_fragment(bridge, &context, &opts);
    if let Some(form) = form_element {
        parser.builder_mut().set_form_element(Handle { node: form, about: About::ELEMENT });
    }
    parser
}

/// Has a tree sink of `markup5ever` filled by our tree construction.
///
/// It keeps what the one trait says and the other asks for: the names and attributes of formatting
/// elements, which the parser opens again, and which node is the document.
#[derive(Debug)]
pub struct Bridge<S: TreeSink> {
    sink: S,
    names: Names<LocalName>,
    qualified: QualNames,
    texts: Texts,
    lines: Lines,
    /// What processing instructions are read from, if they become comments.
    source: Option<Source>,
    drop_doctype: bool,
    exact_errors: bool,
    /// The formatting elements, as they were created.
    formatting: Vec<(QualName, Vec<Attribute>)>,
    /// Whether what is parsed is a fragment: its document's mode is as it is.
    is_fragment: bool,
    has_doctype: bool,
    has_root: bool,
    /// Where an attribute was met whose name its tag had already.
    duplicate: Option<usize>,
    /// A form control that was created, its form to be told when it is known where it goes.
    control: Option<(S::Handle, S::Handle)>,
    /// The attributes of later tags for `html` and `body`.
    late: Late<S::Handle, Attribute, QualName>,
    /// A template that may declare a shadow root, and its attributes.
    template: Option<(S::Handle, Vec<Attribute>)>,
}

/// A node of the tree, and what is to be known of it.
#[derive(Clone, Debug)]
pub struct Handle<H> {
    node: H,
    about: About,
}

/// What is to be known of a node: a constant, or its place among the formatting elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct About(usize);

impl About {
    const ELEMENT: Self = Self(usize::MAX);
    const DOCUMENT: Self = Self(usize::MAX - 1);
    const OTHER: Self = Self(usize::MAX - 2);
}

impl<S: TreeSink> Bridge<S> {
    fn new(sink: S, opts: &ParseOpts) -> Self {
        Self {
            sink,
            names: names(),
            qualified: QualNames::default(),
            texts: Texts::default(),
            lines: Lines::default(),
            source: match opts.processing_instructions {
                ProcessingInstructions::AsComments => Some(Source::default()),
                ProcessingInstructions::AsThemselves => None,
            },
            drop_doctype: opts.tree_builder.drop_doctype,
            exact_errors: opts.tokenizer.exact_errors || opts.tree_builder.exact_errors,
            formatting: Vec::new(),
            is_fragment: false,
            has_doctype: false,
            has_root: false,
            duplicate: None,
            control: None,
            late: Late::default(),
            template: None,
        }
    }

    /// The sink that is filled.
    #[must_use]
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// Tells the sink which line the input at `offset` is in.
    #[inline]
    fn come_to(&mut self, offset: usize) {
        if let Some(line) = self.lines.come_to(offset, self.texts.chunk()) {
            self.sink.set_current_line(line);
        }
    }

    /// The attributes of a tag.
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

    /// Whether `child` may become a child of `parent`: a document takes one element.
    #[inline]
    fn takes(&mut self, parent: About, child: About) -> bool {
        if parent == About::DOCUMENT && child != About::OTHER {
            return !std::mem::replace(&mut self.has_root, true);
        }
        true
    }

    /// Tells the sink of the form of the control that is about to be inserted.
    #[inline]
    fn associate(&mut self, parent: &S::Handle, above: Option<&S::Handle>) {
        if let Some((control, form)) = self.control.take() {
            self.sink.associate_with_form(&control, &form, (parent, above));
        }
    }

    fn insert_at(
        &mut self,
        place: Place<'_, Handle<S::Handle>>,
        child: NodeOrText<S::Handle>,
        about: About,
    ) {
        match place {
            Place::LastChild(parent) => {
                if self.takes(parent.about, about) {
                    self.associate(&parent.node, None);
                    self.sink.append(&parent.node, child);
                }
            }
            Place::Foster { table, above } => {
                self.associate(&table.node, Some(&above.node));
                self.sink.append_based_on_parent_node(&table.node, &above.node, child);
            }
            // There are no patches: they can't be found through the trait.
            Place::Patch(patch) => self.sink.append(&patch.target.node, child),
        }
    }
}

impl<S: TreeSink> ChunkSink for Bridge<S> {
    fn set_chunk(&mut self, chunk: &StrTendril) {
        if let Some(line) = self.lines.end_chunk(self.texts.chunk(), chunk) {
            self.sink.set_current_line(line);
        }
        if let Some(source) = &mut self.source {
            source.end_chunk(self.texts.chunk());
        }
        self.texts.set_chunk(chunk.clone());
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
        Handle { node: self.sink.get_document(), about: About::DOCUMENT }
    }

    fn fragment_root(&mut self) -> Self::Handle {
        let name = QualName { prefix: None, ns: ns!(html), local: local_name!("html") };
        let root = create_element(&self.sink, name, Vec::new());
        self.sink.append(&self.sink.get_document(), NodeOrText::AppendNode(root.clone()));
        self.has_root = true;
        Handle { node: root, about: About::ELEMENT }
    }

    #[inline]
    fn create_element(&mut self, element: NewElement<'_>) -> Self::Handle {
        let mut flags = ElementFlags::default();
        match element.origin {
            Origin::Tag(span) => {
                self.come_to(span.end);
                flags.had_duplicate_attributes =
                    self.duplicate.is_some_and(|at| span.range().contains(&at));
            }
            Origin::Implied(span) => self.come_to(span.start),
        }
        flags.mathml_annotation_xml_integration_point = element.html_integration_point;
        let name = QualName {
            prefix: None,
            ns: namespace(element.name.namespace),
            local: self.names.atom(element.name.name),
        };
        let attributes = self.attributes(element.attributes);
        let mut about = About::ELEMENT;
        let mut declaring = None;
        if element.name.namespace == names::Namespace::Html {
            let id = element.name.name.id;
            if sets::FORMATTING.contains(id) {
                about = About(self.formatting.len());
                self.formatting.push((name.clone(), attributes.clone()));
            } else if id == tag::TEMPLATE {
                flags.template = true;
                let declares =
                    element.attributes.iter().any(|it| it.name.id == attr::SHADOWROOTMODE);
                declaring = declares.then(|| attributes.clone());
            }
        }
        let node = self.sink.create_element(name, attributes, flags);
        if let Some(attributes) = declaring {
            self.template = Some((node.clone(), attributes));
        }
        Handle { node, about }
    }

    fn reopen_element(&mut self, original: &Self::Handle, at: Span) -> Self::Handle {
        self.come_to(at.start);
        // Only formatting elements are opened again, and all of those are kept.
        let (name, attributes) =
            self.formatting.get(original.about.0).cloned().unwrap_or_else(|| {
                let name = self.sink.elem_name(&original.node);
                (QualName::new(None, name.ns().clone(), name.local_name().clone()), Vec::new())
            });
        let node = self.sink.create_element(name, attributes, ElementFlags::default());
        Handle { node, about: original.about }
    }

    fn create_qualified_element(&mut self, element: QualifiedElement<'_>) -> Self::Handle {
        self.come_to(match element.origin {
            Origin::Tag(span) => span.end,
            Origin::Implied(span) => span.start,
        });
        let name = self.qualified.get(element.names, element.name);
        let attributes = element
            .attributes
            .iter()
            .map(|attribute| Attribute {
                name: self.qualified.get(element.names, attribute.name),
                value: self.texts.tendril(attribute.value),
            })
            .collect();
        let node = create_element(&self.sink, name, attributes);
        Handle { node, about: About::ELEMENT }
    }

    fn create_comment(&mut self, data: &str, span: Span) -> Self::Handle {
        self.come_to(span.end);
        let node = self.sink.create_comment(self.texts.tendril(data));
        Handle { node, about: About::OTHER }
    }

    fn create_processing_instruction(
        &mut self,
        target: &str,
        data: &str,
        span: Span,
    ) -> Self::Handle {
        self.come_to(span.end);
        let node = match &self.source {
            None => {
                let target = self.texts.tendril(target);
                self.sink.create_pi(target, self.texts.tendril(data))
            }
            Some(source) => {
                let comment = source
                    .comment(span, self.texts.chunk())
                    .unwrap_or_else(|| format!("?{target} {data}"));
                self.sink.create_comment(self.texts.tendril(&comment))
            }
        };
        Handle { node, about: About::OTHER }
    }

    fn append_doctype(&mut self, name: &str, public_id: &str, system_id: &str, span: Span) {
        if self.drop_doctype || self.has_doctype || self.has_root {
            return;
        }
        self.has_doctype = true;
        self.come_to(span.end);
        let name = self.texts.tendril(name);
        let public_id = self.texts.tendril(public_id);
        self.sink.append_doctype_to_document(name, public_id, self.texts.tendril(system_id));
    }

    #[inline]
    fn append(&mut self, parent: &Self::Handle, child: &Self::Handle) {
        if self.takes(parent.about, child.about) {
            self.associate(&parent.node, None);
            self.sink.append(&parent.node, NodeOrText::AppendNode(child.node.clone()));
        }
    }

    #[inline]
    fn append_text(&mut self, parent: &Self::Handle, text: &str, span: Span) {
        self.come_to(span.start);
        if parent.about != About::DOCUMENT && !text.is_empty() {
            let text = self.texts.tendril(text);
            self.sink.append(&parent.node, NodeOrText::AppendText(text));
        }
    }

    fn insert(&mut self, place: Place<'_, Self::Handle>, child: &Self::Handle) {
        self.insert_at(place, NodeOrText::AppendNode(child.node.clone()), child.about);
    }

    fn insert_text(&mut self, place: Place<'_, Self::Handle>, text: &str, span: Span) {
        if let Place::LastChild(parent) = place {
            return self.append_text(parent, text, span);
        }
        self.come_to(span.start);
        if !text.is_empty() {
            let text = NodeOrText::AppendText(self.texts.tendril(text));
            self.insert_at(place, text, About::OTHER);
        }
    }

    fn remove(&mut self, node: &Self::Handle) {
        self.sink.remove_from_parent(&node.node);
    }

    fn reparent_children(&mut self, from: &Self::Handle, to: &Self::Handle) {
        self.sink.reparent_children(&from.node, &to.node);
    }

    fn add_missing_attributes(&mut self, element: &Self::Handle, attributes: Attributes<'_>) {
        let attributes = self.attributes(attributes);
        let is_same = |a: &S::Handle, b: &S::Handle| self.sink.same_node(a, b);
        let now = self.late.add(&element.node, attributes, |it| it.name.clone(), is_same);
        if !now.is_empty() {
            self.sink.add_attrs_if_missing(&element.node, now);
        }
    }

    fn template_contents(&mut self, template: &Self::Handle) -> Self::Handle {
        let node = self.sink.get_template_contents(&template.node);
        Handle { node, about: About::ELEMENT }
    }

    fn finish(mut self) -> S::Output {
        for (element, attributes) in self.late.rest() {
            self.sink.add_attrs_if_missing(&element, attributes);
        }
        self.sink.finish()
    }

    fn limit(&self) -> Option<Limit> {
        self.texts.limit()
    }

    fn set_quirks_mode(&mut self, mode: tree_sink::QuirksMode) {
        if !self.is_fragment {
            self.sink.set_quirks_mode(quirks_mode(mode));
        }
    }

    #[cold]
    fn error(&mut self, error: ParseError) {
        if error.code == ErrorCode::DuplicateAttribute {
            self.duplicate = Some(error.span.start);
        }
        self.come_to(error.span.start);
        self.sink.parse_error(if self.exact_errors {
            Cow::Owned(error.to_string())
        } else {
            Cow::Borrowed(error.code.as_str())
        });
    }

    #[inline]
    fn pop(&mut self, element: &Self::Handle, end: Option<Span>) {
        if let Some(span) = end {
            self.come_to(span.end);
        }
        self.sink.pop(&element.node);
    }

    fn associate_with_form(&mut self, element: &Self::Handle, form: &Self::Handle) {
        self.control = Some((element.node.clone(), form.node.clone()));
    }

    fn mark_script_already_started(&mut self, script: &Self::Handle) {
        self.sink.mark_script_already_started(&script.node);
    }

    fn attach_shadow_root(
        &mut self,
        host: &Self::Handle,
        _init: &ShadowRootInit,
    ) -> Option<Self::Handle> {
        let (template, attributes) = self.template.take()?;
        if !self.sink.allow_declarative_shadow_roots(&host.node)
            || !self.sink.attach_declarative_shadow(&host.node, &template, &attributes)
        {
            return None;
        }
        let node = self.sink.get_template_contents(&template);
        Some(Handle { node, about: About::ELEMENT })
    }

    fn option_popped(&mut self, option: &Self::Handle, _select: &Self::Handle, _disabled: bool) {
        self.sink.maybe_clone_an_option_into_selectedcontent(&option.node);
    }

    fn begin_patch(
        &mut self,
        _place: Place<'_, Self::Handle>,
        _name: &str,
    ) -> Option<Patch<Self::Handle>> {
        None
    }
}

/// The atoms of names, none met yet.
#[must_use]
pub fn names() -> Names<LocalName> {
    Names::new(&LOCAL_NAMES)
}

/// A namespace that is known; none for the others.
#[inline]
#[must_use]
pub fn namespace(namespace: names::Namespace) -> Namespace {
    match namespace {
        names::Namespace::None | names::Namespace::Other => ns!(),
        names::Namespace::Html => ns!(html),
        names::Namespace::MathMl => ns!(mathml),
        names::Namespace::Svg => ns!(svg),
        names::Namespace::XLink => ns!(xlink),
        names::Namespace::Xml => ns!(xml),
        names::Namespace::XmlNs => ns!(xmlns),
    }
}

/// The prefix that html5ever gives an attribute of a tag.
#[inline]
#[must_use]
pub fn prefix(attribute: &tree_sink::Attribute<'_>) -> Option<Prefix> {
    match attribute.namespace {
        names::Namespace::XLink => Some(namespace_prefix!("xlink")),
        names::Namespace::Xml => Some(namespace_prefix!("xml")),
        names::Namespace::XmlNs if attribute.name.id != attr::XMLNS => {
            Some(namespace_prefix!("xmlns"))
        }
        // An empty one, not none.
        names::Namespace::XmlNs => Some(namespace_prefix!("")),
        _ => None,
    }
}

/// The mode in `markup5ever`'s terms.
#[must_use]
pub fn quirks_mode(mode: tree_sink::QuirksMode) -> QuirksMode {
    match mode {
        tree_sink::QuirksMode::NoQuirks => QuirksMode::NoQuirks,
        tree_sink::QuirksMode::LimitedQuirks => QuirksMode::LimitedQuirks,
        tree_sink::QuirksMode::Quirks => QuirksMode::Quirks,
    }
}

/// The qualified names of one parse, by their numbers.
#[derive(Clone, Debug, Default)]
pub struct QualNames(Vec<Option<QualName>>);

impl QualNames {
    /// The name with this number.
    pub fn get(&mut self, names: &QualifiedNames, id: QualifiedId) -> QualName {
        if let Some(Some(name)) = self.0.get(id.index()) {
            return name.clone();
        }
        let name = names.get(id);
        let name = QualName {
            prefix: name.prefix.map(Prefix::from),
            ns: Namespace::from(name.namespace_url),
            local: LocalName::from(name.local.text),
        };
        if self.0.len() <= id.index() {
            self.0.resize(names.len(), None);
        }
        self.0[id.index()] = Some(name.clone());
        name
    }
}
