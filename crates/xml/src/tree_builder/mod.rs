//! [Tree construction](https://ygg01.github.io/xml5_draft/#tree-construction), in its phases.

mod namespaces;

use std::{collections::HashSet, mem};

use sapwood_lexer::{LINEAR, recycle};
use sapwood_tree::{
    ErrorCode, Limit, Origin, ParseError, QualifiedAttribute, QualifiedElement, Span, TreeSink,
};

use crate::tokenizer::{Attribute, Doctype, ErrorFilter, Feedback, Tag, Token, TokenSink};
use namespaces::{NamespaceId, Namespaces, Written};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Start,
    Main,
    End,
}

/// An open element.
#[derive(Debug)]
struct Open<Handle> {
    /// The parent of what is inserted: the element, or the contents of a `template`.
    parent: Handle,
    name: Written,
    /// The mark of the bindings around the element.
    bindings: usize,
}

/// State of the current document, besides its open elements.
#[derive(Debug, Default)]
struct Progress {
    phase: Phase,
    /// Whether a token was read that may not come before the XML declaration.
    has_token: bool,
    has_doctype: bool,
    /// Whether the text outside the root element that is being read was reported.
    text_reported: bool,
    error_filter: ErrorFilter,
    limit: Option<Limit>,
}

/// Builds a tree from tokens of XML.
///
/// ```
/// use sapwood::dom::{Builder, BuilderOptions};
/// use sapwood_xml::{Tokenizer, TreeBuilder, TreeSink};
///
/// let builder = Builder::<false>::new(BuilderOptions::default());
/// let mut builder = TreeBuilder::new(builder, u32::MAX);
/// let mut tokenizer = Tokenizer::new(Default::default());
/// tokenizer.feed("<a:b xmlns:a='urn:x'>Hello", &mut builder);
/// tokenizer.finish(&mut builder);
/// let document = builder.finish().document;
/// assert_eq!(document.document_element().unwrap().namespace_uri(), Some("urn:x"));
/// ```
#[derive(Debug)]
pub struct TreeBuilder<S: TreeSink> {
    sink: S,
    max_depth: u32,
    document: S::Handle,
    progress: Progress,
    open: Vec<Open<S::Handle>>,
    /// The open `template` elements of HTML, each with the number of elements around it.
    templates: Vec<(usize, S::Handle)>,
    namespaces: Namespaces,
    /// For each entity that is being read, the number of elements open at its start.
    entities: Vec<usize>,
    /// The names of the attributes at hand.
    written: Vec<Written>,
    /// Room for attributes; empty.
    attributes: Vec<QualifiedAttribute<'static>>,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns a builder that writes to `sink`, with elements nested at most `max_depth` levels deep.
    #[must_use]
    pub fn new(mut sink: S, max_depth: u32) -> Self {
        let document = sink.document();
        Self {
            sink,
            max_depth,
            document,
            progress: Progress::default(),
            open: Vec::with_capacity(16),
            templates: Vec::new(),
            namespaces: Namespaces::new(),
            entities: Vec::new(),
            written: Vec::with_capacity(16),
            attributes: Vec::with_capacity(16),
        }
    }

