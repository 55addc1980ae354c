//! `re:test`, `re:match` and `re:replace`, as lxml has them.

use regex::{Captures, Regex, RegexBuilder};

use crate::{
    error::{XPathError, XPathErrorKind},
    eval::{Context, Evaluation, Result},
    expr::{Expr, Predicate},
    node::Node,
};

/// Limits on the size of a compiled regular expression in bytes, and the steps that a byte of the text then takes: the
/// worst expressions take time for each of their states.
const SIZES: [(usize, u64); 5] =
    [(1 << 12, 1), (1 << 14, 4), (1 << 16, 16), (1 << 18, 64), (1 << 20, 256)];

/// Number of compiled regular expressions that an evaluation keeps.
const MAX_REGEXES: usize = 64;

/// Number of bytes that a search for one more match passes in a step.
const BYTES_A_STEP: u64 = 64;

/// A regular expression, and the steps that it takes for a byte of the text.
#[derive(Clone)]
pub(crate) struct CostedRegex {
    pub(super) regex: Regex,
    steps: u64,
}

impl CostedRegex {
    /// The steps of the search for the match after this one. It may go to the end of the text, and so may that after every
    /// match.
    fn next_search(&self, captures: &Captures<'_>, text: &str) -> u64 {
        let after = captures.get(0).map_or(0, |whole| whole.end());
        self.steps.saturating_mul((text.len() - after) as u64 / BYTES_A_STEP)
    }
}

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
        let regex = self.regex(&arguments[1], arguments.get(2), &text, context)?;
        let mut texts = Vec::new();
        if flags.contains('g') {
            for captures in regex.regex.captures_iter(&text) {
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
        } else if let Some(captures) = regex.regex.captures(&text) {
            for group in groups(&captures) {
                self.charge(16 + group.len() as u64)?;
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
        let regex = self.regex(&arguments[1], Some(&arguments[2]), &text, context)?;
        let by = self.string(&arguments[3], context)?;
        let mut replaced = String::new();
        let mut after = 0;
        for captures in regex.regex.captures_iter(&text) {
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

    /// Compiles a regular expression, or finds it among those compiled before, and charges for a search in `text`.
    pub(super) fn regex(
        &mut self,
        pattern: &'x Expr,
        flags: Option<&'x Expr>,
        text: &str,
        context: &Context<N>,
    ) -> Result<CostedRegex> {
        let pattern = self.string(pattern, context)?;
        let flags = match flags {
            Some(flags) => self.string(flags, context)?,
            None => "".into(),
        };
        let key = (pattern.into_owned(), flags.into_owned());
        if let Some(costed) = self.regexes.get(&key).cloned() {
            self.charge(costed.steps.saturating_mul(1 + text.len() as u64))?;
            return Ok(costed);
        }
        self.charge(1000 + 100 * key.0.len() as u64)?;
        let costed = compile(&key.0, &key.1).map_err(|error| {
            let message = format!("cannot compile the regular expression {:?}: {error}", key.0);
            XPathError::new(XPathErrorKind::Function, message)
        })?;
        self.charge(costed.steps.saturating_mul(1000 + text.len() as u64))?;
        if self.regexes.len() == MAX_REGEXES {
            self.regexes.clear();
        }
        self.regexes.insert(key, costed.clone());
        Ok(costed)
    }
}

/// Compiles a regular expression within the least of the [`SIZES`] that suffices.
fn compile(pattern: &str, flags: &str) -> std::result::Result<CostedRegex, regex::Error> {
    let mut builder = RegexBuilder::new(pattern);
    builder
        .case_insensitive(flags.contains('i'))
        .multi_line(flags.contains('m'))
        .dot_matches_new_line(flags.contains('s'));
    let mut last = Err(regex::Error::CompiledTooBig(0));
    for (size, steps) in SIZES {
        last = builder.size_limit(size).build().map(|regex| CostedRegex { regex, steps });
        if !matches!(last, Err(regex::Error::CompiledTooBig(_))) {
            break;
        }
    }
    last
}

/// The texts of a match and its groups; empty for a group that took no part.
fn groups<'c>(captures: &'c Captures<'_>) -> impl Iterator<Item = &'c str> {
    captures.iter().map(|group| group.map_or("", |group| group.as_str()))
}
