//! Metadata, tables and forms.

use std::sync::Arc;

use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyKeyError, PyValueError},
    prelude::*,
    types::{PyDict, PyList, PyString},
};
use sapwood::{
    NodeId, NodeRef,
    extract::{Form, FormError, Method, serde_json::Value, url::Url},
};

use crate::{
    output::base_url,
    shared::{Handle, Scope, Shared},
    wrappers::PyElement,
};

/// The `meta` elements of a scope, as a dictionary from names to contents; the first of a name counts.
pub(crate) fn meta<'py>(py: Python<'py>, scope: Scope<'_>) -> PyResult<Bound<'py, PyDict>> {
    let pairs: Vec<_> = scope.read(py, |node| {
        let pairs = node.meta().filter_map(|meta| {
            if let Some(charset) = meta.charset {
                return Some((PyString::intern(py, "charset"), PyString::new(py, charset)));
            }
            let key = meta.property.or(meta.name).or(meta.http_equiv)?;
            let key = key.trim_ascii().to_ascii_lowercase();
            Some((PyString::new(py, &key), PyString::new(py, meta.content.unwrap_or_default())))
        });
        pairs.collect()
    })?;
    let dict = PyDict::new(py);
    for (key, value) in pairs {
        if !dict.contains(&key)? {
            dict.set_item(key, value)?;
        }
    }
    Ok(dict)
}

/// A JSON value as Python objects. The recursion is bounded, because the parser of JSON bounds the depth.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(value) => value.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(integer), _) => integer.into_bound_py_any(py),
            (_, Some(integer)) => integer.into_bound_py_any(py),
            _ => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(values) => {
            let list = PyList::empty(py);
            values.iter().try_for_each(|value| list.append(to_python(py, value)?))?;
            Ok(list.into_any())
        }
        Value::Object(entries) => {
            let dict = PyDict::new(py);
            for (key, value) in entries {
                dict.set_item(key, to_python(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

pub(crate) fn json_ld<'py>(py: Python<'py>, scope: Scope<'_>) -> PyResult<Bound<'py, PyList>> {
    let values: Vec<Value> =
        scope.run(py, |node| node.json_ld().filter_map(Result::ok).collect())?;
    let list = PyList::empty(py);
    values.iter().try_for_each(|value| list.append(to_python(py, value)?))?;
    Ok(list)
}

pub(crate) fn microdata<'py>(
    py: Python<'py>,
    scope: Scope<'_>,
    base: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let base = base_url(base)?;
    let value = scope.run(py, |node| {
        let base = node.owner().base_url(base.as_ref());
        node.microdata().to_json(|url| match Url::options().base_url(base.as_ref()).parse(url) {
            Ok(resolved) if base.is_some() => resolved.into(),
            _ => url.to_owned(),
        })
    })?;
    to_python(py, &value["items"])
}

/// A table, its cells on a grid.
///
/// >>> import sapwood
/// >>> document = sapwood.parse("<table><tr><th>Tree<th>Age<tr><td>Oak<td>200</table>")
/// >>> [table] = document.tables()
/// >>> table.rows
/// [['Tree', 'Age'], ['Oak', '200']]
/// >>> table.records()
/// [{'Tree': 'Oak', 'Age': '200'}]
#[pyclass(frozen, name = "Table", module = "sapwood")]
pub(crate) struct PyTable {
    handle: Handle,
    caption: Option<String>,
    header_rows: usize,
    rows: Vec<Vec<Option<String>>>,
}

#[pymethods]
impl PyTable {
    /// The ``table`` element.
    #[getter]
    fn element<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyElement>> {
        PyElement::of(py, &self.handle.shared, self.handle.id)
    }

    /// The text of the caption.
    #[getter]
    fn caption(&self) -> Option<&str> {
        self.caption.as_deref()
    }

    /// The number of rows at the top that are headers.
    #[getter]
    fn header_rows(&self) -> usize {
        self.header_rows
    }

    /// The texts of the cells by row. A cell that spans slots is in each of them; ``None`` where none is.
    #[getter]
    fn rows(&self) -> Vec<Vec<Option<String>>> {
        self.rows.clone()
    }

    /// Returns the rows below the header as dictionaries by header.
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let records: Vec<Vec<(String, String)>> = self.handle.scope().run(py, |node| {
            let tables = node.tables().take(1);
            let pair = |(header, value): (&str, &str)| (header.to_owned(), value.to_owned());
            tables
                .flat_map(|table| {
                    table.records().map(|it| it.iter().map(pair).collect()).collect::<Vec<_>>()
                })
                .collect()
        })?;
        let list = PyList::empty(py);
        for record in records {
            let dict = PyDict::new(py);
            record.into_iter().try_for_each(|(header, value)| dict.set_item(header, value))?;
            list.append(dict)?;
        }
        Ok(list)
    }

    fn __repr__(&self) -> String {
        let width = self.rows.first().map_or(0, Vec::len);
        format!("<Table of {} rows and {width} columns>", self.rows.len())
    }
}

pub(crate) fn tables(py: Python<'_>, scope: Scope<'_>) -> PyResult<Vec<PyTable>> {
    scope.run(py, |node| {
        let tables = node.tables().map(|table| {
            let texts = table.texts();
            let owned = |text: Option<&str>| text.map(str::to_owned);
            PyTable {
                handle: Handle { shared: scope.shared.clone(), id: table.element.node_id() },
                caption: table.caption_text(),
                header_rows: table.header_rows(),
                rows: (0..table.height())
                    .map(|row| texts.row(row).into_iter().map(owned).collect())
                    .collect(),
            }
        });
        tables.collect()
    })
}

/// A form, to fill in and to submit with an HTTP client.
///
/// >>> import sapwood
/// >>> document = sapwood.parse("<form action=/find><input name=q value=oak><input type=hidden name=p value=1></form>")
/// >>> [form] = document.forms()
/// >>> form.action, form.method, form.data()
/// ('/find', 'get', [('q', 'oak'), ('p', '1')])
/// >>> form.set("q", "elm").data()
/// [('q', 'elm'), ('p', '1')]
#[pyclass(frozen, name = "Form", module = "sapwood")]
pub(crate) struct PyForm {
    handle: Handle,
    /// Values that replace those of the page, in the order in which they are set.
    values: Vec<(String, String)>,
}

impl PyForm {
    /// Calls `read` with the form in which the values are set.
    fn with<R: Send>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&Form<'_>) -> R + Send,
    ) -> PyResult<Result<R, FormError>> {
        let result = self.handle.scope().run(py, |node| {
            let mut form = form_at(node).ok_or(FormError::NoControl)?;
            for (name, value) in &self.values {
                form.set(name, value)?;
            }
            Ok(read(&form))
        })?;
        Ok(result)
    }

    fn get<R: Send>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&Form<'_>) -> R + Send,
    ) -> PyResult<R> {
        self.with(py, read)?.map_err(|_| PyValueError::new_err("the form changed: get it again"))
    }
}

