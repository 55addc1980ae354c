//! The tokenizer gives the tokens and lines of the original, whatever the cut.

use sapwood_html5ever::tokenizer::states::{self, State};

/// Defines a function that tokenizes by one of the two crates: tokens with their lines, neighbouring texts joined, no errors.
macro_rules! tokenize {
    ($name:ident, $crate_name:ident) => {
        fn $name(pieces: &[&str]) -> Vec<(String, u64)> {
            use std::cell::RefCell;

            use $crate_name::{
                buffer_queue::BufferQueue,
                tendril::StrTendril,
                tokenizer::{
                    TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, states::RawKind,
                },
            };

            #[derive(Default)]
            struct Recorder(RefCell<Vec<(String, u64)>>);

            impl TokenSink for Recorder {
                type Handle = ();

                fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<()> {
                    let mut tokens = self.0.borrow_mut();
                    let mut answer = TokenSinkResult::Continue;
                    let text = match token {
                        Token::ParseError(_) => return answer,
                        Token::CharacterTokens(text) => {
                            match tokens.last_mut() {
                                Some((last, _)) if last.starts_with("text ") => {
                                    last.push_str(&text)
                                }
                                _ => tokens.push((format!("text {text}"), line)),
                            }
                            return answer;
                        }
                        Token::TagToken(tag) => {
                            if tag.kind == TagKind::StartTag {
                                answer = match &*tag.name {
                                    "title" => TokenSinkResult::RawData(RawKind::Rcdata),
                                    "style" => TokenSinkResult::RawData(RawKind::Rawtext),
                                    "script" => TokenSinkResult::RawData(RawKind::ScriptData),
                                    "plaintext" => TokenSinkResult::Plaintext,
                                    _ => answer,
                                };
                            }
                            format!("{tag:?}")
                        }
                        token => format!("{token:?}"),
                    };
                    tokens.push((text, line));
                    answer
                }

                fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
                    self.0.borrow().iter().any(|(token, _)| token.contains("svg"))
                }
            }

            let tokenizer = Tokenizer::new(Recorder::default(), Default::default());
            let input = BufferQueue::default();
            for piece in pieces {
                input.push_back(StrTendril::from(*piece));
                let _ = tokenizer.feed(&input);
            }
            tokenizer.end();
            tokenizer.sink.0.into_inner()
        }
    };
}

tokenize!(ours, sapwood_html5ever);
tokenize!(theirs, original);

const INPUTS: [&str; 9] = [
    "\u{feff}<!DOCTYPE html PUBLIC 'a' \"b\">\n<p class=x id='y' class=z>One &amp; two</p>\r\n<br/>",
    "<a\nhref=1\n>\nx\n\n</a>\n<!-- a\nb -->\n<!-->\nend",
    "a\r\nb\rc\n\r<i>\r\n</i>\r<b>\n\r\n</b>",
    "<title>a<b>&lt;</title>\n<style>\n<p></style><script>\n<!-- <script> --></script>\n<plaintext></p>\n",
    "x\0y\0\0z<p\0a='\0'><!--\0-->",
    "<svg><![CDATA[ x ]] > ]]></svg>\n<![CDATA[y]]>",
    "<!doctype><!DOCTYPE a SYSTEM><!doctype html \n>\n</><3 </3>",
    "&notin;&not;&#x80;&#0;&nosuch; <a b=&copy c='&copy='>",
    "<?a b?>\n<?c\nd\n>\n<p>",
];

#[test]
fn tokens_and_lines_are_those_of_the_original() {
    for input in INPUTS {
        let expected = theirs(&[input]);
        assert_eq!(ours(&[input]), expected, "{input:?}");
        for cut in (0..=input.len()).filter(|&cut| input.is_char_boundary(cut)) {
            let (left, right) = input.split_at(cut);
            let (mut got, mut wanted) = (ours(&[left, "", right]), expected.clone());
            // A text that is cut at the beginning of the input can begin with nothing.
            got.retain(|(token, _)| token != "text ");
            wanted.retain(|(token, _)| token != "text ");
            assert_eq!(got, wanted, "{input:?}, cut at {cut}");
        }
    }
}

#[test]
fn every_state_can_be_the_first() {
    use std::cell::Cell;

    use sapwood_html5ever::{
        buffer_queue::BufferQueue,
        tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts},
    };

    #[derive(Default)]
    struct Count(Cell<usize>, Cell<u64>);

    impl TokenSink for Count {
        type Handle = ();

        fn process_token(&self, _: Token, line: u64) -> TokenSinkResult<()> {
            self.0.set(self.0.get() + 1);
            self.1.set(line);
            TokenSinkResult::Continue
        }
    }

    for state in all_states() {
        for (input, line) in [("", 1), ("x>\n</script>-->]]>'\">\n<p>", 3), ("\0<!&", 1)] {
            let opts = TokenizerOpts {
                initial_state: Some(state),
                last_start_tag_name: Some("script".to_owned()),
                ..Default::default()
            };
            let tokenizer = Tokenizer::new(Count::default(), opts);
            let queue = BufferQueue::default();
            queue.push_back(input.into());
            let _ = tokenizer.feed(&queue);
            tokenizer.end();
            tokenizer.end();
            assert!(tokenizer.sink.0.get() > 0, "{state:?} {input:?}");
            assert_eq!(tokenizer.sink.1.get(), line, "{state:?} {input:?}");
        }
    }
}

fn all_states() -> Vec<State> {
    use states::*;

    let mut all = vec![
        Data,
        Plaintext,
        TagOpen,
        EndTagOpen,
        TagName,
        ScriptDataEscapeStartDash,
        ScriptDataDoubleEscapeEnd,
        BeforeAttributeName,
        AttributeName,
        AfterAttributeName,
        BeforeAttributeValue,
        AfterAttributeValueQuoted,
        SelfClosingStartTag,
        BogusComment,
        MarkupDeclarationOpen,
        CommentStart,
        CommentStartDash,
        Comment,
        CommentLessThanSign,
        CommentLessThanSignBang,
        CommentLessThanSignBangDash,
        CommentLessThanSignBangDashDash,
        CommentEndDash,
        CommentEnd,
        CommentEndBang,
        Doctype,
        BeforeDoctypeName,
        DoctypeName,
        AfterDoctypeName,
        BetweenDoctypePublicAndSystemIdentifiers,
        BogusDoctype,
        CdataSection,
        CdataSectionBracket,
        CdataSectionEnd,
    ];
    let escapes = [Escaped, DoubleEscaped];
    for kind in [Rcdata, Rawtext, ScriptData].into_iter().chain(escapes.map(ScriptDataEscaped)) {
        all.extend(
            [RawData, RawLessThanSign, RawEndTagOpen, RawEndTagName].map(|state| state(kind)),
        );
    }
    for kind in escapes {
        let states = [ScriptDataEscapeStart, ScriptDataEscapedDash, ScriptDataEscapedDashDash];
        all.extend(states.map(|state| state(kind)));
    }
    all.extend([Unquoted, SingleQuoted, DoubleQuoted].map(AttributeValue));
    for kind in [Public, System] {
        let states = [
            AfterDoctypeKeyword,
            BeforeDoctypeIdentifier,
            DoctypeIdentifierDoubleQuoted,
            DoctypeIdentifierSingleQuoted,
            AfterDoctypeIdentifier,
        ];
        all.extend(states.map(|state| state(kind)));
    }
    all
}
