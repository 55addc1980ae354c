//! The values of a page's columns.

use std::{collections::HashSet, fmt::Write, time::Instant};

use sapwood::{
    Document, Namespace, NodeRef, attr,
    extract::{Base, Meta, url::Url},
    markdown::{ChunkOptions, MarkdownOptions},
    tag,
    xpath::{Item, Value},
};

use super::{
    Column, Page,
    array::{Array, Collapsing, Entries, List, Structs, Texts},
    date,
    spec::{Query, UserField},
};

/// Bytes and visited nodes that the derived values of a page may still cost.
///
/// A link repeats the base URL and the text of nested links, and the matches of a field repeat each other, so that their
/// output isn't bounded by the size of the document.
pub(super) struct Allowance {
    left: u64,
    /// Whether something was left out.
    pub(super) is_exceeded: bool,
}

impl Allowance {
    pub(super) fn new(most: u64) -> Self {
        Self { left: most, is_exceeded: false }
    }

    /// Returns `true` if `cost` was left; otherwise nothing is left any more.
    fn take(&mut self, cost: usize) -> bool {
        match self.left.checked_sub(cost as u64) {
            Some(left) => self.left = left,
            None => (self.left, self.is_exceeded) = (0, true),
        }
        !self.is_exceeded
    }
}

/// A parsed page whose columns are being appended.
pub(super) struct Derived<'p> {
    pub(super) page: &'p Page<'p>,
    pub(super) document: &'p Document,
    pub(super) encoding: Option<&'static str>,
    /// The most characters of a chunk.
    pub(super) chunk_size: usize,
    pub(super) deadline: Option<Instant>,
    pub(super) allowance: Allowance,
    /// Whether the time was over before all columns were done.
    pub(super) is_late: bool,
    pub(super) error: Option<String>,
}

