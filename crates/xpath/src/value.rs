//! The results of expressions.

use std::borrow::Cow;

use sapwood_tree::Node;

use crate::{item::Item, number};

/// The result of an expression: one of XPath's four types.
///
/// # Examples
///
/// ```
/// use sapwood::xpath::Value;
///
/// let document = sapwood::parse("<p>1<p>2");
/// assert_eq!(document.xpath("sum(//p)")?, Value::Number(3.0));
/// assert_eq!(document.xpath("//p")?.to_strings(), ["1", "2"]);
/// # Ok::<(), sapwood::XPathError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Value<N> {
    /// Nodes in document order, without duplicates.
    NodeSet(Vec<Item<N>>),
    /// A string.
    String(String),
    /// A number.
    Number(f64),
    /// A boolean.
    Boolean(bool),
}

impl<'d, N: Node<'d>> Value<N> {
    /// Converts as [`string()`](https://www.w3.org/TR/xpath-10/#function-string) does: a node-set to the string-value
    /// of its first node.
    #[must_use]
    pub fn to_text(&self) -> Cow<'_, str> {
        self.text_in(&mut 0)
    }

    pub(crate) fn text_in(&self, steps: &mut u64) -> Cow<'_, str>
    where
        N: Node<'d>,
    {
        match self {
            Self::NodeSet(items) => {
                let first = items.first();
                Cow::Owned(
                    first.map_or_else(String::new, |first| {
                        first.string_value_in(steps).into_owned()
                    }),
                )
            }
            Self::String(text) => Cow::Borrowed(text),
            Self::Number(number) => Cow::Owned(number::format(*number)),
            Self::Boolean(is) => Cow::Borrowed(if *is { "true" } else { "false" }),
        }
    }

    /// Converts as [`number()`](https://www.w3.org/TR/xpath-10/#function-number) does.
    #[must_use]
    pub fn to_number(&self) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Boolean(is) => f64::from(u8::from(*is)),
            _ => number::parse(&self.to_text()),
        }
    }

    /// Converts as [`boolean()`](https://www.w3.org/TR/xpath-10/#function-boolean) does.
    #[must_use]
    pub fn to_boolean(&self) -> bool {
        match self {
            Self::NodeSet(items) => !items.is_empty(),
            Self::String(text) => !text.is_empty(),
            Self::Number(number) => *number != 0.0 && !number.is_nan(),
            Self::Boolean(is) => *is,
        }
    }

    /// The string-values of a node-set, or the only string of another value.
    #[must_use]
    pub fn to_strings(&self) -> Vec<String> {
        match self {
            Self::NodeSet(items) => {
                items.iter().map(|item| item.string_value().into_owned()).collect()
            }
            other => vec![other.to_text().into_owned()],
        }
    }

    /// The nodes of a node-set; none of another value.
    #[must_use]
    pub fn items(&self) -> &[Item<N>] {
        match self {
            Self::NodeSet(items) => items,
            _ => &[],
        }
    }

    /// The nodes of the tree in a node-set; none of another value.
    pub fn nodes(&self) -> impl Iterator<Item = N> {
        self.items().iter().filter_map(|item| item.as_node())
    }
}

impl<N> Value<N> {
    /// Replaces the nodes of a node-set by what `map` returns for them, as by handles of another tree.
    ///
    /// ```
    /// let document = sapwood::parse("<p>1<p>2");
    /// let value = document.xpath("//p")?.map(|node| node.text_content());
    /// assert_eq!(format!("{value:?}"), r#"NodeSet([Node("1"), Node("2")])"#);
    /// # Ok::<(), sapwood::XPathError>(())
    /// ```
    pub fn map<M>(self, mut map: impl FnMut(N) -> M) -> Value<M> {
        match self {
            Self::NodeSet(items) => {
                Value::NodeSet(items.into_iter().map(|item| item.map(&mut map)).collect())
            }
            Self::String(text) => Value::String(text),
            Self::Number(number) => Value::Number(number),
            Self::Boolean(is) => Value::Boolean(is),
        }
    }
}

impl<N> From<bool> for Value<N> {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl<N> From<f64> for Value<N> {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl<N> From<&str> for Value<N> {
    fn from(value: &str) -> Self {
        Self::String(value.to_owned())
    }
}

impl<N> From<String> for Value<N> {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

impl<N> From<Vec<Item<N>>> for Value<N> {
    fn from(value: Vec<Item<N>>) -> Self {
        Self::NodeSet(value)
    }
}

impl<N> FromIterator<N> for Value<N> {
    /// A node-set. The nodes may be in any order and repeated: an expression that uses it puts them in order.
    fn from_iter<I: IntoIterator<Item = N>>(nodes: I) -> Self {
        Self::NodeSet(nodes.into_iter().map(Item::Node).collect())
    }
}
