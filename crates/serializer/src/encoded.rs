//! Trees that are written as bytes of an encoding.

use std::cell::Cell;

use sapwood_encoding::{
    Encoding,
    encoding_rs::{UTF_8, X_USER_DEFINED},
    extract_from_content,
};
use sapwood_names::{NameId, Namespace, attr, sets, tag};
use sapwood_tree::{
    AttributeView, ElementView, Name, NodeView, QualifiedName, QuirksMode, ShadowRootInit,
    TreeSource,
};

use crate::{io::IoWriter, text_encoder::has_character};

/// A tree as it is written in an encoding: a [`TreeSource`] over another that makes a document declare the
/// encoding.
///
/// Each `meta` element that declares another encoding is shown with this one. A document whose `head` has
/// no declaration is shown with `<meta charset>` as the first child of `head`. A fragment or a single
/// element is shown as it is. [`writer`](Self::writer) encodes what is written.
///
/// Characters that the encoding lacks are written as character references, which a parser resolves in text
/// and in attribute values. It doesn't in `script`, `style` and other raw text, in names and in comments:
/// there the reference itself remains. Outside comments, [`lost`](Self::lost) reports that.
///
/// ```
/// use sapwood::serializer::{EncodedTree, SerializeOptions, write_inner};
/// # use sapwood::encoding::encoding_rs::WINDOWS_1252;
/// # fn write<T: sapwood::TreeSource>(tree: &T, document: T::Node) -> std::io::Result<Vec<u8>> {
/// let tree = EncodedTree::new(tree, WINDOWS_1252);
/// let mut out = tree.writer(Vec::new());
/// let written = write_inner(&mut out, &tree, &tree.node(document), &SerializeOptions::default());
/// out.finish(written)
/// # }
/// ```
#[derive(Debug)]
pub struct EncodedTree<'a, T> {
    tree: &'a T,
    encoding: &'static Encoding,
    declaration: Declaration,
    declares: bool,
    scripting: bool,
    lost: Cell<Option<char>>,
}

/// A node of an [`EncodedTree`].
#[derive(Clone, Debug)]
pub struct EncodedNode<Node> {
    /// The node; `None` for the declaration that the tree adds.
    node: Option<Node>,
    position: Position,
    /// Whether it is a child of an element whose text is written without escaping.
    is_raw: bool,
}

/// The position of a node for the rules of declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    /// Not in a document, or in one whose declarations stay.
    Elsewhere,
    Document,
    /// The `html` element that is a child of the document.
    Html,
    /// Its `head`.
    Head,
    /// Elsewhere in a document.
    Inside,
}

/// The values of attributes that declare an encoding.
#[derive(Clone, Copy, Debug)]
struct Declaration {
    charset: &'static str,
    content: &'static str,
}

macro_rules! declarations {
    ($($charset:literal)*) => {
        [$(Declaration { charset: $charset, content: concat!("text/html; charset=", $charset) }),*]
    };
}

/// The declarations of all encodings that can be written and declared.
#[rustfmt::skip]
const DECLARATIONS: [Declaration; 36] = declarations![
    "utf-8" "ibm866" "iso-8859-2" "iso-8859-3" "iso-8859-4" "iso-8859-5" "iso-8859-6" "iso-8859-7"
    "iso-8859-8" "iso-8859-8-i" "iso-8859-10" "iso-8859-13" "iso-8859-14" "iso-8859-15" "iso-8859-16"
    "koi8-r" "koi8-u" "macintosh" "windows-874" "windows-1250" "windows-1251" "windows-1252" "windows-1253"
    "windows-1254" "windows-1255" "windows-1256" "windows-1257" "windows-1258" "x-mac-cyrillic" "gbk"
    "gb18030" "big5" "euc-jp" "iso-2022-jp" "shift_jis" "euc-kr"
];

impl<'a, T: TreeSource> EncodedTree<'a, T> {
    /// Shows `tree` as it is written in `encoding`.
    ///
    /// UTF-8 takes the place of encodings that can't be written: UTF-16 and `replacement`, as the Encoding
    /// Standard [demands](https://encoding.spec.whatwg.org/#get-an-output-encoding), and `x-user-defined`,
    /// which a document can't declare.
    #[must_use]
    #[inline]
    pub fn new(tree: &'a T, encoding: &'static Encoding) -> Self {
        let encoding = if encoding == X_USER_DEFINED { UTF_8 } else { encoding.output_encoding() };
        let declaration =
            DECLARATIONS.iter().find(|it| encoding.name().eq_ignore_ascii_case(it.charset));
        Self {
            tree,
            encoding,
            declaration: *declaration.unwrap_or(&DECLARATIONS[0]),
            declares: true,
            scripting: false,
            lost: Cell::new(None),
        }
    }

