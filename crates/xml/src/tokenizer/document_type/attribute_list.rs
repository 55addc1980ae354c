//! [Attribute-list declarations](https://www.w3.org/TR/xml/#attdecls).

use std::sync::Arc;

use crate::tokenizer::declared::normalize_tokens;

use super::{
    AttributeDefinition,
    reader::{MALFORMED, Read, Reader},
};

impl Reader<'_> {
    pub(super) fn attribute_list_declaration(&mut self) -> Read {
        self.whitespace()?;
        let Some(element) = self.name() else { return Err(self.unexpected()) };
        loop {
            let spaced = self.skip_whitespace();
            if self.take(">") {
                return Ok(());
            }
            let Some(name) = self.name().filter(|_| spaced) else { return Err(self.unexpected()) };
            self.whitespace()?;
            let is_cdata = self.attribute_type()?;
            self.whitespace()?;
            let default = self.default(is_cdata)?;
            let definition = AttributeDefinition { name: name.to_owned(), is_cdata, default };
            let lists = &mut self.document_type.attribute_lists;
            let list = lists.entry(element.to_owned()).or_default();
            Arc::make_mut(list).add(definition);
        }
    }

    /// Returns whether it is CDATA.
    fn attribute_type(&mut self) -> Read<bool> {
        if self.take("CDATA") {
            return Ok(true);
        }
        if self.take("NOTATION") {
            self.whitespace()?;
            self.enumeration(Self::name)?;
            return Ok(false);
        }
        if self.peek() == Some('(') {
            self.enumeration(Self::name_token)?;
            return Ok(false);
        }
        let keyword = self.name();
        const TOKENIZED: [&str; 7] =
            ["ID", "IDREF", "IDREFS", "ENTITY", "ENTITIES", "NMTOKEN", "NMTOKENS"];
        match keyword {
            Some(keyword) if TOKENIZED.contains(&keyword) => Ok(false),
            Some(_) => Err(MALFORMED),
            None => Err(self.unexpected()),
        }
    }

    fn enumeration<'s>(&mut self, token: impl Fn(&mut Self) -> Option<&'s str>) -> Read {
        if !self.take("(") {
            return Err(self.unexpected());
        }
        loop {
            self.skip_whitespace();
            if token(self).is_none() {
                return Err(self.unexpected());
            }
            self.skip_whitespace();
            if self.take(")") {
                return Ok(());
            }
            if !self.take("|") {
                return Err(self.unexpected());
            }
        }
    }

    fn default(&mut self, is_cdata: bool) -> Read<Option<String>> {
        if self.take("#REQUIRED") || self.take("#IMPLIED") {
            return Ok(None);
        }
        if self.take("#FIXED") {
            self.whitespace()?;
        }
        let literal = self.literal()?;
        let value = self.default_value(literal);
        Ok(Some(if is_cdata { value } else { normalize_tokens(&value) }))
    }
}
