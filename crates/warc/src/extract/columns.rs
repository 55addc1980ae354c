//! The columns that can be extracted.

use std::{fmt, str::FromStr};

use super::array::{Kind, StructFields};

/// A column of the result: a fact about a record, or something extracted from its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Column {
    /// `warc`: the name of the file that holds the record.
    Warc,
    /// `offset`: where in the file the record, or its compressed member, begins.
    Offset,
    /// `length`: the length of the record, or of its compressed member, in the file.
    Length,
    /// `url`: the URL of the page.
    Url,
    /// `date`: the time at which the page was fetched.
    Date,
    /// `status`: the HTTP status.
    Status,
    /// `mime`: the media type.
    Mime,
    /// `encoding`: the character encoding that the page was read in.
    Encoding,
    /// `title`: the title of the page.
    Title,
    /// `language`: the language that the page declares, or else the `Content-Language` of the response.
    Language,
    /// `text`: the text as a reader sees it.
    Text,
    /// `markdown`: the page as Markdown, with resolved URLs.
    Markdown,
    /// `main_content`: the text of the main content.
    MainContent,
    /// `chunks`: the main content as pieces of Markdown, as a list of structs of `text`, `headings` (those above it, a line
    /// each) and `id` (of an element near its start). A [`Spec`](super::Spec) can give their size.
    Chunks,
    /// `links`: the hyperlinks, as a list of structs of `url` (resolved), `rel` and `text`.
    Links,
    /// `meta`: the `meta` elements, as a map of names, in lower case, to contents; the first of a name counts.
    Meta,
    /// `json_ld`: the blocks of JSON-LD, as a list of their texts.
    JsonLd,
    /// `error`: the reason why the record or its page couldn't be read.
    Error,
    /// `limit`: the limit that cut the page.
    Limit,
    /// `parse_ms`: milliseconds of parsing and extraction; no two runs agree on it.
    ParseMs,
}

impl Column {
    /// All columns, in the order of the schema.
    pub const ALL: [Self; 20] = [
        Self::Warc,
        Self::Offset,
        Self::Length,
        Self::Url,
        Self::Date,
        Self::Status,
        Self::Mime,
        Self::Encoding,
        Self::Title,
        Self::Language,
        Self::Text,
        Self::Markdown,
        Self::MainContent,
        Self::Chunks,
        Self::Links,
        Self::Meta,
        Self::JsonLd,
        Self::Error,
        Self::Limit,
        Self::ParseMs,
    ];

    /// Returns the name of the column.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Warc => "warc",
            Self::Offset => "offset",
            Self::Length => "length",
            Self::Url => "url",
            Self::Date => "date",
            Self::Status => "status",
            Self::Mime => "mime",
            Self::Encoding => "encoding",
            Self::Title => "title",
            Self::Language => "language",
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::MainContent => "main_content",
            Self::Chunks => "chunks",
            Self::Links => "links",
            Self::Meta => "meta",
            Self::JsonLd => "json_ld",
            Self::Error => "error",
            Self::Limit => "limit",
            Self::ParseMs => "parse_ms",
        }
    }

    /// Returns the type of the column's values.
    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Offset | Self::Length => Kind::Int64,
            Self::Date => Kind::Time,
            Self::Status => Kind::Int32,
            Self::Chunks => Kind::Structs(&CHUNK),
            Self::Links => Kind::Structs(&LINK),
            Self::Meta => Kind::Map,
            Self::JsonLd => Kind::Texts,
            Self::ParseMs => Kind::Float32,
            _ => Kind::Text,
        }
    }
}

/// The fields of a link.
const LINK: StructFields = [("url", false), ("rel", true), ("text", true)];
/// The fields of a chunk.
const CHUNK: StructFields = [("text", false), ("headings", false), ("id", true)];

/// A choice of columns, in order.
///
/// ```
/// use sapwood_warc::{Column, Columns};
///
/// let columns: Columns = "url,title".parse()?;
/// assert_eq!(columns.as_slice(), [Column::Url, Column::Title]);
/// assert!("url,titel".parse::<Columns>().unwrap_err().to_string().starts_with("unknown column \"titel\""));
/// # Ok::<(), sapwood_warc::ColumnsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns(Vec<Column>);

impl Columns {
    /// All columns.
    #[must_use]
    pub fn all() -> Self {
        Self(Column::ALL.to_vec())
    }

    /// The chosen columns.
    #[must_use]
    pub fn as_slice(&self) -> &[Column] {
        &self.0
    }

    /// Whether a column was chosen.
    #[must_use]
    pub fn contains(&self, column: Column) -> bool {
        self.0.contains(&column)
    }
}

/// All columns but `markdown`, `main_content` and `chunks`, which cost more than the others and repeat the text, and
/// `parse_ms`, which differs from run to run.
impl Default for Columns {
    fn default() -> Self {
        let costly = [Column::Markdown, Column::MainContent, Column::Chunks, Column::ParseMs];
        Self(Column::ALL.into_iter().filter(|it| !costly.contains(it)).collect())
    }
}

/// Reads names with commas between, or `all`, or `default`.
impl FromStr for Columns {
    type Err = ColumnsError;

    fn from_str(names: &str) -> Result<Self, ColumnsError> {
        let mut columns = Vec::new();
        for name in names.split(',').map(str::trim_ascii) {
            let found = match name {
                "all" => Self::all().0,
                "default" => Self::default().0,
                _ => {
                    let found = Column::ALL.into_iter().find(|it| it.as_str() == name);
                    vec![found.ok_or_else(|| ColumnsError::Unknown(name.to_owned()))?]
                }
            };
            for column in found {
                if columns.contains(&column) {
                    return Err(ColumnsError::Repeated(column));
                }
                columns.push(column);
            }
        }
        Ok(Self(columns))
    }
}

/// The error of a choice of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnsError {
    /// There is no column of this name.
    Unknown(String),
    /// A column is named twice.
    Repeated(Column),
}

impl fmt::Display for ColumnsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let names = Column::ALL.map(Column::as_str).join(", ");
                write!(f, "unknown column {name:?}; expected some of {names}, or `all`")
            }
            Self::Repeated(column) => write!(f, "column `{}` is named twice", column.as_str()),
        }
    }
}

impl std::error::Error for ColumnsError {}
