//! A tree in a notebook: HTML that folds, runs nothing and loads nothing.

use std::fmt::Write;

use sapwood::{NodeData, NodeRef, dom::Children};

/// More nodes would make a notebook slow.
const MOST_NODES: usize = 2_000;
/// Deeper nodes are left out: a browser nests no deeper than 512 elements, and there are two for each of ours.
const MOST_LEVELS: usize = 100;
/// The levels that are unfolded.
const OPEN_LEVELS: usize = 4;
/// Characters of a text or a value.
const LONGEST_TEXT: usize = 200;
/// Attributes of an element.
const MOST_ATTRIBUTES: usize = 30;

const START: &str =
    "<div style=\"font-family: monospace; white-space: pre-wrap; overflow-wrap: anywhere\">";
const INSIDE: &str = "<div style=\"margin-left: 1.5em\">";

/// Writes a node and its descendants as HTML in which each element can be folded.
pub(crate) fn tree(root: NodeRef<'_>) -> String {
    let mut view = View { html: START.to_owned(), nodes: 0, open: Vec::new() };
    if root.is_element() {
        view.node(root);
    } else {
        root.children().for_each(|child| view.node(child));
    }
    view.html.push_str("</div>");
    view.html
}

struct View<'d> {
    html: String,
    nodes: usize,
    /// The children of the open elements that aren't written yet.
    open: Vec<Children<'d>>,
}

impl<'d> View<'d> {
    /// Writes a node with its descendants.
    fn node(&mut self, node: NodeRef<'d>) {
        self.enter(node);
        while let Some(children) = self.open.last_mut() {
            match children.next() {
                Some(child) => self.enter(child),
                None => {
                    self.open.pop();
                    self.html.push_str("</div></details>");
                }
            }
        }
    }

    /// Writes a node, and opens it if it has children.
    fn enter(&mut self, node: NodeRef<'d>) {
        if self.nodes > MOST_NODES {
            return;
        }
        let is_blank = node.as_text().is_some_and(|text| text.trim_ascii().is_empty());
        if is_blank {
            return;
        }
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            self.html.push_str("<div>…</div>");
            return;
        }
        match node.data() {
            NodeData::Element(_) => self.element(node),
            NodeData::Text(text) => self.line("", text, ""),
            NodeData::Comment(text) => self.line("<!--", text, "-->"),
            NodeData::Doctype(doctype) => self.line("<!DOCTYPE ", doctype.name, ">"),
            NodeData::ProcessingInstruction { target, data } => {
                self.line("<?", &format!("{target} {data}"), "?>");
            }
            _ => {}
        }
    }

    fn element(&mut self, node: NodeRef<'d>) {
        let content = node.template_contents().unwrap_or(node);
        let level = self.open.len();
        if content.first_child().is_none() {
            self.html.push_str("<div>");
            self.start_tag(node);
            self.html.push_str("</div>");
            return;
        }
        let state = if level < OPEN_LEVELS { " open" } else { "" };
        let _ = write!(self.html, "<details{state}><summary>");
        self.start_tag(node);
        let _ = write!(self.html, "</summary>{INSIDE}");
        if level < MOST_LEVELS {
            self.open.push(content.children());
        } else {
            self.html.push_str("…</div></details>");
        }
    }

    fn start_tag(&mut self, node: NodeRef<'_>) {
        let name = node.qualified_name().map(|name| name.to_string()).unwrap_or_default();
        self.html.push_str("<b>&lt;");
        self.text(&name);
        self.html.push_str("</b>");
        let mut attributes = node.attrs();
        for attribute in attributes.by_ref().take(MOST_ATTRIBUTES) {
            self.html.push(' ');
            self.text(&attribute.name());
            if !attribute.value().is_empty() {
                self.html.push_str("=&quot;");
                self.text(attribute.value());
                self.html.push_str("&quot;");
            }
        }
        if attributes.next().is_some() {
            self.html.push_str(" …");
        }
        self.html.push_str("<b>&gt;</b>");
    }

    fn line(&mut self, start: &str, text: &str, end: &str) {
        self.html.push_str("<div>");
        self.text(start);
        self.text(text.trim_ascii());
        self.text(end);
        self.html.push_str("</div>");
    }

    /// Writes a text, cut if it is long.
    fn text(&mut self, text: &str) {
        let end = text.char_indices().nth(LONGEST_TEXT).map_or(text.len(), |(at, _)| at);
        for c in text[..end].chars() {
            match c {
                '&' => self.html.push_str("&amp;"),
                '<' => self.html.push_str("&lt;"),
                '>' => self.html.push_str("&gt;"),
                '"' => self.html.push_str("&quot;"),
                c => self.html.push(c),
            }
        }
        if end < text.len() {
            self.html.push('…');
        }
    }
}
