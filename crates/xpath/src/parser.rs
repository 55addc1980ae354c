//! The parser: from the text of an expression to its compiled form, in one pass.

mod names;
mod path;
mod predicate;

#[cfg(feature = "exslt")]
use crate::expr::MatchCall;
use crate::{
    error::{Result, XPathError, XPathErrorKind as Kind},
    expr::{Comparison, Expr, Function, Operator, Path, Program, Reference, Start, Type},
    options::XPathOptions,
    signature::Signature,
    text::is_space,
};

/// Nesting of parentheses, predicates and arguments.
const MAX_DEPTH: usize = 64;

/// An expression with what is known of it.
pub(crate) struct Parsed {
    pub(crate) expr: Expr,
    pub(crate) facts: Facts,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub(crate) ty: Type,
    /// Whether the value depends on the context node, position or size.
    pub(crate) context: bool,
    /// Whether it calls `position()` for the context that it is evaluated in.
    pub(crate) position: bool,
    /// Whether it calls `last()` likewise, or a function of the environment, which may ask for it.
    pub(crate) size: bool,
}

impl Facts {
    const fn constant(ty: Type) -> Self {
        Self { ty, context: false, position: false, size: false }
    }

    fn of(self, ty: Type) -> Self {
        Self { ty, ..self }
    }

    fn is_constant(self) -> bool {
        !self.context && !self.position && !self.size
    }

    fn and(self, other: Self) -> Self {
        Self {
            ty: self.ty,
            context: self.context || other.context,
            position: self.position || other.position,
            size: self.size || other.size,
        }
    }
}

impl Parsed {
    fn new(expr: Expr, facts: Facts) -> Self {
        Self { expr, facts }
    }
}

pub(crate) fn parse(text: &str, options: &XPathOptions) -> Result<Program> {
    let mut parser =
        Parser { text, at: 0, options, depth: 0, predicates: 0, invariants: 0, memos: 0 };
    let parsed = parser.expression(1)?;
    parser.skip_space();
    if parser.at < text.len() {
        return Err(parser.expected("an operator or the end of the expression"));
    }
    let Parser { invariants, memos, .. } = parser;
    Ok(Program { expr: parsed.expr, invariants, memos })
}

pub(crate) struct Parser<'t> {
    text: &'t str,
    at: usize,
    options: &'t XPathOptions,
    depth: usize,
    /// The number of predicates around the current position.
    predicates: usize,
    invariants: usize,
    memos: usize,
}

/// A binary operator. The levels of precedence are those of the grammar, from `or` to `*`.
#[derive(Clone, Copy)]
enum Binary {
    Or,
    And,
    Compare(Comparison),
    Arithmetic(Operator),
}

impl<'t> Parser<'t> {
    fn error(&self, kind: Kind, offset: usize, message: impl Into<Box<str>>) -> XPathError {
        XPathError::at(kind, self.text, offset, message)
    }

    fn expected(&self, what: &str) -> XPathError {
        self.error(Kind::Syntax, self.at, format!("expected {what}"))
    }

