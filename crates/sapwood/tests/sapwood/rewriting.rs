//! The streaming rewriter.

mod cut_off;
mod encodings;

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use sapwood::{
    Limit, Limits, ParseOptions,
    rewriting::{
        AfterLimit, Content, Element, HandlerResult, RewriteError, RewriteOptions, Rewriter,
        TextPiece,
    },
};

/// Creates a rewriter whose handlers share a list of strings. All rewriters of this program have that state, so that the parser is
/// compiled for one type of state.
pub(crate) fn rewriter<'h>(options: &RewriteOptions) -> Rewriter<'h, Vec<String>> {
    Rewriter::with_state(Vec::new(), options)
}

/// Rewrites a text with one handler of elements: whole, and character by character.
fn with(
    selector: &str,
    html: &str,
    change: impl Fn(&mut Element<'_, Vec<String>>) -> HandlerResult + Send + Sync,
) -> String {
    let run = |pieces: &[&str]| {
        let mut rewriter = rewriter(&RewriteOptions::default());
        rewriter.on_element(selector, &change).unwrap();
        let mut output = String::new();
        let mut write = |bytes: &[u8]| output.push_str(str::from_utf8(bytes).unwrap());
        for piece in pieces {
            rewriter.feed_text(piece, &mut write).unwrap();
        }
        rewriter.finish(&mut write).unwrap();
        output
    };
    let whole = run(&[html]);
    let characters: Vec<&str> = html.split("").filter(|it| !it.is_empty()).collect();
    assert_eq!(run(&characters), whole, "{html:?} in pieces");
    whole
}

fn after(selector: &str, html: &str) -> String {
    with(selector, html, |element| {
        element.after(Content::text("+"));
        Ok(())
    })
}

fn append(selector: &str, html: &str) -> String {
    with(selector, html, |element| {
        element.append(Content::text("+"));
        Ok(())
    })
}

fn set(selector: &str, html: &str) -> String {
    with(selector, html, |element| {
        element.set_attribute("x", "1 & \"2\"")?;
        Ok(())
    })
}

fn remove_class(html: &str) -> String {
    with("p", html, |p| {
        p.remove_attribute("class");
        Ok(())
    })
}

#[test]
fn attributes_change_in_place() {
    assert_eq!(set("p", "<P  X = 2 y='3' >"), "<P  X = \"1 &amp; &quot;2&quot;\" y='3' >");
    assert_eq!(set("p", "<p x='2'>"), "<p x='1 &amp; \"2\"'>");
    assert_eq!(set("p", "<p x='1 &#38; \"2\"'>"), "<p x='1 &#38; \"2\"'>");
    assert_eq!(set("p", "<p x>"), "<p x=\"1 &amp; &quot;2&quot;\">");
    assert_eq!(set("p", "<p\n>"), "<p x=\"1 &amp; &quot;2&quot;\"\n>");
    assert_eq!(set("br", "<br/>"), "<br x=\"1 &amp; &quot;2&quot;\"/>");
    assert_eq!(set("p", "<p a =>"), "<p a =\"\" x=\"1 &amp; &quot;2&quot;\">");
    assert_eq!(set("p", "<p a=b/>"), "<p a=b/ x=\"1 &amp; &quot;2&quot;\">");
    // The first of duplicates counts.
    assert_eq!(set("p", "<p x=a x=b>"), "<p x=\"1 &amp; &quot;2&quot;\" x=b>");
    assert_eq!(remove_class("<p class=a id=b CLASS=c title='>'>"), "<p id=b title='>'>");
    assert_eq!(remove_class("<p id=a class=\"b\"title=c>"), "<p id=a title=c>");
    assert_eq!(remove_class("<p id=a>"), "<p id=a>");
    let renamed = with("svg a", "<svg><a xlink:HREF=a /></svg>", |a| {
        assert_eq!(a.attribute("xlink:href"), Some("a"));
        a.set_attribute("xlink:href", "b")?;
        assert_eq!(a.attributes().collect::<Vec<_>>(), [("xlink:href".into(), "b")]);
        Ok(())
    });
    assert_eq!(renamed, "<svg><a xlink:HREF=b /></svg>");
}

#[test]
fn names_change_in_both_tags() {
    let rename = |html| {
        with("b, li", html, |element| {
            element.set_tag_name("x-y")?;
            Ok(())
        })
    };
    assert_eq!(rename("<B a=1>x</b >"), "<x-y a=1>x</x-y >");
    assert_eq!(rename("<ul><li>a<li>b</ul>"), "<ul><x-y>a</x-y><x-y>b</x-y></ul>");
}

#[test]
fn invalid_names_are_refused() {
    let mut rewriter = rewriter(&RewriteOptions::default());
    rewriter
        .on_element("b", |b| {
            for name in ["", "a b", "a>", "a/", "1", "\u{e9}"] {
                assert!(b.set_tag_name(name).is_err(), "{name:?}");
            }
            for name in ["", "a b", "a>", "a/", "a=b", "\0"] {
                let error = b.set_attribute(name, "").unwrap_err();
                let expected = format!("{name:?} can't be written as the name of an attribute");
                assert_eq!(error.to_string(), expected);
            }
            Ok(())
        })
        .unwrap();
    assert_eq!(rewriter.rewrite("<b>x</b>").unwrap(), "<b>x</b>");
}

#[test]
fn implied_ends_are_those_of_the_tree() {
    assert_eq!(append("li", "<ul><li>a<li>b</ul>c"), "<ul><li>a+<li>b+</ul>c");
    assert_eq!(after("li", "<ul><li>a<li>b</ul>c"), "<ul><li>a</li>+<li>b</li>+</ul>c");
    assert_eq!(append("p", "<p>a<div>b</div>"), "<p>a+<div>b</div>");
    assert_eq!(append("td", "<table><tr><td>a<td>b</table>"), "<table><tr><td>a+<td>b+</table>");
    assert_eq!(append("tbody", "<table><tr><td>a</table>"), "<table><tr><td>a+</table>");
    assert_eq!(append("p", "<p>a"), "<p>a+");
    assert_eq!(append("body", "<p>a</body> </html>"), "<p>a+</body> </html>");
    assert_eq!(append("head", "<title>a</title><p>b"), "<title>a</title>+<p>b");
    assert_eq!(append("h1", "<h1>a</h2>b"), "<h1>a+</h2>b");
    // A formatting element ends where the parser closes it, and its copy isn't found.
    assert_eq!(append("b", "<p><b>a<p>b</b>c"), "<p><b>a+<p>b</b>c");
    assert_eq!(append("b", "<b>a<p>b</b>c"), "<b>a<p>b+</b>c");
    assert_eq!(after("b", "<b>a<p>b</b>c"), "<b>a<p>b</b>+c");
    assert_eq!(after("a", "<a>a<a>b"), "<a>a+<a>b</a>+");
}

#[test]
fn void_and_self_closing_elements() {
    assert_eq!(after("br", "a<br>b<br/>c"), "a<br>+b<br/>+c");
    assert_eq!(append("br", "a<br>b"), "a<br>b");
    assert_eq!(append("svg g", "<svg><g/><g /></svg>"), "<svg><g>+</g><g >+</g></svg>");
    assert_eq!(after("g", "<svg><g/></svg>"), "<svg><g/>+</svg>");
    // In HTML, the solidus means nothing.
    assert_eq!(append("div", "<div/>a"), "<div/>a+");
    assert_eq!(after("br", "a</br>b"), "a</br>+b");
}

#[test]
fn implied_start_tags_are_written_when_they_change() {
    assert_eq!(
        set("tbody", "<table><tr><td>a</table>"),
        "<table><tbody x=\"1 &amp; &quot;2&quot;\"><tr><td>a</table>"
    );
    assert_eq!(set("html", "<p>"), "<html x=\"1 &amp; &quot;2&quot;\"><p>");
    assert_eq!(set("p", "a</p>b"), "a<p x=\"1 &amp; &quot;2&quot;\"></p>b");
    assert_eq!(set("br", "a</br>b"), "a<br x=\"1 &amp; &quot;2&quot;\">b");
}

#[test]
fn implied_bodies_begin_where_their_text_does() {
    let prepend = |html: &str| {
        with("body", html, |body| {
            body.prepend(Content::text("+"));
            Ok(())
        })
    };
    for space in ["", " ", "\r\n", "\r\n\r\n ", " \r\n\t\r\n", "&#32;", "&Tab;\r\n&#x20;\n"] {
        for text in
            ["1", "1\r\n2", "1&amp;2", "&amp;\r\n \r\n3", "1\r\n&notit;&amp;\r\n2", "\0a&lt;b"]
        {
            for end in ["", "<p>", "\r\n<p>"] {
                let rest = format!("{text}{end}");
                assert_eq!(prepend(&format!("{space}{rest}")), format!("{space}+{rest}"));
            }
        }
    }
}

#[test]
fn removal_takes_what_is_in_the_element() {
    let remove = |selector, html| {
        with(selector, html, |element| {
            element.remove();
            Ok(())
        })
    };
    assert_eq!(remove("p", "a<p>b<b>c</b></p>d"), "ad");
    assert_eq!(remove("li", "<ul><li>a<li>b</ul>c"), "<ul></ul>c");
    assert_eq!(remove("br", "a<br>b</br>c"), "abc");
    assert_eq!(remove("script", "a<script>'<b>'</script>b"), "ab");
    assert_eq!(remove("div", "<div>a<div>b</div>c</div>d"), "d");
    assert_eq!(remove("p", "<p>a"), "");
    let unwrap = |html| {
        with("b", html, |b| {
            b.remove_and_keep_content();
            Ok(())
        })
    };
    assert_eq!(unwrap("<p><b>a</b><b>c"), "<p>ac");
}

#[test]
fn content_replaces_content() {
    let fill = |selector, html| {
        with(selector, html, |element| {
            element.set_inner_content(Content::text("\n<"));
            element.append(Content::html("<hr>"));
            Ok(())
        })
    };
    assert_eq!(fill("p", "<p>a<b>b</b></p>c"), "<p>\n&lt;<hr></p>c");
    assert_eq!(fill("pre", "<pre>\na</pre>c"), "<pre>\n\n&lt;<hr></pre>c");
    assert_eq!(fill("script", "<script>a</script>c"), "<script>\n<<hr></script>c");
    let prepend = |html| {
        with("pre", html, |pre| {
            pre.prepend(Content::text("+"));
            Ok(())
        })
    };
    // The parser takes no notice of a line feed at the start.
    assert_eq!(prepend("<pre>\r\na"), "<pre>\n+a");
    assert_eq!(prepend("<pre>a"), "<pre>\n+a");
    assert_eq!(prepend("<pre>"), "<pre>\n+");
}

#[test]
fn content_at_one_place_is_in_order() {
    let output = with("p", "<p>x</p>", |p| {
        for number in 1..3 {
            p.before(Content::text(format!("b{number}")));
            p.prepend(Content::text(format!("p{number}")));
            p.append(Content::text(format!("a{number}")));
            p.after(Content::text(format!("f{number}")));
        }
        p.on_end_tag(|end| {
            end.before(Content::text("e1"));
            end.after(Content::text("e2"));
            Ok(())
        });
        Ok(())
    });
    assert_eq!(output, "b1b2<p>p2p1xa1a2e1</p>e2f2f1");
    let output = with("p", "<p>x</p>", |p| {
        p.replace(Content::html("<i>"));
        p.before(Content::text("b"));
        p.after(Content::text("a"));
        assert!(p.is_removed());
        Ok(())
    });
    assert_eq!(output, "b<i>a");
}

#[test]
fn handlers_see_the_changes_of_those_before() {
    let mut rewriter = rewriter(&RewriteOptions::default());
    rewriter
        .on_element("p", |p| {
            p.set_attribute("class", "a")?;
            p.set_user_data(1_u8);
            Ok(())
        })
        .unwrap();
    rewriter
        .on_element("p", |p| {
            assert_eq!(p.attribute("CLASS"), Some("a"));
            assert_eq!(p.user_data().and_then(|data| data.downcast_ref()), Some(&1_u8));
            p.remove_attribute("class");
            Ok(())
        })
        .unwrap();
    rewriter
        .on_element("p", |p| {
            assert_eq!(p.attributes().count(), 0);
            Ok(())
        })
        .unwrap();
    assert_eq!(rewriter.rewrite("<p class=b>").unwrap(), "<p>");
}

#[test]
fn texts_are_those_of_the_tree() {
    let texts = |selector: &str, html: &str| {
        let mut rewriter = rewriter(&RewriteOptions::default());
        let mut text = String::new();
        rewriter
            .on_text_with(selector, move |texts: &mut Vec<String>, piece| {
                text.push_str(piece.as_str());
                if piece.last_in_text_node() {
                    texts.push(std::mem::take(&mut text));
                }
                Ok(())
            })
            .unwrap();
        for piece in html.split_inclusive("") {
            rewriter.feed_text(piece, |_| ()).unwrap();
        }
        rewriter.finish(|_| ()).unwrap().0
    };
    assert_eq!(texts("p", "<p>a&amp;b<b>c</b></foo>d<p>e"), ["a&b", "c", "d", "e"]);
    assert_eq!(texts("p", "<p>a</foo>b"), ["ab"]);
    assert_eq!(texts("select", "<select><xmp><b></xmp></select>"), ["<b>"]);
    assert_eq!(texts("svg", "<svg><style><g>x</g><![CDATA[<y>]]></style></svg>"), ["x", "<y>"]);
    assert_eq!(texts("noscript", "<body><noscript><p>a</p></noscript>"), ["a"]);
    // Misplaced text isn't in the table.
    assert_eq!(texts("table", "<table>a<td>b</table>"), ["b"]);
    assert_eq!(texts("div", "<div><table>a<td>b</table>"), ["a", "b"]);
}

/// In a frameset, only the white space of a text is inserted.
#[test]
fn white_space_is_replaced_where_it_stands() {
    let replace = |html: &str| {
        let mut rewriter = rewriter(&RewriteOptions::default());
        let replace = |piece: &mut TextPiece<'_>| {
            if !piece.as_str().is_empty() {
                piece.replace(Content::text("_"));
            }
            Ok(())
        };
        rewriter.on_text("frameset", replace).unwrap();
        // A text comes in as many pieces as the parser likes.
        let output = rewriter.rewrite(html).unwrap();
        output.split('_').filter(|it| !it.is_empty()).collect::<Vec<_>>().join("_")
    };
    for space in [" ", "\n", "\r\n", " \r\n\t\r\n"] {
        let html = |space: &str| format!("<frameset>x&amp;{space}y{space}<frame></frameset>");
        assert_eq!(replace(&html(space)), html("_"), "{space:?}");
    }
}

