//! Edits of documents.

use std::{collections::HashMap, sync::Arc};

use pyo3::{prelude::*, types::PyTuple};

use crate::{
    classes::{PyDocument, wrap},
    edit,
    position::Source,
    sanitizer::{PySanitizer, Removal, sanitize},
    shared::{Found, Kind, ParseInfo, Shared},
    wrappers::{PyElement, PyNode},
};

#[pymethods]
impl PyDocument {
    /// Creates an element outside the tree, of HTML or of the namespace with the URL ``namespace``.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("")
    /// >>> document.body.append(document.create_element("a", {"href": "/oak"}, text="Oak"))
    /// >>> document.body.append(document.create_element("svg", namespace="http://www.w3.org/2000/svg"))
    /// >>> document.body.inner_html
    /// '<a href="/oak">Oak</a><svg></svg>'
    #[pyo3(signature = (tag, attrs=None, *, text=None, namespace=None))]
    fn create_element<'py>(
        &self,
        py: Python<'py>,
        tag: &str,
        attrs: Option<HashMap<String, String>>,
        text: Option<&str>,
        namespace: Option<&str>,
    ) -> PyResult<Bound<'py, PyElement>> {
        let id = self.shared.edit(py, |tree| {
            let id = match namespace {
                Some(namespace) => tree.create_element_ns(namespace, tag)?,
                None => tree.create_element(tag)?,
            };
            for (name, value) in attrs.iter().flatten() {
                tree.set_attribute(id, name, value)?;
            }
            if let Some(text) = text {
                tree.set_text(id, text)?;
            }
            Ok(id)
        })?;
        PyElement::of(py, &self.shared, id)
    }

    /// Creates a comment outside the tree.
    fn create_comment<'py>(&self, py: Python<'py>, data: &str) -> PyResult<Bound<'py, PyAny>> {
        let id = self.shared.edit(py, |tree| tree.create_comment(data))?;
        wrap(py, &self.shared, Found { id, kind: Kind::Comment })
    }

    /// Creates a processing instruction outside the tree.
    fn create_processing_instruction<'py>(
        &self,
        py: Python<'py>,
        target: &str,
        data: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let create =
            |tree: &mut sapwood::Document| tree.create_processing_instruction(target, data);
        let id = self.shared.edit(py, create)?;
        wrap(py, &self.shared, Found { id, kind: Kind::Instruction })
    }

    /// Creates a DOCTYPE outside the tree. The mode of the document doesn't change.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("x")
    /// >>> document.children[0].before(document.create_doctype("html"))
    /// >>> document.html
    /// '<!DOCTYPE html><html><head></head><body>x</body></html>'
    #[pyo3(signature = (name, public_id="", system_id=""))]
    fn create_doctype<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        public_id: &str,
        system_id: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let create = |tree: &mut sapwood::Document| tree.create_doctype(name, public_id, system_id);
        let id = self.shared.edit(py, create)?;
        wrap(py, &self.shared, Found { id, kind: Kind::Doctype })
    }

    /// Creates a text outside the tree.
    fn create_text<'py>(&self, py: Python<'py>, data: &str) -> PyResult<Bound<'py, PyAny>> {
        let id = self.shared.edit(py, |tree| tree.create_text(data))?;
        wrap(py, &self.shared, Found { id, kind: Kind::Text })
    }

    /// Returns a copy of another document's node, outside the tree of this document.
    fn adopt<'py>(
        &self,
        py: Python<'py>,
        node: &Bound<'py, PyNode>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let handle = &node.get().handle;
        if Arc::ptr_eq(&handle.shared, &self.shared) {
            return Ok(node.clone().into_any());
        }
        // The two documents are never locked at once: two threads could adopt in opposite directions.
        let copied = handle.scope().read(py, |node| {
            let mut copy = sapwood::Document::default();
            copy.import(node).map(|id| (copy, id))
        })?;
        let (copy, id) = copied.map_err(|error| crate::errors::edit(py, &error))?;
        let found = self.shared.edit(py, |tree| {
            let node = copy.node(id).ok_or(sapwood::EditError::StaleId)?;
            let kind = Kind::of(node);
            tree.import(node).map(|id| Found { id, kind })
        })?;
        wrap(py, &self.shared, found)
    }

    /// Inserts nodes after the last one at the top; for fragments.
    #[pyo3(signature = (*nodes))]
    fn append(&self, py: Python<'_>, nodes: &Bound<'_, PyTuple>) -> PyResult<()> {
        edit::insert(py, self.scope(), edit::Place::Append, nodes)
    }

    /// Removes all elements that match a selector; returns how many.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("<p>Text<script>x()</script><style>y</style>")
    /// >>> document.remove_all("script, style")
    /// 2
    /// >>> document.body.inner_html
    /// '<p>Text</p>'
    fn remove_all(&self, selector: &Bound<'_, PyAny>) -> PyResult<usize> {
        edit::remove_all(self.scope(), selector)
    }

    /// Replaces all elements that match a selector by their children; returns how many.
    fn unwrap_all(&self, selector: &Bound<'_, PyAny>) -> PyResult<usize> {
        edit::unwrap_all(self.scope(), selector)
    }

    /// Sets an attribute of all elements that match a selector, or deletes it if the value is ``None``;
    /// returns how many elements match.
    #[pyo3(signature = (selector, name, value))]
    fn set_all(
        &self,
        selector: &Bound<'_, PyAny>,
        name: &str,
        value: Option<&str>,
    ) -> PyResult<usize> {
        edit::set_all(self.scope(), selector, name, value)
    }

    /// Removes what is unsafe, and what the sanitizer doesn't keep; returns the removals.
    ///
    /// For HTML that goes to a browser, `Sanitizer.clean` is the better choice: its result stays safe when it is
    /// parsed again.
    ///
    /// Args:
    ///     sanitizer: The content to keep; by default text with its structure, but no images, forms or styles.
    ///
    /// >>> import sapwood
    /// >>> document = sapwood.parse("<p onclick=x()>An <b>oak</b><script>x()</script>")
    /// >>> document.sanitize()
    /// [Removal('attribute', 'onclick'), Removal('element', 'script')]
    /// >>> document.body.inner_html
    /// '<p>An <b>oak</b></p>'
    #[pyo3(signature = (sanitizer=None))]
    fn sanitize(
        &self,
        py: Python<'_>,
        sanitizer: Option<&Bound<'_, PySanitizer>>,
    ) -> PyResult<Vec<Removal>> {
        sanitize(py, self.scope(), sanitizer)
    }

    /// Releases the memory of removed nodes and replaced texts. All nodes that Python holds become stale:
    /// using one raises `StaleNodeError`.
    fn compact(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.edit(py, |tree| {
            tree.compact();
            Ok(())
        })
    }

    /// Releases the memory that the nodes don't need, such as that of the markup between the texts. All nodes stay valid. It pays for
    /// documents that are kept.
    fn trim(&self, py: Python<'_>) -> PyResult<()> {
        self.shared.edit(py, |tree| {
            tree.trim();
            Ok(())
        })
    }

    /// Returns a copy of the document.
    fn copy(&self, py: Python<'_>) -> Self {
        let tree = self.shared.run(py, Clone::clone);
        let parse = &self.shared.parse;
        let info = ParseInfo {
            source: parse.source.as_ref().map(|source| Source::new(source.text().to_owned())),
            errors: parse.errors.clone(),
            ..*parse
        };
        Self::new(Shared::new(tree, info))
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(py)
    }
}
