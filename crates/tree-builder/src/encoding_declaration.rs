//! The encoding that a `meta` declares.

/// The attributes of a `meta` that declare [the document's
/// encoding](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead), unparsed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EncodingDeclaration {
    /// The value of `charset`.
    pub charset: Option<String>,
    /// The value of `content`, if `http-equiv` is `Content-Type`.
    pub content: Option<String>,
}
