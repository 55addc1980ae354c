//! Functions of [EXSLT](https://exslt.github.io/) that scrapers use.
//!
//! Expressions can't create nodes, so `re:match`, which returns new elements in EXSLT, is a list of texts here. Regular
//! expressions have the syntax of the `regex` crate, which has no backreferences. One search takes time linear in the
//! text; the searches for all matches are charged one by one.
//!
//! The functions are methods of [`Evaluation`], which calls them and evaluates their arguments.

mod regexes;
mod regexp;
mod regexp_cost;
mod signature;

pub(crate) use self::{
    regexes::Regexes,
    signature::{declare, signature},
};

use std::collections::HashSet;

use sapwood_tree::Node;

use crate::{
    error::Result,
    eval::{Context, Evaluation, Text, Want},
    expr::{Expr, Exslt},
    item::Item,
};

/// A key that no other node of the tree has.
fn key<'d, N: Node<'d>>(item: Item<N>) -> (usize, u8, u32) {
    match item {
        Item::Node(node) => (node.index(), 0, 0),
        Item::Attribute { element, index } => (element.index(), 1, index),
        Item::Namespace { element, index } => (element.index(), 2, index),
    }
}

impl<'x, 'd: 'x, N: Node<'d>> Evaluation<'x, 'd, N> {
    pub(crate) fn exslt_boolean(
        &mut self,
        function: Exslt,
        arguments: &'x [Expr],
        context: &Context<N>,
    ) -> Result<bool> {
        if function == Exslt::HasSameNode {
            let common = self.exslt_nodes(Exslt::Intersection, arguments, context)?;
            return Ok(!common.is_empty());
        }
        let text = self.text(&arguments[0], context)?;
        let regex = self.regex(&arguments[1], arguments.get(2), context)?;
        self.charge(regex.search(text.len()))?;
        Ok(regex.is_match(&text))
    }

    pub(crate) fn exslt_nodes(
        &mut self,
        function: Exslt,
        arguments: &'x [Expr],
        context: &Context<N>,
    ) -> Result<Vec<Item<N>>> {
        let mut items = self.nodes(&arguments[0], context, Want::ALL)?;
        if function == Exslt::Distinct {
            let mut seen = HashSet::new();
            let mut distinct = Vec::new();
            for item in items {
                let text = self.text_of(item)?;
                self.charge(8 + text.len() as u64)?;
                if seen.insert(text) {
                    distinct.push(item);
                }
            }
            return Ok(distinct);
        }
        let others = self.nodes(&arguments[1], context, Want::ALL)?;
        self.charge(8 + (items.len() + others.len()) as u64 * 4)?;
        match function {
            Exslt::Leading | Exslt::Trailing => {
                // Relative to the first node of the other set; all nodes if that is empty.
                let Some(first) = others.first() else { return Ok(items) };
                let Some(at) = items.iter().position(|item| item == first) else {
                    return Ok(Vec::new());
                };
                if function == Exslt::Leading {
                    items.truncate(at);
                } else {
                    items.drain(..=at);
                }
            }
            _ => {
                let others: HashSet<_> = others.into_iter().map(key).collect();
                let is_common = function == Exslt::Intersection;
                items.retain(|item| others.contains(&key(*item)) == is_common);
            }
        }
        Ok(items)
    }

    pub(crate) fn exslt_string(
        &mut self,
        function: Exslt,
        arguments: &'x [Expr],
        context: &Context<N>,
    ) -> Result<String> {
        if function == Exslt::ConcatNodes {
            let mut whole = String::new();
            for item in self.nodes(&arguments[0], context, Want::ALL)? {
                let text = self.text_of(item)?;
                self.charge(1 + text.len() as u64)?;
                whole.push_str(&text);
            }
            return Ok(whole);
        }
        if function == Exslt::Padding {
            return self.padding(arguments, context);
        }
        if function == Exslt::Replace {
            return self.replace_matches(arguments, context);
        }
        let text = self.text(&arguments[0], context)?;
        self.charge(1 + text.len() as u64)?;
        Ok(match function {
            Exslt::Align => {
                let padding = self.text(&arguments[1], context)?;
                let alignment = match arguments.get(2) {
                    Some(alignment) => self.text(alignment, context)?,
                    None => Text::Own("left".into()),
                };
                self.charge(padding.len() as u64)?;
                align(&text, &padding, &alignment)
            }
            Exslt::ReplaceText => {
                let from = self.text(&arguments[1], context)?;
                let by = self.text(&arguments[2], context)?;
                if from.is_empty() || from.len() > text.len() {
                    return Ok(text.to_string());
                }
                self.charge(from.len() as u64 / 2)?;
                self.charge(text.matches(&*from).count() as u64 * (by.len() as u64 + 1))?;
                text.replace(&*from, &by)
            }
            Exslt::EncodeUri => {
                let escapes_reserved = self.boolean(&arguments[1], context)?;
                self.charge(text.len() as u64 * 2)?;
                encode_uri(&text, escapes_reserved)
            }
            _ => decode_uri(&text),
        })
    }

    fn padding(&mut self, arguments: &'x [Expr], context: &Context<N>) -> Result<String> {
        let length = self.number(&arguments[0], context)?.max(0.0) as u64;
        let text = match arguments.get(1) {
            Some(text) => self.text(text, context)?,
            None => Text::Own(" ".into()),
        };
        if text.is_empty() {
            return Ok(String::new());
        }
        self.charge(length.saturating_mul(4))?;
        Ok(text.chars().cycle().take(usize::try_from(length).unwrap_or(usize::MAX)).collect())
    }
}

/// Puts `text` over `padding`, which has the length of the result.
fn align(text: &str, padding: &str, alignment: &str) -> String {
    let (own, whole) = (text.chars().count(), padding.chars().count());
    let Some(room) = whole.checked_sub(own) else { return text.chars().take(whole).collect() };
    let before = match alignment {
        "right" => room,
        "center" => room / 2,
        _ => 0,
    };
    let start = padding.chars().take(before);
    start.chain(text.chars()).chain(padding.chars().skip(before + own)).collect()
}

fn encode_uri(text: &str, escapes_reserved: bool) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte);
        let is_reserved = b";/?:@&=+$,[]%#".contains(&byte);
        if is_plain || is_reserved && !escapes_reserved {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            for digit in [byte >> 4, byte & 15] {
                encoded.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
            }
        }
    }
    encoded
}

fn decode_uri(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let escape = (*byte == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        let escape = escape.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match escape.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(value) => {
                decoded.push(value);
                at += 3;
            }
            None => {
                decoded.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}
