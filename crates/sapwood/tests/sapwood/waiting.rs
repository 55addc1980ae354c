//! Handlers of the rewriter that wait.

use sapwood::{
    Limit, Limits, ParseOptions,
    rewriting::{AfterLimit, Content, Element, RewriteError, RewriteOptions, Rewriter, Unit, Wait},
};

use crate::rewriting::rewriter;

fn waiting<'h>() -> Rewriter<'h, Vec<String>> {
    rewriter(&RewriteOptions::default().waiting(true))
}

/// Answers all handlers that wait: elements get an attribute, texts and comments content after them.
fn answer_all(rewriter: &mut Rewriter<'_, Vec<String>>, output: &mut Vec<u8>) {
    let mut number = 0;
    while rewriter.is_waiting() {
        number += 1;
        let seen = rewriter.waiting(|unit| match unit {
            Unit::Element(mut it) => {
                let before = it.attribute("n").unwrap_or("none").to_owned();
                it.set_attribute("n", &number.to_string()).unwrap();
                it.on_end_tag_with(|seen, end| {
                    seen.push(format!("/{}", end.name()));
                    Err(Wait.into())
                });
                format!("{} {before}", it.tag_name())
            }
            Unit::EndTag(mut it) => {
                it.before(Content::text("."));
                format!("end of {}, implied: {}", it.name(), it.is_implied())
            }
            Unit::Text(mut it) => {
                it.after(Content::text("+"));
                format!("{:?} {}", it.as_str(), it.last_in_text_node())
            }
            Unit::Comment(mut it) => {
                it.set_data("new").unwrap();
                "comment".to_owned()
            }
            Unit::Doctype(mut it) => {
                it.remove();
                it.name().to_owned()
            }
            Unit::End(mut it) => {
                it.append(Content::html("<!--end-->"));
                "end".to_owned()
            }
            other => panic!("{other:?}"),
        });
        rewriter.state_mut().extend(seen);
        rewriter.resume(Ok(()), |bytes| output.extend_from_slice(bytes)).unwrap();
    }
}

#[test]
fn handlers_that_wait_are_resumed_in_order() {
    let mut rewriter = waiting();
    for name in ["first", "second"] {
        let call = move |seen: &mut Vec<String>, _: &mut Element<'_, _>| {
            seen.push(name.to_owned());
            Err(Wait.into())
        };
        rewriter.on_element_with("p", call).unwrap();
    }
    rewriter.on_text("p", |_| Err(Wait.into())).unwrap();
    rewriter.on_document_comment(|_| Err(Wait.into()));
    rewriter.on_doctype(|_| Err(Wait.into()));
    rewriter.on_end(|_| Err(Wait.into()));
    let mut output = Vec::new();
    let html = "<!DOCTYPE html><p id=a>x<p>y<!--z--></p>";
    rewriter.feed_text(html, |bytes| output.extend_from_slice(bytes)).unwrap();
    answer_all(&mut rewriter, &mut output);
    rewriter.end(|bytes| output.extend_from_slice(bytes)).unwrap();
    answer_all(&mut rewriter, &mut output);
    let (seen, limit) = rewriter.finish(|bytes| output.extend_from_slice(bytes)).unwrap();
    assert_eq!(limit, None);
    assert_eq!(
        String::from_utf8(output).unwrap(),
        "<p id=a n=\"3\">x++..<p n=\"9\">y++<!--new-->..</p><!--end-->",
    );
    let paragraph = |text: &str, end: &str| {
        let text = format!("{text:?} false");
        let implied = format!("end of p, implied: {end}");
        let start = ["first", "p none", "second"].map(str::to_owned);
        (start, text, implied)
    };
    let (start, text, implied) = paragraph("x", "true");
    let (start_again, text_again, implied_again) = paragraph("y", "false");
    let mut expected = vec!["html".to_owned()];
    expected.extend(start);
    expected.extend(["p 2".to_owned(), text, "\"\" true".to_owned()]);
    expected.extend(["/p".to_owned(), implied.clone(), "/p".to_owned(), implied]);
    expected.extend(start_again);
    expected.extend(["p 8".to_owned(), text_again, "\"\" true".to_owned(), "comment".to_owned()]);
    expected.extend(["/p".to_owned(), implied_again.clone(), "/p".to_owned(), implied_again]);
    expected.push("end".to_owned());
    assert_eq!(seen, expected);
}

