//! Steps: an axis, a node test and predicates.

use std::collections::HashMap;

use sapwood_names::{Namespace, NamespaceUrl};
use sapwood_tree::{Node, NodeKind, QualifiedName};

use super::{Context, Evaluation, Result, Want};
use crate::{
    expr::{Axis, NameTest, NodeTest, PredicateKind, Step},
    item::Item,
    node::{is_text, is_visible, next_after},
    walk::Walk,
};

/// The number of predicates that are tested while the axis is walked; the others need the list of the nodes first.
const MAX_STREAMED: usize = 4;

/// The predicates of a step while the axis of one context node is walked.
struct Filter {
    /// The number of nodes of each parent that passed the node test, by the index of the parent, for
    /// [`Step::among_siblings`].
    siblings: HashMap<usize, u64>,
    /// The number of predicates that are tested on the way.
    streamed: usize,
    /// The number of nodes that each of them was tested for.
    seen: [u64; MAX_STREAMED],
    /// Whether no further node can pass.
    done: bool,
    /// The number of results after which no others are needed.
    limit: usize,
}

impl Filter {
    fn new(step: &Step, limit: usize) -> Self {
        let needs_list = |kind| matches!(kind, PredicateKind::Last | PredicateKind::Size);
        let streamed = step.predicates.iter().take(MAX_STREAMED);
        let streamed = streamed.take_while(|predicate| !needs_list(predicate.kind)).count();
        let limit = if streamed == step.predicates.len() { limit } else { usize::MAX };
        Self { siblings: HashMap::new(), streamed, seen: [0; MAX_STREAMED], done: false, limit }
    }
}

impl Filter {
    /// Counts a node of its parent, and tests its position.
    fn passes_among_siblings<'d, N: Node<'d>>(
        &mut self,
        kind: PredicateKind,
        item: Item<N>,
    ) -> bool {
        let Some(parent) = item.node().parent() else { return false };
        let position = self.siblings.entry(parent.index()).or_default();
        *position += 1;
        match kind {
            PredicateKind::Index(index) => *position == index,
            PredicateKind::UpTo(most) => *position <= most,
            _ => false,
        }
    }
}

impl<'x, 'd: 'x, N: Node<'d>> Evaluation<'x, 'd, N> {
    /// Appends what a step finds from the nodes `from`, which are in document order; `flat` if none of them is an
    /// ancestor of another. Returns whether that is so for the result. One arm for each way to merge the results of several nodes.
    pub(super) fn step(
        &mut self,
        from: &[Item<N>],
        flat: bool,
        step: &'x Step,
        want: Want,
        out: &mut Vec<Item<N>>,
    ) -> Result<bool> {
        if let [item] = from {
            let is_reverse = step.axis.is_reverse() != step.from_end;
            let limit = if is_reverse && want.ordered { usize::MAX } else { want.limit };
            self.step_from(*item, step, limit, out)?;
            if is_reverse && want.ordered {
                out.reverse();
            }
            return Ok(out.len() <= 1 || step.axis.is_flat_from_one());
        }
        let axis = step.axis;
        let is_flat = match axis {
            Axis::Child => flat,
            Axis::Itself | Axis::Attribute | Axis::Namespace => true,
            _ => false,
        };
        if step.positional {
            self.step_from_each(from, step, out)?;
            self.sort(out)?;
            return Ok(is_flat && axis != Axis::Itself);
        }
        let is_ordered = is_flat || matches!(axis, Axis::Descendant | Axis::DescendantOrSelf);
        let limit = if is_ordered || !want.ordered { want.limit } else { usize::MAX };
        match axis {
            Axis::Descendant | Axis::DescendantOrSelf => {
                self.step_down(from, flat, step, limit, out)?;
            }
            Axis::Following => {
                let first = self.first_to_end(from)?;
                self.step_from(first, step, want.limit, out)?;
                return Ok(false);
            }
            Axis::Preceding => {
                self.step_from(from[from.len() - 1], step, limit, out)?;
                out.reverse();
                return Ok(false);
            }
            Axis::Ancestor
            | Axis::AncestorOrSelf
            | Axis::FollowingSibling
            | Axis::PrecedingSibling => self.step_with_marks(from, step, limit, out)?,
            _ => {
                for item in from {
                    self.step_from(*item, step, limit - out.len(), out)?;
                    if out.len() >= limit {
                        break;
                    }
                }
            }
        }
        if !is_ordered && (want.ordered || axis == Axis::Parent) {
            self.sort(out)?;
        }
        Ok(if axis == Axis::Itself { flat } else { is_flat })
    }

