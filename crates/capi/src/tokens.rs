//! Tokens of HTML, without a tree.

use std::{
    ffi::{c_char, c_void},
    ptr,
};

use sapwood::{
    NameId, Span, tag,
    tokenizer::{Feedback, TextState, Token, TokenSink, Tokenizer, TokenizerOptions},
};

use sapwood_names::sets;

use crate::{
    border::{ErrorOut, UserData, required, run, text},
    failure::{Failure, Status},
    node::Attribute,
    options::{Options, Settings},
    strings::Str,
};

/// The kind of a token.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A start tag.
    StartTag = 1,
    /// An end tag.
    EndTag = 2,
    /// A run of text, which may be part of a longer one.
    Text = 3,
    /// A comment.
    Comment = 4,
    /// A processing instruction.
    ProcessingInstruction = 5,
    /// A DOCTYPE.
    Doctype = 6,
}

/// A token. Its texts live as long as the call of the function that gets it.
///
/// ```c
/// static int32_t on_token(void *user_data, const sapwood_token *token) {
///     *(size_t *)user_data += token->kind == SAPWOOD_TOKEN_KIND_START_TAG;
///     return 0;
/// }
///
/// size_t tags = 0;
/// sapwood_tokenize(SAPWOOD_TEXT("<p>a<b>c</b>"), NULL, on_token, &tags, NULL);
/// assert(tags == 2);
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HtmlToken {
    /// The kind.
    pub kind: TokenKind,
    /// Whether a tag ends in `/>`.
    pub self_closing: bool,
    /// The name of a tag in lower case, the target of a processing instruction, or the name of a DOCTYPE; null for others.
    pub name: Str,
    /// The data of a text, comment or processing instruction; null for others.
    pub data: Str,
    /// The public identifier of a DOCTYPE; null if it is missing.
    pub public_id: Str,
    /// The system identifier of a DOCTYPE; null if it is missing.
    pub system_id: Str,
    /// The attributes of a tag, without those whose name came earlier in it.
    pub attributes: *const Attribute,
    /// The number of attributes.
    pub attribute_count: usize,
    /// The offset of the first byte of the token in the text.
    pub start: usize,
    /// The offset of the byte after the last.
    pub end: usize,
}

/// A function that takes a token. A result other than 0 ends the input.
pub type TokenFunction =
    Option<extern "C" fn(user_data: *mut c_void, token: *const HtmlToken) -> i32>;

struct Sink {
    function: extern "C" fn(*mut c_void, *const HtmlToken) -> i32,
    user_data: UserData,
    attributes: Vec<Attribute>,
    is_stopped: bool,
}

impl Sink {
    /// Notes the attributes of a tag.
    fn note(&mut self, attributes: sapwood::tree::Attributes<'_>) {
        self.attributes.clear();
        self.attributes.extend(attributes.iter().map(|attribute| Attribute {
            name: Str::of(attribute.name.text),
            value: Str::of(attribute.value),
            prefix: Str::NONE,
            namespace_url: Str::NONE,
        }));
    }

    fn hand_over(&mut self, token: HtmlToken) {
        self.is_stopped = self.is_stopped || (self.function)(self.user_data.0, &token) != 0;
    }
}

/// The state in which the text of an element is read, by its name. Without a tree, the element is taken to be an HTML one.
fn text_state(name: NameId) -> Feedback {
    match name {
        tag::SCRIPT => Feedback::SwitchTo(TextState::ScriptData),
        tag::PLAINTEXT => Feedback::SwitchTo(TextState::Plaintext),
        name if sets::RCDATA.contains(name) => Feedback::SwitchTo(TextState::Rcdata),
        name if sets::RAW_TEXT.contains(name) => Feedback::SwitchTo(TextState::Rawtext),
        _ => Feedback::Continue,
    }
}

impl TokenSink for Sink {
    fn token(&mut self, token: Token<'_>, span: Span) -> Feedback {
        let empty = HtmlToken {
            kind: TokenKind::Text,
            self_closing: false,
            name: Str::NONE,
            data: Str::NONE,
            public_id: Str::NONE,
            system_id: Str::NONE,
            attributes: ptr::null(),
            attribute_count: 0,
            start: span.start,
            end: span.end,
        };
        let mut feedback = Feedback::Continue;
        let made = match token {
            Token::StartTag(it) | Token::EndTag(it) => {
                let is_start = matches!(token, Token::StartTag(_));
                self.note(it.attributes);
                if is_start {
                    feedback = text_state(it.name.id);
                }
                HtmlToken {
                    kind: if is_start { TokenKind::StartTag } else { TokenKind::EndTag },
                    self_closing: it.self_closing,
                    name: Str::of(it.name.text),
                    attributes: self.attributes.as_ptr(),
                    attribute_count: self.attributes.len(),
                    ..empty
                }
            }
            Token::Text(data) => HtmlToken { data: Str::of(data), ..empty },
            Token::Comment(data) => {
                HtmlToken { kind: TokenKind::Comment, data: Str::of(data), ..empty }
            }
            Token::ProcessingInstruction { target, data } => HtmlToken {
                kind: TokenKind::ProcessingInstruction,
                name: Str::of(target),
                data: Str::of(data),
                ..empty
            },
            Token::Doctype(doctype) => HtmlToken {
                kind: TokenKind::Doctype,
                name: Str::of_option(doctype.name),
                public_id: Str::of_option(doctype.public_id),
                system_id: Str::of_option(doctype.system_id),
                ..empty
            },
            Token::Eof => return Feedback::Continue,
        };
        self.hand_over(made);
        feedback
    }
}

/// Calls a function for each token of an HTML text, with `user_data`. There is no tree, so what depends on one is guessed: the
/// content of `style`, `title` and others is text wherever they are, and there are no CDATA sections. The limits `attributes`
/// and `token-length` end the input with `SAPWOOD_STATUS_LIMIT`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_tokenize(
    html: *const c_char,
    html_length: usize,
    options: Option<&Options>,
    function: TokenFunction,
    user_data: *mut c_void,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let html = text(html, html_length, "html")?;
        let mut sink = Sink {
            function: required(function, "function")?,
            user_data: UserData(user_data),
            attributes: Vec::new(),
            is_stopped: false,
        };
        let options = options_of(&Settings::of(options));
        let mut tokenizer = Tokenizer::new(options);
        let mut rest = html;
        while !rest.is_empty() && !sink.is_stopped && tokenizer.limit().is_none() {
            let mut end = rest.len().min(sapwood::CHUNK_LENGTH);
            while !rest.is_char_boundary(end) {
                end -= 1;
            }
            let (chunk, after) = rest.split_at(end);
            tokenizer.feed(chunk, &mut sink);
            rest = after;
        }
        if !sink.is_stopped && tokenizer.limit().is_none() {
            tokenizer.finish(&mut sink);
        }
        if sink.is_stopped {
            return Err(Failure::new(Status::Stopped, "the function for a token ended the input"));
        }
        match tokenizer.limit() {
            Some(limit) => {
                Err(Failure::new(Status::Limit, format!("the limit `{limit}` was reached")))
            }
            None => Ok(()),
        }
    })
}

fn options_of(settings: &Settings) -> TokenizerOptions {
    use sapwood::Limit;
    let most = |limit| settings.limits().get(limit).map_or(usize::MAX, |most| most as usize);
    TokenizerOptions::default()
        .max_attributes(most(Limit::Attributes))
        .max_token_length(most(Limit::TokenLength))
}