/// The form that an element is.
fn form_at(node: NodeRef<'_>) -> Option<Form<'_>> {
    let forms = node.owner().forms();
    forms.into_iter().find(|form| form.element == node)
}

#[pymethods]
impl PyForm {
    /// The ``form`` element.
    #[getter]
    fn element<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyElement>> {
        PyElement::of(py, &self.handle.shared, self.handle.id)
    }

    /// The ``name``.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.get(py, |form| form.name().map(str::to_owned))
    }

    /// The URL to which the form is submitted, as it is written.
    #[getter]
    fn action(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.get(py, |form| form.action().map(str::to_owned))
    }

    /// ``get``, ``post`` or ``dialog``.
    #[getter]
    fn method(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.get(py, |form| match form.method() {
            Method::Get => "get",
            Method::Post => "post",
            Method::Dialog => "dialog",
        })
    }

    /// The encoding of the submitted data.
    #[getter]
    fn enctype(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.get(py, |form| form.enctype())
    }

    /// Returns the pairs of name and value that are submitted when the form's default button is pressed.
    fn data(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        self.get(py, |form| {
            let entries = form.entry_list(form.default_button());
            entries.into_iter().map(|(name, value)| (name.into_owned(), value)).collect()
        })
    }

    /// Returns the form with another value in the control of this name: a text, an option, a radio button
    /// or a checkbox. The document stays as it is.
    ///
    /// Raises:
    ///     KeyError: No control has the name.
    ///     ValueError: The control can't have the value.
    fn set(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<Self> {
        let mut values = self.values.clone();
        values.push((name.to_owned(), value.to_owned()));
        let changed = Self { handle: self.handle.clone(), values };
        match changed.with(py, |_| ())? {
            Ok(()) => Ok(changed),
            Err(FormError::NoControl) => Err(PyKeyError::new_err(name.to_owned())),
            Err(error) => Err(PyValueError::new_err(format!("{error}: {value:?}"))),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let action = self.action(py)?.unwrap_or_default();
        Ok(format!("Form({:?}, {})", self.method(py)?, crate::errors::quoted(&action)))
    }
}

pub(crate) fn forms(py: Python<'_>, scope: Scope<'_>) -> PyResult<Vec<PyForm>> {
    let ids: Vec<NodeId> =
        scope.run(py, |node| node.forms().iter().map(|form| form.element.node_id()).collect())?;
    let shared: &Arc<Shared> = scope.shared;
    let form = |id| PyForm { handle: Handle { shared: shared.clone(), id }, values: Vec::new() };
    Ok(ids.into_iter().map(form).collect())
}
