//! A tree as a list of its nodes in tree order.

use std::ops::Range;

use sapwood_names::{NameId, tag};
use sapwood_tree::{
    AttributeView, DoctypeIds, Node, NodeKind, QualifiedName, ShadowRootInit, Span,
};

use crate::tree::{SourceNode, SourceTree};

/// A node of a [`Flat`] tree.
#[derive(Clone, Debug)]
pub(crate) struct Item<'d> {
    pub(crate) kind: Kind<'d>,
    /// Its number among the nodes of the first parse; `None` if it was added later.
    pub(crate) id: Option<usize>,
    pub(crate) parent: usize,
    /// The index after its last descendant.
    pub(crate) end: usize,
    pub(crate) attributes: Range<usize>,
    /// The start tag of an element that has one, or another node's markup or text.
    pub(crate) span: Option<Span>,
    pub(crate) end_tag: Option<Span>,
    /// Whether the parser implied the element.
    pub(crate) is_implied: bool,
}

/// The type of a node, with its data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind<'d> {
    /// The document, or the fragment of a fragment parse.
    Root,
    /// The contents of a `template`, which is its parent here.
    Contents,
    /// A shadow root, whose host is its parent here.
    Shadow(ShadowRootInit),
    Doctype(&'d str, DoctypeIds<'d>),
    Element(QualifiedName<'d>),
    Text(&'d str),
    Comment(&'d str),
    Instruction {
        target: &'d str,
        data: &'d str,
    },
}

/// Whether a list has the positions of its nodes, which only the tree of the source needs.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Positions {
    Known,
    Unknown,
}

/// A tree as a list of its nodes in tree order. The descendants of a node are a range of the list.
#[derive(Debug)]
pub(crate) struct Flat<'d> {
    pub(crate) items: Vec<Item<'d>>,
    pub(crate) attributes: Vec<(AttributeView<'d>, Option<Span>)>,
}

impl<'d> Flat<'d> {
    /// Lists a tree, with the positions of its nodes or without. Template contents and shadow trees come before
    /// the children of their hosts.
    pub(crate) fn of<T: SourceTree>(tree: &'d T, positions: Positions) -> Self {
        /// Nodes are entered with their later siblings.
        enum Step<N> {
            Enter(N, Place, usize),
            Leave(usize),
        }
        /// The place of a node below its parent.
        #[derive(Clone, Copy)]
        enum Place {
            Root,
            Child,
            Contents,
            Shadow(ShadowRootInit),
        }
        let count = tree.node_count();
        let (items, attributes) = (Vec::with_capacity(count), Vec::with_capacity(count / 2));
        let mut flat = Self { items, attributes };
        let mut steps = vec![Step::Enter(tree.source_root(), Place::Root, 0)];
        while let Some(step) = steps.pop() {
            let (node, how, parent) = match step {
                Step::Enter(node, how, parent) => (node, how, parent),
                Step::Leave(index) => {
                    flat.items[index].end = flat.items.len();
                    continue;
                }
            };
            let kind = match how {
                Place::Root => Kind::Root,
                Place::Contents => Kind::Contents,
                Place::Shadow(init) => Kind::Shadow(init),
                Place::Child => kind_of(node),
            };
            if let (Place::Child, Some(next)) = (how, node.next_sibling()) {
                steps.push(Step::Enter(next, Place::Child, parent));
            }
            let index = flat.push(node, kind, parent, positions);
            if let Kind::Text(_) | Kind::Comment(_) = kind {
                continue;
            }
            steps.push(Step::Leave(index));
            if let Some(child) = node.first_child() {
                steps.push(Step::Enter(child, Place::Child, index));
            }
            if matches!(kind, Kind::Element(_)) {
                if let Some(contents) = node.template_contents() {
                    steps.push(Step::Enter(contents, Place::Contents, index));
                }
                if let Some((shadow, init)) = node.shadow_root() {
                    steps.push(Step::Enter(shadow, Place::Shadow(init), index));
                }
            }
        }
        flat
    }

    fn push<N: SourceNode<'d>>(
        &mut self,
        node: N,
        kind: Kind<'d>,
        parent: usize,
        positions: Positions,
    ) -> usize {
        let index = self.items.len();
        let first = self.attributes.len();
        let has_positions = positions == Positions::Known;
        if matches!(kind, Kind::Element(_)) {
            let attributes = (0..).map_while(|at| Some((node.attribute(at)?, at)));
            self.attributes.extend(attributes.map(|(attribute, at)| {
                (attribute, has_positions.then(|| node.source_attribute(at)).flatten())
            }));
        }
        let own = |span: fn(N) -> Option<Span>| {
            has_positions.then(|| span(node)).flatten().filter(|span| span.start < span.end)
        };
        self.items.push(Item {
            kind,
            id: node.source_index(),
            parent,
            end: index + 1,
            attributes: first..self.attributes.len(),
            span: own(N::source_span),
            end_tag: own(N::source_end_tag),
            is_implied: has_positions && node.is_implied(),
        });
        index
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// The children of a node.
    pub(crate) fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let end = self.items[node].end;
        let first = Some(node + 1).filter(|first| *first < end);
        std::iter::successors(first, move |child| {
            Some(self.items[*child].end).filter(|next| *next < end)
        })
    }

    pub(crate) fn attributes(&self, node: usize) -> &[(AttributeView<'d>, Option<Span>)] {
        &self.attributes[self.items[node].attributes.clone()]
    }

    /// The name of an element.
    pub(crate) fn name(&self, node: usize) -> Option<QualifiedName<'d>> {
        match self.items[node].kind {
            Kind::Element(name) => Some(name),
            _ => None,
        }
    }

    /// The id of an HTML element's name; unknown for any other node.
    pub(crate) fn html_id(&self, node: usize) -> NameId {
        self.name(node).map_or(NameId::UNKNOWN, |name| name.html_id())
    }

    /// Whether a node is the `html` or the `body` element, whose end tags don't end their content.
    pub(crate) fn is_html_or_body(&self, node: usize) -> bool {
        [tag::HTML, tag::BODY].contains(&self.html_id(node))
    }
}

fn kind_of<'d, N: SourceNode<'d>>(node: N) -> Kind<'d> {
    match node.kind() {
        NodeKind::Document | NodeKind::Fragment => Kind::Root,
        NodeKind::Doctype => Kind::Doctype(node.name().local.text, node.doctype_ids()),
        NodeKind::Element => Kind::Element(node.name()),
        NodeKind::Text => Kind::Text(node.data()),
        NodeKind::Comment => Kind::Comment(node.data()),
        NodeKind::ProcessingInstruction => {
            Kind::Instruction { target: node.name().local.text, data: node.data() }
        }
    }
}
