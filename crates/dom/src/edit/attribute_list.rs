//! The new attributes of an element.

use std::ops::Range;

use sapwood_names::{Name, NameId, Namespace, attr};
use sapwood_tree::QualifiedName;

use super::{EditError, name};
use crate::store::{
    attributes::Attribute,
    document::Document,
    node::{Node, Slot},
    texts::Run,
};

/// The attributes that an element is to have, for [`Document::filter`]: attributes that it has, by their position, and new
/// ones.
#[derive(Clone, Debug, Default)]
pub struct AttributeList {
    /// The kept attributes that the list begins with, if they are neighbors: mostly all of it.
    run: Range<u32>,
    items: Vec<Item>,
    /// The new values and names.
    text: String,
}

/// An item of the list; the runs are ranges of the list's text.
#[derive(Clone, Copy, Debug)]
enum Item {
    Kept(u32),
    Changed(u32, Run),
    New { name: Run, value: Run },
}

impl AttributeList {
    /// Empties the list and keeps its memory.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.run = 0..0;
        self.items.clear();
        self.text.clear();
    }

    /// Keeps the attribute at `position` among those of the element. Positions ascend: one that doesn't come after the
    /// position before it is ignored, and so is one past the end.
    #[inline]
    pub fn keep(&mut self, position: usize) {
        let position = short(position);
        if self.items.is_empty() && self.run.is_empty() {
            self.run = position..position.saturating_add(1);
        } else if self.items.is_empty() && self.run.end == position {
            self.run.end = position.saturating_add(1);
        } else {
            self.items.push(Item::Kept(position));
        }
    }

    /// Keeps the attribute at `position`, as [`keep`](Self::keep) does, with another value.
    #[inline]
    pub fn keep_with_value(&mut self, position: usize, value: &str) {
        let value = self.add(value);
        self.items.push(Item::Changed(short(position), value));
    }

    /// Adds an attribute without a namespace after those that are kept, unless the list has one with this local name. A
    /// name that isn't [valid](https://dom.spec.whatwg.org/#valid-attribute-local-name) is ignored.
    #[inline]
    pub fn push(&mut self, local_name: &str, value: &str) {
        if name::is_attribute_name(local_name) {
            let (name, value) = (self.add(local_name), self.add(value));
            self.items.push(Item::New { name, value });
        }
    }

    #[inline]
    fn add(&mut self, text: &str) -> Run {
        let start = self.text.len();
        self.text.push_str(text);
        Run { start: short(start), len: short(text.len()) }
    }

    /// The text at `run`; an empty one if the list has more text than a document can hold.
    #[inline]
    fn text(&self, run: Run) -> &str {
        let start = run.start as usize;
        self.text.get(start..start + run.len as usize).unwrap_or_default()
    }
}

/// A number that saturates: no document holds as many attributes or bytes.
#[inline]
fn short(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Document {
    /// Gives `element` the attributes of `list`. If they don't fit, it has none, and the document is truncated.
    ///
    /// Takes time linear in the list, times the number of attributes that it adds. Neighbors that are kept, with no other
    /// attribute in the list, take no memory.
    #[inline]
    pub(super) fn set_attributes(&mut self, element: Slot, list: &AttributeList) {
        self.nodes.forget_index();
        if list.items.is_empty() {
            self.narrow_attributes(element, list.run.clone());
        } else if let Ok(range) = self.push_list(element, list) {
            self.share_attributes(element, range);
        } else {
            self.truncated = true;
            self.narrow_attributes(element, 0..0);
        }
    }

    /// Keeps the attributes at these positions.
    #[inline]
    fn narrow_attributes(&mut self, element: Slot, positions: Range<u32>) {
        let entry = &mut self.nodes[element];
        let first = positions.start.min(entry.len);
        entry.len = positions.end.min(entry.len) - first;
        entry.start += first;
        if let Some(room) = self.attribute_room.get_mut(&element) {
            *room -= first;
        }
    }

    /// Gives `element` the attributes at `range`, which it may share.
    #[inline]
    pub(super) fn share_attributes(&mut self, element: Slot, range: Run) {
        self.nodes.forget_index();
        self.attribute_room.remove(&element);
        let entry = &mut self.nodes[element];
        (entry.start, entry.len) = (range.start, range.len);
        if self.nodes.has_form_owners() && self.known_attribute(element, attr::FORM).is_some() {
            self.nodes.reset_form_owner(element);
        }
    }

    /// Adds the attributes of `list`, which `element` is to have; returns their range.
    #[inline]
    fn push_list(&mut self, element: Slot, list: &AttributeList) -> Result<Run, EditError> {
        let Node { start, len, .. } = self.nodes[element];
        let new = self.attributes.len();
        let most = list.run.len() + list.items.len();
        if most > self.attribute_limit.saturating_sub(new) || !self.texts.fits(list.text.len()) {
            return Err(EditError::Full);
        }
        self.attributes.reserve(most);
        let result = self.push_items(Run { start, len }, list);
        if result.is_err() {
            self.attributes.truncate(new);
        }
        result.map(|()| Run { start: new as u32, len: (self.attributes.len() - new) as u32 })
    }

    /// Adds the attributes of `list`, which an element with the attributes `old` is to have.
    #[inline]
    fn push_items(&mut self, old: Run, list: &AttributeList) -> Result<(), EditError> {
        let new = self.attributes.len();
        let mut next = 0;
        let items = |is_new| {
            let items = list.items.iter().copied();
            items.filter(move |item| matches!(item, Item::New { .. }) == is_new)
        };
        // The new ones come last: then one is left out if its name is that of an attribute that is kept.
        for item in list.run.clone().map(Item::Kept).chain(items(false)).chain(items(true)) {
            let to = self.attributes.len();
            match item {
                Item::Kept(position) | Item::Changed(position, _)
                    if position < next || position >= old.len =>
                {
                    continue;
                }
                Item::Kept(position) => {
                    next = position + 1;
                    let from = (old.start + position) as usize;
                    self.attributes.push(self.attributes[from]);
                    if let Some(positions) = &mut self.positions {
                        positions.move_attribute(from, to);
                    }
                    continue;
                }
                Item::Changed(position, value) => {
                    next = position + 1;
                    let code = self.attributes[(old.start + position) as usize].name;
                    let value = self.texts.push(list.text(value));
                    self.attributes.push(Attribute::new(code, value));
                }
                Item::New { name, value } => {
                    let local = Name { id: NameId::UNKNOWN, text: list.text(name) };
                    let code = self.attribute_name(QualifiedName::new(Namespace::None, local))?;
                    if self.attributes[new..].iter().all(|it| it.name != code) {
                        let value = self.texts.push(list.text(value));
                        self.attributes.push(Attribute::new(code, value));
                    }
                }
            }
            // Nothing in the source has this name and this value.
            if let Some(positions) = &mut self.positions {
                positions.forget_attribute(to);
            }
        }
        Ok(())
    }
}
