//! Snapshots of trees.

use std::{cell::RefCell, rc::Rc};

use sapwood_names::{Name, NameId, Namespace};
use sapwood_tree::{
    AttributeView, ElementView, NodeView, QualifiedName, QuirksMode, ShadowRootInit, TreeSource,
};

use crate::{Document, NodeData, NodeRef, Snapshot, parse};

const PAGE: &str = "<!doctype html PUBLIC '-//P//' 'http://s/'><!--a--><?b c?><p class=x id=y>One\
    <template><i>two</i><template>three</template></template><b>four</b>\
    <div><template shadowrootmode=open><slot></slot></template>five</div>\
    <svg viewBox=1 xlink:href=#><a/></svg><math><annotation-xml encoding=text/html><u></u></annotation-xml></math>";

/// Checks that the snapshot of `root` has the same nodes, and maps each to itself and back.
fn check(document: &Document, root: NodeRef<'_>) {
    let snapshot = Snapshot::of(&document, &root);
    assert!(!snapshot.document().is_truncated());
    assert_eq!(snapshot.document().quirks_mode(), document.quirks_mode());
    assert_eq!(snapshot.document().is_xml, document.is_xml);
    assert_eq!(snapshot.root().to_string(), root.to_string());
    for (copy, node) in snapshot.nodes() {
        assert_eq!(snapshot.handle(copy), Some(node));
        assert_eq!(snapshot.node(node), Some(copy));
        let parent = copy.parent().map(|parent| *snapshot.handle(parent).unwrap());
        assert_eq!(parent, node.parent().filter(|_| copy != snapshot.root()));
        let shadow = copy.shadow_root().map(|it| (*snapshot.handle(it.root).unwrap(), it.init));
        assert_eq!(shadow, node.shadow_root().map(|it| (it.root, it.init)));
        let contents = copy.template_contents().map(|it| *snapshot.handle(it).unwrap());
        assert_eq!(contents, node.template_contents());
        assert_eq!(format!("{:?}", copy.data()), format!("{:?}", node.data()));
        assert_eq!(copy.qualified_name(), node.qualified_name());
        assert_eq!(copy.html_integration_point(), node.html_integration_point());
        // A name that isn't known as an attribute's may have another id.
        let attributes = |node: &NodeRef<'_>| {
            let parts = |it: crate::AttributeRef<'_>| {
                let name = it.qualified_name();
                format!(
                    "{:?} {} {}={}",
                    name.prefix,
                    name.namespace_url,
                    it.local_name(),
                    it.value()
                )
            };
            node.attrs().map(parts).collect::<Vec<_>>()
        };
        assert_eq!(attributes(&copy), attributes(node));
    }
    assert!(snapshot.document().nodes.is_in_tree_order());
}

#[test]
fn a_snapshot_of_any_node_has_the_same_tree() {
    let page = parse(PAGE);
    check(&page, page.root());
    for (_, node) in Snapshot::of(&&page, &page.root()).nodes() {
        check(&page, *node);
    }
    let document = Snapshot::of(&&page, &page.root()).document().clone();
    assert_eq!(document.dump().to_string(), page.dump().to_string());
    assert_eq!(document.to_string(), page.to_string());
    let xml = super::qualified::tree();
    check(&xml, xml.root());
}

#[test]
fn a_node_outside_the_snapshot_has_no_copy() {
    let page = parse(PAGE);
    let body = page.body().unwrap();
    let snapshot = Snapshot::of(&&page, &body);
    assert_eq!(snapshot.node(&page.root()), None);
    assert_eq!(snapshot.handle(page.root()), None);
    assert_eq!(snapshot.handle(snapshot.document().root()), None);
    assert_eq!(snapshot.root().parent(), None);
}

#[test]
fn adjacent_and_empty_texts_stay_apart() {
    let mut page = parse("<p>One");
    let p = page.body().unwrap().first_child().unwrap().node_id();
    for text in ["two", "", "three"] {
        let text = page.create_text(text).unwrap();
        page.append(p, text).unwrap();
    }
    check(&page, page.root());
}

/// A tree in cells, with anything anywhere.
enum Cell {
    Document(Vec<Handle>),
    Element(&'static str, Vec<Handle>),
    Text(RefCell<String>),
}

type Handle = Rc<Cell>;

struct Cells;

impl TreeSource for Cells {
    type Node = Handle;
    type Children = std::vec::IntoIter<Handle>;
    type Attributes<'a> = std::iter::Empty<AttributeView<'a>>;

    fn children(&self, node: &Handle) -> Self::Children {
        match &**node {
            Cell::Document(children) | Cell::Element(_, children) => children.clone().into_iter(),
            Cell::Text(_) => Vec::new().into_iter(),
        }
    }

    fn view<T>(
        &self,
        node: &Handle,
        see: impl FnOnce(NodeView<'_, Self::Attributes<'_>>) -> T,
    ) -> T {
        match &**node {
            Cell::Document(_) => see(NodeView::Document),
            Cell::Text(text) => see(NodeView::Text(&text.borrow())),
            Cell::Element(text, _) => see(NodeView::Element(ElementView {
                name: QualifiedName::new(Namespace::Html, Name { id: NameId::UNKNOWN, text }),
                attributes: std::iter::empty(),
            })),
        }
    }

    fn template_contents(&self, _: &Handle) -> Option<Handle> {
        None
    }

    fn shadow_root(&self, _: &Handle) -> Option<(Handle, ShadowRootInit)> {
        None
    }

    fn quirks_mode(&self) -> Option<QuirksMode> {
        Some(QuirksMode::Quirks)
    }
}

fn text(text: &str) -> Handle {
    Rc::new(Cell::Text(RefCell::new(text.to_owned())))
}

#[test]
fn nested_documents_give_way_to_their_children() {
    let inner = Rc::new(Cell::Document(vec![text("b"), text("c")]));
    let p = Rc::new(Cell::Element("p", vec![text("a"), inner, text("d")]));
    let q = Rc::new(Cell::Element("q", Vec::new()));
    let root = Rc::new(Cell::Document(vec![text("before"), Rc::clone(&p), q]));
    let snapshot = Snapshot::of(&Cells, &root);
    assert_eq!(snapshot.root().to_string(), "before<p>abcd</p><q></q>");
    assert_eq!(snapshot.document().quirks_mode(), QuirksMode::Quirks);
    let element = snapshot.document().document_element().unwrap();
    assert!(snapshot.handle(element).is_some_and(|handle| Rc::ptr_eq(handle, &p)));
    let texts = element.children().filter(|it| matches!(it.data(), NodeData::Text(_)));
    assert_eq!(texts.count(), 4);
}

#[test]
fn deep_trees_are_copied_without_recursion() {
    let depth = 100_000;
    let mut page = parse("");
    let mut parent = page.body().unwrap().node_id();
    for _ in 0..depth {
        let child = page.create_element("b").unwrap();
        page.append(parent, child).unwrap();
        parent = child;
    }
    let snapshot = Snapshot::of(&&page, &page.root());
    assert_eq!(snapshot.document().len(), page.len());
}

#[test]
fn a_full_document_ends_the_copy() {
    let page = parse(PAGE);
    let snapshot = Snapshot::of_at_most(&&page, &page.root(), 5);
    assert!(snapshot.document().is_truncated());
    assert_eq!(snapshot.nodes().count(), 5);
}
