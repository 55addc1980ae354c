//! A whole scrape in one call.

use std::sync::Arc;

use pyo3::{
    PyTraverseError, PyVisit,
    exceptions::PyTypeError,
    prelude::*,
    types::{PyDict, PyList, PyString, PyTuple},
};
use sapwood::{NodeRef, Selector};

use crate::{
    arrow::{ArrowTable, Column, row_count},
    batch::{self, Batches},
    input::{Input, Markup},
    memory,
    options::KeywordOptions,
    parse::html_parts,
    query::ScopeArgument,
    selector::compile,
    shared::{Scope, resolve},
};

/// A scrape: the elements of a list, and the fields of each.
///
/// All of it runs without the interpreter, so it is several times faster than a loop, and scales with
/// threads.
///
/// Args:
///     each: The selector of the elements, one for each row.
///     fields: Fields by name: a selector for the text of the first match in the element, or a pair of
///         selector and attribute for that attribute's value. A selector ``None`` is the element itself, an
///         attribute ``None`` the text.
///     strip: Strip white space at both ends of the values.
///
/// Raises:
///     SelectorError: A selector isn't valid.
///
/// >>> import sapwood
/// >>> shop = sapwood.Extractor("li", {"name": "a", "url": ("a", "href"), "price": "b", "id": (None, "id")})
/// >>> page = "<ul><li id=1><a href=/oak>Oak</a> <b>20</b><li><a href=/elm>Elm</a></ul>"
/// >>> for row in shop.rows(page):
/// ...     print(row)
/// {'name': 'Oak', 'url': '/oak', 'price': '20', 'id': '1'}
/// {'name': 'Elm', 'url': '/elm', 'price': None, 'id': None}
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct Extractor {
    plan: Arc<Plan>,
    names: Vec<Py<PyString>>,
}

/// The elements and fields that an extractor takes from a page.
pub(crate) struct Plan {
    each: Selector,
    fields: Vec<Field>,
    strip: bool,
}

struct Field {
    name: String,
    selector: Option<Selector>,
    /// `None` is the text.
    attribute: Option<String>,
}

impl Plan {
    /// The names of the fields.
    fn names(&self) -> Vec<&str> {
        self.fields.iter().map(|field| &*field.name).collect()
    }

    /// The columns of what is below `root`.
    pub(crate) fn columns(&self, root: NodeRef<'_>) -> Vec<Column> {
        let mut columns: Vec<_> = self.fields.iter().map(|_| Column::default()).collect();
        for element in self.each.select(root) {
            for (field, column) in self.fields.iter().zip(&mut columns) {
                let found = match &field.selector {
                    Some(selector) => selector.select_first(element),
                    None => Some(element),
                };
                let read = |node| field.read(node, self.strip, |text| column.push(Some(text)));
                if found.and_then(read).is_none() {
                    column.push(None);
                }
            }
        }
        columns
    }
}

/// The text of an element whose only child is a text.
fn lone_text<'a>(node: NodeRef<'a>) -> Option<&'a str> {
    let child = node.first_child()?;
    child.as_text().filter(|_| child.next_sibling().is_none())
}

/// A page: markup, or a document or element.
pub(crate) enum Page<'py> {
    Markup(Markup<'py>),
    Scope(ScopeArgument<'py>),
}

/// A page that another thread can read.
pub(crate) enum PageInput<'a> {
    Markup(Input<'a>),
    Scope(Scope<'a>),
}

impl<'py> Page<'py> {
    fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(scope) = object.extract() {
            return Ok(Self::Scope(scope));
        }
        object.extract().map(Self::Markup).map_err(|_| {
            let class = object.get_type();
            let name = class.name().map(|name| name.to_string()).unwrap_or_default();
            let expected = "a page must be str, bytes, a buffer, a Document or an Element";
            PyTypeError::new_err(format!("{expected}, not {name}"))
        })
    }

    pub(crate) fn input(&self) -> PyResult<PageInput<'_>> {
        Ok(match self {
            Self::Markup(markup) => PageInput::Markup(markup.input()?),
            Self::Scope(scope) => PageInput::Scope(scope.scope()),
        })
    }

    fn len(&self) -> PyResult<usize> {
        Ok(match self.input()? {
            PageInput::Markup(input) => input.len(),
            PageInput::Scope(_) => 0,
        })
    }
}

