//! Random expressions, of every production and function of XPath 1.0.

use crate::soup::Random;

/// The words of the expressions about a document, and the features of an engine.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// Name tests of elements, as expressions write them.
    pub elements: Vec<String>,
    /// Name tests of attributes.
    pub attributes: Vec<String>,
    /// Declared prefixes.
    pub prefixes: Vec<String>,
    /// Targets of processing instructions.
    pub targets: Vec<String>,
    /// Texts without double quotes.
    pub words: Vec<String>,
    /// Ids.
    pub ids: Vec<String>,
    /// Whether there are the variables `$s`, `$n`, `$b` and `$nodes`.
    pub variables: bool,
    /// Whether the axis `namespace` is supported.
    pub namespace_axis: bool,
    /// Whether there are the functions of EXSLT.
    pub exslt: bool,
    /// The number of steps in an expression that may lead to most of the document. It bounds the time that an engine takes.
    pub wide_steps: usize,
}

/// A generator of expressions.
pub struct Generator<'v> {
    vocabulary: &'v Vocabulary,
    random: Random,
    wide_steps: usize,
    /// The number of predicates around.
    predicates: usize,
    /// Whether the context node can be an attribute, whose following nodes are a matter of dispute.
    at_attribute: bool,
}

const AXES: [&str; 13] = [
    "ancestor",
    "ancestor-or-self",
    "attribute",
    "child",
    "descendant",
    "descendant-or-self",
    "following",
    "following-sibling",
    "namespace",
    "parent",
    "preceding",
    "preceding-sibling",
    "self",
];

/// Numbers that each engine reads exactly and writes alike.
const NUMBERS: [&str; 16] = [
    "0", "1", "2", "3", "4", "10", "12", "100", "0.5", "1.5", "2.5", "0.25", ".75", "7.",
    "1000000", "123456.5",
];

/// Regular expressions, most of which have many states at once.
const PATTERNS: [&str; 8] = [
    "(x{1,50}){1,50}y",
    "(.?){100}z",
    "[a-z].{60}z",
    "x+",
    "(\\w+) (\\w+)",
    "(?s).*\\x{1F600}|.",
    "(?s)[a-z].{20}\\x{1F600}|x",
    "x|y|",
];

const COMPARISONS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];

impl<'v> Generator<'v> {
    /// Returns a generator whose expressions depend on the vocabulary and `seed` alone.
    #[must_use]
    pub fn new(vocabulary: &'v Vocabulary, seed: u64) -> Self {
        Self {
            vocabulary,
            random: Random::new(seed),
            wide_steps: 0,
            predicates: 0,
            at_attribute: false,
        }
    }

    /// Returns the next expression.
    pub fn expression(&mut self) -> String {
        self.wide_steps = self.vocabulary.wide_steps;
        match self.random.below(16) {
            0..=7 => self.nodes(3),
            8..=9 => format!("count({})", self.nodes(3)),
            10..=11 => self.string(3),
            12..=13 => self.number(3),
            _ => self.boolean(3),
        }
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.random.below(count) == 0
    }

