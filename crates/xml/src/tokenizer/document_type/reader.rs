//! Reads markup declarations one after the other.

use std::sync::Arc;

use sapwood_names::xml::{is_character, is_name_character, is_name_start, is_whitespace};
use sapwood_tree::{
    Budget,
    ErrorCode::{self, *},
    ParseError, Span,
};

use super::{DocumentType, Entity, Instruction, Notation};
use crate::tokenizer::{
    ErrorFilter, XmlTokenizerOptions, identifier::is_public_identifier_character,
};

/// An error in a declaration, at the reader's position.
#[derive(Debug)]
pub(super) struct Fault(pub(super) ErrorCode);

pub(super) type Read<T = ()> = Result<T, Fault>;

/// The errors of an internal subset. Each code is kept once for each place: all of a parameter entity's text
/// has the place of the reference to it.
#[derive(Default)]
struct Faults {
    list: Vec<(ErrorCode, usize)>,
    filter: ErrorFilter,
}

impl Faults {
    fn add(&mut self, code: ErrorCode, at: usize) {
        if self.filter.is_new(ParseError { code, span: Span::at(at) }) {
            self.list.push((code, at));
        }
    }
}

impl DocumentType {
    /// Reads the internal subset `text` and returns the errors with their places in it.
    ///
    /// Stops where `budget`, which pays for the replacement texts of entities, is used up.
    pub(crate) fn read(
        &mut self,
        text: &str,
        options: &XmlTokenizerOptions,
        budget: &mut Budget,
    ) -> Vec<(ErrorCode, usize)> {
        let mut faults = Faults::default();
        Reader::new(self, text, options, budget, &mut faults).read();
        faults.list
    }
}

/// The error of a declaration for which there is no specific one.
pub(super) const MALFORMED: Fault = Fault(MalformedMarkupDeclaration);

/// A reader of the internal subset, or of the replacement text of a parameter entity.
pub(super) struct Reader<'r> {
    pub(super) document_type: &'r mut DocumentType,
    pub(super) text: &'r str,
    pub(super) at: usize,
    pub(super) options: &'r XmlTokenizerOptions,
    pub(super) budget: &'r mut Budget,
    faults: &'r mut Faults,
    /// In the text of a parameter entity: the place of the reference to it in the internal subset.
    reference: Option<usize>,
    /// The names of the parameter entities that are being read.
    open: Vec<String>,
}

impl<'r> Reader<'r> {
    fn new(
        document_type: &'r mut DocumentType,
        text: &'r str,
        options: &'r XmlTokenizerOptions,
        budget: &'r mut Budget,
        faults: &'r mut Faults,
    ) -> Self {
        let open = Vec::new();
        Self { document_type, text, at: 0, options, budget, faults, reference: None, open }
    }

    /// Reads all declarations; after an error it continues after the next `>`.
    fn read(&mut self) {
        loop {
            self.skip_whitespace();
            let start = self.at;
            let read = match self.peek() {
                None => return,
                _ if self.budget.limit().is_some() => return,
                Some('%') => self.parameter_entity_reference(),
                Some('<') => self.declaration(),
                Some(_) => Err(MALFORMED),
            };
            if let Err(Fault(code)) = read {
                self.fault(code);
                let rest = &self.text[self.at..];
                self.at += rest.find('>').map_or(rest.len(), |end| end + 1);
            }
            debug_assert!(self.at > start, "each turn reads something");
        }
    }

    pub(super) fn fault(&mut self, code: ErrorCode) {
        self.faults.add(code, self.reference.unwrap_or(self.at));
    }

    fn declaration(&mut self) -> Read {
        if self.take("<!--") {
            return self.comment();
        }
        if self.take("<?") {
            return self.processing_instruction();
        }
        if self.take("<!ELEMENT") {
            return self.element_declaration();
        }
        if self.take("<!ATTLIST") {
            return self.attribute_list_declaration();
        }
        if self.take("<!ENTITY") {
            return self.entity_declaration();
        }
        if self.take("<!NOTATION") {
            return self.notation_declaration();
        }
        Err(MALFORMED)
    }

    fn comment(&mut self) -> Read {
        let rest = &self.text[self.at..];
        let Some(end) = rest.find("--") else { return Err(self.unclosed(EofInComment)) };
        self.check_characters(&rest[..end]);
        self.at += end + 2;
        if self.take(">") {
            return Ok(());
        }
        self.fault(DoubleHyphenInComment);
        let rest = &self.text[self.at..];
        self.at += rest.find("-->").map_or(rest.len(), |end| end + 3);
        Ok(())
    }

    fn processing_instruction(&mut self) -> Read {
        let Some(target) = self.name() else {
            return Err(Fault(InvalidFirstCharacterOfProcessingInstructionTarget));
        };
        if target.eq_ignore_ascii_case("xml") {
            self.fault(ReservedProcessingInstructionTarget);
        }
        if !self.text[self.at..].starts_with("?>") && !self.skip_whitespace() {
            self.fault(MissingWhitespaceAfterProcessingInstructionTarget);
        }
        let rest = &self.text[self.at..];
        let Some(end) = rest.find("?>") else {
            return Err(self.unclosed(EofInProcessingInstruction));
        };
        self.check_characters(&rest[..end]);
        self.at += end + 2;
        let (target, data) = (target.to_owned(), rest[..end].to_owned());
        self.document_type.instructions.push(Instruction { target, data });
        Ok(())
    }

