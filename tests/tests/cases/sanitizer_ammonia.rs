//! The preset for ammonia, compared with ammonia 4.2 on its documented behaviours.

use sapwood::sanitizer::Policy;

/// Markup whose result is the same.
const SAME: [&str; 105] = [
    "a text",
    "1 < 2 & 3 > 2",
    "<b>bold</b>",
    "<p>unclosed",
    "<p>one<p>two",
    "XSS<script>attack</script>",
    "XSS<style>attack</style>",
    "<script>a</script><b>x</b>",
    "<b onclick=\"x()\">x</b>",
    "<img src=\"x.png\" onerror=\"x()\" alt=\"a\">",
    "<img src=\"javascript:x\">",
    "<a href=\"javascript:x\">x</a>",
    "<a href=\" JAVA\tscript:x\">x</a>",
    "<a href=\"https://a.b/\">x</a>",
    "<a href=\"/relative\">x</a>",
    "<a href=\"#fragment\">x</a>",
    "<a href=\"//host/path\">x</a>",
    "<a href=\"mailto:x@y\">x</a>",
    "<a href=\"ftp://x\">x</a>",
    "<a href=\"data:text/html,x\">x</a>",
    "<a href=\"vbscript:x\">x</a>",
    "<a name=\"x\" id=\"y\" class=\"z\" title=\"t\" lang=\"en\">x</a>",
    "<a>no link</a>",
    "<a href=\"/\" target=\"_blank\">x</a>",
    "<!-- comment -->text",
    "<custom-element>x</custom-element>",
    "<marquee><b>x</b></marquee>",
    "<form action=\"/\"><input name=\"x\">y</form>",
    "<iframe src=\"/x\"></iframe>y",
    "<object data=\"x\">fallback</object>",
    "<h1>a</h1><h6>b</h6>",
    "<ul><li>1<li>2</ul>",
    "<ol start=\"3\"><li>1</ol>",
    "<table summary=\"s\"><tr><td colspan=\"2\" style=\"x\">1</table>",
    "<blockquote cite=\"https://a.b/\">x</blockquote>",
    "<details><summary>s</summary>t</details>",
    "<time datetime=\"2026\">x</time>",
    "<bdo dir=\"rtl\">x</bdo>",
    "<div style=\"color: red\">x</div>",
    "<p title=\"&lt;b&gt;\">x</p>",
    "<font color=\"red\">x</font>",
    "<video src=\"x\">fallback</video>",
    "<title>x</title>y",
    "<hr width=\"3\" size=\"2\"><br>",
    "&amp;lt;script&amp;gt;",
    "<svg><g>x</g></svg>y",
    "<svg><a href=x>y</a></svg>z",
    "<math><mi>x</mi></math>y",
    "<svg><p>x</p></svg>",
    "<svg><foreignObject><p>x</p></foreignObject></svg>y",
    "<svg><style><img src=x onerror=y></style></svg>",
    "<math><annotation-xml encoding=text/html><p>x</p></annotation-xml></math>",
    "<textarea><b>x</b></textarea>",
    "<template><p>x</p></template>y",
    "<select><option>x</option></select>",
    "<table><p>x</p><tr><td>y</table>",
    "<xmp><b>x</b></xmp>",
    "<plaintext><b>x",
    "<noembed><b>x</b></noembed>",
    "<noframes><b>x</b></noframes>",
    "<iframe><b>x</b></iframe>",
    "<html><body class=x><p>y</p></body></html>",
    "<head><title>t</title></head><p>x",
    "<base href=/x><p>y",
    "<link rel=stylesheet href=x><meta charset=utf-8>y",
    "<p><div>x</div></p>",
    "<a href=1><a href=2>x</a></a>",
    "<b><p>x</b>y</p>",
    "<pre>\n\nx</pre>",
    "<center><p>x</p></center>",
    "<div><section>x</section></div>",
    "<p><font><p>x</p></font></p>",
    "<li>x</li>",
    "<td>x</td>",
    "<?xml version=1?>x",
    "<![CDATA[x]]>y",
    "<!doctype html>x",
    "<img src=data:image/png;base64,x>",
    "<img src=//x/y>",
    "<img srcset='x 1x'>",
    "<a href=HTTPS://X/>y</a>",
    "<a href='java&#10;script:x'>y</a>",
    "<a href=?x#y>z</a>",
    "<a href=''>x</a>",
    "<a href=':x'>y</a>",
    "<a href='x:y'>z</a>",
    "<a href='1:y'>z</a>",
    "<a href='\u{1}javascript:x'>z</a>",
    "<del cite=x datetime=y>z</del>",
    "<a rel=me href=x>y</a>",
    "<p data-x=1 aria-label=y>z</p>",
    "<p lang=en title=t dir=rtl>z</p>",
    "<table><tfoot><tr><td>x</table>",
    "<video><source src=x>y</video>",
    "<audio controls>y</audio>",
    "<canvas>y</canvas>",
    "<button>y</button>",
    "<label>y</label>",
    "<details open><summary>x</summary>y</details>",
    "<ruby>x<rt>y</rt></ruby>",
    "a\u{0}b",
    "&nbsp;&copy;",
    "<b>x</b",
    "<b",
    "</b>x",
];

/// Markup whose result differs: ammonia's, ours, and the reason.
const DIFFERENT: [(&str, &str, &str, &str); 6] = [
    (
        "<q cite=\"javascript:x\">x</q>",
        "<q cite=\"javascript:x\">x</q>",
        "<q>x</q>",
        "ammonia checks the schemes of some attributes that hold a URL, this policy those of all",
    ),
    ("<ins cite=data:x>z</ins>", "<ins cite=\"data:x\">z</ins>", "<ins>z</ins>", "the same"),
    ("<area href=x>", "<area>", "<area rel=\"noopener noreferrer\">", "an `area` is a link, too"),
    (
        "<map><area href=y></map>",
        "<map><area></map>",
        "<map><area rel=\"noopener noreferrer\"></map>",
        "the same",
    ),
    (
        "<noscript><p>x</p></noscript>",
        "&lt;p&gt;x&lt;/p&gt;",
        "<p>x</p>",
        "ammonia parses with scripting on, so that the content is text; the result here is proven for both",
    ),
    (
        "<a href=\"http://[\">z</a>",
        "<a rel=\"noopener noreferrer\">z</a>",
        "<a href=\"http://[\" rel=\"noopener noreferrer\">z</a>",
        "a URL that can't be parsed leads nowhere",
    ),
];

#[test]
fn documented_behaviours_are_the_same() {
    let policy = Policy::ammonia();
    let mut wrong = Vec::new();
    for html in SAME {
        let (ours, theirs) = (normal(&policy.clean(html)), normal(&ammonia::clean(html)));
        if ours != theirs {
            wrong.push(format!("{html}\n  ours:   {ours}\n  theirs: {theirs}"));
        }
    }
    for (html, theirs, ours, reason) in DIFFERENT {
        let now = (policy.clean(html), ammonia::clean(html).to_string());
        if (now.0.as_str(), now.1.as_str()) != (ours, theirs) {
            wrong.push(format!("{html}: ours and theirs are {now:?} ({reason})"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The tree of the markup with sorted attributes: their order is not part of the behaviour.
fn normal(html: &str) -> String {
    sapwood_tests::sanitizer::dump(sapwood::parse_fragment(html, "body").root())
}
