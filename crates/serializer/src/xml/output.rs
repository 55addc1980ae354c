//! Writes single nodes.

use std::fmt::{self, Write};

use sapwood_names::Namespace;
use sapwood_names::xml::{may_follow_prefix, split_qualified_name};
use sapwood_tree::{AttributeView, QualifiedName};

use super::{
    escape::{write_text, write_value},
    options::XmlSerializeOptions,
    scope::{Mark, Scope},
    well_formed::{self, Error, Fault, Result},
};

pub(super) struct Output<'a, W> {
    pub(super) out: &'a mut W,
    pub(super) options: XmlSerializeOptions,
    pub(super) scope: Scope,
    /// The concatenated names of the open elements.
    pub(super) names: String,
    /// Whether anything was written.
    pub(super) has_begun: bool,
}

/// A declaration that a start tag needs besides the attributes of the element.
enum Declaration {
    None,
    /// The default namespace.
    Default,
    /// This prefix for the element's namespace.
    Prefix(String),
}

impl<W: Write> Output<'_, W> {
    /// Writes `<name` and the attributes, and pushes the name to [`names`](Self::names).
    #[inline]
    pub(super) fn begin_element(
        &mut self,
        name: &QualifiedName<'_>,
        attributes: &[AttributeView<'_>],
    ) -> Result {
        if self.options.well_formed {
            well_formed::local_name(name.local.text)?;
            well_formed::attributes(attributes)?;
            if name.namespace == Namespace::XmlNs || name.prefix == Some("xmlns") {
                return Err(Error::NotWellFormed(Fault::ReservedNamespace));
            }
        }
        let mark = self.scope.mark();
        let mut default = None;
        for AttributeView { name, value } in attributes {
            if is_default_declaration(name) {
                default = Some(*value);
            } else if name.namespace == Namespace::XmlNs {
                self.declare(name.local.text, value)?;
            }
        }
        let start = self.names.len();
        let (keeps_default, declaration) = self.choose_name(name, default, mark)?;
        let Self { out, names, .. } = self;
        write_all(*out, ["<", &names[start..]])?;
        match &declaration {
            Declaration::None => {}
            Declaration::Default => self.write_declaration("", "", name.namespace_url)?,
            Declaration::Prefix(prefix) => {
                self.write_declaration(":", prefix, name.namespace_url)?;
            }
        }
        for attribute in attributes {
            self.attribute(attribute, keeps_default, mark)?;
        }
        Ok(())
    }

    /// Binds a prefix that an attribute declares.
    #[inline]
    fn declare(&mut self, prefix: &str, url: &str) -> Result {
        if self.options.well_formed {
            if url == Namespace::XmlNs.as_url() || prefix == "xmlns" {
                return Err(Error::NotWellFormed(Fault::ReservedNamespace));
            }
            if url.is_empty() {
                return Err(Error::NotWellFormed(Fault::EmptyNamespaceOfPrefix));
            }
        }
        let is_reserved = matches!(prefix, "xml" | "xmlns");
        if !is_reserved && !self.scope.is_bound_to(prefix, url) {
            self.scope.bind(prefix, url);
        }
        Ok(())
    }

    /// Chooses the qualified name of an element and pushes it. Returns whether `default`, a declaration of the
    /// default namespace among its attributes, stays, and the declaration that is missing.
    #[inline]
    fn choose_name(
        &mut self,
        name: &QualifiedName<'_>,
        default: Option<&str>,
        mark: Mark,
    ) -> Result<(bool, Declaration)> {
        let (url, local) = (name.namespace_url, name.local.text);
        if self.is_right_as_it_is(name, default) {
            if let Some(prefix) = name.prefix {
                self.push_name(prefix, local)?;
            } else {
                self.names.push_str(local);
            }
            self.bind_default(default);
            return Ok((true, Declaration::None));
        }
        if self.scope.default_url() == url {
            self.names.push_str(local);
            return Ok((false, Declaration::None));
        }
        // With a prefix, a parser would read another name as malformed, in no namespace.
        let may_have_prefix = may_follow_prefix(local);
        if may_have_prefix && let Some(prefix) = self.scope.prefix_of(url, name.prefix) {
            let prefix = prefix.to_owned();
            self.push_name(&prefix, local)?;
            self.bind_default(default);
            return Ok((true, Declaration::None));
        }
        if let Some(prefix) = name.prefix.filter(|_| may_have_prefix && !url.is_empty()) {
            let is_taken = prefix.is_empty()
                || matches!(prefix, "xml" | "xmlns")
                || self.scope.is_bound_since(mark, prefix);
            let prefix = if is_taken {
                self.scope.generate(url)
            } else {
                self.scope.bind(prefix, url);
                prefix.to_owned()
            };
            self.push_name(&prefix, local)?;
            self.bind_default(default);
            return Ok((true, Declaration::Prefix(prefix)));
        }
        self.names.push_str(local);
        self.scope.bind("", url);
        let is_declared = default == Some(url);
        Ok((is_declared, if is_declared { Declaration::None } else { Declaration::Default }))
    }

    /// Whether the element's name and the declarations among its attributes can stay the same.
    #[inline]
    fn is_right_as_it_is(&self, name: &QualifiedName<'_>, default: Option<&str>) -> bool {
        let url = name.namespace_url;
        match name.prefix {
            _ if self.options.usual_prefixes => self.is_unbound(name),
            Some(prefix) => !url.is_empty() && self.scope.is_bound_to(prefix, url),
            None => default.unwrap_or(self.scope.default_url()) == url || self.is_unbound(name),
        }
    }

    /// Whether a colon in the name separates no prefix, so that a parser gives it no namespace.
    #[inline]
    fn is_unbound(&self, name: &QualifiedName<'_>) -> bool {
        name.namespace == Namespace::None
            && name.prefix.is_none()
            && match split_qualified_name(name.local.text) {
                Some((prefix, _)) => prefix == "xmlns" || !self.scope.is_bound(prefix),
                None => name.local.text.contains(':'),
            }
    }

    #[inline]
    fn bind_default(&mut self, default: Option<&str>) {
        if let Some(url) = default
            && self.scope.default_url() != url
        {
            self.scope.bind("", url);
        }
    }

    #[inline]
    fn push_name(&mut self, prefix: &str, local: &str) -> Result {
        Ok(write_all(&mut self.names, [prefix, ":", local])?)
    }

    #[inline]
    fn write_declaration(&mut self, colon: &str, prefix: &str, url: &str) -> Result {
        write_all(self.out, [" xmlns", colon, prefix, "=\""])?;
        write_value(self.out, url)?;
        Ok(self.out.write_str("\"")?)
    }

    #[inline]
    fn attribute(
        &mut self,
        attribute: &AttributeView<'_>,
        keeps_default: bool,
        mark: Mark,
    ) -> Result {
        let AttributeView { name, value } = attribute;
        let (url, local) = (name.namespace_url, name.local.text);
        if name.namespace == Namespace::XmlNs {
            let is_default = is_default_declaration(name);
            let stays = match self.options.usual_prefixes {
                _ if is_default => keeps_default,
                true => self.scope.is_bound_since(mark, local),
                false => true,
            };
            return match stays {
                true if is_default => self.write_declaration("", "", value),
                true => self.write_declaration(":", local, value),
                false => Ok(()),
            };
        }
        if url.is_empty() {
            // A parser reads reserved declarations as such attributes again.
            let is_reserved =
                [Namespace::Xml, Namespace::XmlNs].map(Namespace::as_url).contains(value);
            if local == "xmlns" && (self.options.well_formed || !is_reserved) {
                return if self.options.well_formed {
                    Err(Error::NotWellFormed(Fault::InvalidName))
                } else {
                    Ok(())
                };
            }
            write_all(self.out, [" ", local, "=\""])?;
        } else {
            let prefix = match self.scope.prefix_of(url, name.prefix) {
                Some(prefix) => prefix.to_owned(),
                None => self.declare_for_attribute(name)?,
            };
            write_all(self.out, [" ", &prefix, ":", local, "=\""])?;
        }
        write_value(self.out, value)?;
        Ok(self.out.write_str("\"")?)
    }

    /// Declares a prefix for an attribute's namespace.
    #[inline]
    fn declare_for_attribute(&mut self, name: &QualifiedName<'_>) -> Result<String> {
        let url = name.namespace_url;
        let prefix = match name.prefix {
            Some(prefix) if !prefix.is_empty() && !self.scope.is_bound(prefix) => {
                self.scope.bind(prefix, url);
                prefix.to_owned()
            }
            _ => self.scope.generate(url),
        };
        self.write_declaration(":", &prefix, url)?;
        Ok(prefix)
    }

    #[inline]
    pub(super) fn text(&mut self, text: &str) -> Result {
        if self.options.well_formed {
            well_formed::text(text)?;
        }
        Ok(write_text(self.out, text)?)
    }

    #[inline]
    pub(super) fn comment(&mut self, data: &str) -> Result {
        if self.options.well_formed {
            well_formed::comment(data)?;
        }
        Ok(write_all(self.out, ["<!--", data, "-->"])?)
    }

    #[inline]
    pub(super) fn processing_instruction(&mut self, target: &str, data: &str) -> Result {
        if self.options.well_formed {
            well_formed::processing_instruction(target, data)?;
        }
        if !self.has_begun && target == "xml" {
            self.out.write_str("\n")?;
        }
        Ok(write_all(self.out, ["<?", target, " ", data, "?>"])?)
    }

    #[inline]
    pub(super) fn doctype(&mut self, name: &str, public_id: &str, system_id: &str) -> Result {
        if self.options.well_formed {
            well_formed::doctype(name, public_id, system_id)?;
        }
        write_all(self.out, ["<!DOCTYPE ", name])?;
        match (public_id, system_id) {
            ("", "") => {}
            ("", _) => self.out.write_str(" SYSTEM")?,
            _ => {
                self.out.write_str(" PUBLIC")?;
                self.identifier(public_id)?;
            }
        }
        if !system_id.is_empty() {
            self.identifier(system_id)?;
        }
        Ok(self.out.write_str(">")?)
    }

    #[inline]
    fn identifier(&mut self, identifier: &str) -> Result {
        let quote = if identifier.contains('"') { "'" } else { "\"" };
        Ok(write_all(self.out, [" ", quote, identifier, quote])?)
    }
}

/// Whether an attribute of that name declares the default namespace.
#[inline]
fn is_default_declaration(name: &QualifiedName<'_>) -> bool {
    name.namespace == Namespace::XmlNs && name.prefix.is_none() && name.local.text == "xmlns"
}

/// Writes texts one after the other.
pub(super) fn write_all<const N: usize>(out: &mut impl Write, texts: [&str; N]) -> fmt::Result {
    texts.into_iter().try_for_each(|text| out.write_str(text))
}
