//! The trait that tree construction writes to.

use crate::{
    Attribute, Attributes, ElementName, Limit, NewElement, ParseError, QualifiedElement,
    ShadowRootInit, Span,
};

/// [How a document is to be rendered](https://dom.spec.whatwg.org/#concept-document-quirks).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum QuirksMode {
    /// By the standards.
    #[default]
    NoQuirks,
    /// By the standards but for table cells.
    LimitedQuirks,
    /// As the browsers of the last century did.
    Quirks,
}

/// A place for a node other than "last child of an element".
#[derive(Clone, Copy, Debug)]
pub enum Place<'a, Handle> {
    /// The last child of this node.
    LastChild(&'a Handle),
    /// [Foster parented](https://html.spec.whatwg.org/multipage/parsing.html#foster-parent):
    /// before `table` if that has a parent, else the last child of `above`.
    Foster {
        /// The last table on the stack of open elements.
        table: &'a Handle,
        /// The element above it on that stack.
        above: &'a Handle,
    },
    /// Inside what a `<template for>` replaces: before the end marker if there is one and it is
    /// still a child of the target, else the last child of the target.
    Patch(&'a Patch<Handle>),
}

/// What a `<template for>` fills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch<Handle> {
    /// The node whose children are replaced.
    pub target: Handle,
    /// The processing instruction `<?start name=…>` or `<?marker name=…>`.
    pub start: Handle,
    /// The processing instruction `<?end>`; `start` itself for `<?marker>`.
    pub end: Option<Handle>,
}

/// A place where a tree builder writes the tree it parses.
///
/// Names, text and attributes are borrowed: a sink keeps what it wants. The builder never asks
/// for a node's name, parent or children.
///
/// # Contract
///
/// * A handle stays valid until [`finish`](Self::finish).
/// * A node that is appended or inserted has no parent, unless the builder called
///   [`remove`](Self::remove) before.
/// * Text comes in runs. A run that follows a text node in the tree is joined to it: no two text
///   nodes are neighbours because of the parser.
/// * A sink drops what a DOM would refuse: a second element child, a text or a doctype after an
///   element, as a child of the document.
///
/// # Examples
///
/// A sink that counts elements:
///
/// ```
/// use sapwood_tree_sink::{Attributes, NewElement, Place, Span, TreeSink};
///
/// #[derive(Default)]
/// struct Count(usize);
///
/// impl TreeSink for Count {
///     type Handle = ();
///     type Output = usize;
///
///     fn document(&mut self) {}
///     fn create_element(&mut self, _: NewElement<'_>) { self.0 += 1; }
///     fn reopen_element(&mut self, _: &(), _: Span) { self.0 += 1; }
///     fn create_comment(&mut self, _: &str, _: Span) {}
///     fn create_processing_instruction(&mut self, _: &str, _: &str, _: Span) {}
///     fn append_doctype(&mut self, _: &str, _: &str, _: &str, _: Span) {}
///     fn append(&mut self, _: &(), _: &()) {}
///     fn append_text(&mut self, _: &(), _: &str, _: Span) {}
///     fn insert(&mut self, _: Place<'_, ()>, _: &()) {}
///     fn insert_text(&mut self, _: Place<'_, ()>, _: &str, _: Span) {}
///     fn remove(&mut self, _: &()) {}
///     fn reparent_children(&mut self, _: &(), _: &()) {}
///     fn add_missing_attributes(&mut self, _: &(), _: Attributes<'_>) {}
///     fn template_contents(&mut self, _: &()) {}
///     fn finish(self) -> usize { self.0 }
/// }
/// ```
pub trait TreeSink {
    /// A cheap reference to a node.
    type Handle: Clone;
    /// What a finished parse yields.
    type Output;

    /// Whether [`error`](Self::error) is to be called. When not, the checks that serve errors alone
    /// are not compiled.
    const ERRORS: bool = false;

    /// The document node; for a fragment, the node that receives the fragment's children.
    fn document(&mut self) -> Self::Handle;

    /// The node that receives the children of a fragment's root; the document by default.
    fn fragment_root(&mut self) -> Self::Handle {
        self.document()
    }

