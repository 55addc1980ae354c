//! `sapwood article`

use anyhow::Result;
use clap::{Args, ValueEnum};
use sapwood::{Document, article::Article, extract::url::Url, markdown::MarkdownOptions};

use crate::{
    commands::links,
    files::{Files, Wanted},
    html_options::HtmlOptions,
    json_writer::JsonWriter,
    status::Status,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Write the content as Markdown, text or HTML, or as JSON with title, author, dates, and posts, items or a product
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Markdown)]
    format: Format,
    /// Resolve links and images in Markdown against this URL of the page; a `base` element takes
    /// precedence
    #[arg(short, long, value_name = "URL", value_parser = links::url)]
    base: Option<Url>,
    #[command(flatten)]
    files: Files<HtmlOptions>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Markdown,
    Text,
    Html,
    Json,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let write: fn(&Document, &Article<'_>, Option<&Url>) -> String = match arguments.format {
        Format::Markdown => markdown,
        Format::Text => |_, article, _| article.to_text(),
        Format::Html => |_, article, _| article.to_html(),
        Format::Json => {
            return arguments.files.each(Wanted::default(), |records, input| {
                records.json(|json| {
                    json.begin_object()?;
                    json.member("file", &input.name)?;
                    write_members(json, &input.document.article())?;
                    Ok(json.end()?)
                })?;
                Ok(Status::Success)
            });
        }
    };
    arguments.files.each_document(Wanted::default(), move |records, input| {
        let document = &input.document;
        records.document_text(&write(document, &document.article(), arguments.base.as_ref()))?;
        Ok(Status::Success)
    })
}

fn markdown(document: &Document, article: &Article<'_>, base: Option<&Url>) -> String {
    let options = MarkdownOptions::default();
    article.to_markdown_with(&match document.base_url(base) {
        Some(base) => options.base(base),
        None => options,
    })
}

/// Writes what is known about an article, its details, and its text.
pub(crate) fn write_members(json: &mut JsonWriter<'_, '_>, article: &Article<'_>) -> Result<()> {
    let date = |date: Option<sapwood::article::Date>| date.map(|date| date.to_string());
    let members = [
        ("title", article.title.clone()),
        ("byline", article.byline.clone()),
        ("published", date(article.published)),
        ("modified", date(article.modified)),
        ("language", article.language.clone()),
        ("site_name", article.site_name.clone()),
        ("canonical_url", article.canonical_url.clone()),
        ("image", article.image.clone()),
        ("description", article.description.clone()),
        ("kind", Some(article.kind.as_str().to_owned())),
    ];
    for (key, value) in members {
        json.key(key)?;
        json.value(&value)?;
    }
    json.key("details")?;
    json.value(&article.details().to_json())?;
    Ok(json.member("text", &article.to_text())?)
}
