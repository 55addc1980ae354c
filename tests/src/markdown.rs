//! A reader of Markdown, and trees without insignificant white space.

use comrak::{Options, markdown_to_html};
use sapwood::{Document, NodeData, NodeRef, parse};

/// Renders Markdown with GitHub's extensions; raw HTML is shown as text.
#[must_use]
pub fn render(markdown: &str) -> String {
    let mut options = Options::default();
    options.extension.strikethrough = true;
    options.extension.table = true;
    options.extension.tasklist = true;
    options.render.escape = true;
    markdown_to_html(markdown, &options)
}

/// Renders Markdown with the marks of other flavours, too.
#[must_use]
pub fn render_with_marks(markdown: &str) -> String {
    let mut options = Options::default();
    options.extension.subscript = true;
    options.extension.superscript = true;
    options.extension.insert = true;
    options.extension.highlight = true;
    options.extension.strikethrough = true;
    options.extension.description_lists = true;
    options.render.escape = true;
    markdown_to_html(markdown, &options)
}

/// Whether an example of CommonMark can be written without raw HTML.
#[must_use]
pub fn is_pure(section: &str, html: &str) -> bool {
    !matches!(section, "HTML blocks" | "Raw HTML") && !html.contains("<!--")
}

/// The tree of a fragment, one node to a line, without white space at the edges of blocks.
#[must_use]
pub fn significant(html: &str) -> String {
    let document: Document = parse(html);
    let Some(body) = document.body() else { return String::new() };
    let mut out = Lines { text: String::new(), is_preserved: false, lines: Vec::new() };
    let mut next = body.first_child();
    let mut path: Vec<NodeRef<'_>> = Vec::new();
    while let Some(node) = next {
        out.enter(node, path.len());
        next = node.first_child();
        if next.is_some() {
            path.push(node);
            continue;
        }
        let mut ended = node;
        loop {
            out.leave(ended);
            next = ended.next_sibling();
            if next.is_some() {
                break;
            }
            let Some(parent) = path.pop() else { break };
            ended = parent;
        }
        if next.is_none() {
            break;
        }
    }
    out.flush(true);
    out.lines.join("\n")
}

struct Lines {
    text: String,
    /// Whether the text is in a `pre`.
    is_preserved: bool,
    lines: Vec<String>,
}

impl Lines {
    fn enter(&mut self, node: NodeRef<'_>, depth: usize) {
        match node.data() {
            NodeData::Text(text) if is_in_pre(node) => {
                self.is_preserved = true;
                self.text.push_str(text);
            }
            NodeData::Text(text) => {
                for character in text.chars() {
                    let is_space = character.is_ascii_whitespace();
                    if !is_space || !self.text.ends_with(' ') {
                        self.text.push(if is_space { ' ' } else { character });
                    }
                }
            }
            _ => {
                self.flush(is_block(node));
                let mut attributes: Vec<String> = node
                    .attrs()
                    .filter(|it| is_compared(it.local_name()))
                    .map(|it| format!(" {}={:?}", it.local_name(), it.value()))
                    .collect();
                attributes.sort();
                let name = node.local_name().unwrap_or_default();
                self.lines.push(format!("{depth} <{name}{}>", attributes.concat()));
            }
        }
    }

    fn leave(&mut self, node: NodeRef<'_>) {
        if node.is_element() {
            self.flush(is_block(node));
        }
    }

    /// Writes the text so far, which ends at a tag of a block or of an inline element.
    fn flush(&mut self, at_block: bool) {
        let text = std::mem::take(&mut self.text);
        let is_first =
            self.lines.last().is_none_or(|line| !line.starts_with('"') && is_block_line(line));
        let is_first = is_first && !std::mem::take(&mut self.is_preserved);
        let text = if is_first { text.trim_start() } else { &text };
        let text = if at_block { text.trim_end() } else { text };
        if !text.is_empty() {
            self.lines.push(format!("{text:?}"));
        }
    }
}

fn is_compared(attribute: &str) -> bool {
    // A reader may write `style` for `align`, and checkboxes their own way.
    !matches!(attribute, "style" | "disabled")
}

fn is_block_line(line: &str) -> bool {
    let name = line.split_once('<').map_or("", |(_, rest)| rest);
    let name = name.split(['>', ' ']).next().unwrap_or_default();
    !INLINE.contains(&name) || name == "br"
}

const INLINE: [&str; 16] = [
    "a", "b", "br", "code", "del", "em", "i", "img", "input", "ins", "mark", "s", "span", "strong",
    "sub", "sup",
];

fn is_block(node: NodeRef<'_>) -> bool {
    node.local_name().is_some_and(|name| !INLINE.contains(&name) || name == "br")
}

fn is_in_pre(node: NodeRef<'_>) -> bool {
    node.ancestors().any(|it| it.local_name() == Some("pre"))
}
