//! The tokenizer suite through html5ever's API, in the cuts in which html5ever's own harness feeds it.
//!
//! Processing instructions are comments there, so the expectations are those of the suite without the corrections for them.

use std::{cell::RefCell, path::Path, process::ExitCode};

use anyhow::Result;
use sapwood_html5ever::{
    buffer_queue::BufferQueue,
    tendril::StrTendril,
    tokenizer::{
        TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts, TokenizerResult,
        states::{self, RawKind, State},
    },
};
use sapwood_tests::{
    harness::{self, Harness},
    pieces::Cut,
    suites,
    test_file::{self, Case, Overlay},
};
use serde_json::{Map, Value, json};

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("html5ever_tokenizer", |mut harness| {
        if let Some(folder) = harness.suite("html5lib-tests/tokenizer") {
            add(&mut harness, &folder)?;
        }
        Ok(harness.run(|| {}))
    })
}

fn add(harness: &mut Harness, folder: &Path) -> Result<()> {
    let files = suites::files(folder, "test")?;
    let mut found = 0;
    for file in &files {
        for case in test_file::read_file(file, &Overlay::default())? {
            // A `str` has no lone surrogates, and an infoset is not what the tokenizer makes.
            if case.infoset || !case.input.lone_surrogates.is_empty() {
                continue;
            }
            found += 1;
            harness.add(case.name.clone(), move || check(&case));
        }
    }
    harness.found("html5lib-tests/tokenizer for html5ever", files.len(), found, (14, 7_028));
    Ok(())
}

fn check(case: &Case) -> Result<(), String> {
    for cut in Cut::all(&case.input.text) {
        let tokens = tokens(case, cut);
        if tokens != case.output {
            let (input, expected) = (&case.input.text, &case.output);
            return Err(format!("{input:?}, {cut}:\nexpected {expected:?}\n     got {tokens:?}"));
        }
    }
    Ok(())
}

fn tokens(case: &Case, cut: Cut) -> Vec<Value> {
    let opts = TokenizerOpts {
        discard_bom: false,
        initial_state: state(&case.state),
        last_start_tag_name: case.last_start_tag.clone(),
        exact_errors: true,
        ..TokenizerOpts::default()
    };
    let tokenizer = Tokenizer::new(Tokens::default(), opts);
    let input = BufferQueue::default();
    cut.each(&case.input.text, |piece| {
        input.push_back(StrTendril::from(piece));
        assert!(matches!(tokenizer.feed(&input), TokenizerResult::Done) && input.is_empty());
    });
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

fn state(name: &str) -> Option<State> {
    Some(match name {
        "PLAINTEXT state" => states::Plaintext,
        "RCDATA state" => states::RawData(RawKind::Rcdata),
        "RAWTEXT state" => states::RawData(RawKind::Rawtext),
        "Script data state" => states::RawData(RawKind::ScriptData),
        "CDATA section state" => states::CdataSection,
        _ => states::Data,
    })
}

/// Records the tokens in the suite's format, neighbouring texts joined.
#[derive(Default)]
struct Tokens(RefCell<Vec<Value>>);

impl Tokens {
    fn text(&self, text: &str) {
        let mut tokens = self.0.borrow_mut();
        if let Some(Value::Array(last)) = tokens.last_mut()
            && last[0] == "Character"
            && let Value::String(before) = &mut last[1]
        {
            return before.push_str(text);
        }
        tokens.push(json!(["Character", text]));
    }
}

impl TokenSink for Tokens {
    type Handle = ();

    fn process_token(&self, token: Token, _line_number: u64) -> TokenSinkResult<()> {
        let text = |text: Option<StrTendril>| text.map(|text| text.to_string());
        let value = match token {
            Token::DoctypeToken(it) => {
                let [name, public, system] = [it.name, it.public_id, it.system_id].map(text);
                json!(["DOCTYPE", name, public, system, !it.force_quirks])
            }
            Token::TagToken(tag) => match tag.kind {
                TagKind::EndTag => json!(["EndTag", &*tag.name]),
                TagKind::StartTag => {
                    let attributes = tag.attrs.iter();
                    let attributes: Map<_, _> = attributes
                        .map(|it| (it.name.local.to_string(), json!(&*it.value)))
                        .collect();
                    if tag.self_closing {
                        json!(["StartTag", &*tag.name, attributes, true])
                    } else {
                        json!(["StartTag", &*tag.name, attributes])
                    }
                }
            },
            Token::CommentToken(data) => json!(["Comment", &*data]),
            Token::CharacterTokens(data) => {
                self.text(&data);
                return TokenSinkResult::Continue;
            }
            Token::NullCharacterToken => {
                self.text("\0");
                return TokenSinkResult::Continue;
            }
            Token::EOFToken | Token::ParseError(_) => return TokenSinkResult::Continue,
        };
        self.0.borrow_mut().push(value);
        TokenSinkResult::Continue
    }
}
