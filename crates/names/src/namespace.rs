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

    /// The usual prefix: `html`, `math`, `svg`, `xlink`, `xml` or `xmlns`; otherwise `""`.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Namespace::None | Namespace::Other => "",
            Namespace::Html => "html",
            Namespace::MathMl => "math",
            Namespace::Svg => "svg",
            Namespace::XLink => "xlink",
            Namespace::Xml => "xml",
            Namespace::XmlNs => "xmlns",
        }
    }

    /// The prefix that the parser of HTML [gives](https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes)
    /// an attribute in this namespace that is called `local`: `xlink`, `xml`, `xmlns` (but not for `xmlns` itself), or
    /// none.
    #[must_use]
    pub fn attribute_prefix(self, local: &str) -> Option<&'static str> {
        let has_prefix = match self {
            Namespace::XLink | Namespace::Xml => true,
            Namespace::XmlNs => local != "xmlns",
            _ => false,
        };
        has_prefix.then_some(self.prefix())
    }

    /// The namespace of that URL: [`None`](Self::None) of `""`, [`Other`](Self::Other) if it isn't known.
    ///
    /// ```
    /// use sapwood::Namespace;
    ///
    /// assert_eq!(Namespace::of_url("http://www.w3.org/2000/svg"), Namespace::Svg);
    /// assert_eq!(Namespace::of_url("http://www.w3.org/2005/Atom"), Namespace::Other);
    /// ```
    #[must_use]
    pub fn of_url(url: &str) -> Self {
        const KNOWN: [Namespace; 7] = [
            Namespace::None,
            Namespace::Html,
            Namespace::MathMl,
            Namespace::Svg,
            Namespace::XLink,
            Namespace::Xml,
            Namespace::XmlNs,
        ];
        KNOWN.into_iter().find(|known| known.as_url() == url).unwrap_or(Namespace::Other)
    }
}
