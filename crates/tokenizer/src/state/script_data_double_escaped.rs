//! The states of script data inside `<!--` and `<script>`.

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [Script data double escaped state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state)
    pub(crate) fn script_data_double_escaped(&mut self) -> Step {
        self.take_text(sapwood_scan::run::<sapwood_scan::Comment>);
        match self.consume()? {
            Some(b'-') => {
                self.emit_current();
                self.switch_to(State::ScriptDataDoubleEscapedDash)
            }
            Some(b'<') => {
                self.emit_current();
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign)
            }
            Some(b'\0') => self.replace_null(),
            None => self.eof_in_script_html_comment_like_text(),
            Some(_) => {
                self.emit_current();
                self.stay()
            }
        }
    }

    /// [Script data double escaped dash state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-dash-state)
    pub(crate) fn script_data_double_escaped_dash(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => {
                self.emit_current();
                self.switch_to(State::ScriptDataDoubleEscapedDashDash)
            }
            Some(b'<') => {
                self.emit_current();
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign)
            }
            Some(b'\0') => {
                self.tokenizer.state = State::ScriptDataDoubleEscaped;
                self.replace_null()
            }
            None => self.eof_in_script_html_comment_like_text(),
            Some(_) => {
                self.emit_current();
                self.switch_to(State::ScriptDataDoubleEscaped)
            }
        }
    }

    /// [Script data double escaped dash dash state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-dash-dash-state)
    pub(crate) fn script_data_double_escaped_dash_dash(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => {
                self.emit_current();
                self.stay()
            }
            Some(b'<') => {
                self.emit_current();
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign)
            }
            Some(b'>') => {
                self.emit_current();
                self.switch_to(State::ScriptData)
            }
            Some(b'\0') => {
                self.tokenizer.state = State::ScriptDataDoubleEscaped;
                self.replace_null()
            }
            None => self.eof_in_script_html_comment_like_text(),
            Some(_) => {
                self.emit_current();
                self.switch_to(State::ScriptDataDoubleEscaped)
            }
        }
    }

    /// [Script data double escaped less-than sign state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-less-than-sign-state)
    pub(crate) fn script_data_double_escaped_less_than_sign(&mut self) -> Step {
        match self.consume()? {
            Some(b'/') => {
                self.tokenizer.temporary_buffer.clear();
                self.emit_current();
                self.switch_to(State::ScriptDataDoubleEscapeEnd)
            }
            Some(_) | None => self.reconsume_in(State::ScriptDataDoubleEscaped),
        }
    }

    /// [Script data double escape end state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-end-state)
    pub(crate) fn script_data_double_escape_end(&mut self) -> Step {
        self.script_name(State::ScriptDataEscaped, State::ScriptDataDoubleEscaped)
    }
}
