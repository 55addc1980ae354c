//! Iterators over the tree. They need constant memory. Each takes time linear in what it yields, plus at most once the
//! depth of the tree.

mod ancestors;
mod descendants;
mod elements;
mod following;
mod siblings;
mod tree_order;

pub use self::{
    ancestors::Ancestors,
    descendants::{Descendants, Texts},
    elements::Elements,
    following::{Following, Preceding},
    siblings::{Children, PreviousSiblings},
};
