//! Links.

use std::{ops::Range, sync::Arc};

use pyo3::{exceptions::PyValueError, prelude::*, types::PyTuple};
use sapwood::{
    NodeId,
    extract::{Base, LinkKind},
};

use crate::{
    element::PyElement,
    output::base_url,
    shared::{Handle, Scope, Shared},
};

/// The links that one call found, their texts in one buffer. Each Python object is a number in this list.
struct Found {
    shared: Arc<Shared>,
    text: String,
    links: Vec<Entry>,
}

struct Entry {
    element: NodeId,
    kind: LinkKind,
    attribute: &'static str,
    value: Range<usize>,
    /// Equal to the range of the value if the texts are equal.
    url: Range<usize>,
    descriptor: Option<Box<str>>,
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

    fn handle(&self) -> Handle {
        Handle { shared: self.found.shared.clone(), id: self.entry().element }
    }

    fn tokens(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.handle().scope().read(py, |node| {
            let rel = node.attr("rel").unwrap_or_default();
            rel.split_ascii_whitespace().map(str::to_owned).collect()
        })
    }
}

#[pymethods]
impl PyLink {
    /// The URL, resolved against the base; as it is written if there is no base or the URL isn't valid.
    #[getter]
    fn url(&self) -> &str {
        &self.found.text[self.entry().url.clone()]
    }

    /// The URL as it is written.
    #[getter]
    fn value(&self) -> &str {
        &self.found.text[self.entry().value.clone()]
    }

    /// ``hyperlink``, ``link``, ``image``, ``media``, ``script``, ``frame``, ``embedded``, ``action``,
    /// ``refresh``, ``citation``, ``ping`` or ``description``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.entry().kind.as_str()
    }

    /// The element.
    #[getter]
    fn element<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyElement>> {
        PyElement::of(py, &self.found.shared, self.entry().element)
    }

    /// The name of the attribute.
    #[getter]
    fn attribute(&self) -> &'static str {
        self.entry().attribute
    }

    /// The tokens of the element's ``rel`` attribute.
    #[getter]
    fn rel<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.tokens(py)?)
    }

    /// Whether ``rel`` has ``nofollow``.
    #[getter]
    fn nofollow(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.tokens(py)?.iter().any(|token| token.eq_ignore_ascii_case("nofollow")))
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

/// The attributes that hold links.
const ATTRIBUTES: [&str; 16] = [
    "href",
    "src",
    "srcset",
    "content",
    "action",
    "formaction",
    "poster",
    "ping",
    "cite",
    "data",
    "background",
    "imagesrcset",
    "longdesc",
    "codebase",
    "manifest",
    "profile",
];

/// The links of a scope.
pub(crate) fn links(
    py: Python<'_>,
    scope: Scope<'_>,
    base: Option<&str>,
    kind: Option<&str>,
) -> PyResult<Vec<PyLink>> {
    let base = base_url(base)?;
    let kind = kind.map(link_kind).transpose()?;
    let found = scope.run(py, |node| {
        let base = node.owner().base_url(base.as_ref()).map(Base::new);
        let mut found =
            Found { shared: scope.shared.clone(), text: String::new(), links: Vec::new() };
        for link in node.links().filter(|link| kind.is_none_or(|kind| link.kind == kind)) {
            let start = found.text.len();
            found.text.push_str(&link.value);
            let value = start..found.text.len();
            let resolved =
                base.as_ref().map(|base| base.resolve_into(&link.value, &mut found.text));
            let mut url = value.end..found.text.len();
            if !matches!(resolved, Some(Ok(()))) || found.text[url.clone()] == *link.value {
                found.text.truncate(value.end);
                url = value.clone();
            }
            let mut names = ATTRIBUTES.into_iter();
            found.links.push(Entry {
                element: link.element.node_id(),
                kind: link.kind,
                attribute: names.find(|name| *name == link.attribute).unwrap_or_default(),
                value,
                url,
                descriptor: link.descriptor().map(String::into_boxed_str),
            });
        }
        Arc::new(found)
    })?;
    let link = |number| PyLink { found: found.clone(), number };
    Ok((0..found.links.len()).map(link).collect())
}

fn link_kind(name: &str) -> PyResult<LinkKind> {
    LinkKind::ALL.into_iter().find(|kind| kind.as_str() == name).ok_or_else(|| {
        let known = LinkKind::ALL.map(LinkKind::as_str).join(", ");
        PyValueError::new_err(format!("kind must be one of {known}, not {name:?}"))
    })
}
