//! [The "in head" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead)

use sapwood_names::{NameId, Namespace, attr, tag};
use sapwood_tokenizer::{Feedback, Tag, TextState};
use sapwood_tree::{ErrorCode, TreeSink};

use crate::{
    algorithm::element_flags::flags_of,
    builder::{Mode, TreeBuilder},
    encoding_declaration::EncodingDeclaration,
    input::{Input, Next},
    mode::rules::StartRule,
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn in_head(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Whitespace(text) => {
                self.insert_text(text);
                Next::Done
            }
            Input::Comment(data) => self.insert_comment(data),
            Input::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(target, data)
            }
            Input::Doctype(_) => self.ignore(ErrorCode::UnexpectedDoctype),
            Input::Start(tag) => match tag.name.id {
                tag::HTML => self.rules(Mode::InBody, input),
                _ if StartRule::of(tag.name.id) == StartRule::Metadata => {
                    self.insert_void_element(tag);
                    if tag.name.id == tag::META
                        && self.options.report_encoding
                        && self.limit().is_none()
                    {
                        self.report_encoding(tag);
                    }
                    Next::Done
                }
                tag::NOSCRIPT if !self.options.scripting => {
                    self.insert_html_element(tag);
                    self.mode = Mode::InHeadNoscript;
                    Next::Done
                }
                tag::NOSCRIPT => self.insert_text_element(tag, TextState::Rawtext),
                _ if StartRule::of(tag.name.id) == StartRule::MetadataText => {
                    self.metadata_text_start_tag(tag)
                }
                tag::TEMPLATE => self.template_start_tag(tag),
                tag::HEAD => self.ignore(ErrorCode::UnexpectedStartTag),
                _ => self.leave_head(),
            },
            Input::End(tag) => match tag.name.id {
                tag::HEAD => {
                    self.pop();
                    self.mode = Mode::AfterHead;
                    Next::Done
                }
                tag::TEMPLATE => self.template_end_tag(),
                tag::BODY | tag::HTML | tag::BR => self.leave_head(),
                _ => self.ignore(ErrorCode::UnexpectedEndTag),
            },
            Input::Text(_) | Input::Null(_) | Input::Eof => self.leave_head(),
        }
    }

    /// Pauses the parse if a `meta` declares an encoding.
    #[cold]
    fn report_encoding(&mut self, meta: &Tag<'_>) {
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

    pub(crate) fn leave_head(&mut self) -> Next {
        self.pop();
        self.mode = Mode::AfterHead;
        Next::Reprocess
    }

    /// Inserts a `script`, `style`, `title` or `noframes`.
    pub(crate) fn metadata_text_start_tag(&mut self, tag: &Tag<'_>) -> Next {
        if tag.name.id == tag::SCRIPT && self.is_fragment() {
            return self.script_start_tag_in_fragment(tag);
        }
        self.insert_text_element(tag, text_state_of(tag.name.id))
    }

    #[cold]
    fn script_start_tag_in_fragment(&mut self, tag: &Tag<'_>) -> Next {
        let script = self.create_element(self.html_element(tag));
        self.sink.mark_script_already_started(&script);
        self.insert_created(&script);
        let flags = flags_of(Namespace::Html, tag::SCRIPT, false);
        self.open.push(script, Namespace::Html, tag::SCRIPT, flags);
        self.read_text(TextState::ScriptData)
    }
}

/// Returns the state of the tokenizer for the content of a `script`, `style`, `title` or `noframes`.
pub(crate) fn text_state_of(name: NameId) -> TextState {
    match name {
        tag::SCRIPT => TextState::ScriptData,
        tag::TITLE => TextState::Rcdata,
        _ => TextState::Rawtext,
    }
}
