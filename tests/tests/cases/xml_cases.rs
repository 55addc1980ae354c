//! The XML cases of the project: trees and errors, in every cut, with and without the fast path.

use sapwood::xml::{Parsed, Parser, XmlParseOptions, parse, parse_with};
use sapwood_tests::{pieces::Cut, xml::round_trip};

/// An input, its tree, and the codes of its errors.
struct Case {
    input: &'static str,
    tree: &'static str,
    errors: &'static str,
}

#[track_caller]
fn check(cases: &[Case]) {
    for Case { input, tree, errors } in cases {
        let options = XmlParseOptions::default().errors(true);
        let whole = parse_with(input, &options);
        let codes: Vec<&str> = whole.errors.iter().map(|error| error.code.as_str()).collect();
        assert_eq!((dump(&whole).trim_end(), &*codes.join(" ")), (*tree, *errors), "{input}");
        round_trip::check(&whole.document).unwrap();
        for cut in Cut::all(input) {
            for fast_path in [true, false] {
                let mut parser = Parser::new(&options.clone().fast_path(fast_path));
                cut.each(input, |chunk| parser.feed(chunk));
                let parsed = parser.finish();
                assert_eq!(
                    (dump(&parsed), &parsed.errors),
                    (dump(&whole), &whole.errors),
                    "{input}, {cut}, fast path {fast_path}"
                );
            }
        }
    }
}

fn dump(parsed: &Parsed) -> String {
    parsed.document.xml_dump().to_string()
}

#[test]
#[rustfmt::skip]
fn greater_than_sign_is_data_in_a_system_identifier() {
    check(&[
        Case {
            input: r#"<!DOCTYPE a SYSTEM "a>b" [<!ENTITY x "y">]><a>&x;</a>"#,
            tree: "| <!DOCTYPE a \"\" \"a>b\">\n| <a>\n|   \"y\"",
            errors: "",
        },
        Case {
            input: "<!DOCTYPE a PUBLIC 'p' 'a>b'><a/>",
            tree: "| <!DOCTYPE a \"p\" \"a>b\">\n| <a>",
            errors: "",
        },
        Case {
            input: "<!DOCTYPE a SYSTEM 'b>c",
            tree: "| <!DOCTYPE a \"\" \"b\">",
            errors: "eof-in-doctype missing-root-element",
        },
    ]);
}

#[test]
#[rustfmt::skip]
fn a_comment_may_begin_with_a_greater_than_sign() {
    check(&[
        Case { input: "<a><!-->b--></a>",  tree: "| <a>\n|   <!-- >b -->",  errors: "" },
        Case { input: "<a><!--->b--></a>", tree: "| <a>\n|   <!-- ->b -->", errors: "" },
        Case { input: "<a><!----></a>",    tree: "| <a>\n|   <!--  -->",    errors: "" },
        Case { input: "<a/><!-->",  tree: "| <a>\n| <!--  -->", errors: "abrupt-closing-of-empty-comment" },
        Case { input: "<a/><!--->", tree: "| <a>\n| <!--  -->", errors: "abrupt-closing-of-empty-comment" },
    ]);
}

#[test]
#[rustfmt::skip]
fn a_target_is_followed_by_white_space_or_the_end() {
    check(&[
        Case { input: "<?f?><a/>",     tree: "| <?f ?>\n| <a>",     errors: "" },
        Case { input: "<?f ?x?><a/>",  tree: "| <?f ?x?>\n| <a>",   errors: "" },
        Case {
            input: "<?f? x?><a/>",
            tree: "| <?f ? x?>\n| <a>",
            errors: "missing-whitespace-after-processing-instruction-target",
        },
        Case {
            input: "<?f??><a/>",
            tree: "| <?f ??>\n| <a>",
            errors: "missing-whitespace-after-processing-instruction-target",
        },
    ]);
}

#[test]
#[rustfmt::skip]
fn a_local_name_that_begins_with_no_name_start_is_malformed() {
    check(&[
        Case { input: "<xml:a/>",  tree: "| <{http://www.w3.org/XML/1998/namespace}xml:a>", errors: "" },
        Case { input: "<xml:1a/>", tree: "| <xml:1a>", errors: "malformed-qualified-name" },
        Case { input: "<xml:-b/>", tree: "| <xml:-b>", errors: "malformed-qualified-name" },
        // Written without a declaration: the name has no namespace wherever it is.
        Case {
            input: "<a xmlns='u'><xml:1a/></a>",
            tree: "| <{u}a>\n|   {http://www.w3.org/2000/xmlns/}xmlns=\"u\"\n|   <xml:1a>",
            errors: "malformed-qualified-name",
        },
    ]);
}

#[test]
#[rustfmt::skip]
fn a_name_that_cannot_follow_a_prefix_keeps_its_namespace_when_it_is_written() {
    check(&[
        Case {
            input: "<1a xmlns='u' xmlns:p='u'/>",
            tree: "| <{u}1a>\n|   {http://www.w3.org/2000/xmlns/}xmlns:p=\"u\"\n|   \
                   {http://www.w3.org/2000/xmlns/}xmlns=\"u\"",
            errors: "invalid-character-in-name",
        },
        Case {
            input: "<p:b xmlns:p='u'><&f;< xmlns='u'/></p:b>",
            tree: "| <{u}p:b>\n|   {http://www.w3.org/2000/xmlns/}xmlns:p=\"u\"\n|   <{u}&f;<>\n|     \
                   {http://www.w3.org/2000/xmlns/}xmlns=\"u\"",
            errors: "invalid-character-in-name",
        },
        // A malformed qualified name has no namespace; its declarations count for its children.
        Case {
            input: "<a xmlns='u'><q:2b xmlns:q='u'><c/></q:2b></a>",
            tree: "| <{u}a>\n|   {http://www.w3.org/2000/xmlns/}xmlns=\"u\"\n|   <q:2b>\n|     \
                   {http://www.w3.org/2000/xmlns/}xmlns:q=\"u\"\n|     <{u}c>",
            errors: "malformed-qualified-name",
        },
        Case {
            input: "<q:2 xmlns='u' xmlns:q='u'><c/></q:2>",
            tree: "| <q:2>\n|   {http://www.w3.org/2000/xmlns/}xmlns:q=\"u\"\n|   \
                   {http://www.w3.org/2000/xmlns/}xmlns=\"u\"\n|   <{u}c>",
            errors: "malformed-qualified-name",
        },
    ]);
}