#[test]
fn templates_are_for_handlers_of_the_document() {
    let html = "<template><!--a--><p>b</p></template>";
    let mut rewriter = rewriter(&RewriteOptions::default());
    rewriter.on_element("p", |_| Err("no p".into())).unwrap();
    rewriter.on_text("*", |_| Err("no text".into())).unwrap();
    rewriter.on_document_comment(|comment| {
        comment.set_data("c")?;
        Ok(())
    });
    assert_eq!(rewriter.rewrite(html).unwrap(), html.replace("--a--", "--c--"));
}

#[test]
fn errors_end_the_rewrite() {
    let calls = Arc::new(AtomicUsize::new(0));
    let mut rewriter = rewriter(&RewriteOptions::default());
    let counted = Arc::clone(&calls);
    rewriter
        .on_element("b", move |b| {
            counted.fetch_add(1, Ordering::Relaxed);
            b.set_attribute("x", "")?;
            if b.has_attribute("stop") { Err("stopped".into()) } else { Ok(()) }
        })
        .unwrap();
    let mut output = Vec::new();
    let error = rewriter
        .feed_text("<b>1</b>2<b stop>3<b>4", |bytes| output.extend_from_slice(bytes))
        .unwrap_err();
    assert!(matches!(&error, RewriteError::Handler(error) if error.to_string() == "stopped"));
    assert_eq!(error.to_string(), "stopped");
    assert_eq!(output, b"<b x=\"\">1</b>2");
    assert_eq!(calls.load(Ordering::Relaxed), 2);
    let ended = rewriter.feed_text("5", |_| ()).unwrap_err();
    assert!(matches!(ended, RewriteError::Ended));
    assert!(rewriter.finish(|_| ()).is_err());
}

