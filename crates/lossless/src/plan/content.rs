//! The markup of nodes that are inserted or written anew.

use std::ops::Range;

use super::{Content, Planner, Region};
use crate::{
    extents::{CDATA_END, CDATA_START},
    flat::Kind,
};

impl Planner<'_, '_> {
    /// The markup of nodes that are written into `parent`. Nodes of the first parse are regions of the source unless
    /// `is_anew`.
    pub(super) fn content(&mut self, parent: usize, nodes: &[usize], is_anew: bool) -> Content {
        let mut content = Content::default();
        let edited = self.edited;
        let mut open: Vec<usize> = Vec::new();
        for &node in nodes {
            let mut anew_until = if is_anew { usize::MAX } else { 0 };
            let end = edited.items[node].end;
            let mut at = node;
            while at < end {
                while let Some(last) = open.pop_if(|last| edited.items[*last].end <= at) {
                    self.syntax.push_end(&mut content.text, edited, last);
                }
                if self.measures[at].is_rewritten {
                    anew_until = anew_until.max(edited.items[at].end);
                }
                let is_anew = at < anew_until;
                if let Some((origin, range)) = self.region_of(at, is_anew) {
                    let number = self.regions.len();
                    self.regions.push(Region { range, spots: Vec::new() });
                    content.regions.push((content.text.len(), number));
                    if self.dirty[at] && origin != 0 {
                        self.roots.push((number, at));
                    }
                    at = edited.items[at].end;
                    continue;
                }
                let parent = if at == node { parent } else { edited.items[at].parent };
                match edited.items[at].kind {
                    Kind::Text(text) => {
                        let is_first = at == parent + 1 && content.text.ends_with('>');
                        self.syntax.push_text(&mut content.text, edited, parent, text, is_first);
                    }
                    Kind::Element(_) | Kind::Shadow(_) => {
                        if !self.is_omitted(at, is_anew) {
                            self.syntax.push_start(&mut content.text, edited, at);
                            open.push(at);
                        }
                    }
                    _ => self.syntax.push_other(&mut content.text, edited, at),
                }
                at += 1;
            }
            while let Some(last) = open.pop() {
                self.syntax.push_end(&mut content.text, edited, last);
            }
        }
        content
    }

    /// Whether the tags of an element that the parser implied are left out.
    fn is_omitted(&self, node: usize, is_anew: bool) -> bool {
        let has_tags = self.measures[node].has_tags || self.measures[node].has_start;
        let is_implied =
            |origin: usize| self.first.items[origin].is_implied && !self.is_changed(node, origin);
        !is_anew && !has_tags && self.origins[node].is_some_and(is_implied)
    }

    /// The node of the first parse whose markup is written for a node, and the range of the markup.
    fn region_of(&self, node: usize, is_anew: bool) -> Option<(usize, Range<usize>)> {
        let origin = self.origins[node]?;
        let range = self.extents.clean(origin)?;
        let is_usable = match self.edited.items[node].kind {
            // Its identifiers may be followed by errors that force quirks mode.
            Kind::Doctype(..) => {
                !self.is_changed(node, origin) && self.source[..range.end].ends_with('>')
            }
            _ if is_anew => false,
            Kind::Element(_) => true,
            Kind::Text(_) => {
                let is_raw = self.syntax.is_raw(self.edited, self.edited.items[node].parent)
                    || self.syntax.is_raw(self.first, self.first.items[origin].parent);
                let source = &self.source[range.clone()];
                let is_cdata = source.starts_with(CDATA_START) || source.ends_with(CDATA_END);
                !is_raw && !is_cdata && self.early_end_tags_in(&range).is_empty()
            }
            _ => false,
        };
        is_usable.then_some((origin, range))
    }
}
