//! Matching at start tags, for callers without a tree.

use std::{collections::HashMap, convert::Infallible, error::Error, fmt, sync::Arc};

use crate::{
    automaton::{self, Automaton},
    error::SelectorError,
    forms,
    language::{is_in_any, with_language},
    node::{DocumentMode, Element},
    program::{Compound, ListId, Nth, Program, Simple},
    pseudo::Rule,
    selector::Selector,
    simple,
};

/// A selector that can be matched at an element's start tag, from the element, its ancestors and its earlier siblings.
///
/// The caller reports the start tags of a document in order and keeps a [`StreamFrame`] for each open element.
///
/// # Examples
///
/// ```
/// use sapwood_select::{Selector, StreamSelector};
///
/// assert!(StreamSelector::new(&"ul > li:nth-child(odd) a".parse()?).is_ok());
/// let error = StreamSelector::new(&"li:last-child".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "a position from the end depends on content after the start tag");
/// # Ok::<(), sapwood_select::SelectorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct StreamSelector {
    program: Arc<Program>,
    /// The automaton of the selector itself, the last list.
    automaton: Automaton,
    /// The automata of the lists before, which are arguments of pseudo-classes.
    nested: Box<[Automaton]>,
    /// The lists of `:nth-child(… of …)`.
    counted: Box<[ListId]>,
    needs: Needs,
}

/// The optional state that the selector needs in a [`StreamFrame`].
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    positions: bool,
    types: bool,
    language: bool,
}

/// The state of an open element, with which its children are matched.
#[derive(Clone, Debug, Default)]
pub struct StreamFrame {
    /// The frame of the selector's automaton.
    own: automaton::Frame,
    /// The frames of the nested lists' automata.
    nested: Box<[automaton::Frame]>,
    children: u32,
    /// The number of children so far of each type, if the selector needs it.
    of_type: Option<HashMap<u64, u32>>,
    /// The number of children so far that match each counted list.
    of_list: Box<[u32]>,
    language: Option<Arc<str>>,
}

/// The reason why a selector can't be matched at start tags.
#[derive(Clone, Debug, PartialEq)]
pub struct NotStreamable(Obstacle);

#[derive(Clone, Debug, PartialEq)]
enum Obstacle {
    /// The part of the selector that depends on content after the start tag.
    LaterContent(&'static str),
    /// It isn't a selector.
    Invalid(SelectorError),
    /// Too many combinators.
    Length,
}

impl fmt::Display for NotStreamable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Obstacle::LaterContent(part) => {
                write!(f, "{part} depends on content after the start tag")
            }
            Obstacle::Invalid(ref error) => error.fmt(f),
            Obstacle::Length => f.write_str("a selector list has more than 64 combinators"),
        }
    }
}

impl Error for NotStreamable {}

impl From<SelectorError> for NotStreamable {
    fn from(error: SelectorError) -> Self {
        Self(Obstacle::Invalid(error))
    }
}

impl From<Infallible> for NotStreamable {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl StreamSelector {
    /// Prepares a selector.
    ///
    /// # Errors
    ///
    /// If the selector contains `:has()`, `:empty`, `:dir()`, `:checked`, `:default`, `:indeterminate`, `:read-write`,
    /// `:read-only`, `:placeholder-shown`, a position from the end, or more than 64 combinators.
    pub fn new(selector: &Selector) -> Result<Self, NotStreamable> {
        let program = Arc::clone(&selector.program);
        let mut needs = Needs::default();
        let simples = program.lists.iter().flat_map(|list| &list.alternatives);
        let simples =
            simples.flat_map(|complex| &complex.compounds).flat_map(|compound| &compound.simples);
        let mut counted = Vec::new();
        for test in simples {
            needs.check(test)?;
            if let Simple::NthOf(_, list, number) = test {
                counted.push((*number, *list));
            }
        }
        counted.sort_by_key(|(number, _)| *number);
        let automata = program.lists.iter().map(|list| Automaton::new(&list.alternatives));
        let automata = automata.collect::<Option<Vec<_>>>();
        let mut nested = automata.ok_or(NotStreamable(Obstacle::Length))?;
        let automaton = nested.pop().unwrap_or_default();
        let counted = counted.into_iter().map(|(_, list)| list).collect();
        Ok(Self { program, automaton, nested: nested.into(), counted, needs })
    }

    /// Returns the frame for the children of the document.
    #[must_use]
    pub fn root_frame(&self) -> StreamFrame {
        StreamFrame {
            nested: vec![automaton::Frame::default(); self.nested.len()].into(),
            of_list: vec![0; self.counted.len()].into(),
            ..StreamFrame::default()
        }
    }

