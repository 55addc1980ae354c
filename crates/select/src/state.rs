//! What matching keeps from element to element, and whether an element passes a compound selector.

use std::collections::HashMap;

use crate::{
    direction,
    forms::Forms,
    language, local,
    node::{Flavour, Node, root_of},
    nth::Positions,
    program::{Complex, ListId, Part, Program, Test},
    pseudo::Rule,
    relative, walk,
};

/// What is known of a tree while it is matched. It must not change meanwhile.
#[derive(Debug)]
pub(crate) struct State<N> {
    pub(crate) flavour: Flavour,
    /// What `:scope` is: an element, or the fragment whose descendants are looked at.
    pub(crate) scope: N,
    /// How many elements were looked at for the sake of others.
    pub(crate) effort: usize,
    /// For each complex selector with combinators what was spent on it, or the answers for all.
    answers: Vec<Answers>,
    pub(crate) positions: Positions,
    pub(crate) languages: HashMap<usize, Option<N>>,
    pub(crate) directions: HashMap<usize, bool>,
    editable: HashMap<usize, bool>,
    forms: Option<Box<Forms>>,
}

/// What is known of the elements that a complex selector matches.
#[derive(Debug)]
enum Answers {
    /// Nothing was asked.
    Unasked,
    /// Nothing is kept; so many elements were looked at, of so many that may be.
    Spent { spent: usize, most: usize },
    /// A bit for each node.
    Known(Bits),
}

/// A bit for each node of a tree.
#[derive(Debug)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    fn new(bound: usize) -> Self {
        Self(vec![0; bound.div_ceil(64)])
    }

    pub(crate) fn set(&mut self, index: usize) {
        if let Some(word) = self.0.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }

    pub(crate) fn get(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }
}

/// What may be spent on small trees at the least before all answers are found at once.
pub(crate) const LITTLE: usize = 4096;

impl<N: Node> State<N> {
    pub(crate) fn new(program: &Program, scope: N) -> Self {
        Self {
            flavour: scope.flavour(),
            scope,
            effort: 0,
            answers: (0..program.complexes).map(|_| Answers::Unasked).collect(),
            positions: Positions::default(),
            languages: HashMap::new(),
            directions: HashMap::new(),
            editable: HashMap::new(),
            forms: None,
        }
    }

    /// Whether `element` matches one of the alternatives.
    pub(crate) fn list(&mut self, program: &Program, list: ListId, element: N) -> bool {
        program.list_of(list).alternatives.iter().any(|c| self.complex(program, c, element))
    }

    /// Whether `element` matches a complex selector.
    pub(crate) fn complex(&mut self, program: &Program, complex: &Complex, element: N) -> bool {
        if let [part] = &*complex.parts {
            return self.part(program, part, element);
        }
        self.answer(program, complex, element, |state, _| {
            Some(state.backward(program, &complex.parts, element))
        })
    }

    /// Whether `:has()` of a relative selector holds for `element`.
    fn has(&mut self, program: &Program, relative: &Complex, element: N) -> bool {
        self.answer(program, relative, element, |state, budget| {
            relative::find(state, program, &relative.parts, element, budget)
        })
    }

    /// The answer for `element`: from what is known, or by `search` as long as that doesn't cost more than
    /// to find out all. What `search` may spend is told to it.
    fn answer(
        &mut self,
        program: &Program,
        complex: &Complex,
        element: N,
        search: impl FnOnce(&mut Self, usize) -> Option<bool>,
    ) -> bool {
        let (spent, most) = match &self.answers[complex.number] {
            Answers::Known(bits) => return bits.get(element.index()),
            Answers::Unasked if complex.relative => (0, relative::cost_of_all(complex, element)),
            Answers::Unasked => (0, element.bound() + LITTLE),
            Answers::Spent { spent, most } => (*spent, *most),
        };
        if spent < most {
            let before = self.effort;
            let found = search(self, before + (most - spent));
            let spent = spent + (self.effort - before);
            self.answers[complex.number] = Answers::Spent { spent, most };
            if let Some(found) = found {
                return found;
            }
        }
        let mut bits = Bits::new(element.bound());
        let root = root_of(element);
        if complex.relative {
            relative::all(self, program, &complex.parts, root, &mut bits);
        } else {
            walk::all(self, program, complex, root, &mut bits);
        }
        let found = bits.get(element.index());
        self.answers[complex.number] = Answers::Known(bits);
        found
    }

