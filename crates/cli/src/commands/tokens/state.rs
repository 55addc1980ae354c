//! Names of tokenizer states, in the spellings of the standard and of the suites.

use sapwood::tokenizer::State;

/// States that tokenization can start in.
const STATES: &[(&str, State)] = &[
    ("Data", State::Data),
    ("PLAINTEXT", State::Plaintext),
    ("RCDATA", State::Rcdata),
    ("RAWTEXT", State::Rawtext),
    ("Script data", State::ScriptData),
    ("CDATA section", State::CdataSection),
];

/// Content model flags, which older suites use in place of states.
const FLAGS: &[(&str, State)] = &[("PCDATA", State::Data), ("CDATA", State::Rawtext)];

/// Parses the name of a state: in any case, with or without "state" at its end, the words separated by
/// spaces, `-` or `_`.
pub(crate) fn parse(name: &str) -> Result<State, String> {
    let words = name.trim().to_lowercase().replace(['-', '_'], " ");
    let plain = words.strip_suffix(" state").unwrap_or(&words);
    STATES
        .iter()
        .chain(FLAGS)
        .find(|(encoding, _)| encoding.eq_ignore_ascii_case(plain))
        .map(|&(_, state)| state)
        .ok_or_else(|| {
            let encoding: Vec<&str> = STATES.iter().chain(FLAGS).map(|&(name, _)| name).collect();
            format!("unknown state; expected one of {}", encoding.join(", "))
        })
}

#[cfg(test)]
mod tests {
    use super::parse;
    use sapwood::tokenizer::State;

    #[test]
    fn spellings() {
        for (name, state) in [
            ("Data state", State::Data),
            ("PCDATA", State::Data),
            ("script data", State::ScriptData),
            ("script-data", State::ScriptData),
            ("SCRIPT_DATA_STATE", State::ScriptData),
            ("CDATA", State::Rawtext),
            ("CDATA section state", State::CdataSection),
            ("plaintext", State::Plaintext),
            ("RcData", State::Rcdata),
        ] {
            assert_eq!(parse(name), Ok(state), "{name}");
        }
        assert!(parse("tag soup").unwrap_err().contains("CDATA section"));
    }
}
