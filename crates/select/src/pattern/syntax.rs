//! The [syntax](https://tc39.es/ecma262/#sec-patterns) of regular expressions with the flag `v`.

mod class;

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use regex_syntax::hir::ClassUnicode;

use super::{failure::Failure, fuel::Fuel, property, set};

/// The greatest depth of groups and nested classes; deeper ones are not compiled.
const MAX_DEPTH: usize = 128;

type Parsed<T> = Result<T, Failure>;

/// A part of a regular expression.
#[derive(Debug)]
pub(super) enum Node {
    Chars(ClassUnicode),
    Concat(Vec<Node>),
    Alternatives(Vec<Node>),
    /// `max` is `None` without an upper bound; `groups` are the captures inside.
    Repeat {
        node: Box<Node>,
        min: u32,
        max: Option<u32>,
        lazy: bool,
        groups: Range<usize>,
    },
    Capture(usize, Box<Node>),
    Look {
        node: Box<Node>,
        ahead: bool,
        negative: bool,
    },
    Assert(Assertion),
    /// The text of a capture, or of the one with this name that took part.
    Backreference {
        to: Reference,
        fold: bool,
    },
}

/// A condition on a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Assertion {
    Start { multiline: bool },
    End { multiline: bool },
    WordBoundary { negative: bool, fold: bool },
}

#[derive(Debug)]
pub(super) enum Reference {
    Number(usize),
    Name(String),
}

/// A parsed regular expression.
#[derive(Debug)]
pub(super) struct Regex {
    pub(super) node: Node,
    /// The number of captures, the whole match included.
    pub(super) groups: usize,
    /// The captures with each name.
    pub(super) names: HashMap<String, Vec<usize>>,
    pub(super) has_references: bool,
}

/// The flags that `(?ims-ims:…)` changes.
#[derive(Clone, Copy, Default)]
struct Flags {
    ignore_case: bool,
    multiline: bool,
    dot_all: bool,
}

struct Parser<'a> {
    text: Vec<char>,
    at: usize,
    depth: usize,
    flags: Flags,
    groups: usize,
    names: HashMap<String, Vec<usize>>,
    /// The greatest number and all names that backreferences use.
    max_reference: usize,
    named_references: HashSet<String>,
    /// The properties that were loaded, by their text.
    properties: HashMap<String, ClassUnicode>,
    /// Whether it needs data that isn't at hand.
    lacks_data: bool,
    fuel: &'a mut Fuel,
}