    fn pick(&mut self, from: &'v [String]) -> Option<&'v str> {
        let at = self.random.below(from.len().max(1));
        from.get(at).map(String::as_str)
    }

    fn nodes(&mut self, depth: usize) -> String {
        if depth > 0 && self.vocabulary.exslt && self.one_in(10) {
            let (one, other) = (self.nodes(depth - 1), self.nodes(depth - 1));
            return match self.random.below(5) {
                0 => format!("set:difference({one}, {other})"),
                1 => format!("set:intersection({one}, {other})"),
                2 => format!("set:leading({one}, {other})"),
                3 => format!("set:trailing({one}, {other})"),
                _ => format!("set:distinct({one})"),
            };
        }
        let has_variables = self.vocabulary.variables;
        match self.random.below(12) {
            0 if depth > 0 => format!("{} | {}", self.nodes(depth - 1), self.nodes(depth - 1)),
            1 if depth > 0 => {
                let mut filter = format!("({})", self.nodes(depth - 1));
                self.predicates(depth - 1, &mut filter);
                self.steps_after(depth - 1, filter)
            }
            2 if has_variables => self.steps_after(depth, "$nodes".to_owned()),
            3 if depth > 0 && !self.vocabulary.ids.is_empty() => {
                let argument = self.ids(depth - 1);
                self.steps_after(depth - 1, format!("id({argument})"))
            }
            _ => {
                let start = match self.random.below(8) {
                    0..=3 if self.wide_steps > 0 => {
                        self.wide_steps -= 1;
                        ["//", "//", "//", ".//"][self.random.below(4)]
                    }
                    0..=4 => "/",
                    _ => "",
                };
                if start == "/" && self.one_in(8) {
                    return "(/)".to_owned();
                }
                self.relative(depth, start.to_owned())
            }
        }
    }

    fn ids(&mut self, depth: usize) -> String {
        match self.random.below(3) {
            0 => format!("string({})", self.nodes(depth)),
            1 => {
                // Some engines return the elements in the order of the ids.
                let ids = &self.vocabulary.ids;
                let first = self.random.below(ids.len());
                let second = first + self.random.below(ids.len() - first);
                format!("\"{}  {} none\"", ids[first], ids[second])
            }
            _ => format!("\"{}\"", self.pick(&self.vocabulary.ids).unwrap_or_default()),
        }
    }

    /// Adds predicates and steps to an expression, or none.
    fn steps_after(&mut self, depth: usize, mut expression: String) -> String {
        if self.one_in(3) {
            self.predicates(depth, &mut expression);
        }
        if self.one_in(2) {
            return expression;
        }
        self.slash(&mut expression);
        self.relative(depth, expression)
    }

    fn slash(&mut self, path: &mut String) {
        if self.wide_steps > 0 && self.one_in(5) {
            self.wide_steps -= 1;
            path.push_str("//");
        } else {
            path.push('/');
        }
    }

    /// Adds a relative location path.
    fn relative(&mut self, depth: usize, mut path: String) -> String {
        let steps = 1 + self.random.below(3);
        for number in 0..steps {
            if number > 0 {
                self.slash(&mut path);
            }
            self.step(depth, &mut path);
        }
        path
    }

    fn step(&mut self, depth: usize, path: &mut String) {
        match self.random.below(10) {
            0 => return path.push('.'),
            1 => return path.push_str(".."),
            2..=4 => {
                let test = self.node_test("child");
                path.push_str(&test);
            }
            5 => {
                path.push('@');
                let test = self.node_test("attribute");
                path.push_str(&test);
            }
            _ => {
                let axis = self.axis(path);
                let test = self.node_test(axis);
                path.push_str(&format!("{axis}::{test}"));
            }
        }
        if depth > 0 && self.one_in(3) {
            self.predicates(depth - 1, path);
        }
    }

    fn axis(&mut self, path: &str) -> &'static str {
        let at_attribute = self.at_attribute || may_yield_attributes(path);
        loop {
            let axis = AXES[self.random.below(AXES.len())];
            let is_wide =
                matches!(axis, "descendant" | "descendant-or-self" | "following" | "preceding");
            if is_wide && self.wide_steps == 0
                || axis == "namespace" && !self.vocabulary.namespace_axis
                || axis == "following" && at_attribute
            {
                continue;
            }
            self.wide_steps -= usize::from(is_wide);
            return axis;
        }
    }

    fn node_test(&mut self, axis: &str) -> String {
        if axis == "namespace" {
            let prefix = self.pick(&self.vocabulary.prefixes);
            // The order of the namespaces of one element is implementation-dependent.
            return prefix.filter(|_| self.random.below(4) > 0).unwrap_or("xml").to_owned();
        }
        let names = match axis {
            "attribute" => &self.vocabulary.attributes,
            _ => &self.vocabulary.elements,
        };
        match self.random.below(16) {
            0..=2 => "*".to_owned(),
            // A declaration of a namespace is such an attribute to some engines.
            3..=4 if axis == "attribute" && !self.vocabulary.namespace_axis => "*".to_owned(),
            3..=4 => "node()".to_owned(),
            5..=6 => "text()".to_owned(),
            7 => match (self.random.below(4), self.pick(&self.vocabulary.targets)) {
                (0..=1, _) | (_, None) => "comment()".to_owned(),
                (2, _) => "processing-instruction()".to_owned(),
                (_, Some(target)) => format!("processing-instruction('{target}')"),
            },
            8 => match self.pick(&self.vocabulary.prefixes) {
                Some(prefix) => format!("{prefix}:*"),
                None => "*".to_owned(),
            },
            _ => self.pick(names).unwrap_or("none").to_owned(),
        }
    }

