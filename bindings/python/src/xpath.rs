//! XPath expressions, with variables and functions of the caller.

use std::{cell::RefCell, collections::HashMap, sync::Arc};

use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBool, PyDict, PyFloat, PyList, PyString, PyTuple},
};
use sapwood::{
    Document, NodeRef, XPath,
    xpath::{Bindings, Environment, Item, Value, XPathOptions},
};

use crate::{
    classes::wrap,
    errors,
    shared::{Found, Kind, Scope, Shared, resolve},
    wrappers::PyNode,
};

/// Namespaces, variables and functions that the caller provides.
pub(crate) struct Provided<'a, 'py> {
    /// URLs by prefix.
    pub(crate) namespaces: Option<HashMap<String, String>>,
    pub(crate) variables: Option<&'a Bound<'py, PyDict>>,
    /// Functions in Python by their names.
    pub(crate) functions: Option<&'a Bound<'py, PyDict>>,
}

/// Compiles and evaluates an expression; a list for a set of nodes, in which attributes and texts are `str`.
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    scope: Scope<'_>,
    expression: &str,
    provided: &Provided<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let functions = provided.functions.filter(|functions| !functions.is_empty());
    let mut options = XPathOptions::new();
    for (prefix, url) in provided.namespaces.iter().flatten() {
        options = options.prefix(prefix, url);
    }
    for name in functions.into_iter().flat_map(|functions| functions.keys()) {
        options = options.function(&name.extract::<String>()?);
    }
    let expression =
        XPath::parse_with(expression, &options).map_err(|error| errors::xpath(py, &error))?;
    let variables = provided.variables.map(variable_values).transpose()?.unwrap_or_default();
    match functions {
        Some(functions) => with_functions(py, scope, &expression, &variables, functions),
        None => {
            let result = scope
                .run(py, |node| answer_of(&expression, node, &bindings(&variables)))?
                .map_err(|error| errors::xpath(py, &error))?;
            to_python(py, scope.shared, result)
        }
    }
}

/// Evaluates an expression whose functions may do anything, on a copy of the tree: what they edit concerns the document, and not the
/// evaluation.
fn with_functions<'py>(
    py: Python<'py>,
    scope: Scope<'_>,
    expression: &XPath,
    variables: &[(String, Variable)],
    functions: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let tree = scope.shared.snapshot(py);
    let node = resolve(&tree, scope.id).ok_or_else(|| errors::stale(py))?;
    let environment = Functions {
        shared: scope.shared,
        tree: &tree,
        variables: bindings(variables),
        functions,
        raised: RefCell::new(None),
    };
    let result = answer_of(expression, node, &environment);
    if let Some(raised) = environment.raised.into_inner() {
        return Err(raised);
    }
    to_python(py, scope.shared, result.map_err(|error| errors::xpath(py, &error))?)
}

/// The environment of an expression with functions in Python.
struct Functions<'a, 'py, 'd> {
    shared: &'a Arc<Shared>,
    tree: &'d Document,
    variables: Bindings<'a, NodeRef<'d>>,
    functions: &'a Bound<'py, PyDict>,
    /// The exception of a function, which ended the evaluation.
    raised: RefCell<Option<PyErr>>,
}

impl<'d> Environment<NodeRef<'d>> for Functions<'_, '_, 'd> {
    fn variable(&self, name: &str) -> Option<Value<NodeRef<'d>>> {
        Environment::variable(&self.variables, name)
    }

    fn call(
        &self,
        name: &str,
        arguments: Vec<Value<NodeRef<'d>>>,
        context: Item<NodeRef<'d>>,
    ) -> Option<Result<Value<NodeRef<'d>>, String>> {
        let function = self.functions.get_item(name).ok()??;
        Some(self.apply(name, &function, arguments, context).map_err(|raised| {
            let message = raised.to_string();
            self.raised.replace(Some(raised));
            message
        }))
    }
}

