//! Conversion of names, attributes and texts to `markup5ever`'s types.
//!
//! This file is compiled once for each supported version of `markup5ever`, which is imported from `super::version`.

use std::{borrow::Cow, sync::LazyLock};

use sapwood_names::attr;
use sapwood_tree::{
    Attributes, ElementName, ParseError, QualifiedElement, QualifiedId, QualifiedNames,
};

use super::version::markup5ever::{
    Attribute, LocalName, Namespace, Prefix, QualName, interface::QuirksMode, namespace_prefix, ns,
};
use crate::{atoms::Names, options::ParseOpts, text::Texts};

static LOCAL_NAMES: LazyLock<Vec<LocalName>> = LazyLock::new(Names::known);

/// Converts the names, attributes and texts of one parse.
#[derive(Clone, Debug)]
pub struct Conversion {
    names: Names<LocalName>,
    /// Cache of the qualified names, by their ids.
    qualified: Vec<Option<QualName>>,
    /// Creates the tendrils.
    pub texts: Texts,
    exact_errors: bool,
}

impl Conversion {
    /// Creates a conversion for a parse with these options.
    #[must_use]
    pub fn new(opts: &ParseOpts) -> Self {
        Self {
            names: Names::new(&LOCAL_NAMES),
            qualified: Vec::new(),
            texts: Texts::default(),
            exact_errors: opts.tokenizer.exact_errors || opts.tree_builder.exact_errors,
        }
    }

    /// Converts the name of an element.
    #[inline]
    pub fn element_name(&mut self, name: ElementName<'_>) -> QualName {
        QualName { prefix: None, ns: namespace(name.namespace), local: self.names.atom(name.name) }
    }

    /// Converts the attributes of a tag.
    #[inline]
    pub fn attributes(&mut self, attributes: Attributes<'_>) -> Vec<Attribute> {
        if attributes.is_empty() {
            return Vec::new();
        }
        attributes
            .iter()
            .map(|attribute| Attribute {
                name: QualName {
                    prefix: prefix(&attribute),
                    ns: namespace(attribute.namespace),
                    local: self.names.atom(attribute.name),
                },
                value: self.texts.tendril(attribute.value),
            })
            .collect()
    }

    /// Converts the name and the attributes of an element of XML.
    pub fn qualified(&mut self, element: &QualifiedElement<'_>) -> (QualName, Vec<Attribute>) {
        let name = self.qualified_name(element.names, element.name);
        let attributes = element
            .attributes
            .iter()
            .map(|attribute| Attribute {
                name: self.qualified_name(element.names, attribute.name),
                value: self.texts.tendril(attribute.value),
            })
            .collect();
        (name, attributes)
    }

    fn qualified_name(&mut self, names: &QualifiedNames, id: QualifiedId) -> QualName {
        if let Some(Some(name)) = self.qualified.get(id.index()) {
            return name.clone();
        }
        let name = names.get(id);
        let name = QualName {
            prefix: name.prefix.map(Prefix::from),
            ns: Namespace::from(name.namespace_url),
            local: LocalName::from(name.local.text),
        };
        if self.qualified.len() <= id.index() {
            self.qualified.resize(names.len(), None);
        }
        self.qualified[id.index()] = Some(name.clone());
        name
    }

    /// Returns the message of an error: its code, and its position if that is requested.
    #[must_use]
    pub fn message(&self, error: ParseError) -> Cow<'static, str> {
        if self.exact_errors {
            Cow::Owned(error.to_string())
        } else {
            Cow::Borrowed(error.code.as_str())
        }
    }
}

/// Converts a known namespace; the others become the null namespace.
#[inline]
fn namespace(namespace: sapwood_names::Namespace) -> Namespace {
    match namespace {
        sapwood_names::Namespace::None | sapwood_names::Namespace::Other => ns!(),
        sapwood_names::Namespace::Html => ns!(html),
        sapwood_names::Namespace::MathMl => ns!(mathml),
        sapwood_names::Namespace::Svg => ns!(svg),
        sapwood_names::Namespace::XLink => ns!(xlink),
        sapwood_names::Namespace::Xml => ns!(xml),
        sapwood_names::Namespace::XmlNs => ns!(xmlns),
    }
}

/// Returns the prefix that html5ever gives an attribute of a tag.
#[inline]
fn prefix(attribute: &sapwood_tree::Attribute<'_>) -> Option<Prefix> {
    match attribute.namespace {
        sapwood_names::Namespace::XLink => Some(namespace_prefix!("xlink")),
        sapwood_names::Namespace::Xml => Some(namespace_prefix!("xml")),
        sapwood_names::Namespace::XmlNs if attribute.name.id != attr::XMLNS => {
            Some(namespace_prefix!("xmlns"))
        }
        // html5ever gives `xmlns` an empty prefix, not `None`.
        sapwood_names::Namespace::XmlNs => Some(namespace_prefix!("")),
        _ => None,
    }
}

/// Converts the mode to `markup5ever`'s type.
#[must_use]
pub fn quirks_mode(mode: sapwood_tree::QuirksMode) -> QuirksMode {
    match mode {
        sapwood_tree::QuirksMode::NoQuirks => QuirksMode::NoQuirks,
        sapwood_tree::QuirksMode::LimitedQuirks => QuirksMode::LimitedQuirks,
        sapwood_tree::QuirksMode::Quirks => QuirksMode::Quirks,
    }
}
