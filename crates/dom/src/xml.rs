//! Writing a document, or a part of it, as XML.

use serializer::xml::{Error, Fault, Options, write};

use crate::{document::Document, node::NodeRef};

impl Document {
    /// The document as XML, with default [options](Options): the same tree when it is read again, though
    /// not well-formed if the tree holds what XML has no way to write.
    ///
    /// A document that came from HTML is written as XHTML.
    #[must_use]
    pub fn to_xml(&self) -> String {
        self.document().outer_xml()
    }

    /// The document as XML that any reader takes.
    ///
    /// # Errors
    ///
    /// What can't be written so: a comment with `--`, a name with a quote, a form feed, no root element and
    /// their like.
    pub fn to_well_formed_xml(&self) -> Result<String, Fault> {
        written(self.document(), &Options { well_formed: true, ..Options::default() })
    }
}

impl NodeRef<'_> {
    /// The node and what is in it, as XML, with declarations of all namespaces that it needs.
    ///
    /// For other options, or to write elsewhere, see [`serializer::xml::write`].
    #[must_use]
    pub fn outer_xml(&self) -> String {
        written(*self, &Options::default()).unwrap_or_default()
    }
}

fn written(node: NodeRef<'_>, options: &Options) -> Result<String, Fault> {
    let mut xml = String::new();
    match write(&mut xml, &node.document, &node, options) {
        Ok(()) => Ok(xml),
        Err(Error::NotWellFormed(fault)) => Err(fault),
        Err(_) => unreachable!("a string takes all that is written"),
    }
}
