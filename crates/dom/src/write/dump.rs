//! The tree as text, in the format of the conformance suites.

use std::fmt::{self, Display, Formatter, Write};

use sapwood_names::Namespace;
use sapwood_tree::{QualifiedName, ShadowRootMode};

use crate::{
    read::{
        attributes::AttributeRef,
        node::{NodeData, NodeRef},
    },
    store::{document::Document, node::Slot},
};

/// Prints a document's tree, one node or attribute a line, each indented by its depth.
///
/// It writes as it walks, keeps nothing in memory but one line's attributes, and stops at the first error of the
/// writer.
///
/// This is the format of the
/// [tree construction tests](https://github.com/html5lib/html5lib-tests/blob/master/tree-construction/README.md),
/// every line ending in a line feed. A shadow root, which that format lacks, is printed as a first
/// child `#shadow-root (open)` or `#shadow-root (closed)`.
#[derive(Clone, Copy, Debug)]
pub struct Dump<'a> {
    document: &'a Document,
    /// Whether names have prefixes and the URLs of their namespaces.
    qualified: bool,
}

impl Document {
    /// The tree in the format of the conformance suites.
    ///
    /// The indentation grows with the square of the depth, so bound the output of untrusted pages.
    #[must_use]
    #[inline]
    pub fn dump(&self) -> Dump<'_> {
        Dump { document: self, qualified: false }
    }

    /// The tree in the format of the suites for XML, where names are written `{namespace}prefix:local`.
    ///
    /// The indentation grows with the square of the depth, so bound the output of untrusted pages.
    #[must_use]
    #[inline]
    pub fn xml_dump(&self) -> Dump<'_> {
        Dump { document: self, qualified: true }
    }
}

impl Display for Dump<'_> {
    #[inline]
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut node = self.document.root();
        let mut depth = 0;
        let Some(first) = node.first_child() else { return Ok(()) };
        node = first;
        loop {
            line(node, depth, self.qualified, f)?;
            if let Some(child) = fragment(node).or_else(|| node.first_child()) {
                node = child;
                depth += 1;
                continue;
            }
            loop {
                if node.id == Slot::ROOT {
                    return Ok(());
                }
                // A fragment counts as a first child of its host: the host's own children follow.
                let next = match node.host() {
                    Some(host) => host.first_child(),
                    None => node.next_sibling(),
                };
                if let Some(next) = next {
                    node = next;
                    break;
                }
                let Some(parent) = node.host().or_else(|| node.parent()) else { return Ok(()) };
                node = parent;
                depth = depth.saturating_sub(1);
            }
        }
    }
}

/// The template contents or the shadow root of `node`.
#[inline]
fn fragment(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    node.template_contents().or_else(|| node.shadow_root().map(|shadow| shadow.root))
}

#[inline]
fn line(node: NodeRef<'_>, depth: usize, qualified: bool, f: &mut Formatter<'_>) -> fmt::Result {
    indent(depth, f)?;
    match node.data() {
        NodeData::Document => {}
        NodeData::Fragment => match node.host().and_then(|host| host.shadow_root()) {
            None => f.write_str("content")?,
            Some(shadow) if shadow.init.mode == ShadowRootMode::Open => {
                f.write_str("#shadow-root (open)")?;
            }
            Some(_) => f.write_str("#shadow-root (closed)")?,
        },
        NodeData::Doctype(doctype) => {
            write!(f, "<!DOCTYPE {}", doctype.name)?;
            if !(doctype.public_id.is_empty() && doctype.system_id.is_empty()) {
                write!(f, " \"{}\" \"{}\"", doctype.public_id, doctype.system_id)?;
            }
            f.write_char('>')?;
        }
        NodeData::Element(_) if qualified => {
            f.write_char('<')?;
            if let Some(name) = node.qualified_name() {
                f.write_str(&full_name(&name))?;
            }
            f.write_char('>')?;
            attributes(node, depth + 1, true, f)?;
        }
        NodeData::Element(name) => {
            let designator = match name.namespace {
                Namespace::Svg => "svg ",
                Namespace::MathMl => "math ",
                _ => "",
            };
            write!(f, "<{designator}{}>", name.name.text)?;
            attributes(node, depth + 1, false, f)?;
        }
        NodeData::Text(text) => write!(f, "\"{text}\"")?,
        NodeData::Comment(data) => write!(f, "<!-- {data} -->")?,
        NodeData::ProcessingInstruction { target, data } => write!(f, "<?{target} {data}?>")?,
    }
    f.write_char('\n')
}

/// `{namespace}prefix:local`, or without the namespace if there is none.
#[inline]
fn full_name(name: &QualifiedName<'_>) -> String {
    match name.namespace_url {
        "" => name.to_string(),
        url => format!("{{{url}}}{name}"),
    }
}

#[inline]
fn designated_name(attribute: &AttributeRef<'_>) -> String {
    format!("{} {}", attribute.namespace().prefix(), attribute.local_name()).trim_start().to_owned()
}

#[inline]
fn attributes(
    node: NodeRef<'_>,
    depth: usize,
    qualified: bool,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let named = |attribute: AttributeRef<'_>| {
        if qualified {
            // Sorted by namespace and local name; prefixes don't count.
            let name = attribute.qualified_name();
            let order = (name.namespace_url.to_owned(), name.local.text.to_owned());
            return (order, full_name(&name));
        }
        let name = designated_name(&attribute);
        ((String::new(), name.clone()), name)
    };
    let mut all: Vec<_> =
        node.attrs().map(|attribute| (named(attribute), attribute.value())).collect();
    let utf_16 = |order: &(String, String)| -> Vec<u16> {
        order.0.encode_utf16().chain([0]).chain(order.1.encode_utf16()).collect()
    };
    all.sort_by_cached_key(|((order, _), _)| utf_16(order));
    for ((_, name), value) in all {
        f.write_char('\n')?;
        indent(depth, f)?;
        write!(f, "{name}=\"{value}\"")?;
    }
    Ok(())
}

#[inline]
fn indent(depth: usize, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str("| ")?;
    let mut spaces = 2 * depth;
    const SPACES: &str = "                                                                ";
    while spaces > 0 {
        let taken = spaces.min(SPACES.len());
        f.write_str(&SPACES[..taken])?;
        spaces -= taken;
    }
    Ok(())
}
