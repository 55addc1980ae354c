//! User fields: what else to extract from each page.

use std::fmt;

use sapwood::{Selector, XPath};
use toml::de::{DeTable, DeValue};

use super::Column;

/// Steps that the XPath expressions of a field may take on a page.
const XPATH_STEPS: u64 = 5_000_000;

/// The most characters of a chunk, unless a specification says otherwise.
const CHUNK_SIZE: usize = 2_000;

/// The least size of a chunk: each has the headings above it, and many small ones would be much larger than the page.
const LEAST_CHUNK_SIZE: usize = 100;

/// Most fields of a specification.
const MAX_FIELDS: usize = 1_000;

/// Fields to extract from each page besides the [columns](super::Columns), read from TOML.
///
/// Each field of the table `fields` is a column of that name:
///
/// * `"css"`: the text of the first element that the selector matches, white space collapsed;
/// * `"css @attribute"`: the value of its attribute; `"@attribute"` alone means the first element that has it;
/// * an XPath expression, if the text begins with `/`, `./` or `(`: the text of its first node, or its value. The text of an
///   element has white space collapsed here, too;
/// * `{ css = "…", all = true }` or `{ xpath = "…", all = true }`: a list with the values of all matches.
///
/// The table `chunks` has the `size` of a chunk in the column of that name, in characters, from 100; 2,000 without it.
///
/// ```
/// use sapwood_warc::Spec;
///
/// let spec = Spec::parse(r#"
/// [fields]
/// heading = "h1"
/// canonical = "link[rel=canonical] @href"
/// images = { css = "img @src", all = true }
/// paragraphs = { xpath = "count(//p)" }
/// "#)?;
/// assert_eq!(spec.names().collect::<Vec<_>>(), ["heading", "canonical", "images", "paragraphs"]);
///
/// let error = Spec::parse("[fields]\nheading = 'h1['").unwrap_err();
/// assert!(error.to_string().starts_with("line 2: field `heading`: "));
/// # Ok::<(), sapwood_warc::SpecError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spec {
    pub(super) fields: Vec<UserField>,
    /// The most characters of a chunk.
    pub(super) chunk_size: usize,
}

impl Default for Spec {
    fn default() -> Self {
        Self { fields: Vec::new(), chunk_size: CHUNK_SIZE }
    }
}

/// A field of a specification.
#[derive(Clone, Debug)]
pub(super) struct UserField {
    pub(super) name: String,
    pub(super) query: Query,
    /// Whether the values of all matches are listed.
    pub(super) all: bool,
}

/// The query that finds the values of a field.
#[derive(Clone, Debug)]
pub(super) enum Query {
    /// Elements by a selector: their texts, or an attribute of them.
    Css(Selector, Option<String>),
    XPath(XPath),
}

/// The error of a specification.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpecError {
    /// The number of the line, from 1.
    pub line: usize,
    reason: String,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for SpecError {}

impl Spec {
    /// Reads a specification.
    ///
    /// # Errors
    ///
    /// If it isn't TOML, has neither a table `fields` nor `chunks`, or if a selector, an expression or a size is invalid.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let failed = |offset: usize, reason: String| SpecError { line: line(text, offset), reason };
        let table = DeTable::parse(text).map_err(|error| {
            failed(error.span().map_or(0, |span| span.start), error.message().to_owned())
        })?;
        let (mut fields, mut size, mut start) = (None, None, 0);
        for (key, value) in table.get_ref() {
            match (&**key.get_ref(), value.get_ref()) {
                ("fields", DeValue::Table(table)) => fields = Some(table),
                ("chunks", DeValue::Table(table)) => {
                    let parsed = chunk_size(table).map_err(|it| failed(key.span().start, it))?;
                    size = Some(parsed);
                }
                (other, _) => {
                    let expected = "expected the table `[fields]` or `[chunks]`";
                    let reason = format!("unknown entry `{other}`; {expected}");
                    return Err(failed(key.span().start, reason));
                }
            }
            start = value.span().start;
        }
        let fields = match fields.filter(|fields| !fields.is_empty()) {
            Some(fields) => fields,
            None if size.is_some() => &DeTable::new(),
            None => {
                return Err(failed(start, "expected the table `[fields]` with a field".to_owned()));
            }
        };
        if fields.len() > MAX_FIELDS {
            return Err(failed(start, format!("more than {MAX_FIELDS} fields")));
        }
        let mut fields: Vec<_> = fields.iter().collect();
        // The table is sorted by name; columns come in the order in which they are written.
        fields.sort_by_key(|(key, _)| key.span().start);
        let fields = fields.into_iter().map(|(key, value)| {
            let name = key.get_ref();
            UserField::parse(name, value.get_ref())
                .map_err(|reason| failed(key.span().start, format!("field `{name}`: {reason}")))
        });
        let fields = fields.collect::<Result<_, _>>()?;
        Ok(Self { fields, chunk_size: size.unwrap_or(CHUNK_SIZE) })
    }

    /// The names of the fields.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| &*field.name)
    }
}

