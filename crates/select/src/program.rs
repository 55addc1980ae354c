//! The compiled form of a selector.

use std::cmp::Reverse;

use sapwood_names::{LocalName, NameId, NamespaceUrl, Namespaces};
use sapwood_tree::CandidateKey;

use crate::{
    error::Fault,
    parser,
    pseudo::{PseudoClass, Rule},
    syntax::{self, CaseFlag, Combinator, Nth, Operator, Prefix},
};

/// A compiled selector list, with all lists nested in it.
///
/// Lists and complex selectors are numbered; [`MatchContext`](crate::context::MatchContext) keeps a memo per number.
#[derive(Debug, Default)]
pub(crate) struct Program {
    /// Nested lists precede the lists that contain them; the last is the whole selector.
    pub(crate) lists: Vec<SelectorList>,
    /// The number of complex selectors in all lists.
    pub(crate) complexes: usize,
    /// The number of [`Simple::NthOf`].
    pub(crate) counts: usize,
    /// The name of the type selector that the whole selector is, if it is one of a known name.
    pub(crate) lone_type: Option<NameId>,
    /// The whole selector, serialized.
    pub(crate) text: String,
}

/// A [selector list](https://drafts.csswg.org/selectors/#selector-list).
#[derive(Debug)]
pub(crate) struct SelectorList {
    pub(crate) alternatives: Box<[Complex]>,
    /// The keys of the alternatives: an element that matches has one of them.
    pub(crate) keys: Box<[CandidateKey]>,
    /// Whether an element with one of the keys always matches.
    pub(crate) keys_suffice: bool,
    /// The key of the rarest required ancestor, if the list has one alternative.
    pub(crate) ancestor_key: Option<CandidateKey>,
}

/// The index of a list in [`Program::lists`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListId(pub(crate) usize);

/// A [complex selector](https://drafts.csswg.org/selectors/#complex): compound selectors in source order, from left to
/// right.
#[derive(Debug)]
pub(crate) struct Complex {
    pub(crate) number: usize,
    /// Whether it is a [relative selector](https://drafts.csswg.org/selectors/#relative), an argument of `:has()`.
    pub(crate) relative: bool,
    pub(crate) compounds: Box<[Compound]>,
}

/// A [compound selector](https://drafts.csswg.org/selectors/#compound).
#[derive(Debug)]
pub(crate) struct Compound {
    /// The combinator before it. For the first compound it relates a relative selector to its anchor, and is
    /// meaningless otherwise.
    pub(crate) combinator: Combinator,
    pub(crate) simples: Box<[Simple]>,
    /// The key that is cheapest to simple.
    pub(crate) key: CandidateKey,
    /// Up to [`MAX_KEYS`] keys, each with the index of its simple selector, for an index to choose from.
    pub(crate) keys: Box<[(usize, CandidateKey)]>,
    /// Whether an element with `key` always matches.
    pub(crate) key_suffices: bool,
}

/// A [simple selector](https://drafts.csswg.org/selectors/#simple).
#[derive(Debug)]
pub(crate) enum Simple {
    /// Matches nothing.
    Never,
    /// A type selector. HTML elements in HTML documents match by `lower`, all others by `exact` if the name has
    /// upper-case letters.
    Type {
        lower: LocalName,
        exact: Option<LocalName>,
    },
    Namespace(NamespaceUrl),
    Id(Box<str>),
    Class(Box<str>),
    Attribute(Box<AttributeTest>),
    Root,
    Empty,
    Scope,
    Nth(Nth),
    /// The last field numbers these from 0 to [`Program::counts`].
    NthOf(Nth, ListId, usize),
    Is(ListId),
    Not(ListId),
    /// The list holds relative selectors.
    Has(ListId),
    Rule(Rule),
    Lang(Box<[Box<str>]>),
    /// Whether it is `:dir(rtl)`.
    Dir {
        rtl: bool,
    },
}

/// An attribute selector.
#[derive(Debug)]
pub(crate) struct AttributeTest {
    pub(crate) namespace: AttributeNamespace,
    /// The name for HTML elements in HTML documents; `exact` is for all others if the name has upper-case letters.
    pub(crate) lower: LocalName,
    pub(crate) exact: Option<LocalName>,
    pub(crate) value: Option<ValueTest>,
}

#[derive(Debug)]
pub(crate) enum AttributeNamespace {
    /// No namespace, the usual case.
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
pub(crate) enum Case {
    Sensitive,
    Insensitive,
    /// Insensitive for HTML elements in HTML documents.
    InsensitiveInHtml,
}

/// The limit on compound selectors in a complex selector: the automaton has a bit of a word for each.
pub(crate) const MAX_COMPOUNDS: usize = 64;

/// The number of index lists that are compared for a compound selector.
const MAX_KEYS: usize = 4;

impl Program {
    pub(crate) fn compile(selectors: &[syntax::Complex]) -> Result<Self, Fault> {
        let mut program = Self::default();
        let top = program.compile_list(selectors)?;
        let list = program.list_of(top);
        program.lone_type = match &*list.keys {
            [CandidateKey::Type(name)] if list.keys_suffice && name.is_tag => Some(name.id),
            _ => None,
        };
        Ok(program)
    }

