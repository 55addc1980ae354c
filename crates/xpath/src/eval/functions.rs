//! The core function library.

use std::{borrow::Cow, collections::HashSet};

use sapwood_names::{LocalName, attr};
use sapwood_tree::{CandidateKey, Node, NodeKind};

use super::{Context, Evaluation, Result, Want};
use crate::{
    expr::{Expr, Function, Type},
    item::Item,
    number, text,
};

impl Function {
    /// The type of its result.
    #[inline]
    pub(crate) fn returns(self) -> Type {
        match self {
            Self::Last
            | Self::Position
            | Self::Count
            | Self::StringLength
            | Self::Number
            | Self::Sum
            | Self::Floor
            | Self::Ceiling
            | Self::Round => Type::Number,
            Self::Id => Type::NodeSet,
            Self::LocalName
            | Self::NamespaceUri
            | Self::Name
            | Self::String
            | Self::Concat
            | Self::SubstringBefore
            | Self::SubstringAfter
            | Self::Substring
            | Self::NormalizeSpace
            | Self::Translate => Type::String,
            Self::StartsWith
            | Self::Contains
            | Self::Boolean
            | Self::Not
            | Self::True
            | Self::False
            | Self::Lang
            | Self::HasClass => Type::Boolean,
            #[cfg(feature = "exslt")]
            Self::Exslt(function) => function.returns(),
        }
    }
}

impl<'x, 'd: 'x, N: Node<'d>> Evaluation<'x, 'd, N> {
    pub(super) fn number_function(
        &mut self,
        function: Function,
        arguments: &'x [Expr],
        context: &Context<N>,
    ) -> Result<f64> {
        Ok(match function {
            Function::Last => context.size as f64,
            Function::Position => context.position as f64,
            Function::Count => {
                if let Expr::Invariant(number, inner) = &arguments[0] {
                    return Ok(self.invariant(*number, inner)?.value.items().len() as f64);
                }
                #[cfg(feature = "exslt")]
                if let Expr::Matches(call) = &arguments[0] {
                    return Ok(self.matches(call, context)?.len() as f64);
                }
                let items = self.nodes(&arguments[0], context, Want::SET)?;
                let count = items.len();
                self.recycle(items);
                count as f64
            }
            Function::Sum => {
                let items = self.nodes(&arguments[0], context, Want::ALL)?;
                let mut sum = 0.0;
                for item in &items {
                    sum += self.number_of(*item)?;
                }
                self.recycle(items);
                sum
            }
            Function::StringLength => {
                let text = self.text(&arguments[0], context)?;
                self.charge(text.len() as u64 / 8)?;
                text.chars().count() as f64
            }
            Function::Floor => self.number(&arguments[0], context)?.floor(),
            Function::Ceiling => self.number(&arguments[0], context)?.ceil(),
            Function::Round => number::round(self.number(&arguments[0], context)?),
            _ => self.number(&arguments[0], context)?,
        })
    }

    pub(super) fn boolean_function(
        &mut self,
        function: Function,
        arguments: &'x [Expr],
        context: &Context<N>,
    ) -> Result<bool> {
        Ok(match function {
            Function::True => true,
            Function::False => false,
            Function::Not => !self.boolean(&arguments[0], context)?,
            Function::StartsWith | Function::Contains => {
                let text = self.text(&arguments[0], context)?;
                let part = self.text(&arguments[1], context)?;
                self.charge(1 + text.len() as u64 / 8)?;
                if function == Function::Contains {
                    self.find(&text, &part)?.is_some()
                } else {
                    text.starts_with(&*part)
                }
            }
            Function::Lang => {
                let wanted = self.text(&arguments[0], context)?;
                self.is_in_language(context.item.node(), &wanted)?
            }
            Function::HasClass => {
                let Item::Node(node) = context.item else { return Ok(false) };
                if node.kind() != NodeKind::Element {
                    return Ok(false);
                }
                const CLASS: LocalName = LocalName::known_attribute(attr::CLASS);
                let value = node.find_attribute(&CLASS).map_or("", |found| found.1);
                for class in arguments {
                    let class = self.text(class, context)?;
                    self.charge(1 + value.len() as u64 / 8)?;
                    if !text::has_token(value, &class) {
                        return Ok(false);
                    }
                }
                true
            }
            #[cfg(feature = "exslt")]
            Function::Exslt(function) => {
                return self.exslt_boolean(function, arguments, context);
            }
            _ => self.boolean(&arguments[0], context)?,
        })
    }

