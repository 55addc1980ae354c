//! Links, titles and `meta` elements.

use sapwood::extract::url::Url;

/// The links: kind, element, attribute, value.
fn links(html: &str) -> Vec<String> {
    let document = sapwood::parse(html);
    let links = document.links().map(|link| {
        let element = link.element.local_name().unwrap();
        format!("{} {element} {} {}", link.kind.as_str(), link.attribute, link.value)
    });
    links.collect()
}

#[test]
fn finds_urls_in_every_attribute() {
    #[rustfmt::skip]
    let cases: &[(&str, &[&str])] = &[
        ("<a href=x ping='y z'>", &["hyperlink a href x", "ping a ping y", "ping a ping z"]),
        ("<a>", &[]),
        ("<a href>", &["hyperlink a href "]),
        ("<map><area href=x></map>", &["hyperlink area href x"]),
        ("<link rel=stylesheet href=x>", &["link link href x"]),
        ("<link href=''>", &[]),
        ("<link rel=preload as=image imagesrcset='a 1x, b 2x'>", &["image link imagesrcset a", "image link imagesrcset b"]),
        ("<img src=x longdesc=y>", &["image img src x", "description img longdesc y"]),
        ("<img src=x srcset='a.png, b.png 2x, data:,c,d 3x'>",
            &["image img src x", "image img srcset a.png", "image img srcset b.png", "image img srcset data:,c,d"]),
        ("<picture><source srcset=x></picture>", &["image source srcset x"]),
        ("<video src=x poster=y><source src=z><track src=t></video>",
            &["media video src x", "image video poster y", "media source src z", "media track src t"]),
        ("<audio src=x>", &["media audio src x"]),
        ("<script src=x></script>", &["script script src x"]),
        ("<iframe src=x longdesc=y></iframe>", &["frame iframe src x", "description iframe longdesc y"]),
        ("<frameset><frame src=x>", &["frame frame src x"]),
        ("<embed src=x><object data=y codebase=z></object>",
            &["embedded embed src x", "embedded object data y", "embedded object codebase z"]),
        ("<form action=x><button formaction=y></button><input type=image src=z formaction=w></form>",
            &["action form action x", "action button formaction y", "image input src z", "action input formaction w"]),
        ("<form action>", &["action form action "]),
        ("<input src=x>", &[]),
        ("<blockquote cite=x></blockquote><q cite=y></q><ins cite=z></ins><del cite=w></del>",
            &["citation blockquote cite x", "citation q cite y", "citation ins cite z", "citation del cite w"]),
        ("<meta http-equiv=Refresh content='5; url=x'>", &["refresh meta content x"]),
        ("<meta http-equiv=refresh content=5><meta content='5; url=x'>", &[]),
        ("<html manifest=x><head profile=y><body background=z>",
            &["link html manifest x", "link head profile y", "image body background z"]),
        ("<svg><a href=x xlink:href=y></a><a xlink:href=z></a><image href=i /><use href=#u /><script href=s></script></svg>",
            &["hyperlink a href x", "hyperlink a href z", "image image href i", "embedded use href #u", "script script href s"]),
        ("<template><a href=x></a></template>", &[]),
        ("<base href=x>", &[]),
    ];
    for (html, expected) in cases {
        assert_eq!(&links(html)[..], *expected, "{html}");
    }
}

#[test]
fn base_urls() {
    let page = Url::parse("https://example.com/a/b").unwrap();
    #[rustfmt::skip]
    let cases = [
        ("", Some("https://example.com/a/b"), None),
        ("<base href=c/>", Some("https://example.com/a/c/"), None),
        ("<base><base href=/d><base href=/e>", Some("https://example.com/d"), None),
        ("<base href=//other.example/>", Some("https://other.example/"), None),
        ("<base href=https://x.example/>", Some("https://x.example/"), Some("https://x.example/")),
        ("<base href='http://['>", Some("https://example.com/a/b"), None),
        ("<base href=data:,x>", Some("https://example.com/a/b"), None),
        ("<base href='javascript:x'>", Some("https://example.com/a/b"), None),
    ];
    for (html, with, without) in cases {
        let document = sapwood::parse(html);
        let base = |url| document.base_url(url).map(String::from);
        assert_eq!(base(Some(&page)).as_deref(), with, "{html}");
        assert_eq!(base(None).as_deref(), without, "{html}");
    }
}

