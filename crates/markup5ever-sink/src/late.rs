//! Attributes that an element gets after it was created.

use std::{collections::HashSet, hash::Hash, mem};

/// How many late attributes an element gets at once, each when it comes.
const FEW: usize = 64;

/// The attributes of later tags for `html` and `body`.
///
/// A tree looks through all attributes of an element for each few that it is to add. So that many tags take
/// no more than linear time, names are given once, and beyond the first 64 they wait until there are
/// as many as were given, or the input has ended.
///
/// `H` is a node, `A` an attribute, `N` its name.
#[derive(Clone, Debug)]
pub struct Late<H, A, N> {
    elements: Vec<Element<H, A, N>>,
}

#[derive(Clone, Debug)]
struct Element<H, A, N> {
    node: H,
    names: HashSet<N>,
    waiting: Vec<A>,
}

impl<H, A, N> Default for Late<H, A, N> {
    fn default() -> Self {
        Self { elements: Vec::new() }
    }
}

impl<H: Clone, A, N: Eq + Hash> Late<H, A, N> {
    /// Takes attributes for `node`, and returns those that it is to get now.
    pub fn add(
        &mut self,
        node: &H,
        attributes: Vec<A>,
        name: fn(&A) -> N,
        is_same: impl Fn(&H, &H) -> bool,
    ) -> Vec<A> {
        let known = self.elements.iter().position(|element| is_same(&element.node, node));
        let index = known.unwrap_or_else(|| {
            let (names, waiting) = (HashSet::new(), Vec::new());
            self.elements.push(Element { node: node.clone(), names, waiting });
            self.elements.len() - 1
        });
        let Element { names, waiting, .. } = &mut self.elements[index];
        waiting.extend(attributes.into_iter().filter(|attribute| names.insert(name(attribute))));
        if names.len() > FEW && waiting.len() < names.len() / 2 {
            return Vec::new();
        }
        mem::take(waiting)
    }

    /// What still waits, by element.
    pub fn rest(&mut self) -> impl Iterator<Item = (H, Vec<A>)> {
        let waiting = mem::take(&mut self.elements).into_iter();
        waiting.map(|element| (element.node, element.waiting)).filter(|(_, it)| !it.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, Late};

    #[test]
    fn each_is_given_once_and_the_more_there_are_the_fewer_times() {
        let mut late = Late::default();
        let (mut given, mut times) = (Vec::new(), 0);
        for number in 0..10_000 {
            for node in ["html", "body"] {
                let now = late.add(&node, vec![number, number / 2], |it| *it, |a, b| a == b);
                assert!(number as usize >= FEW || now == [number] || now.is_empty() || number == 0);
                if node == "html" && !now.is_empty() {
                    times += 1;
                    given.extend(now);
                }
            }
        }
        let rest: Vec<_> = late.rest().collect();
        assert_eq!(rest.len(), 2);
        given.extend(&rest[0].1);
        assert_eq!(given, (0..10_000).collect::<Vec<_>>());
        assert!(times < FEW + 10);
        assert_eq!(late.rest().count(), 0);
    }
}
