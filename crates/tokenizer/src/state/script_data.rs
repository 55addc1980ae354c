//! The states of script data outside `<!--`.

use super::State;
use crate::{
    TokenSink,
    machine::{Machine, Step},
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// [Script data less-than sign state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-less-than-sign-state)
    pub(crate) fn script_data_less_than_sign(&mut self) -> Step {
        match self.consume()? {
            Some(b'/') => {
                self.tokenizer.temporary_buffer.clear();
                self.switch_to(State::ScriptDataEndTagOpen)
            }
            Some(b'!') => {
                self.emit_before("<");
                self.emit_current();
                self.switch_to(State::ScriptDataEscapeStart)
            }
            Some(_) | None => {
                self.emit_before("<");
                self.reconsume_in(State::ScriptData)
            }
        }
    }

    /// [Script data end tag open state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-end-tag-open-state)
    pub(crate) fn script_data_end_tag_open(&mut self) -> Step {
        self.raw_end_tag_open(State::ScriptDataEndTagName, State::ScriptData)
    }

    /// [Script data end tag name state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-end-tag-name-state)
    pub(crate) fn script_data_end_tag_name(&mut self) -> Step {
        self.raw_end_tag_name(State::ScriptData)
    }

    /// [Script data escape start state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escape-start-state)
    pub(crate) fn script_data_escape_start(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => {
                self.emit_current();
                self.switch_to(State::ScriptDataEscapeStartDash)
            }
            Some(_) | None => self.reconsume_in(State::ScriptData),
        }
    }

    /// [Script data escape start dash state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escape-start-dash-state)
    pub(crate) fn script_data_escape_start_dash(&mut self) -> Step {
        match self.consume()? {
            Some(b'-') => {
                self.emit_current();
                self.switch_to(State::ScriptDataEscapedDashDash)
            }
            Some(_) | None => self.reconsume_in(State::ScriptData),
        }
    }
}
