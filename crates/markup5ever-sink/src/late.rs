//! Attributes added to an element after its creation.

use std::{collections::HashSet, hash::Hash, mem};

/// Number of late attributes of an element that are passed on immediately.
const UNBATCHED: usize = 64;

/// Batches the attributes that later tags add to `html` and `body`.
///
/// To add an attribute, a sink typically scans all attributes of the element, so many tags with a new
/// attribute each would take quadratic time. Therefore each name is passed on only once. After the first
/// 64 names, attributes are held back until there are as many as were passed on before, or until the end
/// of input. The number of batches is then logarithmic in the number of names.
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
    held_back: Vec<A>,
}

impl<H, A, N> Default for Late<H, A, N> {
    fn default() -> Self {
        Self { elements: Vec::new() }
    }
}

impl<H: Clone, A, N: Eq + Hash> Late<H, A, N> {
    /// Takes attributes for `node` and returns the ones to add now.
    pub fn add(
        &mut self,
        node: &H,
        attributes: Vec<A>,
        name: fn(&A) -> N,
        is_same: impl Fn(&H, &H) -> bool,
    ) -> Vec<A> {
        let known = self.elements.iter().position(|element| is_same(&element.node, node));
        let index = known.unwrap_or_else(|| {
            let (names, held_back) = (HashSet::new(), Vec::new());
            self.elements.push(Element { node: node.clone(), names, held_back });
            self.elements.len() - 1
        });
        let Element { names, held_back, .. } = &mut self.elements[index];
        held_back.extend(attributes.into_iter().filter(|attribute| names.insert(name(attribute))));
        if names.len() > UNBATCHED && held_back.len() < names.len() / 2 {
            return Vec::new();
        }
        mem::take(held_back)
    }

    /// Returns the elements that attributes were added to.
    pub fn nodes(&self) -> impl Iterator<Item = &H> {
        self.elements.iter().map(|element| &element.node)
    }

    /// Removes and returns the attributes still held back, by element.
    pub fn rest(&mut self) -> impl Iterator<Item = (H, Vec<A>)> {
        let held_back = mem::take(&mut self.elements).into_iter();
        held_back.map(|element| (element.node, element.held_back)).filter(|(_, it)| !it.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::{Late, UNBATCHED};

    #[test]
    fn passes_each_attribute_once_in_growing_batches() {
        let mut late = Late::default();
        let (mut passed, mut batches) = (Vec::new(), 0);
        for number in 0..10_000 {
            for node in ["html", "body"] {
                let now = late.add(&node, vec![number, number / 2], |it| *it, |a, b| a == b);
                assert!(
                    number as usize >= UNBATCHED
                        || now == [number]
                        || now.is_empty()
                        || number == 0
                );
                if node == "html" && !now.is_empty() {
                    batches += 1;
                    passed.extend(now);
                }
            }
        }
        let rest: Vec<_> = late.rest().collect();
        assert_eq!(rest.len(), 2);
        passed.extend(&rest[0].1);
        assert_eq!(passed, (0..10_000).collect::<Vec<_>>());
        assert!(batches < UNBATCHED + 10);
        assert_eq!(late.rest().count(), 0);
    }
}
