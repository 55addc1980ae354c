//! Namespaces and languages, which elements inherit from their ancestors, found once for each element.

use std::{collections::HashMap, rc::Rc};

use sapwood_names::Namespace;
use sapwood_tree::{Node, NodeKind};

use super::{Evaluation, Result};
use crate::item::namespaces_of;

/// The namespaces in scope at an element, each with its prefix.
pub(super) type InScope<'d> = Rc<Vec<(&'d str, &'d str)>>;

/// Inherited properties of nodes, by their index.
#[derive(Default)]
pub(super) struct Inherited<'d> {
    namespaces: HashMap<usize, InScope<'d>>,
    languages: HashMap<usize, Option<&'d str>>,
}

impl<'x, 'd: 'x, N: Node<'d>> Evaluation<'x, 'd, N> {
    /// The namespaces that are in scope at an element: those of its parent unless it declares others.
    pub(super) fn namespaces(&mut self, element: N) -> Result<InScope<'d>> {
        let mut without = Vec::new();
        let mut at = element;
        let found = loop {
            self.charge(1)?;
            if let Some(known) = self.inherited.namespaces.get(&at.index()) {
                break Rc::clone(known);
            }
            let mut declares = false;
            for attribute in (0..).map_while(|index| at.attribute(index)) {
                self.charge(1)?;
                declares |= attribute.name.namespace == Namespace::XmlNs;
            }
            let parent = at.parent().filter(|_| !declares);
            let Some(parent) = parent.filter(|parent| parent.kind() == NodeKind::Element) else {
                let mut steps = 0;
                let own = Rc::new(namespaces_of(at, &mut steps));
                self.charge(steps)?;
                self.inherited.namespaces.insert(at.index(), Rc::clone(&own));
                break own;
            };
            without.push(at.index());
            at = parent;
        };
        self.charge(4 * without.len() as u64)?;
        for index in without {
            self.inherited.namespaces.insert(index, Rc::clone(&found));
        }
        Ok(found)
    }

    /// The value of the nearest attribute `xml:lang` of a node and its ancestors.
    pub(super) fn language(&mut self, node: N) -> Result<Option<&'d str>> {
        let mut without = Vec::new();
        let mut next = Some(node);
        let mut found = None;
        while let Some(at) = next {
            self.charge(1)?;
            if let Some(known) = self.inherited.languages.get(&at.index()) {
                found = *known;
                break;
            }
            without.push(at.index());
            for attribute in (0..).map_while(|index| at.attribute(index)) {
                self.charge(1)?;
                let name = attribute.name;
                if name.namespace == Namespace::Xml && name.local.text == "lang" {
                    found = Some(attribute.value);
                    break;
                }
            }
            if found.is_some() {
                break;
            }
            next = at.parent();
        }
        self.charge(4 * without.len() as u64)?;
        for index in without {
            self.inherited.languages.insert(index, found);
        }
        Ok(found)
    }
}
