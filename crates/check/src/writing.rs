//! What the syntax for authors forbids without a parse error.

use sapwood::{Document, Namespace, NodeData, NodeRef, Span, tag};

use crate::{Finding, finding};

/// Finds it in all trees of the document.
pub(crate) fn check(html: &str, document: &Document, findings: &mut Vec<Finding>) {
    let mut roots = vec![document.document()];
    while let Some(root) = roots.pop() {
        for node in root.descendants() {
            roots.extend(node.template_contents());
            roots.extend(node.shadow_root().map(|shadow| shadow.root));
            match node.data() {
                NodeData::Element(name) => {
                    namespace_declarations(node, name.namespace, findings);
                    if node.is_html(tag::SCRIPT) {
                        script(node, findings);
                    }
                }
                NodeData::Comment(data) => comment(html, data, node.span(), findings),
                _ => {}
            }
        }
    }
}

/// [`xmlns`](https://html.spec.whatwg.org/multipage/dom.html#attr-xmlns) may only say what is so anyway.
fn namespace_declarations(node: NodeRef<'_>, namespace: Namespace, findings: &mut Vec<Finding>) {
    for attribute in node.attributes() {
        let right = match (attribute.namespace(), attribute.local_name()) {
            (Namespace::None | Namespace::XmlNs, "xmlns") => namespace.as_url(),
            (Namespace::XmlNs, "xlink") => Namespace::XLink.as_url(),
            _ => continue,
        };
        // The parser tells of those of foreign elements.
        if namespace == Namespace::Html
            && attribute.value() != right
            && let Some(span) = attribute.span()
        {
            findings.push(finding("wrong-namespace-declaration", span));
        }
    }
}

/// [A script may hold](https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements)
/// `<!--` only with a `-->` after it, if `<script` comes between.
fn script(node: NodeRef<'_>, findings: &mut Vec<Finding>) {
    for text in node.children() {
        let (Some(content), Some(span)) = (text.as_text(), text.span()) else { continue };
        let Some(open) = content.rfind("<!--") else { continue };
        let rest = &content[open + 4..];
        if rest.contains("-->") || content[open..].starts_with("<!-->") {
            continue;
        }
        let inner = rest.to_ascii_lowercase();
        if inner.contains("<script") {
            findings.push(finding("script-in-unclosed-comment", span));
        }
    }
}

/// [A comment's text](https://html.spec.whatwg.org/multipage/syntax.html#comments) must not end with
/// `<!-`; all else that it must not be is a parse error.
fn comment(html: &str, data: &str, span: Option<Span>, findings: &mut Vec<Finding>) {
    if data.ends_with("<!-")
        && let Some(span) = span
        && html.get(span.start..span.end).is_some_and(|source| source.starts_with("<!--"))
    {
        findings.push(finding("comment-ends-like-an-opening", span));
    }
}
