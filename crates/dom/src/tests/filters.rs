//! Filters of trees. The sanitizer's tests cover most of their use.

use crate::{
    Document, EscapedTags, FilterAction, NodeRef, ParseOptions, parse, parse_fragment, parse_with,
};

fn filter(
    document: &mut Document,
    decide: impl FnMut(NodeRef<'_>, &mut crate::AttributeList) -> FilterAction,
) {
    let root = document.root().node_id();
    document.filter(root, decide).unwrap();
}

/// Gives each element the attributes that `list` sets.
fn set(html: &str, list: impl Fn(&mut crate::AttributeList)) -> String {
    let mut document = parse_fragment(html, "div");
    filter(&mut document, |_, attributes| {
        list(attributes);
        FilterAction::SetAttributes
    });
    document.to_html()
}

#[test]
fn attribute_lists_keep_change_and_add() {
    let html = "<p id=1 class=2 title=3 lang=4>";
    assert_eq!(set(html, |_| ()), "<p></p>");
    assert_eq!(
        set(html, |list| (1..3).for_each(|position| list.keep(position))),
        r#"<p class="2" title="3"></p>"#
    );
    let mixed = set(html, |list| {
        list.push("class", "new");
        list.push("hidden", "");
        list.push("not valid", "");
        list.push("hidden", "again");
        list.keep(0);
        list.keep_with_value(1, "two");
        list.keep(3);
    });
    assert_eq!(mixed, r#"<p id="1" class="two" lang="4" hidden=""></p>"#);
}

#[test]
fn attribute_lists_ignore_positions_out_of_order_and_past_the_end() {
    let html = "<p id=1 class=2>";
    for positions in [&[1, 0][..], &[1, 1], &[1, 2], &[1, usize::MAX], &[1, 7, 0]] {
        let kept = set(html, |list| positions.iter().for_each(|position| list.keep(*position)));
        assert_eq!(kept, r#"<p class="2"></p>"#, "{positions:?}");
    }
    assert_eq!(set(html, |list| list.keep(usize::MAX)), "<p></p>");
}

#[test]
fn kept_attributes_keep_their_positions_in_the_source() {
    let html = "<p id=1 class=2 title=3>";
    let mut document = parse_with(html, &ParseOptions::default().positions(true)).document;
    filter(&mut document, |node, attributes| {
        if node.local_name() != Some("p") {
            return FilterAction::Keep;
        }
        attributes.keep(0);
        attributes.keep(2);
        attributes.push("lang", "en");
        FilterAction::SetAttributes
    });
    let p = document.body().unwrap().first_child().unwrap();
    let sources: Vec<_> = p.attrs().map(|it| it.span().map(|span| &html[span.range()])).collect();
    assert_eq!(sources, [Some("id=1"), Some("title=3"), None]);
}

#[test]
fn copied_attributes_change_alone() {
    let mut document = parse_fragment("<b id=1 title=2>a</b><i>b</i>text", "div");
    let mut first = None;
    filter(&mut document, |node, _| match first {
        None => {
            first = Some(node.node_id());
            FilterAction::Keep
        }
        Some(first) => FilterAction::CopyAttributes(first),
    });
    let [b, i] = ["b", "i"].map(|name| {
        document.root().descendants().find(|it| it.local_name() == Some(name)).unwrap().node_id()
    });
    document.set_attribute(b, "lang", "en").unwrap();
    document.set_attribute(i, "id", "3").unwrap();
    assert_eq!(
        document.to_html(),
        r#"<b id="1" title="2" lang="en">a</b><i id="3" title="2">b</i>text"#
    );
}

#[test]
fn escaping_everything_ends() {
    let mut document = parse_fragment("<p>a<b></b></p><!--c-->", "div");
    let tags = EscapedTags { start: "(".into(), end: ")".into() };
    filter(&mut document, |_, _| FilterAction::Escape(Box::new(tags.clone())));
    assert_eq!(document.to_html(), "((");
}

#[test]
fn children_of_a_document_are_removed_where_they_would_be_unwrapped() {
    let mut document = parse("<p>a");
    filter(&mut document, |node, _| match node.local_name() {
        Some("html") => FilterAction::Unwrap,
        _ => FilterAction::Keep,
    });
    assert_eq!(document.to_html(), "");
}

#[test]
fn template_contents_are_visited_unless_their_template_is_removed() {
    let mut document = parse_fragment("<template><i>a</i></template><p><template><i>b", "div");
    filter(&mut document, |node, _| match node.local_name() {
        Some("p") => FilterAction::Remove,
        Some("i") => FilterAction::Unwrap,
        _ => FilterAction::Keep,
    });
    assert_eq!(document.to_html(), "<template>a</template>");
}
