//! The state of an open `select`, which its `option`s and `selectedcontent`s change.

use sapwood_names::attr;
use sapwood_tree::Attributes;

/// The state of an open `select`.
#[derive(Clone, Debug)]
pub(crate) struct Select<Handle> {
    pub(super) multiple: bool,
    /// Whether the display size is 1, so that the first option that isn't disabled is selected by default.
    pub(super) takes_first: bool,
    /// The selected option among those popped so far.
    pub(super) selected: Option<Handle>,
    /// The first `selectedcontent`, the one that is filled.
    pub(super) content: Option<Handle>,
    /// The latest other `selectedcontent`, the only other one that may have content.
    pub(super) other: Option<Handle>,
}

impl<Handle> Select<Handle> {
    pub(super) fn new(attributes: Attributes<'_>) -> Self {
        Self {
            multiple: attributes.named(attr::MULTIPLE).is_some(),
            takes_first: attributes.named(attr::SIZE).is_none_or(|it| shows_one(it.value)),
            selected: None,
            content: None,
            other: None,
        }
    }

    /// Returns the handles that the state holds.
    pub(crate) fn handles(&self) -> impl Iterator<Item = &Handle> {
        self.selected.iter().chain(&self.content).chain(&self.other)
    }
}

/// Returns `true` if this `size` of a `select` makes its [display
/// size](https://html.spec.whatwg.org/multipage/form-elements.html#concept-select-size) 1: it is 1, or
/// not a non-negative integer.
fn shows_one(size: &str) -> bool {
    let number = size.trim_start_matches(['\t', '\n', '\x0c', '\r', ' ']);
    let (negative, number) = match number.strip_prefix('-') {
        Some(number) => (true, number),
        None => (false, number.strip_prefix('+').unwrap_or(number)),
    };
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    let value = number[..end].trim_start_matches('0');
    // "-0" is zero; any other negative number is an error, so the display size is 1.
    if negative { end == 0 || !value.is_empty() } else { end == 0 || value == "1" }
}

#[cfg(test)]
mod tests {
    use super::shows_one;

    #[test]
    fn sizes_of_one_and_invalid_sizes_show_one_option() {
        for size in ["1", " +1", "01 rows", "x", "", "-", "-1", "+"] {
            assert!(shows_one(size), "{size:?}");
        }
        for size in ["0", "2", "10", "-0", "11x", "99999999999999999999"] {
            assert!(!shows_one(size), "{size:?}");
        }
    }
}
