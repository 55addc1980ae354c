//! Matching with backreferences, which takes exponential time in the worst case: here until the fuel is used up.

use super::{
    compile::{Instruction, Program},
    failure::Unknown,
    fuel::Fuel,
    set::canonical,
    simulate::holds,
};

/// The steps for what is remembered until it is undone, so that the fuel bounds the memory, too.
const REMEMBER: usize = 32;

/// Whether the whole text matches.
pub(super) fn matches(program: &Program, text: &[char], fuel: &mut Fuel) -> Result<bool, Unknown> {
    fuel.take(program.slots)?;
    let mut search = Search { program, text, slots: vec![None; program.slots], undo: Vec::new() };
    search.run(program.start, 0, fuel)
}

struct Search<'a> {
    program: &'a Program,
    text: &'a [char],
    slots: Vec<Option<usize>>,
    /// Former values of changed slots.
    undo: Vec<(usize, Option<usize>)>,
}

/// An alternative that is tried when the current one fails.
struct Choice {
    pc: usize,
    at: usize,
    /// The length of `undo` then.
    undo: usize,
}

impl Search<'_> {
    fn set(&mut self, slot: usize, value: Option<usize>) {
        self.undo.push((slot, std::mem::replace(&mut self.slots[slot], value)));
    }

    fn undo_to(&mut self, length: usize) {
        for (slot, value) in self.undo.drain(length..).rev() {
            self.slots[slot] = value;
        }
    }

    /// Runs the code at `pc` from a position on; on failure the slots are as before.
    ///
    /// It recurses once per nested lookaround, whose depth the parser bounds. One arm for each instruction.
    fn run(&mut self, pc: usize, at: usize, fuel: &mut Fuel) -> Result<bool, Unknown> {
        let before = self.undo.len();
        let mut choices = vec![Choice { pc, at, undo: before }];
        while let Some(Choice { mut pc, mut at, undo }) = choices.pop() {
            self.undo_to(undo);
            loop {
                fuel.take(1)?;
                let passes = match &self.program.code[pc] {
                    Instruction::Match => return Ok(true),
                    Instruction::Char { set, back } => {
                        let character = if *back { at.checked_sub(1) } else { Some(at) };
                        at = if *back { at.wrapping_sub(1) } else { at + 1 };
                        let character = character.and_then(|at| self.text.get(at));
                        character.is_some_and(|it| self.program.sets[*set].contains(*it))
                    }
                    Instruction::Split { to, jumps_first } => {
                        let (first, second) =
                            if *jumps_first { (*to, pc + 1) } else { (pc + 1, *to) };
                        fuel.take(REMEMBER)?;
                        choices.push(Choice { pc: second, at, undo: self.undo.len() });
                        pc = first;
                        continue;
                    }
                    Instruction::Jump(to) => {
                        pc = *to;
                        continue;
                    }
                    Instruction::Assert(assertion) => holds(*assertion, self.text, at),
                    Instruction::Look { look, negative } => {
                        let undo = self.undo.len();
                        let found = self.run(self.program.looks[*look].start, at, fuel)?;
                        if found && *negative {
                            self.undo_to(undo);
                        }
                        found != *negative
                    }
                    Instruction::Save(slot) => {
                        fuel.take(REMEMBER)?;
                        self.set(*slot, Some(at));
                        true
                    }
                    Instruction::Reset(first, end) => {
                        fuel.take(REMEMBER * (end - first))?;
                        (*first..*end).for_each(|slot| self.set(slot, None));
                        true
                    }
                    Instruction::Progress(slot) => self.slots[*slot] != Some(at),
                    Instruction::Backreference { groups, fold, back } => {
                        match self.after_reference(groups, *fold, *back, at, fuel)? {
                            Some(after) => {
                                at = after;
                                true
                            }
                            None => false,
                        }
                    }
                };
                if !passes {
                    break;
                }
                pc += 1;
            }
        }
        self.undo_to(before);
        Ok(false)
    }

    /// Returns the position after the text of the capture that took part; if none did, it is empty.
    fn after_reference(
        &self,
        groups: &[usize],
        fold: bool,
        back: bool,
        at: usize,
        fuel: &mut Fuel,
    ) -> Result<Option<usize>, Unknown> {
        fuel.take(groups.len())?;
        let captured = |group: &usize| {
            let (start, end) = (self.slots[2 * group]?, self.slots[2 * group + 1]?);
            self.text.get(start..end)
        };
        let Some(captured) = groups.iter().find_map(captured) else { return Ok(Some(at)) };
        let length = captured.len();
        fuel.take(if fold { 100 * length } else { length })?;
        let start = if back { at.checked_sub(length) } else { Some(at) };
        let Some(start) = start else { return Ok(None) };
        let Some(text) = self.text.get(start..start + length) else { return Ok(None) };
        let same = |(a, b): (&char, &char)| a == b || fold && canonical(*a) == canonical(*b);
        let is_same = captured.iter().zip(text).all(same);
        Ok(is_same.then_some(if back { start } else { start + length }))
    }
}
