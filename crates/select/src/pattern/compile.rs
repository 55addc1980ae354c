//! Regular expressions as programs of an automaton.

use std::{collections::hash_map::Entry, ops::Range, ptr};

use regex_syntax::hir::ClassUnicode;
use sapwood_names::HashMap;

use super::{
    failure::Unknown,
    fuel::Fuel,
    syntax::{Assertion, Node, Reference, Regex},
};

/// The greatest number of instructions, so that one expression can't use up the fuel of all.
const MAX_INSTRUCTIONS: usize = 1 << 17;

/// A compiled regular expression.
#[derive(Debug)]
pub(crate) struct Program {
    pub(super) code: Vec<Instruction>,
    pub(super) sets: Vec<CharSet>,
    /// The lookarounds; one that contains another follows it.
    pub(super) looks: Vec<Look>,
    /// The first instruction of the expression itself.
    pub(super) start: usize,
    pub(super) has_references: bool,
    /// The number of slots: two for each capture, and one for each repetition that must not match the empty string.
    pub(super) slots: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Instruction {
    /// Matches the next character, or the previous one if the code runs `back`.
    Char {
        set: usize,
        back: bool,
    },
    /// Continues at both; the next instruction is preferred unless `jumps_first`.
    Split {
        to: usize,
        jumps_first: bool,
    },
    Jump(usize),
    Assert(Assertion),
    Look {
        look: usize,
        negative: bool,
    },
    Match,
    // The rest is for backreferences only.
    /// Notes the position in a slot.
    Save(usize),
    /// Forgets what a range of slots holds.
    Reset(usize, usize),
    /// Fails if nothing was matched since the slot was saved.
    Progress(usize),
    Backreference {
        groups: Box<[usize]>,
        fold: bool,
        back: bool,
    },
}

/// The code of a lookaround, which ends with [`Instruction::Match`].
///
/// Without backreferences, the code of a lookahead runs back and that of a lookbehind runs forward: so one run over the
/// text finds all positions where it holds.
#[derive(Debug)]
pub(super) struct Look {
    pub(super) start: usize,
    pub(super) ahead: bool,
}

/// A set of characters: a bit for each in ASCII, and all ranges.
#[derive(Debug)]
pub(super) struct CharSet {
    ascii: u128,
    ranges: Box<[(char, char)]>,
}

impl CharSet {
    fn new(class: &ClassUnicode) -> Self {
        let ranges: Box<[_]> = class.iter().map(|range| (range.start(), range.end())).collect();
        let mut set = Self { ascii: 0, ranges };
        for ascii in 0..128_u8 {
            if set.is_in_ranges(char::from(ascii)) {
                set.ascii |= 1 << ascii;
            }
        }
        set
    }

    fn is_in_ranges(&self, character: char) -> bool {
        let at = self.ranges.partition_point(|(_, last)| *last < character);
        self.ranges.get(at).is_some_and(|(first, _)| *first <= character)
    }

    #[inline]
    pub(super) fn contains(&self, character: char) -> bool {
        let code = u32::from(character);
        if code < 128 { self.ascii >> code & 1 == 1 } else { self.is_in_ranges(character) }
    }
}

struct Compiler<'a, 'f> {
    regex: &'a Regex,
    program: Program,
    /// The number of the set of each class, by its address; a repetition compiles the class many times.
    sets: HashMap<usize, usize>,
    fuel: &'f mut Fuel,
}

/// Compiles a regular expression.
pub(super) fn compile(regex: &Regex, fuel: &mut Fuel) -> Result<Program, Unknown> {
    let program = Program {
        code: Vec::new(),
        sets: Vec::new(),
        looks: Vec::new(),
        start: 0,
        has_references: regex.has_references,
        slots: 2 * regex.groups,
    };
    let mut compiler = Compiler { regex, program, sets: HashMap::default(), fuel };
    let mut code = Vec::new();
    compiler.emit(&regex.node, false, &mut code)?;
    code.push(Instruction::Assert(Assertion::End { multiline: false }));
    code.push(Instruction::Match);
    compiler.program.start = compiler.place(code);
    Ok(compiler.program)
}

impl Compiler<'_, '_> {
    /// Appends code with addresses from zero to the program; returns where it begins.
    fn place(&mut self, code: Vec<Instruction>) -> usize {
        let start = self.program.code.len();
        self.program.code.extend(code.into_iter().map(|instruction| match instruction {
            Instruction::Jump(to) => Instruction::Jump(start + to),
            Instruction::Split { to, jumps_first } => {
                Instruction::Split { to: start + to, jumps_first }
            }
            other => other,
        }));
        start
    }

