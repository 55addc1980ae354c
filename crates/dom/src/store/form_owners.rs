//! Form owners that the tree doesn't tell.
//!
//! The form owner of a control is its nearest `form` ancestor as a rule. But in misnested markup such as
//! `<div><form></div><input></form>` the parser associates a control with a form that isn't an ancestor. The standard
//! ends that association (it [resets the form
//! owner](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#reset-the-form-owner)) when one of
//! the two is removed from the tree that holds the other.
//!
//! Removing a node takes constant time, so it can't search the removed tree for controls and forms. It only notes when
//! the node was removed. An association holds as long as no node below the nearest common ancestor of control and
//! form, on the way to either, was removed after the association was made: any removal that parted them cut the
//! link above such a node, and any later change that took the node off that way cut a link above another.

use sapwood_names::HashMap;

use super::node::{Link, Node, Slot};

#[derive(Clone, Debug, Default)]
pub(crate) struct FormOwners {
    /// The associations, ascending by control. The parser makes them as it creates controls, so a new one comes last.
    owners: Vec<Association>,
    /// When each node was last removed from its parent; those removed before the first association are left out.
    unlinked: HashMap<Slot, u64>,
    /// Number of removals so far.
    now: u64,
}

/// A control and its form.
#[derive(Clone, Copy, Debug)]
struct Association {
    control: Slot,
    /// `None` once the association was ended.
    form: Option<Slot>,
    /// When they were associated.
    time: u64,
}

/// Steps that checking all associations may take for each node, and in addition. More would let n associations in a
/// tree of depth n take n² steps; those that are left then count as ended.
const STEPS: (usize, usize) = (64, 4 << 20);

impl FormOwners {
    pub(crate) fn insert(&mut self, control: Slot, form: Slot) {
        let association = Association { control, form: Some(form), time: self.now };
        match self.place(control) {
            Ok(place) => self.owners[place] = association,
            Err(place) => self.owners.insert(place, association),
        }
    }

    pub(crate) fn remove(&mut self, control: Slot) {
        if let Ok(place) = self.place(control) {
            self.owners[place].form = None;
        }
    }

    fn place(&self, control: Slot) -> Result<usize, usize> {
        if self.owners.last().is_none_or(|last| last.control < control) {
            return Err(self.owners.len());
        }
        self.owners.binary_search_by_key(&control, |it| it.control)
    }

    pub(crate) fn note_unlinked(&mut self, node: Slot) {
        self.now += 1;
        self.unlinked.insert(node, self.now);
    }

    /// Gives all nodes other numbers; those without a new one are gone.
    #[inline]
    pub(crate) fn renumber(&mut self, new: &[Link]) {
        let new = |old: Slot| new[old.index()];
        self.owners.retain_mut(|it| match (new(it.control), it.form.and_then(new)) {
            (Some(control), Some(form)) => {
                *it = Association { control, form: Some(form), ..*it };
                true
            }
            _ => false,
        });
        self.owners.sort_unstable_by_key(|it| it.control);
        let unlinked = std::mem::take(&mut self.unlinked).into_iter();
        self.unlinked = unlinked.filter_map(|(node, time)| Some((new(node)?, time))).collect();
    }

    /// The controls whose association holds, each with its form.
    pub(crate) fn iter(&self, nodes: &[Node]) -> impl Iterator<Item = (Slot, Slot)> {
        let mut steps = nodes.len().saturating_mul(STEPS.0).saturating_add(STEPS.1);
        self.owners.iter().filter_map(move |&Association { control, form, time }| {
            let form = form?;
            let holds = self.unlinked.is_empty()
                || self.holds(nodes, control, form, time, &mut steps).unwrap_or(false);
            holds.then_some((control, form))
        })
    }

    /// Whether the association of `a` and `b` that was made at `time` holds; `None` if there are no `steps` left.
    fn holds(
        &self,
        nodes: &[Node],
        mut a: Slot,
        mut b: Slot,
        time: u64,
        steps: &mut usize,
    ) -> Option<bool> {
        let mut depth = |mut node: Slot| {
            let mut depth = 0_usize;
            while let Some(parent) = nodes[node.index()].parent {
                *steps = steps.checked_sub(1)?;
                depth += 1;
                node = parent;
            }
            Some(depth)
        };
        let (mut depth_a, mut depth_b) = (depth(a)?, depth(b)?);
        while a != b {
            let (lower, its_depth) =
                if depth_a > depth_b { (&mut a, &mut depth_a) } else { (&mut b, &mut depth_b) };
            if self.unlinked.get(lower).is_some_and(|removed| *removed > time) {
                return Some(false);
            }
            let Some(parent) = nodes[lower.index()].parent else { return Some(false) };
            *lower = parent;
            *its_depth -= 1;
        }
        Some(true)
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        size_of::<Self>()
            + self.owners.capacity() * size_of::<Association>()
            + self.unlinked.capacity() * (size_of::<(Slot, u64)>() + 1)
    }
}
