//! Untrusted HTML made safe.

use std::{borrow::Cow, collections::HashMap};

use pyo3::{exceptions::PyValueError, prelude::*};
use sapwood::{
    FragmentContext,
    extract::{serde_json, url::Url},
    sanitizer::{Policy, RelativeUrls, Sanitizer, SanitizerConfig, Unlisted},
};

use crate::{
    errors::quoted,
    extract::to_python,
    input::{Input, Markup},
    options::KeywordOptions,
    parse::decode,
    shared::{Scope, Shared},
};

/// The rules for untrusted HTML: a configuration of the HTML Sanitizer API, and rules beyond it.
///
/// Whatever the configuration says, elements and event handlers that run scripts are removed, and ``javascript:``
/// URLs. The default keeps text with its structure, but no images, forms, styles or custom elements.
///
/// Args:
///     config: A dictionary as in JavaScript: ``elements``, ``removeElements``, ``replaceWithChildrenElements``,
///         ``attributes``, ``removeAttributes``, ``comments``, ``dataAttributes`` and others.
///     preset: ``default``, or ``ammonia``, ``nh3``, ``bleach`` or ``dompurify``: what these libraries keep by default;
///         replaces ``config``.
///     unlisted: The fate of other elements: ``drop`` removes them with their content, ``unwrap`` keeps the
///         content, ``escape`` shows their tags as text.
///     drop_content: Names of elements that are dropped even if others are unwrapped; ``script`` and ``style`` by default.
///     url_schemes: The schemes that URLs may have.
///     data_urls: Names of elements that may have ``data:`` URLs besides.
///     relative_urls: ``keep``, ``drop``, or an absolute URL against which they are resolved.
///     style_properties: The properties that ``style`` attributes keep.
///     classes: The classes that are kept, by name of the element, or ``*``.
///     attribute_values: The values that attributes may have, by element and attribute.
///     attribute_prefixes: Attributes that begin so are kept, such as ``aria-``.
///     id_prefix: A text before each ``id``, so that it can't be one of the page.
///     link_rel: The ``rel`` attribute of all links.
///
/// Raises:
///     ValueError: The configuration contradicts itself; the message says where.
///
/// >>> import sapwood
/// >>> sanitizer = sapwood.Sanitizer({"elements": ["p", {"name": "a", "attributes": ["href"]}]}, link_rel="nofollow")
/// >>> sanitizer.clean("<p onclick=x()>An <a href=/oak>oak</a><img src=x onerror=x()>")
/// '<p>An <a href="/oak" rel="nofollow">oak</a></p>'
/// >>> sapwood.Sanitizer(preset="ammonia").clean("<x-y>An <b>oak</b><script>x()</script></x-y>")
/// 'An <b>oak</b>'
#[pyclass(frozen, name = "Sanitizer", module = "sapwood")]
pub(crate) struct PySanitizer {
    policy: Policy,
}

#[pymethods]
impl PySanitizer {
    #[new]
    #[pyo3(signature = (config=None, /, *, preset=None, unlisted=None, drop_content=None, url_schemes=None, data_urls=None, relative_urls=None, style_properties=None, classes=None, attribute_values=None, attribute_prefixes=None, id_prefix=None, link_rel=None))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
    fn new(
        config: Option<&Bound<'_, PyAny>>,
        preset: Option<&str>,
        unlisted: Option<&str>,
        drop_content: Option<Vec<String>>,
        url_schemes: Option<Vec<String>>,
        data_urls: Option<Vec<String>>,
        relative_urls: Option<&str>,
        style_properties: Option<Vec<String>>,
        classes: Option<HashMap<String, Vec<String>>>,
        attribute_values: Option<HashMap<String, HashMap<String, Vec<String>>>>,
        attribute_prefixes: Option<Vec<String>>,
        id_prefix: Option<&str>,
        link_rel: Option<&str>,
    ) -> PyResult<Self> {
        let mut policy = base_policy(config, preset)?;
        if let Some(unlisted) = unlisted {
            policy = policy.unlisted(unlisted_named(unlisted)?);
        }
        if let Some(names) = drop_content {
            policy = policy.drop_content(names);
        }
        if let Some(schemes) = url_schemes {
            policy = policy.url_schemes(schemes);
        }
        if let Some(names) = data_urls {
            policy = policy.data_urls(names);
        }
        if let Some(relative) = relative_urls {
            policy = policy.relative_urls(relative_named(relative)?);
        }
        if let Some(properties) = style_properties {
            policy = policy.style_properties(properties);
        }
        for (element, classes) in classes.into_iter().flatten() {
            policy = policy.classes(&element, classes);
        }
        for (element, attributes) in attribute_values.into_iter().flatten() {
            for (attribute, values) in attributes {
                policy = policy.attribute_values(&element, &attribute, values);
            }
        }
        if let Some(prefixes) = attribute_prefixes {
            policy = policy.attribute_prefixes(prefixes);
        }
        if let Some(prefix) = id_prefix {
            policy = policy.id_prefix(prefix);
        }
        if let Some(rel) = link_rel {
            policy = policy.link_rel(rel);
        }
        Ok(Self { policy })
    }

