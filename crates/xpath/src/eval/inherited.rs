//! Namespaces and languages, which elements inherit from their ancestors, found once for each element.

use std::{collections::HashMap, rc::Rc};

use sapwood_names::Namespace;
use sapwood_tree::{Node, NodeKind};

use super::budget::Budget;
use crate::{error::Result, item::namespaces_of};

/// The namespaces in scope at an element, each with its prefix.
pub(super) type InScope<'d> = Rc<Vec<(&'d str, &'d str)>>;

/// Inherited properties of nodes, by their index.
#[derive(Default)]
pub(super) struct Inherited<'d> {
    namespaces: HashMap<usize, InScope<'d>>,
    languages: HashMap<usize, Option<&'d str>>,
}

impl<'d> Inherited<'d> {
    /// The namespaces that are in scope at an element: those of its parent unless it declares others.
    pub(super) fn namespaces<N: Node<'d>>(
        &mut self,
        element: N,
        budget: &mut Budget,
    ) -> Result<InScope<'d>> {
        let mut without = Vec::new();
        let mut at = element;
        let found = loop {
            budget.charge(1)?;
            if let Some(known) = self.namespaces.get(&at.index()) {
                break Rc::clone(known);
            }
            let mut declares = false;
            for attribute in (0..).map_while(|index| at.attribute(index)) {
                budget.charge(1)?;
                declares |= attribute.name.namespace == Namespace::XmlNs;
            }
            let parent = at.parent().filter(|_| !declares);
            let Some(parent) = parent.filter(|parent| parent.kind() == NodeKind::Element) else {
                let mut steps = 0;
                let own = Rc::new(namespaces_of(at, &mut steps));
                budget.charge(steps)?;
                self.namespaces.insert(at.index(), Rc::clone(&own));
                break own;
            };
            without.push(at.index());
            at = parent;
        };
        budget.charge(4 * without.len() as u64)?;
        for index in without {
            self.namespaces.insert(index, Rc::clone(&found));
        }
        Ok(found)
    }

    /// The value of the nearest attribute `xml:lang` of a node and its ancestors.
    pub(super) fn language<N: Node<'d>>(
        &mut self,
        node: N,
        budget: &mut Budget,
    ) -> Result<Option<&'d str>> {
        let mut without = Vec::new();
        let mut next = Some(node);
        let mut found = None;
        while let Some(at) = next {
            budget.charge(1)?;
            if let Some(known) = self.languages.get(&at.index()) {
                found = *known;
                break;
            }
            without.push(at.index());
            for attribute in (0..).map_while(|index| at.attribute(index)) {
                budget.charge(1)?;
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
        budget.charge(4 * without.len() as u64)?;
        for index in without {
            self.languages.insert(index, found);
        }
        Ok(found)
    }
}
