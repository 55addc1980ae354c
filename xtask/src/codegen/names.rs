//! The known names: their ids, texts, constants, and hash multipliers.

use std::{collections::HashMap, fmt::Write};

use anyhow::{Context, Result, ensure};

use super::{array, entries, perfect_hash};

/// The sizes of the hash tables in `crates/names/src/lookup.rs`.
const TAG_SLOTS: u32 = 4096;
const ATTRIBUTE_SLOTS: u32 = 16384;

/// The longest name in those tables.
const SHORT: usize = 16;

/// Whether a name is in one of those tables.
fn is_short(name: &str) -> bool {
    name.len() <= SHORT && !name.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// All names with their ids.
#[derive(Default)]
struct Names {
    /// The texts by id; the first is empty.
    texts: Vec<String>,
    ids: HashMap<String, usize>,
    /// The ids of tag names, ascending.
    tags: Vec<usize>,
    /// The ids of attribute names, in the order of the lists.
    attributes: Vec<usize>,
    svg_tags: Block,
    svg_attributes: Block,
}

/// Index of the names with capitals, index of their lower-case forms, and their number.
#[derive(Default)]
struct Block {
    adjusted: usize,
    lower: usize,
    len: usize,
}

impl Names {
    /// Gives out the ids: first the SVG tag names with capitals and the names of `tag_names.txt`, for
    /// tag sets hold ids below 256; then the other spelling of the former; then attribute names.
    fn new(sources: &[String]) -> Result<Self> {
        let [tags, svg_tags, attributes, svg_attributes] = sources else {
            unreachable!("NAME_LISTS has four")
        };
        let mut names = Self { texts: vec![String::new()], ..Self::default() };

        let adjusted: Vec<_> = entries(svg_tags).collect();
        names.svg_tags.len = adjusted.len();
        names.svg_tags.adjusted = names.texts.len();
        for name in &adjusted {
            names.add_tag(name)?;
        }
        for name in entries(tags) {
            names.add_tag(name)?;
        }
        names.svg_tags.lower = names.texts.len();
        for name in &adjusted {
            names.add_tag(&name.to_ascii_lowercase())?;
        }

        // A name that is a tag's too has its id already: it is no part of the block.
        let (of_tags, adjusted): (Vec<&str>, Vec<_>) =
            entries(svg_attributes).partition(|name| names.ids.contains_key(*name));
        names.svg_attributes.len = adjusted.len();
        names.svg_attributes.adjusted = names.texts.len();
        for name in &adjusted {
            names.add_new_attribute(name)?;
        }
        names.svg_attributes.lower = names.texts.len();
        for name in &adjusted {
            names.add_new_attribute(&name.to_ascii_lowercase())?;
        }
        for name in of_tags {
            names.add_attribute(name)?;
            names.add_attribute(&name.to_ascii_lowercase())?;
        }
        for name in ["definitionURL", "definitionurl"].into_iter().chain(entries(attributes)) {
            names.add_attribute(name)?;
        }
        Ok(names)
    }

    /// The id of `name`, a new one if it has none yet.
    fn id(&mut self, name: &str) -> Result<usize> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || "-:".contains(c);
        ensure!(name.chars().all(allowed), "`{name}` isn't a name");
        let next = self.texts.len();
        let id = *self.ids.entry(name.to_owned()).or_insert(next);
        if id == next {
            self.texts.push(name.to_owned());
        }
        Ok(id)
    }

    fn add_tag(&mut self, name: &str) -> Result<()> {
        let id = self.id(name)?;
        ensure!(!self.tags.contains(&id), "the tag name `{name}` is there twice");
        self.tags.push(id);
        Ok(())
    }

    fn add_attribute(&mut self, name: &str) -> Result<()> {
        let id = self.id(name)?;
        ensure!(!self.attributes.contains(&id), "the attribute name `{name}` is there twice");
        self.attributes.push(id);
        Ok(())
    }

    fn add_new_attribute(&mut self, name: &str) -> Result<()> {
        ensure!(!self.ids.contains_key(name), "`{name}` is a tag name in one spelling only");
        self.add_attribute(name)
    }

    /// The multiplier for those of the names that are looked up by their words.
    fn multiplier(&self, ids: &[usize], slots: u32) -> Result<u64> {
        let texts = ids.iter().map(|&id| &*self.texts[id]);
        perfect_hash::multiplier(texts.filter(|text| is_short(text)), slots)
    }

    /// The ids of the others, in the order of their texts.
    fn other_names(&self, ids: &[usize]) -> Vec<usize> {
        let others = ids.iter().copied().filter(|&id| !is_short(&self.texts[id]));
        let mut others: Vec<usize> = others.collect();
        others.sort_by_key(|&id| &self.texts[id]);
        others
    }
}

impl Block {
    fn constant(&self, name: &str) -> String {
        let Self { adjusted, lower, len } = self;
        format!(
            "pub(crate) const {name}: Block = \
             Block {{ adjusted: {adjusted}, lower: {lower}, len: {len} }};\n"
        )
    }
}