    fn predicates(&mut self, depth: usize, path: &mut String) {
        for _ in 0..1 + self.random.below(5) / 4 {
            let outer = (self.predicates, self.at_attribute);
            self.predicates += 1;
            self.at_attribute |= may_yield_attributes(path);
            let predicate = self.predicate(depth);
            (self.predicates, self.at_attribute) = outer;
            path.push_str(&format!("[{predicate}]"));
        }
    }

    fn predicate(&mut self, depth: usize) -> String {
        let number = 1 + self.random.below(4);
        match self.random.below(14) {
            0..=1 => number.to_string(),
            2 => "last()".to_owned(),
            3 => format!("last() - {number}"),
            4 => {
                let comparison = COMPARISONS[self.random.below(6)];
                format!("position() {comparison} {number}")
            }
            5 => format!("position() mod {number} = {}", self.random.below(number)),
            6 => {
                let comparison = COMPARISONS[self.random.below(6)];
                format!("{number} {comparison} position()")
            }
            7 => format!("position() {} last()", COMPARISONS[self.random.below(6)]),
            8..=9 => match self.pick(&self.vocabulary.attributes) {
                Some(name) => format!("@{name}"),
                None => "@*".to_owned(),
            },
            10 => self.nodes(depth.min(1)),
            11 => self.number(depth),
            _ => self.boolean(depth),
        }
    }

