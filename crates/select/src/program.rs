//! A selector as it is matched.

use std::{borrow::Cow, cmp::Reverse};

use names::{NameId, Namespace, attribute_id, tag_id};
use selectors::{
    attr::{
        AttrSelectorOperator, NamespaceConstraint, ParsedAttrSelectorOperation,
        ParsedCaseSensitivity,
    },
    parser::{Combinator as Parsed, Component, NthSelectorData, NthType, Selector},
};

use crate::{
    candidates::above,
    error::Fault,
    grammar::Grammar,
    namespaces::Namespaces,
    node::Key,
    pseudo::{PseudoClass, Rule},
    selector::parse_own,
};

/// A name in a selector: its text, and its number if it is a known one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its number; [`NameId::UNKNOWN`] if it isn't known as a tag or an attribute name.
    pub id: NameId,
    /// Whether it is known as an attribute name: then attributes of this name have that number.
    pub is_attribute: bool,
    /// Whether it is known as a tag name: then elements of this name have that number.
    pub is_tag: bool,
    /// Its text.
    pub text: Cow<'static, str>,
}

impl Word {
    /// The word of a known tag name.
    pub(crate) const fn known(id: NameId) -> Self {
        Self { id, is_attribute: false, is_tag: true, text: Cow::Borrowed(id.as_str()) }
    }

    /// The words of a name in lower case and, if that is another, as it is.
    fn both(lower: &str, exact: &str) -> (Self, Option<Self>) {
        (Self::new(lower), (lower != exact).then(|| Self::new(exact)))
    }

    fn new(text: &str) -> Self {
        let (attribute, tag) = (attribute_id(text), tag_id(text));
        let (is_attribute, is_tag) = (attribute != NameId::UNKNOWN, tag != NameId::UNKNOWN);
        let id = if is_attribute { attribute } else { tag };
        Self { id, is_attribute, is_tag, text: Cow::Owned(text.to_owned()) }
    }
}

/// A namespace in a selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamespaceUrl {
    /// Its number; [`Namespace::Other`] if its URL isn't known.
    pub namespace: Namespace,
    /// Its URL; `""` is no namespace.
    pub url: Cow<'static, str>,
}

impl NamespaceUrl {
    fn new(url: &str) -> Self {
        Self { namespace: Namespace::of_url(url), url: Cow::Owned(url.to_owned()) }
    }
}

/// What one selector list asks, with all lists inside it.
///
/// The lists, and the complex selectors with combinators, are numbered: matching keeps what it knows of
/// each under its number.
#[derive(Debug, Default)]
pub(crate) struct Program {
    /// Those inside come before those that they are in; the last is the whole selector.
    pub(crate) lists: Vec<List>,
    /// How many complex selectors there are in all lists.
    pub(crate) complexes: usize,
    /// How many tests count siblings that match a list.
    pub(crate) counts: usize,
}

/// Alternatives.
#[derive(Debug)]
pub(crate) struct List {
    pub(crate) alternatives: Box<[Complex]>,
    /// What the elements have that match: one of them, each for an alternative.
    pub(crate) keys: Box<[Key]>,
    /// Whether what has one of them matches.
    pub(crate) keys_decide: bool,
    /// What an ancestor has of all that match, if it is likely that few elements have it.
    pub(crate) around: Option<Key>,
}

/// The number of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListId(pub(crate) usize);

/// Compound selectors with combinators between them, as they are written: from left to right.
#[derive(Debug)]
pub(crate) struct Complex {
    pub(crate) number: usize,
    /// Whether it is looked for from an element on: an alternative of `:has()`.
    pub(crate) relative: bool,
    pub(crate) parts: Box<[Part]>,
}

