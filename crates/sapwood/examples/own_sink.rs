//! Builds a tree of one's own: a list of nodes, each with its name or its text, its parent and its children.

use sapwood::{
    Span, TreeSink, parse_into,
    tree::{Attributes, InsertionLocation as At, NewElement, Patch},
};

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() {
    println!("{}", parse_into(Tree(vec![Node::default()]), "<p>Oak<table>Elm</table>").show(0));
}

#[derive(Clone, Default)]
pub(crate) struct Node(String, Option<usize>, Vec<usize>);
pub(crate) struct Tree(pub(crate) Vec<Node>);

#[rustfmt::skip]
impl Tree {
    pub(crate) fn show(&self, node: usize) -> String {
        let Node(name, _, children) = &self.0[node];
        let children: Vec<_> = children.iter().map(|child| self.show(*child)).collect();
        if name.starts_with('"') { name.clone() } else { format!("{name}({})", children.join(" ")) }
    }
    fn add(&mut self, name: String) -> usize { self.0.push(Node(name, None, Vec::new())); self.0.len() - 1 }
    /// The parent and the index among its children.
    fn place(&self, at: At<'_, usize>) -> (usize, usize) {
        if let At::Foster { table, .. } = at && let Some(parent) = self.0[*table].1 {
            return (parent, self.0[parent].2.iter().position(|child| child == table).unwrap_or(0));
        }
        let (At::LastChild(parent) | At::Foster { above: parent, .. } | At::Patch(Patch { target: parent, .. })) = at;
        (*parent, self.0[*parent].2.len())
    }
}

#[rustfmt::skip]
impl TreeSink for Tree {
    type Handle = usize; type Output = Self;
    fn document(&mut self) -> usize { 0 }
    fn create_element(&mut self, element: NewElement<'_>) -> usize { self.add(element.name.name.text.to_owned()) }
    fn reopen_element(&mut self, of: &usize, _: Span) -> usize { self.add(self.0[*of].0.clone()) }
    fn create_comment(&mut self, _: &str, _: Span) -> usize { self.add("!".to_owned()) }
    fn create_processing_instruction(&mut self, target: &str, _: &str, _: Span) -> usize { self.add(format!("?{target}")) }
    fn insert(&mut self, at: At<'_, usize>, child: &usize) {
        let (parent, at) = self.place(at);
        self.0[parent].2.insert(at, *child);
        self.0[*child].1 = Some(parent);
    }
    fn insert_text(&mut self, at: At<'_, usize>, text: &str, _: Span) {
        let (parent, index) = self.place(at);
        match index.checked_sub(1).map(|before| self.0[parent].2[before]) {
            Some(before) if self.0[before].0.starts_with('"') => self.0[before].0 += text,
            _ => { let node = self.add(format!("\"{text}")); self.insert(at, &node) }
        }
    }
    fn remove(&mut self, node: &usize) { if let Some(parent) = self.0[*node].1.take() { self.0[parent].2.retain(|it| it != node) } }
    fn reparent_children(&mut self, from: &usize, to: &usize) { for child in std::mem::take(&mut self.0[*from].2) { self.append(to, &child) } }
    fn add_missing_attributes(&mut self, _: &usize, _: Attributes<'_>) {}
    fn template_contents(&mut self, template: &usize) -> usize { *template }
    fn finish(self) -> Self { self }
}