    /// Shows `tree` as it is written in UTF-8.
    #[must_use]
    #[inline]
    pub fn utf_8(tree: &'a T) -> Self {
        Self::new(tree, UTF_8)
    }

    /// Shows the declarations of a document as they are.
    #[must_use]
    #[inline]
    pub fn keep_declarations(mut self) -> Self {
        self.declares = false;
        self
    }

    /// Sets whether scripting is enabled, so that `noscript` holds raw text.
    #[must_use]
    #[inline]
    pub fn scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self
    }

    /// The encoding that is written.
    #[must_use]
    #[inline]
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Returns `node` as a node of this tree.
    #[inline]
    pub fn node(&self, node: T::Node) -> EncodedNode<T::Node> {
        let is_document = self.tree.view(&node, |view| matches!(view, NodeView::Document));
        let position =
            if is_document && self.declares { Position::Document } else { Position::Elsewhere };
        EncodedNode { node: Some(node), position, is_raw: false }
    }

    /// Returns a writer that encodes text and passes the bytes to `out`.
    pub fn writer<W: std::io::Write>(&self, out: W) -> IoWriter<W> {
        IoWriter::encoding(out, self.encoding)
    }

    /// Returns a character that was replaced where a parser doesn't resolve references, if there was one:
    /// one that the encoding lacks, in raw text or in a name; or a control character that no numeric
    /// reference stands for.
    #[must_use]
    #[inline]
    pub fn lost(&self) -> Option<char> {
        self.lost.get()
    }

    /// Returns the `head` of the document as a node of this tree.
    ///
    /// This function and the next two are for trees that write themselves what this one doesn't change.
    #[inline]
    pub fn head(&self, head: T::Node) -> EncodedNode<T::Node> {
        EncodedNode { node: Some(head), position: Position::Head, is_raw: false }
    }

    /// Whether this tree shows a `meta` element of the document with other attributes than it has.
    #[must_use]
    #[inline]
    pub fn changes_declaration(&self, meta: &T::Node) -> bool {
        let shown =
            EncodedNode { node: Some(meta.clone()), position: Position::Inside, is_raw: false };
        self.view(&shown, |shown| {
            self.tree.view(meta, |given| match (shown, given) {
                (NodeView::Element(shown), NodeView::Element(given)) => {
                    let values = given.attributes.map(|attribute| attribute.value);
                    !shown.attributes.map(|attribute| attribute.value).eq(values)
                }
                _ => false,
            })
        })
    }

    /// Whether the `head` element needs another declaration before its children: it has none, or it has raw
    /// text before it that a prescan of the bytes would take for one.
    #[must_use]
    #[inline]
    pub fn needs_declaration(&self, head: &T::Node) -> bool {
        for child in self.tree.children(head) {
            let name = self.tree.view(&child, |view| match view {
                NodeView::Element(element) => element.name.html_id(),
                _ => NameId::UNKNOWN,
            });
            if name == tag::META && self.declares_encoding(&child) {
                return false;
            }
            if self.has_raw_text(name)
                && self.tree.children(&child).any(|it| self.is_misleading(&it))
            {
                return true;
            }
        }
        true
    }

    #[inline]
    fn is_misleading(&self, text: &T::Node) -> bool {
        self.tree.view(text, |view| match view {
            NodeView::Text(text) => {
                let is_meta = |name: &[u8]| name.eq_ignore_ascii_case(b"meta");
                text.split('<').skip(1).any(|rest| rest.as_bytes().get(..4).is_some_and(is_meta))
            }
            _ => false,
        })
    }

    #[inline]
    fn has_raw_text(&self, name: NameId) -> bool {
        sets::RAW_TEXT_CHILDREN.contains(name) || self.scripting && name == tag::NOSCRIPT
    }

    /// Whether a `meta` element declares an encoding, or would with a known label.
    #[inline]
    fn declares_encoding(&self, meta: &T::Node) -> bool {
        let is_pragma = self.is_pragma(meta);
        self.tree.view(meta, |view| match view {
            NodeView::Element(mut element) => element.attributes.any(|attribute| {
                is_plain(&attribute, attr::CHARSET)
                    || is_pragma
                        && is_plain(&attribute, attr::CONTENT)
                        && extract_from_content(attribute.value).is_some()
            }),
            _ => false,
        })
    }

    /// Whether a `meta` element has `http-equiv=content-type`.
    #[inline]
    fn is_pragma(&self, meta: &T::Node) -> bool {
        self.tree.view(meta, |view| match view {
            NodeView::Element(mut element) => element.attributes.any(|attribute| {
                is_plain(&attribute, attr::HTTP_EQUIV)
                    && attribute.value.eq_ignore_ascii_case("content-type")
            }),
            _ => false,
        })
    }

    /// Notes characters of a node that will be lost.
    #[inline]
    fn note_lost(&self, node: &T::Node, is_raw: bool) {
        let note = |text: &str, resolves_references: bool| {
            let is_lost = |&character: &char| {
                // A parser reads numeric references to these as other characters.
                let is_control = matches!(character, '\u{80}'..='\u{9f}');
                (!resolves_references || is_control) && !has_character(self.encoding, character)
            };
            let lost = text.chars().filter(|it| !it.is_ascii()).find(is_lost);
            self.lost.set(self.lost.get().or(lost));
        };
        self.tree.view(node, |view| match view {
            NodeView::Element(element) => {
                note(element.name.local.text, false);
                for AttributeView { name, value } in element.attributes {
                    note(name.local.text, false);
                    note(value, true);
                }
            }
            NodeView::Text(text) => note(text, !is_raw),
            NodeView::ProcessingInstruction { target, data } => {
                note(target, false);
                note(data, false);
            }
            NodeView::Doctype { name, public_id, system_id } => {
                [name, public_id, system_id].into_iter().for_each(|text| note(text, false));
            }
            NodeView::Comment(_) | NodeView::Document | NodeView::Fragment => {}
        });
    }
}