    fn boolean(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(4) {
                0 => "true()".to_owned(),
                1 => "false()".to_owned(),
                2 if self.vocabulary.variables => "$b".to_owned(),
                _ => format!("{} = {}", self.nodes(0), self.word()),
            };
        }
        let depth = depth - 1;
        if self.vocabulary.exslt && self.one_in(5) {
            return match self.random.below(4) {
                0 => format!("set:has-same-node({}, {})", self.nodes(depth), self.nodes(depth)),
                1 => format!(
                    "re:match({}, {}, 'g') = {}",
                    self.text(depth),
                    self.pattern(depth),
                    self.text(depth)
                ),
                _ => format!("re:test({}, {})", self.text(depth), self.pattern(depth)),
            };
        }
        match self.random.below(14) {
            0..=5 => {
                let comparison = COMPARISONS[self.random.below(6)];
                format!("{} {comparison} {}", self.operand(depth), self.operand(depth))
            }
            6 => format!("({}) and ({})", self.boolean(depth), self.boolean(depth)),
            7 => format!("({}) or ({})", self.boolean(depth), self.boolean(depth)),
            8 => format!("not({})", self.any(depth)),
            9 => format!("boolean({})", self.any(depth)),
            10 => format!("contains({}, {})", self.text(depth), self.text(depth)),
            11 => format!("starts-with({}, {})", self.text(depth), self.text(depth)),
            12 => format!("lang('{}')", ["en", "EN", "en-us", "de", "e", ""][self.random.below(6)]),
            _ => self.boolean(0),
        }
    }

    /// An operand of a comparison, which binds more tightly.
    fn operand(&mut self, depth: usize) -> String {
        match self.random.below(5) {
            0..=1 => self.nodes(depth),
            2 => self.string(depth),
            3 => format!("({})", self.number(depth)),
            _ => format!("({})", self.boolean(depth)),
        }
    }

    fn any(&mut self, depth: usize) -> String {
        match self.random.below(4) {
            0 => self.nodes(depth),
            1 => self.string(depth),
            2 => self.number(depth),
            _ => self.boolean(depth),
        }
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.integer(0);
        }
        let depth = depth - 1;
        match self.random.below(12) {
            0 => format!("{} + {}", self.factor(depth), self.factor(depth)),
            1 => format!("{} - {}", self.factor(depth), self.factor(depth)),
            2 => format!("{} * {}", self.factor(depth), self.factor(depth)),
            3 => format!("{} div {}", self.factor(depth), self.factor(depth)),
            4 => format!("{} mod {}", self.factor(depth), self.factor(depth)),
            5 => format!("- {}", self.factor(depth)),
            6 => format!("sum({})", self.nodes(depth)),
            7 => format!("number({})", self.any(depth)),
            _ => self.integer(depth + 1),
        }
    }

    fn factor(&mut self, depth: usize) -> String {
        if self.one_in(3) {
            return format!("({})", self.number(depth));
        }
        self.integer(depth)
    }

    /// An expression whose number each engine writes alike: an integer, a literal, NaN or infinite.
    fn integer(&mut self, depth: usize) -> String {
        let at_leaf = depth == 0;
        match self.random.below(if at_leaf { 4 } else { 12 }) {
            0..=1 => NUMBERS[self.random.below(NUMBERS.len())].to_owned(),
            2 if self.vocabulary.variables => "$n".to_owned(),
            2..=3 if self.predicates == 0 => format!("string-length({})", self.word()),
            2..=3 => ["position()", "last()"][self.random.below(2)].to_owned(),
            4..=5 => format!("count({})", self.nodes(depth - 1)),
            6 if self.vocabulary.namespace_axis => {
                format!("count({}/namespace::*)", self.nodes(depth - 1))
            }
            6 => "string-length()".to_owned(),
            7 => format!("string-length({})", self.text(depth - 1)),
            8 => format!("floor({})", self.number(depth - 1)),
            9 => format!("ceiling({})", self.number(depth - 1)),
            _ => format!("round({})", self.number(depth - 1)),
        }
    }

    fn word(&mut self) -> String {
        match self.random.below(8) {
            0 => "''".to_owned(),
            1 => "' '".to_owned(),
            2 => format!("'{}'", self.random.below(20)),
            _ => format!("\"{}\"", self.pick(&self.vocabulary.words).unwrap_or_default()),
        }
    }

    /// An argument that is converted to a string.
    fn text(&mut self, depth: usize) -> String {
        match self.random.below(8) {
            0..=2 => self.nodes(depth),
            3 => self.integer(depth),
            4 => self.boolean(depth),
            _ => self.string(depth),
        }
    }

    fn pattern(&mut self, depth: usize) -> String {
        match self.random.below(10) {
            0 => self.text(depth),
            1 => self.word(),
            at => format!("'{}'", PATTERNS[at % PATTERNS.len()]),
        }
    }

    fn exslt_string(&mut self, depth: usize) -> String {
        let text = self.text(depth);
        match self.random.below(8) {
            0..=1 => format!("str:concat({})", self.nodes(depth)),
            2 => format!("re:match({text}, {})", self.pattern(depth)),
            3 => format!("re:replace({text}, {}, 'g', {})", self.pattern(depth), self.text(depth)),
            4 => format!("str:replace({text}, {}, {})", self.text(depth), self.text(depth)),
            5 => format!("str:encode-uri({text}, true())"),
            6 => format!("str:align({text}, {}, 'right')", self.text(depth)),
            _ => format!("str:padding({}, {text})", self.integer(depth)),
        }
    }

    fn string(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(3) {
                0 if self.vocabulary.variables => "$s".to_owned(),
                0 => "string()".to_owned(),
                _ => self.word(),
            };
        }
        let depth = depth - 1;
        if self.vocabulary.exslt && self.one_in(4) {
            return self.exslt_string(depth);
        }
        match self.random.below(14) {
            0 => format!("string({})", self.text(depth)),
            1 => format!("concat({}, {})", self.text(depth), self.text(depth)),
            2 => {
                format!("concat({}, {}, {})", self.text(depth), self.text(depth), self.text(depth))
            }
            3 => format!("substring-before({}, {})", self.text(depth), self.text(depth)),
            4 => format!("substring-after({}, {})", self.text(depth), self.text(depth)),
            5 => format!("substring({}, {})", self.text(depth), self.number(depth)),
            6 => format!(
                "substring({}, {}, {})",
                self.text(depth),
                self.number(depth),
                self.number(depth)
            ),
            7 => format!("normalize-space({})", self.text(depth)),
            8 => format!(
                "translate({}, {}, {})",
                self.text(depth),
                self.text(depth),
                self.text(depth)
            ),
            9 => format!("name({})", self.nodes(depth)),
            10 => format!("local-name({})", self.nodes(depth)),
            11 => format!("namespace-uri({})", self.nodes(depth)),
            12 => ["string()", "name()", "local-name()", "namespace-uri()", "normalize-space()"]
                [self.random.below(5)]
            .to_owned(),
            _ => self.string(0),
        }
    }
}

fn may_yield_attributes(path: &str) -> bool {
    ["@", "attribute::", "namespace::"].iter().any(|part| path.contains(part))
}
