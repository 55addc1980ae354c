//! Setting and removing attributes.

use std::borrow::Cow;

use sapwood_names::{Name, NameId, Namespace, attr};
use sapwood_tree::QualifiedName;

use super::{EditError, name};
use crate::{
    read::attributes::AttributeRef,
    store::{
        attributes::Attribute,
        document::Document,
        id::NodeId,
        node::{Node, Slot},
        texts::Run,
    },
};

/// As in the standard, names are converted to lower case for HTML elements. Each call takes time linear in the number
/// of the element's attributes.
impl Document {
    /// Sets the attribute with this qualified name, or appends one without a namespace.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`], [`EditError::NotAnElement`], [`EditError::InvalidName`] unless it is a [valid
    /// name](https://dom.spec.whatwg.org/#valid-attribute-local-name), [`EditError::Full`].
    ///
    /// ```
    /// let mut document = sapwood::parse("<p>Oak");
    /// let p = document.select_first("p")?.unwrap().node_id();
    /// document.set_attribute(p, "lang", "en")?;
    /// assert_eq!(document.node(p).unwrap().attr("lang"), Some("en"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_attribute(
        &mut self,
        element: impl Into<NodeId>,
        name: &str,
        value: &str,
    ) -> Result<(), EditError> {
        let element = self.element(element)?;
        if !name::is_attribute_name(name) {
            return Err(EditError::InvalidName);
        }
        let name = self.attribute_case(element, name);
        let code = match self.find_attribute(element, &name) {
            Some(index) => self.attributes[index].name,
            None => {
                let local = Name { id: NameId::UNKNOWN, text: &name };
                self.attribute_name(QualifiedName::new(Namespace::None, local))?
            }
        };
        let value = self.add_text(value)?;
        self.put_attribute(element, code, value)
    }

    /// Sets an attribute of many elements, as [`set_attribute`](Self::set_attribute) does for each of them. The value is
    /// stored once.
    ///
    /// ```
    /// let mut document = sapwood::parse("<a href=/1>1</a><a href=/2>2</a>");
    /// let links = document.select_ids("a[href]")?;
    /// document.set_attribute_of_all(links, "rel", "nofollow")?;
    /// assert_eq!(document.select("[rel=nofollow]")?.count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`set_attribute`](Self::set_attribute), at the first element that it can't be set for.
    pub fn set_attribute_of_all(
        &mut self,
        elements: impl IntoIterator<Item = NodeId>,
        name: &str,
        value: &str,
    ) -> Result<(), EditError> {
        let mut codes = [None; 2];
        let mut stored = None;
        let elements = elements.into_iter();
        let count = elements.size_hint().0.min(self.nodes.len());
        self.attribute_room.reserve(count);
        self.attributes.reserve(count);
        for element in elements {
            let element = self.element(element)?;
            if !name::is_attribute_name(name) {
                return Err(EditError::InvalidName);
            }
            let own_case = self.attribute_case(element, name);
            let code = match self.find_attribute(element, &own_case) {
                Some(index) => self.attributes[index].name,
                None => {
                    // The name may differ between HTML elements and others.
                    let known = &mut codes[usize::from(matches!(own_case, Cow::Owned(_)))];
                    match *known {
                        Some(code) => code,
                        None => {
                            let local = Name { id: NameId::UNKNOWN, text: &own_case };
                            *known.insert(
                                self.attribute_name(QualifiedName::new(Namespace::None, local))?,
                            )
                        }
                    }
                }
            };
            let value = match stored {
                Some(value) => value,
                None => *stored.insert(self.add_text(value)?),
            };
            self.put_attribute(element, code, value)?;
        }
        Ok(())
    }

    /// Sets the attribute with this namespace and local name, or appends one. The name may have a prefix: `xlink:href`.
    ///
    /// # Errors
    ///
    /// As [`set_attribute`](Self::set_attribute), and [`EditError::InvalidName`] if the prefix [isn't valid for the
    /// namespace](https://dom.spec.whatwg.org/#validate-and-extract).
    pub fn set_attribute_ns(
        &mut self,
        element: impl Into<NodeId>,
        namespace_url: &str,
        qualified_name: &str,
        value: &str,
    ) -> Result<(), EditError> {
        let element = self.element(element)?;
        let name = name::extract(namespace_url, qualified_name, name::is_attribute_name)?;
        let there = self.find_attribute_ns(element, namespace_url, name.local.text);
        let code = match there {
            Some(index) => self.attributes[index].name,
            None => self.attribute_name(name)?,
        };
        let value = self.add_text(value)?;
        self.put_attribute(element, code, value)
    }

    /// Removes the attribute with this qualified name; returns whether there was one.
    ///
    /// To remove many, see [`retain_attributes`](Self::retain_attributes).
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`], [`EditError::NotAnElement`], [`EditError::Full`].
    pub fn remove_attribute(
        &mut self,
        element: impl Into<NodeId>,
        name: &str,
    ) -> Result<bool, EditError> {
        let element = self.element(element)?;
        let name = self.attribute_case(element, name);
        let found = self.find_attribute(element, &name);
        self.remove_attribute_at(element, found)
    }

    /// Removes the attribute with this namespace and local name; returns whether there was one.
    ///
    /// # Errors
    ///
    /// As [`remove_attribute`](Self::remove_attribute).
    pub fn remove_attribute_ns(
        &mut self,
        element: impl Into<NodeId>,
        namespace_url: &str,
        local_name: &str,
    ) -> Result<bool, EditError> {
        let element = self.element(element)?;
        let found = self.find_attribute_ns(element, namespace_url, local_name);
        self.remove_attribute_at(element, found)
    }

    /// Keeps the attributes for which `keep` returns `true` and removes the others, in one pass.
    ///
    /// # Errors
    ///
    /// As [`remove_attribute`](Self::remove_attribute).
    pub fn retain_attributes(
        &mut self,
        element: impl Into<NodeId>,
        mut keep: impl FnMut(AttributeRef<'_>) -> bool,
    ) -> Result<(), EditError> {
        let element = self.element(element)?;
        self.keep_attributes(element, |document, index| keep(AttributeRef::new(document, index)))
    }

    /// Converts the name of an attribute to lower case if `element` is an HTML element.
    #[inline]
    fn attribute_case<'a>(&self, element: Slot, name: &'a str) -> Cow<'a, str> {
        let is_html = self.nodes[element].head.namespace() == Namespace::Html;
        if is_html && name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(name.to_ascii_lowercase())
        } else {
            Cow::Borrowed(name)
        }
    }

    #[inline]
    fn attribute_range(&self, element: Slot) -> std::ops::Range<usize> {
        let Node { start, len, .. } = self.nodes[element];
        start as usize..start as usize + len as usize
    }

    /// The index of the first attribute with this qualified name.
    #[inline]
    fn find_attribute(&self, element: Slot, name: &str) -> Option<usize> {
        self.attribute_range(element).find(|&index| {
            let attribute = AttributeRef::new(self, index);
            match attribute.prefix() {
                None => attribute.local_name() == name,
                Some(prefix) => {
                    let rest = name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix(':'));
                    rest == Some(attribute.local_name())
                }
            }
        })
    }

    #[inline]
    fn find_attribute_ns(&self, element: Slot, url: &str, local_name: &str) -> Option<usize> {
        self.attribute_range(element).find(|&index| {
            let attribute = AttributeRef::new(self, index);
            attribute.local_name() == local_name && attribute.namespace_uri() == url
        })
    }

    /// Sets the attribute with this code, or appends one.
    #[inline]
    fn put_attribute(&mut self, element: Slot, code: u32, value: Run) -> Result<(), EditError> {
        let mut range = self.attribute_range(element);
        let old = range.position(|index| self.attributes[index].name == code);
        let start = self.own_attributes(element, usize::from(old.is_none()))?;
        let attribute = Attribute::new(code, value);
        let at = old.unwrap_or(self.nodes[element].len as usize);
        self.attributes[start + at] = attribute;
        if attribute.plain_name() == attr::FORM {
            self.nodes.reset_form_owner(element);
        }
        if let Some(positions) = &mut self.positions {
            positions.forget_attribute(start + at);
        }
        if old.is_none() {
            self.nodes[element].len += 1;
        }
        Ok(())
    }

    /// Removes the attribute with this index, if any; returns whether there was one.
    ///
    /// The attributes on the shorter side of the gap move. So removing the first one takes constant time, and removing
    /// all in order takes linear time.
    #[inline]
    fn remove_attribute_at(
        &mut self,
        element: Slot,
        index: Option<usize>,
    ) -> Result<bool, EditError> {
        let Some(index) = index else { return Ok(false) };
        let old = self.attribute_range(element);
        let at = index - old.start;
        let start = self.own_attributes(element, 0)?;
        if at < old.len() / 2 {
            (start..start + at).rev().for_each(|from| self.move_attribute(from, from + 1));
            self.nodes[element].start += 1;
            if let Some(room) = self.attribute_room.get_mut(&element) {
                *room -= 1;
            }
        } else {
            (start + at + 1..start + old.len())
                .for_each(|from| self.move_attribute(from, from - 1));
        }
        self.nodes[element].len -= 1;
        Ok(true)
    }

    #[inline]
    fn move_attribute(&mut self, from: usize, to: usize) {
        self.attributes[to] = self.attributes[from];
        if let Some(positions) = &mut self.positions {
            positions.move_attribute(from, to);
        }
    }

    /// Removes the attributes of `element` for which `keep` returns `false`.
    fn keep_attributes(
        &mut self,
        element: Slot,
        mut keep: impl FnMut(&Self, usize) -> bool,
    ) -> Result<(), EditError> {
        let old = self.attribute_range(element);
        let kept: Vec<_> =
            old.clone().filter(|&index| keep(self, index)).map(|index| index - old.start).collect();
        if kept.len() == old.len() {
            return Ok(());
        }
        let start = self.own_attributes(element, 0)?;
        for (to, &from) in kept.iter().enumerate() {
            self.move_attribute(start + from, start + to);
        }
        self.nodes[element].len = kept.len() as u32;
        Ok(())
    }

    /// Prepares a change: gives `element` a range of attributes of its own, with room for `more`, and returns its
    /// start. Before that, several elements may share the range.
    #[inline]
    fn own_attributes(&mut self, element: Slot, more: usize) -> Result<usize, EditError> {
        self.nodes.forget_index();
        let old = self.attribute_range(element);
        let len = old.len();
        let room = self.attribute_room.get(&element).copied();
        if room.is_some_and(|room| len + more <= room as usize) {
            return Ok(old.start);
        }
        let start = self.attributes.len();
        let capacity = if more == 0 { len } else { (len + more).next_power_of_two() };
        if capacity > self.attribute_limit - start {
            return Err(EditError::Full);
        }
        self.attributes.reserve(capacity);
        self.attributes.extend_from_within(old.clone());
        self.attributes.resize(start + capacity, Attribute::default());
        if let Some(positions) = &mut self.positions {
            for offset in 0..len {
                positions.move_attribute(old.start + offset, start + offset);
            }
        }
        self.nodes[element].start = start as u32;
        self.attribute_room.insert(element, capacity as u32);
        Ok(start)
    }
}
