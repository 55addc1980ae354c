//! Namespaces.

/// A [namespace](https://infra.spec.whatwg.org/#namespaces) of elements or attributes.
#[repr(u8)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Namespace {
    /// No namespace, as nearly all attributes.
    #[default]
    None = 0,
    /// HTML.
    Html,
    /// MathML.
    MathMl,
    /// SVG.
    Svg,
    /// XLink.
    XLink,
    /// XML.
    Xml,
    /// XMLNS.
    XmlNs,
    /// Any other: its URL is for the tree to know.
    Other,
}

impl Namespace {
    /// The namespace's URL; `""` for [`None`](Self::None) and for [`Other`](Self::Other).
    #[must_use]
    pub const fn as_url(self) -> &'static str {
        match self {
            Namespace::None | Namespace::Other => "",
            Namespace::Html => "http://www.w3.org/1999/xhtml",
            Namespace::MathMl => "http://www.w3.org/1998/Math/MathML",
            Namespace::Svg => "http://www.w3.org/2000/svg",
            Namespace::XLink => "http://www.w3.org/1999/xlink",
            Namespace::Xml => "http://www.w3.org/XML/1998/namespace",
            Namespace::XmlNs => "http://www.w3.org/2000/xmlns/",
        }
    }
}