#[test]
fn errors_of_streams_end_the_rewrite() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }
    let mut rewriter = rewriter(&RewriteOptions::default());
    rewriter
        .on_element("b", |b| {
            b.before(Content::html_from(Broken));
            Ok(())
        })
        .unwrap();
    assert_eq!(rewriter.rewrite("<b>").unwrap_err().to_string(), "broken");
}

#[test]
fn limits_end_the_rewrite_or_the_changes() {
    let html = "<b>1</b><div><div><div><b>2</b>";
    let limits = Limits::default().depth(3);
    let options = RewriteOptions::default().parsing(ParseOptions::default().limits(limits));
    let rewriter = |options: &RewriteOptions| {
        let mut rewriter = rewriter(options);
        rewriter.on_element("b", |b| Ok(b.set_attribute("x", "")?)).unwrap();
        rewriter
    };
    let error = rewriter(&options).rewrite(html).unwrap_err();
    assert!(matches!(error, RewriteError::Limit(Limit::Depth)));
    assert_eq!(error.to_string(), "limit reached: depth");
    let passing = options.after_limit(AfterLimit::PassThrough);
    assert_eq!(rewriter(&passing).rewrite(html).unwrap(), html.replacen("<b>", "<b x=\"\">", 1));
    let limits = Limits::default().input_bytes(12);
    let options = RewriteOptions::default().parsing(ParseOptions::default().limits(limits));
    let passing = options.after_limit(AfterLimit::PassThrough);
    assert_eq!(rewriter(&passing).rewrite(html).unwrap(), html.replacen("<b>", "<b x=\"\">", 1));
}

