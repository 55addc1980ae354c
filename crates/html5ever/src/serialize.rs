//! Serialization: [`serialize`] writes any [`Serialize`] as HTML.

use std::io::{self, Write};

pub use markup5ever::serialize::{AttrRef, Serialize, Serializer, TraversalScope};
use markup5ever::{QualName, ns};
use sapwood_names::{NameId, Namespace};
use sapwood_serializer::{HtmlWriter, IoWriter, KnownName, write_start_tag};
use sapwood_tree::{AttributeView, ElementView, Name, QualifiedName};

/// Options for serialization.
#[derive(Clone)]
pub struct SerializeOpts {
    /// Whether scripting is enabled, so that text in `noscript` isn't escaped. On by default.
    pub scripting_enabled: bool,
    /// Whether to write the node itself, or its contents as those of an element of a name. The contents by default.
    pub traversal_scope: TraversalScope,
    /// Ignored: an end tag without a start tag is never an error.
    pub create_missing_parent: bool,
}

impl Default for SerializeOpts {
    fn default() -> Self {
        Self {
            scripting_enabled: true,
            traversal_scope: TraversalScope::ChildrenOnly(None),
            create_missing_parent: false,
        }
    }
}

/// Writes a node as HTML, by the standard's [fragment serialization
/// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments).
///
/// # Errors
///
/// Returns any error of `writer`, and those of the node.
pub fn serialize<Wr: Write, T: Serialize>(
    writer: Wr,
    node: &T,
    opts: SerializeOpts,
) -> io::Result<()> {
    let scope = opts.traversal_scope.clone();
    let mut serializer = HtmlSerializer { collects: true, ..HtmlSerializer::new(writer, opts) };
    node.serialize(&mut serializer, scope)?;
    serializer.write_out(true)
}

/// Serializer that writes HTML. Each call writes its output at once, whereas [`serialize`] collects it.
pub struct HtmlSerializer<Wr: Write> {
    /// Receiver of the output.
    pub writer: Wr,
    output: HtmlWriter,
    /// Whether output is collected in pieces of about 64 KiB.
    collects: bool,
    scripting: bool,
    /// Open elements.
    open: Vec<Open>,
    /// Properties of the element whose contents are written, while no element is open.
    scope: Open,
}

/// Properties of an open element that decide on its contents.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    /// Whether text is written without escaping.
    is_raw: bool,
    /// Whether nothing is written, because the element or one above it is void.
    is_void: bool,
}

impl Open {
    fn new(name: &QualName, scripting: bool) -> Self {
        Self::of(name, sapwood_names::tag_id(&name.local), scripting)
    }

    fn of(name: &QualName, id: NameId, scripting: bool) -> Self {
        match KnownName::of(id) {
            Some(known) if name.ns == ns!(html) => {
                Self { is_raw: known.is_raw(scripting), is_void: known.is_void() }
            }
            _ => Self::default(),
        }
    }
}

impl<Wr: Write> HtmlSerializer<Wr> {
    /// Creates a serializer that writes to `writer`.
    #[must_use]
    pub fn new(writer: Wr, opts: SerializeOpts) -> Self {
        let scripting = opts.scripting_enabled;
        let scope = match &opts.traversal_scope {
            TraversalScope::ChildrenOnly(Some(name)) => Open::new(name, scripting),
            TraversalScope::ChildrenOnly(None) | TraversalScope::IncludeNode => Open::default(),
        };
        let output = HtmlWriter::new();
        Self { writer, output, collects: false, scripting, open: Vec::new(), scope }
    }

    /// Returns the properties of the current element.
    fn current(&self) -> Open {
        self.open.last().copied().unwrap_or(self.scope)
    }

    /// Writes something, unless a void element is open.
    fn write(&mut self, write: impl FnOnce(&mut HtmlWriter, Open)) -> io::Result<()> {
        let current = self.current();
        if current.is_void {
            return Ok(());
        }
        write(&mut self.output, current);
        self.write_out(!self.collects)
    }

    /// Passes output on to the writer, `now` or once there is enough.
    fn write_out(&mut self, now: bool) -> io::Result<()> {
        let mut to = IoWriter::new(&mut self.writer);
        let output = &mut self.output;
        let written = if now { output.flush(&mut to) } else { output.flush_if_full(&mut to) };
        to.finish(written).map(drop)
    }
}

impl<Wr: Write> Serializer for HtmlSerializer<Wr> {
    fn start_elem<'a, AttrIter>(&mut self, name: QualName, attrs: AttrIter) -> io::Result<()>
    where
        AttrIter: Iterator<Item = AttrRef<'a>>,
    {
        let id = sapwood_names::tag_id(&name.local);
        let properties = Open::of(&name, id, self.scripting);
        let current = self.current();
        let written = self.write(|output, _| {
            let attributes = attrs.map(|(name, value)| {
                // To look an attribute's id up takes longer than to write its name.
                AttributeView { name: qualified(name, NameId::UNKNOWN), value }
            });
            let name = qualified(&name, id);
            write_start_tag(output, ElementView { name, attributes });
        });
        self.open.push(if current.is_void { current } else { properties });
        written
    }

    fn end_elem(&mut self, name: QualName) -> io::Result<()> {
        if self.open.pop().is_some_and(|element| element.is_void) {
            return Ok(());
        }
        self.write(|output, _| output.push_any_end(qualified(&name, NameId::UNKNOWN)))
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        self.write(|output, current| {
            if current.is_raw {
                output.push(text);
            } else {
                output.push_text(text, 0, text.len());
            }
        })
    }

    fn write_comment(&mut self, text: &str) -> io::Result<()> {
        self.write(|output, _| output.push_comment(text))
    }

    fn write_doctype(&mut self, name: &str) -> io::Result<()> {
        self.write(|output, _| output.push_doctype(name))
    }

    fn write_processing_instruction(&mut self, target: &str, data: &str) -> io::Result<()> {
        self.write(|output, _| output.push_processing_instruction(target, data))
    }
}

/// Returns a name in Sapwood's type. A known name's `id` is an optimization.
fn qualified(name: &QualName, id: NameId) -> QualifiedName<'_> {
    QualifiedName {
        prefix: name.prefix.as_deref().filter(|prefix| !prefix.is_empty()),
        // Nearly all names are in one of two namespaces, and atoms compare faster than texts.
        namespace: match &name.ns {
            ns if *ns == ns!() => Namespace::None,
            ns if *ns == ns!(html) => Namespace::Html,
            ns => Namespace::of_url(ns),
        },
        namespace_url: &name.ns,
        local: Name { id, text: &name.local },
    }
}
