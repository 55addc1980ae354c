//! XPath expressions.

use std::{
    collections::BTreeMap,
    ffi::c_char,
    sync::{Mutex, PoisonError},
};

use sapwood::{
    NodeRef,
    xpath::{Bindings, Item, Value as Evaluated, XPath as Compiled, XPathOptions},
};

use crate::{
    border::{Changed, ErrorOut, Out, required, run, text, value},
    document::{Document, node_or_root, read_required},
    failure::{Failure, Status},
    node::{NodeNumber, number},
    strings::{OwnedString, Str},
};

/// The namespaces of the prefixes in XPath expressions.
pub struct Namespaces(Mutex<XPathOptions>);

/// The values of variables in XPath expressions.
pub struct Variables(Mutex<BTreeMap<String, Variable>>);

#[derive(Clone)]
enum Variable {
    String(String),
    Number(f64),
    Boolean(bool),
}

/// A compiled XPath 1.0 expression, with the EXSLT functions that scrapers use.
///
/// ```c
/// sapwood_document *document = NULL;
/// sapwood_namespaces *namespaces = NULL;
/// sapwood_variables *variables = NULL;
/// sapwood_xpath *xpath = NULL;
/// sapwood_xpath_value *found = NULL;
/// sapwood_parse(SAPWOOD_TEXT("<p class=a>one<p class=b>two<svg><g/></svg>"), NULL, &document, NULL);
/// sapwood_namespaces_new(&namespaces, NULL);
/// sapwood_namespaces_declare(namespaces, SAPWOOD_TEXT("s"), SAPWOOD_TEXT("http://www.w3.org/2000/svg"), NULL);
/// sapwood_xpath_new(SAPWOOD_TEXT("//p[@class = $class or .//s:g = $none and $on]"), namespaces, &xpath, NULL);
/// sapwood_variables_new(&variables, NULL);
/// sapwood_variables_set_string(variables, SAPWOOD_TEXT("class"), SAPWOOD_TEXT("a"), NULL);
/// sapwood_variables_set_number(variables, SAPWOOD_TEXT("none"), 1, NULL);
/// sapwood_variables_set_boolean(variables, SAPWOOD_TEXT("on"), true, NULL);
/// sapwood_xpath_evaluate(document, 0, xpath, variables, 0, &found, NULL);
/// sapwood_xpath_item item;
/// sapwood_str text;
/// assert(sapwood_xpath_value_type(found) == SAPWOOD_XPATH_TYPE_NODE_SET && sapwood_xpath_value_count(found) == 1);
/// assert(sapwood_xpath_value_at(found, 0, &item) && item.text.length == 3 && item.attribute == -1);
/// sapwood_xpath_value_string(found, &text);
/// assert(text.length == 3 && sapwood_xpath_value_boolean(found) && isnan(sapwood_xpath_value_number(found)));
/// sapwood_xpath_value_free(found);
/// sapwood_xpath_free(xpath);
/// sapwood_string *title = NULL;
/// sapwood_xpath_new(SAPWOOD_TEXT("//p[2]/@class"), NULL, &xpath, NULL);
/// sapwood_xpath_string(document, 0, xpath, &title, NULL);
/// assert(strcmp(sapwood_string_data(title), "b") == 0);
/// sapwood_string_free(title);
/// sapwood_xpath_free(xpath);
/// sapwood_variables_free(variables);
/// sapwood_namespaces_free(namespaces);
/// sapwood_document_free(document);
/// ```
pub struct Xpath(Compiled);

/// The value of an expression.
pub struct XpathValue {
    kind: XpathType,
    /// The items of a node-set: node, number of the attribute, and string-value.
    items: Vec<(NodeNumber, i64, Option<String>)>,
    text: String,
    number: f64,
    boolean: bool,
}

/// The type of a value.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XpathType {
    /// There is no value.
    None = 0,
    /// Nodes in document order.
    NodeSet = 1,
    /// A string.
    String = 2,
    /// A number.
    Number = 3,
    /// A boolean.
    Boolean = 4,
}

/// An item of a node-set.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct XpathItem {
    /// The node, or the element of an attribute or namespace.
    pub node: NodeNumber,
    /// The number of the attribute in its element; -1 for other items.
    pub attribute: i64,
    /// The string-value, which lives as long as the value; null for the last items of a value whose texts together exceed 4 MiB and
    /// 64 times the text of the document: nested elements contain each other's text. `sapwood_text_content` writes it then.
    pub text: Str,
}

