//! Markdown in pieces for search and for language models.
//!
//! # Problem
//!
//! The pieces should be as long as the caller allows, begin and end where a reader would, and still be Markdown: a table
//! needs its header, code its fence, and a link or emphasis can't be cut.
//!
//! # Idea
//!
//! The layout of the conversion says where blocks begin, so all places where the Markdown may be cut are known before the
//! first cut: each has a rank, from the heading of a part down to the space between two words. A chunk is filled up to
//! its budget, and cut at the best rank in its second half.
//!
//! # Invariants
//!
//! The ranges of the chunks cover the Markdown without gaps. Repeated parts take at most half of a budget, so that all
//! chunks together are linear in the Markdown.

use std::{fmt, ops::Range};

use sapwood_extract::TextRange;
use sapwood_names::attr;
use sapwood_tree::Node;

use crate::{
    MarkdownMap,
    escape::{Surroundings, block_start},
    inline::one_line,
    options::{Escaping, Extensions},
    writer::{Block, MarkedBlock},
};

/// The longest text of a heading in a path, and the longest `id`, in bytes.
const MAX_HEADING: usize = 200;

/// The number of ancestors among which an `id` is looked for.
const MAX_ANCESTORS: usize = 16;

/// Returns the size of a text in some unit.
type Measure = dyn Fn(&str) -> usize;

/// Options of [`MarkdownMap::chunks`].
///
/// ```
/// use sapwood::markdown::ChunkOptions;
///
/// let by_characters = ChunkOptions::new(2_000);
/// let by_words = ChunkOptions::new(300).measure(|text| text.split_whitespace().count());
/// # let _ = (by_characters, by_words);
/// ```
pub struct ChunkOptions {
    budget: usize,
    measure: Option<Box<Measure>>,
}

impl fmt::Debug for ChunkOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let measures = self.measure.is_some();
        f.debug_struct("ChunkOptions")
            .field("budget", &self.budget)
            .field("measures", &measures)
            .finish()
    }
}

impl ChunkOptions {
    /// Creates options for chunks of at most `budget` characters.
    #[must_use]
    pub fn new(budget: usize) -> Self {
        Self { budget: budget.max(1), measure: None }
    }

    /// Counts the budget in the caller's unit, such as the tokens of a language model. `measure` is called with parts of the
    /// Markdown and with whole chunks, a few times for each part.
    #[must_use]
    pub fn measure(mut self, measure: impl Fn(&str) -> usize + 'static) -> Self {
        self.measure = Some(Box::new(measure));
        self
    }

    fn size(&self, text: &str) -> usize {
        match &self.measure {
            Some(measure) => measure(text),
            None => text.chars().count(),
        }
    }
}

/// A heading above a chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChunkHeading<N> {
    /// The level, from 1 to 6.
    pub level: u8,
    /// The text with white space collapsed, cut after 200 bytes.
    pub text: String,
    /// The element.
    pub node: N,
}

/// A piece of Markdown. See [`MarkdownMap::chunks`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Chunk<N> {
    /// The Markdown of the chunk: the part of the whole, with what is repeated around it.
    pub text: String,
    /// The ranges of `text` that are repeated from elsewhere: the header of a table at the start, a fence of code at the
    /// start or the end.
    pub repeated: Vec<Range<usize>>,
    /// The range in the whole Markdown.
    pub range: Range<usize>,
    /// The headings that the start of the chunk is under, outermost first; one that it begins with included.
    pub headings: Vec<ChunkHeading<N>>,
    /// The `id` of an element near the start: of the last heading, or of an element around the start. With `#` before it,
    /// it is the fragment of a URL.
    pub id: Option<String>,
    /// The ranges of the input that the text comes from, if the tree knows them: one for each block or row, in the order of
    /// the text. Ranges that touch are one.
    pub sources: Vec<Range<usize>>,
    /// The texts of the document from the first to the last of the chunk, if it has any.
    pub text_range: Option<TextRange<N>>,
    /// Whether the chunk is larger than the budget, because it can't be cut: a row of a table, a line of code, a link or a
    /// word.
    pub is_oversized: bool,
}

/// A place where the Markdown may be cut.
#[derive(Clone, Copy, Debug)]
struct Cut {
    at: usize,
    /// The lower, the better.
    rank: u32,
    /// The block that the place is in, if it isn't between two.
    block: Option<usize>,
}

