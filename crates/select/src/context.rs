//! The state of matching: memoized answers, and the switch to matching all elements at once.
//!
//! *Problem.* Matching one element takes up to linear time, so matching many may take quadratic time.
//!
//! *Idea.* For each complex selector with combinators, and each relative selector, count the elements visited. While
//! the count is below what one pass over the tree costs, elements are matched one by one. After that, one pass
//! answers the selector for the whole tree, and every later question is a lookup in a [`NodeSet`].
//!
//! *Invariant.* The total cost is at most about twice that of the pass, for any sequence of questions. The tree must
//! not change meanwhile.

use sapwood_names::{HashMap, Namespace};
use sapwood_tree::{DocumentMode, Node, NodeKind, root_of};

use crate::{
    automaton, direction,
    forms::{self, Forms},
    has, language,
    nth::Positions,
    program::{Complex, Compound, ListId, Program, Simple},
    pseudo::Rule,
    simple,
    validity::Validity,
};

/// The state of matching one selector against one tree.
#[derive(Debug)]
pub(crate) struct MatchContext<N> {
    pub(crate) mode: DocumentMode,
    /// The `:scope`: an element, or the fragment whose descendants are matched.
    pub(crate) scope: N,
    /// The number of elements visited while matching others.
    pub(crate) effort: usize,
    /// The memo of each complex selector, by its number; empty until one is asked for.
    memos: Vec<Memo>,
    pub(crate) positions: Positions,
    pub(crate) languages: HashMap<usize, Option<N>>,
    pub(crate) directions: HashMap<usize, bool>,
    editable: HashMap<usize, bool>,
    forms: Option<Box<Forms>>,
    validity: Option<Box<Validity>>,
    default_language: Option<Box<str>>,
}

/// The known matches of a complex selector.
#[derive(Debug)]
enum Memo {
    /// Never matched yet.
    Unasked,
    /// Matched element by element; `spent` elements were visited, of at most `most`.
    Spent { spent: usize, most: usize },
    /// The answers for all elements.
    Known(NodeSet),
}

/// A set of nodes of a tree, as a bit per node.
#[derive(Debug)]
pub(crate) struct NodeSet(Vec<u64>);

impl NodeSet {
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

/// The least budget for matching element by element: below it, a pass over a tree isn't worth its allocations.
pub(crate) const MIN_BUDGET: usize = 4096;

impl<'d, N: Node<'d>> MatchContext<N> {
    pub(crate) fn new(scope: N) -> Self {
        Self {
            mode: scope.mode(),
            scope,
            effort: 0,
            memos: Vec::new(),
            positions: Positions::default(),
            languages: HashMap::default(),
            directions: HashMap::default(),
            editable: HashMap::default(),
            forms: None,
            validity: None,
            default_language: None,
        }
    }

    /// Whether `element` matches a selector list.
    pub(crate) fn matches_list(&mut self, program: &Program, list: ListId, element: N) -> bool {
        program.list_of(list).alternatives.iter().any(|c| self.matches_complex(program, c, element))
    }

    /// Whether `element` matches a complex selector.
    pub(crate) fn matches_complex(
        &mut self,
        program: &Program,
        complex: &Complex,
        element: N,
    ) -> bool {
        if let [compound] = &*complex.compounds {
            return self.matches_compound(program, compound, element);
        }
        self.answer(program, complex, element, |context, _| {
            Some(context.matches_right_to_left(program, &complex.compounds, element))
        })
    }

    /// Whether `:has()` of a relative selector holds for `element`.
    fn has(&mut self, program: &Program, relative: &Complex, element: N) -> bool {
        self.answer(program, relative, element, |context, budget| {
            has::find(context, program, &relative.compounds, element, budget)
        })
    }

    /// Answers for `element` from the memo, or by `search` within the budget, or by a pass over the tree.
    ///
    /// `search` gets the value of `effort` at which it may give up with `None`.
    fn answer(
        &mut self,
        program: &Program,
        complex: &Complex,
        element: N,
        search: impl FnOnce(&mut Self, usize) -> Option<bool>,
    ) -> bool {
        if self.memos.is_empty() {
            self.memos.resize_with(program.complexes, || Memo::Unasked);
        }
        let (spent, most) = match &self.memos[complex.number] {
            Memo::Known(bits) => return bits.get(element.index()),
            Memo::Unasked if complex.relative => (0, has::cost_of_all(complex, element)),
            Memo::Unasked => (0, element.bound() + MIN_BUDGET),
            Memo::Spent { spent, most } => (*spent, *most),
        };
        if spent < most {
            let before = self.effort;
            let found = search(self, before + (most - spent));
            let spent = spent + (self.effort - before);
            self.memos[complex.number] = Memo::Spent { spent, most };
            if let Some(found) = found {
                return found;
            }
        }
        let mut bits = NodeSet::new(element.bound());
        let root = root_of(element);
        if complex.relative {
            has::all(self, program, &complex.compounds, root, &mut bits);
        } else {
            automaton::all(self, program, complex, root, &mut bits);
        }
        let found = bits.get(element.index());
        self.memos[complex.number] = Memo::Known(bits);
        found
    }

