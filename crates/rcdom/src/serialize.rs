//! Writing a tree: where html5ever has it.

use std::{collections::VecDeque, io, rc::Rc};

use sapwood_markup5ever::QualName;
pub use sapwood_markup5ever::serialize::{AttrRef, Serialize, Serializer, TraversalScope};
use serializer::{IoWriter, write_inner, write_outer};

use crate::{
    dom::RcDom,
    node::{Handle, NodeData},
};

/// A node to be written: by [`serialize`], or by html5ever's function of that name, which takes what
/// is [`Serialize`].
#[derive(Clone, Debug)]
pub struct SerializableHandle(Handle);

impl From<Handle> for SerializableHandle {
    fn from(node: Handle) -> Self {
        Self(node)
    }
}

/// How to write: html5ever's options.
#[derive(Clone)]
pub struct SerializeOpts {
    /// Whether scripting is taken to be enabled, so that the text in `noscript` is written as it is. On by
    /// default.
    pub scripting_enabled: bool,
    /// Whether the node itself is written. By default only what is in it.
    pub traversal_scope: TraversalScope,
    /// Nothing comes of it: html5ever makes up for trees that end elements they didn't begin.
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

/// Writes a node as HTML, by Sapwood's serializer.
///
/// # Errors
///
/// What `writer` returns.
///
/// # Examples
///
/// ```
/// use sapwood_rcdom::{
///     RcDom, SerializableHandle, SerializeOpts, parse_document, serialize, tendril::TendrilSink,
/// };
///
/// let dom = parse_document(RcDom::default(), Default::default()).one("<p title='<'>1 &lt; 2");
/// let mut html = Vec::new();
/// let document = SerializableHandle::from(dom.document.clone());
/// serialize(&mut html, &document, SerializeOpts::default())?;
/// assert_eq!(html, b"<html><head></head><body><p title=\"&lt;\">1 &lt; 2</p></body></html>");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serialize<W: io::Write>(
    writer: W,
    node: &SerializableHandle,
    opts: SerializeOpts,
) -> io::Result<()> {
    let options =
        serializer::Options { scripting: opts.scripting_enabled, ..serializer::Options::default() };
    let mut out = IoWriter::new(writer);
    // A tree for a node's sake: reading goes by the node alone.
    let tree = RcDom::default();
    let written = match opts.traversal_scope {
        TraversalScope::IncludeNode => write_outer(&mut out, &tree, &node.0, &options),
        TraversalScope::ChildrenOnly(_) => write_inner(&mut out, &tree, &node.0, &options),
    };
    out.finish(written).map(drop)
}

/// What is to be written next.
enum Next {
    Node(Handle),
    End(QualName),
}

impl Serialize for SerializableHandle {
    fn serialize<S: Serializer>(
        &self,
        serializer: &mut S,
        traversal_scope: TraversalScope,
    ) -> io::Result<()> {
        let mut to_do = VecDeque::new();
        match traversal_scope {
            TraversalScope::IncludeNode => to_do.push_front(Next::Node(Rc::clone(&self.0))),
            TraversalScope::ChildrenOnly(_) => push_contents(&mut to_do, &self.0),
        }
        while let Some(next) = to_do.pop_front() {
            let node = match next {
                Next::Node(node) => node,
                Next::End(name) => {
                    serializer.end_elem(name)?;
                    continue;
                }
            };
            match &node.data {
                NodeData::Element { name, attrs, .. } => {
                    let attrs = attrs.borrow();
                    let attrs = attrs.iter().map(|it| (&it.name, &*it.value));
                    serializer.start_elem(name.clone(), attrs)?;
                    to_do.push_front(Next::End(name.clone()));
                    push_contents(&mut to_do, &node);
                }
                NodeData::Document => push_contents(&mut to_do, &node),
                NodeData::Doctype { name, .. } => serializer.write_doctype(name)?,
                NodeData::Text { contents } => serializer.write_text(&contents.borrow())?,
                NodeData::Comment { contents } => serializer.write_comment(contents)?,
                NodeData::ProcessingInstruction { target, contents } => {
                    serializer.write_processing_instruction(target, contents)?;
                }
            }
        }
        Ok(())
    }
}

/// What is in a node comes next: a template's contents, or else the children.
fn push_contents(to_do: &mut VecDeque<Next>, node: &Handle) {
    let mut push = |node: &Handle| {
        for child in node.children.borrow().iter().rev() {
            to_do.push_front(Next::Node(Rc::clone(child)));
        }
    };
    if let NodeData::Element { template_contents, .. } = &node.data
        && let Some(contents) = &*template_contents.borrow()
    {
        return push(contents);
    }
    push(node);
}