impl PageInput<'_> {
    /// The columns of the page; `None` if its node is stale.
    pub(crate) fn columns(&self, plan: &Plan) -> Option<Vec<Column>> {
        match self {
            Self::Markup(input) => {
                let recycled = memory::of_any_len();
                let (document, _) = html_parts(recycled, input.clone(), &KeywordOptions::default());
                let columns = plan.columns(document.root());
                memory::keep(document);
                Some(columns)
            }
            Self::Scope(scope) => {
                let tree = scope.shared.lock_detached();
                resolve(&tree, scope.id).map(|node| plan.columns(node))
            }
        }
    }
}

#[pymethods]
impl Extractor {
    #[new]
    #[pyo3(signature = (each, fields, *, strip=false))]
    fn new(each: &Bound<'_, PyAny>, fields: &Bound<'_, PyDict>, strip: bool) -> PyResult<Self> {
        let (mut names, mut compiled) = (Vec::new(), Vec::new());
        for (name, field) in fields.iter() {
            let (name, field) = named_field(&name, &field)?;
            compiled.push(field);
            names.push(name);
        }
        let plan = Plan { each: compile(each)?, fields: compiled, strip };
        Ok(Self { plan: Arc::new(plan), names })
    }

    /// Returns the rows of a page: a dictionary for each element.
    ///
    /// Args:
    ///     page: A document, an element, or markup, which is parsed and dropped.
    fn rows<'py>(&self, page: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        self.to_rows(page.py(), &self.extract(page)?)
    }

    /// Returns the columns of a page: a list of values for each field.
    ///
    /// >>> import sapwood
    /// >>> sapwood.Extractor("a", {"text": None, "url": (None, "href")}).columns("<a href=/1>1</a><a>2</a>")
    /// {'text': ['1', '2'], 'url': ['/1', None]}
    fn columns<'py>(&self, page: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let py = page.py();
        let dict = PyDict::new(py);
        for (name, column) in self.names.iter().zip(self.extract(page)?) {
            dict.set_item(name, PyList::new(py, column.values())?)?;
        }
        Ok(dict)
    }

    /// Iterates over pages: the rows of each, as `rows` returns them, in order.
    ///
    /// Args:
    ///     pages: Documents, elements or markup.
    ///     threads: The number of threads that parse and extract; by default as many as the machine runs.
    #[pyo3(signature = (pages, *, threads=None))]
    fn many(
        slf: Bound<'_, Self>,
        pages: &Bound<'_, PyAny>,
        threads: Option<usize>,
    ) -> PyResult<RowBatches> {
        let batches = Batches::new(pages, batch::threads(threads)?)?;
        Ok(RowBatches { extractor: slf.unbind(), batches })
    }

    /// Extracts pages into an Arrow table of strings, which pyarrow, polars, DuckDB and pandas take without
    /// a copy.
    ///
    /// Args:
    ///     pages: Documents, elements or markup.
    ///     threads: The number of threads; by default as many as the machine runs.
    ///     page: The name of a further column with the number of the page, from 0.
    ///
    /// >>> import sapwood
    /// >>> links = sapwood.Extractor("a", {"text": None, "url": (None, "href")})
    /// >>> table = links.to_arrow(["<a href=/1>1</a>", "<a href=/2>2</a>"], page="page")
    /// >>> len(table), table.column_names
    /// (2, ['text', 'url', 'page'])
    #[pyo3(signature = (pages, *, threads=None, page=None))]
    fn to_arrow(
        &self,
        pages: &Bound<'_, PyAny>,
        threads: Option<usize>,
        page: Option<&str>,
    ) -> PyResult<ArrowTable> {
        let py = pages.py();
        let batches = Batches::new(pages, batch::threads(threads)?)?;
        let mut columns = Vec::new();
        while let Some(page) = self.next_page(py, &batches)? {
            columns.push(page);
        }
        ArrowTable::new(&self.plan.names(), page, columns)
    }

    fn __repr__(&self) -> String {
        format!("<Extractor of {}>", self.plan.names().join(", "))
    }
}

impl Extractor {
    fn extract(&self, page: &Bound<'_, PyAny>) -> PyResult<Vec<Column>> {
        let py = page.py();
        let page = Page::of(page)?;
        let input = page.input()?;
        let columns = py.detach(|| input.columns(&self.plan));
        columns.ok_or_else(|| crate::errors::stale(py))
    }

