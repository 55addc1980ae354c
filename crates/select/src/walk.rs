//! Complex selectors over a whole tree, in one walk from the root to the leaves.
//!
//! Each part of a selector but the last has a bit. An element's bits say which beginnings of the
//! selector end in it. Whether the part after a bit may match an element is a question to the bits of
//! its parent, its ancestors, its sibling before or all of those: four words, kept for each open
//! element. So an element costs the same at any depth, and compound selectors whose beginning is nowhere
//! in sight cost nothing at all.

use crate::{
    node::Node,
    program::{Combinator, Complex, Part, Program},
    state::{Bits, State},
};

/// The bits of some complex selectors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Automaton {
    /// The first part of each, and the bit that a match sets; without one it is the whole.
    firsts: Vec<Step>,
    /// What follows each bit.
    steps: Vec<Step>,
    /// The bits whose next part comes after this combinator.
    descendant: u64,
    child: u64,
    next_sibling: u64,
    later_sibling: u64,
    /// The bits that the scope sets if it is a fragment.
    scope: u64,
}

/// A part that may match: the alternative, the part's index in it, and the bit that it sets.
#[derive(Clone, Copy, Debug)]
struct Step {
    alternative: usize,
    part: usize,
    sets: u64,
}

/// What the children of an open element have to know.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// The bits of the parent.
    parent: u64,
    /// The bits of the parent and all ancestors.
    ancestors: u64,
    /// The bits of the sibling before.
    previous: u64,
    /// The bits of all siblings before.
    earlier: u64,
}

impl Frame {
    /// What the children of an element with these bits have to know, before there are any.
    #[inline]
    pub(crate) fn inside(self, bits: u64) -> Self {
        Self { parent: bits, ancestors: self.ancestors | bits, previous: 0, earlier: 0 }
    }

    /// Notes the bits of a child.
    #[inline]
    pub(crate) fn passed(&mut self, bits: u64) {
        self.previous = bits;
        self.earlier |= bits;
    }
}

impl Automaton {
    /// The automaton of `alternatives`; `None` if they have too many parts.
    pub(crate) fn new(alternatives: &[Complex]) -> Option<Self> {
        let mut automaton = Self::default();
        for (alternative, complex) in alternatives.iter().enumerate() {
            let last = complex.parts.len() - 1;
            let base = automaton.steps.len();
            if base + last > 64 {
                return None;
            }
            let step = |part: usize| {
                let sets = if part == last { 0 } else { 1 << (base + part) };
                Step { alternative, part, sets }
            };
            automaton.firsts.push(step(0));
            if complex.parts[0].is_scope() {
                automaton.scope |= step(0).sets;
            }
            for (part, next) in complex.parts.iter().enumerate().skip(1) {
                automaton.steps.push(step(part));
                *automaton.waiting(next.combinator) |= step(part - 1).sets;
            }
        }
        Some(automaton)
    }

    fn waiting(&mut self, combinator: Combinator) -> &mut u64 {
        match combinator {
            Combinator::Descendant => &mut self.descendant,
            Combinator::Child => &mut self.child,
            Combinator::NextSibling => &mut self.next_sibling,
            Combinator::LaterSibling => &mut self.later_sibling,
        }
    }

    /// The bits that `fragment` has, if it is the scope.
    pub(crate) fn scope_bits<N: Node>(&self, state: &State<N>, fragment: N) -> u64 {
        if state.scope == fragment { self.scope } else { 0 }
    }

    /// The bits of an element, and whether it matches, where `passes` tells whether it passes a part.
    #[inline]
    pub(crate) fn step(
        &self,
        alternatives: &[Complex],
        frame: Frame,
        mut passes: impl FnMut(&Part) -> bool,
    ) -> (u64, bool) {
        let (mut bits, mut matched) = (0, false);
        let mut take = |step: Step| {
            if (step.sets != 0 || !matched)
                && passes(&alternatives[step.alternative].parts[step.part])
            {
                bits |= step.sets;
                matched |= step.sets == 0;
            }
        };
        for step in &self.firsts {
            take(*step);
        }
        let mut waiting = frame.ancestors & self.descendant
            | frame.parent & self.child
            | frame.previous & self.next_sibling
            | frame.earlier & self.later_sibling;
        while waiting != 0 {
            take(self.steps[waiting.trailing_zeros() as usize]);
            waiting &= waiting - 1;
        }
        (bits, matched)
    }
}

/// Finds all elements in the tree of `root` that match a complex selector.
pub(crate) fn all<N: Node>(
    state: &mut State<N>,
    program: &Program,
    complex: &Complex,
    root: N,
    found: &mut Bits,
) {
    let alternatives = std::slice::from_ref(complex);
    // A complex selector has no more parts than there are bits.
    let Some(automaton) = Automaton::new(alternatives) else { return };
    let bits = if root.is_element() {
        let passes = |part: &Part| state.part(program, part, root);
        let (bits, matches) = automaton.step(alternatives, Frame::default(), passes);
        if matches {
            found.set(root.index());
        }
        bits
    } else {
        automaton.scope_bits(state, root)
    };
    let mut walk = Walk::new(root, Frame::default().inside(bits));
    while let Some(node) = walk.next() {
        let passes = |part: &Part| state.part(program, part, node);
        let (bits, matches) = automaton.step(alternatives, walk.frame(), passes);
        if matches {
            found.set(node.index());
        }
        walk.passed(bits);
    }
}

/// A walk over the elements below a node in tree order, with a frame for each that is open.
#[derive(Debug)]
pub(crate) struct Walk<N> {
    frames: Vec<Frame>,
    /// The element that was given last, or the root.
    at: Option<N>,
    /// The bits of that element; its children come next.
    bits: u64,
    at_root: bool,
}

impl<N: Node> Walk<N> {
    /// A walk below `root`, whose children have to know `frame`.
    pub(crate) fn new(root: N, frame: Frame) -> Self {
        Self { frames: vec![frame], at: Some(root), bits: 0, at_root: true }
    }

    /// What the element given last has to know.
    #[inline]
    pub(crate) fn frame(&self) -> Frame {
        self.frames.last().copied().unwrap_or_default()
    }

    /// Notes the bits of the element given last.
    #[inline]
    pub(crate) fn passed(&mut self, bits: u64) {
        self.bits = bits;
        if let Some(frame) = self.frames.last_mut() {
            frame.passed(bits);
        }
    }

    /// The next element.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<N> {
        let mut node = self.at?;
        let mut down = node.first_child();
        if !self.at_root && down.is_some() {
            let frame = self.frame();
            self.frames.push(frame.inside(self.bits));
        }
        if self.at_root && down.is_none() {
            self.at = None;
            return None;
        }
        self.at_root = false;
        loop {
            let next = down.take().or_else(|| node.next_sibling());
            match next {
                Some(next) if next.is_element() => {
                    self.at = Some(next);
                    return Some(next);
                }
                // What isn't an element has no children.
                Some(next) => node = next,
                None => {
                    self.frames.pop();
                    if self.frames.is_empty() {
                        self.at = None;
                        return None;
                    }
                    node = node.parent()?;
                }
            }
        }
    }
}
