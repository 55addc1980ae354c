//! From text to tree.

use names::Namespace;
use sapwood_markup5ever::{Attribute, ContextElement, Driver, ParseOpts, QualName};

use crate::{builder::Builder, dom::RcDom};

/// A parser that fills an [`RcDom`]; see [`parse_document`].
pub type Parser = Driver<Builder>;

/// Parses a document into `dom`.
///
/// What it returns takes input by the methods of
/// [`TendrilSink`](crate::tendril::TendrilSink): `one`, or `process` and `finish`; and bytes by
/// [`from_utf8`](Driver::from_utf8).
///
/// ```
/// use sapwood_rcdom::{NodeData, RcDom, parse_document, tendril::TendrilSink};
///
/// let mut parser = parse_document(RcDom::default(), Default::default());
/// for chunk in ["<!doctype html><ti", "tle>Hello</title>"] {
///     parser.process(chunk.into());
/// }
/// let dom = parser.finish();
/// assert_eq!(dom.document.children.borrow().len(), 2);
/// assert!(dom.errors.borrow().is_empty());
/// ```
#[must_use]
pub fn parse_document(dom: RcDom, opts: ParseOpts) -> Parser {
    Driver::new(Builder::new(dom, &opts), &opts)
}

/// Parses a fragment into `dom`: what the input becomes in an element called `context_name`.
///
/// As by html5ever, the document gets an `html` element whose children are those of the fragment.
///
/// ```
/// use sapwood_rcdom::{
///     QualName, RcDom, local_name, ns, parse_fragment, tendril::TendrilSink,
/// };
///
/// let context = QualName::new(None, ns!(html), local_name!("tr"));
/// let dom = parse_fragment(RcDom::default(), Default::default(), context, Vec::new(), false)
///     .one("<td>1<td>2");
/// let html = dom.document.children.borrow()[0].clone();
/// assert_eq!(html.children.borrow().len(), 2);
/// ```
#[must_use]
pub fn parse_fragment(
    dom: RcDom,
    opts: ParseOpts,
    context_name: QualName,
    context_attrs: Vec<Attribute>,
    context_element_allows_scripting: bool,
) -> Parser {
    let is_html = |attribute: &Attribute| {
        *attribute.name.local == *"encoding"
            && (attribute.value.eq_ignore_ascii_case("text/html")
                || attribute.value.eq_ignore_ascii_case("application/xhtml+xml"))
    };
    let context = ContextElement {
        namespace: Namespace::of_url(&context_name.ns),
        local_name: &context_name.local,
        is_integration_point: context_attrs.iter().any(is_html),
        allows_scripting: context_element_allows_scripting,
        in_form: false,
    };
    Driver::new_fragment(Builder::new_fragment(dom, &opts), &context, &opts)
}
