//! Matching at start tags, for callers without a tree.
//!
//! All functions are inline or generic, so that a program that doesn't stream never compiles them.

use std::{cell::RefCell, convert::Infallible, error::Error, fmt, sync::Arc};

use sapwood_names::{HashMap, NameId, TagSet, tag};
use sapwood_tree::DocumentMode;

use crate::{
    automaton::{self, Automaton},
    element::Element,
    error::SelectorError,
    forms,
    program::{Compound, ListId, Program, Simple},
    pseudo::Rule,
    recent::{Recent, get_or_make},
    selector::Selector,
    simple,
    syntax::Nth,
};

/// A selector that can be matched at an element's start tag, from the element, its ancestors and its earlier siblings.
///
/// The caller reports the start tags of a document in order and keeps a [`StreamFrame`] for each open element. A clone costs
/// no allocation, so one prepared selector serves any number of documents.
///
/// # Examples
///
/// ```
/// use sapwood_select::{Selector, StreamSelector};
///
/// assert!(StreamSelector::new(&"ul > li:nth-child(odd) a".parse()?).is_ok());
/// let error = StreamSelector::new(&"li:last-child".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "a position from the end depends on content after the start tag");
/// # Ok::<(), sapwood::SelectorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct StreamSelector {
    tables: Arc<Tables>,
    needs: Needs,
    names: NameSet,
    /// Whether an element that matches nothing leaves no trace in the frame of its parent.
    forgets: bool,
}

/// The parts of a prepared selector that clones share.
#[derive(Debug)]
struct Tables {
    program: Arc<Program>,
    /// The automaton of the selector itself, the last list.
    automaton: Automaton,
    /// The automata of the lists before, which are arguments of pseudo-classes.
    nested: Box<[Automaton]>,
    /// The lists of `:nth-child(… of …)`.
    counted: Box<[ListId]>,
}

/// A set of element names. Of the names without a bit of their own it has all or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NameSet([u64; NameSet::KNOWN / 64]);

impl NameSet {
    /// An upper bound on the ids that are members one by one: those of all tag names.
    const KNOWN: usize = 384;
    /// The set of all names.
    pub const ALL: Self = Self([u64::MAX; Self::KNOWN / 64]);

    /// The set of these tag names.
    #[must_use]
    pub const fn of(names: TagSet) -> Self {
        let [a, b, c, d] = names.words();
        let mut set = [0; Self::KNOWN / 64];
        (set[0], set[1], set[2], set[3]) = (a, b, c, d);
        Self(set)
    }

    /// The bit of a name: the first one for all names without a bit of their own.
    #[inline(always)]
    fn bit(name: NameId) -> usize {
        if name.index() < Self::KNOWN { name.index() } else { 0 }
    }

    /// Adds a name, or all names without an id if `name` has none.
    #[inline]
    pub fn insert(&mut self, name: NameId) {
        let bit = Self::bit(name);
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    /// Adds the names of `other`.
    #[inline]
    pub fn insert_all(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own |= other;
        }
    }

    /// Whether the name is in the set.
    #[inline(always)]
    #[must_use]
    pub fn contains(&self, name: NameId) -> bool {
        let bit = Self::bit(name);
        self.0[bit / 64] >> (bit % 64) & 1 != 0
    }
}

/// The optional state that the selector needs in a [`StreamFrame`].
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    positions: bool,
    types: bool,
}

/// The state of an open element, with which its children are matched.
#[derive(Clone, Debug, Default)]
pub struct StreamFrame {
    /// The frame of the selector's automaton.
    own: automaton::Frame,
    /// The rest of the state, if the selector needs any.
    more: Option<Box<More>>,
}

/// The state of an open element that few selectors need.
#[derive(Clone, Debug, Default)]
struct More {
    /// The frames of the nested lists' automata.
    nested: Box<[automaton::Frame]>,
    children: u32,
    /// The number of children so far of each type, if the selector needs it.
    of_type: Option<HashMap<u64, u32>>,
    /// The number of children so far that match each counted list.
    of_list: Box<[u32]>,
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
    #[inline]
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
    #[inline]
    fn from(error: SelectorError) -> Self {
        Self(Obstacle::Invalid(error))
    }
}

impl From<Infallible> for NotStreamable {
    #[inline]
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl From<&Self> for StreamSelector {
    #[inline]
    fn from(selector: &Self) -> Self {
        selector.clone()
    }
}

impl TryFrom<&Selector> for StreamSelector {
    type Error = NotStreamable;

