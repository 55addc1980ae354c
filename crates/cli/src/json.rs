//! Trees and errors as JSON.
//!
//! A document is `{"quirks", "children", "errors"?}`. A node is an object with a `type`:
//!
//! | `type` | other members |
//! |---|---|
//! | `element` | `name`, `namespace` (`html`, `svg`, `mathml`; in XML its URL), `prefix` (in XML, if any), `attributes`, `content` (of a `template`), `shadow_root`, `children` |
//! | `text`, `comment` | `data` |
//! | `processing-instruction` | `target`, `data` |
//! | `doctype` | `name`, `public_id`, `system_id` |
//!
//! An attribute is `{"name", "value", "namespace"?, "prefix"?}`, the namespace one of `xlink`, `xml`, `xmlns`, in
//! XML a URL.
//! A shadow root is `{"mode", "children"}`. An error is `{"code", "line", "col", "start", "end"}`.

use std::io::{self, Write};

use sapwood::{
    Document, LineIndex, Namespace, NodeData, NodeRef, ParseError, QuirksMode, ShadowRootMode,
    tree_sink::QualifiedName,
};
use serde::Serialize;

/// An error with its place.
#[derive(Serialize)]
pub(crate) struct PlacedError {
    pub(crate) code: &'static str,
    pub(crate) line: usize,
    pub(crate) col: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Finds the lines and columns of `errors` in `text`.
pub(crate) fn place(errors: &[ParseError], text: &str) -> Vec<PlacedError> {
    if errors.is_empty() {
        return Vec::new();
    }
    let index = LineIndex::new(text);
    errors
        .iter()
        .map(|error| {
            let place = index.line_column(error.span.start);
            PlacedError {
                code: error.code.as_str(),
                line: place.line,
                col: place.column,
                start: error.span.start,
                end: error.span.end,
            }
        })
        .collect()
}

/// The name of a document's mode.
pub(crate) fn quirks(mode: QuirksMode) -> &'static str {
    match mode {
        QuirksMode::NoQuirks => "no-quirks",
        QuirksMode::LimitedQuirks => "limited-quirks",
        QuirksMode::Quirks => "quirks",
    }
}

/// How names are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    /// With short names of the namespaces that HTML has.
    Html,
    /// With prefixes and the URLs of namespaces.
    Xml,
}

/// Writes `document` as an object, with its `errors` if they are asked for.
pub(crate) fn write_document(
    out: &mut dyn Write,
    document: &Document,
    names: Names,
    errors: Option<&[PlacedError]>,
) -> io::Result<()> {
    write!(out, "{{\"quirks\":\"{}\",\"children\":[", quirks(document.quirks_mode()))?;
    write_nodes(out, document.document(), names)?;
    out.write_all(b"]")?;
    if let Some(errors) = errors {
        out.write_all(b",\"errors\":")?;
        write_value(out, errors)?;
    }
    out.write_all(b"}\n")
}

/// What is still to be written, on a stack: a tree may be deeper than the call stack.
enum Step<'a> {
    /// Text as it is.
    Raw(&'static str),
    /// A node and the siblings after it.
    Siblings { next: Option<NodeRef<'a>>, first: bool },
}

impl<'a> Step<'a> {
    fn children(node: NodeRef<'a>) -> Self {
        Self::Siblings { next: node.first_child(), first: true }
    }
}

/// Writes the children of `root`, comma separated.
fn write_nodes(out: &mut dyn Write, root: NodeRef<'_>, names: Names) -> io::Result<()> {
    let mut steps = vec![Step::children(root)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Raw(text) => out.write_all(text.as_bytes())?,
            Step::Siblings { next: None, .. } => {}
            Step::Siblings { next: Some(node), first } => {
                if !first {
                    out.write_all(b",")?;
                }
                steps.push(Step::Siblings { next: node.next_sibling(), first: false });
                write_node(out, node, names, &mut steps)?;
            }
        }
    }
    Ok(())
}

