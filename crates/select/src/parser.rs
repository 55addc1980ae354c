//! The [grammar of selectors](https://drafts.csswg.org/selectors/#grammar): from tokens to [`syntax`](crate::syntax).

use std::borrow::Cow;

use sapwood_names::Namespaces;

use crate::{
    error::{Fault, Located},
    pseudo::PseudoClass,
    serialize::write_identifier,
    syntax::{
        Attribute, CaseFlag, Combinator, Complex, List, Nth, NthNotation, Operator, Prefix, Simple,
    },
    token::{Lexeme, Number, Token, tokenize},
};

type Parsed<T> = Result<T, Located>;

/// A parser of selectors. It recurses for each block; [`tokenize`] limits their depth.
struct Parser<'a> {
    text: &'a str,
    lexemes: Vec<Lexeme<'a>>,
    /// The index of the next token.
    at: usize,
    /// The index at which the current block ends.
    end: usize,
    namespaces: &'a Namespaces,
    /// Whether the selector defines a pseudo-class and may use internal ones.
    own: bool,
    /// Whether the current list is an argument, where compound selectors have no default namespace.
    is_argument: bool,
    /// Whether the current list is an argument of `:has()`, or nested in one.
    in_has: bool,
}

/// Parses a selector list; `own` allows internal pseudo-classes.
pub(crate) fn parse(text: &str, namespaces: &Namespaces, own: bool) -> Parsed<List> {
    let lexemes = tokenize(text)?;
    let end = lexemes.len();
    let mut parser =
        Parser { text, lexemes, at: 0, end, namespaces, own, is_argument: false, in_has: false };
    parser.list(false, false)
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&Token<'a>> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Option<&Token<'a>> {
        let index = self.at + ahead;
        (index < self.end).then(|| &self.lexemes[index].token)
    }

    fn offset(&self) -> usize {
        self.lexemes.get(self.at).map_or(self.text.len(), |lexeme| lexeme.start)
    }

    /// A fault at the next token.
    fn fault<T>(&self, fault: Fault) -> Parsed<T> {
        Err(Located { fault, offset: self.offset() })
    }

    fn skip_whitespace(&mut self) {
        self.at += usize::from(self.peek() == Some(&Token::Whitespace));
        // A comment between them separates two tokens.
        while self.peek() == Some(&Token::Whitespace) {
            self.at += 1;
        }
    }

    fn take_delimiter(&mut self, delimiter: char) -> bool {
        let is_next = self.peek() == Some(&Token::Delim(delimiter));
        self.at += usize::from(is_next);
        is_next
    }

    fn take_comma(&mut self) -> bool {
        self.skip_whitespace();
        let is_next = self.peek() == Some(&Token::Comma);
        self.at += usize::from(is_next);
        is_next
    }

    fn take_ident(&mut self) -> Option<Cow<'a, str>> {
        let Some(Token::Ident(name)) = self.peek() else { return None };
        let name = name.clone();
        self.at += 1;
        Some(name)
    }

    fn take_ident_or_string(&mut self) -> Option<Cow<'a, str>> {
        let Some(Token::Ident(text) | Token::String(text)) = self.peek() else { return None };
        let text = text.clone();
        self.at += 1;
        Some(text)
    }

    /// Parses the block that the next token opens; `content` must consume all of it.
    fn block<T>(&mut self, content: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let is_bracket = self.lexemes[self.at].token == Token::Open(b'[');
        let close = self.lexemes[self.at].close;
        let outer = std::mem::replace(&mut self.end, close);
        self.at += 1;
        let result = content(self)?;
        self.skip_whitespace();
        if self.at < self.end {
            return self.fault(if is_bracket { Fault::Bracket } else { Fault::Parenthesis });
        }
        self.end = outer;
        self.at = (close + 1).min(outer);
        Ok(result)
    }

    /// Parses a list of selectors up to the end of the block. A forgiving list keeps invalid ones as text; those of a
    /// relative list may begin with a combinator.
    fn list(&mut self, is_forgiving: bool, is_relative: bool) -> Parsed<List> {
        let mut list = List::new();
        let end = self.end;
        loop {
            let start = self.at;
            let selector = self.complex(is_relative).and_then(|selector| {
                let is_over = matches!(self.peek(), None | Some(Token::Comma));
                if is_over { Ok(selector) } else { self.fault(self.fault_after_selector()) }
            });
            list.push(match selector {
                Ok(selector) => selector,
                Err(_) if is_forgiving => {
                    (self.at, self.end) = (start, end);
                    self.invalid()
                }
                Err(fault) => return Err(fault),
            });
            if !self.take_comma() {
                return Ok(list);
            }
        }
    }

    /// The fault of the next token, which can't be after a selector.
    fn fault_after_selector(&self) -> Fault {
        match self.peek() {
            Some(Token::Ident(_) | Token::Delim('*' | '|')) => Fault::LateElementName,
            Some(Token::Delim('#')) => Fault::IdName,
            _ if self.is_argument => Fault::ArgumentEnd,
            _ => Fault::SelectorEnd,
        }
    }

    /// Parses an argument: a list in which other rules hold.
    fn argument(&mut self, is_forgiving: bool, is_relative: bool) -> Parsed<List> {
        let outer = (self.is_argument, self.in_has);
        self.is_argument = true;
        self.in_has |= is_relative;
        let list = self.list(is_forgiving, is_relative);
        (self.is_argument, self.in_has) = outer;
        list
    }

    /// Skips to the next comma of the block.
    fn invalid(&mut self) -> Complex {
        let (start, first) = (self.offset(), self.at);
        while let Some(token) = self.peek() {
            match token {
                Token::Comma => break,
                Token::Function(_) | Token::Open(_) => {
                    self.at = (self.lexemes[self.at].close + 1).min(self.end);
                }
                _ => self.at += 1,
            }
        }
        // At the end of the text, a string, comment or block may be open, which would take in what is written after it.
        let is_open = self.at >= self.lexemes.len();
        let text = if is_open { "" } else { self.text[start..self.offset()].trim_ascii() };
        let mut text = text.to_owned();
        // Without the line feed that ends it, a string would go on, and a backslash would escape what is written after it.
        let mut read = self.lexemes[first..self.at].iter().rev();
        let last = read.find(|lexeme| lexeme.token != Token::Whitespace);
        let goes_on = last.is_some_and(|last| {
            last.token == Token::Delim('\\')
                || last.token == Token::Bad && self.text[last.start..].starts_with(['"', '\''])
        });
        if goes_on && !text.is_empty() {
            text.push('\n');
        }
        Complex {
            is_relative: false,
            compounds: vec![(Combinator::Descendant, vec![Simple::Invalid(text.into())])],
        }
    }

    /// [`<complex-selector>`](https://drafts.csswg.org/selectors/#typedef-complex-selector)
    fn complex(&mut self, is_relative: bool) -> Parsed<Complex> {
        let mut compounds = Vec::new();
        self.skip_whitespace();
        let mut combinator = if is_relative { self.combinator() } else { None };
        loop {
            self.skip_whitespace();
            let compound = self.compound()?;
            if compound.is_empty() {
                return self.fault(Fault::Compound);
            }
            compounds.push((combinator.unwrap_or(Combinator::Descendant), compound));
            combinator = self.combinator();
            if combinator.is_none() {
                return Ok(Complex { is_relative, compounds });
            }
        }
    }

    /// A combinator, and the white space before it; white space at the end of a selector is skipped.
    fn combinator(&mut self) -> Option<Combinator> {
        let start = self.at;
        self.skip_whitespace();
        let combinator = match self.peek() {
            None | Some(Token::Comma) => return None,
            Some(Token::Delim('>')) => Combinator::Child,
            Some(Token::Delim('+')) => Combinator::NextSibling,
            Some(Token::Delim('~')) => Combinator::LaterSibling,
            Some(_) if self.at > start => return Some(Combinator::Descendant),
            Some(_) => return None,
        };
        self.at += 1;
        Some(combinator)
    }

    /// [`<compound-selector>`](https://drafts.csswg.org/selectors/#typedef-compound-selector), or nothing.
    fn compound(&mut self) -> Parsed<Vec<Simple>> {
        let mut simples = Vec::new();
        self.type_selector(&mut simples)?;
        while let Some(simple) = self.simple()? {
            // The host of a shadow tree matches whatever the default namespace is.
            let is_host = matches!(&simple, Simple::PseudoClass(class) if class.is_host());
            if simples.is_empty()
                && !self.is_argument
                && !is_host
                && let Some(url) = self.namespaces.default_url()
            {
                simples.push(Simple::DefaultNamespace(url.into()));
            }
            simples.push(simple);
        }
        Ok(simples)
    }

    /// [`<type-selector>`](https://drafts.csswg.org/selectors/#typedef-type-selector), or nothing.
    fn type_selector(&mut self, simples: &mut Vec<Simple>) -> Parsed<()> {
        let default = self.namespaces.default_url();
        let has_bar = self.peek_at(1) == Some(&Token::Delim('|'));
        match self.peek() {
            Some(Token::Ident(_)) if has_bar => {
                let Prefix::Declared(prefix, url) = self.declared_prefix()? else { return Ok(()) };
                simples.push(if default == Some(&*url) {
                    Simple::DefaultNamespace(url)
                } else {
                    Simple::Namespace(prefix, url)
                });
            }
            Some(Token::Delim('*')) if has_bar => {
                self.at += 2;
                simples.extend(default.map(|_| Simple::AnyNamespace));
            }
            Some(Token::Delim('|')) => {
                self.at += 1;
                simples.push(Simple::NoNamespace);
            }
            Some(Token::Ident(_) | Token::Delim('*')) => {
                simples.extend(default.map(|url| Simple::DefaultNamespace(url.into())));
            }
            _ => return Ok(()),
        }
        simples.push(if self.take_delimiter('*') {
            Simple::Universal
        } else {
            match self.take_ident() {
                Some(name) => Simple::Type(name.into()),
                None => return self.fault(Fault::ElementName),
            }
        });
        Ok(())
    }

    /// A prefix that is declared, and its `|`.
    fn declared_prefix(&mut self) -> Parsed<Prefix> {
        let offset = self.offset();
        let name = self.take_ident().unwrap_or_default();
        let Some(url) = self.namespaces.url(&name) else {
            return Err(Located { fault: Fault::Namespace(name.into_owned()), offset });
        };
        self.at += 1;
        Ok(Prefix::Declared(name.into(), url.into()))
    }

    /// [`<subclass-selector>`](https://drafts.csswg.org/selectors/#typedef-subclass-selector), or nothing.
    fn simple(&mut self) -> Parsed<Option<Simple>> {
        Ok(Some(match self.peek() {
            Some(Token::Hash(id)) => {
                let id = Simple::Id((&**id).into());
                self.at += 1;
                id
            }
            Some(Token::Delim('&')) => {
                self.at += 1;
                Simple::Parent
            }
            Some(Token::Delim('.')) => {
                self.at += 1;
                match self.take_ident() {
                    Some(class) => Simple::Class(class.into()),
                    None => return self.fault(Fault::ClassName),
                }
            }
            Some(Token::Open(b'[')) => Simple::Attribute(Box::new(self.block(Self::attribute)?)),
            Some(Token::Colon) => {
                self.at += 1;
                self.pseudo()?
            }
            _ => return Ok(None),
        }))
    }

    /// [`<attribute-selector>`](https://drafts.csswg.org/selectors/#typedef-attribute-selector), in its brackets.
    fn attribute(&mut self) -> Parsed<Attribute> {
        self.skip_whitespace();
        let has_bar = self.peek_at(1) == Some(&Token::Delim('|'));
        let prefix = match self.peek() {
            Some(Token::Ident(_)) if has_bar => self.declared_prefix()?,
            Some(Token::Delim('*')) => {
                self.at += 1;
                if !self.take_delimiter('|') {
                    return self.fault(Fault::BarAndName);
                }
                Prefix::Any
            }
            Some(Token::Delim('|')) => {
                self.at += 1;
                Prefix::None
            }
            _ => Prefix::None,
        };
        let Some(name) = self.take_ident() else { return self.fault(Fault::AttributeName) };
        let name = name.into();
        self.skip_whitespace();
        let operator = match self.peek() {
            None => return Ok(Attribute { prefix, name, value: None }),
            Some(Token::Delim('=')) => Operator::Equal,
            Some(Token::Match(operator)) => *operator,
            Some(_) => return self.fault(Fault::AttributeOperator),
        };
        self.at += 1;
        self.skip_whitespace();
        let Some(value) = self.take_ident_or_string() else {
            return self.fault(Fault::AttributeValue);
        };
        self.skip_whitespace();
        let flag = match self.peek() {
            Some(Token::Ident(flag)) if flag.eq_ignore_ascii_case("i") => CaseFlag::Insensitive,
            Some(Token::Ident(flag)) if flag.eq_ignore_ascii_case("s") => CaseFlag::Sensitive,
            Some(_) => return self.fault(Fault::AttributeFlag),
            None => CaseFlag::None,
        };
        self.at += usize::from(flag != CaseFlag::None);
        Ok(Attribute { prefix, name, value: Some((operator, value.into(), flag)) })
    }

    /// A pseudo-class, after its colon.
    fn pseudo(&mut self) -> Parsed<Simple> {
        const OF_ONE_COLON: [&str; 4] = ["before", "after", "first-line", "first-letter"];
        let has_two_colons = self.peek() == Some(&Token::Colon);
        self.at += usize::from(has_two_colons);
        let offset = self.offset();
        let (name, is_function) = match self.peek() {
            Some(Token::Ident(name)) => (name.clone(), false),
            Some(Token::Function(name)) => (name.clone(), true),
            _ => return self.fault(Fault::PseudoName),
        };
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let parentheses = if is_function { "()" } else { "" };
        let located = |fault: fn(String) -> Fault| Located {
            fault: fault(format!("{name}{parentheses}")),
            offset,
        };
        if has_two_colons || OF_ONE_COLON.into_iter().any(is) {
            return Err(located(Fault::PseudoElement));
        }
        if is_function {
            let class = self.block(|parser| parser.function(&name, offset))?;
            return class.ok_or_else(|| located(Fault::PseudoClass));
        }
        self.at += 1;
        structural(&name)
            .or_else(|| PseudoClass::named(&name, self.own).map(Simple::PseudoClass))
            .ok_or_else(|| located(Fault::PseudoClass))
    }

    /// The functional pseudo-class `name`, in its parentheses; `None` if it isn't supported.
    fn function(&mut self, name: &str, offset: usize) -> Parsed<Option<Simple>> {
        Ok(Some(match &*name.to_ascii_lowercase() {
            "is" => Simple::Is(self.argument(true, false)?),
            "where" => Simple::Where(self.argument(true, false)?),
            "not" => Simple::Not(self.argument(false, false)?),
            "has" if self.in_has => return Err(Located { fault: Fault::NestedHas, offset }),
            "has" => Simple::Has(self.argument(false, true)?),
            "nth-child" => self.nth(NthNotation::Child)?,
            "nth-last-child" => self.nth(NthNotation::LastChild)?,
            "nth-of-type" => self.nth(NthNotation::OfType)?,
            "nth-last-of-type" => self.nth(NthNotation::LastOfType)?,
            name => match self.pseudo_class(name)? {
                Some(class) => Simple::PseudoClass(class),
                // Its arguments are of no interest: the name is the fault.
                None => {
                    self.at = self.end;
                    return Ok(None);
                }
            },
        }))
    }

    /// Parses the argument of the functional pseudo-class `name`, in lower case; `None` if it isn't supported.
    fn pseudo_class(&mut self, name: &str) -> Parsed<Option<PseudoClass>> {
        self.skip_whitespace();
        Ok(Some(match name {
            "lang" => {
                let mut ranges = Vec::new();
                loop {
                    self.skip_whitespace();
                    // An unquoted `*-CH` is a delimiter and an identifier; the standard requires a string or `\*-CH`.
                    match self.take_ident_or_string() {
                        Some(range) => ranges.push(range.into()),
                        None => return self.fault(Fault::Language),
                    }
                    if !self.take_comma() {
                        break;
                    }
                }
                PseudoClass::Lang(ranges.into())
            }
            "dir" => match self.take_ident() {
                Some(direction) => PseudoClass::Dir(direction.to_ascii_lowercase().into()),
                None => return self.fault(Fault::Direction),
            },
            "state" => match self.take_ident() {
                Some(state) => {
                    let mut argument = String::new();
                    let _ = write_identifier(&state, &mut argument);
                    PseudoClass::DynamicFunction("state", argument.into())
                }
                None => return self.fault(Fault::StateName),
            },
            "host" => PseudoClass::DynamicFunction("host", self.compound_argument()?),
            "host-context" => {
                PseudoClass::DynamicFunction("host-context", self.compound_argument()?)
            }
            _ => return Ok(None),
        }))
    }

    /// A [compound selector](https://drafts.csswg.org/selectors/#compound) as the only argument, serialized.
    fn compound_argument(&mut self) -> Parsed<Box<str>> {
        self.skip_whitespace();
        let was_argument = std::mem::replace(&mut self.is_argument, true);
        let compound = self.compound()?;
        self.is_argument = was_argument;
        if compound.is_empty() {
            return self.fault(Fault::Compound);
        }
        if self.combinator().is_some() {
            return self.fault(Fault::Combinator);
        }
        let compounds = vec![(Combinator::Descendant, compound)];
        Ok(Complex { is_relative: false, compounds }.to_string().into())
    }

    /// The argument of `:nth-child()` and its relatives.
    fn nth(&mut self, notation: NthNotation) -> Parsed<Simple> {
        self.skip_whitespace();
        let (a, b) = self.a_n_plus_b()?;
        self.skip_whitespace();
        let nth = notation.with(a, b);
        let is_of = matches!(self.peek(), Some(Token::Ident(of)) if of.eq_ignore_ascii_case("of"));
        if self.peek().is_some() && !nth.of_type && !is_of {
            return self.fault(Fault::NthEnd);
        }
        if nth.of_type || !is_of {
            return Ok(Simple::Nth(nth, notation));
        }
        self.at += 1;
        Ok(Simple::NthOf(nth, notation, self.argument(false, false)?))
    }

    /// [`<an+b>`](https://drafts.csswg.org/css-syntax/#the-anb-type)
    fn a_n_plus_b(&mut self) -> Parsed<(i32, i32)> {
        let has_plus = self.peek() == Some(&Token::Delim('+'))
            && matches!(self.peek_at(1), Some(Token::Ident(name)) if !name.starts_with('-'));
        let token = self.peek_at(usize::from(has_plus)).cloned();
        let (a, unit) = match &token {
            Some(Token::Number(Number { integer: Some(b), .. })) => {
                self.at += 1;
                return Ok((0, *b));
            }
            Some(Token::Dimension(Number { integer: Some(a), .. }, unit)) => (*a, &**unit),
            Some(Token::Ident(name)) if !has_plus && name.eq_ignore_ascii_case("even") => {
                self.at += 1;
                return Ok((2, 0));
            }
            Some(Token::Ident(name)) if !has_plus && name.eq_ignore_ascii_case("odd") => {
                self.at += 1;
                return Ok((2, 1));
            }
            Some(Token::Ident(name)) => match name.strip_prefix('-') {
                Some(unit) => (-1, unit),
                None => (1, &**name),
            },
            _ => return self.fault(Fault::Nth),
        };
        let Some(rest) = unit.strip_prefix(['n', 'N']) else { return self.fault(Fault::Nth) };
        // `n-1` is a name, and so is `n-`, to which an integer belongs.
        let digits = rest.strip_prefix('-');
        let b = match digits {
            None if rest.is_empty() => None,
            Some("") => None,
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some(digits.parse().map_or(i32::MIN, |b: i32| -b))
            }
            _ => return self.fault(Fault::Nth),
        };
        self.at += 1 + usize::from(has_plus);
        let b = match b {
            Some(b) => b,
            None => self.b(digits.is_some())?,
        };
        Ok((a, b))
    }

    /// The integer after `n`, or after `n-`.
    fn b(&mut self, is_negative: bool) -> Parsed<i32> {
        let start = self.at;
        self.skip_whitespace();
        let is_minus = self.peek() == Some(&Token::Delim('-'));
        let is_plus = self.peek() == Some(&Token::Delim('+'));
        let has_sign = is_negative || is_minus || is_plus;
        if !is_negative && has_sign {
            self.at += 1;
            self.skip_whitespace();
        }
        match self.peek() {
            Some(&Token::Number(Number { has_sign: is_signed, integer: Some(b) })) => {
                if is_signed == has_sign {
                    return self.fault(if has_sign {
                        Fault::SignedNumber
                    } else {
                        Fault::UnsignedNumber
                    });
                }
                self.at += 1;
                Ok(if is_negative || is_minus { b.saturating_neg() } else { b })
            }
            _ if is_plus => self.fault(Fault::NumberAfterPlus),
            _ if has_sign => self.fault(Fault::NumberAfterMinus),
            _ => {
                self.at = start;
                Ok(0)
            }
        }
    }
}

/// The [structural pseudo-class](https://drafts.csswg.org/selectors/#structural-pseudos) `name`.
fn structural(name: &str) -> Option<Simple> {
    let first = |of_type, from_end, only| {
        let nth = Nth { a: 0, b: 1, of_type, from_end, only };
        Some(Simple::Nth(nth, NthNotation::Keyword))
    };
    match &*name.to_ascii_lowercase() {
        "root" => Some(Simple::Root),
        "empty" => Some(Simple::Empty),
        "scope" => Some(Simple::Scope),
        "first-child" => first(false, false, false),
        "last-child" => first(false, true, false),
        "only-child" => first(false, false, true),
        "first-of-type" => first(true, false, false),
        "last-of-type" => first(true, true, false),
        "only-of-type" => first(true, false, true),
        _ => None,
    }
}
