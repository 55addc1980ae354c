//! [`Serialize`] for values and errors.

use std::borrow::Cow;

use sapwood_tree::Node;
use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{Item, Value, XPathError, XPathErrorKind};

/// The [string-value](Item::string_value).
impl<'d, N: Node<'d>> Serialize for Item<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.string_value())
    }
}

/// A boolean, a number, a string, or a list of string-values. A number that is not finite is a string, as
/// [`string()`](https://www.w3.org/TR/xpath-10/#function-string) writes it.
///
/// The string-values of nested nodes repeat their text. From the point on where they have taken 64 times the work of the text of
/// the tree and 64 KiB more, other items than attributes are null.
impl<'d, N: Node<'d>> Serialize for Value<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::NodeSet(items) => serializer.collect_seq(texts(items)),
            Self::String(text) => serializer.serialize_str(text),
            Self::Number(number) if number.is_finite() => serializer.serialize_f64(*number),
            Self::Number(_) => serializer.serialize_str(&self.to_text()),
            Self::Boolean(is) => serializer.serialize_bool(*is),
        }
    }
}

/// The string-values of a node-set, within a budget of bytes and of nodes visited: elements without text can be nested as well.
fn texts<'d, N: Node<'d>>(items: &[Item<N>]) -> impl Iterator<Item = Option<Cow<'d, str>>> {
    let root = items.first().map(|item| {
        let mut root = item.node();
        while let Some(parent) = root.parent() {
            root = parent;
        }
        root
    });
    let whole = root.map_or(0, |root| charged(Item::Node(root)).1);
    let mut budget = (1 << 16) + 64 * whole;
    items.iter().map(move |item| {
        // Attributes have their own texts, each once.
        if matches!(item, Item::Attribute { .. }) {
            return Some(item.string_value());
        }
        if budget == 0 {
            return None;
        }
        let (text, cost) = charged(*item);
        budget = budget.saturating_sub(cost);
        Some(text)
    })
}

/// The string-value, and its cost: its length and the steps that it took.
fn charged<'d, N: Node<'d>>(item: Item<N>) -> (Cow<'d, str>, u64) {
    let mut steps = 0;
    let text = item.string_value_in(&mut steps);
    let cost = text.len() as u64 + steps;
    (text, cost)
}

impl Serialize for XPathErrorKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Syntax => "syntax",
            Self::UnknownFunction => "unknown-function",
            Self::ArgumentCount => "argument-count",
            Self::Type => "type",
            Self::UndeclaredPrefix => "undeclared-prefix",
            Self::UndeclaredVariable => "undeclared-variable",
            Self::TooDeep => "too-deep",
            Self::Budget => "budget",
            Self::Function => "function",
        })
    }
}

/// `kind`, `message`; `offset`, `line` and `column`, which are null for an error of the evaluation.
impl Serialize for XPathError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut error = serializer.serialize_struct("XPathError", 5)?;
        error.serialize_field("kind", &self.kind())?;
        error.serialize_field("message", &self.to_string())?;
        error.serialize_field("offset", &self.offset())?;
        error.serialize_field("line", &self.line())?;
        error.serialize_field("column", &self.column())?;
        error.end()
    }
}
