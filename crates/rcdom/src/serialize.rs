//! Serialization, at html5ever's path.

use std::{collections::VecDeque, io, rc::Rc};

use sapwood_markup5ever::QualName;
pub use sapwood_markup5ever::serialize::{AttrRef, Serialize, Serializer, TraversalScope};
use sapwood_serializer::{IoWriter, write_inner, write_outer};

use crate::{
    dom::RcDom,
    node::{Handle, NodeData},
};

/// A node to serialize with [`serialize`], or with html5ever's function of that name, which accepts any
/// [`Serialize`].
#[derive(Clone, Debug)]
pub struct SerializableHandle(Handle);

impl From<Handle> for SerializableHandle {
    fn from(node: Handle) -> Self {
        Self(node)
    }
}

/// Serialization options, the same as html5ever's.
#[derive(Clone)]
pub struct SerializeOpts {
    /// Whether the serializer treats scripting as enabled, so that text in `noscript` isn't escaped. On by
    /// default.
    pub scripting_enabled: bool,
    /// Whether to write the node itself or only its contents, the default.
    pub traversal_scope: TraversalScope,
    /// Ignored. html5ever uses it for unbalanced end tags, which this tree never produces.
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

/// Writes a node as HTML with Sapwood's serializer.
///
/// # Errors
///
/// Returns any error of `writer`.
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
    let options = sapwood_serializer::SerializeOptions::default().scripting(opts.scripting_enabled);
    let mut out = IoWriter::new(writer);
    // `TreeSource` needs a tree, but `RcDom` reads only the node.
    let tree = RcDom::default();
    let written = match opts.traversal_scope {
        TraversalScope::IncludeNode => write_outer(&mut out, &tree, &node.0, &options),
        TraversalScope::ChildrenOnly(_) => write_inner(&mut out, &tree, &node.0, &options),
    };
    out.finish(written).map(drop)
}

/// Work item of the iterative traversal.
enum Step {
    Node(Handle),
    End(QualName),
}

impl Serialize for SerializableHandle {
    fn serialize<S: Serializer>(
        &self,
        serializer: &mut S,
        traversal_scope: TraversalScope,
    ) -> io::Result<()> {
        let mut pending = VecDeque::new();
        match traversal_scope {
            TraversalScope::IncludeNode => pending.push_front(Step::Node(Rc::clone(&self.0))),
            TraversalScope::ChildrenOnly(_) => push_contents(&mut pending, &self.0),
        }
        while let Some(step) = pending.pop_front() {
            let node = match step {
                Step::Node(node) => node,
                Step::End(name) => {
                    serializer.end_elem(name)?;
                    continue;
                }
            };
            match &node.data {
                NodeData::Element { name, attrs, .. } => {
                    let attrs = attrs.borrow();
                    let attrs = attrs.iter().map(|it| (&it.name, &*it.value));
                    serializer.start_elem(name.clone(), attrs)?;
                    pending.push_front(Step::End(name.clone()));
                    push_contents(&mut pending, &node);
                }
                NodeData::Document => push_contents(&mut pending, &node),
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

/// Pushes a template's contents, or the children of any other node, to the front.
fn push_contents(pending: &mut VecDeque<Step>, node: &Handle) {
    let mut push = |node: &Handle| {
        for child in node.children.borrow().iter().rev() {
            pending.push_front(Step::Node(Rc::clone(child)));
        }
    };
    if let NodeData::Element { template_contents, .. } = &node.data
        && let Some(contents) = &*template_contents.borrow()
    {
        return push(contents);
    }
    push(node);
}