    /// Whether `element` matches a compound selector.
    #[inline]
    pub(crate) fn matches_compound(
        &mut self,
        program: &Program,
        compound: &Compound,
        element: N,
    ) -> bool {
        compound.simples.iter().all(|test| self.matches_simple(program, test, element))
    }

    /// Whether `element`, which matches the simple selector at index `decided`, matches the others.
    #[inline]
    pub(crate) fn matches_rest(
        &mut self,
        program: &Program,
        compound: &Compound,
        decided: usize,
        element: N,
    ) -> bool {
        let mut simples = compound.simples.iter().enumerate();
        simples.all(|(at, test)| at == decided || self.matches_simple(program, test, element))
    }

    #[inline]
    fn matches_simple(&mut self, program: &Program, test: &Simple, element: N) -> bool {
        match simple::matches(test, &element, self.mode) {
            Some(passes) => passes,
            None => self.matches_in_tree(program, test, element),
        }
    }

    /// Whether `element` matches a simple selector that depends on other nodes.
    fn matches_in_tree(&mut self, program: &Program, test: &Simple, element: N) -> bool {
        match test {
            Simple::Root => {
                element.parent().is_some_and(|parent| parent.kind() == NodeKind::Document)
            }
            Simple::Scope => element == self.scope,
            Simple::Empty => self.is_empty(element),
            Simple::Nth(nth) => self.is_nth(element, *nth),
            Simple::NthOf(nth, list, number) => {
                self.matches_list(program, *list, element)
                    && self.is_nth_of(program, element, *nth, *list, *number)
            }
            Simple::Is(list) => self.matches_list(program, *list, element),
            Simple::Not(list) => !self.matches_list(program, *list, element),
            Simple::Has(list) => {
                program.list_of(*list).alternatives.iter().any(|r| self.has(program, r, element))
            }
            Simple::Rule(Rule::Editable) => self.is_editable(element),
            Simple::Rule(Rule::PlaceholderShown) => forms::shows_placeholder(element),
            Simple::Rule(Rule::Defined) => forms::is_defined(&element),
            Simple::Rule(rule) if rule.is_of_validity() => {
                self.validity(element).has(*rule, element)
            }
            Simple::Rule(rule) => self.forms(element).has(*rule, element),
            Simple::Lang(ranges) => language::matches(self, ranges, element),
            Simple::Dir { rtl } => direction::is_rtl(self, element) == *rtl,
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
            if node.namespace() != Namespace::Html {
                // Of other elements only an outermost `svg` or `math` can be editable.
                let is_outermost = node.parent().is_some_and(|parent| {
                    parent.is_element() && parent.namespace() == Namespace::Html
                });
                return if is_outermost { None } else { Some(false) };
            }
            let value = node.known_attribute(sapwood_names::attr::CONTENTEDITABLE)?;
            let is = |keyword: &str| value.eq_ignore_ascii_case(keyword);
            if value.is_empty() || is("true") || is("plaintext-only") {
                return Some(true);
            }
            is("false").then_some(false)
        };
        inherited(&mut self.editable, element, false, own)
    }

    /// Returns the language of elements without one: the pragma-set default, or the empty tag.
    pub(crate) fn default_language(&mut self, element: N) -> &str {
        self.default_language
            .get_or_insert_with(|| language::pragma_set(root_of(element)).unwrap_or_default())
    }

    fn forms(&mut self, element: N) -> &Forms {
        self.forms.get_or_insert_with(|| Box::new(Forms::of(root_of(element))))
    }

    fn validity(&mut self, element: N) -> &Validity {
        if self.validity.is_none() {
            let validity = Validity::of(root_of(element), self.forms(element));
            self.validity = Some(Box::new(validity));
        }
        self.validity.get_or_insert_default()
    }
}

/// [`inherited`] memoizes its result at every `STRIDE`-th ancestor that it passes.
const STRIDE: usize = 32;

/// Returns the `own` value of the nearest inclusive ancestor that has one, or `default`.
///
/// A climb ends at the first memoized ancestor. So all climbs together take time linear in the tree, plus
/// `STRIDE` steps each, and the memo holds a small fraction of the elements.
pub(crate) fn inherited<'d, N: Node<'d>, T: Copy>(
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