    #[inline]
    fn try_from(selector: &Selector) -> Result<Self, NotStreamable> {
        Self::new(selector)
    }
}

impl TryFrom<Selector> for StreamSelector {
    type Error = NotStreamable;

    #[inline]
    fn try_from(selector: Selector) -> Result<Self, NotStreamable> {
        Self::new(&selector)
    }
}

impl TryFrom<&str> for StreamSelector {
    type Error = NotStreamable;

    #[inline]
    fn try_from(text: &str) -> Result<Self, NotStreamable> {
        thread_local!(static RECENT: RefCell<Recent<StreamSelector>> = const { Recent::new() });
        get_or_make(&RECENT, text, || Self::new(&Selector::new(text)?))
    }
}

impl TryFrom<&String> for StreamSelector {
    type Error = NotStreamable;

    #[inline]
    fn try_from(text: &String) -> Result<Self, NotStreamable> {
        Self::try_from(text.as_str())
    }
}

impl StreamSelector {
    /// Prepares a selector.
    ///
    /// # Errors
    ///
    /// If the selector contains `:has()`, `:empty`, `:lang()`, `:dir()`, `:checked`, `:default`, `:indeterminate`,
    /// `:read-write`, `:read-only`, `:placeholder-shown`, `:valid`, `:invalid`, `:in-range`, `:out-of-range`, a position from
    /// the end, or more than 64 combinators.
    #[inline]
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
                if counted.len() <= *number {
                    counted.resize(number + 1, *list);
                }
                counted[*number] = *list;
            }
        }
        let automata = program.lists.iter().map(|list| Automaton::new(&list.alternatives));
        let automata = automata.collect::<Option<Vec<_>>>();
        let mut nested = automata.ok_or(NotStreamable(Obstacle::Length))?;
        let automaton = nested.pop().unwrap_or_default();
        let counts = needs.positions || needs.types || !counted.is_empty();
        let siblings = nested.iter().any(Automaton::looks_at_siblings);
        let forgets = !(counts || siblings || automaton.looks_at_siblings());
        let names = names(&program, &nested, &counted);
        let tables = Tables { program, automaton, nested: nested.into(), counted: counted.into() };
        Ok(Self { tables: Arc::new(tables), needs, names, forgets })
    }

    /// Returns the names of the elements that [`enter`](Self::enter) must see. For all others
    /// [`pass`](Self::pass) suffices, and their attributes are never looked at.
    #[must_use]
    #[inline]
    pub fn names(&self) -> &NameSet {
        &self.names
    }

    /// Whether the selector may match an element whose start tag is implied, such as a `tbody`. Such an element has no attributes.
    #[must_use]
    #[inline]
    pub fn may_match_implied(&self) -> bool {
        let may_match = |subject: &Compound| {
            let needs_attribute = |simple: &Simple| {
                matches!(simple, Simple::Id(_) | Simple::Class(_) | Simple::Attribute(_))
            };
            let names = names_of(subject, &[]);
            !subject.simples.iter().any(needs_attribute)
                && IMPLIED.iter().any(|name| names.contains(*name))
        };
        let Some(list) = self.tables.program.lists.last() else { return false };
        let mut subjects = list.alternatives.iter().filter_map(|complex| complex.compounds.last());
        subjects.any(may_match)
    }

    /// Returns the frame for the children of the document.
    #[must_use]
    #[inline]
    pub fn root_frame(&self) -> StreamFrame {
        let more = self.needs_more().then(|| {
            Box::new(More {
                nested: vec![automaton::Frame::default(); self.tables.nested.len()].into(),
                of_list: vec![0; self.tables.counted.len()].into(),
                ..More::default()
            })
        });
        StreamFrame { own: automaton::Frame::default(), more }
    }

    /// Whether a child that matches nothing, and isn't to be [entered](Self::enter), leaves `frame` as it is and has the
    /// same frame for its own children.
    #[must_use]
    #[inline]
    pub fn passes_on(&self, frame: &StreamFrame) -> bool {
        let nested = frame.more.as_ref().map_or(&[][..], |more| &more.nested);
        self.forgets
            && self.tables.automaton.passes_on(frame.own)
            && self
                .tables
                .nested
                .iter()
                .zip(nested)
                .all(|(automaton, frame)| automaton.passes_on(*frame))
    }

    /// Whether children match alike in both frames; may be `false` for selectors that need more state than most.
    #[must_use]
    #[inline]
    pub fn is_equivalent(&self, frame: &StreamFrame, other: &StreamFrame) -> bool {
        self.passes_on(frame)
            && self.passes_on(other)
            && frame.own.has_ancestors_of(other.own)
            && frame.more.is_none()
            && other.more.is_none()
    }

    /// Whether the selector depends on the element alone. Then it needs no frames: see [`matches`](Self::matches).
    #[must_use]
    #[inline]
    pub fn is_local(&self) -> bool {
        !self.needs_more() && !self.tables.automaton.has_combinators()
    }

    /// Whether an element matches, if the selector [is local](Self::is_local).
    #[must_use]
    pub fn matches<'d>(
        &self,
        element: &impl Element<'d>,
        mode: DocumentMode,
        is_root: bool,
    ) -> bool {
        let Some(list) = self.tables.program.lists.last() else { return false };
        let mut start = StartContext::new(mode, is_root);
        let mut compounds =
            list.alternatives.iter().filter_map(|complex| complex.compounds.first());
        compounds.any(|compound| start.passes(compound, element))
    }

    /// Whether frames have more than the state of the selector's automaton.
    #[inline]
    fn needs_more(&self) -> bool {
        !(self.tables.nested.is_empty() && self.tables.counted.is_empty())
            || self.needs.positions
            || self.needs.types
    }

    /// Passes the next child of the element or document that `frame` belongs to, whose name isn't one of
    /// [`names`](Self::names). Returns the frame for its own children.
    pub fn pass<'d>(&self, frame: &mut StreamFrame, element: &impl Element<'d>) -> StreamFrame {
        let own = frame.own.inside(0);
        frame.own.passed(0);
        let more = frame.more.as_mut().map(|more| {
            self.count(more, element);
            let nested = more.nested.iter_mut().map(|frame| {
                let inside = frame.inside(0);
                frame.passed(0);
                inside
            });
            let nested = nested.collect();
            Box::new(self.more_inside(nested))
        });
        StreamFrame { own, more }
    }

    #[inline]
    fn more_inside(&self, nested: Box<[automaton::Frame]>) -> More {
        let of_list = vec![0; self.tables.counted.len()].into();
        More { nested, children: 0, of_type: None, of_list }
    }

    /// Counts a child. Returns the number of children of its type, itself included, if the selector needs it.
    fn count<'d>(&self, more: &mut More, element: &impl Element<'d>) -> u32 {
        more.children += u32::from(self.needs.positions);
        if !self.needs.types {
            return 0;
        }
        let count = more.of_type.get_or_insert_default().entry(element.type_key()).or_default();
        *count += 1;
        *count
    }

    /// Matches the next child of the element or document that `frame` belongs to. Returns whether it matches, and the
    /// frame for its own children.
    pub fn enter<'d>(
        &self,
        frame: &mut StreamFrame,
        element: &impl Element<'d>,
        mode: DocumentMode,
        is_root: bool,
    ) -> (bool, StreamFrame) {
        let Some(more) = &mut frame.more else {
            let mut start = StartContext::new(mode, is_root);
            let (bits, matches) = self.step(frame.own, &mut start, element);
            let own = frame.own.inside(bits);
            frame.own.passed(bits);
            return (matches, StreamFrame { own, more: None });
        };
        let same_type = self.count(more, element);
        let mut start = StartContext {
            mode,
            is_root,
            index: more.children,
            same_type,
            of_list: &mut more.of_list,
            matched: Vec::with_capacity(self.tables.nested.len()),
        };
        let mut nested = Vec::with_capacity(self.tables.nested.len());
        let lists = self.tables.program.lists.iter().zip(&self.tables.nested);
        for ((list, automaton), frame) in lists.zip(&mut more.nested) {
            let passes = |compound: &Compound| start.passes(compound, element);
            let (bits, matches) = automaton.step(&list.alternatives, *frame, passes);
            nested.push(frame.inside(bits));
            frame.passed(bits);
            start.matched.push(matches);
        }
        let (bits, matches) = self.step(frame.own, &mut start, element);
        let own = frame.own.inside(bits);
        frame.own.passed(bits);
        for (number, list) in self.tables.counted.iter().enumerate() {
            start.of_list[number] += u32::from(start.matched[list.0]);
        }
        let more = Some(Box::new(self.more_inside(nested.into())));
        (matches, StreamFrame { own, more })
    }

    /// Matches an element against the selector itself.
    #[inline]
    fn step<'d>(
        &self,
        frame: automaton::Frame,
        start: &mut StartContext<'_>,
        element: &impl Element<'d>,
    ) -> (u64, bool) {
        let Some(list) = self.tables.program.lists.last() else { return (0, false) };
        let passes = |compound: &Compound| start.passes(compound, element);
        self.tables.automaton.step(&list.alternatives, frame, passes)
    }
}