    /// The configuration, with all defaults, as a dictionary.
    #[getter]
    fn config<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.policy.sanitizer().get().to_json())
    }

    /// Returns safe HTML, which stays safe when it is parsed again as the content of ``context``.
    ///
    /// Args:
    ///     html: The untrusted HTML, as text or bytes; see `parse` for their encoding.
    ///     context: The element that will hold the result; in ``script`` and ``style`` nothing is safe.
    ///
    /// Raises:
    ///     ValueError: The context is no element's name.
    ///
    /// >>> import sapwood
    /// >>> sapwood.Sanitizer().clean("<p>1 < 2<img src=x onerror=x()>")
    /// '<p>1 &lt; 2</p>'
    #[pyo3(signature = (html, /, context="body"))]
    fn clean(&self, py: Python<'_>, html: Markup<'_>, context: &str) -> PyResult<String> {
        clean(py, &self.policy, &html, context)
    }

    /// Returns the safe HTML of a whole page.
    ///
    /// >>> import sapwood
    /// >>> sapwood.Sanitizer().clean_document("<title>Oak</title><p onclick=x()>A tree")
    /// '<html><head><title>Oak</title></head><body><p>A tree</p></body></html>'
    #[pyo3(signature = (html, /))]
    fn clean_document(&self, py: Python<'_>, html: Markup<'_>) -> PyResult<String> {
        let input = html.input()?;
        Ok(py.detach(|| self.policy.clean_document(&text_of(input))))
    }

    fn __repr__(&self) -> &'static str {
        "<Sanitizer>"
    }
}

/// The policy of a configuration or preset.
fn base_policy(config: Option<&Bound<'_, PyAny>>, preset: Option<&str>) -> PyResult<Policy> {
    match (config, preset) {
        (None, None) => Ok(Policy::new(Sanitizer::default())),
        (None, Some(name)) => Policy::preset(name).map_err(|_| {
            let known = Policy::PRESETS.join(", ");
            PyValueError::new_err(format!("preset must be one of {known}, not {}", quoted(name)))
        }),
        (Some(_), Some(_)) => {
            Err(PyValueError::new_err("choose one of a configuration and a preset"))
        }
        (Some(config), None) => {
            let json: String =
                config.py().import("json")?.call_method1("dumps", (config,))?.extract()?;
            let invalid = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
            let json = serde_json::from_str(&json).map_err(|error| invalid(&error))?;
            let config = SanitizerConfig::from_json(&json).map_err(|error| invalid(&error))?;
            Policy::strict(config).map_err(|error| invalid(&error))
        }
    }
}

fn unlisted_named(name: &str) -> PyResult<Unlisted> {
    match name {
        "drop" => Ok(Unlisted::Drop),
        "unwrap" => Ok(Unlisted::Unwrap),
        "escape" => Ok(Unlisted::Escape),
        _ => {
            let message = format!("unlisted must be drop, unwrap or escape, not {}", quoted(name));
            Err(PyValueError::new_err(message))
        }
    }
}

