//! Clones of an `option` in a `selectedcontent`.

use sapwood_tree::{Budget, Limit, ShadowRootInit, ShadowRootMode, SlotAssignment, TreeSink};

use super::{ROOT, check_links, document, fragment};
use crate::{Builder, NodeId};

/// A `select` with a `selectedcontent` in the body.
fn select(builder: &mut Builder) -> (NodeId, NodeId) {
    let body = builder.page();
    let select = builder.element(body, "select", &[]);
    let content = builder.element(select, "selectedcontent", &[]);
    (select, content)
}

#[test]
fn filling_replaces_what_was_there() {
    let mut builder = document();
    let (select, content) = select(&mut builder);
    builder.text(content, "placeholder");
    let option = builder.element(select, "option", &[]);
    builder.text(option, "X");
    for (option, shown) in [(Some(&option), "X"), (None, "")] {
        builder.fill_selectedcontent(&content, option, &mut Budget::default());
        check_links(builder.current());
        assert_eq!(builder.current().node(content).unwrap().text_content(), shown);
    }
}

#[test]
fn nothing_in_a_fragment_or_in_template_contents_is_connected() {
    let budget = &mut Budget::default();
    for (mut builder, connected) in [(document(), true), (fragment(), false)] {
        let template = builder.element(ROOT, "template", &[]);
        assert_eq!(builder.is_connected(&template, budget), connected);
        let contents = builder.template_contents(&template);
        let select = builder.element(contents, "select", &[]);
        assert!(!builder.is_connected(&select, budget));
    }
}

#[test]
fn cloning_ends_where_the_budget_does() {
    let mut builder = document();
    let (select, content) = select(&mut builder);
    let option = builder.element(select, "option", &[]);
    for _ in 0..3 {
        builder.element(option, "b", &[("id", "x")]);
    }
    let mut budget = Budget::new(0);
    let cost = Budget::NODE + 3;
    budget.spend(Budget::BASE - 2 * cost).unwrap();
    builder.fill_selectedcontent(&content, Some(&option), &mut budget);
    check_links(builder.current());
    assert_eq!(builder.current().node(content).unwrap().children().count(), 2);
    assert_eq!(budget.limit(), Some(Limit::Amplification));
}

#[test]
fn a_node_limit_reached_by_a_clone_is_a_node_limit() {
    let options = crate::BuilderOptions { max_nodes: Some(9), ..crate::BuilderOptions::default() };
    let mut builder = Builder::new(options);
    let (select, content) = select(&mut builder);
    let option = builder.element(select, "option", &[]);
    builder.element(option, "b", &[]);
    builder.element(option, "i", &[]);
    assert_eq!(builder.limit(), None);
    builder.fill_selectedcontent(&content, Some(&option), &mut Budget::default());
    assert_eq!(builder.limit(), Some(Limit::Nodes));
}

#[test]
fn clones_are_deep_and_their_own() {
    let mut builder = document();
    let (select, content) = select(&mut builder);
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
    let comment = builder.create_comment("c", sapwood_tree::Span::default());
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
    builder.fill_selectedcontent(&content, Some(&option), &mut Budget::default());
    // A text that grows after it was cloned leaves the clone alone, and the other way round.
    builder.text(option, "1");
    builder.text(content, "2");
    builder.text(option, "3");
    check_links(builder.current());
    let dump = builder.dump();
    let (clone, original) = dump.split_once("|       <option>\n").unwrap();
    let clone = clone.split_once("<selectedcontent>\n").unwrap().1;
    let original = original
        .replace("\"b13\"", "\"b2\"")
        .replace("|           #shadow-root (open)\n|             \"left behind\"\n", "");
    assert_eq!(clone, original);
}

#[test]
fn markers_in_clones_are_markers() {
    let mut builder = document();
    let (select, content) = select(&mut builder);
    let option = builder.element(select, "option", &[]);
    builder.pi(option, "marker", "name='x'");
    builder.fill_selectedcontent(&content, Some(&option), &mut Budget::default());
    let patch =
        builder.begin_patch(sapwood_tree::InsertionLocation::LastChild(&select), "x").unwrap();
    assert_eq!(patch.target, content);
}