/// The names of elements whose start tags the parser implies.
const IMPLIED: [NameId; 8] =
    [tag::HTML, tag::HEAD, tag::BODY, tag::P, tag::BR, tag::COLGROUP, tag::TBODY, tag::TR];

/// Returns the names of the elements that a compound of the selector may match.
///
/// A nested list without combinators counts only where a compound that contains it looks at it.
#[inline]
fn names(program: &Program, nested: &[Automaton], counted: &[ListId]) -> NameSet {
    let mut names = NameSet::default();
    // The names of the elements that each list may match; nested lists precede the lists that contain them.
    let mut subjects: Vec<NameSet> = Vec::with_capacity(program.lists.len());
    for (number, list) in program.lists.iter().enumerate() {
        let mut subject = NameSet::default();
        let is_own = nested.get(number).is_none_or(Automaton::has_combinators)
            || counted.contains(&ListId(number));
        for complex in &list.alternatives {
            for (at, compound) in complex.compounds.iter().enumerate() {
                let matched = names_of(compound, &subjects);
                if at + 1 == complex.compounds.len() {
                    subject.insert_all(&matched);
                }
                if is_own {
                    names.insert_all(&matched);
                }
            }
        }
        subjects.push(subject);
    }
    names
}

/// Returns the names of the elements that a compound may match.
#[inline]
fn names_of(compound: &Compound, lists: &[NameSet]) -> NameSet {
    for simple in &compound.simples {
        match simple {
            Simple::Type { lower, exact } => {
                let mut names = NameSet::default();
                for name in [Some(lower), exact.as_ref()].into_iter().flatten() {
                    names.insert(name.id);
                    if !name.is_tag {
                        names.insert(NameId::UNKNOWN);
                    }
                }
                return names;
            }
            Simple::Is(list) => return lists.get(list.0).copied().unwrap_or(NameSet::ALL),
            _ => {}
        }
    }
    NameSet::ALL
}