fn relative_named(name: &str) -> PyResult<RelativeUrls> {
    match name {
        "keep" => Ok(RelativeUrls::Keep),
        "drop" => Ok(RelativeUrls::Drop),
        base => Url::parse(base).map(RelativeUrls::Resolve).map_err(|error| {
            let base = quoted(base);
            PyValueError::new_err(format!(
                "relative_urls must be keep, drop or an absolute URL: {error}: {base}"
            ))
        }),
    }
}

/// The text of markup; bytes are decoded as `parse` decodes them.
fn text_of(input: Input<'_>) -> Cow<'_, str> {
    decode(input, &KeywordOptions::default()).0
}

fn clean(py: Python<'_>, policy: &Policy, html: &Markup<'_>, context: &str) -> PyResult<String> {
    let input = html.input()?;
    let context = FragmentContext::parse(context)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(py.detach(|| policy.clean_in(&text_of(input), context)))
}

/// Makes untrusted HTML safe: a shorthand for `Sanitizer.clean`.
///
/// Args:
///     html: The untrusted HTML, as text or bytes; see `parse` for their encoding.
///     sanitizer: The content to keep; see `Sanitizer` for the default.
///     context: The element that will hold the result.
///
/// Raises:
///     ValueError: The context is no element's name.
///
/// >>> import sapwood
/// >>> sapwood.sanitize("<p onclick=x()>An <b>oak</b><script>x()</script>")
/// '<p>An <b>oak</b></p>'
#[pyfunction(name = "sanitize")]
#[pyo3(signature = (html, /, sanitizer=None, *, context="body"))]
pub(crate) fn sanitize_markup(
    py: Python<'_>,
    html: Markup<'_>,
    sanitizer: Option<&Bound<'_, PySanitizer>>,
    context: &str,
) -> PyResult<String> {
    clean(py, &policy_of(sanitizer), &html, context)
}

fn policy_of(sanitizer: Option<&Bound<'_, PySanitizer>>) -> Policy {
    match sanitizer {
        Some(sanitizer) => sanitizer.get().policy.clone(),
        None => Policy::new(Sanitizer::default()),
    }
}

/// Something that a sanitizer removed from a document.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct Removal {
    /// ``element``, ``tags`` (the children stayed), ``attribute``, ``value`` (a part of an attribute's value),
    /// ``comment`` or ``processing-instruction``.
    #[pyo3(get)]
    kind: &'static str,
    /// The name of the element or attribute, or the target of the processing instruction; empty for a comment.
    #[pyo3(get)]
    name: String,
    /// The name of the element that had the attribute.
    #[pyo3(get)]
    element: Option<String>,
    /// Start and end in characters of the decoded input; ``None`` without ``positions=True``.
    #[pyo3(get)]
    span: Option<(usize, usize)>,
}

impl Removal {
    fn new(removal: &sapwood::sanitizer::Removal, shared: &Shared) -> Self {
        let source = shared.parse.source.as_ref();
        let span = removal
            .span
            .zip(source)
            .map(|(span, source)| (source.character(span.start), source.character(span.end)));
        Self {
            kind: removal.kind.as_str(),
            name: removal.name.clone(),
            element: removal.element.clone(),
            span,
        }
    }
}

#[pymethods]
impl Removal {
    fn __repr__(&self) -> String {
        format!("Removal('{}', '{}')", self.kind, quoted(&self.name).trim_matches('"'))
    }
}

/// Sanitizes what is below a node.
pub(crate) fn sanitize(
    py: Python<'_>,
    scope: Scope<'_>,
    sanitizer: Option<&Bound<'_, PySanitizer>>,
) -> PyResult<Vec<Removal>> {
    let policy = policy_of(sanitizer);
    let id = scope.node_id(py)?;
    let report = scope.shared.edit_released(py, |tree| policy.sanitize(tree, id))?;
    Ok(report.removals().iter().map(|removal| Removal::new(removal, scope.shared)).collect())
}