#[test]
fn an_error_instead_of_an_answer_ends_the_output_before_the_unit() {
    for pieces in [&["<i>a</i><b>c</b><i>d</i>"][..], &["<i>a", "</i><b", ">c</b>", "<i>d</i>"]] {
        let mut rewriter = waiting();
        rewriter.on_element("b", |_| Err(Wait.into())).unwrap();
        rewriter
            .on_element("i", |i| {
                i.after(Content::text("+"));
                Ok(())
            })
            .unwrap();
        let mut output = Vec::new();
        for piece in pieces {
            rewriter.feed_text(piece, |bytes| output.extend_from_slice(bytes)).unwrap();
            if rewriter.is_waiting() {
                break;
            }
        }
        let result = rewriter.resume(Err("no".into()), |bytes| output.extend_from_slice(bytes));
        assert!(matches!(result, Err(RewriteError::Handler(error)) if error.to_string() == "no"));
        assert_eq!(String::from_utf8(output).unwrap(), "<i>a</i>+");
        assert!(matches!(rewriter.feed(b"x", |_| {}), Err(RewriteError::Ended)));
    }
}

#[test]
fn a_rewriter_that_waits_takes_no_input() {
    let mut rewriter = waiting();
    rewriter.on_element("b", |_| Err(Wait.into())).unwrap();
    rewriter.feed_text("<b>", |_| {}).unwrap();
    assert!(rewriter.is_waiting());
    assert!(matches!(rewriter.feed(b"x", |_| {}), Err(RewriteError::Waiting)));
    assert!(matches!(rewriter.end(|_| {}), Err(RewriteError::Waiting)));
    let mut output = Vec::new();
    rewriter.resume(Ok(()), |bytes| output.extend_from_slice(bytes)).unwrap();
    assert!(!rewriter.is_waiting());
    assert_eq!(rewriter.waiting(|_| ()), None);
    rewriter.resume(Ok(()), |bytes| output.extend_from_slice(bytes)).unwrap();
    rewriter.feed(b"x", |bytes| output.extend_from_slice(bytes)).unwrap();
    rewriter.feed_text("<b>", |_| {}).unwrap();
    assert!(matches!(rewriter.finish(|_| {}), Err(RewriteError::Waiting)));
    assert_eq!(output, b"<b>x");
    let mut ended = waiting();
    ended.end(|_| {}).unwrap();
    assert!(matches!(ended.feed(b"x", |_| {}), Err(RewriteError::Ended)));
    ended.end(|_| {}).unwrap();
    ended.finish(|_| {}).unwrap();
}

#[test]
fn a_handler_waits_only_if_the_options_allow_it() {
    let mut rewriter = rewriter(&RewriteOptions::default());
    rewriter.on_element("b", |_| Err(Wait.into())).unwrap();
    let error = rewriter.rewrite("<b>").unwrap_err();
    assert_eq!(error.to_string(), "a handler waits, which the options of the rewriter don't allow");
}

#[test]
fn a_long_piece_and_a_limit_wait() {
    let page = "<b>x</b>".repeat(50_000);
    let limits = Limits::default().input_bytes(page.len() - 8);
    let options = RewriteOptions::default()
        .waiting(true)
        .parsing(ParseOptions::default().limits(limits))
        .after_limit(AfterLimit::PassThrough);
    let mut rewriter = rewriter(&options);
    rewriter.on_element("b", |_| Err(Wait.into())).unwrap();
    let mut output = Vec::new();
    rewriter.feed(page.as_bytes(), |bytes| output.extend_from_slice(bytes)).unwrap();
    let mut count = 0;
    while rewriter.is_waiting() {
        rewriter.waiting(|unit| match unit {
            Unit::Element(mut it) => it.remove_and_keep_content(),
            other => panic!("{other:?}"),
        });
        count += 1;
        rewriter.resume(Ok(()), |bytes| output.extend_from_slice(bytes)).unwrap();
    }
    let (_, limit) = rewriter.finish(|bytes| output.extend_from_slice(bytes)).unwrap();
    assert_eq!((limit, count), (Some(Limit::InputBytes), 49_999));
    let expected = "x".repeat(49_999) + "<b>x</b>";
    assert!(String::from_utf8(output).unwrap() == expected);
}
