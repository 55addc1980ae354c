//! Small inputs for each group of states, in every split, with the fast path and without.

use super::common::{Answers, characters, tokenize};
use sapwood_tokenizer::{State, TokenizerOptions};

struct Case {
    input: &'static str,
    tokens: &'static str,
    errors: &'static str,
}

/// Runs every row whole, split in two at each place, and a character at a time.
#[track_caller]
fn check(cases: &[Case]) {
    check_from(State::Data, None, Answers::default(), cases);
}

#[track_caller]
fn check_from(state: State, last_start_tag: Option<&str>, answers: Answers, cases: &[Case]) {
    for case in cases {
        let cuts = (0..=case.input.len()).filter(|&cut| case.input.is_char_boundary(cut));
        let mut splits = vec![vec![case.input], characters(case.input)];
        splits.extend(cuts.map(|cut| vec![&case.input[..cut], &case.input[cut..]]));
        for fast_path in [false, true] {
            let last_start_tag = last_start_tag.map(Into::into);
            let options = TokenizerOptions::default()
                .state(state)
                .last_start_tag(last_start_tag)
                .fast_path(fast_path);
            for split in &splits {
                let record = tokenize::<true>(&options, answers, split);
                let tokens: Vec<_> = record.tokens.iter().map(|(token, _)| &**token).collect();
                let errors: Vec<_> = record
                    .errors
                    .iter()
                    .map(|error| format!("{} {}", error.span.start, error.code))
                    .collect();
                assert_eq!(tokens.join(" "), case.tokens, "{split:?}, fast path {fast_path}");
                assert_eq!(errors.join(", "), case.errors, "{split:?}, fast path {fast_path}");
            }
        }
    }
}

