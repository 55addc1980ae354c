//! Matching without backreferences: all states of the automaton at once.

use super::{
    compile::{Instruction, Program},
    failure::Unknown,
    fuel::Fuel,
    set::is_line_terminator,
    syntax::Assertion,
};

/// Whether the whole text matches.
pub(super) fn matches(program: &Program, text: &[char], fuel: &mut Fuel) -> Result<bool, Unknown> {
    let mut run = Run {
        program,
        text,
        looks: Vec::with_capacity(program.looks.len()),
        seen: vec![0; program.code.len()],
        step: 0,
    };
    fuel.take(program.code.len())?;
    // The positions at which each lookaround holds; those that it contains precede it.
    for look in &program.looks {
        // More than a step for each, because they take memory.
        fuel.take(8 * text.len())?;
        let mut holds = vec![false; text.len() + 1];
        run.over_text(look.start, look.ahead, true, fuel, |at| holds[at] = true)?;
        run.looks.push(holds);
    }
    let mut found = false;
    run.over_text(program.start, false, false, fuel, |_| found = true)?;
    Ok(found)
}

struct Run<'a> {
    program: &'a Program,
    text: &'a [char],
    looks: Vec<Vec<bool>>,
    /// The step in which each instruction was last reached.
    seen: Vec<usize>,
    step: usize,
}

impl Run<'_> {
    /// Runs the code at `start` over the text, `back` from its end, from its first position or from `all`; reports the
    /// positions at which it matches.
    fn over_text(
        &mut self,
        start: usize,
        back: bool,
        all: bool,
        fuel: &mut Fuel,
        mut matched: impl FnMut(usize),
    ) -> Result<(), Unknown> {
        let length = self.text.len();
        // The code that waits for a character, and the code that goes on after one.
        let (mut waiting, mut next) = (Vec::new(), vec![start]);
        for done in 0..=length {
            let at = if back { length - done } else { done };
            if all && done > 0 {
                next.push(start);
            }
            self.step += 1;
            fuel.take(1)?;
            waiting.clear();
            while let Some(pc) = next.pop() {
                fuel.take(1)?;
                if std::mem::replace(&mut self.seen[pc], self.step) == self.step {
                    continue;
                }
                match &self.program.code[pc] {
                    Instruction::Char { set, .. } => waiting.push((pc, *set)),
                    Instruction::Split { to, .. } => next.extend([*to, pc + 1]),
                    Instruction::Jump(to) => next.push(*to),
                    Instruction::Match => matched(at),
                    Instruction::Assert(assertion) if !holds(*assertion, self.text, at) => {}
                    Instruction::Look { look, negative } if self.looks[*look][at] == *negative => {}
                    _ => next.push(pc + 1),
                }
            }
            let character = if back { at.checked_sub(1) } else { Some(at) };
            let Some(character) = character.and_then(|at| self.text.get(at)) else { break };
            for (pc, set) in &waiting {
                if self.program.sets[*set].contains(*character) {
                    next.push(pc + 1);
                }
            }
            if next.is_empty() && !all {
                break;
            }
        }
        Ok(())
    }
}

/// Whether an assertion holds at a position.
pub(super) fn holds(assertion: Assertion, text: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| text[at]);
    let after = text.get(at).copied();
    let is_edge =
        |side: Option<char>, multiline| side.is_none_or(|it| multiline && is_line_terminator(it));
    match assertion {
        Assertion::Start { multiline } => is_edge(before, multiline),
        Assertion::End { multiline } => is_edge(after, multiline),
        Assertion::WordBoundary { negative, fold } => {
            let is_word = |side: Option<char>| {
                side.is_some_and(|it| {
                    it.is_ascii_alphanumeric()
                        || it == '_'
                        || fold && matches!(it, '\u{17F}' | '\u{212A}')
                })
            };
            (is_word(before) != is_word(after)) != negative
        }
    }
}
