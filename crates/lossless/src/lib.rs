//! Edits of a parsed page as a minimal patch of its source.
//!
//! A document needs no record of its edits: its source is parsed again, and since the parser always makes the same tree of it, the
//! two trees can be compared node by node. [`patches`] makes local patches of the differences. Then it proves them: it parses the
//! patched source and compares the tree with the edited one. Where they differ, first omitted tags are written, then the
//! parent is written anew, then ancestors of it, and finally the whole document.
//!
//! `sapwood::Document::to_source` is the way to use it.
//!
//! | module | contents |
//! |---|---|
//! | `tree` | trees that know their source |
//! | `flat` | a tree as a list of its nodes |
//! | `extents` | the part of the source that each node was made of |
//! | `plan` | the ranges that are replaced; `tag` finds the parts of start tags, and `writer` writes markup |
//! | `patch` | patches of the plan |
//! | `compare` | the differences between two trees |

// Labels what depends on a feature, on docs.rs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod compare;
mod extents;
mod flat;
mod patch;
mod plan;
mod tree;
mod writer;

use std::fmt;

use crate::{
    compare::{Difference, differences},
    extents::Extents,
    flat::{Flat, Kind, Positions},
    plan::{Measures, Planner, changes},
    writer::Syntax,
};
pub use patch::{TextPatch, apply};
pub use tree::{SourceNode, SourceTree};

/// The source of a tree.
pub struct SourceText<'s, T> {
    /// The text.
    pub text: &'s str,
    /// Parses a text as this one was parsed, with positions or without.
    pub parse: &'s dyn Fn(&str, bool) -> T,
    /// Whether the encoding of the source has a character.
    pub has_character: &'s dyn Fn(char) -> bool,
    /// Whether it is XML.
    pub is_xml: bool,
    /// Whether it was parsed with scripting enabled.
    pub scripting: bool,
    /// Whether a limit ended the parse, so that no edits can be proven.
    pub is_limited: bool,
}

impl<T> fmt::Debug for SourceText<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceText").field("text", &self.text).finish_non_exhaustive()
    }
}

/// Markup can't express the edited tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inexpressible;

/// The number of proofs before everything is written anew.
const ROUNDS: u32 = 8;

/// The number of these in which tags are written that are omitted.
const TAG_ROUNDS: u32 = 3;

/// The number of plans for one proof. Each writes more nodes anew.
const PLANS: usize = 8;

/// Returns the patches of a source that make it a source of the `edited` tree, in order and without overlaps.
///
/// # Errors
///
/// Returns an error if even the markup of the whole tree is parsed as another tree, or if a limit ended the parse of a tree that
/// was edited.
pub fn patches<T: SourceTree>(
    edited: &T,
    source: &SourceText<'_, T>,
) -> Result<Vec<TextPatch>, Inexpressible> {
    let first = (source.parse)(source.text, true);
    let first = Flat::of(&first, Positions::Known);
    let edited = Flat::of(edited, Positions::Unknown);
    let syntax = Syntax {
        is_xml: source.is_xml,
        scripting: source.scripting,
        has_character: source.has_character,
    };
    let is_limited = source.is_limited;
    let proof = Proof { text: source.text, syntax, first: &first, edited: &edited, is_limited };
    proof.patches(&|text| {
        let tree = (source.parse)(text, false);
        let patched = Flat::of(&tree, Positions::Unknown);
        differences(&edited, &patched, source.is_xml)
    })
}

/// The tags that are written of an element that the parser implied.
#[derive(Clone, Copy)]
enum Tags {
    Start,
    Both,
}

struct Proof<'p, 'd> {
    text: &'p str,
    syntax: Syntax<'p>,
    first: &'p Flat<'d>,
    edited: &'p Flat<'d>,
    is_limited: bool,
}