    /// Takes each context node by itself.
    fn step_from_each(
        &mut self,
        from: &[Item<N>],
        step: &'x Step,
        out: &mut Vec<Item<N>>,
    ) -> Result<()> {
        // Several context nodes may find the same nodes: remove duplicates before they take much memory.
        let mut most = 1 << 16;
        for item in from {
            self.step_from(*item, step, usize::MAX, out)?;
            if out.len() > most {
                self.sort(out)?;
                most = most.max(out.len() * 2);
            }
        }
        Ok(())
    }

    /// Walks down from each context node that isn't below an earlier one.
    fn step_down(
        &mut self,
        from: &[Item<N>],
        flat: bool,
        step: &'x Step,
        limit: usize,
        out: &mut Vec<Item<N>>,
    ) -> Result<()> {
        let mut covered = 0;
        for item in from {
            if let (Item::Node(node), false) = (item, flat) {
                if self.position(*node)? < covered {
                    continue;
                }
                let mut steps = 0;
                let next = next_after(*node, None, &mut steps);
                self.charge(steps)?;
                covered = match next {
                    Some(next) => self.position(next)?,
                    None => usize::MAX,
                };
            }
            self.step_from(*item, step, limit - out.len(), out)?;
            if out.len() >= limit {
                break;
            }
        }
        Ok(())
    }

    /// The node whose following nodes include those of all others: the one that ends first.
    fn first_to_end(&mut self, from: &[Item<N>]) -> Result<Item<N>> {
        let mut first = from[0];
        for item in &from[1..] {
            // An attribute precedes all children of its element. Any other node ends before `first` if it is below it.
            let Item::Node(end) = first else { break };
            let mut above = Some(item.node());
            if !matches!(item, Item::Node(_)) && above == Some(end) {
                first = *item;
                break;
            }
            while above.is_some_and(|node| node != end) {
                self.charge(1)?;
                above = above.and_then(N::parent);
            }
            if above.is_none() {
                break;
            }
            first = *item;
        }
        Ok(first)
    }

    /// Walks along an axis that runs into the same nodes from several context nodes, until one that was visited.
    fn step_with_marks(
        &mut self,
        from: &[Item<N>],
        step: &'x Step,
        limit: usize,
        out: &mut Vec<Item<N>>,
    ) -> Result<()> {
        let mut marks = std::mem::take(&mut self.marks);
        let mut filter = Filter::new(step, limit);
        let mut visit = |this: &mut Self, item: &Item<N>| -> Result<()> {
            let mut steps = 0;
            let mut walk = Walk::new(step.axis, false, *item, &mut steps);
            while let Some(found) = walk.next(&mut steps) {
                this.charge(std::mem::take(&mut steps) + 1)?;
                if matches!(found, Item::Node(_)) && !marks.insert(found.node().index()) {
                    break;
                }
                this.test(found, step, &mut filter, out)?;
                if filter.done {
                    break;
                }
            }
            this.charge(steps)
        };
        // Later siblings have seen all earlier ones.
        let is_backward = step.axis == Axis::PrecedingSibling;
        let result = if is_backward {
            from.iter().rev().try_for_each(|item| visit(self, item))
        } else {
            from.iter().try_for_each(|item| visit(self, item))
        };
        marks.clear();
        self.marks = marks;
        result
    }

