//! [The rules for parsing tokens in foreign
//! content](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign)

use sapwood_names::{Name, Namespace, attr, foreign, sets, tag};
use sapwood_tokenizer::Tag;
use sapwood_tree::{ErrorCode, Span, TreeSink};

use crate::{
    algorithm::element_flags::Flags,
    builder::TreeBuilder,
    input::{Input, Next, is_all_whitespace},
};

impl<S: TreeSink> TreeBuilder<S> {
    pub(crate) fn foreign_content(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Null(nulls) => {
                let whole = self.span;
                for at in whole.start..whole.start + nulls.len() {
                    self.span = Span::new(at, at + 1);
                    self.insert_text("\u{fffd}");
                }
                self.span = whole;
                self.ignore_characters(ErrorCode::NullCharacterInContent, nulls)
            }
            Input::Whitespace(text) | Input::Text(text) => {
                self.insert_text(text);
                if self.frameset_ok && !is_all_whitespace(text) {
                    self.set_frameset_not_ok();
                }
                Next::Done
            }
            Input::Comment(data) => self.insert_comment(data),
            Input::ProcessingInstruction { target, data } => {
                self.insert_processing_instruction(target, data)
            }
            Input::Doctype(_) => self.ignore(ErrorCode::UnexpectedDoctype),
            Input::Start(tag) if breaks_out(tag) => {
                self.break_out();
                self.rules(self.mode, input)
            }
            Input::Start(tag) => self.foreign_start_tag(tag),
            Input::End(tag) if matches!(tag.name.id, tag::BR | tag::P) => {
                self.break_out();
                self.rules(self.mode, input)
            }
            Input::End(tag) => self.foreign_end_tag(tag),
            Input::Eof => self.rules(self.mode, input),
        }
    }

    /// Pops until the current node is an HTML element or an integration point.
    fn break_out(&mut self) {
        self.error(ErrorCode::HtmlStartTagInForeignContent);
        let takes_html = Flags::HTML_INTEGRATION_POINT.with(Flags::MATHML_TEXT_INTEGRATION_POINT);
        while !self.open.only_root() {
            let current = self.open.current();
            if current.namespace == Namespace::Html || current.flags.has(takes_html) {
                break;
            }
            self.pop();
        }
    }

    fn foreign_start_tag(&mut self, tag: &Tag<'_>) -> Next {
        let namespace = self.adjusted_current_namespace();
        let mut tag = *tag;
        if namespace == Namespace::Svg {
            let adjusted = foreign::svg_tag(tag.name.id);
            if adjusted != tag.name.id {
                tag.name = Name::known(adjusted);
            }
        }
        self.insert_foreign_element(&tag, namespace);
        if tag.self_closing {
            self.acknowledged = true;
            if tag.name.id == tag::SCRIPT && namespace == Namespace::Svg {
                self.svg_script_end();
            } else {
                self.pop();
            }
        }
        Next::Done
    }

    /// Ends an SVG script, for its end tag or a self-closing start tag.
    fn svg_script_end(&mut self) {
        let script = self.open.current().handle.clone();
        self.pop();
        self.pause_for_script(script);
    }

    fn foreign_end_tag(&mut self, tag: &Tag<'_>) -> Next {
        let current = self.open.current();
        if tag.name.id == tag::SCRIPT
            && current.name == tag::SCRIPT
            && current.namespace == Namespace::Svg
        {
            self.svg_script_end();
            return Next::Done;
        }
        if foreign::lowercase(current.name) != tag.name.id {
            self.error(ErrorCode::UnexpectedEndTag);
        }
        if self.open.only_root() {
            return Next::Done;
        }
        let partner = self.open.last_foreign(tag.name.id);
        if partner != 0 {
            while self.open.top() >= partner {
                self.pop();
            }
            return Next::Done;
        }
        // The standard's walk up the stack reaches an HTML element first.
        self.rules(self.mode, Input::End(tag))
    }
}

/// Returns `true` if a start tag ends foreign content.
fn breaks_out(tag: &Tag<'_>) -> bool {
    sets::FOREIGN_BREAKOUT.contains(tag.name.id)
        || (tag.name.id == tag::FONT
            && [attr::COLOR, attr::FACE, attr::SIZE]
                .into_iter()
                .any(|name| tag.attributes.named(name).is_some()))
}
