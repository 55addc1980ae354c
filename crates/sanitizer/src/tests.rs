//! Tests against the text of the standard. `tests/tests/harnesses/sanitizer.rs` compares with a browser.

use sapwood_dom::{Document, NodeId, parse, parse_fragment};

use super::*;

fn strict(config: SanitizerConfig) -> Sanitizer {
    Sanitizer::strict(config).unwrap()
}

fn root(document: &Document) -> NodeId {
    document.root().node_id()
}

fn sanitize(document: &mut Document, sanitizer: &Sanitizer) -> usize {
    sanitizer.sanitize(document, root(document)).unwrap()
}

fn apply(document: &mut Document, policy: &Policy) -> Report {
    policy.sanitize(document, root(document)).unwrap()
}

fn all() -> SanitizerConfig {
    SanitizerConfig::default()
}

#[test]
fn default_configuration_has_the_size_that_the_standard_gives_it() {
    let config = Sanitizer::default().get();
    assert_eq!(config.elements.unwrap().len(), 121);
    assert_eq!(config.attributes.unwrap().len(), 58);
    assert_eq!((config.comments, config.data_attributes), (Some(false), Some(false)));
    assert_eq!(config.processing_instructions, Some(vec![]));
    assert_eq!(config.remove_attributes, None);
}

#[test]
fn safe_methods_remove_scripts_whatever_the_configuration_says() {
    #[rustfmt::skip]
    let cases = [
        ("<p>a<script>1</script>b", "<p>ab</p>"),
        ("<svg><script>1</script><use href=#x /><g onclick=1 /></svg>", "<svg><g></g></svg>"),
        ("<iframe src=x></iframe><object></object><embed><base>", ""),
        ("<b ONCLICK=1 onfoo=2>x</b>", "<b onfoo=\"2\">x</b>"),
        ("<a href=' java\nscript:1'>x</a>", "<a>x</a>"),
        ("<a href='data:text/html,x'>x</a>", "<a href=\"data:text/html,x\">x</a>"),
        ("<img src=javascript:1>", "<img src=\"javascript:1\">"),
        ("<form action=JavaScript:1><button formaction=javascript:1>x", "<form><button>x</button></form>"),
        ("<svg><a xlink:href=javascript:1 href=javascript:1>x</a></svg>", "<svg><a>x</a></svg>"),
        ("<math><mi href=javascript:1>x</mi></math>", "<math><mi>x</mi></math>"),
        ("<svg><animate attributeName=href /><set attributeName=x /></svg>", "<svg><animate></animate><set attributeName=\"x\"></set></svg>"),
        ("<template><b onclick=1>x<script>1</script></b></template>", "<template><b>x</b></template>"),
        ("<noscript><b onclick=1>x</b></noscript>", "<noscript><b>x</b></noscript>"),
        ("<!--c--><?pi x?>y", "y"),
    ];
    let sanitizer = strict(all());
    for (html, expected) in cases {
        let mut document = parse_fragment(html, "body");
        sanitize(&mut document, &sanitizer);
        assert_eq!(document.to_html(), expected, "{html}");
    }
}

#[test]
fn replaced_elements_leave_their_children_in_place() {
    let config = all().elements(["p", "i"]).replace_with_children_elements(["b", "div"]);
    let sanitizer = strict(config);
    #[rustfmt::skip]
    let cases = [
        ("<b>1</b>", "1"),
        ("<p>0<b>1<b>2</b>3<u>x</u><i>4</i></b>5</p>6", "<p>0123<i>4</i>5</p>6"),
        ("<div><div></div><div>1</div></div>", "1"),
        ("<div></div>", ""),
        ("<div><u>x</u></div>y", "y"),
    ];
    for (html, expected) in cases {
        let mut document = parse_fragment(html, "body");
        sanitize(&mut document, &sanitizer);
        assert_eq!(document.to_html(), expected, "{html}");
    }
}

