//! Code blocks.

use std::ops::Range;

use sapwood_names::{attr, tag};
use sapwood_tree::{Node, NodeKind, Step, Walk};

use super::{assemble::longest_run, options::Settings};

/// The text of a `pre`, with a line feed for each `br`. Calls `added` with each text node and its place.
pub(super) fn text<'d, N: Node<'d>>(pre: N, mut added: impl FnMut(N, usize)) -> String {
    let mut out = String::new();
    let mut walk = Walk::over(pre);
    while let Some(step) = walk.next() {
        let Step::Enter(node) = step else { continue };
        if node.kind() == NodeKind::Text {
            added(node, out.len());
            out.push_str(node.data());
        } else if node.is_html(tag::BR) {
            out.push('\n');
        } else if [tag::SCRIPT, tag::STYLE, tag::TEMPLATE].iter().any(|it| node.is_html(*it)) {
            walk.skip_children();
        }
    }
    out
}

/// The lines of a code block.
pub(super) struct CodeBlock {
    pub(super) lines: String,
    /// The place of the code in the lines.
    pub(super) code: Range<usize>,
}

/// Makes a block of the text of a `pre`.
pub(super) fn block<'d>(pre: impl Node<'d>, mut code: String, options: &Settings) -> CodeBlock {
    if code.contains('\r') {
        code = code.replace("\r\n", "\n").replace('\r', "\n");
    }
    if code.ends_with('\n') {
        code.pop();
    }
    let fence = longest_run(&code, options.fence).max(2) + 1;
    let fence: String = std::iter::repeat_n(options.fence, fence).collect();
    let line_end = if code.is_empty() { "" } else { "\n" };
    let language = language(pre).unwrap_or_else(|| options.code_language.clone());
    let start = fence.len() + language.len() + 1;
    let lines = format!("{fence}{language}\n{code}{line_end}{fence}");
    CodeBlock { lines, code: start..start + code.len() }
}

/// The language that a `pre`, its `code`, or the element around it declares by its class.
fn language<'d>(pre: impl Node<'d>) -> Option<String> {
    let mut elements = pre.children().filter(|child| child.is_element());
    let code = elements.next().filter(|code| code.is_html(tag::CODE) && elements.next().is_none());
    let around = pre.parent().filter(|parent| parent.is_html(tag::DIV));
    [code, Some(pre), around].into_iter().flatten().find_map(declared_language)
}

/// The language that the classes of an element declare, or its `data-lang`.
fn declared_language<'d>(element: impl Node<'d>) -> Option<String> {
    let classes = element.known_attribute(attr::CLASS).unwrap_or_default();
    let mut words = classes.split_ascii_whitespace();
    let mut found = None;
    while let Some(word) = words.next() {
        let prefixes = ["language-", "lang-", "highlight-source-", "brush:"];
        if let Some(language) = prefixes.iter().find_map(|prefix| word.strip_prefix(prefix)) {
            // `brush: js` has a space.
            found = if language.is_empty() { words.next() } else { Some(language) };
            found = found
                .map(|it| if word.starts_with("brush:") { it.trim_end_matches(';') } else { it });
            break;
        }
        if word == "hljs" {
            found = words.next();
        }
    }
    let language = found.or_else(|| element.attr("data-lang"))?;
    let is_name = |it: &char| !it.is_whitespace() && *it != '`';
    let language: String = language.chars().take_while(is_name).take(40).collect();
    (!language.is_empty()).then_some(language)
}
