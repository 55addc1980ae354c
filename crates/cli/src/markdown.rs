//! `sapwood markdown`

use anyhow::Result;
use clap::{Args, ValueEnum};
use sapwood::{
    extract::url::Url,
    markdown::{Escaping, HardBreak, HeadingStyle, ImageStyle, LinkStyle, MissingHeader, Options},
};

use crate::{
    Status,
    files::{Files, Wanted},
    html_options::HtmlOptions,
    links,
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
    /// Wrap paragraphs at this many characters
    #[arg(short, long, value_name = "N")]
    width: Option<usize>,
    #[command(flatten)]
    files: Files<HtmlOptions>,
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
    let options = arguments.options();
    arguments.files.each(Wanted::default(), move |records, input| {
        let base = input.document.base_url(arguments.base.as_ref());
        let options = base.map_or_else(|| options.clone(), |base| options.clone().base(base));
        let markdown = input.document.to_markdown_with(&options);
        records.text(markdown.strip_suffix('\n').unwrap_or(&markdown))?;
        Ok(Status::Success)
    })
}

impl Arguments {
    fn options(&self) -> Options {
        let mut options = Options::default()
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
        options
    }
}
