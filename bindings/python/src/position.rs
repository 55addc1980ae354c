//! Positions in the decoded input, counted in characters as Python counts them.

use std::sync::OnceLock;

/// The number of bytes between two entries of the table of characters.
const BLOCK: usize = 512;

/// The decoded input of a document.
pub(crate) struct Source {
    text: String,
    table: OnceLock<Table>,
}

/// The beginnings of lines, and the number of characters before each block.
struct Table {
    lines: Vec<usize>,
    /// Empty if all characters are ASCII.
    characters: Vec<usize>,
}

impl Source {
    pub(crate) fn new(text: String) -> Self {
        Self { text, table: OnceLock::new() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    fn table(&self) -> &Table {
        self.table.get_or_init(|| Table::of(&self.text))
    }

    /// The number of characters before the byte at `offset`.
    pub(crate) fn character(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        let table = self.table();
        match table.characters.get(offset / BLOCK) {
            Some(before) => {
                let block = &self.text.as_bytes()[offset / BLOCK * BLOCK..offset];
                before + count_characters(block)
            }
            None => offset,
        }
    }

    /// The line and the column of the byte at `offset`, both from 1, the column in characters.
    pub(crate) fn line_column(&self, offset: usize) -> (usize, usize) {
        let lines = &self.table().lines;
        let line = lines.partition_point(|&start| start <= offset);
        let start = lines[line - 1];
        (line, self.character(offset) - self.character(start) + 1)
    }
}

impl Table {
    fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends = memchr::memchr2_iter(b'\n', b'\r', bytes);
        // CR LF is one line end.
        let ends = ends.filter(|&at| bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n'));
        let lines = std::iter::once(0).chain(ends.map(|at| at + 1)).collect();
        let mut characters = Vec::new();
        if !text.is_ascii() {
            let mut before = 0;
            for block in bytes.chunks(BLOCK) {
                characters.push(before);
                before += count_characters(block);
            }
            characters.push(before);
        }
        Self { lines, characters }
    }
}

/// The number of characters that begin in `bytes`.
fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| !(0x80..0xc0).contains(&byte)).count()
}
