//! `re:test`, `re:match` and `re:replace`, as lxml has them.

use std::rc::Rc;

use regex::Captures;

use sapwood_tree::Node;

use super::regexp_cost::CostedRegex;
use crate::{
    error::{Result, XPathError, XPathErrorKind},
    eval::{Context, Evaluation, Text},
    expr::{Expr, MatchCall, Predicate},
};

/// Number of regular expressions with a pattern that isn't constant that an evaluation keeps.
const MAX_REGEXES: usize = 64;

impl<'x, 'd: 'x, N: Node<'d>> Evaluation<'x, 'd, N> {
    /// The texts of `re:match(…)[…]`: the first match and its groups; with the flag `g` all matches, or their groups
    /// joined. Those of an invariant are found once.
    pub(crate) fn matches(
        &mut self,
        call: &'x MatchCall,
        context: &Context<N>,
    ) -> Result<Rc<Vec<String>>> {
        let known = call.invariant.and_then(|number| self.regexes.invariants.get(&number));
        if let Some(texts) = known {
            return Ok(Rc::clone(texts));
        }
        let mut texts = self.find_matches(&call.arguments, context)?;
        for predicate in &call.predicates {
            self.filter_texts(predicate, &mut texts, context)?;
        }
        let texts = Rc::new(texts);
        if let Some(number) = call.invariant {
            self.regexes.invariants.insert(number, Rc::clone(&texts));
        }
        Ok(texts)
    }

    fn find_matches(&mut self, arguments: &'x [Expr], context: &Context<N>) -> Result<Vec<String>> {
        let text = self.text(&arguments[0], context)?;
        self.charge(1 + text.len() as u64)?;
        let flags = self.flags(arguments.get(2), context)?;
        let regex = self.regex(&arguments[1], arguments.get(2), context)?;
        self.charge(regex.capture(text.len()))?;
        let mut texts = Vec::new();
        if flags.contains('g') {
            for captures in regex.captures_iter(&text) {
                self.charge(regex.next_search(&captures, &text))?;
                let first_group = usize::from(captures.len() > 1);
                let mut joined = String::new();
                self.charge(16)?;
                for group in groups(&captures).skip(first_group) {
                    self.charge(1 + group.len() as u64)?;
                    joined.push_str(group);
                }
                texts.push(joined);
            }
        } else if let Some(captures) = regex.captures(&text) {
            for group in groups(&captures) {
                self.charge(16 + group.len() as u64)?;
                texts.push(group.to_owned());
            }
        }
        Ok(texts)
    }

    fn filter_texts(
        &mut self,
        predicate: &'x Predicate,
        texts: &mut Vec<String>,
        context: &Context<N>,
    ) -> Result<()> {
        let size = texts.len() as u64;
        let mut kept = Vec::new();
        for (position, text) in (1..).zip(texts.drain(..)) {
            let context = Context { item: context.item, position, size };
            let holds = self.holds_at(predicate, &context)?;
            if holds {
                kept.push(text);
            }
        }
        *texts = kept;
        Ok(())
    }

    /// The value of `re:match(…)`: its first text.
    pub(crate) fn first_match(
        &mut self,
        call: &'x MatchCall,
        context: &Context<N>,
    ) -> Result<String> {
        let texts = self.matches(call, context)?;
        let first = texts.first().map_or("", String::as_str);
        self.charge(first.len() as u64 / 8)?;
        Ok(first.to_owned())
    }

    /// `re:replace`: the first match, or with the flag `g` all of them.
    pub(super) fn replace_matches(
        &mut self,
        arguments: &'x [Expr],
        context: &Context<N>,
    ) -> Result<String> {
        let text = self.text(&arguments[0], context)?;
        self.charge(1 + text.len() as u64)?;
        let flags = self.text(&arguments[2], context)?;
        let regex = self.regex(&arguments[1], Some(&arguments[2]), context)?;
        self.charge(regex.capture(text.len()))?;
        let by = self.text(&arguments[3], context)?;
        let mut replaced = String::new();
        let mut after = 0;
        for captures in regex.captures_iter(&text) {
            let Some(whole) = captures.get(0) else { break };
            replaced.push_str(&text[after..whole.start()]);
            self.charge(1 + by.len() as u64)?;
            self.expand(&by, &captures, &mut replaced)?;
            after = whole.end();
            if !flags.contains('g') {
                break;
            }
            self.charge(regex.next_search(&captures, &text))?;
        }
        replaced.push_str(&text[after..]);
        Ok(replaced)
    }

