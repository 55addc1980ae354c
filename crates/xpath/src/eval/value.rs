//! Expressions that yield a value, by the type that is asked for.

use std::{borrow::Cow, rc::Rc};

use sapwood_names::Namespace;
use sapwood_tree::{Node, NodeKind};

use super::{Cached, Context, Evaluation, Result, Text, Want};
use crate::{
    error::{XPathError, XPathErrorKind},
    expr::{Axis, Expr, Function, NodeTest, Operator, Path, Reference, Start, Type},
    item::Item,
    text::is_space,
    value::Value,
};

impl<'x, 'd: 'x, N: Node<'d>> Evaluation<'x, 'd, N> {
    /// The value of an expression.
    pub(crate) fn value(&mut self, expr: &'x Expr, context: &Context<N>) -> Result<Value<N>> {
        Ok(match expr {
            Expr::Number(_) | Expr::Arithmetic(..) | Expr::Negate(..) => {
                Value::Number(self.number(expr, context)?)
            }
            Expr::String(text) => {
                self.charge(text.len() as u64 / 8)?;
                Value::String(text.to_string())
            }
            Expr::Or(_) | Expr::And(_) | Expr::Compare(..) => {
                Value::Boolean(self.boolean(expr, context)?)
            }
            Expr::Path(_) | Expr::Union(_) => {
                Value::NodeSet(self.nodes(expr, context, Want::ALL)?)
            }
            Expr::Variable(variable) => self.variable(variable)?,
            Expr::Registered(function, arguments) => {
                self.registered(function, arguments, context)?
            }
            Expr::Call(function, arguments) => match function.returns() {
                Type::String => {
                    Value::String(self.string_function(*function, arguments, context)?.into_owned())
                }
                Type::Number => Value::Number(self.number_function(*function, arguments, context)?),
                Type::Boolean => {
                    Value::Boolean(self.boolean_function(*function, arguments, context)?)
                }
                _ => Value::NodeSet(self.nodes_function(*function, arguments, context)?),
            },
            #[cfg(feature = "exslt")]
            Expr::Matches(call) => Value::String(self.first_match(call, context)?),
            Expr::Invariant(number, inner) => {
                let cached = self.invariant(*number, inner)?;
                self.charge(match &cached.value {
                    Value::NodeSet(items) => items.len() as u64,
                    Value::String(text) => text.len() as u64 / 8,
                    _ => 0,
                })?;
                cached.value.clone()
            }
        })
    }

