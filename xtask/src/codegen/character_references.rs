//! The named character references as an automaton; see `crates/names/src/character_references.rs`.

use std::{
    collections::{BTreeMap, HashMap},
    fmt::Write,
};

use anyhow::{Context, Result, ensure};

use super::{array, entries};

/// A node of the tree of names.
#[derive(Default)]
struct Node {
    ends_name: bool,
    edges: BTreeMap<u8, Node>,
}

/// An edge of the automaton, before it is packed.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Edge {
    byte: u8,
    ends_name: bool,
    /// The first edge of the node it leads to; 0 if none leaves it.
    target: u32,
    /// Number of names below the earlier edges of the same node.
    skipped: u32,
}

/// The edges placed so far, and where each list of edges is, so that equal ones are placed once.
#[derive(Default)]
struct Automaton {
    edges: Vec<u32>,
    placed: HashMap<Vec<Edge>, u32>,
}

impl Automaton {
    /// Places the edges that leave `node` and all below; returns the first one and the number of
    /// names on them.
    ///
    /// Recurses on the length of the longest name.
    fn place(&mut self, node: &Node) -> Result<(u32, u32)> {
        if node.edges.is_empty() {
            return Ok((0, 0));
        }
        let mut edges = Vec::new();
        let mut skipped = 0;
        for (&byte, child) in &node.edges {
            let (target, names) = self.place(child)?;
            edges.push(Edge { byte, ends_name: child.ends_name, target, skipped });
            skipped += names + u32::from(child.ends_name);
        }
        if let Some(&first) = self.placed.get(&edges) {
            return Ok((first, skipped));
        }
        let first = u32::try_from(self.edges.len())?;
        for (i, edge) in edges.iter().enumerate() {
            self.edges.push(pack(edge, i + 1 == edges.len())?);
        }
        self.placed.insert(edges, first);
        Ok((first, skipped))
    }
}

fn pack(edge: &Edge, last: bool) -> Result<u32> {
    ensure!(edge.byte < 1 << 7, "a name isn't ASCII");
    ensure!(edge.target < 1 << 12, "more edges than an edge can address");
    ensure!(edge.skipped < 1 << 11, "more names on siblings than an edge can count");
    Ok(u32::from(edge.byte)
        | u32::from(last) << 7
        | u32::from(edge.ends_name) << 8
        | edge.target << 9
        | edge.skipped << 21)
}

/// `generated/character_references.rs`.
pub(super) fn tables(sources: &[String]) -> Result<String> {
    let mut root = Node::default();
    let mut values = Vec::new();
    let mut characters = Characters::default();
    let mut previous = "";
    for line in sources.iter().flat_map(|source| entries(source)) {
        let (name, codes) = line.split_once(' ').with_context(|| line.to_owned())?;
        ensure!(previous < name, "`{name}` stands after `{previous}`");
        previous = name;
        let mut node = &mut root;
        for &byte in name.as_bytes() {
            node = node.edges.entry(byte).or_default();
        }
        node.ends_name = true;
        values.push(characters.place(codes).with_context(|| line.to_owned())?);
    }

    // The number 0 means "no edge".
    let mut automaton = Automaton { edges: vec![0], ..Automaton::default() };
    // The names of a first letter are too many to count in an edge, and it is found by an index.
    let mut first = vec![(0, 0); usize::from(b'z' - b'A') + 1];
    let mut place = 0;
    for (&byte, node) in &root.edges {
        ensure!(byte.is_ascii_alphabetic() && !node.ends_name, "a name of one byte, or no letter");
        let (target, names) = automaton.place(node)?;
        let edge = pack(&Edge { byte, ends_name: false, target, skipped: 0 }, true)?;
        first[usize::from(byte - b'A')] = (automaton.edges.len(), place);
        automaton.edges.push(edge);
        place += names;
    }

    let mut text = String::from("//! The named character references.\n\n");
    text +=
        "/// The edge and the place in sorted order that each first letter from `A` on leads to.\n";
    writeln!(text, "pub(crate) static FIRST: [(u16, u16); {}] = [", first.len())?;
    for entry in first {
        writeln!(text, "    {entry:?},")?;
    }
    text += "];\n\n/// The packed edges of the automaton.\n";
    text += &array("EDGES", "u32", &automaton.edges)?;
    text += "\n/// For each name in sorted order eight times the start of its characters, and their length.\n";
    text += &array("VALUES", "u16", &values)?;
    text += "\n/// The characters of all names.\n";
    writeln!(text, "pub(crate) static CHARACTERS: &str = \"\\\n{}\";", lines(&characters.text))?;
    Ok(text)
}

/// A string in which each value stands once.
#[derive(Default)]
struct Characters {
    text: String,
    placed: HashMap<String, u16>,
}

impl Characters {
    /// The place of the characters with these code points, packed.
    fn place(&mut self, codes: &str) -> Result<u16> {
        let mut value = String::new();
        for code in codes.split(' ') {
            let code = u32::from_str_radix(code, 16)?;
            value.push(char::from_u32(code).context("not a character")?);
        }
        if let Some(&packed) = self.placed.get(&value) {
            return Ok(packed);
        }
        ensure!(value.len() < 8, "too long a value");
        let packed = u16::try_from(self.text.len() * 8 + value.len())?;
        self.text.push_str(&value);
        self.placed.insert(value, packed);
        Ok(packed)
    }
}

/// The text as a string literal of ASCII characters holds it, in lines that a backslash joins.
fn lines(text: &str) -> String {
    const WIDTH: usize = 98;
    let mut lines = String::from("    ");
    let mut width = 4;
    for c in text.chars() {
        let escaped = match c {
            '!'..='~' if c != '"' && c != '\\' => c.to_string(),
            _ => c.escape_unicode().to_string(),
        };
        if width + escaped.len() > WIDTH {
            lines += "\\\n    ";
            width = 4;
        }
        width += escaped.len();
        lines += &escaped;
    }
    lines
}
