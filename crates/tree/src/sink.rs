//! The trait through which tree construction writes a tree.
//!
//! See "From the sink to the arena" in `docs/hot-path.md`.

use std::time::Instant;

use sapwood_names::NameId;

use crate::{
    Attribute, Attributes, Budget, ElementName, Limit, NewElement, ParseError, QualifiedElement,
    QuirksMode, ShadowRootInit, Span,
};

/// An [appropriate place for inserting a
/// node](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node).
#[derive(Clone, Copy, Debug)]
pub enum InsertionLocation<'a, Handle> {
    /// After the last child of this node.
    LastChild(&'a Handle),
    /// [Foster parented](https://html.spec.whatwg.org/multipage/parsing.html#foster-parent):
    /// before `table` if that has a parent, otherwise after the last child of `above`.
    Foster {
        /// The last table on the stack of open elements.
        table: &'a Handle,
        /// The element immediately above `table` in that stack.
        above: &'a Handle,
    },
    /// Inside the content that a `<template for>` replaces: before the end marker if that is still a
    /// child of the target, otherwise after the last child of the target.
    Patch(&'a Patch<Handle>),
}

/// The range of a tree that a `<template for>` fills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch<Handle> {
    /// The node whose children are replaced.
    pub target: Handle,
    /// The processing instruction `<?start name=…>` or `<?marker name=…>`.
    pub start: Handle,
    /// The processing instruction `<?end>`; `start` itself for `<?marker>`.
    pub end: Option<Handle>,
}