/// Writes a map of prefixes, which is empty. To be freed by `sapwood_namespaces_free`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_namespaces_new(
    namespaces: Out<'_, Option<Box<Namespaces>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        required(namespaces, "namespaces")?
            .write(Some(Box::new(Namespaces(Mutex::new(XPathOptions::new())))));
        Ok(())
    })
}

/// Declares a prefix for expressions that are compiled later.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_namespaces_declare(
    namespaces: Changed<'_, Namespaces>,
    prefix: *const c_char,
    prefix_length: usize,
    url: *const c_char,
    url_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let prefix = text(prefix, prefix_length, "prefix")?;
        let url = text(url, url_length, "url")?;
        let namespaces = required(namespaces, "namespaces")?;
        let mut options = namespaces.0.lock().unwrap_or_else(PoisonError::into_inner);
        *options = std::mem::take(&mut *options).prefix(prefix, url);
        Ok(())
    })
}

/// Frees a map of prefixes. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_namespaces_free(namespaces: Option<Box<Namespaces>>) {
    value((), || drop(namespaces));
}

/// Writes a set of variables, which is empty. To be freed by `sapwood_variables_free`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_variables_new(
    variables: Out<'_, Option<Box<Variables>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        required(variables, "variables")?
            .write(Some(Box::new(Variables(Mutex::new(BTreeMap::new())))));
        Ok(())
    })
}

impl Variables {
    fn set(
        variables: Changed<'_, Self>,
        name: *const c_char,
        name_length: usize,
        variable: impl FnOnce() -> Result<Variable, Failure>,
    ) -> Result<(), Failure> {
        let name = text(name, name_length, "name")?.to_owned();
        let map = &required(variables, "variables")?.0;
        map.lock().unwrap_or_else(PoisonError::into_inner).insert(name, variable()?);
        Ok(())
    }

    /// The variables for an evaluation.
    fn bindings<'d>(variables: Option<&Self>) -> Bindings<'static, NodeRef<'d>> {
        let Some(Self(map)) = variables else { return Bindings::new() };
        let map = map.lock().unwrap_or_else(PoisonError::into_inner);
        map.iter().fold(Bindings::new(), |bindings, (name, variable)| match variable {
            Variable::String(text) => bindings.variable(name, text.clone()),
            Variable::Number(number) => bindings.variable(name, *number),
            Variable::Boolean(is) => bindings.variable(name, *is),
        })
    }
}

/// Sets a variable to a string, by its name without the `$`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_variables_set_string(
    variables: Changed<'_, Variables>,
    name: *const c_char,
    name_length: usize,
    string: *const c_char,
    string_length: usize,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let string = || Ok(Variable::String(text(string, string_length, "string")?.to_owned()));
        Variables::set(variables, name, name_length, string)
    })
}

/// Sets a variable to a number.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_variables_set_number(
    variables: Changed<'_, Variables>,
    name: *const c_char,
    name_length: usize,
    number: f64,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || Variables::set(variables, name, name_length, || Ok(Variable::Number(number))))
}

/// Sets a variable to a boolean.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_variables_set_boolean(
    variables: Changed<'_, Variables>,
    name: *const c_char,
    name_length: usize,
    boolean: bool,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || Variables::set(variables, name, name_length, || Ok(Variable::Boolean(boolean))))
}

/// Frees a set of variables. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_variables_free(variables: Option<Box<Variables>>) {
    value((), || drop(variables));
}

/// Compiles an expression. `namespaces` may be null. To be freed by `sapwood_xpath_free`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_xpath_new(
    expression: *const c_char,
    expression_length: usize,
    namespaces: Option<&Namespaces>,
    xpath: Out<'_, Option<Box<Xpath>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let xpath = required(xpath, "xpath")?;
        let expression = text(expression, expression_length, "expression")?;
        let compiled = match namespaces {
            None => Compiled::parse(expression)?,
            Some(namespaces) => {
                let options = namespaces.0.lock().unwrap_or_else(PoisonError::into_inner);
                Compiled::parse_with(expression, &options)?
            }
        };
        xpath.write(Some(Box::new(Xpath(compiled))));
        Ok(())
    })
}

/// Frees an expression. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_xpath_free(xpath: Option<Box<Xpath>>) {
    value((), || drop(xpath));
}