    /// Whether `element` passes a compound selector.
    #[inline]
    pub(crate) fn part(&mut self, program: &Program, part: &Part, element: N) -> bool {
        part.tests.iter().all(|test| self.test(program, test, element))
    }

    /// Whether `element` passes a compound selector, if it passes the test at `decided`.
    #[inline]
    pub(crate) fn rest_of_part(
        &mut self,
        program: &Program,
        part: &Part,
        decided: usize,
        element: N,
    ) -> bool {
        let mut tests = part.tests.iter().enumerate();
        tests.all(|(at, test)| at == decided || self.test(program, test, element))
    }

    #[inline]
    fn test(&mut self, program: &Program, test: &Test, element: N) -> bool {
        match local::passes(test, &element, self.flavour) {
            Some(passes) => passes,
            None => self.passes(program, test, element),
        }
    }

    /// Whether `element` passes a test that takes more than itself.
    fn passes(&mut self, program: &Program, test: &Test, element: N) -> bool {
        match test {
            Test::Root => element.parent().is_some_and(|parent| parent.is_document()),
            Test::Scope => element == self.scope,
            Test::Empty => self.is_empty(element),
            Test::Nth(nth) => self.is_nth(element, *nth),
            Test::NthOf(nth, list, number) => {
                self.list(program, *list, element)
                    && self.is_nth_of(program, element, *nth, *list, *number)
            }
            Test::Is(list) => self.list(program, *list, element),
            Test::Not(list) => !self.list(program, *list, element),
            Test::Has(list) => {
                program.list_of(*list).alternatives.iter().any(|r| self.has(program, r, element))
            }
            Test::Rule(Rule::Editable) => self.is_editable(element),
            Test::Rule(Rule::Defined) => crate::forms::is_defined(&element),
            Test::Rule(rule) => self.forms(element).has(*rule, element),
            Test::Lang(ranges) => language::matches(self, ranges, element),
            Test::Dir { rtl } => direction::is_rtl(self, element) == *rtl,
            _ => false,
        }
    }

    /// [`:empty`](https://drafts.csswg.org/selectors/#the-empty-pseudo): comments don't count.
    fn is_empty(&mut self, element: N) -> bool {
        let mut child = element.first_child();
        while let Some(node) = child {
            if node.is_element() || node.has_text() {
                return false;
            }
            child = node.next_sibling();
        }
        true
    }

    fn is_editable(&mut self, element: N) -> bool {
        let own = |node: N| {
            let value = node.known_attribute(names::attr::CONTENTEDITABLE)?;
            let is = |keyword: &str| value.eq_ignore_ascii_case(keyword);
            if value.is_empty() || is("true") || is("plaintext-only") {
                return Some(true);
            }
            is("false").then_some(false)
        };
        inherited(&mut self.editable, element, false, own)
    }

    fn forms(&mut self, element: N) -> &Forms {
        self.forms.get_or_insert_with(|| Box::new(Forms::of(root_of(element))))
    }
}

/// How far up the way is until what was found is noted.
const STRIDE: usize = 32;

/// What the nearest of `element` and its ancestors has that has something, or `default`.
///
/// Every so often on the way up the answer is noted, so that many questions don't cost more than the tree.
pub(crate) fn inherited<N: Node, T: Copy>(
    known: &mut HashMap<usize, T>,
    element: N,
    default: T,
    mut own: impl FnMut(N) -> Option<T>,
) -> T {
    let mut passed = Vec::new();
    let mut steps = 0;
    let mut at = Some(element);
    let found = loop {
        let Some(node) = at.filter(|node| node.is_element()) else { break default };
        if let Some(own) = own(node) {
            break own;
        }
        if !known.is_empty()
            && let Some(known) = known.get(&node.index())
        {
            break *known;
        }
        steps += 1;
        if steps % STRIDE == 0 {
            passed.push(node.index());
        }
        at = node.parent();
    };
    known.extend(passed.into_iter().map(|index| (index, found)));
    found
}