/// Ranks of cuts. Before them are those of headings by level, and of blocks by depth.
const BLOCK: u32 = 6;
const LINE: u32 = 100;
const SENTENCE: u32 = 110;
const WORD: u32 = 120;
/// A heading is cut from what follows it only if nothing else can be cut.
const AFTER_HEADING: u32 = 200;

/// The parts of a block that each chunk with a part of it repeats.
#[derive(Clone, Debug, Default)]
struct Repeated {
    before: Range<usize>,
    after: Range<usize>,
    /// The sizes of both.
    before_size: usize,
    after_size: usize,
}

impl<'d, N: Node<'d>> MarkdownMap<N> {
    /// Cuts the Markdown into chunks of at most the budget.
    ///
    /// Chunks are cut before headings, between blocks, between items, between the rows of a table and the lines of code, and
    /// paragraphs that are too long between sentences or words: at the best such place in the second half of a chunk. They
    /// aren't cut in a row, in a line of code, in a link or in emphasis: what is larger is a chunk of its own, marked as
    /// [oversized](Chunk::is_oversized). The chunks without what is marked as [repeated](Chunk::repeated) are the Markdown.
    ///
    /// It takes linear time, and all chunks together are at most about four times as long as the Markdown.
    ///
    /// ```
    /// use sapwood::markdown::{ChunkOptions, MarkdownOptions};
    ///
    /// let html = "<h1>Oak</h1><p>Hard wood.<h2>Leaves</h2><p>Lobed, and green until late in the year.";
    /// let document = sapwood::parse(html);
    /// let map = document.to_markdown_map(&MarkdownOptions::default());
    /// let chunks = map.chunks(&ChunkOptions::new(55));
    /// let texts: Vec<&str> = chunks.iter().map(|chunk| &*chunk.text).collect();
    /// assert_eq!(texts, ["# Oak\n\nHard wood.\n\n", "## Leaves\n\nLobed, and green until late in the year.\n"]);
    /// let path: Vec<&str> = chunks[1].headings.iter().map(|heading| &*heading.text).collect();
    /// assert_eq!(path, ["Oak", "Leaves"]);
    /// ```
    #[must_use]
    pub fn chunks(&self, options: &ChunkOptions) -> Vec<Chunk<N>> {
        let chunker = Chunker::new(self, options);
        let mut ends = vec![0];
        while let Some(&start) = ends.last()
            && start + 1 < chunker.cuts.len()
        {
            ends.push(chunker.end_of(start));
        }
        let places: Vec<usize> = ends.iter().map(|cut| chunker.cuts[*cut].at).collect();
        let Parts { of_nodes, written } = self.parts_between(&places);
        let inputs = N::input_ranges(&of_nodes);
        let mut next = 0;
        let mut path = Path::new(self);
        let chunks = ends.windows(2).map(|pair| {
            let range = chunker.cuts[pair[0]].at..chunker.cuts[pair[1]].at;
            let Made { text, repeated } = chunker.make(pair[0], pair[1]);
            path.go_to(range.start);
            let own = next..written.partition_point(|it| it.start < range.end).max(next);
            next = own.end;
            let parts =
                written[own.clone()].iter().cloned().zip(inputs[own.clone()].iter().cloned());
            let sources = self.joined(parts);
            Chunk {
                text_range: text_range(&of_nodes[own]),
                is_oversized: options.size(&text) > options.budget,
                text,
                repeated,
                id: path.id(range.clone()),
                headings: path.open.clone(),
                sources,
                range,
            }
        });
        chunks.collect()
    }

    /// The parts of nodes in the entries, cut at `places`.
    fn parts_between(&self, places: &[usize]) -> Parts<N> {
        let mut parts = Parts { of_nodes: Vec::new(), written: Vec::new() };
        let mut places = places.iter().copied().peekable();
        for entry in self.entries() {
            let mut start = entry.range.start;
            while start < entry.range.end {
                while places.next_if(|place| *place <= start).is_some() {}
                let next = places.peek().map_or(entry.range.end, |it| entry.range.end.min(*it));
                // The space at a cut belongs to neither side.
                let end = start + self.markdown()[start..next].trim_end_matches(' ').len();
                let is_copy = |data: &Range<usize>| data.len() == entry.range.len();
                let part = entry.data.clone().map(|data| match is_copy(&data) {
                    true => {
                        let at = |place: usize| data.start + place - entry.range.start;
                        at(start)..at(end)
                    }
                    false => data,
                });
                if start < end {
                    parts.of_nodes.push((entry.node, part));
                    parts.written.push(start..end);
                }
                start = next;
            }
        }
        parts
    }

