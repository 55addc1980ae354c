//! Encoding declarations in `meta` elements.

use sapwood_names::attr;
use sapwood_tokenizer::{Feedback, Tag};
use sapwood_tree::TreeSink;

use crate::builder::TreeBuilder;

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

impl<S: TreeSink> TreeBuilder<S> {
    /// Takes the encoding declaration that the builder paused for.
    ///
    /// See [`Options::report_encoding`](crate::Options::report_encoding).
    pub fn take_encoding_declaration(&mut self) -> Option<EncodingDeclaration> {
        self.encoding_declaration.take()
    }

    /// Stops reporting encoding declarations, because the confidence in the encoding is certain.
    pub fn stop_reporting_encoding(&mut self) {
        self.options.report_encoding = false;
    }

    /// Pauses the parse if a `meta` declares an encoding.
    #[cold]
    pub(crate) fn report_encoding(&mut self, meta: &Tag<'_>) {
        let value = |name| meta.attributes.named(name).map(|attribute| attribute.value);
        let charset = value(attr::CHARSET);
        let content = value(attr::CONTENT).filter(|_| {
            value(attr::HTTP_EQUIV).is_some_and(|it| it.eq_ignore_ascii_case("content-type"))
        });
        if charset.is_some() || content.is_some() {
            self.encoding_declaration = Some(EncodingDeclaration {
                charset: charset.map(str::to_owned),
                content: content.map(str::to_owned),
            });
            self.feedback = Feedback::Pause;
        }
    }
}