#[test]
fn the_number_of_a_reference_is_limited_in_every_cut() {
    let html = format!("<b>1</b>&#{}65;<b>2</b>", "0".repeat(200_000));
    let limits = Limits::default().token_length(5_000);
    let options = RewriteOptions::default().parsing(ParseOptions::default().limits(limits));
    let passing = options.clone().after_limit(AfterLimit::PassThrough);
    for length in [1, 100, html.len()] {
        let run = |options: &RewriteOptions| {
            let mut rewriter = rewriter(options);
            rewriter.on_element("b", |b| Ok(b.set_attribute("x", "")?)).unwrap();
            let mut output = Vec::new();
            for piece in html.as_bytes().chunks(length) {
                rewriter.feed(piece, |bytes| output.extend_from_slice(bytes))?;
            }
            rewriter.finish(|bytes| output.extend_from_slice(bytes))?;
            Ok::<_, RewriteError>(String::from_utf8(output).unwrap())
        };
        let error = run(&options).unwrap_err();
        assert!(matches!(error, RewriteError::Limit(Limit::TokenLength)), "{length}");
        assert_eq!(run(&passing).unwrap(), html.replacen("<b>", "<b x=\"\">", 1), "{length}");
    }
}

#[test]
fn selectors_that_need_the_future_are_refused() {
    let mut rewriter = rewriter(&RewriteOptions::default());
    let error = rewriter.on_element("p:has(a)", |_| Ok(())).unwrap_err();
    assert!(error.to_string().contains("depends on content after the start tag"), "{error}");
    assert!(rewriter.on_text("p:last-child", |_| Ok(())).is_err());
    assert!(rewriter.on_comment("(", |_| Ok(())).is_err());
}