/// The context of an element at its start tag.
struct StartContext<'a> {
    mode: DocumentMode,
    is_root: bool,
    index: u32,
    same_type: u32,
    of_list: &'a mut [u32],
    /// Whether it matches each list so far; nested lists precede the lists that contain them.
    matched: Vec<bool>,
}

impl StartContext<'_> {
    /// The context for a selector without nested lists and positions.
    #[inline]
    fn new(mode: DocumentMode, is_root: bool) -> Self {
        Self { mode, is_root, index: 0, same_type: 0, of_list: &mut [], matched: Vec::new() }
    }

    fn passes<'d>(&mut self, compound: &Compound, element: &impl Element<'d>) -> bool {
        compound.simples.iter().all(|test| {
            simple::matches(test, element, self.mode)
                .unwrap_or_else(|| self.matches_in_stream(test, element))
        })
    }

    fn matches_in_stream<'d>(&mut self, test: &Simple, element: &impl Element<'d>) -> bool {
        match test {
            Simple::Root | Simple::Scope => self.is_root,
            Simple::Nth(nth) => nth.has(if nth.of_type { self.same_type } else { self.index }),
            Simple::NthOf(nth, list, number) => {
                self.matched[list.0] && nth.has(self.of_list[*number] + 1)
            }
            Simple::Is(list) => self.matched[list.0],
            Simple::Not(list) => !self.matched[list.0],
            Simple::Rule(Rule::Defined) => forms::is_defined(element),
            _ => false,
        }
    }
}

impl Needs {
    #[inline]
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
            // An element without `lang` has the language of the last `<meta http-equiv=content-language>`.
            Simple::Lang(_) => "`:lang()`",
            Simple::Has(_) => "`:has()`",
            Simple::Empty => "`:empty`",
            Simple::Dir { .. } => "`:dir()`",
            Simple::Rule(Rule::Checked) => "`:checked`",
            Simple::Rule(Rule::Default) => "`:default`",
            Simple::Rule(Rule::Indeterminate) => "`:indeterminate`",
            Simple::Rule(Rule::PlaceholderShown) => "`:placeholder-shown`",
            // A `form` attribute may name a later form, and a later radio button may be checked.
            Simple::Rule(Rule::Valid) => "`:valid`",
            Simple::Rule(Rule::Invalid) => "`:invalid`",
            Simple::Rule(Rule::InRange) => "`:in-range`",
            Simple::Rule(Rule::OutOfRange) => "`:out-of-range`",
            Simple::Rule(Rule::Editable) => "`:read-write` or `:read-only`",
            _ => return Ok(()),
        };
        Err(NotStreamable(Obstacle::LaterContent(what)))
    }
}
