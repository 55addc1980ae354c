//! Links.

use std::sync::{Arc, OnceLock};

use pyo3::{exceptions::PyValueError, prelude::*, types::PyTuple};
use sapwood::{
    NodeId,
    extract::{Base, Link, LinkKind, PageLinks, url::Url},
};

use crate::{
    input::{Input, KeptMarkup, Markup},
    memory,
    options::{KeywordOptions, Limits},
    output::base_url,
    parse::{self, check_encoding, released},
    shared::{Handle, Scope, Shared},
    wrappers::PyElement,
};

/// The links that one call found, their texts in one buffer. Each Python object is a number in this list.
struct Found {
    source: LinkSource,
    text: String,
    links: Vec<Entry>,
}

/// The origin of links, which leads to their elements.
enum LinkSource {
    Document(Arc<Shared>),
    Page(Page),
}

/// A page that was parsed for its links alone.
struct Page {
    markup: KeptMarkup,
    options: KeywordOptions,
    /// The document and the elements of all its links, once somebody has asked for an element.
    document: OnceLock<(Arc<Shared>, Vec<NodeId>)>,
}

struct Entry {
    place: Place,
    kind: LinkKind,
    attribute: &'static str,
    /// The place of the value in the text: the end of the URL, for most.
    value: (usize, usize),
    url: (usize, usize),
    descriptor: Option<Box<str>>,
}

/// The element of a link.
enum Place {
    Node(NodeId),
    /// The number of the link in its page, and where the buffer has the element's `rel`.
    Page {
        number: u32,
        rel: (usize, usize),
    },
}

/// A link: a reference to another resource.
#[pyclass(frozen, name = "Link", module = "sapwood")]
pub(crate) struct PyLink {
    found: Arc<Found>,
    number: usize,
}

impl PyLink {
    fn entry(&self) -> &Entry {
        &self.found.links[self.number]
    }

    /// Passes the `rel` attribute of the element on.
    fn with_rel<R>(&self, py: Python<'_>, read: impl FnOnce(&str) -> R) -> PyResult<R> {
        match (&self.found.source, &self.entry().place) {
            (_, Place::Page { rel: (start, end), .. }) => Ok(read(&self.found.text[*start..*end])),
            (LinkSource::Document(shared), Place::Node(id)) => {
                let handle = Handle { shared: shared.clone(), id: *id };
                handle.scope().read(py, |node| read(node.attr("rel").unwrap_or_default()))
            }
            (LinkSource::Page(_), Place::Node(_)) => unreachable!("a page has no nodes"),
        }
    }
}

#[pymethods]
impl PyLink {
    /// The URL, resolved against the base; as it is written if there is no base or the URL isn't valid.
    #[getter]
    fn url(&self) -> &str {
        let (start, end) = self.entry().url;
        &self.found.text[start..end]
    }

    /// The URL as it is written.
    #[getter]
    fn value(&self) -> &str {
        let (start, end) = self.entry().value;
        &self.found.text[start..end]
    }

    /// ``hyperlink``, ``link``, ``image``, ``media``, ``script``, ``frame``, ``embedded``, ``action``,
    /// ``refresh``, ``citation``, ``ping`` or ``description``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.entry().kind.as_str()
    }

    /// The element. The links of a call of `links` parse their page when this is first used.
    #[getter]
    fn element<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyElement>> {
        match (&self.found.source, &self.entry().place) {
            (LinkSource::Document(shared), Place::Node(id)) => PyElement::of(py, shared, *id),
            (LinkSource::Page(page), Place::Page { number, .. }) => {
                let (shared, elements) = page.document(py)?;
                PyElement::of(py, shared, elements[*number as usize])
            }
            _ => unreachable!("a document has nodes, and a page numbers"),
        }
    }

    /// The name of the attribute.
    #[getter]
    fn attribute(&self) -> &'static str {
        self.entry().attribute
    }

    /// The tokens of the element's ``rel`` attribute.
    #[getter]
    fn rel<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let split = |rel: &str| rel.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
        PyTuple::new(py, self.with_rel(py, split)?)
    }

    /// Whether ``rel`` has ``nofollow``.
    #[getter]
    fn nofollow(&self, py: Python<'_>) -> PyResult<bool> {
        self.with_rel(py, |rel| {
            rel.split_ascii_whitespace().any(|token| token.eq_ignore_ascii_case("nofollow"))
        })
    }

    /// The descriptor in a ``srcset``, such as ``2x``.
    #[getter]
    fn descriptor(&self) -> Option<&str> {
        self.entry().descriptor.as_deref()
    }

    fn __repr__(&self) -> String {
        format!("Link({}, {})", self.kind(), crate::errors::quoted(self.url()))
    }
}

impl Page {
    /// The document, and the elements of all its links.
    fn document(&self, py: Python<'_>) -> PyResult<&(Arc<Shared>, Vec<NodeId>)> {
        if let Some(document) = self.document.get() {
            return Ok(document);
        }
        let markup = self.markup.get(py);
        let document = released(py, markup.input()?, |input| {
            let shared = parse::html(input, &self.options);
            let tree = shared.lock_detached();
            let elements = tree.links().map(|link| link.element.node_id()).collect();
            drop(tree);
            (shared, elements)
        });
        // Another thread may have been faster; then all use its document.
        Ok(self.document.get_or_init(|| document))
    }
}

/// Appends a text, and returns where it is.
fn push(text: &mut String, added: Option<&str>) -> (usize, usize) {
    let start = text.len();
    text.push_str(added.unwrap_or_default());
    (start, text.len())
}

/// Collects links.
struct Collector {
    base: Option<Base>,
    kind: Option<LinkKind>,
    text: String,
    links: Vec<Entry>,
}