/// Whether this is the attribute of that name in no namespace.
#[inline]
fn is_plain(attribute: &AttributeView<'_>, name: NameId) -> bool {
    attribute.name.namespace == Namespace::None && attribute.name.local.text == name.as_str()
}

impl<'a, T: TreeSource> TreeSource for EncodedTree<'a, T> {
    type Node = EncodedNode<T::Node>;
    type Children = EncodedChildren<'a, T>;
    type Attributes<'v> = EncodedAttributes<T::Attributes<'v>>;

    #[inline]
    fn children(&self, parent: &Self::Node) -> Self::Children {
        let node = parent.node.as_ref();
        let name = node.map_or(NameId::UNKNOWN, |node| {
            self.tree.view(node, |view| match view {
                NodeView::Element(element) => element.name.html_id(),
                _ => NameId::UNKNOWN,
            })
        });
        let is_head = parent.position == Position::Head;
        EncodedChildren {
            tree: self.tree,
            needs_declaration: is_head && node.is_some_and(|head| self.needs_declaration(head)),
            children: node.map(|node| self.tree.children(node)),
            position: parent.position,
            are_raw: self.has_raw_text(name),
        }
    }

    fn view<R>(
        &self,
        EncodedNode { node, position, is_raw }: &Self::Node,
        see: impl FnOnce(NodeView<'_, Self::Attributes<'_>>) -> R,
    ) -> R {
        let Some(node) = node else {
            return see(NodeView::Element(ElementView {
                name: QualifiedName::new(Namespace::Html, name(tag::META)),
                attributes: EncodedAttributes(Attributes::Added(Some(self.declaration.charset))),
            }));
        };
        if self.encoding != UTF_8 {
            self.note_lost(node, *is_raw);
        }
        self.tree.view(node, |view| {
            see(match view {
                NodeView::Element(ElementView { name, attributes }) => {
                    let is_changed = *position != Position::Elsewhere && name.is_html(tag::META);
                    let attributes = if is_changed {
                        Attributes::Changed {
                            attributes,
                            encoding: self.encoding,
                            declaration: self.declaration,
                            is_pragma: self.is_pragma(node),
                        }
                    } else {
                        Attributes::Same(attributes)
                    };
                    let attributes = EncodedAttributes(attributes);
                    NodeView::Element(ElementView { name, attributes })
                }
                NodeView::Document => NodeView::Document,
                NodeView::Fragment => NodeView::Fragment,
                NodeView::Doctype { name, public_id, system_id } => {
                    NodeView::Doctype { name, public_id, system_id }
                }
                NodeView::Text(text) => NodeView::Text(text),
                NodeView::Comment(data) => NodeView::Comment(data),
                NodeView::ProcessingInstruction { target, data } => {
                    NodeView::ProcessingInstruction { target, data }
                }
            })
        })
    }

