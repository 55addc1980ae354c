//! Writing documents and nodes as XML.

use sapwood_serializer::xml::{Error, Fault, XmlSerializeOptions, write};

use crate::{read::node::NodeRef, store::document::Document};

impl Document {
    /// The document as XML, with default [options](XmlSerializeOptions). Parsing it yields the same tree. It isn't
    /// well-formed if the tree has content that XML can't express.
    ///
    /// A document that came from HTML is written as XHTML.
    #[must_use]
    #[inline]
    pub fn to_xml(&self) -> String {
        self.root().outer_xml()
    }

    /// The document as well-formed XML.
    ///
    /// # Errors
    ///
    /// The first part that XML can't express, such as a comment with `--`, a name with a quote, a form feed, or a
    /// document without a root element.
    #[inline]
    pub fn to_well_formed_xml(&self) -> Result<String, Fault> {
        written(self.root(), &XmlSerializeOptions::default().well_formed(true))
    }
}

impl NodeRef<'_> {
    /// The node and its content as XML, with declarations of all namespaces that it uses.
    ///
    /// For other options, or another destination, see [`sapwood_serializer::xml::write`].
    #[must_use]
    #[inline]
    pub fn outer_xml(&self) -> String {
        written(*self, &XmlSerializeOptions::default()).unwrap_or_default()
    }
}

#[inline]
fn written(node: NodeRef<'_>, options: &XmlSerializeOptions) -> Result<String, Fault> {
    let mut xml = String::new();
    match write(&mut xml, &node.document, &node, options) {
        Ok(()) => Ok(xml),
        Err(Error::NotWellFormed(fault)) => Err(fault),
        Err(_) => unreachable!("writing to a string never fails"),
    }
}