    /// Sources of parts of the Markdown, joined where they are of one block, or touch.
    fn joined(
        &self,
        parts: impl Iterator<Item = (Range<usize>, Option<Range<usize>>)>,
    ) -> Vec<Range<usize>> {
        let mut joined: Vec<Range<usize>> = Vec::new();
        let mut unit_end = 0;
        for (written, source) in parts {
            let Some(source) = source else { continue };
            let is_same = written.start < unit_end;
            if !is_same {
                unit_end = self.unit_end(written.start);
            }
            match joined.last_mut() {
                Some(last)
                    if source.start >= last.start && (source.start <= last.end || is_same) =>
                {
                    last.end = last.end.max(source.end);
                }
                _ => joined.push(source),
            }
        }
        joined
    }

    /// The end of the block around a place; of the row, if it is a table.
    fn unit_end(&self, at: usize) -> usize {
        let block = self.blocks.partition_point(|block| block.range.end <= at);
        match self.blocks.get(block) {
            Some(block) if block.kind == Block::Table => {
                let line = &self.markdown()[at..block.range.end];
                at + line.find('\n').unwrap_or(line.len())
            }
            Some(block) => block.range.end,
            None => self.markdown().len(),
        }
    }
}

/// The range from the first to the last part of a text node.
fn text_range<N: Copy>(parts: &[(N, Option<Range<usize>>)]) -> Option<TextRange<N>> {
    let mut texts = parts.iter().filter_map(|(node, data)| Some((*node, data.as_ref()?)));
    let (first, data) = texts.next()?;
    let (last, last_data) = texts.next_back().unwrap_or((first, data));
    Some(TextRange { start: (first, data.start), end: (last, last_data.end) })
}

/// Parts of nodes that were written.
/// The parts of nodes, and the Markdown that they are in.
struct Parts<N> {
    /// The nodes, and the parts of their data.
    of_nodes: Vec<(N, Option<Range<usize>>)>,
    /// The places in the Markdown.
    written: Vec<Range<usize>>,
}

/// The text of a chunk.
struct Made {
    text: String,
    repeated: Vec<Range<usize>>,
}

struct Chunker<'m, N> {
    map: &'m MarkdownMap<N>,
    options: &'m ChunkOptions,
    /// The cuts, from the start to the end of the Markdown.
    cuts: Vec<Cut>,
    /// The size of the Markdown up to each cut.
    sizes: Vec<usize>,
    /// The repeated parts of each block.
    repeated: Vec<Repeated>,
}

impl<'m, 'd, N: Node<'d>> Chunker<'m, N> {
    fn new(map: &'m MarkdownMap<N>, options: &'m ChunkOptions) -> Self {
        let mut chunker = Self {
            map,
            options,
            cuts: vec![Cut { at: 0, rank: 0, block: None }],
            sizes: vec![0],
            repeated: Vec::with_capacity(map.blocks.len()),
        };
        for (number, block) in map.blocks.iter().enumerate() {
            chunker.cut_before(number, block);
            chunker.cut_within(number, block);
        }
        chunker.push(map.markdown().len(), 0, None);
        chunker
    }

    /// Adds a cut, unless there is one at the place.
    fn push(&mut self, at: usize, rank: u32, block: Option<usize>) {
        let (Some(last), Some(size)) = (self.cuts.last(), self.sizes.last()) else { return };
        if at > last.at {
            let size = size + self.options.size(&self.map.markdown()[last.at..at]);
            self.cuts.push(Cut { at, rank, block });
            self.sizes.push(size);
        }
    }

    fn cut_before(&mut self, number: usize, block: &MarkedBlock) {
        let follows_heading = number > 0 && self.map.blocks[number - 1].heading.is_some();
        let has_empty_line = self.map.markdown()[..block.range.start].ends_with("\n\n");
        let rank = match block.heading {
            _ if follows_heading => AFTER_HEADING,
            Some((level, _)) if block.depth == 0 => u32::from(level) - 1,
            _ => BLOCK + 2 * block.depth as u32 + u32::from(!has_empty_line),
        };
        self.push(block.range.start, rank, None);
    }

