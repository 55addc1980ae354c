//! Elements that are written as HTML.
//!
//! Markdown takes a line that begins with a tag for HTML up to an empty line. So line feeds before empty lines become
//! character references, and the start tag of an element that Markdown doesn't know has a line of its own. In a
//! paragraph only the tags are HTML: the content is Markdown.

use sapwood_names::{Namespace, TagSet, sets, tag};
use sapwood_serializer::{SerializeOptions, write_outer};
use sapwood_tree::{ElementHead, Node, NodeSource, attributes};

use super::inline::Tags;

/// The names of the [HTML blocks](https://spec.commonmark.org/0.31.2/#html-blocks) of kind 6: after such a tag the block may
/// go on in the same line.
const BLOCK_NAMES: [&str; 62] = [
    "address",
    "article",
    "aside",
    "base",
    "basefont",
    "blockquote",
    "body",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "iframe",
    "legend",
    "li",
    "link",
    "main",
    "menu",
    "menuitem",
    "nav",
    "noframes",
    "ol",
    "optgroup",
    "option",
    "p",
    "param",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "track",
    "ul",
];

/// The names of the [HTML blocks](https://spec.commonmark.org/0.31.2/#html-blocks) of kind 1: they end with the end tag, rather
/// than at an empty line.
const VERBATIM_NAMES: [&str; 4] = ["pre", "script", "style", "textarea"];

/// An element with its content.
fn outer_html<'d>(element: impl Node<'d>) -> String {
    let mut html = String::new();
    write_outer(&mut html, &NodeSource::of(element), &element, &SerializeOptions::default())
        .expect("writing to a string never fails");
    html
}

/// The lines of an element that is a block.
pub(super) fn block<'d>(element: impl Node<'d>) -> String {
    let html = outer_html(element);
    let name = element.name().local.text;
    if VERBATIM_NAMES.contains(&name) {
        return html;
    }
    // A `>` in an attribute is written as a reference.
    let (start, content) = html.split_at(html.find('>').map_or(0, |at| at + 1));
    let mut out = start.replace('\n', "&#10;");
    if !BLOCK_NAMES.contains(&name) {
        out.push('\n');
    }
    let is_raw = has_raw_text(element);
    let mut lines = content.split('\n').enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        if is_raw && index > 0 && is_empty(line) {
            continue;
        }
        out.push_str(line);
        if let Some((_, next)) = lines.peek() {
            out.push_str(if !is_raw && is_empty(next) { "&#10;" } else { "\n" });
        }
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}

/// An element with its content, in a line.
pub(super) fn in_line<'d>(element: impl Node<'d>) -> String {
    let line_feed = if has_raw_text(element) { " " } else { "&#10;" };
    outer_html(element).replace('\n', line_feed).replace('|', "&#124;")
}

/// The tags of an element in a line.
pub(super) fn tags<'d>(element: impl Node<'d>) -> Tags<'d> {
    let name = element.name().local.text;
    let mut start = format!("<{name}");
    for attribute in attributes(element) {
        start.extend([" ", &attribute.name.to_string(), "=\""]);
        for character in attribute.value.chars() {
            match character {
                '&' => start.push_str("&amp;"),
                '"' => start.push_str("&quot;"),
                '<' => start.push_str("&lt;"),
                '>' => start.push_str("&gt;"),
                '\n' => start.push_str("&#10;"),
                '|' => start.push_str("&#124;"),
                other => start.push(other),
            }
        }
        start.push('"');
    }
    start.push('>');
    Tags { start, name }
}

/// Whether an element has no end tag.
pub(super) fn is_void<'d>(element: impl Node<'d>) -> bool {
    element
        .element_head()
        .is_some_and(|head| head.namespace == Namespace::Html && sets::VOID.contains(head.name))
}

fn is_empty(line: &str) -> bool {
    line.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
}

/// Whether references would be text somewhere in an element. A `plaintext` doesn't count: nothing after its start tag is markup,
/// however it is written.
fn has_raw_text<'d>(element: impl Node<'d>) -> bool {
    const RAW: TagSet = sets::RAW_TEXT_CHILDREN.difference(TagSet::new(&[tag::PLAINTEXT]));
    let is_raw = |head: ElementHead| head.namespace == Namespace::Html && RAW.contains(head.name);
    element.element_head().is_some_and(is_raw) || element.next_fitting(element, is_raw).is_some()
}