    pub(crate) fn list_of(&self, id: ListId) -> &SelectorList {
        &self.lists[id.0]
    }

    /// The outermost list.
    pub(crate) fn top(&self) -> ListId {
        ListId(self.lists.len() - 1)
    }

    fn compile_list(&mut self, selectors: &[syntax::Complex]) -> Result<ListId, Fault> {
        let alternatives: Box<[_]> = selectors
            .iter()
            .map(|selector| self.compile_complex(selector))
            .collect::<Result<_, _>>()?;
        let mut keys: Vec<_> = alternatives.iter().map(Complex::key).collect();
        if keys.contains(&CandidateKey::Any) {
            keys = vec![CandidateKey::Any];
        }
        let keys_suffice = alternatives
            .iter()
            .all(|complex| matches!(&*complex.compounds, [compound] if compound.key_suffices));
        let ancestor_key = match &*alternatives {
            [complex] => complex.ancestor_key(),
            _ => None,
        };
        self.lists.push(SelectorList {
            alternatives,
            keys: keys.into(),
            keys_suffice,
            ancestor_key,
        });
        Ok(ListId(self.lists.len() - 1))
    }

    fn compile_complex(&mut self, selector: &syntax::Complex) -> Result<Complex, Fault> {
        let mut compounds = Vec::new();
        for (combinator, parts) in &selector.compounds {
            let mut simples = Vec::new();
            for part in parts {
                simples.extend(self.compile_simple(part)?);
            }
            compounds.push(Compound::new(*combinator, simples));
        }
        if compounds.len() > MAX_COMPOUNDS {
            return Err(Fault::TooManyCompounds);
        }
        let number = self.complexes;
        self.complexes += 1;
        Ok(Complex { number, relative: selector.is_relative, compounds: compounds.into() })
    }

    /// Compiles a simple selector; `None` if all elements match.
    fn compile_simple(&mut self, simple: &syntax::Simple) -> Result<Option<Simple>, Fault> {
        use syntax::Simple as Parsed;
        Ok(Some(match simple {
            Parsed::Universal | Parsed::AnyNamespace => return Ok(None),
            Parsed::Type(name) => {
                let (lower, exact) = LocalName::both(&name.to_ascii_lowercase(), name);
                Simple::Type { lower, exact }
            }
            Parsed::NoNamespace => Simple::Namespace(NamespaceUrl::new("")),
            Parsed::DefaultNamespace(url) | Parsed::Namespace(_, url) => {
                Simple::Namespace(NamespaceUrl::new(url))
            }
            Parsed::Id(id) => Simple::Id(id.clone()),
            Parsed::Class(class) => Simple::Class(class.clone()),
            Parsed::Attribute(attribute) => {
                Simple::Attribute(Box::new(AttributeTest::new(attribute)))
            }
            Parsed::Root => Simple::Root,
            Parsed::Empty => Simple::Empty,
            // Without a parent rule, `&` is `:scope`: https://drafts.csswg.org/css-nesting/#nest-selector
            Parsed::Scope | Parsed::Parent => Simple::Scope,
            Parsed::Nth(nth, _) => Simple::Nth(*nth),
            Parsed::NthOf(nth, _, list) => {
                let list = self.compile_list(list)?;
                self.counts += 1;
                Simple::NthOf(*nth, list, self.counts - 1)
            }
            Parsed::Is(list) | Parsed::Where(list) => Simple::Is(self.compile_list(list)?),
            Parsed::Not(list) => Simple::Not(self.compile_list(list)?),
            Parsed::Has(list) => Simple::Has(self.compile_list(list)?),
            Parsed::PseudoClass(class) => self.compile_pseudo_class(class)?,
            Parsed::Invalid(_) => Simple::Never,
        }))
    }

    fn compile_pseudo_class(&mut self, class: &PseudoClass) -> Result<Simple, Fault> {
        Ok(match class {
            PseudoClass::Alias(alias) => {
                let list = parser::parse(alias.selector, &Namespaces::default(), true)
                    .map_err(|located| located.fault)?;
                Simple::Is(self.compile_list(&list)?)
            }
            PseudoClass::Dynamic(_) | PseudoClass::DynamicFunction(..) => Simple::Never,
            PseudoClass::Rule(rule) => Simple::Rule(*rule),
            PseudoClass::Lang(ranges) => Simple::Lang(ranges.clone()),
            PseudoClass::Dir(direction) => match &**direction {
                "ltr" => Simple::Dir { rtl: false },
                "rtl" => Simple::Dir { rtl: true },
                _ => Simple::Never,
            },
        })
    }
}

impl Complex {
    /// Returns the compounds that only child and descendant combinators separate from the last one, nearest first.
    pub(crate) fn ancestor_compounds(&self) -> impl Iterator<Item = &Compound> {
        let is_down = |compound: &Compound| {
            matches!(compound.combinator, Combinator::Child | Combinator::Descendant)
        };
        let pairs = self.compounds.windows(2).rev();
        pairs.take_while(move |pair| is_down(&pair[1])).map(|pair| &pair[0])
    }