    /// Returns the error of an unclosed construct and skips the rest, so that it isn't searched again.
    fn unclosed(&mut self, code: ErrorCode) -> Fault {
        self.at = self.text.len();
        Fault(code)
    }

    fn notation_declaration(&mut self) -> Read {
        self.whitespace()?;
        let name = self.name().ok_or(MALFORMED)?;
        self.check_colon(name);
        self.whitespace()?;
        let (public_id, system_id) = if self.take("PUBLIC") {
            self.whitespace()?;
            let public_id = self.public_identifier()?;
            let spaced = self.skip_whitespace();
            let system_id = match self.peek() {
                Some('"' | '\'') if spaced => Some(self.literal()?),
                _ => None,
            };
            (Some(public_id), system_id)
        } else {
            let (_, system_id) = self.external_id()?.ok_or(MALFORMED)?;
            (None, Some(system_id))
        };
        self.end_declaration()?;
        let (name, system_id) = (name.to_owned(), system_id.map(str::to_owned));
        self.document_type.notations.push(Notation { name, public_id, system_id });
        Ok(())
    }

    /// Reads an optional [external identifier](https://www.w3.org/TR/xml/#NT-ExternalID).
    pub(super) fn external_id(&mut self) -> Read<Option<(Option<String>, &'r str)>> {
        let public_id = if self.take("PUBLIC") {
            self.whitespace()?;
            Some(self.public_identifier()?)
        } else if self.take("SYSTEM") {
            None
        } else {
            return Ok(None);
        };
        self.whitespace()?;
        Ok(Some((public_id, self.literal()?)))
    }

    fn public_identifier(&mut self) -> Read<String> {
        let literal = self.literal()?;
        if !literal.bytes().all(is_public_identifier_character) {
            self.fault(InvalidCharacterInPublicIdentifier);
        }
        Ok(literal.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Reads a reference between declarations: the declarations of the entity take its place.
    fn parameter_entity_reference(&mut self) -> Read {
        let start = self.at;
        self.at += 1;
        let Some(name) = self.name() else { return Err(MALFORMED) };
        if !self.take(";") {
            return Err(MALFORMED);
        }
        let had_unread_declarations = self.document_type.has_unread_declarations;
        self.document_type.has_unread_declarations = !self.document_type.is_standalone;
        let text = match self.document_type.parameter_entities.get(name) {
            Some(Entity::Internal(text)) => Arc::clone(text),
            Some(_) => return Ok(()),
            None => {
                if !had_unread_declarations {
                    self.fault(UndeclaredParameterEntity);
                }
                return Ok(());
            }
        };
        if self.open.iter().any(|open| open == name) {
            self.fault(RecursiveEntity);
        } else if self.open.len() >= self.options.max_entity_depth {
            self.fault(EntityNestingLimit);
        } else if self.budget.spend(text.len() as u64).is_ok() {
            let mut open = self.open.clone();
            open.push(name.to_owned());
            let reference = Some(self.reference.unwrap_or(start));
            Reader {
                document_type: self.document_type,
                text: &text,
                at: 0,
                options: self.options,
                budget: self.budget,
                faults: self.faults,
                reference,
                open,
            }
            .read();
        }
        Ok(())
    }

    /// Reads the end of a declaration: optional white space and `>`.
    pub(super) fn end_declaration(&mut self) -> Read {
        self.skip_whitespace();
        if self.take(">") { Ok(()) } else { Err(self.unexpected()) }
    }

    /// Returns the error of the next character.
    pub(super) fn unexpected(&self) -> Fault {
        match self.peek() {
            Some('%') => Fault(ParameterEntityInMarkupDeclaration),
            _ => MALFORMED,
        }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Consumes `word` if it is next.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let is_next = self.text[self.at..].starts_with(word);
        if is_next {
            self.at += word.len();
        }
        is_next
    }

    /// Skips white space; returns `true` if there was any.
    pub(super) fn skip_whitespace(&mut self) -> bool {
        let rest = &self.text.as_bytes()[self.at..];
        let length = rest.iter().take_while(|&&byte| is_whitespace(byte)).count();
        self.at += length;
        length > 0
    }

    /// Skips required white space.
    pub(super) fn whitespace(&mut self) -> Read {
        if self.skip_whitespace() { Ok(()) } else { Err(self.unexpected()) }
    }

    pub(super) fn name(&mut self) -> Option<&'r str> {
        if self.peek().is_some_and(is_name_start) { self.name_token() } else { None }
    }

    pub(super) fn name_token(&mut self) -> Option<&'r str> {
        let rest = &self.text[self.at..];
        let end = rest.find(|character| !is_name_character(character)).unwrap_or(rest.len());
        self.at += end;
        (end > 0).then_some(&rest[..end])
    }

    /// Reads a quoted literal.
    pub(super) fn literal(&mut self) -> Read<&'r str> {
        let quote = match self.peek() {
            Some(quote @ ('"' | '\'')) => quote,
            _ => return Err(self.unexpected()),
        };
        let rest = &self.text[self.at + 1..];
        let Some(end) = rest.find(quote) else { return Err(MALFORMED) };
        self.at += end + 2;
        self.check_characters(&rest[..end]);
        Ok(&rest[..end])
    }

    /// Checks the replacement text of a parameter entity for characters that come from references, which the check
    /// of the input hasn't seen.
    fn check_characters(&mut self, text: &str) {
        if self.reference.is_some() && !text.chars().all(is_character) {
            self.fault(ControlCharacterReference);
        }
    }
}
