//! Documents for generated expressions, and the words that these use.

use std::collections::BTreeSet;

use anyhow::{Context, Result, anyhow};
use sapwood::{Document, Namespace, NodeData, NodeRef, tree::QualifiedName};

use super::generate::Vocabulary;
use crate::soup::Random;

/// The prefixes that expressions may use, and their namespaces.
pub const PREFIXES: [(&str, &str); 6] = [
    ("d", "urn:d"),
    ("p", "urn:p"),
    ("other", "urn:q"),
    ("html", "http://www.w3.org/1999/xhtml"),
    ("svg", "http://www.w3.org/2000/svg"),
    ("xlink", "http://www.w3.org/1999/xlink"),
];

const NAMES: [&str; 8] = ["a", "b", "c", "Section", "p:a", "p:b", "q:c", "item"];

const TEXTS: [&str; 22] = [
    "one",
    " two  three ",
    "1",
    " 2 ",
    "-3.5",
    "12.25",
    "x1",
    "\n",
    "é",
    "日本 語",
    "a😀b",
    "&amp;&lt;",
    "<![CDATA[ <raw> ]]>",
    "&#233;",
    "0",
    "-",
    ".5",
    "5.",
    "i1",
    "i2 i3",
    "en",
    "1 2",
];

/// Returns a document of about `size` elements, with namespaces, ids, languages, comments and processing instructions;
/// `undeclares`: some elements undeclare the default namespace.
#[must_use]
pub fn made(random: &mut Random, size: usize, undeclares: bool) -> String {
    let mut xml = doctype(NAMES.into_iter().chain(["r"]));
    xml.push_str("<!-- before --><?t1 before?><r xmlns:p='urn:p' xmlns:q='urn:q'");
    xml.push_str([">", " xmlns='urn:d'>", " xml:lang='en' id='i0'>"][random.below(3)]);
    let mut open = Vec::new();
    for number in 0..size {
        let name = NAMES[random.below(NAMES.len())];
        xml.push_str(&format!("<{name}"));
        attributes(random, number, undeclares, &mut xml);
        xml.push('>');
        open.push(name);
        while random.below(3) > 0 {
            match random.below(6) {
                0 => xml.push_str("<!--note 1-->"),
                1 => xml.push_str(["<?t1 x?>", "<?t2?>"][random.below(2)]),
                2 | 3 if open.len() > 1 => {
                    let name = open.pop().unwrap_or_default();
                    xml.push_str(&format!("</{name}>"));
                }
                _ => xml.push_str(TEXTS[random.below(TEXTS.len())]),
            }
        }
    }
    while let Some(name) = open.pop() {
        xml.push_str(&format!("</{name}>"));
    }
    xml.push_str("</r><?t2 after?><!-- after -->");
    xml
}

fn attributes(random: &mut Random, number: usize, undeclares: bool, xml: &mut String) {
    if random.below(3) == 0 {
        xml.push_str(&format!(" id='i{}'", number + 1));
    }
    for name in ["x", "y", "class", "p:x", "q:x"] {
        if random.below(4) == 0 {
            let value = ["1", "2", "en", "one two", "", "-1.5", "i3", " 7 ", "é"][random.below(9)];
            xml.push_str(&format!(" {name}='{value}'"));
        }
    }
    match random.below(24) {
        0 => xml.push_str(" xmlns='urn:d'"),
        1 if undeclares => xml.push_str(" xmlns=''"),
        2 => xml.push_str(" xmlns:d='urn:d'"),
        3 => xml.push_str(" xml:lang='en-US'"),
        4 => xml.push_str(" xml:lang='de'"),
        _ => {}
    }
}

