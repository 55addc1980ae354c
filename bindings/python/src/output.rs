//! Documents and elements as HTML and Markdown.

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyString},
};
use sapwood::{
    encoding::{Encoding, encoding_rs::UTF_8},
    extract::url::Url,
    markdown::{ImageStyle, LinkStyle, MarkdownOptions},
    serializer::{self, EncodedTree, Minify, SerializeOptions},
};

use crate::shared::Scope;

pub(crate) fn to_html<'py>(
    py: Python<'py>,
    scope: Scope<'_>,
    minify: bool,
    pretty: bool,
) -> PyResult<Bound<'py, PyString>> {
    if minify && pretty {
        return Err(PyValueError::new_err("choose one of minify and pretty"));
    }
    let html = scope.run(py, |node| {
        let tree = node.owner();
        let mut html = String::new();
        // Writing to a string doesn't fail.
        let _ = if pretty {
            let options = SerializeOptions::default();
            serializer::pretty_inner(&mut html, &tree, &node, &options)
        } else if minify {
            match node.is_element() {
                true => serializer::minify_outer(&mut html, &tree, &node, &Minify::default()),
                false => serializer::minify_inner(&mut html, &tree, &node, &Minify::default()),
            }
        } else {
            html = match (scope.id, node.is_element()) {
                (None, _) => node.owner().to_html(),
                (_, true) => node.outer_html(),
                (_, false) => node.inner_html(),
            };
            Ok(())
        };
        html
    })?;
    Ok(PyString::new(py, &html))
}

/// The bytes of a document that declares their encoding, as the command `sapwood html` writes it.
pub(crate) fn to_encoded_html<'py>(
    py: Python<'py>,
    scope: Scope<'_>,
    minify: bool,
    pretty: bool,
    encoding: &'static Encoding,
) -> PyResult<Bound<'py, PyBytes>> {
    let written = scope.run(py, |node| {
        let owner = node.owner();
        if encoding == UTF_8 && !minify && !pretty && node == owner.root() {
            return Ok(owner.to_utf8_html().into_bytes());
        }
        let tree = EncodedTree::new(&owner, encoding);
        let mut out = tree.writer(Vec::new());
        let (node, options) = (tree.node(node), SerializeOptions::default());
        let written = match (minify, pretty) {
            (true, _) => serializer::minify_inner(&mut out, &tree, &node, &Minify::default()),
            (_, true) => serializer::pretty_inner(&mut out, &tree, &node, &options),
            _ => serializer::write_inner(&mut out, &tree, &node, &options),
        };
        out.finish(written)
    })?;
    Ok(PyBytes::new(py, &written?))
}

/// An absolute URL.
pub(crate) fn base_url(base: Option<&str>) -> PyResult<Option<Url>> {
    let parse = |base: &str| {
        let invalid = |error| {
            let base = crate::errors::quoted(base);
            PyValueError::new_err(format!("base must be an absolute URL: {error}: {base}"))
        };
        Url::parse(base).map_err(invalid)
    };
    base.map(parse).transpose()
}

pub(crate) fn markdown_options(
    base: Option<&str>,
    width: Option<usize>,
    links: &str,
    images: &str,
) -> PyResult<MarkdownOptions> {
    let links = match links {
        "inline" => LinkStyle::Inline,
        "reference" => LinkStyle::Reference,
        "text" => LinkStyle::TextOnly,
        _ => return Err(unknown("links", links, "inline, reference or text")),
    };
    let images = match images {
        "link" => ImageStyle::Link,
        "alt" => ImageStyle::AltText,
        "none" => ImageStyle::LeftOut,
        _ => return Err(unknown("images", images, "link, alt or none")),
    };
    let mut options = MarkdownOptions::default().links(links).images(images);
    if let Some(base) = base_url(base)? {
        options = options.base(base);
    }
    if let Some(width) = width {
        options = options.width(width);
    }
    Ok(options)
}

fn unknown(name: &str, value: &str, known: &str) -> PyErr {
    PyValueError::new_err(format!("{name} must be {known}, not {value:?}"))
}

pub(crate) fn to_markdown<'py>(
    py: Python<'py>,
    scope: Scope<'_>,
    options: &MarkdownOptions,
) -> PyResult<Bound<'py, PyString>> {
    let markdown = scope.run(py, |node| node.to_markdown_with(options))?;
    Ok(PyString::new(py, &markdown))
}
