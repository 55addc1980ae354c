//! The content of a document: text, Markdown, links, main content, tables, forms and metadata.

use std::{borrow::Cow, ffi::c_char, mem::MaybeUninit};

use sapwood::{
    NodeRef,
    extract::{Base, serde_json, url::Url},
    markdown::MarkdownOptions,
};

use crate::{
    border::{ErrorOut, Out, required, run, text, value},
    document::{Document, node_or_root, read_required},
    failure::{Failure, Status},
    node::{NodeNumber, number, write_string},
    strings::{OwnedString, Str},
};

/// Writes the text of a node as a person reads it: the `innerText` of the standard. The string is to be freed by
/// `sapwood_string_free`, as all strings that are written by pointer.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_inner_text(
    document: Option<&Document>,
    node: NodeNumber,
    string: Out<'_, Option<Box<OwnedString>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || write_string(document, node, string, |node| Ok(node.inner_text())))
}

/// The URL of a document, if the caller names one.
fn base(url: *const c_char, length: usize) -> Result<Option<Url>, Failure> {
    let url = text(url, length, "url")?;
    if url.is_empty() {
        return Ok(None);
    }
    let invalid = |error| Failure::argument(format!("`{url}` is no absolute URL: {error}"));
    Url::parse(url).map(Some).map_err(invalid)
}

/// Writes a node as Markdown. URLs are resolved against `url`, the URL of the document, and its `base` element; without a URL they
/// stay as they are unless `base` has an absolute one.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_markdown(
    document: Option<&Document>,
    node: NodeNumber,
    url: *const c_char,
    url_length: usize,
    string: Out<'_, Option<Box<OwnedString>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let url = base(url, url_length)?;
        write_string(document, node, string, |node| {
            let mut options = MarkdownOptions::default();
            if let Some(base) = node.owner().base_url(url.as_ref()) {
                options = options.base(base);
            }
            Ok(node.to_markdown_with(&options))
        })
    })
}

/// A link. Its texts live as long as the list.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The element.
    pub node: NodeNumber,
    /// The local name of the attribute that has the URL.
    pub attribute: Str,
    /// The use that the document makes of the resource: `hyperlink`, `image`, `script`, `stylesheet` and others.
    pub kind: Str,
    /// The URL as it was written.
    pub value: Str,
    /// The resolved URL; null if it can't be resolved.
    pub url: Str,
}

/// The links of a document.
///
/// ```c
/// sapwood_document *document = NULL;
/// sapwood_links *links = NULL;
/// sapwood_parse(SAPWOOD_TEXT("<a href=b>b</a><img src=c>"), NULL, &document, NULL);
/// sapwood_links_new(document, 0, SAPWOOD_TEXT("https://example.com/a/"), &links, NULL);
/// sapwood_document_free(document);
/// for (size_t at = 0; at < sapwood_links_count(links); at++) {
///     sapwood_link link;
///     assert(sapwood_links_at(links, at, &link));
///     printf("%.*s\n", (int)link.url.length, link.url.data);
/// }
/// sapwood_links_free(links);
/// ```
pub struct Links {
    links: Vec<OwnedLink>,
}

struct OwnedLink {
    node: NodeNumber,
    attribute: &'static str,
    kind: &'static str,
    value: String,
    url: Option<String>,
}

/// Finds the references to other resources in a node, in tree order; 0 stands for the root. `url` is the URL of the document, against
/// which they are resolved, and may be empty. To be freed by `sapwood_links_free`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_links_new(
    document: Option<&Document>,
    node: NodeNumber,
    url: *const c_char,
    url_length: usize,
    links: Out<'_, Option<Box<Links>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let links = required(links, "links")?;
        let url = base(url, url_length)?;
        let found = read_required(document, |document| {
            let base = document.base_url(url.as_ref()).map(Base::new);
            let resolve = |value: &str| match &base {
                Some(base) => base.resolve(value).ok().map(Cow::into_owned),
                None => Url::parse(value).ok().map(String::from),
            };
            let links = node_or_root(document, node)?.links().map(|link| OwnedLink {
                node: number(link.element),
                attribute: link.attribute,
                kind: link.kind.as_str(),
                url: resolve(&link.value),
                value: link.value.into_owned(),
            });
            Ok(links.collect())
        })?;
        links.write(Some(Box::new(Links { links: found })));
        Ok(())
    })
}

/// Frees links. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_links_free(links: Option<Box<Links>>) {
    value((), || drop(links));
}

/// Returns the number of links.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_links_count(links: Option<&Links>) -> usize {
    links.map_or(0, |links| links.links.len())
}

/// Writes a link by its number. Returns `false` if there are not so many.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_links_at(
    links: Option<&Links>,
    index: usize,
    link: Out<'_, Link>,
) -> bool {
    let Some(found) = links.and_then(|links| links.links.get(index)) else { return false };
    if let Some(link) = link {
        MaybeUninit::write(
            link,
            Link {
                node: found.node,
                attribute: Str::of(found.attribute),
                kind: Str::of(found.kind),
                value: Str::of(&found.value),
                url: Str::of_option(found.url.as_deref()),
            },
        );
    }
    true
}

/// The kinds of content that `sapwood_content` writes.
const CONTENT: &str = "article, article-html, article-markdown, article-text, forms, json-ld, links, meta, microdata, tables and title";

/// Writes a kind of content of a node: 0 stands for the root. All but those of `article-` and the title are JSON.
///
/// * `article`: title, byline, dates, language, site name, URL, image and description of a page, without its surroundings;
///   `article-text`, `article-markdown` and `article-html` are the main content itself, and like `title` of the whole document
/// * `tables`, `forms`, `links`, `meta`, `microdata`, `json-ld`: lists of what is in the node
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_content(
    document: Option<&Document>,
    node: NodeNumber,
    kind: *const c_char,
    kind_length: usize,
    string: Out<'_, Option<Box<OwnedString>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let kind = text(kind, kind_length, "kind")?;
        write_string(document, node, string, |node| content(node, kind))
    })
}

fn content(node: NodeRef<'_>, kind: &str) -> Result<String, Failure> {
    let document = node.owner();
    let json = match kind {
        "title" => return Ok(document.title().unwrap_or_default()),
        "article-text" => return Ok(document.article().to_text()),
        "article-markdown" => return Ok(document.article().to_markdown()),
        "article-html" => return Ok(document.article().to_html()),
        "article" => serde_json::to_string(&document.article()),
        "tables" => serde_json::to_string(&node.tables().collect::<Vec<_>>()),
        "forms" => serde_json::to_string(&node.forms()),
        "links" => serde_json::to_string(&node.links().collect::<Vec<_>>()),
        "meta" => serde_json::to_string(&node.meta().collect::<Vec<_>>()),
        "microdata" => serde_json::to_string(&node.microdata()),
        "json-ld" => {
            serde_json::to_string(&node.json_ld().filter_map(Result::ok).collect::<Vec<_>>())
        }
        _ => {
            let message = format!("there is no content `{kind}`; there are {CONTENT}");
            return Err(Failure::argument(message));
        }
    };
    json.map_err(|error| Failure::new(Status::NotRepresentable, error.to_string()))
}
