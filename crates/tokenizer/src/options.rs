//! How a tokenizer starts.

use std::{error::Error, fmt, str::FromStr};

/// Options of a [`Tokenizer`](crate::Tokenizer). The default reads a document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TokenizerOptions {
    /// The state it begins in.
    pub state: State,
    /// The name of the start tag that is taken to have been emitted last, in lower case: in the raw
    /// text states only its end tag is recognized.
    pub last_start_tag: Option<String>,
    /// Whether tags, comments and references that lie whole in a chunk are read in one pass,
    /// past the state machine. The tokens are the same; without it everything is just slower.
    pub fast_path: bool,
    /// The maximum number of attributes of a tag; those that are left out because their name came earlier
    /// don't count. Below sixteen there is no fast path.
    pub max_attributes: usize,
    /// The maximum length in bytes of a tag, comment, processing instruction, DOCTYPE or numeric character
    /// reference. Other text has no length: it is handed over as it comes. Below 4,096 there is no fast path.
    pub max_token_length: usize,
}

impl Default for TokenizerOptions {
    #[inline]
    fn default() -> Self {
        Self {
            state: State::Data,
            last_start_tag: None,
            fast_path: true,
            max_attributes: usize::MAX,
            max_token_length: usize::MAX,
        }
    }
}

impl TokenizerOptions {
    /// Sets [`state`](Self#structfield.state).
    #[must_use]
    #[inline]
    pub fn state(mut self, state: State) -> Self {
        self.state = state;
        self
    }

    /// Sets [`last_start_tag`](Self#structfield.last_start_tag).
    #[must_use]
    #[inline]
    pub fn last_start_tag(mut self, last_start_tag: Option<String>) -> Self {
        self.last_start_tag = last_start_tag;
        self
    }

    /// Sets [`fast_path`](Self#structfield.fast_path).
    #[must_use]
    #[inline]
    pub fn fast_path(mut self, fast_path: bool) -> Self {
        self.fast_path = fast_path;
        self
    }

    /// Sets [`max_attributes`](Self#structfield.max_attributes).
    #[must_use]
    #[inline]
    pub fn max_attributes(mut self, max_attributes: usize) -> Self {
        self.max_attributes = max_attributes;
        self
    }

    /// Sets [`max_token_length`](Self#structfield.max_token_length).
    #[must_use]
    #[inline]
    pub fn max_token_length(mut self, max_token_length: usize) -> Self {
        self.max_token_length = max_token_length;
        self
    }
}

/// The states that tokenization can begin in.
///
/// They are parsed from the standard's names (`RCDATA state`) and from the content model flags of
/// older drafts (`PCDATA`, `RCDATA`, `CDATA`, `PLAINTEXT`), whose `CDATA` is RAWTEXT.
///
/// ```
/// use sapwood::tokenizer::State;
///
/// assert_eq!("Script data state".parse(), Ok(State::ScriptData));
/// assert_eq!("PCDATA".parse(), Ok(State::Data));
/// assert!("Tag name state".parse::<State>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum State {
    /// [Data](https://html.spec.whatwg.org/multipage/parsing.html#data-state)
    #[default]
    Data,
    /// [RCDATA](https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state)
    Rcdata,
    /// [RAWTEXT](https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state)
    Rawtext,
    /// [Script data](https://html.spec.whatwg.org/multipage/parsing.html#script-data-state)
    ScriptData,
    /// [PLAINTEXT](https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state)
    Plaintext,
    /// [CDATA section](https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state)
    CdataSection,
}

impl FromStr for State {
    type Err = UnknownState;

    #[inline]
    fn from_str(name: &str) -> Result<Self, UnknownState> {
        Ok(match name {
            "Data state" | "PCDATA" => Self::Data,
            "RCDATA state" | "RCDATA" => Self::Rcdata,
            "RAWTEXT state" | "CDATA" => Self::Rawtext,
            "Script data state" => Self::ScriptData,
            "PLAINTEXT state" | "PLAINTEXT" => Self::Plaintext,
            "CDATA section state" => Self::CdataSection,
            _ => return Err(UnknownState),
        })
    }
}

/// A name that is not that of a [`State`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownState;

impl fmt::Display for UnknownState {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a state that tokenization can begin in")
    }
}

impl Error for UnknownState {}
