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
/// The string-values of nested nodes repeat their text. From the point on where the list is 64 times as long as the text of
/// the tree and 64 KiB, other items than attributes are null.
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

/// The string-values of a node-set, within a budget of bytes.
fn texts<'d, N: Node<'d>>(items: &[Item<N>]) -> impl Iterator<Item = Option<Cow<'d, str>>> {
    let text = items.first().map_or(0, |item| {
        let mut root = item.node();
        while let Some(parent) = root.parent() {
            root = parent;
        }
        Item::Node(root).string_value().len()
    });
    let mut budget = (1 << 16) + 64 * text;
    items.iter().map(move |item| {
        // Attributes have their own texts, each once.
        let is_attribute = matches!(item, Item::Attribute { .. });
        if budget == 0 && !is_attribute {
            return None;
        }
        let text = item.string_value();
        if !is_attribute {
            budget = budget.saturating_sub(text.len());
        }
        Some(text)
    })
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