/// Evaluates an expression with a node as its context; 0 stands for the root. `variables` may be null; a variable that is not set is an
/// error. An evaluation that takes more steps than `budget` fails;
/// 0 stands for the default, fifty million, which take about a second. The value is to be freed by `sapwood_xpath_value_free`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_xpath_evaluate(
    document: Option<&Document>,
    node: NodeNumber,
    xpath: Option<&Xpath>,
    variables: Option<&Variables>,
    budget: u64,
    found: Out<'_, Option<Box<XpathValue>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let found = required(found, "found")?;
        let xpath = &required(xpath, "xpath")?.0;
        let limited = (budget != 0).then(|| xpath.clone().with_budget(budget));
        let xpath = limited.as_ref().unwrap_or(xpath);
        let evaluated = read_required(document, |document| {
            let bindings = Variables::bindings(variables);
            let evaluated = xpath.evaluate_with(node_or_root(document, node)?, &bindings)?;
            Ok(XpathValue {
                kind: match evaluated {
                    Evaluated::NodeSet(_) => XpathType::NodeSet,
                    Evaluated::String(_) => XpathType::String,
                    Evaluated::Number(_) => XpathType::Number,
                    Evaluated::Boolean(_) => XpathType::Boolean,
                },
                text: evaluated.to_text().into_owned(),
                number: evaluated.to_number(),
                boolean: evaluated.to_boolean(),
                items: items(&evaluated, (4 << 20) + 64 * document.text_bytes()),
            })
        })?;
        found.write(Some(Box::new(evaluated)));
        Ok(())
    })
}

/// The node of each item, the number of its attribute, and its string-value as long as there is room for it.
fn items(value: &Evaluated<NodeRef<'_>>, room: usize) -> Vec<(NodeNumber, i64, Option<String>)> {
    let mut room = Some(room);
    let item = |item: &Item<NodeRef<'_>>| {
        let attribute = match item {
            Item::Attribute { index, .. } => i64::from(*index),
            _ => -1,
        };
        let text = room.map(|_| item.string_value().into_owned());
        room = room.and_then(|left| left.checked_sub(text.as_ref()?.len()));
        (number(item.node()), attribute, text.filter(|_| room.is_some()))
    };
    value.items().iter().map(item).collect()
}

/// Frees a value. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_xpath_value_free(value_: Option<Box<XpathValue>>) {
    value((), || drop(value_));
}

/// Returns the type of a value.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_xpath_value_type(found: Option<&XpathValue>) -> XpathType {
    found.map_or(XpathType::None, |found| found.kind)
}

/// Returns the number of items of a node-set; 0 for other values.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_xpath_value_count(found: Option<&XpathValue>) -> usize {
    found.map_or(0, |found| found.items.len())
}

/// Writes an item of a node-set by its number. Returns `false` if there are not so many.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_xpath_value_at(
    found: Option<&XpathValue>,
    index: usize,
    item: Out<'_, XpathItem>,
) -> bool {
    let Some((node, attribute, text)) = found.and_then(|found| found.items.get(index)) else {
        return false;
    };
    if let Some(item) = item {
        item.write(XpathItem {
            node: *node,
            attribute: *attribute,
            text: Str::of_option(text.as_deref()),
        });
    }
    true
}

/// Writes a value as the function `string()` of XPath converts it. It lives as long as the value.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_xpath_value_string(found: Option<&XpathValue>, string: Out<'_, Str>) {
    if let Some(string) = string {
        string.write(Str::of(found.map_or("", |found| &found.text)));
    }
}

/// Returns a value as the function `number()` of XPath converts it.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_xpath_value_number(found: Option<&XpathValue>) -> f64 {
    found.map_or(f64::NAN, |found| found.number)
}

/// Returns a value as the function `boolean()` of XPath converts it.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_xpath_value_boolean(found: Option<&XpathValue>) -> bool {
    found.is_some_and(|found| found.boolean)
}

/// Evaluates an expression once and writes the string that it converts to. The string is to be freed by `sapwood_string_free`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_xpath_string(
    document: Option<&Document>,
    node: NodeNumber,
    xpath: Option<&Xpath>,
    string: Out<'_, Option<Box<OwnedString>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let string = required(string, "string")?;
        let xpath = required(xpath, "xpath")?;
        let text = read_required(document, |document| {
            Ok(xpath.0.string(node_or_root(document, node)?)?)
        })?;
        string.write(Some(OwnedString::new(text)));
        Ok(())
    })
}