/// A compound selector.
#[derive(Debug)]
pub(crate) struct Part {
    /// What relates it to the part before. The first part of a relative selector has one, too; of
    /// other first parts it means nothing.
    pub(crate) combinator: Combinator,
    pub(crate) tests: Box<[Test]>,
    /// What an element has that passes: that which it takes least to find out.
    pub(crate) key: Key,
    /// What it has, with the test that asks for it, of which each is enough for an index to find it by: the first
    /// few.
    pub(crate) keys: Box<[(usize, Key)]>,
    /// Whether `key` is all that is asked for.
    pub(crate) key_decides: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combinator {
    Descendant,
    Child,
    NextSibling,
    LaterSibling,
}

/// A simple selector.
#[derive(Debug)]
pub(crate) enum Test {
    /// What nothing matches.
    Never,
    /// A type selector: HTML elements of HTML documents by the lower-case name, others by the name as it is,
    /// which is given if it has capitals.
    Type {
        lower: Word,
        exact: Option<Word>,
    },
    Namespace(NamespaceUrl),
    Id(Box<str>),
    Class(Box<str>),
    Attribute(Box<AttributeTest>),
    Root,
    Empty,
    Scope,
    Nth(Nth),
    /// The number is among [`Program::counts`].
    NthOf(Nth, ListId, usize),
    Is(ListId),
    Not(ListId),
    /// The complex selectors are relative ones.
    Has(ListId),
    Rule(Rule),
    Lang(Box<[Box<str>]>),
    /// Whether it is that of right-to-left text.
    Dir {
        rtl: bool,
    },
}

/// `An+B` of the siblings that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Nth {
    pub(crate) a: i32,
    pub(crate) b: i32,
    pub(crate) of_type: bool,
    pub(crate) from_end: bool,
    /// From both ends the first: `:only-child`.
    pub(crate) only: bool,
}

impl Nth {
    fn new(data: &NthSelectorData) -> Self {
        let of_type =
            matches!(data.ty, NthType::OfType | NthType::LastOfType | NthType::OnlyOfType);
        let from_end = matches!(data.ty, NthType::LastChild | NthType::LastOfType);
        let only = matches!(data.ty, NthType::OnlyChild | NthType::OnlyOfType);
        Self { a: data.an_plus_b.0, b: data.an_plus_b.1, of_type, from_end, only }
    }

    /// Whether there is an `n` of at least 0 that gives `index`, which counts from 1.
    pub(crate) fn has(self, index: u32) -> bool {
        let (a, steps) = (i64::from(self.a), i64::from(index) - i64::from(self.b));
        if a == 0 { steps == 0 } else { steps % a == 0 && steps / a >= 0 }
    }
}

/// An attribute selector.
#[derive(Debug)]
pub(crate) struct AttributeTest {
    pub(crate) namespace: AttributeNamespace,
    /// For HTML elements in HTML documents the lower-case name counts, for others the name as it is, which is
    /// given if it has capitals.
    pub(crate) lower: Word,
    pub(crate) exact: Option<Word>,
    pub(crate) value: Option<ValueTest>,
}

#[derive(Debug)]
pub(crate) enum AttributeNamespace {
    /// No namespace, as nearly all.
    None,
    Any,
    Url(NamespaceUrl),
}

#[derive(Debug)]
pub(crate) struct ValueTest {
    pub(crate) operator: Operator,
    pub(crate) value: Box<str>,
    pub(crate) case: Case,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Equal,
    Includes,
    DashMatch,
    Prefix,
    Substring,
    Suffix,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Sensitive,
    Insensitive,
    /// Insensitive for HTML elements in HTML documents.
    InsensitiveInHtml,
}

/// The most compound selectors that combinators may join: what is known of each while a tree is walked is
/// a bit of a word.
pub(crate) const MOST_PARTS: usize = 64;

/// How many lists of an index are compared for a compound selector.
const MOST_KEYS: usize = 4;

impl Program {
    pub(crate) fn compile(selectors: &[Selector<Grammar>]) -> Result<Self, Fault> {
        let mut program = Self::default();
        program.list(selectors)?;
        Ok(program)
    }

    pub(crate) fn list_of(&self, id: ListId) -> &List {
        &self.lists[id.0]
    }

    /// The whole selector.
    pub(crate) fn top(&self) -> ListId {
        ListId(self.lists.len() - 1)
    }

    fn list(&mut self, selectors: &[Selector<Grammar>]) -> Result<ListId, Fault> {
        let alternatives: Box<[_]> =
            selectors.iter().map(|selector| self.complex(selector)).collect::<Result<_, _>>()?;
        let mut keys: Vec<_> = alternatives.iter().map(Complex::key).collect();
        if keys.contains(&Key::Any) {
            keys = vec![Key::Any];
        }
        let keys_decide = alternatives
            .iter()
            .all(|complex| matches!(&*complex.parts, [part] if part.key_decides));
        let around = match &*alternatives {
            [complex] => complex.around(),
            _ => None,
        };
        self.lists.push(List { alternatives, keys: keys.into(), keys_decide, around });
        Ok(ListId(self.lists.len() - 1))
    }