#[test]
fn text() {
    #[rustfmt::skip]
    check(&[
        Case { input: "",         tokens: "EOF",                  errors: "" },
        Case { input: "a\r\nb\r", tokens: r#""a\nb\n" EOF"#,      errors: "" },
        Case { input: "\r\r\n\n", tokens: r#""\n\n\n" EOF"#,      errors: "" },
        Case { input: "é\0\0x",   tokens: r#""é\0\0x" EOF"#,      errors: "2 unexpected-null-character, 3 unexpected-null-character" },
        Case { input: "\u{1}<a>", tokens: r#""\u{1}" <a> EOF"#,   errors: "0 control-character-in-input-stream" },
        Case { input: "\u{fdd0}", tokens: r#""\u{fdd0}" EOF"#,    errors: "0 noncharacter-in-input-stream" },
    ]);
}

#[test]
fn tags() {
    #[rustfmt::skip]
    check(&[
        Case { input: "a<B>c",      tokens: r#""a" <b> "c" EOF"#,      errors: "" },
        Case { input: "</p>",       tokens: "</p> EOF",                errors: "" },
        Case { input: "<my-tag/>",  tokens: "<my-tag /> EOF",          errors: "" },
        Case { input: "<MY-tag\r>", tokens: "<my-tag> EOF",            errors: "" },
        Case { input: "<b\0>",      tokens: "<b\u{fffd}> EOF",         errors: "2 unexpected-null-character" },
        Case { input: "<",          tokens: r#""<" EOF"#,              errors: "1 eof-before-tag-name" },
        Case { input: "<3",         tokens: r#""<3" EOF"#,             errors: "1 invalid-first-character-of-tag-name" },
        Case { input: "a</>b",      tokens: r#""ab" EOF"#,             errors: "3 missing-end-tag-name" },
        Case { input: "</3>",       tokens: "<!--3--> EOF",            errors: "2 invalid-first-character-of-tag-name" },
        Case { input: "<a",         tokens: "EOF",                     errors: "2 eof-in-tag" },
        Case { input: "<a/b>",      tokens: "<a b=\"\"@3..4> EOF",     errors: "3 unexpected-solidus-in-tag" },
        Case { input: "</a/>",      tokens: "</a /> EOF",              errors: "4 end-tag-with-trailing-solidus" },
        Case { input: "</a b>",     tokens: "</a b=\"\"@4..5> EOF",    errors: "5 end-tag-with-attributes" },
    ]);
}

#[test]
fn attributes() {
    #[rustfmt::skip]
    check(&[
        Case { input: "<a b=c>",            tokens: r#"<a b="c"@3..6> EOF"#,                 errors: "" },
        Case { input: "<a b = 'c' D>",      tokens: r#"<a b="c"@3..10 d=""@11..12> EOF"#,    errors: "" },
        Case { input: "<a b=\"\r\n\r\">",   tokens: r#"<a b="\n\n"@3..10> EOF"#,             errors: "" },
        Case { input: "<a b='&lt;&b&lt='>", tokens: r#"<a b="<&b&lt="@3..17> EOF"#,          errors: "" },
        Case { input: "<a b=&#65;&amp>",    tokens: r#"<a b="A&"@3..14> EOF"#,               errors: "14 missing-semicolon-after-character-reference" },
        Case { input: "<a b=1 B=2>",        tokens: r#"<a b="1"@3..6> EOF"#,                 errors: "8 duplicate-attribute" },
        Case { input: "<a =>",              tokens: r#"<a ==""@3..4> EOF"#,                  errors: "3 unexpected-equals-sign-before-attribute-name" },
        Case { input: "<a b=>",             tokens: r#"<a b=""@3..4> EOF"#,                  errors: "5 missing-attribute-value" },
        Case { input: "<a b\"=c\">",        tokens: r#"<a b"="c\""@3..8> EOF"#,              errors: "4 unexpected-character-in-attribute-name, 7 unexpected-character-in-unquoted-attribute-value" },
        Case { input: "<a b=\"\"c>",        tokens: r#"<a b=""@3..7 c=""@7..8> EOF"#,        errors: "7 missing-whitespace-between-attributes" },
        Case { input: "<a b='\0' c\0>",     tokens: "<a b=\"\u{fffd}\"@3..8 c\u{fffd}=\"\"@9..11> EOF", errors: "6 unexpected-null-character, 10 unexpected-null-character" },
        Case { input: "<a data-X=1 #b>",    tokens: r##"<a data-x="1"@3..11 #b=""@12..14> EOF"##, errors: "" },
        Case { input: "<a b='c",            tokens: "EOF",                                   errors: "7 eof-in-tag" },
    ]);
}

#[test]
fn references() {
    #[rustfmt::skip]
    check(&[
        Case { input: "&amp;&notin;&Afr;", tokens: r#""&∉𝔄" EOF"#,     errors: "" },
        Case { input: "&notit;",    tokens: r#""¬it;" EOF"#,           errors: "4 missing-semicolon-after-character-reference" },
        Case { input: "&amp",       tokens: r#""&" EOF"#,              errors: "4 missing-semicolon-after-character-reference" },
        Case { input: "&am",        tokens: r#""&am" EOF"#,            errors: "" },
        Case { input: "&xyz;",      tokens: r#""&xyz;" EOF"#,          errors: "4 unknown-named-character-reference" },
        Case { input: "& &",        tokens: r#""& &" EOF"#,            errors: "" },
        Case { input: "&#x41;&#65", tokens: r#""AA" EOF"#,             errors: "10 missing-semicolon-after-character-reference" },
        Case { input: "&#x;",       tokens: r#""&#x;" EOF"#,           errors: "3 absence-of-digits-in-numeric-character-reference" },
        Case { input: "&#0;",       tokens: "\"\u{fffd}\" EOF",        errors: "4 null-character-reference" },
        Case { input: "&#x80;é",    tokens: r#""€é" EOF"#,             errors: "6 control-character-reference" },
        Case { input: "&#99999999999;", tokens: "\"\u{fffd}\" EOF",    errors: "14 character-reference-outside-unicode-range" },
        Case { input: "&#xD800;",   tokens: "\"\u{fffd}\" EOF",        errors: "8 surrogate-character-reference" },
        Case { input: "&#xFFFE;",   tokens: r#""\u{fffe}" EOF"#,       errors: "8 noncharacter-character-reference" },
    ]);
}

#[test]
fn comments() {
    #[rustfmt::skip]
    check(&[
        Case { input: "<!--a-b--c-->",  tokens: "<!--a-b--c--> EOF",     errors: "" },
        Case { input: "<!----><!-- --->", tokens: "<!----> <!-- ---> EOF", errors: "" },
        Case { input: "<!-->",          tokens: "<!----> EOF",           errors: "4 abrupt-closing-of-empty-comment" },
        Case { input: "<!--->",         tokens: "<!----> EOF",           errors: "5 abrupt-closing-of-empty-comment" },
        Case { input: "<!--\r\n\0-->",  tokens: "<!--\n\u{fffd}--> EOF", errors: "6 unexpected-null-character" },
        Case { input: "<!--<!---->",    tokens: "<!--<!----> EOF",       errors: "8 nested-comment" },
        Case { input: "<!--<!-->",      tokens: "<!--<!--> EOF",         errors: "" },
        Case { input: "<!--a--!>",      tokens: "<!--a--> EOF",          errors: "8 incorrectly-closed-comment" },
        Case { input: "<!--a--",        tokens: "<!--a--> EOF",          errors: "7 eof-in-comment" },
        Case { input: "<!-a>",          tokens: "<!---a--> EOF",         errors: "2 incorrectly-opened-comment" },
        Case { input: "<!DOCT>",        tokens: "<!--DOCT--> EOF",       errors: "2 incorrectly-opened-comment" },
        Case { input: "<![CDATA[a]]>",  tokens: "<!--[CDATA[a]]--> EOF", errors: "8 cdata-in-html-content" },
        Case { input: "<![cdata[a>",    tokens: "<!--[cdata[a--> EOF",   errors: "2 incorrectly-opened-comment" },
    ]);
}

#[test]
fn doctypes() {
    #[rustfmt::skip]
    check(&[
        Case { input: "<!DOCTYPE html>",   tokens: r#"<!DOCTYPE Some("html") None None> EOF"#,        errors: "" },
        Case { input: "<!doctype\rH\0>",   tokens: "<!DOCTYPE Some(\"h\u{fffd}\") None None> EOF",    errors: "11 unexpected-null-character" },
        Case { input: "<!DOCTYPE>",        tokens: "<!DOCTYPE None None None quirks> EOF",            errors: "9 missing-doctype-name" },
        Case { input: "<!DOCTYPEa>",       tokens: r#"<!DOCTYPE Some("a") None None> EOF"#,           errors: "9 missing-whitespace-before-doctype-name" },
        Case { input: "<!DOCTYPE a PUBLIC 'b' \"c\">", tokens: r#"<!DOCTYPE Some("a") Some("b") Some("c")> EOF"#, errors: "" },
        Case { input: "<!DOCTYPE a pubLIC''''>", tokens: r#"<!DOCTYPE Some("a") Some("") Some("")> EOF"#, errors: "18 missing-whitespace-after-doctype-public-keyword, 20 missing-whitespace-between-doctype-public-and-system-identifiers" },
        Case { input: "<!DOCTYPE a SYSTEM 'b' c>", tokens: r#"<!DOCTYPE Some("a") None Some("b")> EOF"#, errors: "23 unexpected-character-after-doctype-system-identifier" },
        Case { input: "<!DOCTYPE a SYS>",  tokens: r#"<!DOCTYPE Some("a") None None quirks> EOF"#,    errors: "12 invalid-character-sequence-after-doctype-name" },
        Case { input: "<!DOCTYPE a PUBLIC 'b>", tokens: r#"<!DOCTYPE Some("a") Some("b") None quirks> EOF"#, errors: "21 abrupt-doctype-public-identifier" },
        Case { input: "<!DOCTYPE a",       tokens: r#"<!DOCTYPE Some("a") None None quirks> EOF"#,    errors: "11 eof-in-doctype" },
    ]);
}

#[test]
fn processing_instructions() {
    #[rustfmt::skip]
    check(&[
        Case { input: "<?a?>",              tokens: "<?a ?> EOF",          errors: "" },
        Case { input: "<?hey   there?>",    tokens: "<?hey there?> EOF",   errors: "" },
        Case { input: "<?x d >",            tokens: "<?x d ?> EOF",        errors: "" },
        Case { input: "<?hey?there>",       tokens: "<?hey ?there?> EOF",  errors: "" },
        Case { input: "<?a ??>",            tokens: "<?a ??> EOF",         errors: "" },
        Case { input: "<?a \r\n?b\r\0>",    tokens: "<?a ?b\n\0?> EOF",    errors: "" },
        Case { input: "<?>",                tokens: "<!--?--> EOF",        errors: "2 invalid-first-character-of-processing-instruction-target" },
        Case { input: "<?XML v?>",          tokens: "<!--?XML v?--> EOF",  errors: "5 disallowed-processing-instruction-target" },
        Case { input: "<?a$>",              tokens: "<!--?a$--> EOF",      errors: "3 invalid-processing-instruction-target" },
        Case { input: "<?start data",       tokens: "EOF",                 errors: "12 eof-in-processing-instruction" },
    ]);
}

#[test]
fn cdata_sections() {
    let answers = Answers { cdata: true, ..Answers::default() };
    #[rustfmt::skip]
    check_from(State::Data, None, answers, &[
        Case { input: "<![CDATA[a]]b]]]>c", tokens: r#""a]]b]c" EOF"#,   errors: "" },
        Case { input: "<![CDATA[\0&lt;\r]", tokens: r#""\0&lt;\n]" EOF"#, errors: "16 eof-in-cdata" },
    ]);
    #[rustfmt::skip]
    check_from(State::CdataSection, None, Answers::default(), &[
        Case { input: "a]]><b>", tokens: r#""a" <b> EOF"#, errors: "" },
    ]);
}

#[test]
fn raw_text() {
    #[rustfmt::skip]
    check_from(State::Rcdata, Some("title"), Answers::default(), &[
        Case { input: "a<b>&lt;</b></TITLE\n>c", tokens: r#""a<b><</b>" </title> "c" EOF"#, errors: "" },
        Case { input: "</titl</title x></title>", tokens: r#""</titl" </title x=""@14..15> </title> EOF"#, errors: "15 end-tag-with-attributes" },
        Case { input: "</titles>\0</tit", tokens: "\"</titles>\u{fffd}</tit\" EOF", errors: "9 unexpected-null-character" },
    ]);
    #[rustfmt::skip]
    check_from(State::Rawtext, Some("my-style"), Answers::default(), &[
        Case { input: "&lt;</style></my-style>", tokens: r#""&lt;</style></my-style>" EOF"#, errors: "" },
    ]);
    #[rustfmt::skip]
    check_from(State::Rawtext, Some("style"), Answers::default(), &[
        Case { input: "&lt;\r\n</style>a", tokens: r#""&lt;\n" </style> "a" EOF"#, errors: "" },
    ]);
    #[rustfmt::skip]
    check_from(State::Rcdata, None, Answers::default(), &[
        Case { input: "</title>", tokens: r#""</title>" EOF"#, errors: "" },
    ]);
    #[rustfmt::skip]
    check_from(State::Plaintext, Some("plaintext"), Answers::default(), &[
        Case { input: "</plaintext>&lt;\r", tokens: r#""</plaintext>&lt;\n" EOF"#, errors: "" },
    ]);
}

#[test]
fn script_data() {
    #[rustfmt::skip]
    check_from(State::ScriptData, Some("script"), Answers::default(), &[
        Case { input: "a</b></script>",  tokens: r#""a</b>" </script> EOF"#,                 errors: "" },
        Case { input: "<!--a</script>b", tokens: r#""<!--a" </script> "b" EOF"#,             errors: "" },
        Case { input: "<!--<script></script>-</script>", tokens: r#""<!--<script></script>-" </script> EOF"#, errors: "" },
        Case { input: "<!--<SCRIPT >--></script>", tokens: r#""<!--<SCRIPT >-->" </script> EOF"#, errors: "" },
        Case { input: "<!--<scripts></script>", tokens: r#""<!--<scripts>" </script> EOF"#,  errors: "" },
        Case { input: "<!-->a</script>", tokens: r#""<!-->a" </script> EOF"#,                errors: "" },
        Case { input: "<!--\0-\0--\0",   tokens: "\"<!--\u{fffd}-\u{fffd}--\u{fffd}\" EOF",  errors: "4 unexpected-null-character, 6 unexpected-null-character, 9 unexpected-null-character, 10 eof-in-script-html-comment-like-text" },
        Case { input: "<!--<script",     tokens: r#""<!--<script" EOF"#,                     errors: "11 eof-in-script-html-comment-like-text" },
    ]);
}
