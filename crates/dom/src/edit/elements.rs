//! Changing elements: their classes, and all elements that match a selector.

use std::borrow::Cow;

use sapwood_names::{Name, NameId, Namespace, attr, tag};
use sapwood_tree::QualifiedName;

use super::{EditError, name};
use crate::store::{document::Document, id::NodeId};

impl Document {
    /// Changes the local name of an element. Its namespace, prefix, attributes and children stay. The name of an HTML
    /// element is converted to lower case.
    ///
    /// ```
    /// let mut document = sapwood::parse("<p class=lead>Text <font color=red>in red</font>");
    /// let font = document.select_ids("font")?[0];
    /// document.rename(font, "em")?;
    /// document.remove_attribute(font, "color")?;
    /// assert_eq!(document.node(font).unwrap().outer_html(), "<em>in red</em>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`], [`EditError::NotAnElement`], [`EditError::InvalidName`] unless it is a [valid local
    /// name](https://dom.spec.whatwg.org/#valid-element-local-name), or if the old or the new name is HTML's `template`,
    /// whose children aren't its contents; [`EditError::Full`].
    pub fn rename(
        &mut self,
        element: impl Into<NodeId>,
        local_name: &str,
    ) -> Result<(), EditError> {
        let element = self.element(element)?;
        let head = self.nodes[element].head;
        let is_html = head.namespace() == Namespace::Html;
        let local_name = match is_html {
            true => Cow::Owned(local_name.to_ascii_lowercase()),
            false => Cow::Borrowed(local_name),
        };
        let is_template = self.names.local(head.name()) == tag::TEMPLATE;
        if !name::is_element_name(&local_name)
            || local_name.contains(':') && !is_html
            || is_html && (is_template || local_name == "template")
        {
            return Err(EditError::InvalidName);
        }
        let old = self.name_of_element(&self.nodes[element]);
        let (prefix, url) = (old.prefix.map(str::to_owned), old.namespace_url.to_owned());
        let number = self.element_name(QualifiedName {
            prefix: prefix.as_deref(),
            namespace: head.namespace(),
            namespace_url: &url,
            local: Name { id: NameId::UNKNOWN, text: &local_name },
        })?;
        self.nodes.forget_index();
        self.nodes.reset_form_owner(element);
        self.nodes[element].head = head.renamed(number);
        Ok(())
    }

    /// Adds a [class](https://dom.spec.whatwg.org/#concept-class) unless the element has it; returns whether it was added.
    ///
    /// ```
    /// let mut document = sapwood::parse("<p class=a>");
    /// let p = document.select_ids("p")?[0];
    /// document.add_class(p, "b")?;
    /// document.remove_class(p, "a")?;
    /// assert!(!document.toggle_class(p, "b")?);
    /// assert!(document.toggle_class(p, "c")?);
    /// assert_eq!(document.node(p).unwrap().attr("class"), Some("c"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError::StaleId`], [`EditError::NotAnElement`], [`EditError::Full`], and [`EditError::InvalidName`] if
    /// `class` is empty or has white space.
    pub fn add_class(
        &mut self,
        element: impl Into<NodeId>,
        class: &str,
    ) -> Result<bool, EditError> {
        let element = element.into();
        let has_it = self.has_class(element, class)?;
        if !has_it {
            let old = self.classes(element);
            let space = if old.is_empty() { "" } else { " " };
            self.set_attribute(element, "class", &format!("{old}{space}{class}"))?;
        }
        Ok(!has_it)
    }

    /// Removes a [class](https://dom.spec.whatwg.org/#concept-class); returns whether the element had it.
    ///
    /// # Errors
    ///
    /// As [`add_class`](Self::add_class).
    pub fn remove_class(
        &mut self,
        element: impl Into<NodeId>,
        class: &str,
    ) -> Result<bool, EditError> {
        let element = element.into();
        let had_it = self.has_class(element, class)?;
        if had_it {
            let old = self.classes(element);
            let kept: Vec<&str> =
                old.split_ascii_whitespace().filter(|own| *own != class).collect();
            self.set_attribute(element, "class", &kept.join(" "))?;
        }
        Ok(had_it)
    }

    /// Adds a class that is missing or removes one that is there; returns whether the element has it now.
    ///
    /// # Errors
    ///
    /// As [`add_class`](Self::add_class).
    pub fn toggle_class(
        &mut self,
        element: impl Into<NodeId>,
        class: &str,
    ) -> Result<bool, EditError> {
        let element = element.into();
        Ok(!self.remove_class(element, class)? && self.add_class(element, class)?)
    }

    #[inline]
    fn has_class(&self, element: NodeId, class: &str) -> Result<bool, EditError> {
        self.element(element)?;
        if class.is_empty() || class.contains(|c: char| c.is_ascii_whitespace()) {
            return Err(EditError::InvalidName);
        }
        Ok(self.node(element).is_some_and(|node| node.has_class(class)))
    }

    /// The value of the class attribute, `""` if there is none.
    #[inline]
    fn classes(&self, element: NodeId) -> String {
        let classes = self.node(element).and_then(|node| node.known_attribute(attr::CLASS));
        classes.unwrap_or_default().to_owned()
    }
}

#[cfg(feature = "select")]
mod matches {
    use sapwood_select::{Selector, SelectorError};

    use crate::store::document::Document;

    impl Document {
        /// Removes all elements that match a selector, with their descendants; returns how many matched.
        ///
        /// ```
        /// let mut document = sapwood::parse("<p>Text<script>x()</script><nav><a href=/>Home</a></nav>");
        /// document.remove_all("script, nav")?;
        /// assert_eq!(document.body().unwrap().inner_html(), "<p>Text</p>");
        /// # Ok::<(), sapwood::SelectorError>(())
        /// ```
        ///
        /// # Errors
        ///
        /// If `selector` isn't valid; then nothing has changed.
        pub fn remove_all<S>(&mut self, selector: S) -> Result<usize, SelectorError>
        where
            S: TryInto<Selector>,
            SelectorError: From<S::Error>,
        {
            let ids = self.select_ids(selector)?;
            Ok(ids.into_iter().filter(|id| self.remove(*id).is_ok()).count())
        }

        /// Replaces all elements that match a selector by their children; returns how many were replaced.
        ///
        /// A document element whose children a document can't have is left as it is.
        ///
        /// # Errors
        ///
        /// If `selector` isn't valid; then nothing has changed.
        ///
        /// ```
        /// let mut document = sapwood::parse("<p><font>Oak</font>");
        /// assert_eq!(document.unwrap_all("font")?, 1);
        /// assert_eq!(document.body().unwrap().inner_html(), "<p>Oak</p>");
        /// # Ok::<(), sapwood::SelectorError>(())
        /// ```
        pub fn unwrap_all<S>(&mut self, selector: S) -> Result<usize, SelectorError>
        where
            S: TryInto<Selector>,
            SelectorError: From<S::Error>,
        {
            let ids = self.select_ids(selector)?;
            Ok(ids.into_iter().filter(|id| self.unwrap(*id).is_ok()).count())
        }
    }
}