#[test]
fn attributes_follow_global_and_local_lists() {
    let local = |keep: &[&str], remove: &[&str]| {
        let p = SanitizerElementWithAttributes::new("p");
        let p = if keep.is_empty() { p } else { p.attributes(keep.iter().copied()) };
        if remove.is_empty() { p } else { p.remove_attributes(remove.iter().copied()) }
    };
    let html = "<p id=1 class=2 title=3 data-x=4 lang=5 unknown=6>";
    #[rustfmt::skip]
    let cases = [
        (all().elements([local(&["title"], &["id"])]).attributes(["id", "unknown"]), "<p title=\"3\" unknown=\"6\"></p>"),
        (all().elements([local(&["title"], &[])]).remove_attributes(["id"]), "<p title=\"3\"></p>"),
        (all().elements([local(&[], &["title", "unknown"])]).remove_attributes(["id"]), "<p class=\"2\" data-x=\"4\" lang=\"5\"></p>"),
        (all().elements(["p"]).attributes(["id"]).data_attributes(true), "<p id=\"1\" data-x=\"4\"></p>"),
        (all().attributes(["id"]), "<p id=\"1\"></p>"),
        (all().remove_attributes(["id", "data-x", "class"]), "<p title=\"3\" lang=\"5\" unknown=\"6\"></p>"),
    ];
    for (config, expected) in cases {
        let mut document = parse_fragment(html, "body");
        sanitize(&mut document, &strict(config.clone()));
        assert_eq!(document.to_html(), expected, "{config:?}");
    }
}

#[test]
fn reconstructed_elements_share_their_new_attributes() {
    let html = format!("<b {} title=1 onclick=1 lang=1>{}", "onclick=2", "<p>x</p>".repeat(1000));
    let mut document = parse_fragment(&html, "body");
    let before = document.attribute_count();
    sanitize(&mut document, &strict(all()));
    assert!(document.attribute_count() <= before + 8);
}

#[test]
fn invalid_configurations_have_a_reason() {
    let p = || SanitizerElementWithAttributes::new("p");
    #[rustfmt::skip]
    let cases = [
        (all().elements(["p"]).remove_elements(["b"]), "the configuration has both `elements` and `removeElements`; use one of them"),
        (all().attributes(["p"]).remove_attributes(["b"]), "the configuration has both `attributes` and `removeAttributes`; use one of them"),
        (all().processing_instructions(["p"]).remove_processing_instructions(["b"]), "the configuration has both `processingInstructions` and `removeProcessingInstructions`; use one of them"),
        (all().elements(["p", "p"]), "`elements` has `p` twice"),
        (all().remove_elements(["p", "p"]), "`removeElements` has `p` twice"),
        (all().processing_instructions(["p", "p"]), "`processingInstructions` has `p` twice"),
        (all().attributes(["p", "p"]), "`attributes` has `p` twice"),
        (all().elements(["p"]).replace_with_children_elements(["p"]), "`p` is both in `replaceWithChildrenElements` and in `elements`; use one of them"),
        (all().replace_with_children_elements(["html"]), "`html` cannot be replaced by its children"),
        (all().elements([p().attributes(["a"])]).attributes(["a"]), "`a` is both in the `attributes` of `p` and in the global `attributes`; use one of them"),
        (all().elements([p().remove_attributes(["a"])]).attributes(["b"]), "`p` removes `a`, which the global `attributes` does not allow"),
        (all().elements([p().attributes(["a"]).remove_attributes(["b"])]), "`p` has both `attributes` and `removeAttributes`, which needs a global `attributes`"),
        (all().elements([p().remove_attributes(["b"])]).remove_attributes(["b"]), "`b` is both in the `removeAttributes` of `p` and in the global `removeAttributes`; use one of them"),
        (all().data_attributes(false), "`dataAttributes` needs a global `attributes`"),
        (all().attributes(["data-x"]).data_attributes(true), "`data-x` is allowed by `dataAttributes` already"),
    ];
    for (config, expected) in cases {
        assert_eq!(Sanitizer::new(config).unwrap_err().to_string(), expected);
    }
}