    /// Appends what a step finds from one context node, in the order of the axis, but at most `limit` nodes.
    fn step_from(
        &mut self,
        item: Item<N>,
        step: &'x Step,
        limit: usize,
        out: &mut Vec<Item<N>>,
    ) -> Result<()> {
        let start = out.len();
        let mut filter = Filter::new(step, limit.saturating_add(start));
        match (step.axis, item) {
            (Axis::Attribute, Item::Node(node)) => {
                self.step_to_attributes(node, step, &mut filter, out)?;
            }
            (Axis::Namespace, Item::Node(node)) => {
                self.step_to_namespaces(node, step, &mut filter, out)?;
            }
            (Axis::Descendant | Axis::DescendantOrSelf, Item::Node(node))
                if !step.keys.is_empty() && !step.from_end =>
            {
                self.step_to_candidates(node, step, &mut filter, out)?;
            }
            _ => {
                let mut steps = 0;
                let mut walk = Walk::new(step.axis, step.from_end, item, &mut steps);
                while let Some(found) = walk.next(&mut steps) {
                    self.charge(std::mem::take(&mut steps))?;
                    self.test(found, step, &mut filter, out)?;
                    if filter.done {
                        break;
                    }
                }
                // The ancestors that were climbed in search of a node that isn't there.
                self.charge(steps)?;
            }
        }
        if filter.streamed < step.predicates.len() {
            let mut list = self.buffer();
            list.extend_from_slice(&out[start..]);
            out.truncate(start);
            self.filter_list(&step.predicates[filter.streamed..], &mut list)?;
            out.extend_from_slice(&list);
            self.recycle(list);
        }
        Ok(())
    }

    fn step_to_candidates(
        &mut self,
        node: N,
        step: &'x Step,
        filter: &mut Filter,
        out: &mut Vec<Item<N>>,
    ) -> Result<()> {
        if step.axis == Axis::DescendantOrSelf {
            self.test(Item::Node(node), step, filter, out)?;
        }
        let lists = step.keys.iter().filter_map(|key| node.indexed(key));
        if let Some(list) = lists.min_by_key(ExactSizeIterator::len) {
            for found in list {
                self.charge(1)?;
                self.test(Item::Node(found), step, filter, out)?;
                if filter.done {
                    break;
                }
            }
            return Ok(());
        }
        let keys = &step.keys[..1];
        let mut at = node;
        while !filter.done {
            let mut steps = 0;
            let next = at.next_candidate(node, keys, &mut steps);
            self.charge(steps as u64)?;
            let Some(found) = next else { break };
            self.test(Item::Node(found), step, filter, out)?;
            at = found;
        }
        Ok(())
    }

    fn step_to_attributes(
        &mut self,
        node: N,
        step: &'x Step,
        filter: &mut Filter,
        out: &mut Vec<Item<N>>,
    ) -> Result<()> {
        if node.kind() != NodeKind::Element {
            return Ok(());
        }
        self.charge(1 + node.attribute_count() as u64 / 8)?;
        if let NodeTest::Name(name) = &step.test
            && name.namespace.is_none()
        {
            if let Some((index, _)) = node.find_attribute(self.attribute_name(name, node)) {
                self.admit(
                    Item::Attribute { element: node, index: index as u32 },
                    step,
                    filter,
                    out,
                )?;
            }
            return Ok(());
        }
        for index in 0.. {
            let Some(attribute) = node.attribute(index) else { break };
            self.charge(8)?;
            let name = attribute.name;
            let passes = name.namespace != Namespace::XmlNs
                && match &step.test {
                    NodeTest::Node | NodeTest::Any => true,
                    NodeTest::InNamespace(namespace) => is_in(name, namespace),
                    NodeTest::Name(test) => {
                        test.namespace.as_ref().is_some_and(|namespace| is_in(name, namespace))
                            && name.local.text == test.exact().text
                    }
                    _ => false,
                };
            if passes {
                self.admit(
                    Item::Attribute { element: node, index: index as u32 },
                    step,
                    filter,
                    out,
                )?;
            }
            if filter.done {
                break;
            }
        }
        Ok(())
    }

    fn step_to_namespaces(
        &mut self,
        node: N,
        step: &'x Step,
        filter: &mut Filter,
        out: &mut Vec<Item<N>>,
    ) -> Result<()> {
        if node.kind() != NodeKind::Element {
            return Ok(());
        }
        let namespaces = self.inherited.namespaces(node, &mut self.budget)?;
        self.charge(8 * namespaces.len() as u64)?;
        for (index, &(prefix, _)) in namespaces.iter().enumerate() {
            let passes = match &step.test {
                NodeTest::Node | NodeTest::Any => true,
                NodeTest::Name(name) => name.namespace.is_none() && name.exact().text == prefix,
                _ => false,
            };
            if passes {
                self.admit(
                    Item::Namespace { element: node, index: index as u32 },
                    step,
                    filter,
                    out,
                )?;
            }
            if filter.done {
                break;
            }
        }
        Ok(())
    }

