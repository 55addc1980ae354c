//! Changes of a document that need a parser.

use names::{Namespace, tag};
use tree_builder::FragmentContext;
use tree_sink::Limit;

use crate::{Document, EditError, NodeData, NodeId, NodeRef, Options, Parsed, parse_fragment};

impl Document {
    /// [Sets the inner HTML of `element`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-innerhtml):
    /// parses `html` as a fragment in `element`, and replaces the children by the nodes of the fragment.
    ///
    /// For a `template` element, the children of its contents are replaced. In a shadow root, `html` is parsed as it
    /// would be in the host.
    ///
    /// ```
    /// let mut document = sapwood::parse("<table><tr><td>old</table>");
    /// let row = document.select_ids("tr")?[0];
    /// document.set_inner_html(row, "<td>1<td>2")?;
    /// assert_eq!(document.node(row).unwrap().outer_html(), "<tr><td>1</td><td>2</td></tr>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the call fails, nothing has changed: [`EditError::StaleId`], [`EditError::NotAnElement`],
    /// [`EditError::Full`], and [`EditError::Limit`] if parsing reached a limit.
    pub fn set_inner_html(&mut self, element: NodeId, html: &str) -> Result<(), EditError> {
        self.set_inner_html_with(element, html, &Options::default())
    }

    /// Does the same, but parses with `options`.
    ///
    /// # Errors
    ///
    /// As [`set_inner_html`](Self::set_inner_html).
    pub fn set_inner_html_with(
        &mut self,
        element: NodeId,
        html: &str,
        options: &Options,
    ) -> Result<(), EditError> {
        let node = self.node(element).ok_or(EditError::StaleId)?;
        let context = node.host().unwrap_or(node);
        let target = node.template_contents().unwrap_or(node).id();
        let parsed = parse_in(context, html, options).ok_or(EditError::NotAnElement)?;
        match parsed.limit {
            Some(Limit::Capacity) => return Err(EditError::Full),
            Some(limit) => return Err(EditError::Limit(limit)),
            None => {}
        }
        let fragment = self.import(parsed.document.root())?;
        self.remove_children(target)?;
        self.append(target, fragment)
    }
}

/// Parses `html` in `context`, if that is an element.
fn parse_in(context: NodeRef<'_>, html: &str, options: &Options) -> Option<Parsed> {
    let NodeData::Element(name) = context.data() else { return None };
    let attributes: Vec<_> = context
        .attrs()
        .filter(|attribute| attribute.namespace() == Namespace::None)
        .map(|attribute| (attribute.local_name(), attribute.value()))
        .collect();
    let in_form = context.is_html(tag::FORM) || context.ancestors().any(|it| it.is_html(tag::FORM));
    let context = FragmentContext {
        namespace: name.namespace,
        local_name: name.name.text,
        attributes: &attributes,
        quirks_mode: context.owner().quirks_mode(),
        in_form,
    };
    Some(parse_fragment(html, &context, options))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tree_sink::Limit;

    use crate::{Document, EditError, Limits, NodeId, Options, parse, parse_with};

    fn find(document: &Document, name: &str) -> NodeId {
        let found = document.root().descendants().find(|it| it.local_name() == Some(name));
        found.unwrap().id()
    }

    #[test]
    fn parses_in_the_context_of_the_element() {
        #[rustfmt::skip]
        let cases = [
            ("<p>old</p>", "p", "<td>1<b>2", "<p>1<b>2</b></p>"),
            ("<table><tr></table>", "tr", "<td>1<b>2", "<tr><td>1<b>2</b></td></tr>"),
            ("<select></select>", "select", "<option>1<option>2", "<select><option>1</option><option>2</option></select>"),
            ("<textarea></textarea>", "textarea", "<b>&amp;", "<textarea>&lt;b&gt;&amp;</textarea>"),
            ("<style></style>", "style", "<b>&amp;", "<style><b>&amp;</style>"),
            ("<svg><desc></desc></svg>", "svg", "<lineargradient/><p>", "<svg><linearGradient></linearGradient><p></p></svg>"),
            ("<svg><desc></desc></svg>", "desc", "<lineargradient/>", "<desc><lineargradient></lineargradient></desc>"),
            ("<form><div></div></form>", "div", "<form>1</form>", "<div>1</div>"),
            ("<template>old</template>", "template", "<td>1", "<template><td>1</td></template>"),
            ("<p>old</p>", "p", "", "<p></p>"),
        ];
        for (page, name, html, outer) in cases {
            let mut document = parse(page);
            let element = find(&document, name);
            document.set_inner_html(element, html).unwrap();
            assert_eq!(document.node(element).unwrap().outer_html(), outer, "{html} in {page}");
        }
    }

    #[test]
    fn sets_template_contents_and_shadow_roots() {
        let options = Options::default().declarative_shadow_roots(true);
        let html = "<p><template shadowrootmode=open>old</template></p><template>old</template>";
        let mut document = parse_with(html, &options).document;
        let host = document.node(find(&document, "p")).unwrap();
        let shadow = host.shadow_root().unwrap().root.id();
        document.set_inner_html(shadow, "<div>1</p>2").unwrap();
        assert_eq!(document.node(shadow).unwrap().inner_html(), "<div>1<p></p>2</div>");
        let template = document.node(find(&document, "template")).unwrap();
        let contents = template.template_contents().unwrap().id();
        document.set_inner_html(contents, "<td>1").unwrap();
        assert_eq!(document.node(contents).unwrap().inner_html(), "<td>1</td>");
    }

    #[test]
    fn reports_limits_and_changes_nothing() {
        let mut document = parse("<p>text");
        let p = find(&document, "p");
        let limits = [
            (Limits::default().input_bytes(5), Limit::InputBytes),
            (Limits::default().nodes(3), Limit::Nodes),
            (Limits::default().depth(1), Limit::Depth),
            (Limits::default().attributes(0), Limit::Attributes),
            (Limits::default().token_length(5), Limit::TokenLength),
            (Limits::default().time(Duration::ZERO), Limit::Time),
        ];
        for (limits, limit) in limits {
            let options = Options::default().limits(limits);
            let result = document.set_inner_html_with(p, "<b id=1><i>one</i>", &options);
            assert_eq!(result, Err(EditError::Limit(limit)));
        }
        let names: String = (0..2_000).map(|name| format!("<b id={name}>")).collect();
        let quadratic = format!("<p>{names}{}", "<p>x".repeat(2_000));
        let result = document.set_inner_html(p, &quadratic);
        assert_eq!(result, Err(EditError::Limit(Limit::Amplification)));
        assert_eq!(document.body().unwrap().inner_html(), "<p>text</p>");
    }

    #[test]
    fn rejects_nodes_without_inner_html() {
        let mut document = parse("<p>text");
        let root = document.root().id();
        let p = document.body().unwrap().first_child().unwrap();
        let text = p.first_child().unwrap().id();
        for node in [root, text] {
            assert_eq!(document.set_inner_html(node, "x"), Err(EditError::NotAnElement));
        }
        let stale = find(&parse("<p>"), "p");
        assert_eq!(document.set_inner_html(stale, "x"), Err(EditError::StaleId));
        assert_eq!(document.body().unwrap().inner_html(), "<p>text</p>");
    }
}
