//! The compiled selector.

use std::{fmt, str::FromStr, sync::Arc};

use cssparser::{Parser, ToCss};
use names::Namespaces;
use selectors::parser::{ParseRelative, SelectorList};

use crate::{
    error::{Fault, SelectorError},
    grammar::{Grammar, Rules},
    program::Program,
};

/// A compiled [selector list](https://drafts.csswg.org/selectors/#selector-list): reusable, cheap to clone, `Send` and
/// `Sync`.
///
/// [`str::parse`] compiles one, [`with_namespaces`](Self::with_namespaces) does so with other prefixes. `Display`
/// [serializes](https://drafts.csswg.org/cssom/#serialize-a-group-of-selectors) it.
///
/// # Examples
///
/// ```
/// use sapwood_select::Selector;
///
/// let selector: Selector = "main > a[href ^= 'https' i],P.lead:not( :empty )".parse()?;
/// assert_eq!(selector.to_string(), r#"main > a[href^="https" i], P.lead:not(:empty)"#);
/// # Ok::<(), sapwood_select::SelectorError>(())
/// ```
#[derive(Clone)]
pub struct Selector {
    pub(crate) program: Arc<Program>,
    text: Arc<str>,
}

const _: () = {
    const fn shareable<T: Send + Sync + Clone>() {}
    shareable::<Selector>();
};

/// The limit on nested brackets: the parser of the `selectors` crate recurses for each.
const MAX_NESTING: u8 = 32;

/// The length of text up to which [`locate`] searches linearly.
const LINEAR_SEARCH: usize = 2000;

impl Selector {
    /// Compiles a selector with the prefixes of `namespaces`.
    ///
    /// # Errors
    ///
    /// If `text` isn't a selector list. Invalid arguments of `:is()` and `:where()` are
    /// [ignored](https://drafts.csswg.org/selectors/#forgiving-selector) instead.
    pub fn with_namespaces(text: &str, namespaces: &Namespaces) -> Result<Self, SelectorError> {
        if let Some(offset) = excess_bracket(text) {
            return Err(SelectorError::new(Fault::TooDeep, text, offset));
        }
        let compiled = parse_own(text, namespaces, false)
            .and_then(|list| Ok((Program::compile(list.slice())?, list.to_css_string())));
        match compiled {
            Ok((program, text)) => Ok(Self { program: Arc::new(program), text: text.into() }),
            Err(fault) => {
                let offset = locate(text, &fault, namespaces);
                Err(SelectorError::new(fault, text, offset))
            }
        }
    }

    /// Compiles a selector, like [`str::parse`].
    ///
    /// # Errors
    ///
    /// As [`with_namespaces`](Self::with_namespaces).
    pub fn new(text: &str) -> Result<Self, SelectorError> {
        Self::with_namespaces(text, &Namespaces::default())
    }
}

/// Parses a selector list; `own` allows internal pseudo-classes.
pub(crate) fn parse_own(
    text: &str,
    namespaces: &Namespaces,
    own: bool,
) -> Result<SelectorList<Grammar>, Fault> {
    let mut input = Parser::new(text);
    SelectorList::parse(&Rules { namespaces, own }, &mut input, ParseRelative::No)
        .map_err(|error| Fault::from(error.kind))
}

/// Returns the offset of the bracket that exceeds [`MAX_NESTING`], if any.
fn excess_bracket(text: &str) -> Option<usize> {
    let (mut depth, mut quote, mut escaped) = (0_u32, None, false);
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' | b'\'' if quote.is_none() => quote = Some(byte),
            _ if quote == Some(byte) || byte == b'\n' => quote = None,
            _ if quote.is_some() => {}
            b'/' if text[at..].starts_with("/*") => {
                let end = text[at + 2..].find("*/").map_or(text.len(), |end| at + 2 + end + 2);
                bytes.nth(end - at - 2);
            }
            b'(' | b'[' | b'{' => {
                depth += 1;
                if depth > u32::from(MAX_NESTING) {
                    return Some(at);
                }
            }
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Returns the offset of `fault` in `text`.
///
/// The parser doesn't report positions. But it reads from left to right and stops at the first fault, so every prefix
/// of `text` that includes the faulty part fails with the same fault. The shortest such prefix ends where the
/// faulty part does. Short texts are searched linearly, long ones by bisection.
fn locate(text: &str, fault: &Fault, namespaces: &Namespaces) -> usize {
    if *fault == Fault::TooManyCompounds {
        return 0;
    }
    let ends: Vec<usize> = (0..=text.len()).filter(|&end| text.is_char_boundary(end)).collect();
    let is_faulty = |end: usize| {
        parse_own(&text[..end], namespaces, false).is_err_and(|found| same_kind(&found, fault))
    };
    let first = if text.len() <= LINEAR_SEARCH {
        ends.iter().rposition(|&end| !is_faulty(end)).map_or(0, |last| last + 1)
    } else {
        ends.partition_point(|&end| !is_faulty(end))
    };
    let end = ends.get(first).copied().unwrap_or(text.len());
    let before = ends[..first].last().copied().unwrap_or(0);
    // A missing part is reported at the token that is there instead, or at the end.
    let asks = |c: char| c.is_whitespace() || ",>+~([=.:#".contains(c);
    if fault.is_lack() && text[before..end].chars().all(asks) {
        return text.len() - text[end..].trim_start().len();
    }
    if !fault.is_name() {
        return before;
    }
    let is_part = |c: char| c.is_alphanumeric() || !c.is_ascii() || matches!(c, '-' | '_' | '\\');
    text[..before].rfind(|c| !is_part(c)).map_or(0, |at| at + 1)
}

/// Whether two faults are equal apart from a truncated name.
fn same_kind(a: &Fault, b: &Fault) -> bool {
    match (a, b) {
        (Fault::PseudoClass(_), Fault::PseudoClass(_))
        | (Fault::PseudoElement(_), Fault::PseudoElement(_)) => true,
        _ => a == b,
    }
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Self, SelectorError> {
        Self::new(text)
    }
}

impl TryFrom<&str> for Selector {
    type Error = SelectorError;

    fn try_from(text: &str) -> Result<Self, SelectorError> {
        Self::new(text)
    }
}

impl TryFrom<&String> for Selector {
    type Error = SelectorError;

    fn try_from(text: &String) -> Result<Self, SelectorError> {
        Self::new(text)
    }
}

impl From<&Self> for Selector {
    fn from(selector: &Self) -> Self {
        selector.clone()
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Selector").field(&self.text).finish()
    }
}
