//! A finding of a check.

use std::borrow::Cow;

use sapwood::Span;
use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::advice::{Advice, Detail};

/// A mistake in the source, or something that may be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Code of the rule: the standard's, or one of ours in the same style.
    pub code: &'static str,
    /// Position in bytes of the text.
    pub span: Span,
    /// Whether the source may be right, so that this is no error.
    pub is_note: bool,
    /// Description of the rule.
    pub advice: Advice,
    /// Subject and help for this place, if they are known.
    pub detail: Option<Detail>,
}

impl Finding {
    /// The mistake in words: the title of the rule, and what it is about.
    #[must_use]
    pub fn title(&self) -> Cow<'static, str> {
        match &self.detail {
            Some(detail) => Cow::Owned(format!("{}: {}", self.advice.title, detail.subject)),
            None => Cow::Borrowed(self.advice.title),
        }
    }

    /// How to correct it.
    #[must_use]
    pub fn help(&self) -> &str {
        self.detail.as_ref().map_or(self.advice.help, |detail| &detail.help)
    }
}

/// `code`, `title`, `is_note`, `start`, `end`, `help`, `url`; see [`place`](crate::json::place) for lines and columns.
impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut finding = serializer.serialize_struct("Finding", 7)?;
        finding.serialize_field("code", self.code)?;
        finding.serialize_field("title", &self.title())?;
        finding.serialize_field("is_note", &self.is_note)?;
        finding.serialize_field("start", &self.span.start)?;
        finding.serialize_field("end", &self.span.end)?;
        finding.serialize_field("help", self.help())?;
        finding.serialize_field("url", &self.advice.url())?;
        finding.end()
    }
}

/// A finding with the advice for its code.
pub(crate) fn finding(code: &'static str, span: Span) -> Finding {
    // A server may declare the encoding.
    let is_note = code == "undeclared-encoding";
    Finding { code, span, is_note, advice: Advice::of(code), detail: None }
}