#[test]
fn a_later_minor_version_is_a_note() {
    let parsed = parse_with("<?xml version='1.10'?><a/>", &XmlParseOptions::default().errors(true));
    let [error] = parsed.errors[..] else { panic!("{:?}", parsed.errors) };
    assert!(error.code.is_note(), "{error}");
    assert_eq!(parsed.declaration.unwrap().version, "1.10");
}

#[test]
#[rustfmt::skip]
fn a_leading_colon_is_dropped_in_every_state() {
    const ERROR: &str = "unexpected-character-in-attribute-name missing-attribute-value";
    check(&[
        Case { input: "<a :b/>",        tree: "| <a>\n|   b=\"\"", errors: ERROR },
        Case { input: "<a c='' :b/>",   tree: "| <a>\n|   b=\"\"\n|   c=\"\"", errors: ERROR },
        Case { input: "<a c :b=''/>",   tree: "| <a>\n|   b=\"\"\n|   c=\"\"",
            errors: "missing-attribute-value unexpected-character-in-attribute-name" },
        Case { input: "<a c='':b=''/>", tree: "| <a>\n|   b=\"\"\n|   c=\"\"",
            errors: "unexpected-character-in-attribute-name missing-whitespace-between-attributes" },
    ]);
}

#[test]
fn children_of_an_html_template_go_into_its_contents() {
    let inside = "a<b><t:template>c</t:template></b>";
    let xhtml =
        format!(r#"<t:template xmlns:t="http://www.w3.org/1999/xhtml">{inside}</t:template>"#);
    let document = parse(&xhtml);
    let template = document.document_element().unwrap();
    assert_eq!(template.first_child(), None);
    let contents = template.template_contents().unwrap();
    assert_eq!(contents.first_child().unwrap().as_text(), Some("a"));
    let inner = contents.last_child().unwrap().first_child().unwrap();
    assert_eq!(inner.template_contents().unwrap().text_content(), "c");
    assert_eq!(document.to_xml(), xhtml);
    round_trip::check(&document).unwrap();
    // An element of that name in another namespace has children.
    let document = parse("<template><b/></template>");
    assert!(document.document_element().unwrap().first_child().is_some());
}

#[test]
fn a_public_identifier_of_xhtml_declares_the_entities_of_html() {
    let with = |id: &str, rest: &str| {
        let text = format!("<!DOCTYPE a PUBLIC '{id}' 's'{rest}><a b='&eacute;'>&nbsp;</a>");
        let parsed = parse_with(&text, &XmlParseOptions::default().errors(true));
        let root = parsed.document.document_element().unwrap();
        (format!("{} {}", root.attr("b").unwrap(), root.text_content()), parsed.errors.len())
    };
    let xhtml = "-//W3C//DTD XHTML 1.0 Strict//EN";
    assert_eq!(with(xhtml, ""), ("\u{e9} \u{a0}".to_owned(), 0));
    assert_eq!(with(xhtml, " [<!ENTITY nbsp '_'>]"), ("\u{e9} _".to_owned(), 0));
    assert_eq!(with(xhtml, " [<!ATTLIST a c CDATA '&nbsp;'>]"), ("\u{e9} \u{a0}".to_owned(), 0));
    assert_eq!(with("-//Example//DTD//EN", ""), ("&eacute; &nbsp;".to_owned(), 2));
}

#[test]
#[rustfmt::skip]
fn xml_id_is_normalized_without_a_declaration() {
    check(&[
        Case { input: "<a xml:id=' b ' id=' c '/>", tree: "| <a>\n|   id=\" c \"\n|   {http://www.w3.org/XML/1998/namespace}xml:id=\"b\"", errors: "" },
        Case { input: "<a xml:id='b\n\n c'/>",      tree: "| <a>\n|   {http://www.w3.org/XML/1998/namespace}xml:id=\"b c\"",               errors: "" },
    ]);
}

/// A NUL is one byte of the source, and three of the name.
#[test]
fn errors_in_names_with_nul_have_spans_of_the_source() {
    for input in [
        "<scrf\0:\0 \0=\"Ø\"/>",
        "<a\0Ø/>",
        "<a b\0='Ø'/>",
        "<?\0Ø?><a/>",
        "<?a\0?>Ø<a/>",
        "<!DOCTYPE \0Ø\0><a/>",
        "<a\0\0\0",
    ] {
        let options = XmlParseOptions::default().errors(true);
        let errors = parse_with(input, &options).errors;
        assert!(!errors.is_empty(), "{input:?}");
        for error in errors {
            assert!(
                input.get(error.span.start..error.span.end).is_some(),
                "{error:?} in {input:?}"
            );
        }
        for cut in Cut::all(input) {
            let mut parser = Parser::new(&options.clone().fast_path(false));
            cut.each(input, |chunk| parser.feed(chunk));
            assert_eq!(parser.finish().errors, parse_with(input, &options).errors, "{input:?}");
        }
    }
}