    /// Appends the code of `node` to `code`: one arm for each kind of node. It recurses once per level of nesting, which the parser bounds.
    fn emit(
        &mut self,
        node: &Node,
        back: bool,
        code: &mut Vec<Instruction>,
    ) -> Result<(), Unknown> {
        self.fuel.take(1)?;
        if self.program.code.len() + code.len() > MAX_INSTRUCTIONS {
            return Err(Unknown);
        }
        match node {
            Node::Chars(class) => {
                let set = match self.sets.entry(ptr::from_ref(class).addr()) {
                    Entry::Occupied(set) => *set.get(),
                    Entry::Vacant(entry) => {
                        self.fuel.take(class.ranges().len())?;
                        self.program.sets.push(CharSet::new(class));
                        *entry.insert(self.program.sets.len() - 1)
                    }
                };
                code.push(Instruction::Char { set, back });
            }
            Node::Concat(nodes) if back => {
                for node in nodes.iter().rev() {
                    self.emit(node, back, code)?;
                }
            }
            Node::Concat(nodes) => {
                for node in nodes {
                    self.emit(node, back, code)?;
                }
            }
            Node::Alternatives(nodes) => self.alternatives(nodes, back, code)?,
            Node::Repeat { .. } => self.repeat(node, back, code)?,
            Node::Capture(number, node) if self.program.has_references => {
                let (first, last) = if back { (1, 0) } else { (0, 1) };
                code.push(Instruction::Save(2 * number + first));
                self.emit(node, back, code)?;
                code.push(Instruction::Save(2 * number + last));
            }
            Node::Capture(_, node) => self.emit(node, back, code)?,
            Node::Look { node, ahead, negative } => {
                let mut inner = Vec::new();
                // See `Look`.
                let back = *ahead != self.program.has_references;
                self.emit(node, back, &mut inner)?;
                inner.push(Instruction::Match);
                let start = self.place(inner);
                self.program.looks.push(Look { start, ahead: *ahead });
                let look = self.program.looks.len() - 1;
                code.push(Instruction::Look { look, negative: *negative });
            }
            Node::Assert(assertion) => code.push(Instruction::Assert(*assertion)),
            Node::Backreference { to, fold } => {
                let groups = match to {
                    Reference::Number(number) => Some(vec![*number]),
                    Reference::Name(name) => self.regex.names.get(name).cloned(),
                };
                let groups = groups.unwrap_or_default().into();
                code.push(Instruction::Backreference { groups, fold: *fold, back });
            }
        }
        Ok(())
    }

    fn alternatives(
        &mut self,
        nodes: &[Node],
        back: bool,
        code: &mut Vec<Instruction>,
    ) -> Result<(), Unknown> {
        let mut jumps = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            let split = code.len();
            let is_last = number + 1 == nodes.len();
            if !is_last {
                code.push(Instruction::Split { to: 0, jumps_first: false });
            }
            self.emit(node, back, code)?;
            if !is_last {
                jumps.push(code.len());
                code.push(Instruction::Jump(0));
                code[split] = Instruction::Split { to: code.len(), jumps_first: false };
            }
        }
        for jump in jumps {
            code[jump] = Instruction::Jump(code.len());
        }
        Ok(())
    }

    fn repeat(
        &mut self,
        repeat: &Node,
        back: bool,
        code: &mut Vec<Instruction>,
    ) -> Result<(), Unknown> {
        let Node::Repeat { node, min, max, lazy, groups } = repeat else { return Ok(()) };
        for _ in 0..*min {
            self.iteration(node, groups, None, back, code)?;
        }
        // An iteration that isn't required must match something.
        let slot = self.program.slots;
        self.program.slots += 1;
        match max {
            None => {
                let split = code.len();
                code.push(Instruction::Split { to: 0, jumps_first: *lazy });
                self.iteration(node, groups, Some(slot), back, code)?;
                code.push(Instruction::Jump(split));
                code[split] = Instruction::Split { to: code.len(), jumps_first: *lazy };
            }
            Some(max) => {
                let mut splits = Vec::new();
                for _ in *min..*max {
                    splits.push(code.len());
                    code.push(Instruction::Split { to: 0, jumps_first: *lazy });
                    self.iteration(node, groups, Some(slot), back, code)?;
                }
                for split in splits {
                    code[split] = Instruction::Split { to: code.len(), jumps_first: *lazy };
                }
            }
        }
        Ok(())
    }

    fn iteration(
        &mut self,
        node: &Node,
        groups: &Range<usize>,
        progress: Option<usize>,
        back: bool,
        code: &mut Vec<Instruction>,
    ) -> Result<(), Unknown> {
        if !self.program.has_references {
            return self.emit(node, back, code);
        }
        code.extend(progress.map(Instruction::Save));
        if !groups.is_empty() {
            code.push(Instruction::Reset(2 * groups.start, 2 * groups.end));
        }
        self.emit(node, back, code)?;
        code.extend(progress.map(Instruction::Progress));
        Ok(())
    }
}
