//! Attributes as the internal subset declares them.
//!
//! [Attribute values](https://www.w3.org/TR/xml/#AVNormalize) of other types than CDATA lose the white space around
//! their tokens, and attributes that a tag doesn't write get their default values.

use std::collections::HashSet;

use sapwood_lexer::LINEAR;
use sapwood_tree::{Budget, Limit, Span};

use crate::tokenizer::{
    Attribute, AttributeList, Tag, Token, TokenSink, Tokenizer, machine::Machine,
};

/// The attribute that is [of the type ID](https://www.w3.org/TR/xml-id/) without a declaration.
const XML_ID: &str = "xml:id";

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Emits a start tag or an empty tag.
    #[inline]
    pub(crate) fn send_tag(&mut self, tag: Tag<'_>, is_empty: bool, span: Span) {
        let is_untrimmed_id =
            |attribute: &Attribute<'_>| attribute.name == XML_ID && has_more_space(attribute.value);
        if self.tokenizer.document_type.has_attribute_lists()
            || tag.attributes.iter().any(is_untrimmed_id)
        {
            return self.send_completed_tag(tag, is_empty, span);
        }
        self.send(if is_empty { Token::EmptyTag(tag) } else { Token::StartTag(tag) }, span);
    }

    #[inline(never)]
    fn send_completed_tag(&mut self, tag: Tag<'_>, is_empty: bool, span: Span) {
        let list = self.tokenizer.document_type.attribute_list(tag.name).cloned();
        let list = list.unwrap_or_default();
        let normalized = normalized(&list, tag.attributes);
        let mut attributes = tag.attributes.to_vec();
        for (index, value) in &normalized {
            attributes[*index].value = value;
        }
        if let Err(limit) = self.tokenizer.add_defaults(&list, span, &mut attributes) {
            return self.end_at(limit);
        }
        let tag = Tag { name: tag.name, attributes: &attributes };
        self.send(if is_empty { Token::EmptyTag(tag) } else { Token::StartTag(tag) }, span);
    }
}

impl Tokenizer {
    /// Adds the attributes that are declared and not written in the tag at `span`, and pays for them.
    fn add_defaults<'a>(
        &mut self,
        list: &'a AttributeList,
        span: Span,
        attributes: &mut Vec<Attribute<'a>>,
    ) -> Result<(), Limit> {
        let written = attributes.len();
        let names: Option<HashSet<&str>> =
            (written > LINEAR).then(|| attributes.iter().map(|attribute| attribute.name).collect());
        self.budget.advance_to(span.start);
        let span = Span::at(span.end.saturating_sub(1));
        for (name, value) in list.defaults() {
            let is_written = match &names {
                Some(names) => names.contains(name),
                None => attributes[..written].iter().any(|attribute| attribute.name == name),
            };
            if !is_written {
                self.budget.spend((name.len() + value.len()) as u64 + Budget::NODE)?;
                attributes.push(Attribute { name, value, span });
            }
        }
        Ok(())
    }
}

/// Returns the indices of the values to normalize, and the normalized values.
fn normalized(list: &AttributeList, attributes: &[Attribute<'_>]) -> Vec<(usize, String)> {
    let is_tokens = |name: &str| {
        name == XML_ID || list.get(name).is_some_and(|definition| !definition.is_cdata)
    };
    let value = |(index, attribute): (usize, &Attribute<'_>)| {
        (has_more_space(attribute.value) && is_tokens(attribute.name))
            .then(|| (index, normalize_tokens(attribute.value)))
    };
    attributes.iter().enumerate().filter_map(value).collect()
}

/// Returns `true` if `value` has more spaces than one between each two tokens.
fn has_more_space(value: &str) -> bool {
    value.starts_with(' ') || value.ends_with(' ') || value.contains("  ")
}

/// Leaves out spaces at the ends, and all but one of each run of them.
pub(crate) fn normalize_tokens(value: &str) -> String {
    let tokens = value.split(' ').filter(|token| !token.is_empty());
    tokens.collect::<Vec<_>>().join(" ")
}
