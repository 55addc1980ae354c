//! Options for the tokenizer.

use super::states;

/// Options for the tokenizer.
#[derive(Clone, Debug)]
pub struct TokenizerOpts {
    /// Whether messages of parse errors include the position in the input. Off by default.
    pub exact_errors: bool,
    /// Whether a U+FEFF at the beginning of the input is dropped. On by default.
    pub discard_bom: bool,
    /// Ignored. html5ever prints the time that it spent in each state.
    pub profile: bool,
    /// State to begin in. The data state by default. A parser of a fragment ignores it.
    pub initial_state: Option<states::State>,
    /// Name of the start tag that is taken to have been read last, in lower case: in a text state only its end tag is
    /// recognized.
    pub last_start_tag_name: Option<String>,
}

impl Default for TokenizerOpts {
    fn default() -> Self {
        Self {
            exact_errors: false,
            discard_bom: true,
            profile: false,
            initial_state: None,
            last_start_tag_name: None,
        }
    }
}