#[test]
fn a_rewriter_can_be_sent() {
    fn is_send<T: Send>(_: &T) {}
    is_send(&Rewriter::default());
    is_send(&Rewriter::with_state(vec![1], &RewriteOptions::default()).into_writer(Vec::new()));
}

#[test]
fn hostile_input_takes_linear_time_and_bounded_memory() {
    let pieces = [
        "<div>",
        "<a>",
        "<b><p>",
        "<table>x",
        "<svg><g/>",
        "<p>x</p>",
        "<!--x-->",
        "<template>",
        "<select><option>x",
        "&amp;",
        "<i></i>",
        "<pre>\n",
        "</p>",
        "</br>",
    ];
    for piece in pieces {
        let time = |count: usize| {
            let html = piece.repeat(count);
            let start = std::time::Instant::now();
            let options = RewriteOptions::default().after_limit(AfterLimit::PassThrough);
            let mut rewriter = rewriter(&options);
            rewriter
                .on_element("*, div > *:nth-child(2)", |element| {
                    element.set_attribute("x", "1")?;
                    element.before(Content::text("b"));
                    element.append(Content::text("a"));
                    Ok(())
                })
                .unwrap();
            rewriter
                .on_text("*", |text| {
                    text.before(Content::text("t"));
                    Ok(())
                })
                .unwrap();
            rewriter.on_document_comment(|comment| {
                comment.remove();
                Ok(())
            });
            assert!(!rewriter.rewrite(&html).unwrap().is_empty());
            start.elapsed().as_secs_f64()
        };
        let (short, long) = (time(4_000), time(32_000));
        assert!(long < 0.2 + 32.0 * short, "{piece}: {short} and {long} seconds");
    }
}
