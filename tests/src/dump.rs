//! Dumps any tree in the format of the suites.

use std::fmt::Write;

use sapwood::{
    Namespace, TreeSource,
    tree::{NodeView, QualifiedName},
};

/// Dumps the descendants of `root`, one line per node and attribute, without the last line feed.
///
/// The format is that of `sapwood::Document::dump`, which supports no other trees.
#[must_use]
pub fn dump<T: TreeSource>(tree: &T, root: &T::Node) -> String {
    let mut out = String::new();
    let mut open = vec![children(tree, root)];
    while let Some(siblings) = open.last_mut() {
        let Some(node) = siblings.pop() else {
            open.pop();
            continue;
        };
        let depth = open.len() - 1;
        if let Node::Own(node) = &node {
            line(tree, node, depth, &mut out);
            open.push(children(tree, node));
        }
        if let Node::Contents(root) = &node {
            indent(depth, &mut out);
            out.push_str("content\n");
            open.push(children(tree, root));
        }
    }
    out.pop();
    out
}

enum Node<N> {
    Own(N),
    Contents(N),
}

/// Returns the children of a node and its template contents, last to first.
fn children<T: TreeSource>(tree: &T, node: &T::Node) -> Vec<Node<T::Node>> {
    let contents = tree.template_contents(node).map(Node::Contents);
    let mut all: Vec<_> = contents.into_iter().chain(tree.children(node).map(Node::Own)).collect();
    all.reverse();
    all
}

fn line<T: TreeSource>(tree: &T, node: &T::Node, depth: usize, out: &mut String) {
    indent(depth, out);
    tree.view(node, |view| match view {
        NodeView::Document | NodeView::Fragment => {}
        NodeView::Doctype { name, public_id, system_id } => {
            let _ = write!(out, "<!DOCTYPE {name}");
            if !(public_id.is_empty() && system_id.is_empty()) {
                let _ = write!(out, " \"{public_id}\" \"{system_id}\"");
            }
            out.push('>');
        }
        NodeView::Element(element) => {
            let designator = match element.name.namespace {
                Namespace::Svg => "svg ",
                Namespace::MathMl => "math ",
                _ => "",
            };
            let _ = write!(out, "<{designator}{}>", element.name.local.text);
            let mut attributes: Vec<_> = element
                .attributes
                .map(|attribute| (designated_name(&attribute.name), attribute.value))
                .collect();
            attributes.sort_by_cached_key(|(name, _)| name.encode_utf16().collect::<Vec<_>>());
            for (name, value) in attributes {
                out.push('\n');
                indent(depth + 1, out);
                let _ = write!(out, "{name}=\"{value}\"");
            }
        }
        NodeView::Text(text) => {
            let _ = write!(out, "\"{text}\"");
        }
        NodeView::Comment(data) => {
            let _ = write!(out, "<!-- {data} -->");
        }
        NodeView::ProcessingInstruction { target, data } => {
            let _ = write!(out, "<?{target} {data}?>");
        }
    });
    out.push('\n');
}

fn designated_name(name: &QualifiedName<'_>) -> String {
    format!("{} {}", name.namespace.prefix(), name.local.text).trim_start().to_owned()
}

fn indent(depth: usize, out: &mut String) {
    out.push_str("| ");
    for _ in 0..depth {
        out.push_str("  ");
    }
}

#[cfg(test)]
mod tests {
    use super::dump;

    #[test]
    fn agrees_with_the_dump_of_a_document() {
        let html = "<!doctype html><p title=a id=b>1<!-- c --><template><td>2</template>\
            <svg xlink:href=x><desc></svg><?pi data?>";
        let document = sapwood::parse(html);
        let ours = dump(&&document, &document.root());
        assert_eq!(ours + "\n", document.dump().to_string());
    }
}