#[test]
fn sets_content_only_where_it_is_safe() {
    let mut document = parse("<script>1</script><template>old</template><div>");
    let find = |document: &Document, name: &str| {
        let found = document.descendants().find(|it| it.local_name() == Some(name));
        found.unwrap().node_id()
    };
    let default = Sanitizer::default();
    for (name, html) in
        [("script", "2"), ("template", "<td>1<script>2"), ("div", "<p>x<hr onclick=1>")]
    {
        let element = find(&document, name);
        default.set_html(&mut document, element, html).unwrap();
    }
    let html = "<html><head><script>1</script><template><td>1</td></template></head><body><div><p>x</p><hr></div></body></html>";
    assert_eq!(document.to_html(), html);
}

#[test]
fn markup_is_a_fixed_point() {
    let sanitizers = [
        Sanitizer::default(),
        strict(all()),
        strict(all().comments(true).remove_processing_instructions([""; 0])),
        strict(all().replace_with_children_elements(["p", "div", "a", "form", "table", "style"])),
    ];
    let payloads = [
        "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
        "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>",
        "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
        "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
        "<p><div><p>x</p></div></p>",
        "<pre>\n\nx</pre>",
        "<table><tr><td><a href=1><table><a href=2>x",
        "<select><option><select><b>x",
        "<template shadowrootmode=open><b onclick=1>x</template>",
        "<plaintext>x</plaintext><b>",
    ];
    for sanitizer in &sanitizers {
        for payload in payloads {
            for context in ["body", "td", "svg", "table", "select", "math mi"] {
                let once = sanitizer.clean_in(payload, context);
                assert_eq!(sanitizer.clean_in(&once, context), once, "{payload} in {context}");
                assert!(!once.contains("onerror=\"") && !once.contains("<script"), "{once}");
            }
        }
    }
}

#[test]
fn deep_markup_is_cut() {
    let clean = Sanitizer::default().clean(&"<div>".repeat(100_000));
    assert_eq!(clean, format!("{}{}", "<div>".repeat(500), "</div>".repeat(500)));
}

#[test]
fn policies_restrict_values() {
    let all = || Policy::new(strict(all()));
    #[rustfmt::skip]
    let cases = [
        (all().url_schemes(["https"]), "<a href=https:x>1</a><a href=HTTP:x>2</a><a href=x>3</a><img srcset='a 1x, data:x 2x'>",
            "<a href=\"https:x\">1</a><a>2</a><a href=\"x\">3</a><img>"),
        (all().relative_urls(RelativeUrls::Drop), "<a href=https:x>1</a><a href=x>2</a><a href=#x>3</a><img srcset=a>",
            "<a href=\"https:x\">1</a><a>2</a><a>3</a><img>"),
        (all().classes("p", ["a", "b"]).classes("*", ["c"]), "<p class='a x  b c'><b class='a c'></b><i class=x>",
            "<p class=\"a b\"><b class=\"c\"></b><i></i></p>"),
        (all().id_prefix("u-"), "<p id=x><b id=u-y></b></p>", "<p id=\"u-x\"><b id=\"u-y\"></b></p>"),
        (all().link_rel("nofollow"), "<a rel=me href=x>1</a><area><svg><a rel=x></a></svg>",
            "<a href=\"x\" rel=\"nofollow\">1</a><area rel=\"nofollow\"><svg><a rel=\"x\"></a></svg>"),
        (all().attribute_values("input", "type", ["text", "checkbox"]), "<input type=file><input type=TEXT>",
            "<input><input type=\"TEXT\">"),
        (all().set_attribute("a", "target", "_blank").set_attribute("a", "onclick", "x"), "<a target=x>1</a><a>2</a>",
            "<a target=\"_blank\">1</a><a target=\"_blank\">2</a>"),
        (all().style_properties(["color"]), "<p style='color:red;top:0'><b style=top:0>", "<p style=\"color: red\"><b></b></p>"),
        (Policy::strict(SanitizerConfig::default().attributes([""; 0])).unwrap().attribute_prefixes(["aria-", "hr", "o"]),
            "<a aria-label=x href=javascript:1 hreflang=y onclick=1 id=2>", "<a aria-label=\"x\" hreflang=\"y\"></a>"),
        (all().attribute(|_, _, _| Some("javascript:x".into())), "<a href=y>z</a>", "<a>z</a>"),
        (all().element(|it| if it.attr("id") == Some("x") { ElementAction::Unwrap } else { ElementAction::Default }),
            "<p id=x><b id=y>1</b></p><i id=x></i>", "<b id=\"y\">1</b>"),
    ];
    for (policy, html, expected) in cases {
        let once = policy.clean(html);
        assert_eq!(once, expected, "{html}");
        assert_eq!(policy.clean(&once), once);
    }
}