    fn complex(&mut self, selector: &Selector<Grammar>) -> Result<Complex, Fault> {
        let mut parts = Vec::new();
        let mut combinator = Combinator::Descendant;
        let mut tests = Vec::new();
        let (mut relative, mut at_anchor) = (false, false);
        for component in selector.iter_raw_parse_order_from(0) {
            match component {
                Component::RelativeSelectorAnchor => (relative, at_anchor) = (true, true),
                Component::Combinator(next) => {
                    if !at_anchor {
                        parts.push(Part::new(combinator, std::mem::take(&mut tests)));
                    }
                    at_anchor = false;
                    combinator = match next {
                        Parsed::Child => Combinator::Child,
                        Parsed::NextSibling => Combinator::NextSibling,
                        Parsed::LaterSibling => Combinator::LaterSibling,
                        _ => Combinator::Descendant,
                    };
                }
                component => self.tests(component, &mut tests)?,
            }
        }
        parts.push(Part::new(combinator, tests));
        if parts.len() > MOST_PARTS {
            return Err(Fault::TooManyParts);
        }
        let number = self.complexes;
        self.complexes += 1;
        Ok(Complex { number, relative, parts: parts.into() })
    }

    fn tests(
        &mut self,
        component: &Component<Grammar>,
        tests: &mut Vec<Test>,
    ) -> Result<(), Fault> {
        tests.push(match component {
            Component::ExplicitUniversalType | Component::ExplicitAnyNamespace => return Ok(()),
            Component::LocalName(name) => {
                let (lower, exact) = Word::both(&name.lower_name, &name.name);
                Test::Type { lower, exact }
            }
            Component::ExplicitNoNamespace => Test::Namespace(NamespaceUrl::new("")),
            Component::DefaultNamespace(url) | Component::Namespace(_, url) => {
                Test::Namespace(NamespaceUrl::new(url))
            }
            Component::ID(id) => Test::Id((**id).into()),
            Component::Class(class) => Test::Class((**class).into()),
            Component::AttributeInNoNamespaceExists { local_name, local_name_lower } => {
                let (lower, exact) = Word::both(local_name_lower, local_name);
                let namespace = AttributeNamespace::None;
                Test::Attribute(Box::new(AttributeTest { namespace, lower, exact, value: None }))
            }
            Component::AttributeInNoNamespace { local_name, operator, value, case_sensitivity } => {
                Test::Attribute(Box::new(AttributeTest {
                    namespace: AttributeNamespace::None,
                    lower: Word::new(local_name),
                    exact: None,
                    value: Some(ValueTest::new(*operator, value, *case_sensitivity)),
                }))
            }
            Component::AttributeOther(other) => {
                let (lower, exact) = Word::both(&other.local_name_lower, &other.local_name);
                let namespace = match &other.namespace {
                    None => AttributeNamespace::None,
                    Some(NamespaceConstraint::Any) => AttributeNamespace::Any,
                    Some(NamespaceConstraint::Specific((_, url))) => {
                        AttributeNamespace::Url(NamespaceUrl::new(url))
                    }
                };
                let value = match &other.operation {
                    ParsedAttrSelectorOperation::Exists => None,
                    ParsedAttrSelectorOperation::WithValue {
                        operator,
                        case_sensitivity,
                        value,
                    } => Some(ValueTest::new(*operator, value, *case_sensitivity)),
                };
                Test::Attribute(Box::new(AttributeTest { namespace, lower, exact, value }))
            }
            Component::Root => Test::Root,
            Component::Empty => Test::Empty,
            Component::Scope | Component::ImplicitScope => Test::Scope,
            Component::Nth(data) => Test::Nth(Nth::new(data)),
            Component::NthOf(data) => {
                let list = self.list(data.selectors())?;
                self.counts += 1;
                Test::NthOf(Nth::new(data.nth_data()), list, self.counts - 1)
            }
            Component::Is(list) | Component::Where(list) => Test::Is(self.list(list.slice())?),
            Component::Negation(list) => Test::Not(self.list(list.slice())?),
            Component::Has(relative) => {
                let selectors: Vec<_> =
                    relative.iter().map(|relative| relative.selector.clone()).collect();
                Test::Has(self.list(&selectors)?)
            }
            Component::NonTSPseudoClass(class) => self.pseudo_class(class)?,
            Component::Host(_) => return Err(Fault::Host),
            Component::Invalid(_)
            | Component::ParentSelector
            | Component::Slotted(_)
            | Component::Part(_)
            | Component::PseudoElement(_)
            | Component::Combinator(_)
            | Component::RelativeSelectorAnchor => Test::Never,
        });
        Ok(())
    }

