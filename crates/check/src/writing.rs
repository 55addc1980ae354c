//! Rules of the syntax for authors whose violations are no parse errors.

use sapwood::{Document, Namespace, NodeData, NodeRef, Span, dom::Origin, tag, tree::ElementName};

use crate::finding::{Finding, finding};

/// Finds violations in all trees of the document.
pub(crate) fn check(html: &str, document: &Document, findings: &mut Vec<Finding>) {
    let mut roots = vec![document.root()];
    while let Some(root) = roots.pop() {
        for node in root.descendants() {
            roots.extend(node.template_contents());
            roots.extend(node.shadow_root().map(|shadow| shadow.root));
            match node.data() {
                NodeData::Element(name) => {
                    tag_name(node, &name, findings);
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

/// [Tag names](https://html.spec.whatwg.org/multipage/syntax.html#syntax-tag-name) consist of ASCII letters and
/// digits, except [valid custom element
/// names](https://html.spec.whatwg.org/multipage/custom-elements.html#valid-custom-element-name).
fn tag_name(node: NodeRef<'_>, name: &ElementName<'_>, findings: &mut Vec<Finding>) {
    let text = name.name.text;
    let is_valid = |byte: u8| byte.is_ascii_alphanumeric();
    if name.namespace != Namespace::Html
        || text.bytes().all(is_valid)
        || sapwood_names::is_valid_custom_element_name(text)
    {
        return;
    }
    if node.origin() == Some(Origin::Tag)
        && let Some(span) = node.span()
    {
        // `<` and the name, up to a U+FFFD: that may be a NUL in the source, which is shorter.
        let length = text.find(char::REPLACEMENT_CHARACTER).unwrap_or(text.len());
        let end = span.end.min(span.start + 1 + length);
        findings.push(finding("invalid-tag-name", Span::new(span.start, end)));
    }
}

/// [`xmlns`](https://html.spec.whatwg.org/multipage/dom.html#attr-xmlns) can only name the namespace that the
/// element has anyway, and prefixes cannot be declared, except `xlink` on foreign elements.
fn namespace_declarations(node: NodeRef<'_>, namespace: Namespace, findings: &mut Vec<Finding>) {
    for attribute in node.attrs() {
        if attribute.namespace() == Namespace::None
            && attribute.local_name().starts_with("xmlns:")
            && let Some(span) = attribute.span()
        {
            findings.push(finding("namespace-prefix-declaration", span));
        }
        let right = match (attribute.namespace(), attribute.local_name()) {
            (Namespace::None | Namespace::XmlNs, "xmlns") => namespace.as_url(),
            (Namespace::XmlNs, "xlink") => Namespace::XLink.as_url(),
            _ => continue,
        };
        // The parser reports those of foreign elements.
        if namespace == Namespace::Html
            && attribute.value() != right
            && let Some(span) = attribute.span()
        {
            findings.push(finding("wrong-namespace-declaration", span));
        }
    }
}

/// [A script may contain](https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements)
/// `<!--` before `<script` only if `-->` follows.
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

/// [The text of a comment](https://html.spec.whatwg.org/multipage/syntax.html#comments) must not end with
/// `<!-`; its other restrictions are parse errors.
fn comment(html: &str, data: &str, span: Option<Span>, findings: &mut Vec<Finding>) {
    if data.ends_with("<!-")
        && let Some(span) = span
        && html.get(span.start..span.end).is_some_and(|source| source.starts_with("<!--"))
    {
        findings.push(finding("comment-ends-like-an-opening", span));
    }
}