    /// Appends a replacement in Python's syntax: `\1` and `\g<name>` are groups, `\n` is a line feed.
    fn expand(&mut self, by: &str, captures: &Captures<'_>, out: &mut String) -> Result<()> {
        let mut rest = by;
        while let Some(at) = rest.find('\\') {
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
            let named = rest.strip_prefix("g<").and_then(|name| name.split_once('>'));
            let (group, after) = match named {
                Some((name, after)) => (Some(name), after),
                None if digits > 0 => (Some(&rest[..digits]), &rest[digits..]),
                None => (None, rest),
            };
            rest = after;
            if let Some(group) = group {
                let found = match group.parse() {
                    Ok(number) => captures.get(number),
                    Err(_) => captures.name(group),
                };
                let text = found.map_or("", |found| found.as_str());
                self.charge(text.len() as u64)?;
                out.push_str(text);
                continue;
            }
            let escaped = rest.chars().next();
            out.push(match escaped {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                other => other.unwrap_or('\\'),
            });
            rest = &rest[escaped.map_or(0, char::len_utf8)..];
        }
        out.push_str(rest);
        Ok(())
    }

    fn flags(&mut self, flags: Option<&'x Expr>, context: &Context<N>) -> Result<Text<'x>> {
        flags.map_or_else(|| Ok(Text::Own("".into())), |flags| self.text(flags, context))
    }

    /// Compiles a regular expression, or finds it among those compiled before.
    pub(super) fn regex(
        &mut self,
        pattern: &'x Expr,
        flags: Option<&'x Expr>,
        context: &Context<N>,
    ) -> Result<Rc<CostedRegex>> {
        let is_constant = |expr: &Expr| matches!(expr, Expr::String(_) | Expr::Invariant(..));
        let site = (is_constant(pattern) && flags.is_none_or(is_constant))
            .then_some(std::ptr::from_ref(pattern));
        self.charge(4)?;
        if let Some(regex) = site.and_then(|site| self.regexes.constant.get(&site)) {
            return Ok(Rc::clone(regex));
        }
        let (pattern, flags) = (self.text(pattern, context)?, self.flags(flags, context)?);
        self.charge((pattern.len() + flags.len()) as u64 / 4)?;
        let key = (pattern.to_string(), flags.to_string());
        if let Some(regex) = self.regexes.other.get(&key) {
            return Ok(Rc::clone(regex));
        }
        self.charge(1000 + 500 * key.0.len() as u64)?;
        let invalid = |error: regex::Error| {
            // A syntax error has several lines: the last one says what is wrong.
            let error = error.to_string();
            let error = error.lines().last().unwrap_or_default().trim_start_matches("error: ");
            let message = format!("cannot compile the regular expression {:?}: {error}", key.0);
            XPathError::new(XPathErrorKind::Function, message)
        };
        let cost = CostedRegex::compilation(&key.0, &key.1);
        self.charge(cost)?;
        let regex = Rc::new(CostedRegex::compile(&key.0, &key.1).map_err(invalid)?);
        if let Some(site) = site {
            self.regexes.constant.insert(site, Rc::clone(&regex));
            return Ok(regex);
        }
        if self.regexes.other.len() == MAX_REGEXES {
            self.regexes.other.clear();
        }
        self.regexes.other.insert(key, Rc::clone(&regex));
        Ok(regex)
    }
}

/// The texts of a match and its groups; empty for a group that took no part.
fn groups<'c>(captures: &'c Captures<'_>) -> impl Iterator<Item = &'c str> {
    captures.iter().map(|group| group.map_or("", |group| group.as_str()))
}
