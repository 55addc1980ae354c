//! Content at the end of a page that was cut off.

use sapwood::rewriting::{Content, RewriteOptions};

use super::{after, append, rewriter, with};

/// Ends of pages that were cut off.
const CUT_OFF: [&str; 72] = [
    "",
    "a",
    "<p>a",
    "<div><p><b>a",
    "<p><b>a</p>",
    "<p><b><i>a</p>b",
    "<b><table><td>a",
    "<table>a<!--",
    "<table><caption><b>a",
    "<ul><li>a",
    "<my-e>a",
    "<svg><g>a",
    "<math><mi>a",
    "<svg><foreignObject><p>a",
    "<select><option>a",
    "<form><p>a",
    "<template>a",
    "<nobr>a<nobr>b<p>",
    "<dl><dt>a<!--",
    "<ruby>a<rt>b",
    "a<b",
    "a<b c",
    "a<b c='",
    "a</b",
    "<p",
    "<table><tr>a<b",
    "<h1>a<a",
    "a<",
    "a</",
    "a<!",
    "a<!-",
    "a<!--",
    "a<!---",
    "a<!--b",
    "a<!--b-",
    "a<!--b--",
    "a<!--b--!",
    "a<!--b<",
    "a<!--b<!",
    "a<!--b<!-",
    "a<!--b<!--",
    "a<!b",
    "a</!b",
    "a<?",
    "a<?b c",
    "a<?1",
    "<!DOCTYPE",
    "<!DOCTYPE ",
    "<!DOCTYPE html",
    "<!DOCTYPE html PUB",
    "<!DOCTYPE html PUBLIC 'a",
    "<!DOCTYPE html PUBLIC 'a'",
    "<!DOCTYPE html SYSTEM 'a",
    "a&",
    "a&am",
    "a&amp",
    "a&not",
    "a&noti",
    "a&#",
    "a&#x",
    "a&#6",
    "a&#x6",
    "<svg><![CDATA[a",
    "<svg><![CDATA[a]]",
    "<title>a",
    "<textarea>a&am",
    "<style>a</sty",
    "<script>a</script ",
    "<script><!--a",
    "<xmp>a<",
    "<svg><title>a<b",
    "a\r",
];

#[test]
fn content_at_the_end_of_a_page_that_is_cut_off_is_no_part_of_what_is_cut_off() {
    for html in CUT_OFF {
        for content in ["<i>1</i>", "p;", "n;", "in;", "1;", "!--", "/", "-->", "]]>"] {
            let written = with("body", html, |body| {
                body.append(Content::html(content));
                Ok(())
            });
            let mut expected = sapwood::parse(html);
            let body = expected.body().unwrap().node_id();
            expected.append_html(body, content).unwrap();
            // Adjacent texts become one.
            let expected_html = sapwood::parse(&expected.to_html()).to_html();
            let document = sapwood::parse(&written);
            assert_eq!(document.to_html(), expected_html, "{written:?} from {html:?}");
            assert_eq!(document.quirks_mode(), expected.quirks_mode(), "{written:?} from {html:?}");
        }
        let untouched = with("body", html, |_| Ok(()));
        assert_eq!(untouched, html);
    }
}

#[test]
fn the_end_of_a_page_that_is_cut_off_is_closed_before_content_alone() {
    assert_eq!(append("script", "<script>a"), "<script>a+");
    assert_eq!(after("script", "<script>a"), "<script>a</script>+");
    assert_eq!(after("script", "<script><!--<script>"), "<script><!--<script>--></script>+");
    assert_eq!(append("div", "<div><p>a<b c"), "<div><p>a</p>+<b c");
    assert_eq!(after("b", "<p><b>a"), "<p><b>a</b>+");
    assert_eq!(append("body", "<p><plaintext>a"), "<p><plaintext>a+");
    let remove = |selector, html| {
        with(selector, html, |element| {
            element.remove();
            element.after(Content::text("+"));
            Ok(())
        })
    };
    assert_eq!(remove("script", "a<script>b"), "a+");
    assert_eq!(remove("div", "a<div><script>b"), "a+");
    assert_eq!(remove("p", "a<p>b<!--c"), "a+");
    let replaced = with("div", "a<div><script>b", |div| {
        div.set_inner_content(Content::text("+"));
        div.after(Content::text("-"));
        Ok(())
    });
    assert_eq!(replaced, "a<div>+</div>-");
    let upper = |html| {
        let mut rewriter = rewriter(&RewriteOptions::default());
        rewriter.on_document_text(|text| {
            text.replace(Content::text(text.as_str().to_uppercase()));
            if text.last_in_text_node() {
                text.after(Content::text("+"));
            }
            Ok(())
        });
        rewriter.rewrite(html).unwrap()
    };
    assert_eq!(upper("a&am"), "A&amp;AM+");
    assert_eq!(upper("a</"), "A&lt;/+");
    assert_eq!(upper("<svg><![CDATA[a"), "<svg><![CDATA[A]]>+");
    assert_eq!(upper("<p><script>a</scr"), "<p><script>A</SCR+");
    let ended = |html| {
        let mut rewriter = rewriter(&RewriteOptions::default());
        rewriter.on_end(|end| {
            end.append(Content::html("<!--+-->"));
            Ok(())
        });
        rewriter.rewrite(html).unwrap()
    };
    assert_eq!(ended("<p>a"), "<p>a<!--+-->");
    assert_eq!(ended("<p>a<b c"), "<p>a<!--+--><b c");
    assert_eq!(ended("<p>a<!--b"), "<p>a<!--b--><!--+-->");
    assert_eq!(ended("<p><style>a"), "<p><style>a</style><!--+-->");
    assert_eq!(ended("<template><p>a"), "<template><p>a</p></template><!--+-->");
}
