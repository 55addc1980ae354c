//! The constraints on a single control.

use sapwood_microsyntax::{email, input, input::NumericValidity, tokens};
use sapwood_names::{HashMap, attr, tag};
use url::Url;

use sapwood_tree::Node;

use crate::{
    forms::Forms,
    pattern::{Fuel, Pattern, Unknown},
    verdict::Verdict,
};

/// The number of instructions up to which compiled patterns are kept.
const MAX_KEPT: usize = 1 << 20;

/// State of constraint validation: compiled patterns and the time left.
#[derive(Debug, Default)]
pub(crate) struct Constraints {
    fuel: Fuel,
    /// The patterns that were compiled before, and the number of their instructions.
    patterns: HashMap<String, Pattern>,
    kept: usize,
}

impl Constraints {
    /// Decides on a candidate for constraint validation; `kind`, `value` and `numeric` are those of an `input`.
    pub(crate) fn check<'d, N: Node<'d>>(
        &mut self,
        element: N,
        forms: &Forms,
        kind: &str,
        value: &str,
        numeric: Option<NumericValidity>,
    ) -> Verdict {
        let is_required = element.known_attribute(attr::REQUIRED).is_some();
        let is_invalid = match kind {
            "" if element.is_html(tag::TEXTAREA) => is_required && !has_text_child(element),
            "" | "radio" => forms.is_missing(element),
            "checkbox" => is_required && element.known_attribute(attr::CHECKED).is_none(),
            // No file is selected yet.
            "file" => is_required,
            "range" | "color" | "submit" | "image" => false,
            _ => is_required && value.is_empty(),
        };
        let has_type_mismatch = || match kind {
            "url" => !value.is_empty() && Url::parse(value).is_err(),
            "email" if element.known_attribute(attr::MULTIPLE).is_some() => {
                !email::is_valid_list(value)
            }
            "email" => !value.is_empty() && !email::is_valid(value),
            _ => false,
        };
        let has_numeric_mismatch =
            numeric.is_some_and(|it| it.range_underflow || it.range_overflow || it.step_mismatch);
        if is_invalid || has_numeric_mismatch || has_type_mismatch() {
            return Verdict::Invalid;
        }
        match self.matches_pattern(element, kind, value) {
            Ok(true) => Verdict::Valid,
            Ok(false) => Verdict::Invalid,
            Err(Unknown) => Verdict::Unknown,
        }
    }

    /// Whether a value matches the `pattern`, if that applies.
    fn matches_pattern<'d, N: Node<'d>>(
        &mut self,
        element: N,
        kind: &str,
        value: &str,
    ) -> Result<bool, Unknown> {
        let Some(source) = element.known_attribute(attr::PATTERN) else { return Ok(true) };
        if !input::is_text(kind) || value.is_empty() {
            return Ok(true);
        }
        if !self.patterns.contains_key(source) {
            let pattern = Pattern::new(source, &mut self.fuel);
            self.kept += pattern.size();
            if self.kept > MAX_KEPT {
                self.patterns.clear();
                self.kept = pattern.size();
            }
            self.patterns.insert(source.to_owned(), pattern);
        }
        let Some(pattern) = self.patterns.get(source) else { return Err(Unknown) };
        if kind == "email" && element.known_attribute(attr::MULTIPLE).is_some() {
            for value in tokens::comma_separated(value) {
                if !pattern.matches(value, &mut self.fuel)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        pattern.matches(value, &mut self.fuel)
    }
}

/// Whether the value of a `textarea` isn't empty.
fn has_text_child<'d, N: Node<'d>>(element: N) -> bool {
    let mut child = element.first_child();
    while let Some(node) = child {
        if node.has_text() {
            return true;
        }
        child = node.next_sibling();
    }
    false
}