    pub(super) fn string_function(
        &mut self,
        function: Function,
        arguments: &'x [Expr],
        context: &Context<N>,
    ) -> Result<Cow<'x, str>> {
        match function {
            Function::LocalName | Function::NamespaceUri | Function::Name => {
                return self.name_function(function, &arguments[0], context);
            }
            Function::Concat => {
                let mut whole = String::new();
                for argument in arguments {
                    let part = self.text(argument, context)?;
                    self.charge(1 + part.len() as u64 / 2)?;
                    whole.push_str(&part);
                }
                return Ok(Cow::Owned(whole));
            }
            #[cfg(feature = "exslt")]
            Function::Exslt(function) => {
                return Ok(Cow::Owned(self.exslt_string(function, arguments, context)?));
            }
            _ => {}
        }
        let text = self.string(&arguments[0], context)?;
        // A new string is no longer than this one, or than its replacement characters.
        self.charge(1 + text.len() as u64 / 2)?;
        Ok(match function {
            Function::NormalizeSpace => text::normalize_space(text),
            Function::SubstringBefore | Function::SubstringAfter => {
                let part = self.text(&arguments[1], context)?;
                let found = self.find(&text, &part)?;
                let (from, to) = match found {
                    Some(at) if function == Function::SubstringBefore => (0, at),
                    Some(at) => (at + part.len(), text.len()),
                    None => (0, 0),
                };
                text::slice(text, from, to)
            }
            Function::Substring => {
                let start = number::round(self.number(&arguments[1], context)?);
                let length = match arguments.get(2) {
                    Some(length) => Some(number::round(self.number(length, context)?)),
                    None => None,
                };
                text::substring(text, start, length)
            }
            Function::Translate => {
                let from = self.text(&arguments[1], context)?;
                let to = self.text(&arguments[2], context)?;
                self.charge((from.len() + to.len()) as u64 + text.len() as u64)?;
                Cow::Owned(text::translate(&text, &from, &to))
            }
            _ => text,
        })
    }

    /// The name of the first node of an argument, or a part of it.
    fn name_function(
        &mut self,
        function: Function,
        argument: &'x Expr,
        context: &Context<N>,
    ) -> Result<Cow<'x, str>> {
        let items = self.nodes(argument, context, Want::FIRST)?;
        let mut steps = 0;
        let name = items.first().and_then(|first| first.name_in(&mut steps));
        self.charge(steps)?;
        self.recycle(items);
        let Some(name) = name else { return Ok(Cow::Borrowed("")) };
        Ok(match function {
            Function::LocalName => Cow::Borrowed(name.local.text),
            Function::NamespaceUri => Cow::Borrowed(name.namespace_url),
            _ if name.prefix.is_none() => Cow::Borrowed(name.local.text),
            _ => Cow::Owned(name.to_string()),
        })
    }

    pub(super) fn nodes_function(
        &mut self,
        function: Function,
        arguments: &'x [Expr],
        context: &Context<N>,
    ) -> Result<Vec<Item<N>>> {
        match function {
            #[cfg(feature = "exslt")]
            Function::Exslt(function) => self.exslt_nodes(function, arguments, context),
            _ => self.with_ids(&arguments[0], context),
        }
    }

    /// [`id()`](https://www.w3.org/TR/xpath-10/#function-id): for each id the first element that has it.
    ///
    /// As in the DOM, the ID of an element is its attribute `id`; there is no document type to declare others.
    fn with_ids(&mut self, argument: &'x Expr, context: &Context<N>) -> Result<Vec<Item<N>>> {
        let mut texts = Vec::new();
        if let crate::value::Value::NodeSet(items) = self.value(argument, context)? {
            for item in items {
                texts.push(self.text_of(item)?);
            }
        } else {
            texts.push(self.string(argument, context)?);
        }
        let mut ids = HashSet::new();
        for text in &texts {
            self.charge(8 + text.len() as u64)?;
            ids.extend(text.split(text::is_space).filter(|id| !id.is_empty()));
        }
        const ID: LocalName = LocalName::known_attribute(attr::ID);
        let root = self.root();
        let mut found = self.buffer();
        // A tree without a document can have an element as its root.
        if root.kind() == NodeKind::Element
            && let Some((_, id)) = root.find_attribute(&ID)
            && ids.remove(id)
        {
            found.push(Item::Node(root));
        }
        if self.find_indexed(root, &ids, &mut found)? {
            self.sort(&mut found)?;
            return Ok(found);
        }
        let keys = [CandidateKey::Attribute(ID)];
        let mut at = root;
        while !ids.is_empty() {
            let mut steps = 0;
            let next = at.next_candidate(root, &keys, &mut steps);
            self.charge(steps as u64)?;
            let Some(node) = next else { break };
            if let Some((index, id)) = node.find_attribute(&ID) {
                self.charge((index + id.len()) as u64 / 8)?;
                if ids.remove(id) {
                    found.push(Item::Node(node));
                }
            }
            at = node;
        }
        Ok(found)
    }

    /// Appends the first element with each id by the index of the tree; `false` if it has none.
    fn find_indexed(
        &mut self,
        root: N,
        ids: &HashSet<&str>,
        found: &mut Vec<Item<N>>,
    ) -> Result<bool> {
        let start = found.len();
        for id in ids {
            let Some(list) = root.indexed(&CandidateKey::Id((*id).into())) else {
                found.truncate(start);
                return Ok(false);
            };
            self.charge(8 + id.len() as u64 / 8)?;
            for node in list {
                self.charge(1 + id.len() as u64 / 64)?;
                if node
                    .find_attribute(&LocalName::known_attribute(attr::ID))
                    .is_some_and(|own| own.1 == *id)
                {
                    found.push(Item::Node(node));
                    break;
                }
            }
        }
        Ok(true)
    }

    /// The byte offset of `part` in a text that was charged.
    fn find(&mut self, text: &str, part: &str) -> Result<Option<usize>> {
        if part.len() > text.len() {
            return Ok(None);
        }
        // A search prepares itself for the part.
        self.charge(part.len() as u64 / 2)?;
        Ok(text.find(part))
    }

    /// [`lang()`](https://www.w3.org/TR/xpath-10/#function-lang), by the attribute `xml:lang`.
    fn is_in_language(&mut self, node: N, wanted: &str) -> Result<bool> {
        let Some(value) = self.inherited.language(node, &mut self.budget)? else {
            return Ok(false);
        };
        self.charge(value.len().min(wanted.len()) as u64 / 8)?;
        let (own, rest) = value.as_bytes().split_at(value.len().min(wanted.len()));
        Ok(own.eq_ignore_ascii_case(wanted.as_bytes()) && (rest.is_empty() || rest[0] == b'-'))
    }
}
