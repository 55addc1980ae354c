//! Metadata, tables and forms.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyKeyError, PyValueError},
    prelude::*,
    types::{PyBytes, PyDict, PyList, PyString},
};
use sapwood::{
    NodeId, NodeRef,
    encoding::encoding_rs::{Encoding, UTF_8},
    extract::{Control, Form, FormError, Method, serde_json::Value, url::Url},
};

use crate::{
    arrow::{ArrowTable, Column},
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
    headers: Vec<String>,
    rows: Vec<Vec<Option<String>>>,
}

/// The headers, and `column_3` for the third column if it has none: names that are all different.
fn column_names(headers: &[String]) -> Vec<String> {
    let taken: HashSet<&String> = headers.iter().collect();
    let name = |(index, header): (usize, &String)| {
        let mut name = if header.is_empty() {
            format!("column_{}", index + 1)
        } else {
            return header.clone();
        };
        while taken.contains(&name) {
            name.push('_');
        }
        name
    };
    headers.iter().enumerate().map(name).collect()
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

    /// Returns the rows below the header as a table of strings for Arrow, which ``pyarrow.table``, DuckDB and others take.
    /// The third column is called ``column_3`` if it has no header, and the second one of two with the same ``Height 2``.
    fn to_arrow(&self) -> PyResult<ArrowTable> {
        let names = column_names(&self.headers);
        let mut columns: Vec<Column> = names.iter().map(|_| Column::default()).collect();
        for row in &self.rows[self.header_rows..] {
            for (index, column) in columns.iter_mut().enumerate() {
                column.push(row.get(index).and_then(Option::as_deref));
            }
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        ArrowTable::new(&names, None, vec![columns])
    }

    /// Returns the rows below the header as a ``pandas.DataFrame`` of strings, with the names of ``to_arrow``.
    ///
    /// Raises:
    ///     ImportError: pandas or pyarrow isn't installed.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let table = py.import("pyarrow")?.call_method1("table", (self.to_arrow()?,))?;
        table.call_method0("to_pandas")
    }

    /// Returns the rows below the header as a ``polars.DataFrame`` of strings, with the names of ``to_arrow``.
    ///
    /// Raises:
    ///     ImportError: polars isn't installed.
    fn to_polars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("polars")?.call_method1("DataFrame", (self.to_arrow()?,))
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
            let header_rows = table.header_rows();
            let rows = (0..table.height())
                .map(|row| texts.row(row).into_iter().map(owned).collect())
                .collect();
            PyTable {
                handle: Handle { shared: scope.shared.clone(), id: table.element.node_id() },
                caption: table.caption_text(),
                header_rows,
                headers: texts.headers(header_rows),
                rows,
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
/// >>> form["q"] = "ash"
/// >>> form.encoded("https://example.com/")["url"]
/// 'https://example.com/find?q=ash&p=1'
#[pyclass(frozen, name = "Form", module = "sapwood")]
pub(crate) struct PyForm {
    handle: Handle,
    /// The values that were filled in, in order.
    changes: Mutex<Vec<Change>>,
}

/// A name with the value that a control of this name gets, or with none if all of them are cleared.
type Change = (String, Option<String>);

impl PyForm {
    /// The form of an element, as the page states it.
    fn of(shared: &Arc<Shared>, id: NodeId) -> Self {
        Self { handle: Handle { shared: shared.clone(), id }, changes: Mutex::default() }
    }

    fn changes(&self) -> Vec<Change> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Calls `read` with the form in which the changes were made.
    fn with<R: Send>(
        &self,
        py: Python<'_>,
        changes: &[Change],
        read: impl FnOnce(&Form<'_>) -> R + Send,
    ) -> PyResult<Result<R, FormError>> {
        let result = self.handle.scope().run(py, |node| {
            let mut form = form_at(node).ok_or(FormError::NoControl)?;
            for (name, value) in changes {
                match value {
                    Some(value) => form.set(name, value)?,
                    None => form.clear(name)?,
                }
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
        self.with(py, &self.changes(), read)?
            .map_err(|_| PyValueError::new_err("the form changed: get it again"))
    }

    /// Makes another change after `changes`, without those that it undoes: of the texts that are entered into one control only
    /// the last counts, and an option or a button that is chosen again counts once.
    fn add(
        &self,
        py: Python<'_>,
        changes: &mut Vec<Change>,
        name: &str,
        value: Option<&str>,
    ) -> PyResult<()> {
        let takes_any = self.handle.scope().run(py, |node| {
            form_at(node).is_some_and(|it| it.control(name).is_some_and(Control::takes_text))
        })?;
        let is_undone = |(other, old): &Change| {
            other == name
                && (value.is_none() || old.is_some() && (takes_any || old.as_deref() == value))
        };
        changes.retain(|change| !is_undone(change));
        changes.push((name.to_owned(), value.map(str::to_owned)));
        match self.with(py, changes, |_| ())? {
            Ok(()) => Ok(()),
            Err(FormError::NoControl) => Err(PyKeyError::new_err(name.to_owned())),
            Err(error) => Err(PyValueError::new_err(format!("{error}: {:?}", value.unwrap_or("")))),
        }
    }

    /// Makes another change. The lock isn't held while the form is read, because that gives up the GIL, and a thread that
    /// has the GIL may wait for the lock. If another thread changes the form meanwhile, this one starts again.
    fn change(&self, py: Python<'_>, name: &str, value: Option<&str>) -> PyResult<()> {
        loop {
            let before = self.changes();
            let mut changes = before.clone();
            self.add(py, &mut changes, name, value)?;
            let mut current = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
            if *current == before {
                *current = changes;
                return Ok(());
            }
        }
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
    /// or a checkbox. The document and this form stay as they are; ``form[name] = value`` changes this form.
    ///
    /// Raises:
    ///     KeyError: No control has the name.
    ///     ValueError: The control can't have the value.
    fn set(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<Self> {
        let mut changes = self.changes();
        self.add(py, &mut changes, name, Some(value))?;
        Ok(Self { handle: self.handle.clone(), changes: Mutex::new(changes) })
    }

    /// Returns the request that submits the form, as the arguments of ``httpx.request``: ``method``, ``url``, ``headers`` and
    /// ``content``. Text is in the encoding of the page, or in the one that the form's ``accept-charset`` names.
    ///
    /// Args:
    ///     base: The absolute URL of the page. An action is relative to it, and a form without one is submitted to it.
    ///     button: The name of the button that is pressed; by default the first one.
    ///
    /// Raises:
    ///     KeyError: No control has the name of the button.
    ///     ValueError: The form closes a dialog, or its action is not a URL.
    ///
    /// >>> import sapwood
    /// >>> [form] = sapwood.parse("<form method=post><input name=q value='oak & elm'></form>").forms()
    /// >>> request = form.encoded("https://example.com/")
    /// >>> request["method"], request["content"]
    /// ('POST', b'q=oak+%26+elm')
    #[pyo3(signature = (base=None, *, button=None))]
    fn encoded<'py>(
        &self,
        py: Python<'py>,
        base: Option<&str>,
        button: Option<&str>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let base = base_url(base)?;
        let label = self.handle.shared.parse.encoding.unwrap_or("utf-8");
        let encoding = Encoding::for_label(label.as_bytes()).unwrap_or(UTF_8);
        let submission = self.get(py, |form| {
            let button = match button {
                Some(name) => Some(form.control(name)?),
                None => form.default_button(),
            };
            Some(form.submission_in(encoding, button, base.as_ref()))
        })?;
        let submission = submission
            .ok_or_else(|| PyKeyError::new_err(button.unwrap_or_default().to_owned()))?
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let headers = PyDict::new(py);
        let content =
            submission.content_type.as_deref().map(|_| PyBytes::new(py, &submission.body));
        if let Some(content_type) = submission.content_type {
            headers.set_item("Content-Type", content_type)?;
        }
        let request = PyDict::new(py);
        request
            .set_item("method", if submission.method == Method::Post { "POST" } else { "GET" })?;
        request.set_item("url", submission.url.as_str())?;
        request.set_item("headers", headers)?;
        request.set_item("content", content)?;
        Ok(request)
    }

    /// The first value that is submitted under this name.
    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<String> {
        let entries = self.data(py)?;
        let entry = entries.into_iter().find(|entry| entry.0 == name);
        entry.map(|it| it.1).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __setitem__(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        self.change(py, name, Some(value))
    }

    /// Empties the controls of this name, unchecks them or deselects their options.
    fn __delitem__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.change(py, name, None)
    }

    /// Whether a value is submitted under this name.
    fn __contains__(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        Ok(self.data(py)?.iter().any(|entry| entry.0 == name))
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
    Ok(ids.into_iter().map(|id| PyForm::of(shared, id)).collect())
}