    #[inline]
    fn template_contents(&self, parent: &Self::Node) -> Option<Self::Node> {
        let contents = self.tree.template_contents(parent.node.as_ref()?)?;
        Some(EncodedNode {
            node: Some(contents),
            position: parent.position.inside(),
            is_raw: false,
        })
    }

    #[inline]
    fn shadow_root(&self, host: &Self::Node) -> Option<(Self::Node, ShadowRootInit)> {
        let (root, init) = self.tree.shadow_root(host.node.as_ref()?)?;
        let position = host.position.inside();
        Some((EncodedNode { node: Some(root), position, is_raw: false }, init))
    }

    #[inline]
    fn quirks_mode(&self) -> Option<QuirksMode> {
        self.tree.quirks_mode()
    }

    #[inline]
    fn is_html_document(&self) -> bool {
        self.tree.is_html_document()
    }
}

impl Position {
    /// The position of a descendant that is no place for a declaration.
    #[inline]
    fn inside(self) -> Self {
        if self == Self::Elsewhere { self } else { Self::Inside }
    }
}

/// The children of a node of an [`EncodedTree`].
#[derive(Debug)]
pub struct EncodedChildren<'a, T: TreeSource> {
    tree: &'a T,
    needs_declaration: bool,
    children: Option<T::Children>,
    /// The position of the parent.
    position: Position,
    are_raw: bool,
}

impl<T: TreeSource> Iterator for EncodedChildren<'_, T> {
    type Item = EncodedNode<T::Node>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if std::mem::take(&mut self.needs_declaration) {
            return Some(EncodedNode { node: None, position: Position::Inside, is_raw: false });
        }
        let child = self.children.as_mut()?.next()?;
        let is = |name| {
            self.tree.view(
                &child,
                |view| matches!(view, NodeView::Element(element) if element.name.is_html(name)),
            )
        };
        let position = match self.position {
            Position::Document if is(tag::HTML) => Position::Html,
            Position::Html if is(tag::HEAD) => Position::Head,
            other => other.inside(),
        };
        Some(EncodedNode { node: Some(child), position, is_raw: self.are_raw })
    }
}

/// The attributes of an element of an [`EncodedTree`].
#[derive(Debug)]
pub struct EncodedAttributes<I>(Attributes<I>);

#[derive(Debug)]
enum Attributes<I> {
    Same(I),
    /// The attributes of a `meta` element.
    Changed {
        attributes: I,
        encoding: &'static Encoding,
        declaration: Declaration,
        is_pragma: bool,
    },
    /// The attribute of the declaration that the tree adds, until it was returned.
    Added(Option<&'static str>),
}

impl<'v, I: Iterator<Item = AttributeView<'v>>> Iterator for EncodedAttributes<I> {
    type Item = AttributeView<'v>;

    #[inline]
    fn next(&mut self) -> Option<AttributeView<'v>> {
        match &mut self.0 {
            Attributes::Same(attributes) => attributes.next(),
            Attributes::Changed { attributes, encoding, declaration, is_pragma } => {
                let mut attribute = attributes.next()?;
                if is_plain(&attribute, attr::CHARSET) {
                    if Encoding::for_label(attribute.value.as_bytes()) != Some(*encoding) {
                        attribute.value = declaration.charset;
                    }
                } else if *is_pragma
                    && is_plain(&attribute, attr::CONTENT)
                    && extract_from_content(attribute.value).is_some_and(|it| it != *encoding)
                {
                    attribute.value = declaration.content;
                }
                Some(attribute)
            }
            Attributes::Added(value) => Some(AttributeView {
                name: QualifiedName::new(Namespace::None, name(attr::CHARSET)),
                value: value.take()?,
            }),
        }
    }
}

#[inline]
fn name(id: NameId) -> Name<'static> {
    Name { id, text: id.as_str() }
}
