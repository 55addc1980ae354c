//! Names, and the namespaces of their prefixes.

use sapwood_names::xml::{is_name_character, is_name_start};

use super::{Parser, Result};
use crate::error::XPathError;

impl<'t> Parser<'t> {
    /// The name without a colon that is next, if one is.
    pub(super) fn nc_name(&self) -> Option<&'t str> {
        let rest = &self.text[self.at..];
        let is_part = |(at, character): (usize, char)| {
            character != ':'
                && if at == 0 { is_name_start(character) } else { is_name_character(character) }
        };
        let end = rest.char_indices().find(|part| !is_part(*part)).map_or(rest.len(), |it| it.0);
        (end > 0).then(|| &rest[..end])
    }

    /// Takes a name that may have a prefix.
    pub(super) fn qualified_name(&mut self, what: &str) -> Result<(usize, usize)> {
        let start = self.at;
        let Some(first) = self.nc_name() else { return Err(self.expected(what)) };
        self.at += first.len();
        if self.peek() == Some(b':') && self.text.as_bytes().get(self.at + 1) != Some(&b':') {
            self.at += 1;
            let Some(local) = self.nc_name() else {
                return Err(self.expected(&format!("a local name after \"{first}:\"")));
            };
            self.at += local.len();
        }
        Ok((start, self.at))
    }

    /// The text of a name whose prefix is declared.
    pub(super) fn checked(&self, (start, end): (usize, usize)) -> Result<&'t str> {
        let name = &self.text[start..end];
        if let Some((prefix, _)) = name.split_once(':') {
            self.namespace_of(prefix, start)?;
        }
        Ok(name)
    }

    /// The range of the function name that is next: a name before a parenthesis, unless it is a node type.
    pub(super) fn function_name(&mut self) -> Option<(usize, usize)> {
        let start = self.at;
        let name = self.qualified_name("").ok();
        let end = self.at;
        self.skip_space();
        let is_call = self.peek() == Some(b'(');
        self.at = start;
        let (start, _) = name?;
        let is_node_type = matches!(
            &self.text[start..end],
            "node" | "text" | "comment" | "processing-instruction"
        );
        (is_call && !is_node_type).then_some((start, end))
    }

    /// The URL of the namespace of a prefix.
    pub(super) fn namespace_of(&self, prefix: &str, offset: usize) -> Result<&'t str> {
        let unknown = || XPathError::undeclared_prefix_at(self.text, offset, prefix);
        self.options.namespace(prefix).ok_or_else(unknown)
    }
}
