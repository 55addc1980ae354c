//! Walks the tree.

use std::fmt::Write;

use sapwood_names::{Namespace, sets, tag};
use sapwood_tree::{AttributeView, ElementView, NodeView, TreeSource};

use super::{
    options::XmlSerializeOptions,
    output::{Output, write_all},
    scope::{Mark, Scope},
    well_formed::{Error, Fault, Result},
};

/// Writes `node` as XML: an element with its descendants, or the children of a document or a fragment.
///
/// Depth needs no recursion.
///
/// # Errors
///
/// If writing to `out` fails, or if the options demand well-formed output and a node can't be written so.
pub fn write<T: TreeSource>(
    out: &mut impl Write,
    tree: &T,
    node: &T::Node,
    options: &XmlSerializeOptions,
) -> Result {
    let output = Output {
        out,
        options: *options,
        scope: Scope::new(),
        names: String::new(),
        has_begun: false,
    };
    let mut writer = Writer { output, tree, open: Vec::new() };
    writer.begin(node)?;
    writer.run()
}

struct Writer<'a, W, T: TreeSource> {
    output: Output<'a, W>,
    tree: &'a T,
    open: Vec<Open<T>>,
}

/// A node whose children are being written.
struct Open<T: TreeSource> {
    /// Its first child, unless it was written.
    first: Option<T::Node>,
    children: T::Children,
    /// The start of its name in the names of the open elements; `None` for other nodes.
    name: Option<usize>,
    mark: Mark,
}

/// The rest of a node after its beginning was written.
enum Begun {
    /// None.
    Whole,
    /// Children.
    Document,
    Fragment,
    /// Children and an end tag, or the end of an empty-element tag.
    Element {
        is_html: bool,
        is_void: bool,
        is_template: bool,
    },
}

impl<W: Write, T: TreeSource> Writer<'_, W, T> {
    #[inline]
    fn run(mut self) -> Result {
        while let Some(last) = self.open.last_mut() {
            if let Some(child) = last.first.take().or_else(|| last.children.next()) {
                self.begin(&child)?;
                continue;
            }
            let Some(Open { name, mark, .. }) = self.open.pop() else { break };
            if let Some(name) = name {
                let Output { out, names, .. } = &mut self.output;
                write_all(*out, ["</", &names[name..], ">"])?;
                self.end_element(name, mark);
            }
        }
        Ok(())
    }

    #[inline]
    fn end_element(&mut self, name: usize, mark: Mark) {
        self.output.names.truncate(name);
        self.output.scope.restore(mark);
    }

    /// Writes the beginning of a node, and opens it if it has children to write.
    #[inline]
    fn begin(&mut self, node: &T::Node) -> Result {
        let (name, mark) = (self.output.names.len(), self.output.scope.mark());
        let output = &mut self.output;
        let begun = self.tree.view(node, |view| {
            match view {
                NodeView::Element(ElementView { name, attributes }) => {
                    let attributes: Vec<AttributeView<'_>> = attributes.collect();
                    output.begin_element(&name, &attributes)?;
                    let is_html = name.namespace == Namespace::Html;
                    return Ok::<_, Error>(Begun::Element {
                        is_html,
                        is_void: is_html && sets::VOID.contains(name.local.id),
                        is_template: name.is_html(tag::TEMPLATE),
                    });
                }
                NodeView::Text(text) => output.text(text)?,
                NodeView::Comment(data) => output.comment(data)?,
                NodeView::ProcessingInstruction { target, data } => {
                    output.processing_instruction(target, data)?;
                }
                NodeView::Doctype { name, public_id, system_id } => {
                    output.doctype(name, public_id, system_id)?;
                }
                NodeView::Document => return Ok(Begun::Document),
                NodeView::Fragment => return Ok(Begun::Fragment),
            }
            Ok(Begun::Whole)
        })?;
        match begun {
            Begun::Document => self.check_root(node)?,
            Begun::Fragment => {}
            Begun::Whole | Begun::Element { .. } => self.output.has_begun = true,
        }
        let Begun::Element { is_html, is_void, is_template } = begun else {
            if !matches!(begun, Begun::Whole) {
                let children = self.tree.children(node);
                self.open.push(Open { first: None, children, name: None, mark });
            }
            return Ok(());
        };
        let contents = if is_template { self.tree.template_contents(node) } else { None };
        let mut children = self.tree.children(contents.as_ref().unwrap_or(node));
        let first = children.next();
        let end = match (&first, is_html) {
            (None, true) if is_void => " />",
            (None, false) => "/>",
            _ => {
                self.output.out.write_str(">")?;
                self.open.push(Open { first, children, name: Some(name), mark });
                return Ok(());
            }
        };
        self.output.out.write_str(end)?;
        self.end_element(name, mark);
        Ok(())
    }

    /// Checks that a document has a root element.
    #[inline]
    fn check_root(&self, document: &T::Node) -> Result {
        let is_element =
            |node: T::Node| self.tree.view(&node, |view| matches!(view, NodeView::Element(_)));
        if self.output.options.well_formed && !self.tree.children(document).any(is_element) {
            return Err(Error::NotWellFormed(Fault::MissingRootElement));
        }
        Ok(())
    }
}
