//! A tree of vectors that does everything in the plainest way.

use std::{collections::HashSet, vec};

use sapwood::{
    NameId, Namespace, TreeSource,
    serializer::{SerializeOptions, write_inner},
    tag_id,
    tree::{AttributeView, ElementView, Name, NodeView, QualifiedName},
};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Data {
    Document,
    Fragment,
    Doctype,
    Element(&'static str),
    Text(String),
    Comment(String),
}

#[derive(Clone)]
pub(super) struct Node {
    pub(super) data: Data,
    attributes: Vec<(&'static str, &'static str)>,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    pub(super) contents: Option<usize>,
    pub(super) host: Option<usize>,
}

#[derive(Clone)]
pub(super) struct Naive {
    pub(super) nodes: Vec<Node>,
}

impl Naive {
    pub(super) fn new(root: Data) -> Self {
        let mut this = Self { nodes: Vec::new() };
        this.add(root);
        this
    }

    pub(super) fn add(&mut self, data: Data) -> usize {
        let at = self.nodes.len();
        let is_template = data == Data::Element("template");
        let (attributes, children) = (Vec::new(), Vec::new());
        let node = Node { data, attributes, parent: None, children, contents: None, host: None };
        self.nodes.push(node);
        if is_template {
            let contents = self.add(Data::Fragment);
            self.nodes[at].contents = Some(contents);
            self.nodes[contents].host = Some(at);
        }
        at
    }

    /// Whether all nodes are where they may be.
    pub(super) fn is_allowed(&self) -> bool {
        (0..self.nodes.len()).all(|at| {
            let children: Vec<_> =
                self.nodes[at].children.iter().map(|it| &self.nodes[*it].data).collect();
            let position = |is: fn(&Data) -> bool| children.iter().position(|it| is(it));
            let count = |is: fn(&Data) -> bool| children.iter().filter(|it| is(it)).count();
            let is_element = |it: &Data| matches!(it, Data::Element(_));
            let is_doctype = |it: &Data| *it == Data::Doctype;
            let doctype_comes_first = match (position(is_doctype), position(is_element)) {
                (Some(doctype), Some(element)) => doctype < element,
                _ => true,
            };
            count(|it| matches!(it, Data::Document | Data::Fragment)) == 0
                && match self.nodes[at].data {
                    Data::Document => {
                        count(is_element) < 2
                            && count(is_doctype) < 2
                            && count(|it| matches!(it, Data::Text(_))) == 0
                            && doctype_comes_first
                    }
                    Data::Fragment | Data::Element(_) => count(is_doctype) == 0,
                    Data::Doctype | Data::Text(_) | Data::Comment(_) => children.is_empty(),
                }
                && !self.is_in_itself(at)
        })
    }

    fn is_in_itself(&self, at: usize) -> bool {
        let mut node = at;
        for _ in 0..=self.nodes.len() {
            let Some(above) = self.nodes[node].parent.or(self.nodes[node].host) else {
                return false;
            };
            node = above;
        }
        true
    }

    fn take_out(&mut self, node: usize) {
        if let Some(parent) = self.nodes[node].parent.take() {
            self.nodes[parent].children.retain(|it| *it != node);
        }
    }

    pub(super) fn insert(&mut self, parent: usize, before: Option<usize>, node: usize) -> bool {
        // The inserted node comes with its children and can't be the insertion point itself.
        if node == parent {
            return false;
        }
        let before = if before == Some(node) { self.after(node) } else { before };
        let put = if self.nodes[node].data == Data::Fragment {
            // Its children may be put anywhere but into what it holds.
            let mut above = Some(parent);
            while let Some(it) = above {
                if it == node {
                    return false;
                }
                above = self.nodes[it].parent.or(self.nodes[it].host);
            }
            // Into what has no children nothing can be put, not even nothing.
            if matches!(self.nodes[parent].data, Data::Doctype | Data::Text(_) | Data::Comment(_)) {
                return false;
            }
            self.nodes[node].children.clone()
        } else {
            vec![node]
        };
        for node in put {
            self.take_out(node);
            let children = &mut self.nodes[parent].children;
            let at = before.and_then(|before| children.iter().position(|it| *it == before));
            children.insert(at.unwrap_or(children.len()), node);
            self.nodes[node].parent = Some(parent);
        }
        true
    }

    fn after(&self, node: usize) -> Option<usize> {
        let siblings = &self.nodes[self.nodes[node].parent?].children;
        let at = siblings.iter().position(|it| *it == node)?;
        siblings.get(at + 1).copied()
    }

    pub(super) fn insert_before(&mut self, sibling: usize, node: usize) -> bool {
        let parent = self.nodes[sibling].parent;
        parent.is_some_and(|parent| self.insert(parent, Some(sibling), node))
    }

    pub(super) fn insert_after(&mut self, sibling: usize, node: usize) -> bool {
        let (parent, after) = (self.nodes[sibling].parent, self.after(sibling));
        parent.is_some_and(|parent| self.insert(parent, after, node))
    }

    pub(super) fn remove(&mut self, node: usize) -> bool {
        self.take_out(node);
        true
    }

    pub(super) fn remove_children(&mut self, parent: usize) -> bool {
        self.nodes[parent].children.clone().into_iter().for_each(|it| self.take_out(it));
        true
    }

    pub(super) fn replace(&mut self, old: usize, new: usize) -> bool {
        if old == new {
            return self.nodes[old].parent.is_some();
        }
        let done = self.insert_before(old, new);
        self.take_out(old);
        done
    }

    pub(super) fn wrap(&mut self, node: usize, wrapper: usize) -> bool {
        matches!(self.nodes[wrapper].data, Data::Element(_))
            && node != wrapper
            && self.replace(node, wrapper)
            && self.insert(wrapper, None, node)
    }

    pub(super) fn unwrap(&mut self, element: usize) -> bool {
        if self.nodes[element].parent.is_none()
            || !matches!(self.nodes[element].data, Data::Element(_))
        {
            return false;
        }
        for child in self.nodes[element].children.clone() {
            self.insert_before(element, child);
        }
        self.remove(element)
    }

    pub(super) fn set_text(&mut self, node: usize, text: &str) -> bool {
        match &mut self.nodes[node].data {
            Data::Document | Data::Doctype => return false,
            Data::Text(data) | Data::Comment(data) => *data = text.into(),
            Data::Fragment | Data::Element(_) => {
                self.remove_children(node);
                if !text.is_empty() {
                    let text = self.add(Data::Text(text.into()));
                    self.insert(node, None, text);
                }
            }
        }
        true
    }

    fn is_element(&self, node: usize) -> bool {
        matches!(self.nodes[node].data, Data::Element(_))
    }

    pub(super) fn set_attribute(
        &mut self,
        node: usize,
        name: &'static str,
        value: &'static str,
    ) -> bool {
        let attributes = &mut self.nodes[node].attributes;
        match attributes.iter_mut().find(|(it, _)| *it == name) {
            Some((_, old)) => *old = value,
            None => attributes.push((name, value)),
        }
        self.is_element(node)
    }

    pub(super) fn retain_attributes(&mut self, node: usize, keep: impl Fn(&str) -> bool) -> bool {
        self.nodes[node].attributes.retain(|(name, _)| keep(name));
        self.is_element(node)
    }

    /// A copy of all but a document.
    pub(super) fn copy(&mut self, node: usize) -> Option<usize> {
        if self.nodes[node].data == Data::Document {
            return None;
        }
        let copy = self.add(self.nodes[node].data.clone());
        self.nodes[copy].attributes = self.nodes[node].attributes.clone();
        self.copy_children(node, copy);
        if let (Some(from), Some(to)) = (self.nodes[node].contents, self.nodes[copy].contents) {
            self.copy_children(from, to);
        }
        Some(copy)
    }

    fn copy_children(&mut self, from: usize, to: usize) {
        for child in self.nodes[from].children.clone() {
            let copy = self.copy(child).unwrap();
            self.insert(to, None, copy);
        }
    }

    pub(super) fn normalize(&mut self, node: usize) -> bool {
        let mut last_text: Option<usize> = None;
        for child in self.nodes[node].children.clone() {
            let Data::Text(text) = self.nodes[child].data.clone() else {
                last_text = None;
                self.normalize(child);
                continue;
            };
            match last_text {
                _ if text.is_empty() => self.take_out(child),
                None => last_text = Some(child),
                Some(last) => {
                    let Data::Text(data) = &mut self.nodes[last].data else { unreachable!() };
                    data.push_str(&text);
                    self.take_out(child);
                }
            }
        }
        if let Some(contents) = self.nodes[node].contents {
            self.normalize(contents);
        }
        true
    }

    /// The nodes in the tree of the root.
    pub(super) fn in_tree(&self) -> HashSet<usize> {
        let mut there = HashSet::new();
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            there.insert(node);
            open.extend(&self.nodes[node].children);
            open.extend(self.nodes[node].contents);
        }
        there
    }

    pub(super) fn to_html(&self) -> String {
        let mut html = String::new();
        write_inner(&mut html, &self, &0, &SerializeOptions::default()).unwrap();
        html
    }
}

