//! Trees and errors as JSON.
//!
//! A document is `{"file"?, "quirks", "children", "errors"?}`. A node is an object with a `type`:
//!
//! | `type` | other members |
//! |---|---|
//! | `element` | `name`, `namespace` (`html`, `svg`, `mathml`; in XML its URL), `prefix` (in XML, if any), `attributes`, `content` (of a `template`), `shadow_root`, `children` |
//! | `text`, `comment` | `data` |
//! | `processing-instruction` | `target`, `data` |
//! | `doctype` | `name`, `public_id`, `system_id` |
//!
//! An attribute is `{"name", "value", "namespace"?, "prefix"?}`; its namespace is `xlink`, `xml` or `xmlns`, in XML a
//! URL.
//! A shadow root is `{"mode", "children"}`. An error is `{"code", "line", "col", "start", "end"}`.

use std::io;

use sapwood::{
    Document, LineIndex, Namespace, NodeData, NodeRef, ParseError, QuirksMode, ShadowRootMode,
    tree::QualifiedName,
};
use serde::Serialize;

use crate::json_writer::JsonWriter;

/// A parse error with its line and column.
#[derive(Serialize)]
pub(crate) struct PlacedError {
    pub(crate) code: &'static str,
    pub(crate) line: usize,
    pub(crate) col: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Computes the lines and columns of `errors` in `text`.
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

/// The name of a document's mode, such as `limited-quirks`.
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
    /// With short names for the namespaces that HTML uses.
    Html,
    /// With prefixes and namespace URLs.
    Xml,
}

/// Writes `document` as an object, with the name of its file and its `errors` if given.
pub(crate) fn write_document(
    json: &mut JsonWriter<'_, '_>,
    file: Option<&str>,
    document: &Document,
    names: Names,
    errors: Option<&[PlacedError]>,
) -> io::Result<()> {
    json.begin_object()?;
    if let Some(file) = file {
        json.member("file", file)?;
    }
    json.member("quirks", quirks(document.quirks_mode()))?;
    json.array("children")?;
    write_nodes(json, document.root(), names)?;
    json.end()?;
    if let Some(errors) = errors {
        json.list("errors", errors)?;
    }
    json.end()
}

/// A step of writing a tree. Steps are on a stack of their own: a tree can be deeper than the call stack.
enum Step<'a> {
    /// Begin an array of children under this key.
    Begin(&'static str),
    /// Begin a shadow root of this mode, and its children.
    BeginShadowRoot(&'static str),
    /// Write a node and the siblings after it.
    Siblings(Option<NodeRef<'a>>),
    /// End this many arrays and objects.
    End(usize),
}

/// Writes the children of `root`.
fn write_nodes(json: &mut JsonWriter<'_, '_>, root: NodeRef<'_>, names: Names) -> io::Result<()> {
    let mut steps = vec![Step::Siblings(root.first_child())];
    while let Some(step) = steps.pop() {
        match step {
            Step::Begin(key) => {
                json.array(key)?;
            }
            Step::BeginShadowRoot(mode) => {
                json.key("shadow_root")?;
                json.begin_object()?;
                json.member("mode", mode)?;
                json.array("children")?;
            }
            Step::Siblings(None) => {}
            Step::Siblings(Some(node)) => {
                steps.push(Step::Siblings(node.next_sibling()));
                write_node(json, node, names, &mut steps)?;
            }
            Step::End(count) => {
                for _ in 0..count {
                    json.end()?;
                }
            }
        }
    }
    Ok(())
}

/// Writes `node` up to its children, which it leaves to `steps`.
fn write_node<'a>(
    json: &mut JsonWriter<'_, '_>,
    node: NodeRef<'a>,
    names: Names,
    steps: &mut Vec<Step<'a>>,
) -> io::Result<()> {
    match node.data() {
        NodeData::Text(data) => write_leaf(json, "text", &[("data", data)]),
        NodeData::Comment(data) => write_leaf(json, "comment", &[("data", data)]),
        NodeData::ProcessingInstruction { target, data } => {
            write_leaf(json, "processing-instruction", &[("target", target), ("data", data)])
        }
        NodeData::Doctype(doctype) => write_leaf(
            json,
            "doctype",
            &[
                ("name", doctype.name),
                ("public_id", doctype.public_id),
                ("system_id", doctype.system_id),
            ],
        ),
        NodeData::Element(name) => {
            json.begin_object()?;
            json.member("type", "element")?;
            json.member("name", name.name.text)?;
            match (names, node.qualified_name()) {
                (Names::Xml, Some(name)) => write_qualified(json, &name)?,
                _ => json.member("namespace", namespace(name.namespace))?,
            }
            write_attributes(json, node, names)?;
            // The last step pushed is the first taken.
            let children = Step::Siblings(node.first_child());
            steps.extend([Step::End(2), children, Step::Begin("children")]);
            if let Some(shadow) = node.shadow_root() {
                let mode = match shadow.init.mode {
                    ShadowRootMode::Open => "open",
                    ShadowRootMode::Closed => "closed",
                };
                let children = Step::Siblings(shadow.root.first_child());
                steps.extend([Step::End(2), children, Step::BeginShadowRoot(mode)]);
            }
            if let Some(contents) = node.template_contents() {
                let children = Step::Siblings(contents.first_child());
                steps.extend([Step::End(1), children, Step::Begin("content")]);
            }
            Ok(())
        }
        // The roots of trees, which are no node's child.
        _ => Ok(()),
    }
}
/// Writes the attributes of an element, in their order in the source.
fn write_attributes(
    json: &mut JsonWriter<'_, '_>,
    element: NodeRef<'_>,
    names: Names,
) -> io::Result<()> {
    json.array("attributes")?;
    for attribute in element.attrs() {
        json.begin_object()?;
        json.member("name", attribute.local_name())?;
        json.member("value", attribute.value())?;
        if names == Names::Xml {
            write_qualified(json, &attribute.qualified_name())?;
        } else if attribute.namespace() != Namespace::None {
            json.member("namespace", namespace(attribute.namespace()))?;
        }
        json.end()?;
    }
    json.end()
}

/// Writes the namespace URL of a name, and its prefix, if any.
fn write_qualified(json: &mut JsonWriter<'_, '_>, name: &QualifiedName<'_>) -> io::Result<()> {
    json.member("namespace", name.namespace_url)?;
    match name.prefix {
        Some(prefix) => json.member("prefix", prefix),
        None => Ok(()),
    }
}

/// Writes a node that has no children.
fn write_leaf(
    json: &mut JsonWriter<'_, '_>,
    kind: &str,
    members: &[(&str, &str)],
) -> io::Result<()> {
    json.begin_object()?;
    json.member("type", kind)?;
    for (name, value) in members {
        json.member(name, value)?;
    }
    json.end()
}

fn namespace(namespace: Namespace) -> &'static str {
    match namespace {
        Namespace::MathMl => "mathml",
        Namespace::Other => "other",
        known => known.prefix(),
    }
}
