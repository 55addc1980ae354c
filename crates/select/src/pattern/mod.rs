//! The regular expressions of [`pattern`](https://html.spec.whatwg.org/multipage/input.html#the-pattern-attribute)
//! attributes: those of JavaScript with the flag `v`.
//!
//! *Problem.* A page brings both the expression and the value. A backtracking matcher, as in browsers, takes exponential
//! time for `(a+)+` on a long value.
//!
//! *Idea.* A control is valid if its whole value matches, and captures are not needed. So an expression without
//! backreferences is an automaton (`compile.rs`), and all its states run at once (`simulate.rs`). A lookaround is an
//! expression of its own, whose matches are found for all positions before: those of a lookahead by running its reversed
//! expression from the end of the value. Only an expression with backreferences is matched by backtracking
//! (`backtrack.rs`).
//!
//! *Invariant.* All work is paid from [`Fuel`], which is linear in the document. An answer that would cost more, or that needs
//! data that isn't at hand, is [`Unknown`], never a guess.

mod backtrack;
mod compile;
mod failure;
mod fuel;
mod property;
mod set;
mod simulate;
mod syntax;

use compile::Program;
use failure::Failure;

pub(crate) use self::{failure::Unknown, fuel::Fuel};

/// A compiled regular expression.
#[derive(Debug)]
pub(crate) enum Pattern {
    /// It isn't one, so it constrains nothing.
    Invalid,
    /// It is too large, or needs data that isn't at hand.
    Unknown,
    Compiled(Box<Program>),
}

impl Pattern {
    /// Compiles the value of a `pattern` attribute.
    pub(crate) fn new(source: &str, fuel: &mut Fuel) -> Self {
        fuel.earn(source.len());
        let program =
            syntax::parse(source, fuel).and_then(|parsed| Ok(compile::compile(&parsed, fuel)?));
        match program {
            Ok(program) => Self::Compiled(Box::new(program)),
            Err(Failure::Syntax) => Self::Invalid,
            Err(Failure::Unknown) => Self::Unknown,
        }
    }

    /// The number of its instructions.
    pub(crate) fn size(&self) -> usize {
        if let Self::Compiled(program) = self { program.code.len() } else { 0 }
    }

    /// Whether the whole of `value` matches; an invalid pattern matches everything.
    pub(crate) fn matches(&self, value: &str, fuel: &mut Fuel) -> Result<bool, Unknown> {
        fuel.earn(value.len());
        let program = match self {
            Self::Invalid => return Ok(true),
            Self::Unknown => return Err(Unknown),
            Self::Compiled(program) => program,
        };
        fuel.take(value.len())?;
        let text: Vec<char> = value.chars().collect();
        if program.has_references {
            backtrack::matches(program, &text, fuel)
        } else {
            simulate::matches(program, &text, fuel)
        }
    }
}

#[cfg(test)]
mod tests;
