//! [Element type declarations](https://www.w3.org/TR/xml/#elemdecls), which are checked and not kept.

use super::reader::{MALFORMED, Read, Reader};

impl Reader<'_> {
    pub(super) fn element_declaration(&mut self) -> Read {
        self.whitespace()?;
        if self.name().is_none() {
            return Err(self.unexpected());
        }
        self.whitespace()?;
        if !(self.take("EMPTY") || self.take("ANY")) {
            if !self.take("(") {
                return Err(self.unexpected());
            }
            self.skip_whitespace();
            if self.take("#PCDATA") { self.mixed()? } else { self.children()? }
        }
        self.end_declaration()
    }

    /// After `(#PCDATA`.
    fn mixed(&mut self) -> Read {
        let mut has_names = false;
        loop {
            self.skip_whitespace();
            if self.take(")") {
                let star = self.take("*");
                return if star || !has_names { Ok(()) } else { Err(MALFORMED) };
            }
            if !self.take("|") {
                return Err(self.unexpected());
            }
            self.skip_whitespace();
            if self.name().is_none() {
                return Err(self.unexpected());
            }
            has_names = true;
        }
    }

    /// After the first `(`. The groups that are open are kept on a stack, each as its separator if one
    /// was met.
    fn children(&mut self) -> Read {
        let mut groups: Vec<Option<&str>> = vec![None];
        loop {
            // A name or a group begins.
            self.skip_whitespace();
            if self.take("(") {
                groups.push(None);
                continue;
            }
            if self.name().is_none() {
                return Err(self.unexpected());
            }
            self.occurrence();
            // It ended: a separator follows, or the end of the group around it.
            loop {
                self.skip_whitespace();
                let Some(group) = groups.last_mut() else { return Ok(()) };
                if self.take(")") {
                    groups.pop();
                    self.occurrence();
                    if groups.is_empty() {
                        return Ok(());
                    }
                    continue;
                }
                let separator = if self.take(",") {
                    ","
                } else if self.take("|") {
                    "|"
                } else {
                    return Err(self.unexpected());
                };
                if *group.get_or_insert(separator) != separator {
                    return Err(MALFORMED);
                }
                break;
            }
        }
    }

    fn occurrence(&mut self) {
        let _ = self.take("?") || self.take("*") || self.take("+");
    }
}
