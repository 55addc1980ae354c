//! Functions that parse into an [`RcDom`].

use sapwood_markup5ever::{Attribute, ContextElement, ParseOpts, QualName, SinkParser};
use sapwood_names::Namespace;
use sapwood_tree::is_html_encoding;

use crate::{builder::Builder, dom::RcDom};

/// Parser that fills an [`RcDom`]; see [`parse_document`].
pub type Parser = SinkParser<Builder>;

/// Parses a document into `dom`.
///
/// The returned parser takes input through the methods of [`TendrilSink`](crate::tendril::TendrilSink):
/// `one`, or `process` and `finish`. To parse bytes, use [`from_utf8`](SinkParser::from_utf8).
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
    SinkParser::new(Builder::new(dom, &opts), &opts)
}

/// Parses a fragment into `dom`, with a context element called `context_name`.
///
/// As in html5ever, the fragment's nodes become children of an `html` element in the document.
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
    let declares_html = |attribute: &Attribute| {
        *attribute.name.local == *"encoding" && is_html_encoding(&attribute.value)
    };
    let context = ContextElement {
        namespace: Namespace::of_url(&context_name.ns),
        local_name: &context_name.local,
        is_integration_point: context_attrs.iter().any(declares_html),
        allows_scripting: context_element_allows_scripting,
        in_form: false,
    };
    SinkParser::new_fragment(Builder::new(dom, &opts), &context, &opts)
}
