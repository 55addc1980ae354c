//! Compiled regular expressions, kept for an evaluation.

use std::{collections::HashMap, rc::Rc};

use super::regexp_cost::CostedRegex;
use crate::expr::Expr;

/// The regular expressions of an evaluation, and the texts of its invariant calls of `re:match`.
#[derive(Default)]
pub(crate) struct Regexes {
    /// Expressions with a constant pattern, by the address of its expression: neither is hashed again.
    pub(super) constant: HashMap<*const Expr, Rc<CostedRegex>>,
    /// Expressions with other patterns, by pattern and flags.
    pub(super) other: HashMap<(String, String), Rc<CostedRegex>>,
    pub(super) invariants: HashMap<usize, Rc<Vec<String>>>,
}