    /// An error where an expression or a step must be; it names the token before it.
    fn expected_expression(&self) -> XPathError {
        const TOKENS: [&str; 19] = [
            "//", "/", "!=", "<=", ">=", "<", ">", "=", "+", "-", "*", "|", "(", "[", ",", " or",
            " and", " div", " mod",
        ];
        let before = self.text[..self.at].trim_end_matches(is_space);
        let what = if self.rest().is_empty() {
            "an expression"
        } else {
            "an expression, such as a path or a number"
        };
        let token = TOKENS.into_iter().find(|token| before.ends_with(token));
        match token.map(str::trim_start) {
            Some(token @ ("/" | "//")) => self.expected(&format!("a step after \"{token}\"")),
            Some(token) => self.expected(&format!("an expression after \"{token}\"")),
            None => self.expected(what),
        }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| is_space(char::from(byte))) {
            self.at += 1;
        }
    }

    /// Takes `token` if it is next, after white space.
    fn take(&mut self, token: &str) -> bool {
        self.skip_space();
        let is_next = self.rest().starts_with(token);
        if is_next {
            self.at += token.len();
        }
        is_next
    }

    fn require(&mut self, token: &str, what: &str) -> Result<()> {
        if self.take(token) { Ok(()) } else { Err(self.expected(what)) }
    }

    /// Parses a part that is nested in another one.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            let message = format!("the expression is nested more than {MAX_DEPTH} levels deep");
            return Err(self.error(Kind::TooDeep, self.at, message));
        }
        self.depth += 1;
        let parsed = parse(self)?;
        self.depth -= 1;
        Ok(parsed)
    }

    /// The operator that is next, with its level and length.
    fn operator(&mut self) -> Option<(Binary, u8, usize)> {
        use Binary::{And, Arithmetic, Compare, Or};
        use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        self.skip_space();
        let rest = &self.text.as_bytes()[self.at..];
        Some(match rest {
            [b'=', ..] => (Compare(Equal), 3, 1),
            [b'!', b'=', ..] => (Compare(NotEqual), 3, 2),
            [b'<', b'=', ..] => (Compare(LessOrEqual), 4, 2),
            [b'<', ..] => (Compare(Less), 4, 1),
            [b'>', b'=', ..] => (Compare(GreaterOrEqual), 4, 2),
            [b'>', ..] => (Compare(Greater), 4, 1),
            [b'+', ..] => (Arithmetic(Operator::Add), 5, 1),
            [b'-', ..] => (Arithmetic(Operator::Subtract), 5, 1),
            [b'*', ..] => (Arithmetic(Operator::Multiply), 6, 1),
            [b'a' | b'd' | b'm' | b'o', ..] => match self.nc_name()? {
                "or" => (Or, 1, 2),
                "and" => (And, 2, 3),
                "div" => (Arithmetic(Operator::Divide), 6, 3),
                "mod" => (Arithmetic(Operator::Modulo), 6, 3),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Parses operators of at least `level`, and their operands.
    fn expression(&mut self, level: u8) -> Result<Parsed> {
        let mut left = self.unary()?;
        while let Some((first, own, _)) = self.operator()
            && own >= level
        {
            let mut rest = Vec::new();
            while let Some((operator, next, length)) = self.operator()
                && next == own
            {
                self.at += length;
                let right = self.expression(own + 1)?;
                rest.push((operator, right));
            }
            left = self.hoist(chain(first, left, rest));
        }
        Ok(left)
    }

    /// Parses a union, with minus signs before it.
    fn unary(&mut self) -> Result<Parsed> {
        let mut signs = 0_usize;
        while self.take("-") {
            signs += 1;
        }
        let operand = self.union()?;
        if signs == 0 {
            return Ok(operand);
        }
        let Parsed { expr, facts } = operand;
        let is_negative = signs % 2 == 1;
        let expr = match expr {
            Expr::Number(number) => Expr::Number(if is_negative { -number } else { number }),
            other => Expr::Negate(Box::new(other), is_negative),
        };
        Ok(self.hoist(Parsed::new(expr, facts.of(Type::Number))))
    }

    fn union(&mut self) -> Result<Parsed> {
        self.skip_space();
        let start = self.at;
        let first = self.path_or_primary()?;
        if !self.take("|") {
            return Ok(first);
        }
        self.require_nodes(&first, start)?;
        let mut facts = first.facts;
        let mut parts = vec![first.expr];
        loop {
            self.skip_space();
            let start = self.at;
            let part = self.path_or_primary()?;
            self.require_nodes(&part, start)?;
            facts = facts.and(part.facts);
            parts.push(part.expr);
            if !self.take("|") {
                break;
            }
        }
        Ok(self.hoist(Parsed::new(Expr::Union(parts.into()), facts.of(Type::NodeSet))))
    }

    fn require_nodes(&self, parsed: &Parsed, offset: usize) -> Result<()> {
        if parsed.facts.ty.may_be_nodes() {
            return Ok(());
        }
        Err(self.wrong_type(Type::NodeSet, parsed.facts.ty, offset))
    }

    fn wrong_type(&self, wanted: Type, found: Type, offset: usize) -> XPathError {
        let (wanted, found) = (wanted.in_words(), found.in_words());
        self.error(Kind::Type, offset, format!("expected {wanted} instead of {found}"))
    }

    /// Parses a location path, or a primary expression with predicates and a path after it.
    fn path_or_primary(&mut self) -> Result<Parsed> {
        self.skip_space();
        let start = self.at;
        let Some(primary) = self.primary()? else {
            let path = self.location_path()?;
            return Ok(self.hoist(path));
        };
        #[cfg(feature = "exslt")]
        if let Expr::Matches(call) = primary.expr {
            return self.after_matches(*call, primary.facts);
        }
        let has_predicates = {
            self.skip_space();
            self.peek() == Some(b'[')
        };
        if has_predicates || self.peek() == Some(b'/') {
            self.require_nodes(&primary, start)?;
            let predicates = self.predicates()?;
            let mut steps = Vec::new();
            if self.peek() == Some(b'/') {
                self.steps_after_slash(&mut steps)?;
            }
            let path = Path { start: Start::Filter(primary.expr, predicates), steps: steps.into() };
            let facts = primary.facts.of(Type::NodeSet);
            return Ok(self.hoist(Parsed::new(Expr::Path(Box::new(path)), facts)));
        }
        Ok(self.hoist(primary))
    }

    /// Parses predicates on the positions of the texts of `re:match`, and `/text()` after them.
    #[cfg(feature = "exslt")]
    fn after_matches(&mut self, mut call: MatchCall, facts: Facts) -> Result<Parsed> {
        let start = self.at;
        let (predicates, dependent) = self.predicates_and_facts()?;
        if dependent {
            let message = "a predicate of re:match() can only depend on the position";
            return Err(self.error(Kind::Type, start, message));
        }
        if self.take("/") {
            for token in ["text", "(", ")"] {
                self.require(token, "\"text()\" after re:match()")?;
            }
        }
        call.predicates = predicates;
        if self.predicates > 0 && facts.is_constant() {
            call.invariant = Some(self.next_invariant());
        }
        Ok(Parsed::new(Expr::Matches(Box::new(call)), facts))
    }

    /// Makes an expression in a predicate an invariant if it doesn't depend on the context.
    fn hoist(&mut self, parsed: Parsed) -> Parsed {
        let Parsed { expr, facts } = parsed;
        let is_costly = match &expr {
            Expr::Path(_) | Expr::Union(_) | Expr::Variable(_) => true,
            Expr::Call(_, arguments) => !arguments.is_empty(),
            Expr::Or(parts) | Expr::And(parts) => parts.iter().any(Expr::is_evaluated),
            Expr::Compare(first, rest) => {
                first.is_evaluated() || rest.iter().any(|(_, operand)| operand.is_evaluated())
            }
            Expr::Arithmetic(first, rest) => {
                first.is_evaluated() || rest.iter().any(|(_, operand)| operand.is_evaluated())
            }
            Expr::Negate(operand, _) => operand.is_evaluated(),
            _ => false,
        };
        if self.predicates == 0 || !facts.is_constant() || !is_costly {
            return Parsed::new(expr, facts);
        }
        let number = self.next_invariant();
        Parsed::new(Expr::Invariant(number, Box::new(expr)), facts)
    }

    fn next_invariant(&mut self) -> usize {
        self.invariants += 1;
        self.invariants - 1
    }

    /// Parses a [primary expression](https://www.w3.org/TR/xpath-10/#NT-PrimaryExpr), if one is next.
    fn primary(&mut self) -> Result<Option<Parsed>> {
        let Some(byte) = self.peek() else { return Err(self.expected_expression()) };
        Ok(Some(match byte {
            b'(' => {
                self.at += 1;
                let inner = self.nested(|this| this.expression(1))?;
                self.require(")", "an operator or \")\"")?;
                inner
            }
            b'"' | b'\'' => {
                let text = self.literal()?;
                Parsed::new(Expr::String(text.into()), Facts::constant(Type::String))
            }
            b'0'..=b'9' => self.number(),
            b'.' if self.text.as_bytes().get(self.at + 1).is_some_and(u8::is_ascii_digit) => {
                self.number()
            }
            b'$' => {
                let offset = self.at;
                self.at += 1;
                let name = self.qualified_name("a variable name after \"$\"")?;
                let name = Box::from(self.checked(name)?);
                let variable = Expr::Variable(Box::new(Reference { name, offset }));
                Parsed::new(variable, Facts::constant(Type::Unknown))
            }
            _ => match self.function_name() {
                Some(name) => self.call(name)?,
                None => return Ok(None),
            },
        }))
    }

    fn literal(&mut self) -> Result<&'t str> {
        let rest = self.rest();
        let quote = &rest[..1];
        let Some(length) = rest[1..].find(quote) else {
            let message = format!("expected a closing {quote} for this string");
            return Err(self.error(Kind::Syntax, self.at, message));
        };
        let start = self.at + 1;
        self.at = start + length + 1;
        Ok(&self.text[start..start + length])
    }

    fn number(&mut self) -> Parsed {
        let start = self.at;
        let digits = |this: &mut Self| {
            while this.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                this.at += 1;
            }
        };
        digits(self);
        if self.peek() == Some(b'.') {
            self.at += 1;
            digits(self);
        }
        let number = crate::number::parse(&self.text[start..self.at]);
        Parsed::new(Expr::Number(number), Facts::constant(Type::Number))
    }

    /// Parses the arguments of the function with the name from `offset` to the current position.
    fn call(&mut self, (offset, end): (usize, usize)) -> Result<Parsed> {
        let name = &self.text[offset..end];
        let found = self.signature(name, offset)?;
        self.at = end;
        self.require("(", "\"(\"")?;
        let mut arguments = Vec::new();
        let mut facts = Facts::constant(Type::Unknown);
        if !self.take(")") {
            self.nested(|this| {
                loop {
                    this.skip_space();
                    let start = this.at;
                    let argument = this.expression(1)?;
                    let found_type = argument.facts.ty;
                    if let Some(signature) = found
                        && let Some(wanted) = signature.argument
                        && !signature.takes(found_type)
                    {
                        return Err(this.wrong_type(wanted, found_type, start));
                    }
                    facts = facts.and(argument.facts);
                    arguments.push(argument.expr);
                    if !this.take(",") {
                        return this.require(")", "an operator, \",\" or \")\"");
                    }
                }
            })?;
        }
        let Some(signature) = found else {
            let name = name.into();
            let call = Expr::Registered(Box::new(Reference { name, offset }), arguments.into());
            let facts = Facts { ty: Type::Unknown, context: true, position: true, size: true };
            return Ok(Parsed::new(call, facts));
        };
        if !(signature.min..=signature.max).contains(&arguments.len()) {
            let (takes, count) = (signature.arguments(), arguments.len());
            let message = format!("{name}() takes {takes}, not {count}");
            return Err(self.error(Kind::ArgumentCount, offset, message));
        }
        if arguments.is_empty() && signature.defaults_to_context {
            facts.context = true;
            arguments.push(Expr::Path(Box::new(Path { start: Start::Context, steps: [].into() })));
        }
        match signature.function {
            Function::Position => facts.position = true,
            Function::Last => facts.size = true,
            Function::Lang | Function::HasClass => facts.context = true,
            _ => {}
        }
        #[cfg(feature = "exslt")]
        if signature.function == Function::Exslt(crate::expr::Exslt::Match) {
            let call =
                MatchCall { arguments: arguments.into(), predicates: [].into(), invariant: None };
            let call = Expr::Matches(Box::new(call));
            return Ok(Parsed::new(call, facts.of(signature.returns)));
        }
        let call = Expr::Call(signature.function, arguments.into());
        Ok(Parsed::new(call, facts.of(signature.returns)))
    }

    /// Finds a function; `None` if it is one of the environment.
    fn signature(&self, name: &str, offset: usize) -> Result<Option<Signature>> {
        let found = match name.split_once(':') {
            None => Signature::of_core(name),
            #[cfg(feature = "exslt")]
            Some((prefix, local)) => {
                crate::exslt::signature(self.namespace_of(prefix, offset)?, local)
            }
            #[cfg(not(feature = "exslt"))]
            Some((prefix, _)) => {
                self.namespace_of(prefix, offset)?;
                None
            }
        };
        if self.options.has_function(name) {
            return Ok(None);
        }
        let unknown =
            || self.error(Kind::UnknownFunction, offset, format!("unknown function \"{name}\""));
        found.map(Some).ok_or_else(unknown)
    }
}

/// Joins operands by operators of one level.
fn chain(first: Binary, left: Parsed, rest: Vec<(Binary, Parsed)>) -> Parsed {
    let mut facts = left.facts;
    for (_, right) in &rest {
        facts = facts.and(right.facts);
    }
    let operands = |rest: Vec<(Binary, Parsed)>| rest.into_iter().map(|(_, right)| right.expr);
    let with_left = |left: Parsed, rest| std::iter::once(left.expr).chain(operands(rest)).collect();
    match first {
        Binary::Or => Parsed::new(Expr::Or(with_left(left, rest)), facts.of(Type::Boolean)),
        Binary::And => Parsed::new(Expr::And(with_left(left, rest)), facts.of(Type::Boolean)),
        Binary::Compare(_) => {
            let rest = rest.into_iter().filter_map(|(operator, right)| match operator {
                Binary::Compare(comparison) => Some((comparison, right.expr)),
                _ => None,
            });
            let expr = Expr::Compare(Box::new(left.expr), rest.collect());
            Parsed::new(expr, facts.of(Type::Boolean))
        }
        Binary::Arithmetic(_) => {
            let rest = rest.into_iter().filter_map(|(operator, right)| match operator {
                Binary::Arithmetic(operator) => Some((operator, right.expr)),
                _ => None,
            });
            let expr = Expr::Arithmetic(Box::new(left.expr), rest.collect());
            Parsed::new(expr, facts.of(Type::Number))
        }
    }
}