fn name(namespace: Namespace, text: &str) -> QualifiedName<'_> {
    let id = match namespace {
        Namespace::Html => tag_id(text),
        _ => NameId::UNKNOWN,
    };
    QualifiedName::new(namespace, Name { id, text })
}

impl TreeSource for &Naive {
    type Node = usize;
    type Children = vec::IntoIter<usize>;
    type Attributes<'a> = vec::IntoIter<AttributeView<'a>>;

    fn children(&self, node: &usize) -> Self::Children {
        self.nodes[*node].children.clone().into_iter()
    }

    fn view<T>(
        &self,
        node: &usize,
        see: impl FnOnce(NodeView<'_, Self::Attributes<'_>>) -> T,
    ) -> T {
        let node = &self.nodes[*node];
        see(match &node.data {
            Data::Document => NodeView::Document,
            Data::Fragment => NodeView::Fragment,
            Data::Doctype => NodeView::Doctype { name: "html", public_id: "", system_id: "" },
            Data::Element(local) => {
                let view = |(local, value): &(&'static str, &'static str)| AttributeView {
                    name: name(Namespace::None, local),
                    value,
                };
                let attributes = node.attributes.iter().map(view).collect::<Vec<_>>();
                NodeView::Element(ElementView {
                    name: name(Namespace::Html, local),
                    attributes: attributes.into_iter(),
                })
            }
            Data::Text(text) => NodeView::Text(text),
            Data::Comment(text) => NodeView::Comment(text),
        })
    }

    fn template_contents(&self, node: &usize) -> Option<usize> {
        self.nodes[*node].contents
    }
}