    /// The key of the rarest kind that an ancestor must have, and among equals the nearest.
    fn ancestor_key(&self) -> Option<CandidateKey> {
        let keys =
            self.ancestor_compounds().flat_map(|compound| compound.keys.iter().map(|(_, key)| key));
        keys.min_by_key(|key| Reverse(key.rarity())).cloned()
    }

    /// The key by which a scan finds the candidates.
    ///
    /// A name is cheapest to test, but a class or id leaves so few candidates, and most documents have none at all, that
    /// it is faster for a search of a whole tree.
    fn key(&self) -> CandidateKey {
        let Some(compound) = self.compounds.last() else { return CandidateKey::Any };
        let mut keys = compound.keys.iter().map(|(_, key)| key);
        let rare = keys.find(|key| matches!(key, CandidateKey::Class(_) | CandidateKey::Id(_)));
        rare.unwrap_or(&compound.key).clone()
    }
}

impl Compound {
    /// Returns the key of a simple selector: a necessary condition, not always a sufficient one.
    fn key(simple: &Simple) -> Option<CandidateKey> {
        match simple {
            Simple::Type { lower, exact: None } => Some(CandidateKey::Type(lower.clone())),
            Simple::Id(id) => Some(CandidateKey::Id(id.clone())),
            Simple::Class(class) => Some(CandidateKey::Class(class.clone())),
            Simple::Attribute(attribute) => match &**attribute {
                AttributeTest {
                    namespace: AttributeNamespace::None, lower, exact: None, ..
                } if lower.is_attribute => Some(CandidateKey::Attribute(lower.clone())),
                _ => None,
            },
            _ => None,
        }
    }

    fn new(combinator: Combinator, mut simples: Vec<Simple>) -> Self {
        // The cheapest comes first, and those of one cost stay in order. A sort is longer code, which takes long to compile.
        let mut sorted = Vec::with_capacity(simples.len());
        for cost in 0..=Simple::MAX_COST {
            sorted.extend(simples.extract_if(.., |simple| simple.cost() == cost));
        }
        let simples = sorted;
        let keys = simples.iter().enumerate();
        let keys = keys.filter_map(|(at, simple)| Some((at, Self::key(simple)?)));
        let keys: Box<[_]> = keys.take(MAX_KEYS).collect();
        let key = keys.first().map_or(CandidateKey::Any, |(_, key)| key.clone());
        let mut compound =
            Self { combinator, key, keys, key_suffices: false, simples: simples.into() };
        compound.key_suffices = match compound.simples.len() {
            0 => true,
            1 => compound.key != CandidateKey::Any && compound.decides(0),
            _ => false,
        };
        compound
    }

    /// Whether an element with the key of the simple selector at this index always matches it.
    pub(crate) fn decides(&self, simple: usize) -> bool {
        match &self.simples[simple] {
            Simple::Attribute(attribute) => attribute.value.is_none(),
            Simple::Type { .. } | Simple::Id(_) | Simple::Class(_) => true,
            _ => false,
        }
    }

    /// Whether it is a lone `:scope`, which a fragment matches that is the scope.
    pub(crate) fn is_scope(&self) -> bool {
        matches!(&*self.simples, [Simple::Scope])
    }
}

impl Simple {
    /// The greatest [cost](Self::cost).
    const MAX_COST: u8 = 11;

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
            Self::Has(_) => Self::MAX_COST,
        }
    }
}

impl AttributeTest {
    fn new(attribute: &syntax::Attribute) -> Self {
        let lower_name = attribute.name.to_ascii_lowercase();
        let (lower, exact) = LocalName::both(&lower_name, &attribute.name);
        let namespace = match &attribute.prefix {
            Prefix::None => AttributeNamespace::None,
            Prefix::Any => AttributeNamespace::Any,
            Prefix::Declared(_, url) => AttributeNamespace::Url(NamespaceUrl::new(url)),
        };
        let value = attribute.value.as_ref().map(|(operator, value, flag)| {
            let case = match flag {
                CaseFlag::Sensitive => Case::Sensitive,
                CaseFlag::Insensitive => Case::Insensitive,
                CaseFlag::None
                    if matches!(namespace, AttributeNamespace::None)
                        && is_case_insensitive_in_html(&lower_name) =>
                {
                    Case::InsensitiveInHtml
                }
                CaseFlag::None => Case::Sensitive,
            };
            ValueTest { operator: *operator, value: value.clone(), case }
        });
        Self { namespace, lower, exact, value }
    }
}

/// Whether HTML compares the values of the attribute [without regard to
/// case](https://html.spec.whatwg.org/multipage/semantics-other.html#case-sensitivity-of-selectors).
fn is_case_insensitive_in_html(name: &str) -> bool {
    const NAMES: &str = " accept accept-charset align alink axis bgcolor charset checked clear codetype color \
        compact declare defer dir direction disabled enctype face frame hreflang http-equiv lang language link media \
        method multiple nohref noresize noshade nowrap readonly rel rev rules scope scrolling selected shape target \
        text type valign valuetype vlink ";
    NAMES.split_ascii_whitespace().any(|known| known == name)
}