/// The receiver of a parsed tree: a tree builder calls one method for each change of the tree.
///
/// Names, text and attributes are borrowed; a sink copies the ones it needs. The builder never queries
/// a node's name, parent or children.
///
/// # Contract
///
/// * A handle stays valid until [`finish`](Self::finish).
/// * A node that is appended or inserted has no parent: the builder calls [`remove`](Self::remove)
///   first.
/// * Text arrives in runs. The sink joins them: it appends a run to the text node just before it, if there is one, so
///   that a parser never creates adjacent text nodes. The builder doesn't know where a text node ends.
/// * [`document`](Self::document) may be called at any time and any number of times, and returns the same node.
/// * A sink ignores a child of the document that a DOM would reject: a second element, a text, or a
///   doctype after an element.
///
/// # Examples
///
/// A sink that counts elements:
///
/// ```
/// use sapwood::{Span, TreeSink, tree::{Attributes, InsertionLocation, NewElement}};
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
///     fn insert(&mut self, _: InsertionLocation<'_, ()>, _: &()) {}
///     fn insert_text(&mut self, _: InsertionLocation<'_, ()>, _: &str, _: Span) {}
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
    /// The result of a finished parse.
    type Output;

    /// Whether the builder calls [`error`](Self::error). If `false`, checks that only detect errors are
    /// not compiled.
    const ERRORS: bool = false;

    /// Whether [`is_reporting`](Self::is_reporting) decides at run time if errors are reported. Such a sink is compiled
    /// once for both cases, except for the calls that most tags and texts lead to.
    const REPORTS_ON_REQUEST: bool = false;

    /// Whether the builder calls [`close_left`](Self::close_left).
    const CLOSES_LEFT: bool = false;

    /// Whether errors are reported. It never changes, and is `false` if [`ERRORS`](Self::ERRORS) is.
    #[inline(always)]
    fn is_reporting(&self) -> bool {
        Self::ERRORS
    }

    /// Whether the sink reads spans while no errors are reported. It never changes. If `false`, the spans of texts that consist of
    /// several parts of the source may be inexact then, and a text isn't cut where only its span requires it.
    #[inline(always)]
    fn reads_spans(&self) -> bool {
        true
    }

    /// Returns the document node.
    fn document(&mut self) -> Self::Handle;

    /// Returns the node that receives the children of a fragment's root; the document by default.
    fn fragment_root(&mut self) -> Self::Handle {
        self.document()
    }

    /// Whether the sink uses text that is appended to `parent`. If `false`, the parser may leave such text out, and saves the
    /// time to read it.
    #[inline(always)]
    fn wants_text(&self, _parent: &Self::Handle) -> bool {
        true
    }

    /// Whether the sink uses the attributes of an element that is created next. `name` is its name in the source, in lower case;
    /// [`NameId::UNKNOWN`](crate::NameId::UNKNOWN) stands for every name without an id. If `false`, the parser may create
    /// the element without attributes, and saves the time to read them.
    #[inline(always)]
    fn wants_attributes(&self, _name: NameId) -> bool {
        true
    }

    /// Creates an element without a parent.
    fn create_element(&mut self, element: NewElement<'_>) -> Self::Handle;

    /// Reopens a formatting element at `at`: creates an element without a parent, with the name and the
    /// attributes that `original` was created with.
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

    /// Appends a doctype to the document; ignores it by default. A missing name or identifier is empty.
    fn append_doctype(&mut self, _name: &str, _public_id: &str, _system_id: &str, _span: Span) {}

    /// Makes `child` the last child of `parent`; calls [`insert`](Self::insert) by default.
    fn append(&mut self, parent: &Self::Handle, child: &Self::Handle) {
        self.insert(InsertionLocation::LastChild(parent), child);
    }

    /// Appends a run of text to `parent`; calls [`insert_text`](Self::insert_text) by default.
    fn append_text(&mut self, parent: &Self::Handle, text: &str, span: Span) {
        self.insert_text(InsertionLocation::LastChild(parent), text, span);
    }

    /// Inserts `child` at `place`.
    fn insert(&mut self, place: InsertionLocation<'_, Self::Handle>, child: &Self::Handle);

    /// Inserts a run of text at `place`, or appends it to the text node just before that place.
    fn insert_text(&mut self, place: InsertionLocation<'_, Self::Handle>, text: &str, span: Span);

    /// Removes `node` from its parent, if it has one.
    fn remove(&mut self, node: &Self::Handle);

    /// Appends all children of `from` to `to`, in order.
    fn reparent_children(&mut self, from: &Self::Handle, to: &Self::Handle);

    /// Adds the attributes whose names `element` doesn't have yet.
    ///
    /// `element` can be the [root of a fragment](Self::fragment_root). A sink whose root is no element ignores them.
    fn add_missing_attributes(&mut self, element: &Self::Handle, attributes: Attributes<'_>);

    /// Returns the node that holds the contents of a `template` element.
    fn template_contents(&mut self, template: &Self::Handle) -> Self::Handle;

    /// Ends the parse and returns its result.
    fn finish(self) -> Self::Output;

    /// Begins a chunk of the input. Until [`end_chunk`](Self::end_chunk), most texts that the sink receives
    /// are slices of `chunk`. A sink that copies the whole chunk need not copy each text.
    ///
    /// When a parse goes on that has paused within a chunk, `chunk` is the rest of it. It begins at `offset` of the input.
    #[inline]
    fn begin_chunk(&mut self, _chunk: &str, _offset: usize) {}

    /// Ends the chunk. Its memory may be reused for other text afterwards.
    #[inline]
    fn end_chunk(&mut self) {}

    /// Sets the deadline: once it has passed, the sink reaches [`Limit::Time`] instead of growing. `None`
    /// removes the deadline.
    fn set_deadline(&mut self, _deadline: Option<Instant>) {}

    /// Creates an element and makes it the last child of `parent`. The builder inserts most elements
    /// with this method.
    #[inline]
    fn append_element(&mut self, parent: &Self::Handle, element: NewElement<'_>) -> Self::Handle {
        let child = self.create_element(element);
        self.append(parent, &child);
        child
    }

    // The next three are called where each call counts. They are the calls without `_in_lane`; with `REPORT` the sink
    // may be reporting, without it is not. The parent is neither the [document](Self::document) nor the root of a fragment.
    //
    // Hidden: only the sinks of the arena override them.

    #[doc(hidden)]
    #[inline(always)]
    fn append_element_in_lane<const REPORT: bool>(
        &mut self,
        parent: &Self::Handle,
        element: NewElement<'_>,
    ) -> Self::Handle {
        self.append_element(parent, element)
    }

    #[doc(hidden)]
    #[inline(always)]
    fn append_text_in_lane<const REPORT: bool>(
        &mut self,
        parent: &Self::Handle,
        text: &str,
        span: Span,
    ) {
        self.append_text(parent, text, span);
    }

    #[doc(hidden)]
    #[inline(always)]
    fn pop_in_lane<const REPORT: bool>(&mut self, element: &Self::Handle, end: Option<Span>) {
        self.pop(element, end);
    }

    /// Begins a token that may close elements by implication, before the calls that it leads to. `self_closing`: it is a tag
    /// that ends in `/>`.
    ///
    /// This call and the next are for a sink that changes the source as it is read, and must know where implied elements end.
    /// Other sinks ignore them.
    #[inline(always)]
    fn begin_token(&mut self, _span: Span, _self_closing: bool) {}

    /// Reports that `element` was taken off the stack of open elements without being popped: by the end tag at `end`, or
    /// implicitly.
    #[inline(always)]
    fn leave_stack(&mut self, _element: &Self::Handle, _end: Option<Span>) {}

    /// Reports that an element that [left the stack](Self::leave_stack) before gets no more content: all elements that were opened
    /// after it are closed, or have moved elsewhere. Only if [`CLOSES_LEFT`](Self::CLOSES_LEFT) is set.
    #[inline(always)]
    fn close_left(&mut self, _element: &Self::Handle) {}

    /// Creates an element without a parent, with qualified names. XML's tree construction calls this
    /// method in place of [`create_element`](Self::create_element).
    ///
    /// The default implementation calls `create_element` without prefixes, and with
    /// [`Namespace::Other`](crate::Namespace::Other) for unknown namespaces.
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
            attributes: attributes.as_slice().into(),
            origin: element.origin,
            html_integration_point: false,
        })
    }

    /// Creates an element with qualified names and makes it the last child of `parent`.
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

    /// Removes all nodes from the document and resets it to no-quirks mode, because a script [reopened
    /// it](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document-open-steps).
    /// Handles stay valid; the builder keeps none of them. Only parsers that run scripts call this
    /// method.
    fn clear_document(&mut self) {}

    /// Returns the limit that the sink reached, if any. From then on the sink ignores all calls that
    /// would change the tree, and the builder soon ends the parse.
    #[inline]
    fn limit(&self) -> Option<Limit> {
        None
    }

    /// Sets the document's mode. Called at most once, and once more after each
    /// [`clear_document`](Self::clear_document).
    fn set_quirks_mode(&mut self, _mode: QuirksMode) {}

    /// Reports a parse error.
    fn error(&mut self, _error: ParseError) {}

    /// Reports that `element` was popped off the stack of open elements: by the end tag at `end`, or
    /// implicitly.
    fn pop(&mut self, _element: &Self::Handle, _end: Option<Span>) {}

    /// Records the end tag of an element that the tag doesn't pop off the stack of open elements: `html`,
    /// `body`, or a `form` that isn't the current node. A later call replaces an earlier one, since
    /// `</body>` may occur more than once.
    fn set_end_tag(&mut self, _element: &Self::Handle, _tag: Span) {}

    /// Reports that the [frameset-ok flag](https://html.spec.whatwg.org/multipage/parsing.html#frameset-ok-flag) is "not ok":
    /// from now on no `frameset` can replace the body. May be called several times, and before the body is created.
    #[inline(always)]
    fn frameset_not_ok(&mut self) {}

    /// Associates a new form-associated element with `form`, the form element pointer. Not called while a fragment is
    /// parsed, because its nodes are not in the tree of the form.
    ///
    /// If `form_is_open`, `form` is on the stack of open elements, so the new element becomes its
    /// descendant.
    fn associate_with_form(
        &mut self,
        _element: &Self::Handle,
        _form: &Self::Handle,
        _form_is_open: bool,
    ) {
    }

    /// Marks a script element that the end of the input interrupted, so that it never runs.
    fn mark_script_already_started(&mut self, _script: &Self::Handle) {}

    /// Attaches a [declarative shadow root](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead)
    /// and returns it, or `None` if `host` can't have one or already has one.
    fn attach_shadow_root(
        &mut self,
        _host: &Self::Handle,
        _init: &ShadowRootInit,
    ) -> Option<Self::Handle> {
        None
    }

    /// Reports that an `option` with a [nearest ancestor
    /// select](https://html.spec.whatwg.org/multipage/form-elements.html#option-nearest-ancestor-select)
    /// is about to be popped. If its content is to be shown,
    /// [`fill_selectedcontent`](Self::fill_selectedcontent) is called next, so most sinks ignore this
    /// call.
    fn option_popped(&mut self, _option: &Self::Handle) {}

    /// Returns `true` if the root of `node` is the document. A sink that walks up the tree pays for each
    /// step from `budget`; the result is irrelevant once that is exhausted.
    fn is_connected(&mut self, _node: &Self::Handle, _budget: &mut Budget) -> bool {
        true
    }

    /// Replaces the children of `content`, a `selectedcontent`, by [deep
    /// clones](https://html.spec.whatwg.org/multipage/form-elements.html#clone-an-option-into-a-selectedcontent)
    /// of the children of `option`, or removes them if `option` is `None`.
    ///
    /// Before each clone the sink spends [`Budget::NODE`] plus the length of the node's text, or of its
    /// attributes' names and values. It stops cloning when the budget is exhausted.
    fn fill_selectedcontent(
        &mut self,
        _content: &Self::Handle,
        _option: Option<&Self::Handle>,
        _budget: &mut Budget,
    ) {
    }

    /// Begins a patch: finds the markers called `name`, removes the nodes between them and returns the
    /// range that the content of a `<template for>` fills, or `None` if there are no such markers.
    ///
    /// The sink searches the descendants of the node that contains `place`, or of that node's parent if
    /// the node is the body element.
    fn begin_patch(
        &mut self,
        _place: InsertionLocation<'_, Self::Handle>,
        _name: &str,
    ) -> Option<Patch<Self::Handle>> {
        None
    }

    /// Ends a patch: removes the markers from the tree.
    fn end_patch(&mut self, _patch: &Patch<Self::Handle>) {}
}
