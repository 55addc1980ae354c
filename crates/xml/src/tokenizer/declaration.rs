//! The XML declaration.

use sapwood_names::xml::is_whitespace;

/// The contents of an [XML declaration](https://www.w3.org/TR/xml/#sec-prolog-dtd).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct XmlDeclaration {
    /// The version, usually `1.0`.
    pub version: String,
    /// The encoding label as written.
    pub encoding: Option<String>,
    /// Whether no declaration outside of the document affects it.
    pub standalone: Option<bool>,
}

impl XmlDeclaration {
    /// Parses the data of an `xml` processing instruction; returns `None` if it isn't a well-formed declaration.
    ///
    /// ```
    /// use sapwood::xml::XmlDeclaration;
    ///
    /// let declaration = XmlDeclaration::parse("version='1.0' encoding=\"UTF-8\"").unwrap();
    /// assert_eq!(declaration.encoding.as_deref(), Some("UTF-8"));
    /// assert_eq!(XmlDeclaration::parse("encoding='UTF-8'"), None);
    /// ```
    #[must_use]
    pub fn parse(data: &str) -> Option<Self> {
        let mut rest = data;
        let version = pseudo_attribute(&mut rest, "version")?;
        let digits = version.strip_prefix("1.")?;
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let spaced = skip_whitespace(&mut rest);
        let encoding = if spaced { pseudo_attribute(&mut rest, "encoding") } else { None };
        if encoding.is_some_and(|name| !is_encoding_name(name)) {
            return None;
        }
        let spaced = skip_whitespace(&mut rest) || encoding.is_none() && spaced;
        let standalone = if spaced { pseudo_attribute(&mut rest, "standalone") } else { None };
        let standalone = match standalone {
            None => None,
            Some("yes") => Some(true),
            Some("no") => Some(false),
            Some(_) => return None,
        };
        skip_whitespace(&mut rest);
        rest.is_empty().then(|| Self {
            version: version.to_owned(),
            encoding: encoding.map(str::to_owned),
            standalone,
        })
    }
}

/// [The name of an encoding](https://www.w3.org/TR/xml/#NT-EncName).
fn is_encoding_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
}

/// Consumes `name = "value"` and returns the value; consumes nothing if there is none.
fn pseudo_attribute<'d>(rest: &mut &'d str, name: &str) -> Option<&'d str> {
    let mut after = rest.strip_prefix(name)?;
    skip_whitespace(&mut after);
    after = after.strip_prefix('=')?;
    skip_whitespace(&mut after);
    let quote = after.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let (value, after) = after[1..].split_once(quote)?;
    *rest = after;
    Some(value)
}

/// Skips white space; returns `true` if there was any.
fn skip_whitespace(rest: &mut &str) -> bool {
    let trimmed =
        rest.trim_start_matches(|first: char| first.is_ascii() && is_whitespace(first as u8));
    let skipped = trimmed.len() < rest.len();
    *rest = trimmed;
    skipped
}

#[cfg(test)]
mod tests {
    use super::XmlDeclaration;

    #[test]
    fn all_parts_in_their_order() {
        let parse = XmlDeclaration::parse;
        let full = parse("version=\"1.0\"  encoding = 'x-y.z'\n standalone='yes' ").unwrap();
        assert_eq!((full.version.as_str(), full.standalone), ("1.0", Some(true)));
        assert_eq!(parse("version='1.1' standalone='no'").unwrap().encoding, None);
        for wrong in [
            "",
            "version=1.0",
            "version='2.0'",
            "version='1.0'encoding='a'",
            "version='1.0' encoding=''",
            "version='1.0' standalone='yes' encoding='a'",
            "version='1.0' standalone='maybe'",
            "version='1.0' x='y'",
            "version='1.'",
            "VERSION='1.0'",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