impl<'d> Functions<'_, '_, 'd> {
    fn apply(
        &self,
        name: &str,
        function: &Bound<'_, PyAny>,
        arguments: Vec<Value<NodeRef<'d>>>,
        context: Item<NodeRef<'d>>,
    ) -> PyResult<Value<NodeRef<'d>>> {
        let py = function.py();
        let mut values = vec![item_to_python(py, self.shared, answer_item(context))?];
        for argument in arguments {
            values.push(to_python(py, self.shared, answer(argument))?);
        }
        self.value(name, &function.call1(PyTuple::new(py, values)?)?)
    }

    /// The value that a function returned.
    fn value(&self, name: &str, returned: &Bound<'_, PyAny>) -> PyResult<Value<NodeRef<'d>>> {
        if let Some(value) = simple_value(returned)? {
            return Ok(match value {
                Variable::Boolean(value) => value.into(),
                Variable::Number(value) => value.into(),
                Variable::Text(value) => Value::String(value),
            });
        }
        let mut items = Vec::new();
        if returned.is_instance_of::<PyList>() || returned.is_instance_of::<PyTuple>() {
            for node in returned.try_iter()? {
                items.push(self.node(name, &node?)?);
            }
        } else if !returned.is_none() {
            items.push(self.node(name, returned)?);
        }
        Ok(Value::NodeSet(items))
    }

    fn node(&self, name: &str, returned: &Bound<'_, PyAny>) -> PyResult<Item<NodeRef<'d>>> {
        let Ok(node) = returned.cast::<PyNode>() else {
            let class = returned.get_type();
            let message = format!(
                "{name}() returned {}, expected str, a number, bool, None, a node or a list of nodes",
                class.name()?
            );
            return Err(PyTypeError::new_err(message));
        };
        let Scope { shared, id } = node.get().handle.scope();
        let own = Arc::ptr_eq(shared, self.shared).then(|| resolve(self.tree, id)).flatten();
        own.map(Item::Node).ok_or_else(|| {
            let message =
                format!("{name}() returned a node that the document lacked when the query began");
            PyValueError::new_err(message)
        })
    }
}

/// The result of an XPath expression, taken out of the document.
enum Answer {
    Boolean(bool),
    Number(f64),
    Text(String),
    Items(Vec<AnswerItem>),
}

enum AnswerItem {
    Node(Found),
    Text(String),
}

fn answer_of<'d>(
    expression: &XPath,
    node: NodeRef<'d>,
    environment: &dyn Environment<NodeRef<'d>>,
) -> Result<Answer, sapwood::XPathError> {
    if expression.yields_texts() {
        let texts = expression.strings_with(node, environment)?;
        return Ok(Answer::Items(texts.into_iter().map(AnswerItem::Text).collect()));
    }
    expression.evaluate_with(node, environment).map(answer)
}

fn answer(value: Value<NodeRef<'_>>) -> Answer {
    match value {
        Value::Boolean(value) => Answer::Boolean(value),
        Value::Number(value) => Answer::Number(value),
        Value::String(value) => Answer::Text(value),
        Value::NodeSet(items) => Answer::Items(items.into_iter().map(answer_item).collect()),
    }
}

fn answer_item(item: Item<NodeRef<'_>>) -> AnswerItem {
    match item.as_node().map(Found::of) {
        Some(found) if found.kind != Kind::Text => AnswerItem::Node(found),
        _ => AnswerItem::Text(item.string_value().into_owned()),
    }
}

fn to_python<'py>(
    py: Python<'py>,
    shared: &Arc<Shared>,
    answer: Answer,
) -> PyResult<Bound<'py, PyAny>> {
    match answer {
        Answer::Boolean(value) => value.into_bound_py_any(py),
        Answer::Number(value) => value.into_bound_py_any(py),
        Answer::Text(value) => value.into_bound_py_any(py),
        Answer::Items(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(item_to_python(py, shared, item)?)?;
            }
            Ok(list.into_any())
        }
    }
}

fn item_to_python<'py>(
    py: Python<'py>,
    shared: &Arc<Shared>,
    item: AnswerItem,
) -> PyResult<Bound<'py, PyAny>> {
    match item {
        AnswerItem::Node(found) => wrap(py, shared, found),
        AnswerItem::Text(text) => Ok(PyString::new(py, &text).into_any()),
    }
}

enum Variable {
    Boolean(bool),
    Number(f64),
    Text(String),
}

/// A value that is no set of nodes.
fn simple_value(value: &Bound<'_, PyAny>) -> PyResult<Option<Variable>> {
    Ok(if value.is_instance_of::<PyBool>() {
        Some(Variable::Boolean(value.extract()?))
    } else if let Ok(text) = value.extract::<String>() {
        Some(Variable::Text(text))
    } else if value.is_instance_of::<PyFloat>() || value.hasattr("__index__")? {
        Some(Variable::Number(value.extract()?))
    } else {
        None
    })
}

fn variable_values(variables: &Bound<'_, PyDict>) -> PyResult<Vec<(String, Variable)>> {
    let mut values = Vec::new();
    for (name, value) in variables.iter() {
        let name: String = name.extract()?;
        let Some(simple) = simple_value(&value)? else {
            let class = value.get_type();
            let message = format!(
                "the variable ${name} must be str, a number or bool, not {}",
                class.name()?
            );
            return Err(PyTypeError::new_err(message));
        };
        values.push((name, simple));
    }
    Ok(values)
}

fn bindings<'d>(variables: &[(String, Variable)]) -> Bindings<'static, NodeRef<'d>> {
    variables.iter().fold(Bindings::new(), |bindings, (name, value)| match value {
        Variable::Boolean(value) => bindings.variable(name, *value),
        Variable::Number(value) => bindings.variable(name, *value),
        Variable::Text(value) => bindings.variable(name, value.as_str()),
    })
}
