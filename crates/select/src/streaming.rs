//! Matching at the start tag, for those who keep no tree.

use std::{collections::HashMap, error::Error, fmt, sync::Arc};

use crate::{
    forms,
    language::{is_in_any, with_language},
    local,
    node::{Element, Flavour},
    program::{ListId, Nth, Part, Program, Test},
    pseudo::Rule,
    selector::Selector,
    walk::{self, Automaton},
};

/// A selector that can be matched when an element's start tag is read: by the element, what it is in and
/// what came before.
///
/// The start tags of a document are told to it in their order; for each open element a [`StreamFrame`] is
/// kept.
///
/// # Examples
///
/// ```
/// use sapwood_select::{Selector, StreamSelector};
///
/// assert!(StreamSelector::new(&"ul > li:nth-child(odd) a".parse()?).is_ok());
/// let error = StreamSelector::new(&"li:last-child".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "`:last-child` and its like ask for what comes after the start tag");
/// # Ok::<(), sapwood_select::SelectorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct StreamSelector {
    program: Arc<Program>,
    /// One for each list.
    automata: Box<[Automaton]>,
    /// The lists of which siblings are counted.
    counted: Box<[ListId]>,
    needs: Needs,
}

/// What has to be kept for the sake of later siblings and children.
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    positions: bool,
    types: bool,
    language: bool,
}

/// What the children of an open element have to know.
#[derive(Clone, Debug, Default)]
pub struct StreamFrame {
    /// For each list.
    bits: Box<[walk::Frame]>,
    children: u32,
    of_type: HashMap<u64, u32>,
    /// For each list that siblings are counted of.
    of_list: Box<[u32]>,
    language: Option<Arc<str>>,
}

/// A selector that asks for what isn't known when a start tag is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotStreamable {
    what: &'static str,
}

impl fmt::Display for NotStreamable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} for what comes after the start tag", self.what)
    }
}

impl Error for NotStreamable {}

impl StreamSelector {
    /// Prepares a selector.
    ///
    /// # Errors
    ///
    /// If it has `:has()`, `:empty`, `:dir()`, `:checked`, `:default`, `:indeterminate`, `:read-write`, `:read-only`,
    /// a position from the end, or more than 64 combinators.
    pub fn new(selector: &Selector) -> Result<Self, NotStreamable> {
        let program = Arc::clone(&selector.program);
        let mut needs = Needs::default();
        let tests = program.lists.iter().flat_map(|list| &list.alternatives);
        let tests = tests.flat_map(|complex| &complex.parts).flat_map(|part| &part.tests);
        let mut counted = Vec::new();
        for test in tests {
            needs.check(test)?;
            if let Test::NthOf(_, list, number) = test {
                counted.push((*number, *list));
            }
        }
        counted.sort_by_key(|(number, _)| *number);
        let automata = program.lists.iter().map(|list| Automaton::new(&list.alternatives));
        let too_long = NotStreamable { what: "more than 64 combinators ask" };
        let automata = automata.collect::<Option<_>>().ok_or(too_long)?;
        let counted = counted.into_iter().map(|(_, list)| list).collect();
        Ok(Self { program, automata, counted, needs })
    }

    /// What the children of the document have to know.
    #[must_use]
    pub fn root_frame(&self) -> StreamFrame {
        StreamFrame {
            bits: self.automata.iter().map(|_| walk::Frame::default()).collect(),
            of_list: vec![0; self.counted.len()].into(),
            ..StreamFrame::default()
        }
    }

    /// Tells of the next child of the element or document that `frame` belongs to. Returns whether it
    /// matches, and what its own children have to know.
    pub fn enter(
        &self,
        frame: &mut StreamFrame,
        element: &impl Element,
        flavour: Flavour,
        is_root: bool,
    ) -> (bool, StreamFrame) {
        frame.children += u32::from(self.needs.positions);
        let same_type = if self.needs.types {
            let count = frame.of_type.entry(element.type_key()).or_default();
            *count += 1;
            *count
        } else {
            0
        };
        let own = self
            .needs
            .language
            .then(|| with_language(element, |tag: &str| Arc::from(tag)))
            .flatten();
        let language = own.or_else(|| frame.language.clone());
        let mut moment = Moment {
            flavour,
            is_root,
            index: frame.children,
            same_type,
            of_list: &mut frame.of_list,
            language: language.as_deref(),
            matched: Vec::with_capacity(self.automata.len()),
        };
        let mut inside = Vec::with_capacity(self.automata.len());
        let lists = self.program.lists.iter().zip(&self.automata);
        for ((list, automaton), bits) in lists.zip(&mut frame.bits) {
            let passes = |part: &Part| moment.passes(part, element);
            let (own, matches) = automaton.step(&list.alternatives, *bits, passes);
            inside.push(bits.inside(own));
            bits.passed(own);
            moment.matched.push(matches);
        }
        for (number, list) in self.counted.iter().enumerate() {
            moment.of_list[number] += u32::from(moment.matched[list.0]);
        }
        let matches = moment.matched.last().copied().unwrap_or_default();
        let of_list = vec![0; self.counted.len()].into();
        (matches, StreamFrame { bits: inside.into(), of_list, language, ..StreamFrame::default() })
    }
}

/// What is known of an element when it begins.
struct Moment<'a> {
    flavour: Flavour,
    is_root: bool,
    index: u32,
    same_type: u32,
    of_list: &'a mut [u32],
    language: Option<&'a str>,
    /// Whether it matches the lists so far: those inside come before those that they are in.
    matched: Vec<bool>,
}

impl Moment<'_> {
    fn passes(&mut self, part: &Part, element: &impl Element) -> bool {
        part.tests.iter().all(|test| {
            local::passes(test, element, self.flavour)
                .unwrap_or_else(|| self.passes_in_tree(test, element))
        })
    }

    fn passes_in_tree(&mut self, test: &Test, element: &impl Element) -> bool {
        match test {
            Test::Root | Test::Scope => self.is_root,
            Test::Nth(nth) => nth.has(if nth.of_type { self.same_type } else { self.index }),
            Test::NthOf(nth, list, number) => {
                self.matched[list.0] && nth.has(self.of_list[*number] + 1)
            }
            Test::Is(list) => self.matched[list.0],
            Test::Not(list) => !self.matched[list.0],
            Test::Lang(ranges) => is_in_any(self.language.unwrap_or_default(), ranges),
            Test::Rule(Rule::Defined) => forms::is_defined(element),
            _ => false,
        }
    }
}

impl Needs {
    fn check(&mut self, test: &Test) -> Result<(), NotStreamable> {
        let refused = match test {
            Test::Nth(Nth { only: false, from_end: false, of_type, .. }) => {
                self.types |= of_type;
                self.positions = true;
                return Ok(());
            }
            Test::Nth(_) | Test::NthOf(Nth { from_end: true, .. }, ..) => {
                "`:last-child` and its like ask"
            }
            Test::Lang(_) => {
                self.language = true;
                return Ok(());
            }
            Test::Has(_) => "`:has()` asks",
            Test::Empty => "`:empty` asks",
            Test::Dir { .. } => "`:dir()` asks",
            Test::Rule(Rule::Checked) => "`:checked` asks",
            Test::Rule(Rule::Default) => "`:default` asks",
            Test::Rule(Rule::Indeterminate) => "`:indeterminate` asks",
            Test::Rule(Rule::Editable) => "`:read-write` or `:read-only` asks",
            _ => return Ok(()),
        };
        Err(NotStreamable { what: refused })
    }
}
