//! `sapwood xml links`

use anyhow::Result;
use clap::Args;
use sapwood::{NodeRef, extract::url::Url};

use crate::{
    commands::links,
    files::{Files, Wanted},
    records::Records,
    status::Status,
    xml_options::XmlOptions,
};

/// Prints the values of `href`, `src`, `url` and `rdf:resource` attributes, and the text of elements that hold a URL
/// in feeds and sitemaps.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Resolve relative links against this URL of the document; `xml:base` takes precedence
    #[arg(short, long, value_name = "URL", value_parser = links::url)]
    base: Option<Url>,
    /// Print a JSON object for each link, one a line: `file`, `element`, `attribute`, which is null if the URL
    /// is the element's text, `value` as written, and `url`, which is null if the value cannot be resolved
    #[arg(long)]
    json: bool,
    /// Print only the number of links in each file
    #[arg(short, long, conflicts_with = "json")]
    count: bool,
    #[command(flatten)]
    files: Files<XmlOptions>,
}

/// Local names of attributes whose value is a URL, in any namespace: of Atom, XLink, XHTML, RSS and RDF.
const ATTRIBUTES: &[&str] = &["href", "src", "url", "resource"];

/// Local names of elements whose text is a URL: of RSS, Atom and sitemaps.
const ELEMENTS: &[&str] =
    &["link", "loc", "url", "guid", "comments", "docs", "icon", "logo", "uri", "thumbnail_loc"];

/// A link of a document.
struct Link<'a> {
    element: NodeRef<'a>,
    attribute: Option<String>,
    value: String,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    arguments.files.each(Wanted::default(), |records, input| {
        let mut bases = Bases::new(arguments.base.clone());
        let mut count = 0_u64;
        let mut next = input.document.root().first_child();
        while let Some(node) = next {
            bases.enter(node);
            for link in links_of(node) {
                count += 1;
                if !arguments.count {
                    print(records, &link, bases.current(), arguments.json)?;
                }
            }
            next = node.first_child();
            let mut last = Some(node);
            // Without a child, the next node is a sibling of the node or of an ancestor.
            while next.is_none()
                && let Some(node) = last
            {
                bases.leave(node);
                next = node.next_sibling();
                last = node.parent();
            }
        }
        if arguments.count {
            records.text(&count.to_string())?;
        }
        Ok(Status::found(count > 0))
    })
}

/// The links of an element; other nodes have none.
fn links_of(element: NodeRef<'_>) -> Vec<Link<'_>> {
    let attributes = element.attrs().filter(|it| ATTRIBUTES.contains(&it.local_name()));
    let mut links: Vec<Link<'_>> = attributes
        .map(|it| Link {
            element,
            attribute: Some(it.qualified_name().to_string()),
            value: it.value().to_owned(),
        })
        .collect();
    let name = element.local_name().unwrap_or_default();
    if ELEMENTS.contains(&name) && element.first_element_child().is_none() {
        let text = element.text_content();
        let is_url = !text.trim().is_empty()
            // An identifier that isn't a link.
            && element.attr("isPermaLink") != Some("false");
        if is_url {
            links.push(Link { element, attribute: None, value: text.trim().to_owned() });
        }
    }
    links
}

fn print(
    records: &mut Records<'_, '_>,
    link: &Link<'_>,
    base: Option<&Url>,
    is_json: bool,
) -> Result<()> {
    let url = Url::options().base_url(base).parse(&link.value).ok().map(String::from);
    if !is_json {
        return records.text(&url.unwrap_or_else(|| link.value.replace(['\n', '\r'], " ")));
    }
    let file = records.file().to_owned();
    records.json(|json| {
        json.begin_object()?;
        json.member("file", &file)?;
        json.member("element", link.element.tag_name().unwrap_or_default())?;
        json.key("attribute")?;
        json.value(&link.attribute)?;
        json.member("value", &link.value)?;
        json.key("url")?;
        json.value(&url)?;
        Ok(json.end()?)
    })
}

/// The base URLs that `xml:base` attributes set, in a walk in tree order.
struct Bases<'a> {
    /// The open elements that set one, and what it resolves to.
    open: Vec<(NodeRef<'a>, Option<Url>)>,
    document: Option<Url>,
    /// The length that further URLs on the stack may have: nested relative URLs grow with the depth.
    left: usize,
}

impl<'a> Bases<'a> {
    const MAX_LEN: usize = 1 << 20;

    fn new(document: Option<Url>) -> Self {
        Self { open: Vec::new(), document, left: Self::MAX_LEN }
    }

    fn enter(&mut self, element: NodeRef<'a>) {
        let Some(base) = element.attr("xml:base") else { return };
        let url = Url::options().base_url(self.current()).parse(base).ok();
        if let Some(left) = self.left.checked_sub(url_len(&url)) {
            self.left = left;
            self.open.push((element, url));
        }
    }

    fn leave(&mut self, element: NodeRef<'a>) {
        if let Some((_, url)) = self.open.pop_if(|(open, _)| *open == element) {
            self.left += url_len(&url);
        }
    }

    fn current(&self) -> Option<&Url> {
        self.open.last().map_or(self.document.as_ref(), |(_, url)| url.as_ref())
    }
}

fn url_len(url: &Option<Url>) -> usize {
    url.as_ref().map_or(0, |url| url.as_str().len())
}
