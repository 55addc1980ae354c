//! Queries of a tree find its nodes, also of trees that no parser makes.

use std::{rc::Rc, thread};

use sapwood_rcdom::{
    Handle, Node, NodeData, RcDom, interface::QuirksMode, parse_document, tendril::TendrilSink,
};

fn parse(html: &str) -> RcDom {
    parse_document(RcDom::default(), Default::default()).one(html)
}

fn text(text: &str) -> Handle {
    Node::new(NodeData::Text { contents: std::cell::RefCell::new(text.into()) })
}

#[test]
fn results_are_the_nodes_of_the_tree() {
    let dom = parse("<!doctype html><ul><li>Oak<li>Elm</ul><template><b>x</b></template>");
    let items = dom.select("li").unwrap();
    assert!(Rc::ptr_eq(&items[0].parent().unwrap(), &dom.select_first("ul").unwrap().unwrap()));
    assert_eq!(items[1].text_content(), "Elm");
    assert_eq!(items[1], dom.xpath_nodes("//li[2]").unwrap()[0]);
    assert_eq!(dom.xpath_first("//li").unwrap(), dom.select_first("li").unwrap());
    assert!(dom.select("b").unwrap().is_empty());
    assert!(dom.select("li[").is_err());

    // The answer of a node depends on the whole tree.
    let list = dom.select_first("ul").unwrap().unwrap();
    assert_eq!(list.select("body > ul > li").unwrap(), items);
    assert_eq!(list.xpath_string("string(/html/body/ul/li)").unwrap(), "Oak");

    // Template contents are a document of their own.
    let snapshot = dom.snapshot();
    let b = snapshot.nodes().find(|(copy, _)| copy.tag_name() == Some("b")).unwrap().1;
    assert_eq!(b.xpath_string("string(/)").unwrap(), "x");
    assert!(snapshot.node(b).is_some());
}

#[test]
fn changes_show_in_later_queries_alone() {
    let dom = parse("<p>Oak");
    let before = dom.snapshot();
    let p = dom.select_first("p").unwrap().unwrap();
    let added = text(" tree");
    added.parent.set(Some(Rc::downgrade(&p)));
    p.children.borrow_mut().push(Rc::clone(&added));
    assert_eq!(before.node(&p).unwrap().text_content(), "Oak");
    assert_eq!(before.node(&added), None);
    assert_eq!(p.inner_text(), "Oak tree");
    assert_eq!(p.to_markdown(), "Oak tree\n");
}

#[test]
fn the_mode_is_that_of_the_document() {
    let dom = parse("<p class=A>Oak");
    assert_eq!(dom.quirks_mode.get(), QuirksMode::Quirks);
    assert_eq!(dom.select(".a").unwrap().len(), 1);
    // A node alone doesn't know it.
    assert_eq!(dom.document.select(".a").unwrap().len(), 0);
    assert_eq!(dom.document.select(".A").unwrap().len(), 1);
}

#[test]
fn a_node_that_its_parent_lost_is_queried_alone() {
    let dom = parse("<div><p>Oak</p></div>");
    let div = dom.select_first("div").unwrap().unwrap();
    let body = div.parent().unwrap();
    body.children.borrow_mut().clear();
    assert!(div.parent().is_some());
    assert_eq!(div.select("p").unwrap().len(), 1);
    assert_eq!(div.inner_text(), "Oak");

    // A node without a parent is the root of its tree, and `/` is that node.
    div.parent.set(None);
    assert_eq!(div.select("div > p").unwrap().len(), 1);
    assert_eq!(div.xpath_nodes("/p").unwrap().len(), 1);
    assert_eq!(text("a").inner_text(), "a");
    assert_eq!(text("a").snapshot().nodes().count(), 1);
}

#[test]
fn deep_trees_are_queried_on_a_small_stack() {
    let run = || {
        let dom = parse(&("<div>".repeat(200_000) + "<p>x"));
        let snapshot = dom.snapshot();
        let found = dom.select_first("p").unwrap().unwrap();
        drop(dom);
        assert_eq!(found.text_content(), "x");
        assert_eq!(snapshot.root().text_content(), "x");
    };
    let thread = thread::Builder::new().stack_size(256 << 10).spawn(run);
    thread.expect("cannot start a thread").join().expect("the thread panicked");
}