impl Collector {
    fn new(base: Option<Url>, kind: Option<LinkKind>) -> Self {
        Self { base: base.map(Base::new), kind, text: String::new(), links: Vec::new() }
    }

    /// Adds a link, if it is of the kind. Its element is found by `place`, which may add to the text.
    fn add(&mut self, link: &Link<'_>, place: impl FnOnce(&mut String) -> Place) {
        if self.kind.is_some_and(|kind| link.kind != kind) {
            return;
        }
        let Self { base, text, .. } = self;
        let place = place(text);
        let start = text.len();
        let resolved = base.as_ref().map(|base| base.resolve_into(&link.value, text));
        let resolved = matches!(resolved, Some(Ok(()))).then_some((start, text.len()));
        if resolved.is_none() || !text[start..].ends_with(&*link.value) {
            text.push_str(&link.value);
        }
        let value = (text.len() - link.value.len(), text.len());
        self.links.push(Entry {
            place,
            kind: link.kind,
            attribute: link.attribute,
            value,
            url: resolved.unwrap_or(value),
            descriptor: link.descriptor().map(String::into_boxed_str),
        });
    }

    /// Adds the links of a page, and the `rel` of each element once.
    fn add_page(&mut self, page: &PageLinks) {
        let mut last: Option<(NodeId, (usize, usize))> = None;
        for (number, link) in page.links().enumerate() {
            self.add(&link, |text| {
                let id = link.element.node_id();
                let known = last.filter(|(element, _)| *element == id);
                let rel =
                    known.map_or_else(|| push(text, link.element.attr("rel")), |(_, rel)| rel);
                last = Some((id, rel));
                Place::Page { number: number as u32, rel }
            });
        }
    }

    /// The links as Python objects.
    fn finish(self, source: LinkSource) -> Vec<PyLink> {
        let found = Arc::new(Found { source, text: self.text, links: self.links });
        (0..found.links.len()).map(|number| PyLink { found: found.clone(), number }).collect()
    }
}

/// The links of a scope.
pub(crate) fn links_of(
    py: Python<'_>,
    scope: Scope<'_>,
    base: Option<&str>,
    kind: Option<&str>,
) -> PyResult<Vec<PyLink>> {
    let base = base_url(base)?;
    let kind = kind.map(link_kind).transpose()?;
    let collected = scope.run(py, |node| {
        let mut collector = Collector::new(node.owner().base_url(base.as_ref()), kind);
        for link in node.links() {
            collector.add(&link, |_| Place::Node(link.element.node_id()));
        }
        collector
    })?;
    Ok(collected.finish(LinkSource::Document(scope.shared.clone())))
}

/// Returns the links of a page, without building its document.
///
/// They are those of ``parse(markup).links(base)``, in less time: text and most attributes are skipped, and no document is
/// kept. For `Link.element` the links keep the markup, and parse it once if somebody asks.
///
/// Args:
///     markup: Text or bytes; see `parse`.
///     base: The URL of the page. URLs are resolved against it, or against what a ``base`` element declares.
///     kind: Only links of this `Link.kind`, such as ``hyperlink`` or ``image``.
///     encoding: See `parse`, as the other arguments.
///
/// Raises:
///     ValueError: The base isn't an absolute URL, the kind or an encoding label is unknown, or an encoding is given
///         for text.
///     LimitError: A limit was reached and ``strict`` is set.
///
/// >>> import sapwood
/// >>> page = b"<title>Oak</title><a href=/oak rel=nofollow>Oak</a><img src=oak.png>"
/// >>> [link.url for link in sapwood.links(page, "https://example.com/trees/")]
/// ['https://example.com/oak', 'https://example.com/trees/oak.png']
#[pyfunction]
#[pyo3(signature = (markup, /, base=None, *, kind=None, encoding=None, http_charset=None, scripting=false, limits=None, strict=false))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
pub(crate) fn links<'py>(
    py: Python<'py>,
    markup: Markup<'py>,
    base: Option<&str>,
    kind: Option<&str>,
    encoding: Option<&str>,
    http_charset: Option<&str>,
    scripting: bool,
    limits: Option<&Bound<'py, Limits>>,
    strict: bool,
) -> PyResult<Vec<PyLink>> {
    let limits = limits.map(|limits| limits.get());
    let options = KeywordOptions::new(encoding, http_charset, scripting, false, false, limits)?;
    let base = base_url(base)?;
    let kind = kind.map(link_kind).transpose()?;
    let input = markup.input()?;
    check_encoding(&input, &options)?;
    let (collected, limit) = released(py, input.clone(), |input| {
        let page = memory::links();
        let page = match input {
            Input::Text(text) => page.parse_recycling(&text, &options.html()),
            Input::Bytes(bytes) => page.parse_bytes_recycling(bytes, &options.bytes()),
        };
        let mut collector = Collector::new(page.base_url(base.as_ref()), kind);
        collector.add_page(&page);
        let limit = page.limit();
        memory::keep_links(page);
        (collector, limit)
    });
    if strict && limit.is_some() {
        // The exception has the document.
        parse::finish(py, parse::html(input, &options), strict)?;
    }
    let page = Page { markup: markup.keep(), options, document: OnceLock::new() };
    Ok(collected.finish(LinkSource::Page(page)))
}

fn link_kind(name: &str) -> PyResult<LinkKind> {
    LinkKind::ALL.into_iter().find(|kind| kind.as_str() == name).ok_or_else(|| {
        let known = LinkKind::ALL.map(LinkKind::as_str).join(", ");
        PyValueError::new_err(format!("kind must be one of {known}, not {name:?}"))
    })
}