    /// Creates an element without a parent.
    fn create_element(&mut self, element: NewElement<'_>) -> Self::Handle;

    /// Creates an element without a parent, of the name and with the attributes that `original` was
    /// created with: a formatting element that the parser opens again at `at`.
    fn reopen_element(&mut self, original: &Self::Handle, at: Span) -> Self::Handle;

    /// Creates a comment without a parent.
    fn create_comment(&mut self, data: &str, span: Span) -> Self::Handle;

    /// Creates a processing instruction without a parent.
    fn create_processing_instruction(
        &mut self,
        target: &str,
        data: &str,
        span: Span,
    ) -> Self::Handle;

    /// Appends a doctype to the document; a missing part is empty.
    fn append_doctype(&mut self, name: &str, public_id: &str, system_id: &str, span: Span);

    /// Makes `child` the last child of `parent`.
    fn append(&mut self, parent: &Self::Handle, child: &Self::Handle);

    /// Appends a run of text to `parent`.
    fn append_text(&mut self, parent: &Self::Handle, text: &str, span: Span);

    /// Puts `child` at `place`.
    fn insert(&mut self, place: Place<'_, Self::Handle>, child: &Self::Handle);

    /// Puts a run of text at `place`, joined to a text node just before it.
    fn insert_text(&mut self, place: Place<'_, Self::Handle>, text: &str, span: Span);

    /// Takes `node` out of its parent, if it has one.
    fn remove(&mut self, node: &Self::Handle);

    /// Moves all children of `from` to the end of `to`.
    fn reparent_children(&mut self, from: &Self::Handle, to: &Self::Handle);

    /// Adds those attributes that `element` has none of that name of.
    fn add_missing_attributes(&mut self, element: &Self::Handle, attributes: Attributes<'_>);

    /// The node that holds the contents of a `template` element.
    fn template_contents(&mut self, template: &Self::Handle) -> Self::Handle;

    /// Ends the parse.
    fn finish(self) -> Self::Output;

    /// Creates an element and makes it the last child of `parent`, which is what happens to most.
    #[inline]
    fn append_element(&mut self, parent: &Self::Handle, element: NewElement<'_>) -> Self::Handle {
        let child = self.create_element(element);
        self.append(parent, &child);
        child
    }

    /// Creates an element without a parent whose name, or an attribute's, may have a prefix and any
    /// namespace: what XML's tree construction calls in place of [`create_element`](Self::create_element).
    ///
    /// By default it calls that, with what fits: no prefixes, and [`Namespace::Other`](crate::Namespace::Other)
    /// for the namespaces that aren't known.
    fn create_qualified_element(&mut self, element: QualifiedElement<'_>) -> Self::Handle {
        let name = element.qualified_name();
        let attributes: Vec<_> = element
            .attributes
            .iter()
            .map(|attribute| {
                let name = element.names.get(attribute.name);
                Attribute {
                    name: name.local,
                    namespace: name.namespace,
                    value: attribute.value,
                    span: attribute.span,
                }
            })
            .collect();
        self.create_element(NewElement {
            name: ElementName { namespace: name.namespace, name: name.local },
            attributes: &attributes,
            origin: element.origin,
            html_integration_point: false,
        })
    }

    /// Creates such an element and makes it the last child of `parent`.
    #[inline]
    fn append_qualified_element(
        &mut self,
        parent: &Self::Handle,
        element: QualifiedElement<'_>,
    ) -> Self::Handle {
        let child = self.create_qualified_element(element);
        self.append(parent, &child);
        child
    }

    /// Takes all nodes out of the document, which is in no-quirks mode again: [it is
    /// opened](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document-open-steps) to
    /// be written anew. Handles stay valid; the builder keeps none of them. Only parsers that run
    /// scripts call it.
    fn clear_document(&mut self) {}

    /// Why the sink takes no more, if so: from then on it lets the tree be as it is, whatever is called,
    /// until the parse ends, which is soon.
    #[inline]
    fn limit(&self) -> Option<Limit> {
        None
    }

    /// Sets the document's mode; called once at the most for what is written to it at a time.
    fn set_quirks_mode(&mut self, _mode: QuirksMode) {}

    /// A parse error was met.
    fn error(&mut self, _error: ParseError) {}

    /// `element` was popped off the stack of open elements: by the tag at `end`, or implicitly.
    fn pop(&mut self, _element: &Self::Handle, _end: Option<Span>) {}

    /// A form-associated element was created while `form` was the form element pointer.
    fn associate_with_form(&mut self, _element: &Self::Handle, _form: &Self::Handle) {}

    /// A script element met the end of the input: it must never run.
    fn mark_script_already_started(&mut self, _script: &Self::Handle) {}

    /// Attaches a [declarative shadow root](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead)
    /// and returns it; `None` if `host` can't have one or already has one.
    fn attach_shadow_root(
        &mut self,
        _host: &Self::Handle,
        _init: &ShadowRootInit,
    ) -> Option<Self::Handle> {
        None
    }

    /// A `selectedcontent` was inserted whose nearest ancestor `select` is `select`.
    ///
    /// Not called where the standard disables it: nested in an `option`, in another
    /// `selectedcontent` or in two `select`s.
    fn selectedcontent_inserted(&mut self, _content: &Self::Handle, _select: &Self::Handle) {}

    /// An `option` was popped whose [nearest ancestor
    /// select](https://html.spec.whatwg.org/multipage/form-elements.html#option-nearest-ancestor-select) is `select`:
    /// it may have to be [cloned into the
    /// `selectedcontent`](https://html.spec.whatwg.org/multipage/form-elements.html#maybe-clone-an-option-into-selectedcontent).
    /// `in_disabled_optgroup` tells that its parent is an `optgroup` with a `disabled` attribute.
    fn option_popped(
        &mut self,
        _option: &Self::Handle,
        _select: &Self::Handle,
        _in_disabled_optgroup: bool,
    ) {
    }

    /// Finds the markers called `name` among the descendants of the node that `place` is in (of that
    /// node's parent if it is the body element), removes what lies between them and says where the
    /// content of a `<template for>` goes; `None` if there are no such markers.
    fn begin_patch(
        &mut self,
        _place: Place<'_, Self::Handle>,
        _name: &str,
    ) -> Option<Patch<Self::Handle>> {
        None
    }

    /// Ends a patch: the markers are taken out of the tree.
    fn end_patch(&mut self, _patch: &Patch<Self::Handle>) {}
}
