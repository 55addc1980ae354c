//! Trees of a strict parser, `roxmltree`, in our format of dumps.

use std::fmt::Write;

use roxmltree::{Document, Node, ParsingOptions};
use sapwood::{NodeData, NodeRef, Span};

/// Returns the dump of the tree that `roxmltree` parses, or `None` if it rejects `xml`. Nodes inside the span
/// `doctype`, which it treats as children of the document, are left out.
#[must_use]
pub fn dump(xml: &str, doctype: Span) -> Option<String> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    // XML 1.0 normalizes line ends before parsing, `roxmltree` in some places only.
    let place = |at: usize| at - xml[..at].matches("\r\n").count();
    let doctype = place(doctype.start)..place(doctype.end);
    let xml = xml.replace("\r\n", "\n").replace('\r', "\n");
    let document = Document::parse_with_options(&xml, options).ok()?;
    let mut out = String::new();
    for node in document.root().descendants().skip(1) {
        if doctype.contains(&node.range().start) {
            continue;
        }
        let _ = writeln!(out, "{}{}", "  ".repeat(node.ancestors().count()), line(node));
    }
    Some(out)
}

fn line(node: Node<'_, '_>) -> String {
    if node.is_element() {
        let name = |namespace: Option<&str>, local: &str| {
            format!("{{{}}}{local}", namespace.unwrap_or_default())
        };
        let tag = node.tag_name();
        let mut attributes: Vec<String> = node
            .attributes()
            .map(|attribute| {
                format!("{}={:?}", name(attribute.namespace(), attribute.name()), attribute.value())
            })
            .collect();
        attributes.sort();
        return format!("<{} {}>", name(tag.namespace(), tag.name()), attributes.join(" "));
    }
    if let Some(instruction) = node.pi() {
        return format!("<?{} {}?>", instruction.target, instruction.value.unwrap_or_default());
    }
    let kind = if node.is_comment() { "comment" } else { "text" };
    format!("{kind} {:?}", node.text().unwrap_or_default())
}

/// Returns the dump of our document, without the DOCTYPE and namespace declarations, which `roxmltree` drops.
#[must_use]
pub fn our_dump(document: &sapwood::Document) -> String {
    let mut out = String::new();
    for node in document.root().descendants() {
        if let Some(line) = our_line(node) {
            let _ = writeln!(out, "{}{line}", "  ".repeat(node.ancestors().count() + 1));
        }
    }
    out
}

fn our_line(node: NodeRef<'_>) -> Option<String> {
    Some(match node.data() {
        NodeData::Element(_) => {
            let name = |name: sapwood::tree::QualifiedName<'_>| {
                format!("{{{}}}{}", name.namespace_url, name.local.text)
            };
            let mut attributes: Vec<String> = node
                .attrs()
                .filter(|attribute| attribute.namespace() != sapwood::Namespace::XmlNs)
                .map(|attribute| {
                    format!("{}={:?}", name(attribute.qualified_name()), attribute.value())
                })
                .collect();
            attributes.sort();
            format!("<{} {}>", name(node.qualified_name()?), attributes.join(" "))
        }
        NodeData::Text(text) => format!("text {text:?}"),
        NodeData::Comment(data) => format!("comment {data:?}"),
        NodeData::ProcessingInstruction { target, data } => format!("<?{target} {data}?>"),
        _ => return None,
    })
}

/// A document of the suite that `roxmltree` rejects or parses to a tree that differs from XML 1.0.
pub struct Exception {
    /// Identifier in the suite.
    pub id: &'static str,
    /// The reason for the difference.
    pub reason: &'static str,
    /// [Fingerprint](fingerprint) of the tree, which was compared with that of expat once.
    pub tree: u64,
}

/// Returns the exception for the document `id`, if any.
#[must_use]
pub fn exception(id: &str) -> Option<&'static Exception> {
    EXCEPTIONS.iter().find(|exception| exception.id == id)
}

/// The trees of documents with names that are not qualified names, or are since the fifth edition only, were checked by
/// hand: expat rejects them.
const EXCEPTIONS: &[Exception] = &[
    Exception { id: "id04", reason: "doesn't read attribute lists", tree: 0x7cfb_c649_6b31_c8f5 },
    Exception { id: "id05", reason: "doesn't read attribute lists", tree: 0x7cfb_c649_6b31_c8f5 },
    Exception { id: "attr09", reason: "doesn't read attribute lists", tree: 0x4403_37e2_ae25_8866 },
    Exception { id: "attr10", reason: "doesn't read attribute lists", tree: 0xa4e0_0909_d7b1_b782 },
    Exception {
        id: "o-p08pass1",
        reason: "doesn't read attribute lists",
        tree: 0xbd05_a902_3bce_7788,
    },
    Exception {
        id: "o-p52pass1",
        reason: "doesn't read attribute lists",
        tree: 0x4350_f628_fc2b_c83f,
    },
    Exception {
        id: "o-p60pass1",
        reason: "doesn't read attribute lists",
        tree: 0xd49b_fcd8_743e_ad1d,
    },
    Exception {
        id: "o-p43pass1",
        reason: "loses elements in an entity before a reference",
        tree: 0x32a3_6479_958a_e3ba,
    },
    Exception {
        id: "o-p24pass3",
        reason: "takes a declaration with a line feed after its `<?xml` for a processing instruction",
        tree: 0x18e0_39db_d467_4d1d,
    },
    Exception {
        id: "rmt-e2e-15e",
        reason: "loses white space that an entity stands for",
        tree: 0x5f5e_7606_0ce9_4ddc,
    },
    Exception {
        id: "rmt-e2e-15f",
        reason: "loses white space that an entity stands for",
        tree: 0x5f5e_7606_0ce9_4ddc,
    },
    Exception {
        id: "rmt-e2e-15h",
        reason: "loses white space that an entity stands for",
        tree: 0x5f5e_7606_0ce9_4ddc,
    },
    Exception {
        id: "rmt-e3e-13",
        reason: "knows no entities but those that are declared, whatever the document refers to",
        tree: 0x9364_f22b_324c_c0d4,
    },
    Exception {
        id: "invalid-sa-140",
        reason: "knows the names of the fourth edition",
        tree: 0x94de_96d3_4339_e590,
    },
    Exception {
        id: "invalid-sa-141",
        reason: "knows the names of the fourth edition",
        tree: 0x6f8b_aa31_aeed_8616,
    },
    Exception {
        id: "o-p04pass1",
        reason: "wants qualified names: this has others",
        tree: 0x81b7_a867_f9a5_eb5b,
    },
    Exception {
        id: "o-p05pass1",
        reason: "wants qualified names; nor do we take `<:` for a tag, which the draft doesn't",
        tree: 0x4545_83fe_ffa0_bcd6,
    },
    Exception {
        id: "x-ibm-1-0.5-valid-P04-ibm04v01.xml",
        reason: "wants qualified names; nor do we take `<:` for a tag, which the draft doesn't",
        tree: 0xa2be_d450_ff76_d28f,
    },
    Exception {
        id: "x-ibm-1-0.5-valid-P05-ibm05v01.xml",
        reason: "wants qualified names: this has others",
        tree: 0x4ed8_124e_325b_46d2,
    },
    Exception {
        id: "ht-ns10-047",
        reason: "refuses the prefix `xml` for an element",
        tree: 0x80ce_9e58_c42f_2116,
    },
];

/// Returns a hash of a dump.
#[must_use]
pub fn fingerprint(dump: &str) -> u64 {
    // FNV-1a.
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    dump.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