    /// Matches the next child of the element or document that `frame` belongs to. Returns whether it matches, and the
    /// frame for its own children.
    pub fn enter(
        &self,
        frame: &mut StreamFrame,
        element: &impl Element,
        mode: DocumentMode,
        is_root: bool,
    ) -> (bool, StreamFrame) {
        frame.children += u32::from(self.needs.positions);
        let same_type = if self.needs.types {
            let count =
                frame.of_type.get_or_insert_default().entry(element.type_key()).or_default();
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
        let mut start = StartContext {
            mode,
            is_root,
            index: frame.children,
            same_type,
            of_list: &mut frame.of_list,
            language: language.as_deref(),
            matched: Vec::with_capacity(self.nested.len()),
        };
        let mut inside = Vec::with_capacity(self.nested.len());
        let lists = self.program.lists.iter().zip(&self.nested);
        for ((list, automaton), bits) in lists.zip(&mut frame.nested) {
            let passes = |compound: &Compound| start.passes(compound, element);
            let (own, matches) = automaton.step(&list.alternatives, *bits, passes);
            inside.push(bits.inside(own));
            bits.passed(own);
            start.matched.push(matches);
        }
        let (own, matches) = match self.program.lists.last() {
            Some(list) => {
                let passes = |compound: &Compound| start.passes(compound, element);
                self.automaton.step(&list.alternatives, frame.own, passes)
            }
            None => (0, false),
        };
        let own_inside = frame.own.inside(own);
        frame.own.passed(own);
        for (number, list) in self.counted.iter().enumerate() {
            start.of_list[number] += u32::from(start.matched[list.0]);
        }
        let of_list = vec![0; self.counted.len()].into();
        let inside = StreamFrame {
            own: own_inside,
            nested: inside.into(),
            children: 0,
            of_type: None,
            of_list,
            language,
        };
        (matches, inside)
    }
}

/// The context of an element at its start tag.
struct StartContext<'a> {
    mode: DocumentMode,
    is_root: bool,
    index: u32,
    same_type: u32,
    of_list: &'a mut [u32],
    language: Option<&'a str>,
    /// Whether it matches each list so far; nested lists precede the lists that contain them.
    matched: Vec<bool>,
}

impl StartContext<'_> {
    fn passes(&mut self, compound: &Compound, element: &impl Element) -> bool {
        compound.simples.iter().all(|test| {
            simple::matches(test, element, self.mode)
                .unwrap_or_else(|| self.matches_in_stream(test, element))
        })
    }

    fn matches_in_stream(&mut self, test: &Simple, element: &impl Element) -> bool {
        match test {
            Simple::Root | Simple::Scope => self.is_root,
            Simple::Nth(nth) => nth.has(if nth.of_type { self.same_type } else { self.index }),
            Simple::NthOf(nth, list, number) => {
                self.matched[list.0] && nth.has(self.of_list[*number] + 1)
            }
            Simple::Is(list) => self.matched[list.0],
            Simple::Not(list) => !self.matched[list.0],
            Simple::Lang(ranges) => is_in_any(self.language.unwrap_or_default(), ranges),
            Simple::Rule(Rule::Defined) => forms::is_defined(element),
            _ => false,
        }
    }
}

impl Needs {
    fn check(&mut self, test: &Simple) -> Result<(), NotStreamable> {
        let what = match test {
            Simple::Nth(Nth { only: false, from_end: false, of_type, .. }) => {
                self.types |= of_type;
                self.positions = true;
                return Ok(());
            }
            Simple::Nth(_) | Simple::NthOf(Nth { from_end: true, .. }, ..) => {
                "a position from the end"
            }
            Simple::Lang(_) => {
                self.language = true;
                return Ok(());
            }
            Simple::Has(_) => "`:has()`",
            Simple::Empty => "`:empty`",
            Simple::Dir { .. } => "`:dir()`",
            Simple::Rule(Rule::Checked) => "`:checked`",
            Simple::Rule(Rule::Default) => "`:default`",
            Simple::Rule(Rule::Indeterminate) => "`:indeterminate`",
            Simple::Rule(Rule::PlaceholderShown) => "`:placeholder-shown`",
            Simple::Rule(Rule::Editable) => "`:read-write` or `:read-only`",
            _ => return Ok(()),
        };
        Err(NotStreamable(Obstacle::LaterContent(what)))
    }
}
