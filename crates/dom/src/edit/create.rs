//! Creating nodes.

use sapwood_names::{Name, NameId, Namespace, tag};
use sapwood_tree::QualifiedName;

use super::{EditError, name};
use crate::store::{
    doctypes::Doctype,
    document::Document,
    id::NodeId,
    node::{Head, Kind, Node, Slot},
    texts::Run,
};

/// New nodes have no parent until they are inserted.
impl Document {
    /// Creates an HTML element. The name is converted to lower case.
    ///
    /// # Errors
    ///
    /// [`EditError::InvalidName`] unless it is a [valid local
    /// name](https://dom.spec.whatwg.org/#valid-element-local-name).
    ///
    /// ```
    /// let mut document = sapwood::parse("");
    /// let body = document.body().unwrap().node_id();
    /// let p = document.create_element("p")?;
    /// document.append(body, p)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<p></p>");
    /// assert!(document.create_element("a b").is_err());
    /// # Ok::<(), sapwood::EditError>(())
    /// ```
    #[inline]
    pub fn create_element(&mut self, local_name: &str) -> Result<NodeId, EditError> {
        if !name::is_element_name(local_name) {
            return Err(EditError::InvalidName);
        }
        let lower = local_name.to_ascii_lowercase();
        let local = Name { id: NameId::UNKNOWN, text: &lower };
        self.add_element(QualifiedName::new(Namespace::Html, local))
    }

    /// Creates an element in a namespace. Its name may have a prefix: `svg:path`.
    ///
    /// # Errors
    ///
    /// [`EditError::InvalidName`] unless name and namespace are [valid
    /// together](https://dom.spec.whatwg.org/#validate-and-extract).
    #[inline]
    pub fn create_element_ns(
        &mut self,
        namespace_url: &str,
        qualified_name: &str,
    ) -> Result<NodeId, EditError> {
        self.add_element(name::extract(namespace_url, qualified_name, name::is_element_name)?)
    }

    #[inline]
    fn add_element(&mut self, name: QualifiedName<'_>) -> Result<NodeId, EditError> {
        let number = self.element_name(name)?;
        let slot = self.add(Node::new(Head::element(name.namespace, number), 0, 0))?;
        if name.namespace == Namespace::Html && self.names.local(number) == tag::TEMPLATE {
            self.hang_fragment(slot, 0).ok_or(EditError::Full)?;
        }
        Ok(self.nodes.id(slot))
    }

    /// Creates a text.
    ///
    /// # Errors
    ///
    /// [`EditError::Full`].
    #[inline]
    pub fn create_text(&mut self, text: &str) -> Result<NodeId, EditError> {
        let slot = self.add_data(Head::of(Kind::Text), text)?;
        Ok(self.nodes.id(slot))
    }

    /// Creates a comment.
    ///
    /// # Errors
    ///
    /// [`EditError::Full`].
    #[inline]
    pub fn create_comment(&mut self, data: &str) -> Result<NodeId, EditError> {
        let slot = self.add_data(Head::of(Kind::Comment), data)?;
        Ok(self.nodes.id(slot))
    }

    /// Creates a processing instruction.
    ///
    /// # Errors
    ///
    /// [`EditError::InvalidName`] unless the target is valid as an element's name.
    #[inline]
    pub fn create_processing_instruction(
        &mut self,
        target: &str,
        data: &str,
    ) -> Result<NodeId, EditError> {
        if !name::is_element_name(target) {
            return Err(EditError::InvalidName);
        }
        let name = self.target(target)?;
        let slot = self.add_data(Head::of(Kind::ProcessingInstruction).with_name(name), data)?;
        Ok(self.nodes.id(slot))
    }

    /// Creates a doctype; a missing part is empty.
    ///
    /// The [mode](Self::quirks_mode) of the document doesn't change.
    ///
    /// # Errors
    ///
    /// [`EditError::Full`].
    #[inline]
    pub fn create_doctype(
        &mut self,
        name: &str,
        public_id: &str,
        system_id: &str,
    ) -> Result<NodeId, EditError> {
        let doctype = Doctype {
            name: self.add_text(name)?,
            public_id: self.add_text(public_id)?,
            system_id: self.add_text(system_id)?,
        };
        let slot = self.add_doctype(doctype)?;
        Ok(self.nodes.id(slot))
    }

    /// Creates a fragment. Inserting it inserts its children.
    ///
    /// # Errors
    ///
    /// [`EditError::Full`].
    #[inline]
    pub fn create_fragment(&mut self) -> Result<NodeId, EditError> {
        let slot = self.add(Node::new(Head::of(Kind::Fragment), 0, 0))?;
        Ok(self.nodes.id(slot))
    }

    /// Adds a text, comment or processing instruction.
    #[inline]
    pub(super) fn add_data(&mut self, head: Head, data: &str) -> Result<Slot, EditError> {
        let Run { start, len } = self.add_text(data)?;
        self.add(Node::new(head, start, len))
    }

    #[inline]
    pub(super) fn add_doctype(&mut self, doctype: Doctype) -> Result<Slot, EditError> {
        let slot = self.add(Node::new(Head::of(Kind::Doctype), 0, 0))?;
        self.nodes[slot].start = self.doctypes.push(doctype);
        Ok(slot)
    }
}