    fn pseudo_class(&mut self, class: &PseudoClass) -> Result<Test, Fault> {
        Ok(match class {
            PseudoClass::Alias(alias) => {
                let list = parse_own(alias.selector, &Namespaces::default(), true)?;
                Test::Is(self.list(list.slice())?)
            }
            PseudoClass::Dynamic(_) => Test::Never,
            PseudoClass::Rule(rule) => Test::Rule(*rule),
            PseudoClass::Lang(ranges) => Test::Lang(ranges.clone()),
            PseudoClass::Dir(direction) => match &**direction {
                "ltr" => Test::Dir { rtl: false },
                "rtl" => Test::Dir { rtl: true },
                _ => Test::Never,
            },
        })
    }
}

impl Complex {
    /// The rarest key that is asked for above, as its kind has it, and among equals the nearest.
    fn around(&self) -> Option<Key> {
        let keys = above(self).flat_map(|part| part.keys.iter().map(|(_, key)| key));
        keys.min_by_key(|key| Reverse(key.rarity())).cloned()
    }

    fn key(&self) -> Key {
        self.parts.last().map_or(Key::Any, |part| part.key.clone())
    }
}

impl Part {
    /// What an element has that passes `test`; an attribute may need a value besides.
    fn key(test: &Test) -> Option<Key> {
        match test {
            Test::Type { lower, exact: None } => Some(Key::Type(lower.clone())),
            Test::Id(id) => Some(Key::Id(id.clone())),
            Test::Class(class) => Some(Key::Class(class.clone())),
            Test::Attribute(attribute) => match &**attribute {
                AttributeTest {
                    namespace: AttributeNamespace::None, lower, exact: None, ..
                } if lower.is_attribute => Some(Key::Attribute(lower.id)),
                _ => None,
            },
            _ => None,
        }
    }

    fn new(combinator: Combinator, mut tests: Vec<Test>) -> Self {
        // What costs least comes first; among equals the order stays.
        tests.sort_by_key(Test::cost);
        let keys = tests.iter().enumerate();
        let keys = keys.filter_map(|(at, test)| Some((at, Self::key(test)?)));
        let keys: Box<[_]> = keys.take(MOST_KEYS).collect();
        let key = keys.first().map_or(Key::Any, |(_, key)| key.clone());
        let mut part = Self { combinator, key, keys, key_decides: false, tests: tests.into() };
        part.key_decides = match part.tests.len() {
            0 => true,
            1 => part.key != Key::Any && part.decides(0),
            _ => false,
        };
        part
    }

    /// Whether what has the key of a test passes it.
    pub(crate) fn decides(&self, test: usize) -> bool {
        match &self.tests[test] {
            Test::Attribute(attribute) => attribute.value.is_none(),
            Test::Type { .. } | Test::Id(_) | Test::Class(_) => true,
            _ => false,
        }
    }

    /// Whether it is `:scope` and nothing else, which the root of a fragment matches that is the scope.
    pub(crate) fn is_scope(&self) -> bool {
        matches!(&*self.tests, [Test::Scope])
    }
}

impl Test {
    fn cost(&self) -> u8 {
        match self {
            Self::Never => 0,
            Self::Type { .. } => 1,
            Self::Namespace(_) | Self::Root | Self::Scope => 2,
            Self::Id(_) => 3,
            Self::Class(_) => 4,
            Self::Attribute(_) => 5,
            Self::Empty | Self::Rule(_) => 6,
            Self::Nth(_) => 7,
            Self::Is(_) | Self::Not(_) => 8,
            Self::Dir { .. } | Self::Lang(_) => 9,
            Self::NthOf(..) => 10,
            Self::Has(_) => 11,
        }
    }
}

impl ValueTest {
    fn new(operator: AttrSelectorOperator, value: &str, case: ParsedCaseSensitivity) -> Self {
        let operator = match operator {
            AttrSelectorOperator::Equal => Operator::Equal,
            AttrSelectorOperator::Includes => Operator::Includes,
            AttrSelectorOperator::DashMatch => Operator::DashMatch,
            AttrSelectorOperator::Prefix => Operator::Prefix,
            AttrSelectorOperator::Substring => Operator::Substring,
            AttrSelectorOperator::Suffix => Operator::Suffix,
        };
        let case = match case {
            ParsedCaseSensitivity::ExplicitCaseSensitive | ParsedCaseSensitivity::CaseSensitive => {
                Case::Sensitive
            }
            ParsedCaseSensitivity::AsciiCaseInsensitive => Case::Insensitive,
            ParsedCaseSensitivity::AsciiCaseInsensitiveIfInHtmlElementInHtmlDocument => {
                Case::InsensitiveInHtml
            }
        };
        Self { operator, value: value.into(), case }
    }
}