impl<'d> Proof<'_, 'd> {
    fn patches(
        &self,
        disprove: &dyn Fn(&str) -> Vec<Difference>,
    ) -> Result<Vec<TextPatch>, Inexpressible> {
        let origins = self.origins();
        let changes = changes(self.edited, self.first, &origins);
        if !changes.contains(&true) {
            return Ok(Vec::new());
        }
        if self.is_limited {
            return Err(Inexpressible);
        }
        let extents = Extents::of(self.first, self.text);
        let mut measures = vec![Measures::default(); self.edited.len()];
        let mut plans = 0;
        for round in 0..ROUNDS {
            let regions = loop {
                match self.planner(&extents, &origins, &changes, &measures).plan() {
                    Ok(regions) => break Some(regions),
                    Err(failed) if plans < PLANS => {
                        plans += 1;
                        self.widen(&mut measures, &origins, failed, 0);
                    }
                    Err(_) => break None,
                }
            };
            let Some(regions) = regions else { break };
            if measures[0].is_rewritten {
                break;
            }
            let patches = patch::patches_of(self.text, &regions);
            let differences = disprove(&apply(self.text, &patches));
            if differences.is_empty() {
                return Ok(patches);
            }
            let has_tags = round < TAG_ROUNDS
                && [Tags::Start, Tags::Both].into_iter().any(|tags| {
                    let written = differences
                        .iter()
                        .map(|it| self.write_tags(&mut measures, &origins, *it, tags));
                    written.fold(false, |any, it| any | it)
                });
            if !has_tags {
                let levels = match round {
                    0..=TAG_ROUNDS => 0,
                    _ => 1 << (round - TAG_ROUNDS - 1),
                };
                let parents = differences.iter().map(|it| it.parent);
                self.widen(&mut measures, &origins, parents, levels);
            }
        }
        // Around the nodes is markup that the parser ignored, which may be in the way.
        let whole = self.xml_declaration()..self.text.len();
        let of_nodes = extents.range(0).unwrap_or(whole.clone());
        let wider = Some(whole).filter(|whole| *whole != of_nodes);
        for range in [Some(of_nodes), wider].into_iter().flatten() {
            let planner = self.planner(&extents, &origins, &changes, &measures);
            let regions = planner.plan_anew(range);
            let patches = patch::patches_of(self.text, &regions);
            if disprove(&apply(self.text, &patches)).is_empty() {
                return Ok(patches);
            }
        }
        Err(Inexpressible)
    }

    /// The length of an XML declaration, which is no node.
    fn xml_declaration(&self) -> usize {
        let is_declared = self.syntax.is_xml && self.text.starts_with("<?xml");
        let end = self.text.find("?>").filter(|_| is_declared);
        end.map_or(0, |end| end + "?>".len())
    }

    fn planner<'p>(
        &'p self,
        extents: &'p Extents,
        origins: &'p [Option<usize>],
        changes: &[bool],
        measures: &'p [Measures],
    ) -> Planner<'p, 'd> {
        let Self { text, syntax, first, edited, .. } = *self;
        let planner = Planner::new(text, syntax, edited, first, extents, origins, measures);
        planner.with_changes(changes)
    }

    /// The nodes of the first parse, by those of the edited tree.
    fn origins(&self) -> Vec<Option<usize>> {
        let bound = self.first.items.iter().filter_map(|item| item.id).max().map_or(0, |id| id + 1);
        let mut by_id = vec![None; bound];
        for (index, item) in self.first.items.iter().enumerate() {
            if let Some(id) = item.id {
                by_id[id] = Some(index);
            }
        }
        let find = |id: usize| by_id.get(id).copied().flatten();
        self.edited.items.iter().map(|item| item.id.and_then(find)).collect()
    }

    /// Has tags around a difference written that are omitted; returns `false` if there are none.
    fn write_tags(
        &self,
        measures: &mut [Measures],
        origins: &[Option<usize>],
        Difference { parent, previous, child }: Difference,
        tags: Tags,
    ) -> bool {
        // If the other tree has more in the parent, its end tag is missing. If it has less, the start tag may be.
        let ends = [child.is_none().then_some(parent), previous].into_iter().flatten();
        let starts = [child, child.is_some().then_some(parent)].into_iter().flatten();
        let mut has_more = false;
        for (node, is_end) in ends.map(|node| (node, true)).chain(starts.map(|node| (node, false)))
        {
            if has_more && !is_end {
                break;
            }
            let Some(origin) = origins[node] else { continue };
            let (item, own) = (&self.first.items[origin], &mut measures[node]);
            let (wanted, is_needed) = match item.kind {
                Kind::Element(_) if item.span.is_none() => match tags {
                    Tags::Start => (&mut own.has_start, !is_end),
                    Tags::Both => (&mut own.has_tags, true),
                },
                Kind::Element(_) => {
                    let has_end = item.end_tag.is_some() || self.syntax.is_void(self.edited, node);
                    (&mut own.has_tags, is_end && !has_end)
                }
                Kind::Text(_) => (&mut own.is_rewritten, !is_end),
                _ => continue,
            };
            has_more |= is_needed && !std::mem::replace(wanted, true);
        }
        has_more
    }

    /// Has nodes written anew, or, where that is done already, the parents of the outermost ones; and from there so many
    /// levels above.
    fn widen(
        &self,
        measures: &mut [Measures],
        origins: &[Option<usize>],
        nodes: impl IntoIterator<Item = usize>,
        levels: usize,
    ) {
        let items = &self.edited.items;
        // Nodes in a node that is written anew, by the outermost of these.
        let mut outermost = vec![None; items.len()];
        for node in 0..items.len() {
            let own = measures[node].is_rewritten.then_some(node);
            outermost[node] = if node == 0 { own } else { outermost[items[node].parent].or(own) };
        }
        let is_part = |node: usize| {
            origins[node].is_none() || matches!(items[node].kind, Kind::Contents | Kind::Shadow(_))
        };
        let mut is_passed = vec![false; items.len()];
        for node in nodes {
            let mut target = outermost[node].map_or(node, |outer| items[outer].parent);
            for _ in 0..levels {
                target = items[target].parent;
            }
            while target != 0 && is_part(target) && !std::mem::replace(&mut is_passed[target], true)
            {
                target = items[target].parent;
            }
            if !is_part(target) {
                measures[target].is_rewritten = true;
            }
        }
    }
}
