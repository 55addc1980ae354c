//! Markup for nodes, in the form of the standard's serialization.

use sapwood_names::{HashSet, Namespace, sets, tag};
use sapwood_serializer::{HtmlWriter, source_tag::quoted, write_declaration};
use sapwood_tree::QualifiedName;

use crate::flat::{Flat, Kind};

/// The rules by which markup is written.
#[derive(Clone, Copy)]
pub(crate) struct Syntax<'a> {
    pub(crate) is_xml: bool,
    /// Whether scripting is enabled, so that the text of `noscript` is raw.
    pub(crate) scripting: bool,
    /// Whether the encoding of the source has a character; references are written for others.
    pub(crate) has_character: &'a dyn Fn(char) -> bool,
}

impl Syntax<'_> {
    /// Whether texts in this node are written as they are.
    pub(crate) fn is_raw(self, tree: &Flat<'_>, parent: usize) -> bool {
        let id = tree.html_id(parent);
        !self.is_xml
            && (sets::RAW_TEXT_CHILDREN.contains(id) || self.scripting && id == tag::NOSCRIPT)
    }

    /// Whether this element has no end tag.
    pub(crate) fn is_void(self, tree: &Flat<'_>, node: usize) -> bool {
        !self.is_xml && sets::VOID.contains(tree.html_id(node))
    }

    /// Writes a value for an attribute between these quotes, or without any.
    pub(crate) fn push_value(self, out: &mut String, value: &str, quote: Option<u8>) {
        let quote = quoted(value, quote);
        let text = match quote {
            Some(b'"') | None => self.escaped(value, true),
            // No single quote is in it.
            Some(_) => self.escaped(value, true).replace("&quot;", "\""),
        };
        let quote = quote.map(char::from);
        out.extend(quote);
        out.push_str(&text);
        out.extend(quote);
    }

    /// The text with character references for what can't be written as it is.
    fn escaped(self, text: &str, in_value: bool) -> String {
        let escaped = if self.is_xml {
            let mut escaped = String::with_capacity(text.len());
            for character in text.chars() {
                match character {
                    '&' => escaped.push_str("&amp;"),
                    '<' => escaped.push_str("&lt;"),
                    '>' => escaped.push_str("&gt;"),
                    '"' if in_value => escaped.push_str("&quot;"),
                    '\t' | '\n' if in_value => push_reference(&mut escaped, character),
                    _ => escaped.push(character),
                }
            }
            escaped
        } else {
            let mut writer = HtmlWriter::new();
            if in_value {
                writer.push_value(text, 0, text.len());
            } else {
                writer.push_text(text, 0, text.len());
            }
            writer.into_string()
        };
        // Parsers replace carriage returns.
        let is_written = |character| character != '\r' && (self.has_character)(character);
        if escaped.chars().all(is_written) {
            return escaped;
        }
        let mut out = String::with_capacity(escaped.len() + 16);
        for character in escaped.chars() {
            if is_written(character) {
                out.push(character);
            } else {
                push_reference(&mut out, character);
            }
        }
        out
    }

    /// Writes a text that is in `parent`. `is_first`: right after the start tag, where the parser drops a line feed
    /// in some elements.
    pub(crate) fn push_text(
        self,
        out: &mut String,
        tree: &Flat<'_>,
        parent: usize,
        text: &str,
        is_first: bool,
    ) {
        let drops_line_feed =
            || [tag::PRE, tag::LISTING, tag::TEXTAREA].contains(&tree.html_id(parent));
        if is_first && !self.is_xml && text.starts_with('\n') && drops_line_feed() {
            out.push('\n');
        }
        if self.is_raw(tree, parent) {
            out.push_str(text);
        } else {
            out.push_str(&self.escaped(text, false));
        }
    }

    /// Writes the start tag of an element, or of the `template` that declares a shadow root. An empty element of XML is
    /// written as one tag.
    pub(crate) fn push_start(self, out: &mut String, tree: &Flat<'_>, node: usize) {
        let item = &tree.items[node];
        let name = match item.kind {
            Kind::Element(name) => name,
            Kind::Shadow(init) => {
                let mut writer = HtmlWriter::new();
                write_declaration(&mut writer, &init);
                return out.push_str(&writer.into_string());
            }
            _ => return,
        };
        out.push('<');
        self.push_element_name(out, name);
        for (attribute, _) in tree.attributes(node) {
            out.push(' ');
            self.push_attribute_name(out, attribute.name);
            out.push('=');
            let own = attribute.name;
            let prefix = own.prefix.map(|_| own.local.text);
            // A declaration that contradicts the name can't be written.
            let is_names =
                self.is_xml && own.namespace == Namespace::XmlNs && prefix == name.prefix;
            let value = if is_names { name.namespace_url } else { attribute.value };
            self.push_value(out, value, Some(b'"'));
        }
        if self.is_xml {
            self.push_declarations(out, tree, node, name);
        }
        out.push_str(if self.is_xml && item.end == node + 1 { "/>" } else { ">" });
    }

    /// Declares the namespaces that the start tag needs, unless the parent has the same prefix for it.
    fn push_declarations(
        self,
        out: &mut String,
        tree: &Flat<'_>,
        node: usize,
        name: QualifiedName<'_>,
    ) {
        let parent = tree.name(tree.items[node].parent);
        let has_parents = parent.is_some_and(|parent| {
            (parent.prefix, parent.namespace_url) == (name.prefix, name.namespace_url)
        });
        let attributes = || tree.attributes(node).iter().map(|it| it.0.name);
        let is_declaration = |it: &QualifiedName<'_>| it.namespace == Namespace::XmlNs;
        let mut declared: HashSet<Option<&str>> = attributes()
            .filter(is_declaration)
            .map(|it| it.prefix.map(|_| it.local.text))
            .collect();
        let is_root = parent.is_none() && name.namespace_url.is_empty();
        if !has_parents && !is_root && declared.insert(name.prefix) {
            self.push_declaration_of(out, name.prefix, name.namespace_url);
        }
        for own in attributes() {
            let is_known =
                matches!(own.namespace, Namespace::None | Namespace::Xml | Namespace::XmlNs);
            let is_elements = own.prefix == name.prefix && own.namespace_url == name.namespace_url;
            if !is_known && !is_elements && declared.insert(own.prefix) {
                self.push_declaration_of(out, own.prefix, own.namespace_url);
            }
        }
    }

    fn push_declaration_of(self, out: &mut String, prefix: Option<&str>, url: &str) {
        out.push_str(" xmlns");
        if let Some(prefix) = prefix {
            out.push(':');
            out.push_str(prefix);
        }
        out.push('=');
        self.push_value(out, url, Some(b'"'));
    }

    /// Writes the end tag that goes with [`push_start`](Self::push_start).
    pub(crate) fn push_end(self, out: &mut String, tree: &Flat<'_>, node: usize) {
        match tree.items[node].kind {
            Kind::Element(_) if self.is_void(tree, node) => {}
            // Nothing ends it.
            Kind::Element(name) if !self.is_xml && name.is_html(tag::PLAINTEXT) => {}
            Kind::Element(_) if self.is_xml && tree.items[node].end == node + 1 => {}
            Kind::Element(name) => {
                out.push_str("</");
                self.push_element_name(out, name);
                out.push('>');
            }
            Kind::Shadow(_) => out.push_str("</template>"),
            _ => {}
        }
    }

    /// Writes the name in an element's tags.
    pub(crate) fn push_element_name(self, out: &mut String, name: QualifiedName<'_>) {
        let by_local_name =
            matches!(name.namespace, Namespace::Html | Namespace::Svg | Namespace::MathMl);
        if let Some(prefix) = name.prefix
            && (self.is_xml || !by_local_name)
        {
            out.push_str(prefix);
            out.push(':');
        }
        out.push_str(name.local.text);
    }

    /// Writes the name of an attribute.
    pub(crate) fn push_attribute_name(self, out: &mut String, name: QualifiedName<'_>) {
        let prefix = match name.namespace {
            Namespace::None => None,
            _ if self.is_xml => name.prefix,
            Namespace::Xml | Namespace::XmlNs | Namespace::XLink => {
                name.namespace.attribute_prefix(name.local.text)
            }
            _ => name.prefix,
        };
        if let Some(prefix) = prefix {
            out.push_str(prefix);
            out.push(':');
        }
        out.push_str(name.local.text);
    }

    /// Writes a comment, a processing instruction or a doctype.
    pub(crate) fn push_other(self, out: &mut String, tree: &Flat<'_>, node: usize) {
        let mut writer = HtmlWriter::new();
        match tree.items[node].kind {
            Kind::Comment(data) => writer.push_comment(data),
            Kind::Instruction { target, data: "" } if self.is_xml => {
                writer.push("<?");
                writer.push(target);
                writer.push("?>");
            }
            Kind::Instruction { target, data } => writer.push_processing_instruction(target, data),
            Kind::Doctype(name, ids) => {
                writer.push("<!DOCTYPE ");
                writer.push(name);
                let (first, keyword) = match (ids.public_id, ids.system_id) {
                    ("", "") => (None, ""),
                    ("", _) => (None, " SYSTEM"),
                    (public, _) => (Some(public), " PUBLIC"),
                };
                writer.push(keyword);
                let last = Some(ids.system_id).filter(|it| !it.is_empty());
                for id in first.into_iter().chain(last) {
                    let quote = if id.contains('"') { "'" } else { "\"" };
                    for part in [" ", quote, id, quote] {
                        writer.push(part);
                    }
                }
                writer.push(">");
            }
            _ => {}
        }
        out.push_str(&writer.into_string());
    }
}

fn push_reference(out: &mut String, character: char) {
    out.push_str(&format!("&#{};", u32::from(character)));
}
