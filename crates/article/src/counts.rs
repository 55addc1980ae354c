//! Sums over the descendants of each block, in one pass from the end.

use sapwood_names::tag;

use crate::survey::{Block, Blocks, Flow};

/// Sums over a block and its descendants.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    /// Characters of text.
    pub(crate) length: u32,
    /// The part in links.
    pub(crate) linked: u32,
    /// Links.
    pub(crate) links: u32,
    /// Characters outside of links, in blocks that read like prose.
    pub(crate) prose: u32,
    /// Characters in `pre` and `code`.
    pub(crate) code: u32,
}

impl Sums {
    /// Characters outside of links.
    pub(crate) const fn plain(self) -> u32 {
        self.length.saturating_sub(self.linked)
    }

    fn add(&mut self, other: Self) {
        self.length = self.length.saturating_add(other.length);
        self.linked = self.linked.saturating_add(other.linked);
        self.links = self.links.saturating_add(other.links);
        self.prose = self.prose.saturating_add(other.prose);
        self.code = self.code.saturating_add(other.code);
    }
}

/// Prose is a text of this length outside of links and headings, with marks of sentences,
const PROSE_WITH_MARKS: u32 = 50;
/// or without them of this length.
const PROSE: u32 = 140;

/// The sums of all blocks, without the descendants of blocks that `is_left_out`.
pub(crate) fn sums(page: &Blocks, is_left_out: impl Fn(usize) -> bool) -> Vec<Sums> {
    let blocks = &page.blocks;
    let mut sums = vec![Sums::default(); blocks.len()];
    // The text of the lines directly in a block, inline elements included.
    let mut lines = vec![(0_u32, false); blocks.len()];
    for index in (0..blocks.len()).rev() {
        let block = &blocks[index];
        let (plain, has_marks) = lines[index];
        let plain = plain.saturating_add(block.own.length - block.own.linked);
        let has_marks = has_marks || block.own.has_marks;
        let mut own = sums[index];
        own.add(sums_of(block));
        if matches!(block.tag, tag::PRE | tag::CODE) {
            own.code = own.length;
        }
        let is_prose = plain >= PROSE || plain >= PROSE_WITH_MARKS && has_marks;
        if block.flow == Flow::Block && is_prose {
            own.prose = own.prose.saturating_add(plain);
        }
        sums[index] = own;
        if index == 0 || is_left_out(index) {
            continue;
        }
        let parent = block.parent as usize;
        sums[parent].add(own);
        if block.flow == Flow::Inline {
            let line = &mut lines[parent];
            *line = (line.0.saturating_add(plain), line.1 || has_marks);
        }
    }
    sums
}

fn sums_of(block: &Block) -> Sums {
    Sums {
        length: block.own.length,
        linked: block.own.linked,
        links: u32::from(block.tag == tag::A),
        ..Sums::default()
    }
}
