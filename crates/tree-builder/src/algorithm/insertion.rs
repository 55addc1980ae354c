//! [Creating and inserting nodes](https://html.spec.whatwg.org/multipage/parsing.html#creating-and-inserting-nodes)

use std::mem;

use sapwood_names::{Name, NameId, Namespace, attr, foreign, sets, tag};
use sapwood_tokenizer::{Feedback, Tag, TextState};
use sapwood_tree::{
    Attribute, Attributes, ElementName, ErrorCode, InsertionLocation, Limit, NewElement, Origin,
    Patch, Span, TreeSink, is_html_encoding,
};

use super::{
    element_flags::{Flags, flags_of},
    open_elements::Position,
    template_target::TemplateTarget,
};
use crate::{
    builder::{FormPointer, Mode, NextToken, TreeBuilder},
    input::Next,
};

/// An [appropriate place for inserting a
/// node](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node).
#[derive(Clone, Debug)]
pub(crate) enum Location<Handle> {
    LastChild(Handle),
    Foster { table: Handle, above: Handle },
    Patch(Patch<Handle>),
}

impl<Handle> Location<Handle> {
    pub(crate) fn place(&self) -> InsertionLocation<'_, Handle> {
        match self {
            Self::LastChild(parent) => InsertionLocation::LastChild(parent),
            Self::Foster { table, above } => InsertionLocation::Foster { table, above },
            Self::Patch(patch) => InsertionLocation::Patch(patch),
        }
    }
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns [the appropriate place for inserting a
    /// node](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node)
    /// with the open element at `target` as the override target.
    pub(crate) fn location(&self, target: Position) -> Location<S::Handle> {
        let element = self.open.at(target);
        if self.foster_parenting && element.flags.has(Flags::TABLE_LIKE) {
            return self.foster_location();
        }
        if element.flags.has(Flags::TEMPLATE) {
            return self.template_location();
        }
        Location::LastChild(element.handle.clone())
    }

    /// Returns the location for [foster
    /// parented](https://html.spec.whatwg.org/multipage/parsing.html#foster-parent) content.
    fn foster_location(&self) -> Location<S::Handle> {
        let template = self.open.last(tag::TEMPLATE);
        let table = self.open.last(tag::TABLE);
        if template > table {
            // The standard inserts into the template contents. That would lose the content of a
            // `<template for>`, so it goes where the template's other content goes.
            return self.template_location();
        }
        if table == 0 {
            return Location::LastChild(self.open.at(1).handle.clone());
        }
        let table_element = self.open.at(table);
        let above = self.open.at(self.open.below(table));
        Location::Foster { table: table_element.handle.clone(), above: above.handle.clone() }
    }

    /// Returns the location for the content of the innermost open template.
    fn template_location(&self) -> Location<S::Handle> {
        match self.templates.last() {
            Some(TemplateTarget::Contents(contents)) => Location::LastChild(contents.clone()),
            Some(TemplateTarget::Patch(patch)) => Location::Patch(patch.clone()),
            None => Location::LastChild(self.open.current().handle.clone()),
        }
    }

    /// Returns `true` if content of the current node may be inserted elsewhere than at its end.
    #[inline]
    fn current_redirects(&self) -> bool {
        let flags = self.open.current().flags;
        flags.has(Flags::TEMPLATE) || (self.foster_parenting && flags.has(Flags::TABLE_LIKE))
    }

    /// Inserts a node at the appropriate place.
    #[inline]
    pub(crate) fn insert_node(&mut self, node: &S::Handle) {
        if self.current_redirects() {
            let location = self.location(self.open.top());
            self.sink.insert(location.place(), node);
        } else {
            self.sink.append(&self.open.current().handle, node);
        }
    }

    /// [Inserts characters](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-character)
    #[inline(always)]
    pub(crate) fn insert_text(&mut self, text: &str) {
        let span = self.span;
        if self.current_redirects() {
            self.insert_text_elsewhere(text);
        } else {
            self.sink.append_text(&self.open.current().handle, text, span);
        }
    }

    #[cold]
    fn insert_text_elsewhere(&mut self, text: &str) {
        let location = self.location(self.open.top());
        self.sink.insert_text(location.place(), text, self.span);
    }

    /// [Inserts a comment](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-comment)
    pub(crate) fn insert_comment(&mut self, data: &str) -> Next {
        let comment = self.sink.create_comment(data, self.span);
        self.insert_node(&comment);
        Next::Done
    }

    /// [Inserts a processing
    /// instruction](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-processing-instruction)
    pub(crate) fn insert_processing_instruction(&mut self, target: &str, data: &str) -> Next {
        let instruction = self.sink.create_processing_instruction(target, data, self.span);
        self.insert_node(&instruction);
        Next::Done
    }

    /// Inserts a comment as the last child of the document.
    pub(crate) fn append_comment_to_document(&mut self, data: &str) -> Next {
        let comment = self.sink.create_comment(data, self.span);
        let document = self.sink.document();
        self.sink.append(&document, &comment);
        Next::Done
    }

    /// Inserts a processing instruction as the last child of the document.
    pub(crate) fn append_instruction_to_document(&mut self, target: &str, data: &str) -> Next {
        let instruction = self.sink.create_processing_instruction(target, data, self.span);
        let document = self.sink.document();
        self.sink.append(&document, &instruction);
        Next::Done
    }

    /// [Creates an element for a
    /// token](https://html.spec.whatwg.org/multipage/parsing.html#create-an-element-for-the-token)
    pub(crate) fn create_element(&mut self, element: NewElement<'_>) -> S::Handle {
        let handle = self.sink.create_element(element);
        if !matches!(self.form, FormPointer::None) {
            self.associate_with_form(element.name, element.attributes, &handle);
        }
        handle
    }

    /// Inserts a new element at the appropriate place, unless it is nested too deeply or a limit was
    /// reached.
    pub(crate) fn insert_created(&mut self, element: &S::Handle) {
        if self.open.top() >= self.max_depth && self.is_too_deep() {
            self.stop(Limit::Depth);
        } else {
            self.insert_node(element);
        }
    }

    #[cold]
    fn is_too_deep(&self) -> bool {
        self.open.depth() >= self.max_depth
    }

    /// Skips a line feed if it is the next token.
    pub(crate) fn skip_line_feed(&mut self) {
        if self.next_token == NextToken::AsUsual {
            self.next_token = NextToken::SkipLineFeed;
        }
    }

    /// Creates an element and inserts it at the appropriate place.
    #[inline(never)]
    fn insert_element(&mut self, element: NewElement<'_>) -> S::Handle {
        if !self.is_unusual(element.name.name.id) {
            return self.sink.append_element(&self.open.current().handle, element);
        }
        let handle = self.create_element(element);
        self.insert_created(&handle);
        handle
    }

    /// Creates and inserts the HTML element of a tag; a fast path for the most frequent case.
    #[inline(always)]
    fn insert_element_of_tag(&mut self, tag: &Tag<'_>) -> S::Handle {
        if self.is_unusual(tag.name.id) || self.open.only_root() {
            return self.insert_unusual_element(tag);
        }
        let element = self.html_element(tag);
        self.sink.append_element_in_lane::<true>(&self.open.current().handle, element)
    }

    /// Out of line, so that the element above need not be put together in memory.
    #[inline(never)]
    fn insert_unusual_element(&mut self, tag: &Tag<'_>) -> S::Handle {
        self.insert_element(self.html_element(tag))
    }

    /// Whether more is to be done for a new element `name` than to append it to the current node.
    #[inline(always)]
    fn is_unusual(&self, name: NameId) -> bool {
        let may_have_owner =
            !matches!(self.form, FormPointer::None) && sets::FORM_ASSOCIATED.contains(name);
        self.current_redirects() || may_have_owner || self.open.top() >= self.max_depth
    }

    #[cold]
    fn associate_with_form(
        &mut self,
        name: ElementName<'_>,
        attributes: Attributes<'_>,
        element: &S::Handle,
    ) {
        if name.namespace == Namespace::Html
            && sets::FORM_ASSOCIATED.contains(name.name.id)
            && !self.is_fragment()
            && !self.open.contains(tag::TEMPLATE)
            && (name.name.id == tag::IMG || attributes.named(attr::FORM).is_none())
            && let FormPointer::Element(form) = &self.form
        {
            // Outside of templates, no form is opened after the one that the form element pointer
            // points to.
            let last = self.open.last(tag::FORM);
            let is_open = last != 0 && self.open.at(last).flags.has(Flags::FORM_POINTER);
            self.sink.associate_with_form(element, form, is_open);
        }
    }

    /// Describes the HTML element of a tag.
    #[inline]
    pub(crate) fn html_element<'a>(&self, tag: &Tag<'a>) -> NewElement<'a> {
        // The end tag `</br>` also creates an element.
        let origin = if self.closing == NameId::UNKNOWN {
            Origin::Tag(self.span)
        } else {
            Origin::Implied(self.span)
        };
        let name = ElementName { namespace: Namespace::Html, name: tag.name };
        NewElement { name, attributes: tag.attributes, origin, html_integration_point: false }
    }

    /// [Inserts an HTML element](https://html.spec.whatwg.org/multipage/parsing.html#insert-an-html-element)
    #[inline(never)]
    pub(crate) fn insert_html_element(&mut self, tag: &Tag<'_>) -> Position {
        self.insert_html_element_inline(tag)
    }

    /// [`insert_html_element`](Self::insert_html_element) for the most frequent rules.
    #[inline(always)]
    pub(crate) fn insert_html_element_inline(&mut self, tag: &Tag<'_>) -> Position {
        let element = self.insert_element_of_tag(tag);
        let name = tag.name.id;
        let flags = flags_of(Namespace::Html, name, false);
        self.open.push(element, Namespace::Html, name, flags)
    }

    /// Inserts a void HTML element, and acknowledges the self-closing flag.
    #[inline(never)]
    pub(crate) fn insert_void_element(&mut self, tag: &Tag<'_>) {
        let element = self.insert_element_of_tag(tag);
        self.acknowledged = true;
        // The standard pushes the element and pops it immediately.
        self.sink.pop(&element, None);
    }

    /// Inserts an HTML element whose start tag was omitted.
    pub(crate) fn insert_implied(&mut self, name: NameId) -> Position {
        let element = if self.is_unusual(name) || self.is_fragment() {
            self.insert_unusual_implied(name)
        } else {
            let element = self.implied_element(name);
            self.sink.append_element_in_lane::<true>(&self.open.current().handle, element)
        };
        self.open.push(element, Namespace::Html, name, flags_of(Namespace::Html, name, false))
    }

    /// Out of line, as [`insert_unusual_element`](Self::insert_unusual_element) is.
    #[inline(never)]
    fn insert_unusual_implied(&mut self, name: NameId) -> S::Handle {
        self.insert_element(self.implied_element(name))
    }

    /// Describes the HTML element `name` whose start tag was omitted.
    #[inline(always)]
    fn implied_element<'a>(&self, name: NameId) -> NewElement<'a> {
        let at = Span::at(self.span.start);
        // An end tag `</p>` without a start tag creates an element.
        let span = if self.closing == name { self.span } else { at };
        NewElement {
            name: ElementName { namespace: Namespace::Html, name: Name::known(name) },
            attributes: Attributes::NONE,
            origin: Origin::Implied(span),
            html_integration_point: false,
        }
    }

    /// [Inserts a foreign
    /// element](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-foreign-element)
    /// with its attributes adjusted.
    pub(crate) fn insert_foreign_element(&mut self, tag: &Tag<'_>, namespace: Namespace) {
        let ranges = tag.attributes.ranges();
        if ranges.is_some_and(|(ranges, ..)| ranges.iter().all(|it| is_plain(it.name(), namespace)))
            && tag.name.id != tag::ANNOTATION_XML
        {
            let element = self.insert_element(NewElement {
                name: ElementName { namespace, name: tag.name },
                attributes: tag.attributes,
                origin: Origin::Tag(self.span),
                html_integration_point: false,
            });
            let flags = flags_of(namespace, tag.name.id, false);
            self.open.push(element, namespace, tag.name.id, flags);
            return;
        }
        self.insert_adjusted_element(tag, namespace);
    }

    /// [`insert_foreign_element`](Self::insert_foreign_element) for a tag with attributes that are adjusted.
    #[inline(never)]
    fn insert_adjusted_element(&mut self, tag: &Tag<'_>, namespace: Namespace) {
        let mut adjusted = recycle(mem::take(&mut self.adjusted));
        if self.sink.wants_attributes(tag.name.id) {
            for attribute in tag.attributes.iter() {
                adjusted.push(self.adjust(attribute, namespace));
            }
        }
        let integration_point = namespace == Namespace::MathMl
            && tag.name.id == tag::ANNOTATION_XML
            && tag
                .attributes
                .named(attr::ENCODING)
                .is_some_and(|encoding| is_html_encoding(encoding.value));
        let element = self.insert_element(NewElement {
            name: ElementName { namespace, name: tag.name },
            attributes: adjusted.as_slice().into(),
            origin: Origin::Tag(self.span),
            html_integration_point: integration_point,
        });
        self.adjusted = recycle(adjusted);
        let flags = flags_of(namespace, tag.name.id, integration_point);
        self.open.push(element, namespace, tag.name.id, flags);
    }

    /// [Adjusts MathML](https://html.spec.whatwg.org/multipage/parsing.html#adjust-mathml-attributes),
    /// [SVG](https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes) and [foreign
    /// attributes](https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes).
    ///
    /// A namespace declaration with an unexpected URL is reported but kept.
    fn adjust<'a>(&mut self, mut attribute: Attribute<'a>, namespace: Namespace) -> Attribute<'a> {
        let id = attribute.name.id;
        if !id.is_known() {
            return attribute;
        }
        let adjusted = match namespace {
            Namespace::Svg => foreign::svg_attribute(id),
            _ => foreign::mathml_attribute(id),
        };
        if adjusted != id {
            attribute.name = Name::known(adjusted);
        } else if let Some((of, local_name)) = foreign::foreign_attribute(id) {
            let expected = match local_name {
                attr::XMLNS => namespace.as_url(),
                _ => Namespace::XLink.as_url(),
            };
            if of == Namespace::XmlNs && attribute.value != expected {
                self.error(ErrorCode::UnexpectedNamespaceDeclaration);
            }
            attribute.namespace = of;
            attribute.name = Name::known(local_name);
        }
        attribute
    }

    /// [The generic raw text](https://html.spec.whatwg.org/multipage/parsing.html#generic-raw-text-element-parsing-algorithm)
    /// and [RCDATA element parsing
    /// algorithms](https://html.spec.whatwg.org/multipage/parsing.html#generic-rcdata-element-parsing-algorithm)
    pub(crate) fn insert_text_element(&mut self, tag: &Tag<'_>, state: TextState) -> Next {
        self.insert_html_element(tag);
        self.read_text(state)
    }

    /// Switches to the "text" mode, and the tokenizer to `state`.
    pub(crate) fn read_text(&mut self, state: TextState) -> Next {
        self.feedback = Feedback::SwitchTo(state);
        self.original_mode = self.mode;
        self.mode = Mode::Text;
        Next::Done
    }
}

/// Returns `true` if an attribute of a foreign element needs no adjustment.
#[inline]
fn is_plain(name: NameId, namespace: Namespace) -> bool {
    let adjusted = match namespace {
        Namespace::Svg => foreign::svg_attribute(name),
        _ => foreign::mathml_attribute(name),
    };
    adjusted == name && foreign::foreign_attribute(name).is_none()
}

/// Returns an empty vector with the allocation of `attributes`. Collecting in place reuses it, since the
/// elements of both types have the same layout.
fn recycle<'b>(mut attributes: Vec<Attribute<'_>>) -> Vec<Attribute<'b>> {
    attributes.clear();
    attributes.into_iter().map(|_| unreachable!("the vector was cleared")).collect()
}
