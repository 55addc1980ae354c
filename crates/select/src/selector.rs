//! The compiled selector.

use std::{fmt, str::FromStr, sync::Arc};

use cssparser::{Parser, ToCss};
use selectors::parser::{ParseRelative, SelectorList};

use crate::{
    error::{Fault, SelectorError},
    grammar::{Grammar, Rules},
    namespaces::Namespaces,
    program::Program,
};

/// A [selector list](https://drafts.csswg.org/selectors/#selector-list), compiled: reusable, cheap to clone,
/// `Send` and `Sync`.
///
/// It is made from a text, by [`parse`](str::parse) or with other [`Namespaces`], and written as a style
/// sheet's rule would be serialized.
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

/// How deep brackets may nest: the crate's parser goes down a level of the stack for each.
const MOST_BRACKETS: u8 = 32;

/// Up to this length of text an error's place is searched a character at a time.
const SHORT: usize = 2000;

impl Selector {
    /// Compiles a selector whose prefixes mean what `namespaces` says.
    ///
    /// # Errors
    ///
    /// If `text` is no selector list: where, and what would be right there. Within `:is()` and `:where()`
    /// what is wrong is [left out](https://drafts.csswg.org/selectors/#forgiving-selector) instead.
    pub fn with_namespaces(text: &str, namespaces: &Namespaces) -> Result<Self, SelectorError> {
        if let Some(offset) = too_deep(text) {
            return Err(SelectorError::new(Fault::TooDeep, text, offset));
        }
        let compiled = parse_own(text, namespaces, false)
            .and_then(|list| Ok((Program::compile(list.slice())?, list.to_css_string())));
        match compiled {
            Ok((program, text)) => Ok(Self { program: Arc::new(program), text: text.into() }),
            Err(fault) => {
                let offset = place(text, &fault, namespaces);
                Err(SelectorError::new(fault, text, offset))
            }
        }
    }

    /// Compiles a selector: what [`str::parse`] does.
    ///
    /// # Errors
    ///
    /// As [`with_namespaces`](Self::with_namespaces).
    pub fn new(text: &str) -> Result<Self, SelectorError> {
        Self::with_namespaces(text, &Namespaces::default())
    }
}

/// Parses a selector list; `own` ones may use what authors may not.
pub(crate) fn parse_own(
    text: &str,
    namespaces: &Namespaces,
    own: bool,
) -> Result<SelectorList<Grammar>, Fault> {
    let mut input = Parser::new(text);
    SelectorList::parse(&Rules { namespaces, own }, &mut input, ParseRelative::No)
        .map_err(|error| Fault::from(error.kind))
}

/// Where brackets begin that are too many within each other.
fn too_deep(text: &str) -> Option<usize> {
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
                if depth > u32::from(MOST_BRACKETS) {
                    return Some(at);
                }
            }
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Where `fault`, which the parser found, was found: it doesn't tell.
///
/// The parser reads from left to right and gives up at the first fault. So from some place on each
/// beginning of `text` has the same fault, and that place is the end of what is wrong.
fn place(text: &str, fault: &Fault, namespaces: &Namespaces) -> usize {
    match fault {
        Fault::TooManyParts => return 0,
        Fault::Host => return text.to_ascii_lowercase().find(":host").map_or(0, |at| at + 1),
        _ => {}
    }
    let ends: Vec<usize> = (0..=text.len()).filter(|&end| text.is_char_boundary(end)).collect();
    let is_faulty = |end: usize| {
        parse_own(&text[..end], namespaces, false).is_err_and(|found| same_kind(&found, fault))
    };
    let first = if text.len() <= SHORT {
        ends.iter().rposition(|&end| !is_faulty(end)).map_or(0, |last| last + 1)
    } else {
        ends.partition_point(|&end| !is_faulty(end))
    };
    let end = ends.get(first).copied().unwrap_or(text.len());
    let before = ends[..first].last().copied().unwrap_or(0);
    // What is missing is missing after what asks for it, or before what is there instead.
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

/// Whether two faults are the same but for a name that was cut short.
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