    /// Adds the cuts in a block, if it is too long.
    fn cut_within(&mut self, number: usize, block: &MarkedBlock) {
        let text = &self.map.markdown()[block.range.clone()];
        self.repeated.push(Repeated::default());
        if block.heading.is_some() || self.options.size(text) <= self.options.budget {
            return;
        }
        match block.kind {
            Block::Paragraph => self.cut_paragraph(number, block),
            Block::Table => self.cut_lines(number, block, 2, 0),
            Block::Code => self.cut_lines(number, block, 1, 1),
            _ => {}
        }
    }

    /// Cuts between lines, of which the first and the last ones are repeated.
    fn cut_lines(&mut self, number: usize, block: &MarkedBlock, head: usize, tail: usize) {
        let text = &self.map.markdown()[block.range.clone()];
        let places = text.match_indices('\n').map(|(at, _)| block.range.start + at + 1);
        let lines: Vec<usize> = std::iter::once(block.range.start).chain(places).collect();
        // The last place is the end.
        let count = lines.len() - 1;
        if count <= head + tail + 1 {
            return;
        }
        let (before, after) = (lines[0]..lines[head], lines[count - tail]..lines[count]);
        let size = |range: &Range<usize>| self.options.size(&self.map.markdown()[range.clone()]);
        let (before_size, after_size) = (size(&before), size(&after));
        if before_size.max(after_size) <= self.options.budget / 4 {
            self.repeated[number] = Repeated { before, after, before_size, after_size };
        }
        for &at in &lines[head + 1..count - tail] {
            self.push(at, LINE, Some(number));
        }
    }

    /// Cuts between sentences and words that are in no link or emphasis.
    fn cut_paragraph(&mut self, number: usize, block: &MarkedBlock) {
        let markdown = self.map.markdown();
        let end = block.range.end;
        let atoms = &self.map.atoms;
        let mut atom = atoms.partition_point(|atom| atom.end <= block.range.start);
        let (mut before, mut line_start) = ('\n', block.range.start);
        for (offset, character) in markdown[block.range.clone()].char_indices() {
            let at = block.range.start + offset;
            let last = std::mem::replace(&mut before, character);
            while atoms.get(atom).is_some_and(|atom| atom.end <= at) {
                atom += 1;
            }
            if last == '\n' {
                line_start = at;
            }
            let is_in_atom = atoms.get(atom).is_some_and(|atom| atom.start < at);
            let is_space = |it: char| matches!(it, ' ' | '\n');
            if is_in_atom || is_space(character) || offset == 0 {
                continue;
            }
            let rank = match last {
                '。' | '！' | '？' => SENTENCE,
                ' ' => match markdown[..at].trim_end_matches(' ').chars().next_back() {
                    Some('.' | '!' | '?' | '…' | '"' | '”' | ')') => SENTENCE,
                    _ => WORD,
                },
                '\n' => WORD,
                _ if is_ideograph(last) && is_ideograph(character) => WORD,
                _ => continue,
            };
            if last == ' ' {
                // At the start of a chunk the word must not begin another block.
                let rest = &markdown[at..end];
                let word = &rest[..rest.find(is_space).unwrap_or(rest.len())];
                if block_start(word, &LINE_START).is_some()
                    || may_be_prefix(&markdown[line_start..at])
                {
                    continue;
                }
            }
            self.push(at, rank, Some(number));
        }
    }

    /// The cut that ends the chunk which begins at another one.
    fn end_of(&self, start: usize) -> usize {
        let fits = |end: &usize| self.size(start, *end) <= self.options.budget;
        let last = (start + 1..self.cuts.len()).take_while(fits).last().unwrap_or(start + 1);
        if last + 1 == self.cuts.len() {
            return last;
        }
        let is_large = |end: &usize| self.size(start, *end) * 2 >= self.options.budget;
        let candidates = (start + 1..=last).rev().take_while(is_large);
        let mut best = candidates.min_by_key(|cut| self.cuts[*cut].rank).unwrap_or(last);
        if self.cuts[best].rank == AFTER_HEADING {
            let is_other = |cut: &usize| self.cuts[*cut].rank != AFTER_HEADING;
            best = (start + 1..best).rev().find(is_other).unwrap_or(best);
        }
        // The size of parts may be less than that of the whole.
        let mut end = best;
        while end > start + 1
            && self.options.measure.is_some()
            && self.options.size(&self.make(start, end).text) > self.options.budget
        {
            end = start + (end - start) / 2;
        }
        end
    }

