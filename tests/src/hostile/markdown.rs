//! Conversions to Markdown.

use sapwood::{
    Document,
    markdown::{Conversion, DescriptionStyle, InlineStyle, LinkStyle, MarkdownOptions},
};

use super::{Call, read};

/// Returns the length of the Markdown.
fn convert(document: &Document, options: &MarkdownOptions) -> usize {
    document.to_markdown_with(options).len()
}

pub(super) const CALLS: &[Call] = &[
    read("to Markdown", |it| it.to_markdown().len()),
    read("to Markdown with references and wrapped lines", |it| {
        convert(it, &MarkdownOptions::default().links(LinkStyle::Reference).width(40))
    }),
    read("to Markdown with marks", |it| {
        let options = MarkdownOptions::default()
            .subscripts(InlineStyle::Html)
            .superscripts(InlineStyle::Marks)
            .descriptions(DescriptionStyle::Pandoc);
        convert(it, &options)
    }),
    read("to Markdown, elements kept as HTML", |it| {
        convert(it, &MarkdownOptions::default().element(|_| Conversion::Html))
    }),
    read("to Markdown, each element nothing", |it| {
        convert(it, &MarkdownOptions::default().element(|_| Conversion::Content))
    }),
];