/// Writes `node` up to its children, which it leaves on `steps`.
fn write_node<'a>(
    out: &mut dyn Write,
    node: NodeRef<'a>,
    names: Names,
    steps: &mut Vec<Step<'a>>,
) -> io::Result<()> {
    match node.data() {
        NodeData::Text(data) => write_members(out, "text", &[("data", data)]),
        NodeData::Comment(data) => write_members(out, "comment", &[("data", data)]),
        NodeData::ProcessingInstruction { target, data } => {
            write_members(out, "processing-instruction", &[("target", target), ("data", data)])
        }
        NodeData::Doctype(doctype) => write_members(
            out,
            "doctype",
            &[
                ("name", doctype.name),
                ("public_id", doctype.public_id),
                ("system_id", doctype.system_id),
            ],
        ),
        NodeData::Element(name) => {
            out.write_all(b"{\"type\":\"element\",\"name\":")?;
            write_value(out, name.name.text)?;
            match (names, node.qualified_name()) {
                (Names::Xml, Some(name)) => write_qualified(out, &name)?,
                _ => write!(out, ",\"namespace\":\"{}\"", namespace(name.namespace))?,
            }
            out.write_all(b",\"attributes\":[")?;
            for (at, attribute) in node.attributes().enumerate() {
                out.write_all(if at == 0 { b"{\"name\":" } else { b",{\"name\":" })?;
                write_value(out, attribute.local_name())?;
                out.write_all(b",\"value\":")?;
                write_value(out, attribute.value())?;
                if names == Names::Xml {
                    write_qualified(out, &attribute.qualified_name())?;
                } else if attribute.namespace() != Namespace::None {
                    write!(out, ",\"namespace\":\"{}\"", namespace(attribute.namespace()))?;
                }
                out.write_all(b"}")?;
            }
            out.write_all(b"]")?;
            // The last step pushed is the first taken.
            steps.extend([Step::Raw("]}"), Step::children(node), Step::Raw(",\"children\":[")]);
            if let Some(shadow) = node.shadow_root() {
                let head = match shadow.init.mode {
                    ShadowRootMode::Open => ",\"shadow_root\":{\"mode\":\"open\",\"children\":[",
                    ShadowRootMode::Closed => {
                        ",\"shadow_root\":{\"mode\":\"closed\",\"children\":["
                    }
                };
                steps.extend([Step::Raw("]}"), Step::children(shadow.root), Step::Raw(head)]);
            }
            if let Some(contents) = node.template_contents() {
                steps.extend([
                    Step::Raw("]"),
                    Step::children(contents),
                    Step::Raw(",\"content\":["),
                ]);
            }
            Ok(())
        }
        // Roots, which no node has as children.
        _ => Ok(()),
    }
}

/// Writes the URL of a name's namespace, and its prefix.
fn write_qualified(out: &mut dyn Write, name: &QualifiedName<'_>) -> io::Result<()> {
    out.write_all(b",\"namespace\":")?;
    write_value(out, name.namespace_url)?;
    if let Some(prefix) = name.prefix {
        out.write_all(b",\"prefix\":")?;
        write_value(out, prefix)?;
    }
    Ok(())
}

/// Writes a node that has no children.
fn write_members(out: &mut dyn Write, kind: &str, members: &[(&str, &str)]) -> io::Result<()> {
    write!(out, "{{\"type\":\"{kind}\"")?;
    for (name, value) in members {
        write!(out, ",\"{name}\":")?;
        write_value(out, value)?;
    }
    out.write_all(b"}")
}

fn write_value<T: Serialize + ?Sized>(out: &mut dyn Write, value: &T) -> io::Result<()> {
    serde_json::to_writer(out, value).map_err(io::Error::from)
}

fn namespace(namespace: Namespace) -> &'static str {
    match namespace {
        Namespace::None => "",
        Namespace::Html => "html",
        Namespace::Svg => "svg",
        Namespace::MathMl => "mathml",
        Namespace::XLink => "xlink",
        Namespace::Xml => "xml",
        Namespace::XmlNs => "xmlns",
        Namespace::Other => "other",
    }
}