#[test]
fn unlisted_elements_are_dropped_unwrapped_or_escaped() {
    let policy = |unlisted| {
        Policy::strict(all().elements(["p", "b"]))
            .unwrap()
            .unlisted(unlisted)
            .drop_content(["style"])
    };
    let html = "<p>1<i id='x'>2<b>3</b><u></u><br></i><style>4</style>";
    let cases = [
        (Unlisted::Drop, "<p>1</p>"),
        (Unlisted::Unwrap, "<p>12<b>3</b></p>"),
        (
            Unlisted::Escape,
            "<p>1&lt;i id=\"x\"&gt;2<b>3</b>&lt;u&gt;&lt;/u&gt;&lt;br&gt;&lt;/i&gt;</p>",
        ),
    ];
    for (unlisted, expected) in cases {
        let policy = policy(unlisted);
        let once = policy.clean(html);
        assert_eq!(once, expected, "{unlisted:?}");
        assert_eq!(policy.clean(&once), once);
    }
}

#[test]
fn presets_are_valid_and_stable() {
    let html = "<p style=color:red onclick=x><a href=javascript:x>1</a><img src=data:x><svg><path d=M0 /></svg>\
                <script>x</script><x-y>2</x-y><form action=x><input name=y>";
    for policy in [Policy::ammonia(), Policy::dompurify()] {
        let once = policy.clean(html);
        assert_eq!(policy.clean(&once), once);
        assert!(once.contains("<p") && once.contains('2') && !once.contains("script"), "{once}");
    }
}

#[test]
fn rules_cannot_multiply_attributes_or_texts() {
    let names: String = (0..500).map(|name| format!(" a{name}=x")).collect();
    let html = format!("<b class=x{names}>{}", "<p>x</p>".repeat(500));
    let policy = Policy::new(strict(all())).classes("*", ["y"]).link_rel(&"x".repeat(1 << 12));
    let mut document = parse_fragment(&html, "body");
    let before = document.attribute_count();
    apply(&mut document, &policy);
    assert!(document.attribute_count() < 3 * before, "{}", document.attribute_count());
    let mut document = parse_fragment(&"<a>".repeat(5_000), "body");
    let before = document.text_bytes();
    apply(&mut document, &policy);
    assert!(document.text_bytes() < 20 * before + (1 << 17), "{}", document.text_bytes());
}

#[test]
fn reports_list_what_changed() {
    let html = "<p id=1 class='a b' style=x><i>2</i><!--c--></p>";
    let mut document = parse_fragment(html, "body");
    let config = all().elements(["p"]).attributes(["class"]);
    let policy = Policy::strict(config).unwrap().classes("p", ["a"]);
    let report = apply(&mut document, &policy);
    let found: Vec<_> = report.removals().iter().map(|it| (it.kind.as_str(), &*it.name)).collect();
    assert_eq!(
        found,
        [
            ("attribute", "id"),
            ("value", "class"),
            ("attribute", "style"),
            ("element", "i"),
            ("comment", "")
        ]
    );
    assert_eq!(report.total(), 5);
}