#[test]
fn resolves_against_a_base() {
    let base = Url::parse("https://example.com/a/b?c").unwrap();
    for (value, url) in [
        (" x\n", "https://example.com/a/x"),
        ("", "https://example.com/a/b?c"),
        ("?d", "https://example.com/a/b?d"),
        ("#é", "https://example.com/a/b?c#%C3%A9"),
        ("mailto:a@b", "mailto:a@b"),
    ] {
        let document = sapwood::parse(&format!("<a href='{value}'>"));
        let link = document.links().next().unwrap();
        assert_eq!(link.resolve(Some(&base)).unwrap().as_str(), url, "{value}");
        assert_eq!(link.resolve(None).is_ok(), url.starts_with("mailto"), "{value}");
    }
}

#[test]
fn titles_and_meta() {
    let title = |html| sapwood::parse(html).title();
    assert_eq!(title("<title> a \n b </title><title>c</title>").as_deref(), Some("a b"));
    assert_eq!(title("<svg><title>s</title></svg>"), None);
    assert_eq!(title("<title></title>").as_deref(), Some(""));
    let document =
        sapwood::parse("<meta charset=x><meta name=Description content=d><p><meta property=og:x>");
    let meta: Vec<_> = document.meta().collect();
    assert_eq!(meta.len(), 3);
    assert_eq!(meta[0].charset, Some("x"));
    assert!(meta[1].is("description") && meta[1].content == Some("d"));
    assert!(meta[2].is("og:x") && meta[2].content.is_none());
    let p = document.body().unwrap().first_child().unwrap();
    assert_eq!((document.title(), p.meta().count()), (None, 1));
}

#[test]
fn attributes_by_short_names() {
    let document =
        sapwood::parse("<p Class=' a b  a' ID=x xml:lang=y><svg xlink:href=z viewbox=0>");
    let p = document.body().unwrap().first_child().unwrap();
    assert_eq!(p.classes().collect::<Vec<_>>(), ["a", "b", "a"]);
    assert_eq!(
        (p.element_id(), p.attr("CLASS"), p.attr("xml:LANG")),
        (Some("x"), Some(" a b  a"), Some("y"))
    );
    let svg = p.first_child().unwrap();
    assert_eq!(
        (svg.attr("xlink:href"), svg.attr("href"), svg.attr("viewbox")),
        (Some("z"), None, None)
    );
    assert_eq!(svg.attr("viewBox"), Some("0"));
    let names: Vec<String> = svg.attrs().map(|attribute| attribute.name().into_owned()).collect();
    assert_eq!(names, ["xlink:href", "viewBox"]);
    assert_eq!((svg.element_id(), svg.classes().count()), (None, 0));
}

#[test]
fn attributes_are_resolved() {
    let document = sapwood::parse("<a href='\n/x y ' title='//['>a</a><p cite>b</p>");
    let page = Url::parse("https://example.com/a/b?c#d").unwrap();
    let url = |name: &str, attribute: &str, base| {
        let node = document.select_first(name).unwrap().unwrap();
        node.url(attribute, base).map(String::from)
    };
    assert_eq!(url("a", "HREF", Some(&page)).as_deref(), Some("https://example.com/x%20y"));
    assert_eq!(url("a", "href", None), None);
    assert_eq!(url("a", "title", Some(&page)), None);
    assert_eq!(url("a", "src", Some(&page)), None);
    assert_eq!(url("p", "cite", Some(&page)).as_deref(), Some("https://example.com/a/b?c"));
    assert_eq!(document.root().url("href", Some(&page)), None);
}