    /// The size of a chunk, of which the parts were measured.
    fn size(&self, start: usize, end: usize) -> usize {
        let before = self.repeated_at(start).map_or(0, |it| it.before_size);
        let after = self.repeated_at(end).map_or(0, |it| it.after_size);
        self.sizes[end] - self.sizes[start] + before + after
    }

    /// The repeated parts at a cut.
    fn repeated_at(&self, cut: usize) -> Option<&Repeated> {
        self.cuts[cut].block.map(|block| &self.repeated[block])
    }

    /// Makes the text of a chunk.
    fn make(&self, start: usize, end: usize) -> Made {
        let markdown = self.map.markdown();
        let before = self.repeated_at(start).map_or(0..0, |it| it.before.clone());
        let after = self.repeated_at(end).map_or(0..0, |it| it.after.clone());
        let own = &markdown[self.cuts[start].at..self.cuts[end].at];
        let text = [&markdown[before.clone()], own, &markdown[after.clone()]].concat();
        let ranges = [0..before.len(), text.len() - after.len()..text.len()];
        Made { repeated: ranges.into_iter().filter(|it| !it.is_empty()).collect(), text }
    }
}

/// The start of a line that isn't the first, for words after a cut.
const LINE_START: Surroundings = Surroundings {
    escaping: Escaping::Minimal,
    before: '\n',
    begins_line: true,
    is_first_line: true,
    after: ' ',
    is_in_link: false,
    is_in_cell: false,
    has_link_end: false,
    has_strike: false,
    is_plain: false,
    extensions: Extensions {
        has_subscripts: false,
        has_superscripts: false,
        has_insertions: false,
        has_highlights: false,
        has_definitions: false,
    },
};

/// The most bytes of the prefix of a line: 24 containers of 16 columns.
const MAX_PREFIX: usize = 24 * 16;

/// Whether the start of a line may be the prefix of containers.
fn may_be_prefix(start: &str) -> bool {
    start.len() <= MAX_PREFIX && start.chars().all(|it| " >-*+0123456789.):".contains(it))
}

/// Whether lines may be wrapped before and after a character: ideographs, kana, hangul.
fn is_ideograph(character: char) -> bool {
    matches!(character, '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The headings above a place, as it moves on.
struct Path<'m, N> {
    map: &'m MarkdownMap<N>,
    next: usize,
    open: Vec<ChunkHeading<N>>,
}

impl<'m, 'd, N: Node<'d>> Path<'m, N> {
    fn new(map: &'m MarkdownMap<N>) -> Self {
        Self { map, next: 0, open: Vec::new() }
    }

    /// Goes on to a chunk that begins at `at`.
    fn go_to(&mut self, at: usize) {
        while let Some(block) = self.map.blocks.get(self.next)
            && block.range.start <= at
        {
            if let Some((level, node)) = block.heading {
                let node = self.map.nodes[node as usize];
                self.open.retain(|heading| heading.level < level);
                let mut text = one_line(&node.text_content());
                if text.len() > MAX_HEADING {
                    let is_end = |at: &usize| text.is_char_boundary(*at);
                    text.truncate((0..=MAX_HEADING).rev().find(is_end).unwrap_or(0));
                }
                self.open.push(ChunkHeading { level, text, node });
            }
            self.next += 1;
        }
    }

    /// The `id` near the start of a chunk.
    fn id(&self, range: Range<usize>) -> Option<String> {
        let of = |node: N| {
            let id = node.known_attribute(attr::ID).or_else(|| node.known_attribute(attr::NAME));
            id.filter(|id| !id.is_empty() && id.len() <= MAX_HEADING).map(str::to_owned)
        };
        if let Some(heading) = self.open.last() {
            let node = heading.node;
            let parent = node
                .parent()
                .filter(|parent| parent.children().find(|child| child.is_element()) == Some(node));
            let near = [Some(node), node.first_child(), node.last_child(), parent];
            return near.into_iter().flatten().find_map(of);
        }
        let entry = self.map.entries().get(self.map.first_entry(range.start))?;
        let around = entry.node.ancestors().take(MAX_ANCESTORS);
        around.filter(|node| node.is_element()).find_map(of)
    }
}
