//! [Character classes](https://tc39.es/ecma262/#prod-CharacterClass) with set notation.

use std::collections::BTreeSet;

use regex_syntax::hir::ClassUnicode;

use super::{Failure, MAX_DEPTH, Node, Parsed, Parser};
use crate::pattern::{
    property::Property,
    set::{self, ClassSet},
};

/// Characters that have a meaning in a class when they are doubled.
const DOUBLED: &str = "&!#$%*+,.:;<=>?@^`~";

impl Parser<'_> {
    /// Parses a class after its `[`.
    pub(super) fn class(&mut self) -> Parsed<Node> {
        let class = self.class_set()?;
        let chars = Node::Chars(class.chars);
        if class.strings.is_empty() {
            return Ok(chars);
        }
        // The longest string is tried first, and a string of length one is a character.
        let mut strings: Vec<_> = class.strings.into_iter().collect();
        strings.sort_by_key(|string| std::cmp::Reverse(string.len()));
        let has_empty = strings.last().is_some_and(Vec::is_empty);
        let node = |string: Vec<char>| {
            let nodes = string.into_iter().map(|it| self.character(u32::from(it)));
            nodes.collect::<Parsed<Vec<_>>>().map(Node::Concat)
        };
        let mut nodes = strings.into_iter().map(node).collect::<Parsed<Vec<_>>>()?;
        nodes.insert(nodes.len() - usize::from(has_empty), chars);
        Ok(Node::Alternatives(nodes))
    }

    /// Parses the contents of a class after its `[`, and its `]`.
    fn class_set(&mut self) -> Parsed<ClassSet> {
        if self.depth == MAX_DEPTH {
            return Err(Failure::Unknown);
        }
        self.depth += 1;
        let negative = self.take("^");
        let mut class = self.contents()?;
        self.expect("]")?;
        self.depth -= 1;
        if negative {
            if class.may_contain_strings {
                return Err(Failure::Syntax);
            }
            self.pay(&class)?;
            class.chars.negate();
        }
        Ok(class)
    }

    /// Charges for an operation on a set.
    fn pay(&mut self, class: &ClassSet) -> Parsed<()> {
        let strings: usize = class.strings.iter().map(|string| 1 + string.len()).sum();
        Ok(self.fuel.take(class.chars.ranges().len() + strings)?)
    }

    fn contents(&mut self) -> Parsed<ClassSet> {
        if self.looks_at("]") {
            return Ok(ClassUnicode::empty().into());
        }
        let first = match self.character_or_operand()? {
            Err(operand) => operand,
            Ok(code) if self.looks_at("-") && !self.looks_at("--") => {
                let range = self.range(code)?;
                return self.union(range);
            }
            Ok(code) => self.of_codes([(code, code)])?,
        };
        match () {
            () if self.looks_at("&&") => self.operation("&&", first),
            () if self.looks_at("--") => self.operation("--", first),
            () => self.union(first),
        }
    }

    /// Parses the rest of a range after its first character.
    fn range(&mut self, first: u32) -> Parsed<ClassSet> {
        self.expect("-")?;
        match self.character_or_operand()? {
            Ok(last) if first <= last => self.of_codes([(first, last)]),
            _ => Err(Failure::Syntax),
        }
    }

    /// Returns a set of ranges of code points, with those that differ in case if the flags say so.
    fn of_codes(&mut self, ranges: impl IntoIterator<Item = (u32, u32)>) -> Parsed<ClassSet> {
        let mut chars = set::of_ranges(ranges);
        self.fold(&mut chars)?;
        Ok(chars.into())
    }

    /// Parses the rest of a [union](https://tc39.es/ecma262/#prod-ClassUnion).
    fn union(&mut self, first: ClassSet) -> Parsed<ClassSet> {
        let mut ranges = first.chars.ranges().to_vec();
        let mut union = first;
        while !self.looks_at("]") {
            let operand = match self.character_or_operand()? {
                Err(operand) => operand,
                Ok(code) if self.looks_at("-") => self.range(code)?,
                Ok(code) => self.of_codes([(code, code)])?,
            };
            if self.looks_at("&&") || self.looks_at("--") {
                return Err(Failure::Syntax);
            }
            self.pay(&operand)?;
            ranges.extend(operand.chars.ranges());
            union.strings.extend(operand.strings);
            union.may_contain_strings |= operand.may_contain_strings;
        }
        union.chars = ClassUnicode::new(ranges);
        Ok(union)
    }

    /// Parses the rest of an intersection or a subtraction.
    fn operation(&mut self, operator: &str, first: ClassSet) -> Parsed<ClassSet> {
        let mut result = first;
        while self.take(operator) {
            // `&&&` is reserved.
            if operator == "&&" && self.looks_at("&") {
                return Err(Failure::Syntax);
            }
            let operand = match self.character_or_operand()? {
                Err(operand) => operand,
                Ok(code) => self.of_codes([(code, code)])?,
            };
            self.pay(&result)?;
            self.pay(&operand)?;
            if operator == "&&" {
                result.chars.intersect(&operand.chars);
                result.strings.retain(|string| operand.strings.contains(string));
                result.may_contain_strings &= operand.may_contain_strings;
            } else {
                result.chars.difference(&operand.chars);
                result.strings.retain(|string| !operand.strings.contains(string));
            }
        }
        if self.looks_at("]") { Ok(result) } else { Err(Failure::Syntax) }
    }

    /// Parses a single character, or an operand that is a set.
    fn character_or_operand(&mut self) -> Parsed<Result<u32, ClassSet>> {
        let character = self.next()?;
        match character {
            '[' => Ok(Err(self.class_set()?)),
            '\\' => match self.peek().ok_or(Failure::Syntax)? {
                'd' | 'D' | 's' | 'S' | 'w' | 'W' | 'p' | 'P' => Ok(Err(self.class_escape()?)),
                'q' => {
                    self.at += 1;
                    self.expect("{")?;
                    Ok(Err(self.strings()?))
                }
                'b' => {
                    self.at += 1;
                    Ok(Ok(0x08))
                }
                punctuator if "&-!#%,:;<=>@`~".contains(punctuator) => {
                    self.at += 1;
                    Ok(Ok(u32::from(punctuator)))
                }
                _ => Ok(Ok(self.character_escape()?)),
            },
            '(' | ')' | ']' | '{' | '}' | '/' | '-' | '|' => Err(Failure::Syntax),
            _ if DOUBLED.contains(character) && self.peek() == Some(character) => {
                Err(Failure::Syntax)
            }
            _ => Ok(Ok(u32::from(character))),
        }
    }

    /// Parses the alternatives of `\q{…}` after the brace.
    fn strings(&mut self) -> Parsed<ClassSet> {
        let (mut codes, mut strings) = (Vec::new(), BTreeSet::new());
        let mut may_contain_strings = false;
        loop {
            let (mut string, mut has_surrogate) = (Vec::new(), false);
            while !self.looks_at("|") && !self.looks_at("}") {
                let Ok(code) = self.character_or_operand()? else { return Err(Failure::Syntax) };
                match char::from_u32(code) {
                    Some(it) if self.flags.ignore_case => string.push(set::canonical(it)),
                    Some(it) => string.push(it),
                    None => has_surrogate = true,
                }
            }
            let is_char = string.len() + usize::from(has_surrogate) == 1;
            may_contain_strings |= !is_char;
            // No value contains a surrogate.
            match string[..] {
                _ if has_surrogate => {}
                [character] => codes.push((u32::from(character), u32::from(character))),
                _ => drop(strings.insert(string)),
            }
            if self.next()? == '}' {
                break;
            }
        }
        Ok(ClassSet { strings, may_contain_strings, ..self.of_codes(codes)? })
    }

    /// Parses an [escape](https://tc39.es/ecma262/#prod-CharacterClassEscape) of many characters, after the backslash.
    pub(super) fn class_escape(&mut self) -> Parsed<ClassSet> {
        let letter = self.next()?;
        let (lower, negative) = (letter.to_ascii_lowercase(), letter.is_ascii_uppercase());
        let mut chars = if lower == 'p' {
            self.expect("{")?;
            let start = self.at;
            while !self.looks_at("}") {
                self.next()?;
            }
            let name: String = self.text[start..self.at].iter().collect();
            self.at += 1;
            // The longest names are below this.
            if name.len() > 64 {
                return Err(Failure::Syntax);
            }
            match self.property(&name) {
                Ok(Property::Chars(chars)) => chars,
                Ok(Property::Strings) if negative => return Err(Failure::Syntax),
                Ok(Property::Strings) => {
                    self.lacks_data = true;
                    let may_contain_strings = true;
                    return Ok(ClassSet { may_contain_strings, ..ClassUnicode::empty().into() });
                }
                Err(Failure::Unknown) => {
                    self.lacks_data = true;
                    ClassUnicode::empty()
                }
                Err(Failure::Syntax) => return Err(Failure::Syntax),
            }
        } else {
            set::of_escape(lower)
        };
        self.fold(&mut chars)?;
        if negative {
            chars.negate();
        }
        Ok(chars.into())
    }
}