impl Derived<'_> {
    /// Returns `true` if there is time for another column.
    fn has_time(&mut self) -> bool {
        self.is_late |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        !self.is_late
    }

    /// Appends the value of a column that is taken from the document.
    pub(super) fn append(&mut self, column: Column, array: &mut Array) {
        if !self.has_time() {
            return array.null();
        }
        let document = self.document;
        match (column, array) {
            (Column::Encoding, Array::Text(array)) => array.append_option(self.encoding),
            (Column::Title, Array::Text(array)) => match document.title() {
                Some(title) => self.text(array, &title),
                None => array.append_option(None),
            },
            (Column::Language, Array::Text(array)) => {
                array.append_option(language(document).or(self.page.content_language));
            }
            (Column::Text, Array::Text(array)) => self.text(array, &document.inner_text()),
            (Column::Markdown, Array::Text(array)) => {
                self.text(array, &document.to_markdown_with(&self.markdown_options()));
            }
            (Column::MainContent, Array::Text(array)) => {
                self.text(array, &document.article().to_text());
            }
            (Column::Chunks, Array::Structs(list)) => self.chunks(list),
            (Column::Links, Array::Structs(list)) => self.links(list),
            (Column::Meta, Array::Map(list)) => self.meta(list),
            (Column::JsonLd, Array::Texts(list)) => self.json_ld(list),
            (_, array) => array.null(),
        }
    }

    fn text(&mut self, array: &mut Texts, text: &str) {
        self.allowance.is_exceeded |= !array.append_text(text);
    }

    /// Appends the hyperlinks, resolved against the base URL.
    fn links(&mut self, list: &mut List<Structs>) {
        let document = self.document;
        let links = document.descendants().filter(|node| {
            let name = node.name().filter(|name| name.namespace == Namespace::Html);
            name.is_some_and(|name| matches!(name.name.id, tag::A | tag::AREA))
        });
        let base = document.base_url(self.page_url().as_ref()).map(Base::new);
        let base_len = base.as_ref().map_or(0, |base| base.url().as_str().len());
        let mut resolved = String::new();
        for node in links {
            let Some(href) = node.known_attribute(attr::HREF) else { continue };
            if !self.allowance.take(base_len + href.len() + 16) {
                break;
            }
            let [url, rel, text] = &mut list.items.values;
            resolved.clear();
            let is_url = match &base {
                Some(base) => base.resolve_into(href, &mut resolved).is_ok(),
                None => Url::parse(href).is_ok_and(|url| write!(resolved, "{url}").is_ok()),
            };
            url.append_value(if is_url { &resolved } else { href.trim_ascii() });
            rel.append_option(node.known_attribute(attr::REL));
            let mut collapsing = Collapsing::new(text);
            let is_whole = push_text(node, &mut collapsing, &mut self.allowance);
            text.append_value("");
            if !is_whole {
                break;
            }
        }
        list.end_row(list.items.len());
    }

    /// The URL of the page itself.
    fn page_url(&self) -> Option<Url> {
        self.page.url.and_then(|url| Url::parse(url).ok())
    }

    /// Options by which Markdown has URLs that are resolved against the base URL.
    fn markdown_options(&self) -> MarkdownOptions {
        match self.page_url() {
            // A `base` element takes precedence.
            Some(url) => MarkdownOptions::default().base(url),
            None => MarkdownOptions::default(),
        }
    }

    /// Appends the chunks of the main content.
    fn chunks(&mut self, list: &mut List<Structs>) {
        let map = self.document.article().to_markdown_map(&self.markdown_options());
        for chunk in map.chunks(&ChunkOptions::new(self.chunk_size)) {
            let path: Vec<&str> = chunk.headings.iter().map(|heading| &*heading.text).collect();
            let path = path.join("\n");
            let id = chunk.id.as_deref();
            let cost = chunk.text.len() + path.len() + id.map_or(0, str::len) + 16;
            if !self.allowance.take(cost) {
                break;
            }
            let [text, headings, ids] = &mut list.items.values;
            text.append_value(&chunk.text);
            headings.append_value(&path);
            ids.append_option(id);
        }
        list.end_row(list.items.len());
    }

    /// Appends the names and contents of the `meta` elements.
    fn meta(&mut self, list: &mut List<Entries>) {
        let mut seen = HashSet::new();
        for meta in self.document.meta() {
            let Meta { name, property, http_equiv, content, .. } = meta;
            let Some(key) = name.or(property).or(http_equiv) else { continue };
            let key = key.trim_ascii().to_ascii_lowercase();
            if key.is_empty() || seen.contains(&key) {
                continue;
            }
            let Entries { key: keys, value } = &mut list.items;
            keys.append_value(&key);
            value.append_option(content);
            seen.insert(key);
        }
        list.end_row(list.items.key.len());
    }

    /// Appends the texts of the blocks of JSON-LD.
    fn json_ld(&mut self, list: &mut List<Texts>) {
        for node in self.document.descendants() {
            if !node.is_html(tag::SCRIPT) {
                continue;
            }
            let kind = node.known_attribute(attr::TYPE).unwrap_or_default();
            let essence = kind.split(';').next().unwrap_or_default().trim_ascii();
            if essence.eq_ignore_ascii_case("application/ld+json") {
                list.items.append_value(node.text_content().trim_ascii());
            }
        }
        list.end_row(list.items.len());
    }

    /// Appends the value of a field of the user.
    pub(super) fn append_field(&mut self, field: &UserField, array: &mut Array) {
        if !self.has_time() {
            return array.null();
        }
        match &field.query {
            Query::Css(selector, attribute) => {
                let mut found = selector.select(self.document.root());
                match array {
                    Array::Text(array) => match found.next() {
                        Some(node) => {
                            self.append_value(node, attribute.as_deref(), array);
                        }
                        None => array.append_option(None),
                    },
                    Array::Texts(list) => {
                        for node in found {
                            let attribute = attribute.as_deref();
                            if attribute.is_some_and(|name| node.attr(name).is_none()) {
                                continue;
                            }
                            if !self.append_value(node, attribute, &mut list.items) {
                                break;
                            }
                        }
                        list.end_row(list.items.len());
                    }
                    array => array.null(),
                }
            }
            Query::XPath(xpath) => match (self.document.xpath(xpath), array) {
                (Ok(Value::NodeSet(items)), Array::Text(array)) => match items.first() {
                    Some(item) => {
                        self.append_item(*item, array);
                    }
                    None => array.append_option(None),
                },
                (Ok(Value::NodeSet(items)), Array::Texts(list)) => {
                    for item in items {
                        if !self.append_item(item, &mut list.items) {
                            break;
                        }
                    }
                    list.end_row(list.items.len());
                }
                (Ok(value), Array::Text(array)) => self.text(array, &value.to_text()),
                (Ok(value), Array::Texts(list)) => {
                    list.items.append_value(&value.to_text());
                    list.end_row(list.items.len());
                }
                (Err(error), array) => {
                    self.error.get_or_insert_with(|| format!("field `{}`: {error}", field.name));
                    array.null();
                }
                (_, array) => array.null(),
            },
        }
    }

    /// Appends the text of an item that an expression yields; returns `false` if the allowance is used up.
    fn append_item(&mut self, item: Item<NodeRef<'_>>, array: &mut Texts) -> bool {
        if let Some(element) = item.as_node().filter(NodeRef::is_element) {
            return self.append_value(element, None, array);
        }
        let text = item.string_value();
        let has_room = self.allowance.take(text.len() + 8);
        array.append_value(if has_room { &text } else { "" });
        has_room
    }

    /// Appends the text or an attribute of an element; returns `false` if the allowance is used up.
    fn append_value(
        &mut self,
        node: NodeRef<'_>,
        attribute: Option<&str>,
        array: &mut Texts,
    ) -> bool {
        match attribute {
            Some(name) => {
                let value = node.attr(name);
                let has_room = self.allowance.take(value.map_or(0, str::len) + 8);
                // A list has no missing values.
                array.append_option(value.map(|value| if has_room { value } else { "" }));
                has_room
            }
            None => {
                let mut collapsing = Collapsing::new(array);
                let is_whole = push_text(node, &mut collapsing, &mut self.allowance);
                array.append_value("");
                is_whole
            }
        }
    }

    /// Appends a value that is known without the document.
    pub(super) fn append_fact(page: &Page<'_>, column: Column, array: &mut Array) -> bool {
        match (column, array) {
            (Column::Warc, Array::Text(array)) => array.append_option(page.warc),
            (Column::Url, Array::Text(array)) => array.append_option(page.url),
            (Column::Offset, Array::Int64(array)) => array.append_option(signed(page.offset)),
            (Column::Length, Array::Int64(array)) => array.append_option(signed(page.length)),
            (Column::Status, Array::Int32(array)) => {
                array.append_option(page.status.map(i32::from));
            }
            (Column::Mime, Array::Text(array)) => array.append_option(page.mime().as_deref()),
            (Column::Date, Array::Time(array)) => {
                array.append_option(page.date.and_then(date::microseconds));
            }
            _ => return false,
        }
        true
    }
}

fn signed(number: Option<u64>) -> Option<i64> {
    number.and_then(|it| i64::try_from(it).ok())
}

/// Pushes the text below an element; returns `false` if the allowance is used up before the end.
fn push_text<W: Write>(
    node: NodeRef<'_>,
    to: &mut Collapsing<'_, W>,
    allowance: &mut Allowance,
) -> bool {
    for node in node.descendants() {
        let text = node.as_text().unwrap_or_default();
        if !allowance.take(text.len() + 1) {
            return false;
        }
        to.push(text);
    }
    true
}

/// The language of the root element.
fn language(document: &Document) -> Option<&str> {
    let root = document.document_element()?;
    let language = root.known_attribute(attr::LANG).or_else(|| root.attr("xml:lang"))?.trim_ascii();
    Some(language).filter(|it| !it.is_empty())
}
