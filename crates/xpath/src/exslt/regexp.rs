//! `re:test`, `re:match` and `re:replace`, as lxml has them.

use regex::{Captures, Regex, RegexBuilder};

use crate::{
    error::{XPathError, XPathErrorKind},
    eval::{Context, Evaluation, Result},
    expr::{Expr, Predicate},
    node::Node,
};

/// Limit on the size of a compiled regular expression in bytes.
const MAX_REGEX: usize = 1 << 20;

/// Number of compiled regular expressions that an evaluation keeps.
const MAX_REGEXES: usize = 64;

impl<'x, 'd: 'x, N: Node<'d>> Evaluation<'x, 'd, N> {
    /// The texts of `re:match(…)[…]`: the first match and its groups; with the flag `g` all matches, or their groups
    /// joined.
    pub(crate) fn matches(
        &mut self,
        arguments: &'x [Expr],
        predicates: &'x [Predicate],
        context: &Context<N>,
    ) -> Result<Vec<String>> {
        let text = self.string(&arguments[0], context)?;
        self.charge(1 + text.len() as u64)?;
        let flags = match arguments.get(2) {
            Some(flags) => self.string(flags, context)?,
            None => "".into(),
        };
        let regex = self.regex(&arguments[1], arguments.get(2), context)?;
        let mut texts = Vec::new();
        if flags.contains('g') {
            for captures in regex.captures_iter(&text) {
                let first_group = usize::from(captures.len() > 1);
                let joined: String = groups(&captures).skip(first_group).collect();
                self.charge(2 + joined.len() as u64 + captures.len() as u64)?;
                texts.push(joined);
            }
        } else if let Some(captures) = regex.captures(&text) {
            for group in groups(&captures) {
                self.charge(2 + group.len() as u64)?;
                texts.push(group.to_owned());
            }
        }
        for predicate in predicates {
            self.filter_texts(predicate, &mut texts, context)?;
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
        arguments: &'x [Expr],
        predicates: &'x [Predicate],
        context: &Context<N>,
    ) -> Result<String> {
        let texts = self.matches(arguments, predicates, context)?;
        Ok(texts.into_iter().next().unwrap_or_default())
    }

    /// `re:replace`: the first match, or with the flag `g` all of them.
    pub(super) fn replace_matches(
        &mut self,
        arguments: &'x [Expr],
        context: &Context<N>,
    ) -> Result<String> {
        let text = self.string(&arguments[0], context)?;
        self.charge(1 + text.len() as u64)?;
        let flags = self.string(&arguments[2], context)?;
        let regex = self.regex(&arguments[1], Some(&arguments[2]), context)?;
        let by = self.string(&arguments[3], context)?;
        let mut replaced = String::new();
        let mut after = 0;
        for captures in regex.captures_iter(&text) {
            let Some(whole) = captures.get(0) else { break };
            let length = replaced.len();
            replaced.push_str(&text[after..whole.start()]);
            expand(&by, &captures, &mut replaced);
            self.charge((1 + by.len() + replaced.len() - length) as u64)?;
            after = whole.end();
            if !flags.contains('g') {
                break;
            }
        }
        replaced.push_str(&text[after..]);
        Ok(replaced)
    }

    /// Compiles a regular expression, or finds it among those compiled before.
    pub(super) fn regex(
        &mut self,
        pattern: &'x Expr,
        flags: Option<&'x Expr>,
        context: &Context<N>,
    ) -> Result<Regex> {
        let pattern = self.string(pattern, context)?;
        let flags = match flags {
            Some(flags) => self.string(flags, context)?,
            None => "".into(),
        };
        let key = (pattern.into_owned(), flags.into_owned());
        if let Some(regex) = self.regexes.get(&key) {
            return Ok(regex.clone());
        }
        self.charge(1000 + 100 * key.0.len() as u64)?;
        let regex = RegexBuilder::new(&key.0)
            .case_insensitive(key.1.contains('i'))
            .multi_line(key.1.contains('m'))
            .dot_matches_new_line(key.1.contains('s'))
            .size_limit(MAX_REGEX)
            .build();
        let regex = regex.map_err(|error| {
            let message = format!("cannot compile the regular expression {:?}: {error}", key.0);
            XPathError::new(XPathErrorKind::Function, message)
        })?;
        if self.regexes.len() == MAX_REGEXES {
            self.regexes.clear();
        }
        self.regexes.insert(key, regex.clone());
        Ok(regex)
    }
}

/// The texts of a match and its groups; empty for a group that took no part.
fn groups<'c>(captures: &'c Captures<'_>) -> impl Iterator<Item = &'c str> {
    captures.iter().map(|group| group.map_or("", |group| group.as_str()))
}

/// Appends a replacement in Python's syntax: `\1` and `\g<name>` are groups, `\n` is a line feed.
fn expand(by: &str, captures: &Captures<'_>, out: &mut String) {
    let mut rest = by;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let named = rest.strip_prefix("g<").and_then(|name| name.split_once('>'));
        let group = |name: &str| match name.parse() {
            Ok(number) => captures.get(number),
            Err(_) => captures.name(name),
        };
        if digits > 0 {
            out.push_str(group(&rest[..digits]).map_or("", |group| group.as_str()));
            rest = &rest[digits..];
        } else if let Some((name, after)) = named {
            out.push_str(group(name).map_or("", |group| group.as_str()));
            rest = after;
        } else {
            let escaped = rest.chars().next();
            match escaped {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some('r') => out.push('\r'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            }
            rest = &rest[escaped.map_or(0, char::len_utf8)..];
        }
    }
    out.push_str(rest);
}