    /// The value of an expression as a boolean.
    pub(crate) fn boolean(&mut self, expr: &'x Expr, context: &Context<N>) -> Result<bool> {
        match expr {
            Expr::Or(parts) => {
                for part in parts {
                    if self.boolean(part, context)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Expr::And(parts) => {
                for part in parts {
                    if !self.boolean(part, context)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Expr::Compare(first, rest) => self.compare(first, rest, context),
            Expr::Path(path) => {
                if let Some(value) = self.attribute_of(path, context)? {
                    return Ok(value.is_some());
                }
                if let (Start::Context, [step]) = (&path.start, &*path.steps)
                    && step.is_any_attribute()
                {
                    return self.has_attribute(context.item);
                }
                let items = self.path(path, context, Want::ANY)?;
                let found = !items.is_empty();
                self.recycle(items);
                Ok(found)
            }
            Expr::Union(_) => {
                let items = self.nodes(expr, context, Want::ANY)?;
                Ok(!items.is_empty())
            }
            Expr::Call(function, arguments) if function.returns() == Type::Boolean => {
                self.boolean_function(*function, arguments, context)
            }
            Expr::Call(Function::NormalizeSpace, arguments) => {
                let text = self.text(&arguments[0], context)?;
                self.charge(1 + text.len() as u64 / 8)?;
                Ok(!text.chars().all(is_space))
            }
            #[cfg(feature = "exslt")]
            Expr::Matches(call) => Ok(!self.matches(call, context)?.is_empty()),
            Expr::Invariant(number, inner) => {
                Ok(self.invariant(*number, inner)?.value.to_boolean())
            }
            _ => Ok(self.value(expr, context)?.to_boolean()),
        }
    }

    /// The value of an expression as a number.
    pub(crate) fn number(&mut self, expr: &'x Expr, context: &Context<N>) -> Result<f64> {
        match expr {
            Expr::Number(number) => Ok(*number),
            Expr::Negate(operand, is_odd) => {
                let number = self.number(operand, context)?;
                Ok(if *is_odd { -number } else { number })
            }
            Expr::Arithmetic(first, rest) => {
                let mut result = self.number(first, context)?;
                for (operator, operand) in rest {
                    let operand = self.number(operand, context)?;
                    result = match operator {
                        Operator::Add => result + operand,
                        Operator::Subtract => result - operand,
                        Operator::Multiply => result * operand,
                        Operator::Divide => result / operand,
                        Operator::Modulo => result % operand,
                    };
                }
                Ok(result)
            }
            Expr::Call(function, arguments) if function.returns() == Type::Number => {
                self.number_function(*function, arguments, context)
            }
            Expr::Or(_) | Expr::And(_) | Expr::Compare(..) => {
                Ok(f64::from(u8::from(self.boolean(expr, context)?)))
            }
            Expr::Path(_) | Expr::Union(_) | Expr::String(_) => {
                let text = self.string(expr, context)?;
                self.parse_number(&text)
            }
            Expr::Invariant(number, inner) => {
                let cached = self.invariant(*number, inner)?;
                self.cached_number(&cached)
            }
            _ => match self.value(expr, context)? {
                Value::Number(number) => Ok(number),
                Value::Boolean(is) => Ok(f64::from(u8::from(is))),
                Value::String(text) => self.parse_number(&text),
                Value::NodeSet(items) => match items.first() {
                    Some(first) => self.number_of(*first),
                    None => Ok(f64::NAN),
                },
            },
        }
    }

    /// The value of an expression as a string.
    pub(crate) fn string(&mut self, expr: &'x Expr, context: &Context<N>) -> Result<Cow<'x, str>> {
        match expr {
            Expr::String(text) => Ok(Cow::Borrowed(text)),
            Expr::Path(path) => {
                if let Some(value) = self.attribute_of(path, context)? {
                    return Ok(Cow::Borrowed(value.unwrap_or_default()));
                }
                if let (Start::Context, []) = (&path.start, &*path.steps) {
                    return self.text_of(context.item);
                }
                let items = self.path(path, context, Want::FIRST)?;
                let first = items.first().copied();
                self.recycle(items);
                first.map_or(Ok(Cow::Borrowed("")), |first| self.text_of(first))
            }
            Expr::Call(function, arguments) if function.returns() == Type::String => {
                self.string_function(*function, arguments, context)
            }
            Expr::Invariant(number, inner) => {
                let text = self.invariant_text(*number, inner)?;
                self.charge(text.len() as u64 / 8)?;
                Ok(Cow::Owned(text.to_string()))
            }
            Expr::Union(_) => {
                let items = self.nodes(expr, context, Want::FIRST)?;
                items.first().map_or(Ok(Cow::Borrowed("")), |first| self.text_of(*first))
            }
            _ => {
                let value = self.value(expr, context)?;
                let mut steps = 0;
                let text = value.text_in(&mut steps).into_owned();
                self.charge(steps + text.len() as u64 / 8)?;
                Ok(Cow::Owned(text))
            }
        }
    }

    /// The value of an expression as a string that is only read: that of an invariant isn't copied.
    pub(crate) fn text(&mut self, expr: &'x Expr, context: &Context<N>) -> Result<Text<'x>> {
        Ok(match expr {
            Expr::Invariant(number, inner) => Text::Shared(self.invariant_text(*number, inner)?),
            _ => Text::Own(self.string(expr, context)?),
        })
    }

    fn invariant_text(&mut self, number: usize, expr: &'x Expr) -> Result<Rc<str>> {
        let cached = self.invariant(number, expr)?;
        self.cached_text(&cached)
    }

    /// The value of an invariant as a string.
    pub(super) fn cached_text(&mut self, cached: &Cached<N>) -> Result<Rc<str>> {
        self.charge(1)?;
        if let Some(text) = cached.text.get() {
            return Ok(Rc::clone(text));
        }
        let mut steps = 0;
        let text: Rc<str> = cached.value.text_in(&mut steps).into();
        self.charge(steps + text.len() as u64 / 8)?;
        Ok(Rc::clone(cached.text.get_or_init(|| text)))
    }

    /// The value of an invariant as a number.
    pub(super) fn cached_number(&mut self, cached: &Cached<N>) -> Result<f64> {
        if let Some(number) = cached.number.get() {
            return Ok(*number);
        }
        let number = match &cached.value {
            Value::Number(number) => *number,
            Value::Boolean(is) => f64::from(u8::from(*is)),
            Value::String(text) => self.parse_number(text)?,
            Value::NodeSet(_) => {
                let text = self.cached_text(cached)?;
                self.parse_number(&text)?
            }
        };
        Ok(*cached.number.get_or_init(|| number))
    }

    /// The value of the attribute `a` if `path` is `@a`; `None` if it is another path.
    #[inline]
    pub(super) fn attribute_of(
        &mut self,
        path: &'x Path,
        context: &Context<N>,
    ) -> Result<Option<Option<&'d str>>> {
        let (Start::Context, [step]) = (&path.start, &*path.steps) else { return Ok(None) };
        let (Axis::Attribute, NodeTest::Name(name)) = (step.axis, &step.test) else {
            return Ok(None);
        };
        if name.namespace.is_some() || !step.predicates.is_empty() {
            return Ok(None);
        }
        let Item::Node(node) = context.item else { return Ok(Some(None)) };
        if node.kind() != NodeKind::Element {
            return Ok(Some(None));
        }
        self.charge(1 + node.attribute_count() as u64 / 8)?;
        let found = node.find_attribute(self.attribute_name(name, node));
        Ok(Some(found.map(|(_, value)| value)))
    }

    /// Whether an element has an attribute that isn't a declaration of a namespace.
    fn has_attribute(&mut self, item: Item<N>) -> Result<bool> {
        let Item::Node(node) = item else { return Ok(false) };
        if node.kind() != NodeKind::Element {
            return Ok(false);
        }
        for index in 0..node.attribute_count() {
            self.charge(1)?;
            let attribute = node.attribute(index);
            if attribute.is_some_and(|it| it.name.namespace != Namespace::XmlNs) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn variable(&mut self, variable: &Reference) -> Result<Value<N>> {
        let Some(value) = self.environment.variable(&variable.name) else {
            let message = format!("undeclared variable \"${}\"", variable.name);
            return Err(self.error(XPathErrorKind::UndeclaredVariable, variable.offset, message));
        };
        if let Value::String(text) = &value {
            self.charge(text.len() as u64 / 8)?;
        }
        self.ordered(value)
    }

    fn registered(
        &mut self,
        function: &Reference,
        arguments: &'x [Expr],
        context: &Context<N>,
    ) -> Result<Value<N>> {
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.value(argument, context)?);
        }
        self.charge(8)?;
        match self.environment.call(&function.name, values, context.item) {
            Some(Ok(value)) => self.ordered(value),
            Some(Err(message)) => {
                let message = format!("{}() failed: {message}", function.name);
                Err(self.error(XPathErrorKind::Function, function.offset, message))
            }
            None => {
                let message = format!("unknown function \"{}\"", function.name);
                Err(self.error(XPathErrorKind::UnknownFunction, function.offset, message))
            }
        }
    }

    /// A value of the environment, with its nodes in document order.
    fn ordered(&mut self, mut value: Value<N>) -> Result<Value<N>> {
        if let Value::NodeSet(items) = &mut value {
            self.sort(items)?;
        }
        Ok(value)
    }

    pub(super) fn error(&self, kind: XPathErrorKind, offset: usize, message: String) -> XPathError {
        XPathError::at(kind, self.text, offset, message)
    }
}