/// Returns a tree written as XML, without what XML can't express, with a declaration of ids, and with comments and
/// processing instructions around it.
///
/// # Errors
///
/// Returns an error if the tree can't be written.
pub fn written(mut document: Document) -> Result<String> {
    let is_name = |name: &str| {
        name.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
            && name.bytes().all(|it| it.is_ascii_alphanumeric() || b"_-.".contains(&it))
    };
    let is_text = |text: &str| {
        !text.contains(|it: char| it.is_control() && !it.is_ascii_whitespace() || it == '\u{c}')
    };
    let mut removed = Vec::new();
    let mut attributes = Vec::new();
    for node in document.root().descendants() {
        let stays = match node.data() {
            // A template has contents instead of children, in our XML as well.
            NodeData::Element(name) => is_name(name.name.text) && name.name.text != "template",
            NodeData::Text(text) => is_text(text),
            NodeData::Comment(text) => {
                is_text(text) && !text.contains("--") && !text.ends_with('-')
            }
            _ => true,
        };
        if !stays {
            removed.push(node.node_id());
        }
        for attribute in node.attrs() {
            let name = attribute.qualified_name();
            let is_plain = name.namespace != Namespace::None || is_name(name.local.text);
            if !is_plain || name.local.text == "xmlns" || !is_text(attribute.value()) {
                attributes.push((node.node_id(), name.local.text.to_owned()));
            }
        }
    }
    for (node, name) in attributes {
        document.remove_attribute(node, &name)?;
    }
    for node in removed {
        document.remove(node)?;
    }
    document.to_well_formed_xml().map_err(|fault| anyhow!("{fault}"))?;
    let root = document.document_element().context("no root element")?;
    let names: BTreeSet<String> = std::iter::once(root)
        .chain(root.descendants().elements())
        .filter_map(|it| test_name(it))
        .collect();
    let mut xml = doctype(names.iter().map(String::as_str));
    xml.push_str("<!-- before --><?t1 before?>");
    xml.push_str(&root.outer_xml());
    xml.push_str("<?t2 after?>");
    Ok(xml)
}

fn test_name(element: NodeRef<'_>) -> Option<String> {
    element.attr("id")?;
    let name = element.qualified_name()?.to_string();
    name.bytes().all(|byte| byte.is_ascii_alphanumeric()).then_some(name)
}

/// libxml2's `id()` knows the attributes that a document type declares as IDs.
fn doctype<'a>(elements: impl Iterator<Item = &'a str>) -> String {
    let lists: String = elements.map(|name| format!("<!ATTLIST {name} id ID #IMPLIED>")).collect();
    format!("<!DOCTYPE r [{lists}]>")
}

impl Vocabulary {
    /// Returns the words of a document, no more than a few of each kind.
    #[must_use]
    pub fn of(document: &Document, is_html: bool, random: &mut Random) -> Self {
        let mut elements = BTreeSet::new();
        let mut attributes = BTreeSet::new();
        let mut own = Self::default();
        for node in document.root().descendants() {
            match node.data() {
                NodeData::Element(_) => {
                    elements.extend(node.qualified_name().and_then(|name| as_test(name, is_html)));
                    for attribute in node.attrs() {
                        attributes.extend(as_test(attribute.qualified_name(), is_html));
                        let value = attribute.value().trim();
                        if attribute.name() == "id" && is_plain(value) {
                            own.ids.push(value.to_owned());
                        }
                    }
                }
                NodeData::Text(text) => {
                    own.words.extend(
                        text.split_whitespace()
                            .take(3)
                            .filter(|it| is_plain(it))
                            .map(str::to_owned),
                    );
                }
                _ => {}
            }
        }
        own.elements = few(elements.into_iter().collect(), random, 12);
        own.attributes = few(attributes.into_iter().collect(), random, 8);
        own.words = few(own.words, random, 12);
        own.ids = few(own.ids, random, 6);
        own
    }
}

fn is_plain(word: &str) -> bool {
    !word.is_empty() && word.len() < 20 && !word.contains(['"', '&', '<'])
}

/// The name test that a name passes, if its prefix can be declared.
fn as_test(name: QualifiedName<'_>, is_html: bool) -> Option<String> {
    let local = name.local.text;
    if !local.chars().all(|it| it.is_alphanumeric() || it == '-')
        || !local.starts_with(char::is_alphabetic)
    {
        return None;
    }
    let is_plain = match name.namespace {
        Namespace::None => true,
        Namespace::Html => is_html,
        _ => false,
    };
    if is_plain {
        return Some(local.to_owned());
    }
    if name.namespace == Namespace::Xml {
        return Some(format!("xml:{local}"));
    }
    let (prefix, _) = PREFIXES.iter().find(|(_, url)| *url == name.namespace_url)?;
    Some(format!("{prefix}:{local}"))
}

/// Returns up to `most` of the words, at random.
fn few(mut words: Vec<String>, random: &mut Random, most: usize) -> Vec<String> {
    while words.len() > most {
        words.remove(random.below(words.len()));
    }
    words
}