    /// Returns the sink.
    #[must_use]
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// Returns the sink for changes.
    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// The limit that was reached, by elements that nest too deep or by the sink.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.progress.limit.or(self.sink.limit())
    }

    /// Notes that `limit` was reached, unless another one was before.
    #[cold]
    fn stop(&mut self, limit: Limit) {
        self.progress.limit = self.limit().or(Some(limit));
    }

    /// Ends the parse and closes the open elements.
    #[must_use]
    pub fn finish(mut self) -> S::Output {
        self.close_all();
        self.sink.finish()
    }

    /// Begins another document in the memory of this tree builder. The caller recycles the sink first.
    pub fn recycle(&mut self) {
        self.document = self.sink.document();
        self.progress = Progress::default();
        self.open.clear();
        self.templates.clear();
        self.namespaces.clear();
        self.entities.clear();
    }

    /// Closes the open elements, as at the end of the input, without reporting them.
    pub fn close_all(&mut self) {
        while let Some(element) = self.open.pop() {
            self.close(element.parent, None);
        }
    }

    #[inline]
    fn error(&mut self, code: ErrorCode, span: Span) {
        if S::ERRORS && self.progress.error_filter.is_new(ParseError { code, span }) {
            self.sink.error(ParseError { code, span });
        }
    }

    /// Returns the parent of comments and processing instructions.
    fn current(&self) -> S::Handle {
        self.open.last().map_or(&self.document, |element| &element.parent).clone()
    }

    /// Creates an element for the token, and opens it unless it is empty.
    #[inline]
    fn start_tag(&mut self, tag: Tag<'_>, span: Span, is_empty: bool) -> Feedback {
        match self.progress.phase {
            Phase::Main => {}
            Phase::Start => self.progress.phase = Phase::Main,
            Phase::End => {
                self.error(ErrorCode::SecondRootElement, span);
                return Feedback::Continue;
            }
        }
        if self.open.len() >= self.max_depth as usize {
            self.stop(Limit::Depth);
            return Feedback::Stop;
        }
        let bindings = self.namespaces.mark();
        let name = self.namespaces.write(tag.name);
        let handle = self.insert(name, tag.attributes, span);
        let contents = if self.namespaces.is_html_template(name) {
            Some(self.sink.template_contents(&handle))
        } else {
            None
        };
        if is_empty {
            self.namespaces.restore(bindings);
            self.sink.pop(&handle, None);
            if self.open.is_empty() {
                self.progress.phase = Phase::End;
            }
        } else {
            self.namespaces.open(name);
            let parent = match contents {
                Some(contents) => {
                    self.templates.push((self.open.len(), handle));
                    contents
                }
                None => handle,
            };
            self.open.push(Open { parent, name, bindings });
        }
        if self.sink.limit().is_some() { Feedback::Stop } else { Feedback::Continue }
    }

    /// Inserts an element into the current one.
    #[inline]
    fn insert(&mut self, name: Written, attributes: &[Attribute<'_>], span: Span) -> S::Handle {
        let mut qualified = recycle(mem::take(&mut self.attributes));
        if !attributes.is_empty() {
            self.resolve(attributes, &mut qualified);
        }
        let (id, fault) = self.namespaces.element(name);
        if let Some(code) = fault {
            self.error(code, span);
        }
        let parent = self.open.last().map_or(&self.document, |element| &element.parent);
        let handle = self.sink.append_qualified_element(
            parent,
            QualifiedElement {
                name: id,
                attributes: &qualified,
                names: &self.namespaces.names,
                origin: Origin::Tag(span),
            },
        );
        self.attributes = recycle(qualified);
        handle
    }

    /// Binds what the attributes declare and finds their names.
    #[inline]
    fn resolve<'a>(
        &mut self,
        attributes: &[Attribute<'a>],
        into: &mut Vec<QualifiedAttribute<'a>>,
    ) {
        self.written.clear();
        let (mut declares, mut prefixed) = (false, 0);
        for attribute in attributes {
            let name = self.namespaces.write(attribute.name);
            declares |= self.namespaces.is_declaration(name);
            prefixed += usize::from(self.namespaces.is_prefixed(name));
            self.written.push(name);
        }
        let mut refused = Vec::new();
        if declares {
            for (place, attribute) in attributes.iter().enumerate() {
                let fault = self.namespaces.declare(self.written[place], attribute.value);
                if let Some(code) = fault {
                    self.error(code, attribute.span);
                    if code != ErrorCode::EmptyNamespaceOfPrefix {
                        refused.push(place);
                    }
                }
            }
        }
        let mut expanded = Expanded::new(prefixed);
        for (place, attribute) in attributes.iter().enumerate() {
            let written = self.written[place];
            let (mut name, namespace, fault) = self.namespaces.attribute(written);
            if let Some(code) = fault {
                self.error(code, attribute.span);
            } else if prefixed > 1 && self.namespaces.is_prefixed(written) {
                let local = self.namespaces.local(written);
                if !expanded.insert((namespace, local)) {
                    self.error(ErrorCode::DuplicateExpandedName, attribute.span);
                    continue;
                }
            } else if refused.binary_search(&place).is_ok() {
                name = self.namespaces.undeclared(written);
            }
            into.push(QualifiedAttribute { name, value: attribute.value, span: attribute.span });
        }
    }

    /// An end tag: closes elements up to the last of that name, if there is one.
    #[inline]
    fn end_tag(&mut self, name: &str, span: Span) {
        let Some(current) = self.open.last() else {
            return self.error(ErrorCode::UnexpectedEndTag, span);
        };
        if self.namespaces.text(current.name) == name {
            return self.pop(Some(span));
        }
        self.mismatched_end_tag(name, span);
    }

    #[inline(never)]
    fn mismatched_end_tag(&mut self, name: &str, span: Span) {
        let Some(name) =
            self.namespaces.written(name).filter(|name| self.namespaces.is_open(*name))
        else {
            return self.error(ErrorCode::UnexpectedEndTag, span);
        };
        self.error(ErrorCode::MismatchedEndTag, span);
        while let Some(element) = self.open.last() {
            let is_it = element.name == name;
            self.pop(is_it.then_some(span));
            if is_it {
                return;
            }
        }
    }

    /// Tells the sink that an element ends, which was just popped from the open ones.
    #[inline]
    fn close(&mut self, parent: S::Handle, end: Option<Span>) {
        let element = match self.templates.last() {
            Some((depth, _)) if *depth == self.open.len() => {
                self.templates.pop().map_or(parent, |(_, template)| template)
            }
            _ => parent,
        };
        self.sink.pop(&element, end);
    }

    /// Closes the current element.
    #[inline]
    fn pop(&mut self, end: Option<Span>) {
        let Some(element) = self.open.pop() else { return };
        self.namespaces.close(element.name);
        self.namespaces.restore(element.bindings);
        self.close(element.parent, end);
        if self.open.is_empty() {
            self.progress.phase = Phase::End;
        }
        if let Some(entity) = self.entities.last_mut()
            && self.open.len() < *entity
        {
            *entity = self.open.len();
            self.error(ErrorCode::EntityNotBalanced, end.unwrap_or_default());
        }
    }

    #[inline]
    fn text(&mut self, text: &str, span: Span, is_escaped: bool) {
        match self.open.last() {
            Some(current) => self.sink.append_text(&current.parent, text, span),
            None => self.text_outside(text, span, is_escaped),
        }
    }

    /// Text outside the root element: white space, or an error.
    #[inline(never)]
    fn text_outside(&mut self, text: &str, span: Span, is_escaped: bool) {
        let first = text.char_indices().find(|(_, next)| !matches!(next, '\t' | '\n' | '\r' | ' '));
        if (is_escaped || first.is_some()) && !mem::replace(&mut self.progress.text_reported, true)
        {
            let is_as_written = !is_escaped && span.end - span.start == text.len();
            // How far a run of text goes depends on how the input was cut.
            let span = match first.filter(|_| is_as_written) {
                Some((at, next)) => Span::new(span.start + at, span.start + at + next.len_utf8()),
                None => span,
            };
            self.error(ErrorCode::TextOutsideRootElement, span);
        }
    }

    /// A token that is neither a tag nor text.
    #[inline(never)]
    fn other(&mut self, token: Token<'_>, span: Span) {
        let is_first = !mem::replace(&mut self.progress.has_token, true)
            && self.progress.phase == Phase::Start;
        match token {
            Token::Comment(data) => {
                let comment = self.sink.create_comment(data, span);
                self.sink.append(&self.current(), &comment);
            }
            // The XML declaration.
            Token::ProcessingInstruction { target: "xml", .. } if is_first => {}
            Token::ProcessingInstruction { target, data } => {
                if target.contains(':') {
                    self.error(ErrorCode::MalformedQualifiedName, span);
                }
                let instruction = self.sink.create_processing_instruction(target, data, span);
                self.sink.append(&self.current(), &instruction);
            }
            Token::Doctype(doctype) => self.doctype(&doctype, span),
            Token::EntityStart => {
                if self.open.is_empty() {
                    self.error(ErrorCode::TextOutsideRootElement, span);
                }
                self.entities.push(self.open.len());
            }
            Token::EntityEnd => {
                if self.entities.pop().is_some_and(|open| open != self.open.len()) {
                    self.error(ErrorCode::EntityNotBalanced, span);
                }
            }
            Token::ShortEndTag => {
                self.error(ErrorCode::ShortEndTag, span);
                if self.open.is_empty() {
                    self.error(ErrorCode::UnexpectedEndTag, span);
                }
                self.pop(Some(span));
            }
            Token::Eof => self.eof(span),
            Token::Text(_)
            | Token::EscapedText(_)
            | Token::StartTag(_)
            | Token::EmptyTag(_)
            | Token::EndTag(_) => {}
        }
    }

    fn doctype(&mut self, doctype: &Doctype<'_>, span: Span) {
        if self.progress.phase != Phase::Start || mem::replace(&mut self.progress.has_doctype, true)
        {
            return self.error(ErrorCode::MisplacedDoctype, span);
        }
        let part = |part: Option<&'_ str>| part.unwrap_or_default().to_owned();
        self.sink.append_doctype(
            &part(doctype.name),
            &part(doctype.public_id),
            &part(doctype.system_id),
            span,
        );
    }

    fn eof(&mut self, span: Span) {
        match self.progress.phase {
            Phase::Start => self.error(ErrorCode::MissingRootElement, span),
            Phase::Main => self.error(ErrorCode::UnclosedElements, span),
            Phase::End => {}
        }
        self.close_all();
    }
}

