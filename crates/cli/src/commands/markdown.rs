//! `sapwood markdown`

use anyhow::Result;
use clap::{Args, ValueEnum};
use sapwood::{
    Selector,
    extract::url::Url,
    markdown::{
        Conversion, DescriptionStyle, Escaping, HardBreak, HeadingStyle, ImageStyle, InlineStyle,
        LinkStyle, MarkdownOptions, MissingHeader,
    },
};

use crate::{
    commands::links,
    files::{Files, Wanted},
    html_options::HtmlOptions,
    mistaken::word,
    status::Status,
    values::selector,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Resolve links and images against this URL of the page; a `base` element takes precedence
    #[arg(short, long, value_name = "URL", value_parser = links::url)]
    base: Option<Url>,
    /// Underline headings of the first two levels by `===` and `---`
    #[arg(long)]
    underline: bool,
    /// Bullet of lists
    #[arg(long, value_name = "CHARACTER", default_value = "-", value_parser = ["-", "*", "+"])]
    bullet: String,
    /// Write links as `[text](url)`, as `[text][1]` with the URLs at the end, or as text alone
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = Links::Inline)]
    links: Links,
    /// Write images, their `alt` texts, or nothing
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = Images::Link)]
    images: Images,
    /// Escape what is markup where it stands, all that can be markup somewhere, or nothing
    #[arg(long, value_name = "EXTENT", value_enum, default_value_t = Escapes::Minimal)]
    escape: Escapes,
    /// Write line breaks as two spaces, not as `\`
    #[arg(long)]
    two_spaces: bool,
    /// Take the first row of a table without a header for one
    #[arg(long)]
    first_row_header: bool,
    /// Write elements that match this selector as HTML; may be repeated
    #[arg(long, value_name = "SELECTOR", value_parser = selector)]
    keep: Vec<Selector>,
    #[command(flatten)]
    marks: Marks,
    /// Wrap paragraphs at this many characters
    #[arg(short, long, value_name = "N")]
    width: Option<usize>,
    #[command(flatten)]
    files: Files<HtmlOptions>,
}

/// The marks of elements.
#[derive(Args)]
struct Marks {
    /// Write `sub` elements as text, with their tags, or as `~sub~`
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = Style::Text)]
    subscripts: Style,
    /// Write `sup` elements as text, with their tags, or as `^sup^`
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = Style::Text)]
    superscripts: Style,
    /// Write `ins` and `u` elements as text, with their tags, or as `++ins++`
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = Style::Text)]
    insertions: Style,
    /// Write `mark` elements as text, with their tags, or as `==mark==`
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = Style::Text)]
    highlights: Style,
    /// Write description lists as terms in bold with lists, or as `Term` and `:   description`
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = Descriptions::List)]
    descriptions: Descriptions,
    /// Character of emphasis
    #[arg(long, value_name = "CHARACTER", default_value = "*", value_parser = ["*", "_"])]
    emphasis: String,
    /// Character of strong emphasis
    #[arg(long, value_name = "CHARACTER", default_value = "*", value_parser = ["*", "_"])]
    strong: String,
    /// Character of code fences
    #[arg(long, value_name = "CHARACTER", default_value = "`", value_parser = ["`", "~"])]
    fence: String,
    /// Thematic break
    #[arg(long, value_name = "MARKS", default_value = "***", value_parser = ["***", "---", "___", "* * *", "- - -", "_ _ _"])]
    rule: String,
    /// Language of code blocks that declare none
    #[arg(long, value_name = "NAME", default_value = "", value_parser = word)]
    code_language: String,
    /// Indent the content of list items by at least this many columns
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u8).range(2..=5))]
    list_indent: Option<u8>,
    /// Write a link whose text is its URL as `[url](url)`, not as `<url>`
    #[arg(long)]
    no_autolinks: bool,
    /// Write two line breaks in a row as such, not as the end of a paragraph
    #[arg(long)]
    keep_breaks: bool,
    /// Leave out elements with `aria-hidden=true`
    #[arg(long)]
    no_aria_hidden: bool,
    /// Write formulas as text, not as the TeX of their annotation
    #[arg(long)]
    no_math: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Style {
    Text,
    Html,
    Marks,
}

impl From<Style> for InlineStyle {
    fn from(style: Style) -> Self {
        match style {
            Style::Text => Self::Text,
            Style::Html => Self::Html,
            Style::Marks => Self::Marks,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Descriptions {
    List,
    Pandoc,
}

#[derive(Clone, Copy, ValueEnum)]
enum Links {
    Inline,
    Reference,
    Text,
}

#[derive(Clone, Copy, ValueEnum)]
enum Images {
    Link,
    /// As `link`, with images in `data:` URLs
    Data,
    Alt,
    None,
}

#[derive(Clone, Copy, ValueEnum)]
enum Escapes {
    Minimal,
    Full,
    None,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let mut options = arguments.options();
    if let Some(base) = &arguments.base {
        options = options.base(base.clone());
    }
    arguments.files.each_document(Wanted::default(), move |records, input| {
        let markdown = input.document.to_markdown_with(&options);
        records.document_text(&markdown)?;
        Ok(Status::Success)
    })
}

impl Arguments {
    fn options(&self) -> MarkdownOptions {
        let mut options = MarkdownOptions::default()
            .headings(if self.underline {
                HeadingStyle::Underlined
            } else {
                HeadingStyle::Numbered
            })
            .bullet(self.bullet.chars().next().unwrap_or('-'))
            .links(match self.links {
                Links::Inline => LinkStyle::Inline,
                Links::Reference => LinkStyle::Reference,
                Links::Text => LinkStyle::TextOnly,
            })
            .images(match self.images {
                Images::Link => ImageStyle::Link,
                Images::Data => ImageStyle::LinkWithData,
                Images::Alt => ImageStyle::AltText,
                Images::None => ImageStyle::LeftOut,
            })
            .escaping(match self.escape {
                Escapes::Minimal => Escaping::Minimal,
                Escapes::Full => Escaping::Full,
                Escapes::None => Escaping::None,
            });
        if self.two_spaces {
            options = options.hard_break(HardBreak::Spaces);
        }
        if self.first_row_header {
            options = options.missing_header(MissingHeader::FirstRow);
        }
        if let Some(width) = self.width {
            options = options.width(width);
        }
        if !self.keep.is_empty() {
            let kept = self.keep.clone();
            options = options.element(move |element| {
                let is_kept = kept.iter().any(|selector| selector.matches(element));
                if is_kept { Conversion::Html } else { Conversion::Default }
            });
        }
        self.marks.set(options)
    }
}

impl Marks {
    fn set(&self, options: MarkdownOptions) -> MarkdownOptions {
        let first = |text: &str| text.chars().next().unwrap_or_default();
        let options = options
            .subscripts(self.subscripts.into())
            .superscripts(self.superscripts.into())
            .insertions(self.insertions.into())
            .highlights(self.highlights.into())
            .descriptions(match self.descriptions {
                Descriptions::List => DescriptionStyle::List,
                Descriptions::Pandoc => DescriptionStyle::Pandoc,
            })
            .emphasis(first(&self.emphasis))
            .strong(first(&self.strong))
            .fence(first(&self.fence))
            .rule(&self.rule)
            .code_language(&self.code_language)
            .autolinks(!self.no_autolinks)
            .paragraph_at_two_breaks(!self.keep_breaks)
            .aria_hidden(!self.no_aria_hidden)
            .math(!self.no_math);
        match self.list_indent {
            Some(columns) => options.list_indent(columns.into()),
            None => options,
        }
    }
}