/// `generated/names.rs`: what the lookup needs.
pub(super) fn tables(sources: &[String]) -> Result<String> {
    let names = Names::new(sources)?;
    let mut text = String::from("//! The known names by id, and what finds them.\n\n");
    text += "use crate::block::Block;\n\n";
    for (name, ids, slots) in [
        ("TAG_MULTIPLIER", &names.tags, TAG_SLOTS),
        ("ATTRIBUTE_MULTIPLIER", &names.attributes, ATTRIBUTE_SLOTS),
    ] {
        let multiplier = names.multiplier(ids, slots).context(name)?;
        writeln!(text, "pub(crate) const {name}: u64 = {multiplier:#x};")?;
    }
    for (name, ids) in [("OTHER_TAGS", &names.tags), ("OTHER_ATTRIBUTES", &names.attributes)] {
        writeln!(
            text,
            "\n/// The ids of those of more than {SHORT} bytes and those with capitals, in the order of their texts."
        )?;
        text += &array(name, "u16", &names.other_names(ids))?;
    }
    text.push('\n');
    text += &names.svg_tags.constant("SVG_TAGS");
    text += &names.svg_attributes.constant("SVG_ATTRIBUTES");
    text += "\n/// The ids of tag names.\n";
    text += &array("TAGS", "u16", &names.tags)?;
    text += "\n/// The ids of attribute names.\n";
    text += &array("ATTRIBUTES", "u16", &names.attributes)?;
    text += "\n/// The texts of all names, by id.\n";
    writeln!(text, "pub(crate) static TEXTS: [&str; {}] = [", names.texts.len())?;
    for name in &names.texts {
        writeln!(text, "    {name:?},")?;
    }
    text += "];\n";
    text +=
        "\n/// The first 16 bytes of each text as two little-endian words, up to a power of two.\n";
    let size = names.texts.len().next_power_of_two();
    writeln!(text, "pub(crate) static WORDS: [(u64, u64); {size}] = [")?;
    for id in 0..size {
        let (w0, w1) = words(names.texts.get(id).map_or("", String::as_str));
        writeln!(text, "    ({w0:#x}, {w1:#x}),")?;
    }
    text += "];\n";
    Ok(text)
}

/// The first 16 bytes of `text` as two little-endian words, padded with zero bytes.
fn words(text: &str) -> (u64, u64) {
    let mut padded = [0; 16];
    padded.iter_mut().zip(text.bytes()).for_each(|(place, byte)| *place = byte);
    let words = u128::from_le_bytes(padded);
    (words as u64, (words >> 64) as u64)
}

/// The serializer's `generated.rs`: what it writes for known names.
pub(super) fn tag_strings(sources: &[String]) -> Result<String> {
    let mut text = String::from("//! What is written for known names.\n\n");
    text += "/// Character references, and then `<name</name> name=\"` for each name by id.\n";
    text += "pub(crate) static STRINGS: &str = \"\\\n    &amp;&lt;&gt;&quot;&nbsp;\\\n";
    for name in &Names::new(sources)?.texts[1..] {
        writeln!(text, "    <{name}</{name}> {name}=\\\"\\")?;
    }
    text += "    \";\n";
    Ok(text)
}

/// `generated/tag.rs`: a constant for each tag name.
pub(super) fn tag_constants(sources: &[String]) -> Result<String> {
    let names = Names::new(sources)?;
    constants("tag", &names, &names.tags)
}

/// `generated/attr.rs`: a constant for each attribute name.
pub(super) fn attribute_constants(sources: &[String]) -> Result<String> {
    let names = Names::new(sources)?;
    constants("attribute", &names, &names.attributes)
}

fn constants(kind: &str, names: &Names, ids: &[usize]) -> Result<String> {
    let mut text = format!("//! A constant for each known {kind} name.\n\nuse crate::NameId;\n");
    let mut seen = HashMap::new();
    for &id in ids {
        let name = &names.texts[id];
        let constant = constant_name(name);
        writeln!(text, "\n/// `{name}`\npub const {constant}: NameId = NameId({id});")?;
        if let Some(other) = seen.insert(constant, name) {
            anyhow::bail!("`{name}` and `{other}` have the same constant");
        }
    }
    Ok(text)
}

/// `xlink:href` is `XLINK_HREF`, `viewBox` is `VIEW_BOX`, `definitionURL` is `DEFINITION_URL`.
fn constant_name(name: &str) -> String {
    let mut constant = String::new();
    let mut after_lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && after_lower {
            constant.push('_');
        }
        after_lower = c.is_ascii_lowercase();
        constant.push(if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' });
    }
    constant
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_constants() {
        for (name, constant) in [
            ("annotation-xml", "ANNOTATION_XML"),
            ("foreignObject", "FOREIGN_OBJECT"),
            ("foreignobject", "FOREIGNOBJECT"),
            ("xlink:href", "XLINK_HREF"),
            ("pointsAtX", "POINTS_AT_X"),
            ("feFuncA", "FE_FUNC_A"),
            ("definitionURL", "DEFINITION_URL"),
            ("h1", "H1"),
        ] {
            assert_eq!(constant_name(name), constant);
        }
    }
}