    /// Appends a node on the axis of a step if it passes the node test and the predicates.
    #[inline]
    fn test(
        &mut self,
        item: Item<N>,
        step: &'x Step,
        filter: &mut Filter,
        out: &mut Vec<Item<N>>,
    ) -> Result<()> {
        let mut steps = 0;
        let passes = self.passes(&step.test, item, &mut steps);
        self.charge(steps)?;
        if !passes
            || step.among_siblings.is_some_and(|kind| !filter.passes_among_siblings(kind, item))
        {
            return Ok(());
        }
        self.admit(item, step, filter, out)
    }

    /// Appends a node that passes the node test if the predicates hold.
    #[inline]
    fn admit(
        &mut self,
        item: Item<N>,
        step: &'x Step,
        filter: &mut Filter,
        out: &mut Vec<Item<N>>,
    ) -> Result<()> {
        for (number, predicate) in step.predicates[..filter.streamed].iter().enumerate() {
            filter.seen[number] += 1;
            let position = filter.seen[number];
            if let PredicateKind::Index(last) | PredicateKind::UpTo(last) = predicate.kind {
                filter.done |= position >= last;
            }
            if !self.holds_at(predicate, &Context { item, position, size: 0 })? {
                return Ok(());
            }
        }
        out.push(item);
        filter.done |= out.len() >= filter.limit;
        Ok(())
    }

    /// Whether a node passes a node test on an axis whose principal node type is element. Adds the number of text nodes
    /// passed to `steps`.
    #[inline]
    fn passes(&self, test: &NodeTest, item: Item<N>, steps: &mut u64) -> bool {
        let Item::Node(node) = item else { return matches!(test, NodeTest::Node) };
        match test {
            NodeTest::Node => is_visible(node, steps),
            NodeTest::Text => node.kind() == NodeKind::Text && is_text(node, steps),
            NodeTest::Comment => node.kind() == NodeKind::Comment,
            NodeTest::ProcessingInstruction(target) => {
                node.kind() == NodeKind::ProcessingInstruction
                    && target.as_ref().is_none_or(|target| node.name().local.text == &**target)
            }
            NodeTest::Any => node.kind() == NodeKind::Element,
            NodeTest::InNamespace(namespace) => {
                node.kind() == NodeKind::Element && is_in(node.name(), namespace)
            }
            NodeTest::Name(name) => {
                node.kind() == NodeKind::Element && self.is_element_named(name, node)
            }
        }
    }

    fn is_element_named(&self, name: &NameTest, node: N) -> bool {
        match &name.namespace {
            None if self.html => node.is_named(&name.lower) && node.namespace() == Namespace::Html,
            None => node.is_named(name.exact()) && node.namespace() == Namespace::None,
            Some(namespace) => {
                let is_html = self.html && namespace.namespace == Namespace::Html;
                node.is_named(if is_html { &name.lower } else { name.exact() })
                    && is_in(node.name(), namespace)
            }
        }
    }

    /// The name of an attribute without a namespace, for this element.
    pub(super) fn attribute_name<'n>(
        &self,
        name: &'n NameTest,
        node: N,
    ) -> &'n sapwood_names::LocalName {
        match &name.exact {
            Some(exact) if !self.html || node.namespace() != Namespace::Html => exact,
            _ => &name.lower,
        }
    }
}

impl Axis {
    /// Whether no node that it finds from one context node is an ancestor of another.
    fn is_flat_from_one(self) -> bool {
        use Axis::{
            Attribute, Child, FollowingSibling, Itself, Namespace, Parent, PrecedingSibling,
        };
        matches!(
            self,
            Attribute | Child | FollowingSibling | Namespace | Parent | PrecedingSibling | Itself
        )
    }
}

fn is_in(name: QualifiedName<'_>, namespace: &NamespaceUrl) -> bool {
    name.namespace == namespace.namespace
        && (name.namespace != Namespace::Other || name.namespace_url == namespace.url)
}
