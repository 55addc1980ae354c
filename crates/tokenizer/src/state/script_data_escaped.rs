//! The states of script data inside `<!--`.

use sapwood_tree::ErrorCode::*;

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [Script data escaped state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state)
    pub(crate) fn script_data_escaped(&mut self) -> Step {
        self.take_text(sapwood_scan::run::<sapwood_scan::Comment>);
        match self.consume()? {
            Some(b'-') => {
                self.emit_current();
                self.switch_to(State::ScriptDataEscapedDash)
            }
            Some(b'<') => self.begin_markup(State::ScriptDataEscapedLessThanSign),
            Some(b'\0') => self.replace_null(),
            None => self.eof_in_script_html_comment_like_text(),
            Some(_) => {
                self.emit_current();
                self.stay()
            }
        }
    }

    /// [Script data escaped dash state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-dash-state)
    pub(crate) fn script_data_escaped_dash(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => {
                self.emit_current();
                self.switch_to(State::ScriptDataEscapedDashDash)
            }
            Some(b'<') => self.begin_markup(State::ScriptDataEscapedLessThanSign),
            Some(b'\0') => {
                self.tokenizer.state = State::ScriptDataEscaped;
                self.replace_null()
            }
            None => self.eof_in_script_html_comment_like_text(),
            Some(_) => {
                self.emit_current();
                self.switch_to(State::ScriptDataEscaped)
            }
        }
    }

    /// [Script data escaped dash dash state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-dash-dash-state)
    pub(crate) fn script_data_escaped_dash_dash(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => {
                self.emit_current();
                self.stay()
            }
            Some(b'<') => self.begin_markup(State::ScriptDataEscapedLessThanSign),
            Some(b'>') => {
                self.emit_current();
                self.switch_to(State::ScriptData)
            }
            Some(b'\0') => {
                self.tokenizer.state = State::ScriptDataEscaped;
                self.replace_null()
            }
            None => self.eof_in_script_html_comment_like_text(),
            Some(_) => {
                self.emit_current();
                self.switch_to(State::ScriptDataEscaped)
            }
        }
    }

    /// [Script data escaped less-than sign state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-less-than-sign-state)
    pub(crate) fn script_data_escaped_less_than_sign(&mut self) -> Step {
        match self.consume()? {
            Some(b'/') => {
                self.tokenizer.temporary_buffer.clear();
                self.switch_to(State::ScriptDataEscapedEndTagOpen)
            }
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.tokenizer.temporary_buffer.clear();
                self.emit_before("<");
                self.reconsume_in(State::ScriptDataDoubleEscapeStart)
            }
            Some(_) | None => {
                self.emit_before("<");
                self.reconsume_in(State::ScriptDataEscaped)
            }
        }
    }

    /// [Script data escaped end tag open state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-end-tag-open-state)
    pub(crate) fn script_data_escaped_end_tag_open(&mut self) -> Step {
        self.raw_end_tag_open(State::ScriptDataEscapedEndTagName, State::ScriptDataEscaped)
    }

    /// [Script data escaped end tag name state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-end-tag-name-state)
    pub(crate) fn script_data_escaped_end_tag_name(&mut self) -> Step {
        self.raw_end_tag_name(State::ScriptDataEscaped)
    }

    /// [Script data double escape start state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-start-state)
    pub(crate) fn script_data_double_escape_start(&mut self) -> Step {
        self.script_name(State::ScriptDataDoubleEscaped, State::ScriptDataEscaped)
    }

    pub(crate) fn eof_in_script_html_comment_like_text(&mut self) -> Step {
        self.error(EofInScriptHtmlCommentLikeText);
        self.emit_eof()
    }

    /// The common part of the double escape start and end states: continues in `if_script` after the name
    /// `script`, in `otherwise` after any other.
    pub(crate) fn script_name(&mut self, if_script: State, otherwise: State) -> Step {
        match self.consume()? {
            Some(b'\t' | b'\n' | b'\x0c' | b' ' | b'/' | b'>') => {
                self.emit_current();
                let is_script = self.tokenizer.temporary_buffer.eq_ignore_ascii_case("script");
                self.switch_to(if is_script { if_script } else { otherwise })
            }
            Some(byte) if byte.is_ascii_alphabetic() => {
                // A longer name is another, however long.
                if self.tokenizer.temporary_buffer.len() <= "script".len() {
                    self.tokenizer.temporary_buffer.push(char::from(byte));
                }
                self.emit_current();
                self.stay()
            }
            Some(_) | None => self.reconsume_in(otherwise),
        }
    }
}
