//! The sources of an encoding.

/// The step of the sniffing algorithm that determined an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// A byte order mark.
    Bom,
    /// An override by the user.
    Override,
    /// The transport layer.
    Transport,
    /// The `charset` of a `meta`.
    MetaCharset,
    /// The `content` of a `meta` with `http-equiv`.
    MetaHttpEquiv,
    /// An XML declaration.
    XmlDeclaration,
    /// The container document.
    Parent,
    /// Detection, or a likely encoding from the caller.
    Likely,
    /// The fallback.
    Default,
}

impl Source {
    /// Returns its name, such as `meta-charset`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bom => "bom",
            Self::Override => "override",
            Self::Transport => "transport",
            Self::MetaCharset => "meta-charset",
            Self::MetaHttpEquiv => "meta-http-equiv",
            Self::XmlDeclaration => "xml-declaration",
            Self::Parent => "parent",
            Self::Likely => "likely",
            Self::Default => "default",
        }
    }
}
