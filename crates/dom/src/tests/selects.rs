//! `selectedcontent` shows what is selected.

use std::time::{Duration, Instant};

use tree_sink::{ShadowRootInit, ShadowRootMode, SlotAssignment, TreeSink};

use super::{ROOT, check_links, document, fragment};
use crate::{Builder, NodeId};

/// A `select` with a `selectedcontent` in the body.
fn select(builder: &mut Builder, attributes: &[(&str, &str)]) -> (NodeId, NodeId) {
    let body = builder.page();
    let select = builder.element(body, "select", attributes);
    let content = content(builder, select);
    (select, content)
}

fn content(builder: &mut Builder, select: NodeId) -> NodeId {
    let content = builder.element(select, "selectedcontent", &[]);
    builder.selectedcontent_inserted(&content, &select);
    content
}

fn option(builder: &mut Builder, select: NodeId, text: &str, attributes: &[(&str, &str)]) {
    let option = builder.element(select, "option", attributes);
    builder.text(option, text);
    builder.option_popped(&option, &select, false);
}

fn shown(builder: &Builder, content: NodeId) -> String {
    check_links(builder.current());
    builder.current().node(content).unwrap().text_content()
}

#[test]
fn the_first_option_unless_another_is_selected() {
    let mut builder = document();
    let (select, content) = select(&mut builder, &[]);
    option(&mut builder, select, "disabled", &[("disabled", "")]);
    let grouped = builder.element(select, "option", &[]);
    builder.text(grouped, "grouped");
    builder.option_popped(&grouped, &select, true);
    assert_eq!(shown(&builder, content), "");
    option(&mut builder, select, "X", &[]);
    option(&mut builder, select, "Y", &[]);
    assert_eq!(shown(&builder, content), "X");
    option(&mut builder, select, "Z", &[("selected", ""), ("disabled", "")]);
    option(&mut builder, select, "W", &[]);
    assert_eq!(shown(&builder, content), "Z");
}

#[test]
fn size_and_multiple() {
    for (attribute, first, selected) in [
        (("size", "1"), "X", "Y"),
        (("size", "2"), "", "Y"),
        (("size", "0"), "", "Y"),
        (("size", "many"), "X", "Y"),
        (("multiple", ""), "", ""),
    ] {
        let mut builder = document();
        let (select, content) = select(&mut builder, &[attribute]);
        option(&mut builder, select, "X", &[]);
        assert_eq!(shown(&builder, content), first, "{attribute:?}");
        option(&mut builder, select, "Y", &[("selected", "")]);
        assert_eq!(shown(&builder, content), selected, "{attribute:?}");
    }
}

#[test]
fn a_late_selectedcontent_is_filled_in_a_document() {
    let mut builder = document();
    let body = builder.page();
    let select = builder.element(body, "select", &[]);
    option(&mut builder, select, "X", &[]);
    let first = content(&mut builder, select);
    assert_eq!(shown(&builder, first), "X");
    builder.text(first, "more");
    let second = content(&mut builder, select);
    builder.text(second, "kept until the next");
    assert_eq!(shown(&builder, first), "X");
    let third = content(&mut builder, select);
    assert_eq!(shown(&builder, second) + &shown(&builder, third), "");
    option(&mut builder, select, "Y", &[("selected", "")]);
    assert_eq!(shown(&builder, first), "Y");
    assert_eq!(shown(&builder, third), "");
}

#[test]
fn a_later_selectedcontent_clears_the_first_if_nothing_is_selected() {
    let mut builder = document();
    let (select, first) = select(&mut builder, &[]);
    builder.text(first, "placeholder");
    assert_eq!(shown(&builder, first), "placeholder");
    content(&mut builder, select);
    assert_eq!(shown(&builder, first), "");
}

#[test]
fn what_is_not_connected_is_filled_by_options_only() {
    for mut builder in [fragment(), document()] {
        let template = builder.element(ROOT, "template", &[]);
        let contents = builder.template_contents(&template);
        let select = builder.element(contents, "select", &[]);
        option(&mut builder, select, "X", &[]);
        let content = content(&mut builder, select);
        assert_eq!(shown(&builder, content), "");
        option(&mut builder, select, "Y", &[("selected", "")]);
        assert_eq!(shown(&builder, content), "Y");
    }
}

#[test]
fn clones_are_deep_and_their_own() {
    let mut builder = document();
    let (select, content) = select(&mut builder, &[]);
    let option = builder.element(select, "option", &[]);
    builder.text(option, "x");
    let i = builder.element(option, "i", &[("id", "i")]);
    let b = builder.element(i, "b", &[]);
    builder.text(b, "ib");
    let template = builder.element(i, "template", &[]);
    let contents = builder.template_contents(&template);
    let inner = builder.element(contents, "template", &[]);
    let inner = builder.template_contents(&inner);
    builder.text(inner, "inner");
    builder.text(contents, "t");
    let comment = builder.create_comment("c", tree_sink::Span::default());
    builder.append(&option, &comment);
    for (clonable, text) in [(true, "cloned"), (false, "left behind")] {
        let host = builder.element(option, "div", &[]);
        let init = ShadowRootInit {
            mode: ShadowRootMode::Open,
            delegates_focus: false,
            clonable,
            serializable: false,
            slot_assignment: SlotAssignment::Named,
            keep_custom_element_registry_null: false,
        };
        let shadow = builder.attach_shadow_root(&host, &init).unwrap();
        builder.text(shadow, text);
    }
    builder.text(option, "b");
    builder.option_popped(&option, &select, false);
    // A text that grows after it was cloned leaves the clone alone, and the other way round.
    builder.text(option, "1");
    builder.text(content, "2");
    builder.text(option, "3");
    check_links(builder.current());
    let outline = builder.outline();
    let (clone, original) = outline.split_once("|       <option>\n").unwrap();
    let clone = clone.split_once("<selectedcontent>\n").unwrap().1;
    let original = original
        .replace("\"b13\"", "\"b2\"")
        .replace("|           #shadow-root (open)\n|             \"left behind\"\n", "");
    assert_eq!(clone, original);
}

#[test]
fn markers_in_clones_are_markers() {
    let mut builder = document();
    let (select, content) = select(&mut builder, &[]);
    let option = builder.element(select, "option", &[]);
    builder.pi(option, "marker", "name='x'");
    builder.option_popped(&option, &select, false);
    let patch = builder.begin_patch(tree_sink::Place::LastChild(&select), "x").unwrap();
    assert_eq!(patch.target, content);
}

#[test]
fn many_options_and_selectedcontents_stay_fast() {
    let start = Instant::now();
    let mut builder = document();
    let many: Vec<String> = (0..100_000).map(|n| format!("a{n}")).collect();
    let attributes: Vec<_> = many.iter().map(|name| (name.as_str(), "")).collect();
    let (select, first) = select(&mut builder, &attributes);
    for _ in 0..100_000 {
        option(&mut builder, select, "X", &[("selected", "")]);
    }
    let big = builder.element(select, "option", &[("selected", "")]);
    for _ in 0..100_000 {
        builder.element(big, "b", &[]);
    }
    builder.option_popped(&big, &select, false);
    for _ in 0..100_000 {
        content(&mut builder, select);
    }
    assert!(builder.current().len() < 1_000_000);
    assert_eq!(builder.current().node(first).unwrap().children().count(), 100_000);
    assert!(start.elapsed() < Duration::from_secs(3));
}
