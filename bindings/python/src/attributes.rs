//! The attributes of an element, and its classes.

use pyo3::{
    exceptions::PyKeyError,
    prelude::*,
    types::{PyDict, PyIterator, PyList, PyMapping, PyString, PyTuple},
};

use crate::{names, shared::Handle};

/// The attributes of an element: a mutable mapping from names to values, both ``str``, in source order.
///
/// It shows the element as it is now. Case is ignored in names of attributes of HTML elements.
///
/// >>> import sapwood
/// >>> link = sapwood.parse("<a href=/oak rel=nofollow>").select_one("a")
/// >>> dict(link.attrs)
/// {'href': '/oak', 'rel': 'nofollow'}
/// >>> del link.attrs["rel"]
/// >>> link.attrs["title"] = "Oak"
/// >>> link
/// <a href="/oak" title="Oak">
#[pyclass(frozen, mapping, module = "sapwood")]
pub(crate) struct Attributes {
    handle: Handle,
}

impl Attributes {
    pub(crate) fn new(handle: Handle) -> Self {
        Self { handle }
    }

    fn value<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyString>>> {
        self.handle.scope().read(py, |node| node.attr(name).map(|value| PyString::new(py, value)))
    }

    fn pairs<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<(Bound<'py, PyString>, Bound<'py, PyString>)>> {
        self.handle.scope().read(py, |node| {
            let pair = |it| (names::of_attribute(py, it), PyString::new(py, it.value()));
            node.attrs().map(pair).collect()
        })
    }

    fn set(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        self.handle.shared.edit(py, |tree| tree.set_attribute(self.handle.id, name, value))
    }

    fn delete(&self, py: Python<'_>, name: &str) -> PyResult<bool> {
        self.handle.shared.edit(py, |tree| tree.remove_attribute(self.handle.id, name))
    }

    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.pairs(py)? {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }
}

#[pymethods]
impl Attributes {
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyString>> {
        self.value(py, name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __setitem__(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        self.set(py, name, value)
    }

    fn __delitem__(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        match self.delete(py, name)? {
            true => Ok(()),
            false => Err(PyKeyError::new_err(name.to_owned())),
        }
    }

    fn __contains__(&self, py: Python<'_>, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(name) = name.cast::<PyString>() else { return Ok(false) };
        let name = name.to_str()?;
        self.handle.scope().read(py, |node| node.has_attribute(name))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.handle.scope().read(py, |node| node.attrs().len())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.keys(py)?.try_iter()
    }

    /// Returns the names.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.pairs(py)?.into_iter().map(|(name, _)| name))
    }

    /// Returns the values.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.pairs(py)?.into_iter().map(|(_, value)| value))
    }

    /// Returns pairs of name and value.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.pairs(py)?)
    }

    /// Returns the value of an attribute, or ``default``.
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.value(py, name)?.map(Bound::into_any).or(default))
    }

    /// Deletes an attribute and returns its value, or ``default``; a ``KeyError`` without one.
    #[pyo3(signature = (name, *default))]
    fn pop<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.value(py, name)? {
            Some(value) => {
                self.delete(py, name)?;
                Ok(value.into_any())
            }
            None => default.get_item(0).map_err(|_| PyKeyError::new_err(name.to_owned())),
        }
    }

    /// Returns the value of an attribute; sets it to ``default`` if it is missing.
    #[pyo3(signature = (name, default=""))]
    fn setdefault<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: &str,
    ) -> PyResult<Bound<'py, PyString>> {
        if let Some(value) = self.value(py, name)? {
            return Ok(value);
        }
        self.set(py, name, default)?;
        Ok(PyString::new(py, default))
    }

    /// Sets attributes from a mapping and from keywords.
    #[pyo3(signature = (attributes=None, /, **more))]
    fn update(
        &self,
        py: Python<'_>,
        attributes: Option<&Bound<'_, PyAny>>,
        more: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let all = PyDict::new(py);
        if let Some(attributes) = attributes {
            match attributes.cast::<PyMapping>() {
                Ok(mapping) => all.update(mapping)?,
                Err(_) => all.call_method1("update", (attributes,)).map(drop)?,
            }
        }
        if let Some(more) = more {
            all.update(more.as_mapping())?;
        }
        let pairs: Vec<(String, String)> = all
            .iter()
            .map(|(name, value)| Ok((name.extract()?, value.extract()?)))
            .collect::<PyResult<_>>()?;
        self.handle.shared.edit(py, |tree| {
            pairs
                .iter()
                .try_for_each(|(name, value)| tree.set_attribute(self.handle.id, name, value))
        })
    }

    /// Deletes all attributes.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.handle.shared.edit(py, |tree| tree.retain_attributes(self.handle.id, |_| false))
    }

    fn __eq__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<bool> {
        let own = self.as_dict(py)?;
        match other.cast::<Self>() {
            Ok(other) => own.eq(other.get().as_dict(py)?),
            Err(_) => own.eq(other),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Attributes({})", self.as_dict(py)?.repr()?))
    }
}

/// The classes of an element: a live set in source order, without duplicates.
///
/// >>> import sapwood
/// >>> element = sapwood.parse("<p class='a b'>").select_one("p")
/// >>> "a" in element.classes, list(element.classes)
/// (True, ['a', 'b'])
/// >>> element.classes.add("c")
/// >>> element["class"]
/// 'a b c'
#[pyclass(frozen, module = "sapwood")]
pub(crate) struct ClassList {
    handle: Handle,
}

impl ClassList {
    pub(crate) fn new(handle: Handle) -> Self {
        Self { handle }
    }

    fn all<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        self.handle.scope().read(py, |node| {
            let mut seen = std::collections::HashSet::new();
            let classes = node.classes().filter(|class| seen.insert(*class));
            classes.map(|class| PyString::new(py, class)).collect()
        })
    }
}

#[pymethods]
impl ClassList {
    fn __contains__(&self, py: Python<'_>, class: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(class) = class.cast::<PyString>() else { return Ok(false) };
        let class = class.to_str()?;
        self.handle.scope().read(py, |node| node.has_class(class))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.all(py)?.len())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.all(py)?)?.try_iter()
    }

    /// Adds a class, unless the element has it.
    fn add(&self, py: Python<'_>, class_: &str) -> PyResult<()> {
        self.handle.shared.edit(py, |tree| tree.add_class(self.handle.id, class_)).map(drop)
    }

    /// Removes a class, if the element has it.
    fn discard(&self, py: Python<'_>, class_: &str) -> PyResult<()> {
        self.handle.shared.edit(py, |tree| tree.remove_class(self.handle.id, class_)).map(drop)
    }

    /// Removes a class; a ``KeyError`` if the element doesn't have it.
    fn remove(&self, py: Python<'_>, class_: &str) -> PyResult<()> {
        match self.handle.shared.edit(py, |tree| tree.remove_class(self.handle.id, class_))? {
            true => Ok(()),
            false => Err(PyKeyError::new_err(class_.to_owned())),
        }
    }

    /// Adds a class, or removes it if the element has it; returns whether it has it now.
    fn toggle(&self, py: Python<'_>, class_: &str) -> PyResult<bool> {
        self.handle.shared.edit(py, |tree| tree.toggle_class(self.handle.id, class_))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("ClassList({})", PyList::new(py, self.all(py)?)?.repr()?))
    }
}