/// Reads the size in the table `chunks`.
fn chunk_size(table: &DeTable<'_>) -> Result<usize, String> {
    const EXPECTED: &str = "`[chunks]`: expected `size` with a number of characters from 100";
    let mut size = None;
    for (key, value) in table {
        size = match (&**key.get_ref(), value.get_ref()) {
            ("size", DeValue::Integer(number)) => {
                usize::from_str_radix(number.as_str(), number.radix()).ok()
            }
            _ => return Err(EXPECTED.to_owned()),
        };
    }
    size.filter(|it| *it >= LEAST_CHUNK_SIZE).ok_or_else(|| EXPECTED.to_owned())
}

/// The number of the line that holds `offset`.
fn line(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|byte| *byte == b'\n').count()
}

impl UserField {
    fn parse(name: &str, value: &DeValue<'_>) -> Result<Self, String> {
        if Column::ALL.iter().any(|column| column.as_str() == name) {
            return Err("a column has this name".to_owned());
        }
        let name = name.to_owned();
        let table = match value {
            DeValue::String(text) => {
                let is_xpath = text.starts_with(['/', '(']) || text.starts_with("./");
                let query = if is_xpath { Query::xpath(text)? } else { Query::css(text)? };
                return Ok(Self { name, query, all: false });
            }
            DeValue::Table(table) => table,
            other => {
                return Err(format!(
                    "expected a selector, an XPath expression or a table, not {}",
                    other.type_str()
                ));
            }
        };
        let (mut query, mut all) = (None, false);
        for (key, value) in table {
            let parsed = match (&**key.get_ref(), value.get_ref()) {
                ("css", DeValue::String(text)) => Query::css(text)?,
                ("xpath", DeValue::String(text)) => Query::xpath(text)?,
                ("all", DeValue::Boolean(value)) => {
                    all = *value;
                    continue;
                }
                (key, value) => {
                    let expected =
                        "expected `css` or `xpath` with a string, and `all` with a boolean";
                    return Err(format!("{expected}, not `{key}` with {}", value.type_str()));
                }
            };
            if query.replace(parsed).is_some() {
                return Err("has both `css` and `xpath`; give one".to_owned());
            }
        }
        let query = query.ok_or("has neither `css` nor `xpath`")?;
        Ok(Self { name, query, all })
    }
}

impl Query {
    fn css(text: &str) -> Result<Self, String> {
        let (selector, attribute) = match text.rsplit_once('@') {
            Some((selector, attribute)) if is_name(attribute.trim_ascii_end()) => {
                let attribute = attribute.trim_ascii_end();
                let selector = match selector.trim_ascii() {
                    "" => format!("[{attribute}]"),
                    selector => selector.to_owned(),
                };
                (selector, Some(attribute.to_owned()))
            }
            _ => (text.to_owned(), None),
        };
        let selector = Selector::new(&selector).map_err(|error| error.to_string())?;
        Ok(Self::Css(selector, attribute))
    }

    fn xpath(text: &str) -> Result<Self, String> {
        let xpath = XPath::parse(text).map_err(|error| error.to_string())?;
        Ok(Self::XPath(xpath.with_budget(XPATH_STEPS)))
    }
}

/// Whether this is the name of an attribute, not a part of a selector such as `[href*="@"]`.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|it| it.is_alphanumeric() || matches!(it, '-' | '_' | ':' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_line_and_the_field() {
        for (text, expected) in [
            ("", "line 1: expected the table `[fields]` with a field"),
            ("[fields]", "line 1: expected the table `[fields]` with a field"),
            (
                "\nfield = 1",
                "line 2: unknown entry `field`; expected the table `[fields]` or `[chunks]`",
            ),
            (
                "[chunks]",
                "line 1: `[chunks]`: expected `size` with a number of characters from 100",
            ),
            (
                "[chunks]\nsize = 99",
                "line 1: `[chunks]`: expected `size` with a number of characters from 100",
            ),
            (
                "[chunks]\nsize = '9'",
                "line 1: `[chunks]`: expected `size` with a number of characters from 100",
            ),
            (
                "[chunks]\nsizes = 9",
                "line 1: `[chunks]`: expected `size` with a number of characters from 100",
            ),
            (
                "[fields]\n\na = 1",
                "line 3: field `a`: expected a selector, an XPath expression or a table, not integer",
            ),
            ("[fields]\na = {}", "line 2: field `a`: has neither `css` nor `xpath`"),
            (
                "[fields]\na = { css = 'a', xpath = '//a' }",
                "line 2: field `a`: has both `css` and `xpath`; give one",
            ),
            ("[fields]\ntitle = 'h1'", "line 2: field `title`: a column has this name"),
        ] {
            assert_eq!(Spec::parse(text).unwrap_err().to_string(), expected);
        }
        for text in ["[fields]\na = '//a['", "[fields]\na = 'a[ @href'", "[fields\n"] {
            assert!(Spec::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn at_signs_in_selectors_are_no_attributes() {
        let spec = Spec::parse("[fields]\na = '''a[href*=\"@\"]'''\nb = '@id'").unwrap();
        assert!(matches!(&spec.fields[0].query, Query::Css(_, None)));
        assert!(matches!(&spec.fields[1].query, Query::Css(_, Some(name)) if name == "id"));
    }
}