/// Parses a regular expression.
pub(super) fn parse(source: &str, fuel: &mut Fuel) -> Parsed<Regex> {
    let mut parser = Parser {
        text: source.chars().collect(),
        at: 0,
        depth: 0,
        flags: Flags::default(),
        groups: 1,
        names: HashMap::new(),
        max_reference: 0,
        named_references: HashSet::new(),
        properties: HashMap::new(),
        lacks_data: false,
        fuel,
    };
    parser.fuel.take(parser.text.len())?;
    let (node, _) = parser.disjunction()?;
    let is_defined = |name: &String| parser.names.contains_key(name);
    if parser.at < parser.text.len()
        || parser.max_reference >= parser.groups
        || !parser.named_references.iter().all(is_defined)
    {
        return Err(Failure::Syntax);
    }
    if parser.lacks_data {
        return Err(Failure::Unknown);
    }
    let has_references = parser.max_reference > 0 || !parser.named_references.is_empty();
    Ok(Regex { node, groups: parser.groups, names: parser.names, has_references })
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Parsed<char> {
        let next = self.peek().ok_or(Failure::Syntax)?;
        self.at += 1;
        Ok(next)
    }

    fn looks_at(&self, text: &str) -> bool {
        text.chars().zip(self.at..).all(|(wanted, at)| self.text.get(at) == Some(&wanted))
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.looks_at(text);
        if found {
            self.at += text.chars().count();
        }
        found
    }

    fn expect(&mut self, text: &str) -> Parsed<()> {
        if self.take(text) { Ok(()) } else { Err(Failure::Syntax) }
    }

    /// Parses alternatives; also returns the names of their groups, of which alternatives may share some.
    fn disjunction(&mut self) -> Parsed<(Node, HashSet<String>)> {
        if self.depth == MAX_DEPTH {
            return Err(Failure::Unknown);
        }
        self.depth += 1;
        let (mut alternatives, mut names) = (Vec::new(), HashSet::new());
        loop {
            let (node, own) = self.alternative()?;
            alternatives.push(node);
            self.fuel.take(own.len())?;
            names.extend(own);
            if !self.take("|") {
                break;
            }
        }
        self.depth -= 1;
        Ok((Node::Alternatives(alternatives), names))
    }

    fn alternative(&mut self) -> Parsed<(Node, HashSet<String>)> {
        let (mut terms, mut names) = (Vec::new(), HashSet::new());
        while self.peek().is_some_and(|next| !matches!(next, '|' | ')')) {
            let groups = self.groups;
            let (node, own) = self.atom()?;
            self.fuel.take(own.len())?;
            for name in own {
                if !names.insert(name) {
                    return Err(Failure::Syntax);
                }
            }
            let is_assertion = matches!(node, Node::Look { .. } | Node::Assert(_));
            let groups = groups..self.groups;
            terms.push(if is_assertion { node } else { self.quantified(node, groups)? });
        }
        Ok((Node::Concat(terms), names))
    }

    /// Parses the quantifier of `node`, if it has one.
    fn quantified(&mut self, node: Node, groups: Range<usize>) -> Parsed<Node> {
        let (min, max) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.at += 1;
                let min = self.number()?;
                let max = match self.take(",") {
                    false => Some(min),
                    true if self.looks_at("}") => None,
                    true => Some(self.number()?),
                };
                if !self.looks_at("}") || max.is_some_and(|max| max < min) {
                    return Err(Failure::Syntax);
                }
                // An endless repetition stays one; both are larger than any value.
                (min, max.filter(|max| *max < u32::MAX))
            }
            _ => return Ok(node),
        };
        self.at += 1;
        let lazy = self.take("?");
        Ok(Node::Repeat { node: node.into(), min, max, lazy, groups })
    }

    /// Parses decimal digits; too large a number is [`u32::MAX`].
    fn number(&mut self) -> Parsed<u32> {
        let mut number = None;
        while let Some(digit) = self.peek().and_then(|next| next.to_digit(10)) {
            let value = number.unwrap_or(0_u32);
            number = Some(value.saturating_mul(10).saturating_add(digit));
            self.at += 1;
        }
        number.ok_or(Failure::Syntax)
    }

    fn atom(&mut self) -> Parsed<(Node, HashSet<String>)> {
        let plain = |node| Ok((node, HashSet::new()));
        match self.next()? {
            '^' => plain(Node::Assert(Assertion::Start { multiline: self.flags.multiline })),
            '$' => plain(Node::Assert(Assertion::End { multiline: self.flags.multiline })),
            '.' if self.flags.dot_all => plain(Node::Chars(set::of_ranges([(0, 0x10_FFFF)]))),
            '.' => {
                let mut lines = set::of_ranges([(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)]);
                lines.negate();
                plain(Node::Chars(lines))
            }
            '(' => self.group(),
            '[' => plain(self.class()?),
            '\\' => plain(self.escape()?),
            '*' | '+' | '?' | ')' | ']' | '{' | '}' | '|' => Err(Failure::Syntax),
            character => plain(self.character(u32::from(character))?),
        }
    }

    /// Returns a node that matches one code point.
    fn character(&mut self, code: u32) -> Parsed<Node> {
        let mut chars = set::of_ranges([(code, code)]);
        self.fold(&mut chars)?;
        Ok(Node::Chars(chars))
    }

    /// Adds the characters that differ from a member in case only, if the flags say so.
    fn fold(&mut self, chars: &mut ClassUnicode) -> Parsed<()> {
        if self.flags.ignore_case {
            // Each character is looked up.
            let size: usize =
                chars.iter().map(|it| it.end() as usize - it.start() as usize + 1).sum();
            self.fuel.take(10 * size)?;
            set::fold(chars);
        }
        Ok(())
    }

    /// Parses a group after its `(`.
    fn group(&mut self) -> Parsed<(Node, HashSet<String>)> {
        for (start, ahead, negative) in
            [("?=", true, false), ("?!", true, true), ("?<=", false, false), ("?<!", false, true)]
        {
            if self.take(start) {
                let (node, names) = self.disjunction()?;
                self.expect(")")?;
                return Ok((Node::Look { node: node.into(), ahead, negative }, names));
            }
        }
        if self.take("?<") {
            let name = self.group_name()?;
            let number = self.capture();
            self.names.entry(name.clone()).or_default().push(number);
            let (node, mut names) = self.disjunction()?;
            self.expect(")")?;
            if !names.insert(name) {
                return Err(Failure::Syntax);
            }
            return Ok((Node::Capture(number, node.into()), names));
        }
        if self.take("?") {
            let outer = self.flags;
            self.modifiers()?;
            let inside = self.disjunction()?;
            self.expect(")")?;
            self.flags = outer;
            return Ok(inside);
        }
        let number = self.capture();
        let (node, names) = self.disjunction()?;
        self.expect(")")?;
        Ok((Node::Capture(number, node.into()), names))
    }

    fn capture(&mut self) -> usize {
        self.groups += 1;
        self.groups - 1
    }

    /// Parses the flags of a group after `(?`, and its colon.
    fn modifiers(&mut self) -> Parsed<()> {
        let (mut seen, mut on) = (String::new(), true);
        let mut has_hyphen = false;
        loop {
            let next = self.next()?;
            match next {
                ':' if has_hyphen && seen.is_empty() => return Err(Failure::Syntax),
                ':' => return Ok(()),
                '-' if !has_hyphen => (on, has_hyphen) = (false, true),
                'i' | 'm' | 's' if !seen.contains(next) => {
                    seen.push(next);
                    match next {
                        'i' => self.flags.ignore_case = on,
                        'm' => self.flags.multiline = on,
                        _ => self.flags.dot_all = on,
                    }
                }
                _ => return Err(Failure::Syntax),
            }
        }
    }

    /// Parses the name of a group after `<`, and the `>`.
    fn group_name(&mut self) -> Parsed<String> {
        let mut name = String::new();
        loop {
            let character = match self.next()? {
                '>' if name.is_empty() => return Err(Failure::Syntax),
                '>' => return Ok(name),
                '\\' => {
                    self.expect("u")?;
                    char::from_u32(self.unicode_escape()?).ok_or(Failure::Syntax)?
                }
                character => character,
            };
            let property = if name.is_empty() { "ID_Start" } else { "ID_Continue" };
            let is_other = |character: char| match character {
                '\u{200C}' | '\u{200D}' => !name.is_empty(),
                _ => false,
            };
            let is_identifier = match character {
                '$' | '_' => true,
                _ if character.is_ascii() => {
                    character.is_ascii_alphabetic()
                        || character.is_ascii_digit() && !name.is_empty()
                }
                _ if is_other(character) => true,
                _ => {
                    let property = self.property(property)?;
                    let property::Property::Chars(chars) = property else {
                        return Err(Failure::Unknown);
                    };
                    chars.iter().any(|it| (it.start()..=it.end()).contains(&character))
                }
            };
            if !is_identifier {
                return Err(Failure::Syntax);
            }
            name.push(character);
        }
    }

    /// Returns the property that `\p{name}` names.
    fn property(&mut self, name: &str) -> Parsed<property::Property> {
        /// Cost of loading a table.
        const LOAD: usize = 20_000;
        if let Some(chars) = self.properties.get(name) {
            self.fuel.take(chars.ranges().len())?;
            return Ok(property::Property::Chars(chars.clone()));
        }
        self.fuel.take(LOAD)?;
        let found = property::find(name)?;
        if let property::Property::Chars(chars) = &found {
            self.properties.insert(name.to_owned(), chars.clone());
        }
        Ok(found)
    }

    /// Parses an escape outside of classes, after the backslash.
    fn escape(&mut self) -> Parsed<Node> {
        let fold = self.flags.ignore_case;
        match self.peek().ok_or(Failure::Syntax)? {
            letter @ ('b' | 'B') => {
                self.at += 1;
                let negative = letter == 'B';
                Ok(Node::Assert(Assertion::WordBoundary { negative, fold }))
            }
            'k' => {
                self.at += 1;
                self.expect("<")?;
                let name = self.group_name()?;
                self.named_references.insert(name.clone());
                Ok(Node::Backreference { to: Reference::Name(name), fold })
            }
            '1'..='9' => {
                let number = self.number()? as usize;
                self.max_reference = self.max_reference.max(number);
                Ok(Node::Backreference { to: Reference::Number(number), fold })
            }
            'd' | 'D' | 's' | 'S' | 'w' | 'W' | 'p' | 'P' => {
                Ok(Node::Chars(self.class_escape()?.chars))
            }
            _ => {
                let code = self.character_escape()?;
                self.character(code)
            }
        }
    }

    /// Parses an [escape](https://tc39.es/ecma262/#prod-CharacterEscape) of one code point, after the backslash.
    fn character_escape(&mut self) -> Parsed<u32> {
        let code = match self.next()? {
            'f' => 0x0C,
            'n' => 0x0A,
            'r' => 0x0D,
            't' => 0x09,
            'v' => 0x0B,
            'c' => match self.next()? {
                letter if letter.is_ascii_alphabetic() => u32::from(letter) % 32,
                _ => return Err(Failure::Syntax),
            },
            '0' if !self.peek().is_some_and(|next| next.is_ascii_digit()) => 0,
            'x' => self.hex(2)?,
            'u' => self.unicode_escape()?,
            other if "^$\\.*+?()[]{}|/".contains(other) => u32::from(other),
            _ => return Err(Failure::Syntax),
        };
        Ok(code)
    }

    /// Parses the digits of a `\u` escape, or a pair of such escapes for surrogates.
    fn unicode_escape(&mut self) -> Parsed<u32> {
        if self.take("{") {
            let (mut code, mut is_empty) = (0_u32, true);
            while !self.take("}") {
                let digit = self.next()?.to_digit(16).ok_or(Failure::Syntax)?;
                code = code.saturating_mul(16).saturating_add(digit);
                is_empty = false;
            }
            return if is_empty || code > 0x10_FFFF { Err(Failure::Syntax) } else { Ok(code) };
        }
        let lead = self.hex(4)?;
        let after_lead = self.at;
        if (0xD800..0xDC00).contains(&lead)
            && self.take("\\u")
            && let Ok(trail @ 0xDC00..0xE000) = self.hex(4)
        {
            return Ok(0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00));
        }
        self.at = after_lead;
        Ok(lead)
    }

    fn hex(&mut self, digits: usize) -> Parsed<u32> {
        let mut code = 0;
        for _ in 0..digits {
            code = code * 16 + self.next()?.to_digit(16).ok_or(Failure::Syntax)?;
        }
        Ok(code)
    }
}
