//! From planned regions to patches of the source.

use std::ops::Range;

use crate::plan::{Content, Region, Spot};

/// A range of the source and the text that replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPatch {
    /// The range, in bytes of the text.
    pub range: Range<usize>,
    /// The text in its place.
    pub replacement: String,
}

/// Applies sorted patches that don't overlap.
#[must_use]
pub fn apply(source: &str, patches: &[TextPatch]) -> String {
    let added: usize = patches.iter().map(|patch| patch.replacement.len()).sum();
    let mut out = String::with_capacity(source.len() + added);
    let mut at = 0;
    for patch in patches {
        out.push_str(&source[at..patch.range.start]);
        out.push_str(&patch.replacement);
        at = patch.range.end;
    }
    out.push_str(&source[at..]);
    out
}

/// A piece of the result.
enum Piece<'p> {
    Source(Range<usize>),
    New(&'p str),
}

/// The patches that make the first region of `regions`.
pub(crate) fn patches_of(source: &str, regions: &[Region]) -> Vec<TextPatch> {
    let mut patches: Vec<TextPatch> = Vec::new();
    let Some(document) = regions.first() else { return patches };
    for spot in &document.spots {
        let mut at = spot.range.start;
        let mut text = String::new();
        let end = spot.range.end;
        each_piece(regions, &spot.content, &mut |piece| match piece {
            Piece::New(new) => text.push_str(new),
            // A part of what is replaced stays if it is still in order.
            Piece::Source(range) if range.start >= at && range.end <= end => {
                push(&mut patches, source, at..range.start, std::mem::take(&mut text), spot);
                at = range.end;
            }
            Piece::Source(range) => text.push_str(&source[range]),
        });
        push(&mut patches, source, at..end, text, spot);
    }
    patches
}

/// Adds a patch, joined with the last one if that ends where it begins.
fn push(
    patches: &mut Vec<TextPatch>,
    source: &str,
    range: Range<usize>,
    replacement: String,
    spot: &Spot,
) {
    let mut patch = TextPatch { range, replacement };
    if spot.is_rewritten {
        trim(source, &mut patch);
    }
    if source[patch.range.clone()] == patch.replacement {
        return;
    }
    match patches.last_mut() {
        Some(last) if last.range.end == patch.range.start => {
            last.range.end = patch.range.end;
            last.replacement.push_str(&patch.replacement);
        }
        _ => patches.push(patch),
    }
}

/// Leaves out what the range and the replacement have in common at their beginnings and ends.
fn trim(source: &str, patch: &mut TextPatch) {
    let old = &source[patch.range.clone()];
    let pairs = old.chars().zip(patch.replacement.chars());
    let prefix: usize = pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (old, new) = (&old[prefix..], &patch.replacement[prefix..]);
    let pairs = old.chars().rev().zip(new.chars().rev());
    let suffix: usize = pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    patch.range = patch.range.start + prefix..patch.range.end - suffix;
    patch.replacement = new[..new.len() - suffix].to_owned();
}

/// Calls `each` with the pieces that content consists of.
fn each_piece<'p>(regions: &'p [Region], content: &'p Content, each: &mut dyn FnMut(Piece<'p>)) {
    /// Content or a region that is being written, and the place that was reached in it.
    enum Open<'p> {
        Content { content: &'p Content, text: usize, region: usize },
        Region { region: &'p Region, at: usize, spot: usize },
    }
    let mut open = vec![Open::Content { content, text: 0, region: 0 }];
    while let Some(last) = open.last_mut() {
        let next = match last {
            Open::Content { content, text, region } => match content.regions.get(*region) {
                Some((place, number)) => {
                    each(Piece::New(&content.text[*text..*place]));
                    *text = *place;
                    *region += 1;
                    let region = &regions[*number];
                    Some(Open::Region { region, at: region.range.start, spot: 0 })
                }
                None => {
                    each(Piece::New(&content.text[*text..]));
                    None
                }
            },
            Open::Region { region, at, spot } => match region.spots.get(*spot) {
                Some(next) => {
                    each(Piece::Source(*at..next.range.start));
                    *at = next.range.end;
                    *spot += 1;
                    Some(Open::Content { content: &next.content, text: 0, region: 0 })
                }
                None => {
                    each(Piece::Source(*at..region.range.end));
                    None
                }
            },
        };
        match next {
            Some(next) => open.push(next),
            None => {
                open.pop();
            }
        }
    }
}
