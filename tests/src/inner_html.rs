//! A small writer of `innerHTML`, for expectations that are written so.

use sapwood::{Namespace, NodeData, NodeRef};

/// What is still to be written, on a stack: a tree may be deeper than the call stack.
enum Step<'a> {
    Siblings(Option<NodeRef<'a>>),
    EndTag(&'a str),
}

/// [Serializes the children](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments)
/// of `node`, shadow roots left out.
#[must_use]
pub fn inner_html(node: NodeRef<'_>) -> String {
    let mut out = String::new();
    let mut steps = vec![children(node)];
    while let Some(step) = steps.pop() {
        match step {
            Step::EndTag(name) => out.extend(["</", name, ">"]),
            Step::Siblings(None) => {}
            Step::Siblings(Some(node)) => {
                steps.push(Step::Siblings(node.next_sibling()));
                write_node(node, &mut out, &mut steps);
            }
        }
    }
    out
}

fn children(node: NodeRef<'_>) -> Step<'_> {
    Step::Siblings(node.template_contents().unwrap_or(node).first_child())
}

fn write_node<'a>(node: NodeRef<'a>, out: &mut String, steps: &mut Vec<Step<'a>>) {
    match node.data() {
        NodeData::Element(name) => {
            let local = name.name.text;
            out.extend(["<", local]);
            for attribute in node.attributes() {
                out.push(' ');
                if let Some(prefix) = attribute.prefix() {
                    out.extend([prefix, ":"]);
                }
                out.extend([attribute.local_name(), "=\""]);
                escape(attribute.value(), true, out);
                out.push('"');
            }
            out.push('>');
            if !(name.namespace == Namespace::Html && is_void(local)) {
                steps.extend([Step::EndTag(local), children(node)]);
            }
        }
        NodeData::Text(text) if node.parent().is_some_and(holds_raw_text) => out.push_str(text),
        NodeData::Text(text) => escape(text, false, out),
        NodeData::Comment(data) => out.extend(["<!--", data, "-->"]),
        NodeData::ProcessingInstruction { target, data } => {
            out.extend(["<?", target, " ", data, "?>"]);
        }
        NodeData::Doctype(doctype) => out.extend(["<!DOCTYPE ", doctype.name, ">"]),
        _ => {}
    }
}

#[rustfmt::skip]
fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area" | "base" | "basefont" | "bgsound" | "br" | "col" | "embed" | "frame" | "hr" | "img"
            | "input" | "keygen" | "link" | "meta" | "param" | "source" | "track" | "wbr"
    )
}

fn holds_raw_text(node: NodeRef<'_>) -> bool {
    node.namespace() == Some(Namespace::Html)
        && matches!(
            node.local_name(),
            Some("style" | "script" | "xmp" | "iframe" | "noembed" | "noframes" | "plaintext")
        )
}

fn escape(text: &str, in_attribute: bool, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if in_attribute => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn everything_is_escaped_where_it_has_to_be() {
        let html = "<p a=\"&amp;&quot;&lt;&nbsp;\">&lt;b&gt;&amp;<br><!--c--><?d e?></p>\
            <script>1<2</script><template><i></i></template>";
        let document = sapwood::parse(&format!("<body>{html}"));
        assert_eq!(super::inner_html(document.body().unwrap()), html);
    }
}