impl<S: TreeSink> TokenSink for TreeBuilder<S> {
    const ERRORS: bool = S::ERRORS;

    #[inline]
    fn token(&mut self, token: Token<'_>, span: Span) -> Feedback {
        match token {
            Token::Text(text) => {
                self.text(text, span, false);
                self.progress.has_token = true;
                return Feedback::Continue;
            }
            Token::EscapedText(text) => {
                self.text(text, span, true);
                return Feedback::Continue;
            }
            _ => self.progress.text_reported = false,
        }
        match token {
            Token::StartTag(tag) => self.start_tag(tag, span, false),
            Token::EmptyTag(tag) => self.start_tag(tag, span, true),
            Token::EndTag(name) => {
                self.end_tag(name, span);
                Feedback::Continue
            }
            _ => {
                self.other(token, span);
                if self.sink.limit().is_some() { Feedback::Stop } else { Feedback::Continue }
            }
        }
    }

    fn error(&mut self, error: ParseError) {
        self.sink.error(error);
    }
}

/// The expanded names of one tag's attributes.
enum Expanded {
    Few(Vec<(NamespaceId, Written)>),
    Many(HashSet<(NamespaceId, Written)>),
}

impl Expanded {
    fn new(attributes: usize) -> Self {
        if attributes > LINEAR { Self::Many(HashSet::new()) } else { Self::Few(Vec::new()) }
    }

    /// Returns whether it is a new one.
    fn insert(&mut self, name: (NamespaceId, Written)) -> bool {
        match self {
            Self::Many(names) => names.insert(name),
            Self::Few(names) if names.contains(&name) => false,
            Self::Few(names) => {
                names.push(name);
                true
            }
        }
    }
}
