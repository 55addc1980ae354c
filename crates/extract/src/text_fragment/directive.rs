//! [Text directives](https://wicg.github.io/scroll-to-text-fragment/#text-directives) as text.

use std::fmt::{self, Display, Formatter};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The characters that are percent-encoded: all but the [*TextDirectiveExplicitChar*s](
/// https://wicg.github.io/scroll-to-text-fragment/#parsing-the-fragment-directive), and of these the ones that markup or shells
/// read.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'.').remove(b'_').remove(b'~').remove(b'!').remove(b'*');

/// A text directive, its parts decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Directive {
    pub(super) prefix: Option<String>,
    pub(super) start: String,
    pub(super) end: Option<String>,
    pub(super) suffix: Option<String>,
}

impl Directive {
    /// [Parses a text directive](https://wicg.github.io/scroll-to-text-fragment/#parse-a-text-directive).
    pub(super) fn parse(directive: &str) -> Option<Self> {
        let mut parts: Vec<&str> = directive.strip_prefix("text=")?.split(',').collect();
        if parts.len() > 4 {
            return None;
        }
        let mut parsed = Self::default();
        if let Some(prefix) = parts[0].strip_suffix('-') {
            parsed.prefix = Some(decoded(prefix)?);
            parts.remove(0);
        }
        if let Some(suffix) = parts.last().and_then(|it| it.strip_prefix('-')) {
            parsed.suffix = Some(decoded(suffix)?);
            parts.pop();
        }
        match *parts {
            [start] => parsed.start = decoded(start)?,
            [start, end] => {
                parsed.start = decoded(start)?;
                parsed.end = Some(decoded(end)?);
            }
            _ => return None,
        }
        Some(parsed)
    }
}

/// Decodes a part, which isn't empty and has no unescaped delimiter.
fn decoded(part: &str) -> Option<String> {
    let is_valid = !part.is_empty() && !part.contains('-');
    is_valid.then(|| percent_decode_str(part).decode_utf8_lossy().into_owned())
}

impl Display for Directive {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let encoded = |part| utf8_percent_encode(part, ENCODED);
        f.write_str("text=")?;
        if let Some(prefix) = &self.prefix {
            write!(f, "{}-,", encoded(prefix))?;
        }
        write!(f, "{}", encoded(&self.start))?;
        if let Some(end) = &self.end {
            write!(f, ",{}", encoded(end))?;
        }
        if let Some(suffix) = &self.suffix {
            write!(f, ",-{}", encoded(suffix))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_survive_writing_and_parsing() {
        for directive in [
            "text=oak",
            "text=hard-,oak",
            "text=oak,-wood",
            "text=oak,elm",
            "text=a-,oak,elm,-b",
            "text=100%25%2C%20well%2Dknown%20%26%20%22r%C3%A9sum%C3%A9%22",
        ] {
            assert_eq!(Directive::parse(directive).unwrap().to_string(), directive);
        }
    }

    #[test]
    fn rejects_directives_that_are_not_of_the_grammar() {
        for directive in [
            "",
            "oak",
            "text=",
            "text=a-",
            "text=a-,-b",
            "text=a,b,c",
            "text=a-b",
            "text=-a,b",
            "text=a,",
        ] {
            assert_eq!(Directive::parse(directive), None, "{directive}");
        }
    }
}
