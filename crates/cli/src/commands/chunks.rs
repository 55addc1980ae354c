//! `sapwood chunks`

use anyhow::Result;
use clap::{Args, value_parser};
use sapwood::{
    extract::url::Url,
    markdown::{Chunk, ChunkOptions, MarkdownOptions},
};

use crate::{
    commands::links,
    files::{Files, Input, Wanted},
    html_options::HtmlOptions,
    json_writer::JsonWriter,
    records::Records,
    status::Status,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Cut chunks of at most this many characters
    #[arg(short, long, value_name = "N", default_value_t = 2_000, value_parser = value_parser!(u32).range(1..))]
    max: u32,
    /// Count words instead of characters
    #[arg(long)]
    words: bool,
    /// Cut the whole page, not its main content
    #[arg(long)]
    whole: bool,
    /// Resolve links and images against this URL of the page; a `base` element takes precedence
    #[arg(short, long, value_name = "URL", value_parser = links::url)]
    base: Option<Url>,
    /// Add a text fragment to each chunk: after `#:~:` in the URL of the page, it makes browsers scroll to the chunk
    #[arg(long)]
    text_fragments: bool,
    #[command(flatten)]
    files: Files<HtmlOptions>,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let wanted = Wanted { positions: true, source: true, ..Wanted::default() };
    arguments.files.each(wanted, |records, input| arguments.write(records, &input))
}

impl Arguments {
    fn options(&self) -> ChunkOptions {
        let options = ChunkOptions::new(self.max as usize);
        if self.words { options.measure(|text| text.split_whitespace().count()) } else { options }
    }

    /// Writes the chunks of a page.
    fn write(&self, records: &mut Records<'_, '_>, input: &Input) -> Result<Status> {
        let document = &input.document;
        let options = match document.base_url(self.base.as_ref()) {
            Some(base) => MarkdownOptions::default().base(base),
            None => MarkdownOptions::default(),
        };
        let article = document.article();
        let map = if self.whole {
            document.to_markdown_map(&options)
        } else {
            article.to_markdown_map(&options)
        };
        let url = self.base.as_ref().map(Url::as_str).or(article.canonical_url.as_deref());
        let fragments = self.text_fragments.then(|| document.text_fragments());
        for (number, chunk) in map.chunks(&self.options()).iter().enumerate() {
            records.json(|json| {
                json.begin_object()?;
                json.member("file", &input.name)?;
                write_members(json, number, chunk, article.title.as_deref(), url)?;
                if let Some(fragments) = &fragments {
                    let range = chunk.text_range.as_ref();
                    json.key("text_fragment")?;
                    json.value(&range.and_then(|range| fragments.directive(range)))?;
                }
                Ok(json.end()?)
            })?;
        }
        Ok(Status::Success)
    }
}

/// Writes a chunk, with the title and the URL of its page.
fn write_members(
    json: &mut JsonWriter<'_, '_>,
    number: usize,
    chunk: &Chunk<'_>,
    title: Option<&str>,
    url: Option<&str>,
) -> Result<()> {
    json.key("number")?;
    json.value(&number)?;
    json.key("title")?;
    json.value(&title)?;
    // A fragment of the page's own is replaced.
    let page = url.map(|url| url.split_once('#').map_or(url, |(page, _)| page));
    let url = page.map(|page| match &chunk.id {
        Some(id) => format!("{page}#{}", fragment(id)),
        None => page.to_owned(),
    });
    json.key("url")?;
    json.value(&url)?;
    json.key("headings")?;
    let headings: Vec<&str> = chunk.headings.iter().map(|heading| &*heading.text).collect();
    json.value(&headings)?;
    json.member("text", &chunk.text)?;
    let pairs = |ranges: &[std::ops::Range<usize>]| -> Vec<[usize; 2]> {
        ranges.iter().map(|range| [range.start, range.end]).collect()
    };
    json.key("repeated")?;
    json.value(&pairs(&chunk.repeated))?;
    json.key("sources")?;
    json.value(&pairs(&chunk.sources))?;
    json.key("oversized")?;
    json.value(&chunk.is_oversized)?;
    Ok(())
}

/// An `id` as the fragment of a URL.
fn fragment(id: &str) -> String {
    let mut url = Url::parse("x:").expect("a URL without anything");
    url.set_fragment(Some(id));
    url.fragment().unwrap_or_default().to_owned()
}
