//! The preset for ammonia, compared with ammonia 4.2 on its documented behaviours.

use sapwood::sanitizer::Policy;

/// Markup whose result is the same.
const SAME: [&str; 45] = [
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
];

/// Markup whose result differs: ammonia's, ours, and the reason.
const DIFFERENT: [(&str, &str, &str, &str); 1] = [(
    "<q cite=\"javascript:x\">x</q>",
    "<q cite=\"javascript:x\">x</q>",
    "<q>x</q>",
    "ammonia checks the schemes of some attributes that hold a URL, this policy those of all",
)];

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