    /// The columns of the next page of a batch.
    fn next_page<'py>(
        &self,
        py: Python<'py>,
        batches: &Batches<Option<Vec<Column>>>,
    ) -> PyResult<Option<Vec<Column>>> {
        let convert = |object: Bound<'py, PyAny>| {
            let page = Page::of(&object)?;
            let len = page.len()?;
            Ok((page, len))
        };
        let next = batches.next(py, convert, |pages| {
            let inputs = pages.iter().map(Page::input).collect::<PyResult<Vec<_>>>()?;
            let threads = batches.threads;
            Ok(py.detach(|| batch::parallel(&inputs, threads, |page| page.columns(&self.plan))))
        })?;
        next.map(|columns| columns.ok_or_else(|| crate::errors::stale(py))).transpose()
    }

    fn to_rows<'py>(&self, py: Python<'py>, columns: &[Column]) -> PyResult<Bound<'py, PyList>> {
        let rows = row_count(columns);
        let mut values: Vec<_> = columns.iter().map(Column::values).collect();
        let list = PyList::empty(py);
        for _ in 0..rows {
            let dict = PyDict::new(py);
            for (name, values) in self.names.iter().zip(&mut values) {
                dict.set_item(name, values.next().flatten())?;
            }
            list.append(dict)?;
        }
        Ok(list)
    }
}

impl Field {
    /// A field as it is specified: a selector, or a pair of selector and attribute.
    fn new(name: &str, specification: &Bound<'_, PyAny>) -> PyResult<Self> {
        let selector = |argument: &Bound<'_, PyAny>| match argument.is_none() {
            true => Ok(None),
            false => compile(argument).map(Some),
        };
        let name = name.to_owned();
        let Ok(pair) = specification.cast::<PyTuple>() else {
            return Ok(Self { name, selector: selector(specification)?, attribute: None });
        };
        let (css, attribute) =
            pair.extract::<(Bound<'_, PyAny>, Option<String>)>().map_err(|_| {
                let message = format!(
                    "the field {name:?} must be a selector or a pair of selector and attribute"
                );
                PyTypeError::new_err(message)
            })?;
        Ok(Self { name, selector: selector(&css)?, attribute })
    }

    /// Calls `take` with the value of an element, without a copy where there is none to make; `None` if it lacks the attribute.
    fn read<T>(
        &self,
        element: NodeRef<'_>,
        strip: bool,
        take: impl FnOnce(&str) -> T,
    ) -> Option<T> {
        let take = |text: &str| take(if strip { text.trim() } else { text });
        match &self.attribute {
            Some(name) => element.attr(name).map(take),
            None => Some(match lone_text(element) {
                Some(text) => take(text),
                None => take(&element.text_content()),
            }),
        }
    }

    /// The values of all elements that match below a node; elements without the attribute have none.
    fn values(&self, node: NodeRef<'_>, strip: bool) -> Vec<String> {
        let value = |element| self.read(element, strip, str::to_owned);
        match &self.selector {
            Some(selector) => selector.select(node).filter_map(value).collect(),
            None => value(node).into_iter().collect(),
        }
    }
}

/// Returns the values of each field for all elements that match its selector below a node, by the names of the fields.
pub(crate) fn select_many<'py>(
    py: Python<'py>,
    scope: Scope<'_>,
    fields: &Bound<'py, PyDict>,
    strip: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let compiled = fields.iter().map(|(name, field)| named_field(&name, &field));
    let compiled = compiled.collect::<PyResult<Vec<_>>>()?;
    // One reading, so that all values are of the same tree.
    let values: Vec<_> = scope
        .read(py, |node| compiled.iter().map(|(_, field)| field.values(node, strip)).collect())?;
    let found = PyDict::new(py);
    for ((name, _), values) in compiled.iter().zip(values) {
        found.set_item(name, values)?;
    }
    Ok(found)
}

/// A field with its name.
fn named_field(
    name: &Bound<'_, PyAny>,
    field: &Bound<'_, PyAny>,
) -> PyResult<(Py<PyString>, Field)> {
    let name = name
        .cast::<PyString>()
        .map_err(|error| PyTypeError::new_err(format!("a field's name must be str: {error}")))?;
    Ok((name.clone().unbind(), Field::new(name.to_str()?, field)?))
}

/// The rows of pages, page by page: what `Extractor.many` returns.
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct RowBatches {
    extractor: Py<Extractor>,
    batches: Batches<Option<Vec<Column>>>,
}

#[pymethods]
impl RowBatches {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let extractor = self.extractor.bind(py).get();
        let columns = extractor.next_page(py, &self.batches)?;
        columns.map(|columns| extractor.to_rows(py, &columns)).transpose()
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.batches.traverse(&visit)
    }

    fn __clear__(&self) {
        self.batches.clear();
    }
}
