//! Rules on small pages.

use sapwood::parse;

const PROSE: &str = "<p>The oak is a tree of the beech family, and it grows slowly. Its wood is hard, and lasts long.</p>";

#[test]
fn pages_without_text_have_no_content() {
    for html in
        ["", "<p>", "<script>let a = 'x'</script>", "<frameset><frame></frameset>", "<svg><text>a"]
    {
        let document = parse(html);
        let article = document.article();
        assert_eq!(article.to_text().trim(), "", "{html}");
        assert_eq!(article.title, None, "{html}");
    }
}

#[test]
fn any_text_is_content_if_there_is_no_better_one() {
    for html in [
        "oak",
        "<nav>oak</nav>",
        "<td>oak",
        "<div class=footer>oak</div>",
        "<div style='display:none'>oak",
    ] {
        let document = parse(html);
        assert_eq!(document.article().to_text().trim(), "oak", "{html}");
    }
}

#[test]
fn stated_texts_stand_in_for_missing_ones() {
    let document = parse("<meta name=description content='1 < 2 & oaks'><body>");
    let article = document.article();
    assert_eq!(article.to_text(), "1 < 2 & oaks");
    assert_eq!(article.to_html(), "<p>1 &lt; 2 &amp; oaks</p>");
    assert_eq!(article.to_markdown(), "1 < 2 & oaks\n");
}

#[test]
fn surroundings_are_left_out() {
    let html = format!(
        "<header><nav><a href=/>Home</a></nav></header><div class=sidebar><a href=/x>Popular</a></div>
         <div id=content>{PROSE}{PROSE}<ul class=share-buttons><li>Share</ul>
         <div class=related-posts><a href=/y>Elm</a></div></div><div id=comments><p>Nice, thanks!</div>
         <footer>All rights reserved</footer>"
    );
    let document = parse(&html);
    let article = document.article();
    let text = article.to_text();
    assert!(text.contains("beech family"), "{text}");
    for other in ["Home", "Popular", "Share", "Elm", "Nice", "rights"] {
        assert!(!text.contains(other), "{other} in {text}");
    }
    let comments: Vec<_> = article.comments().map(|it| it.inner_text()).collect();
    assert_eq!(comments, ["Nice, thanks!"]);
    assert!(!article.to_html().contains("Share") && !article.to_markdown().contains("Share"));
    assert!(article.nodes().all(|node| article.contains(node)));
}

#[test]
fn misleading_names_keep_content() {
    let html = format!("<div class=sidebar>{PROSE}{PROSE}</div><div class=main>Oaks</div>");
    assert!(parse(&html).article().to_text().contains("beech family"));
}

#[test]
fn posts_of_a_thread_are_content() {
    let html = format!(
        "<meta name=generator content=XenForo><div class=comment>{PROSE}</div>
         <div class=comment><p>I agree, and I like elms as well, because they are elegant.</div>"
    );
    let text = parse(&html).article().to_text();
    assert!(text.contains("beech family") && text.contains("elegant"), "{text}");
}

#[test]
fn a_thread_keeps_its_question_and_leaves_out_comments_on_answers() {
    let answer = "<div class=answer><p>The oak is a tree of the beech family, and it grows slowly, so it isn't planted for \
                  its wood alone, but for its shade, its acorns, and the many animals that live in it.</p>\
                  <div class=comments><p>Nice, and short, thanks a lot for this!</div></div>";
    let html = format!(
        "<meta name=generator content=Discourse><h1>Oaks</h1><div class=question><p>Why does anybody plant an oak, if it \
         grows slowly, and if other trees, such as a poplar, have more wood after twenty or thirty years?\
         <div class=comments><p>Do you ask about a garden, or about a forest?</div></div>
         <div class=answers>{answer}{}</div>",
        answer.replace("beech", "fagaceous").repeat(4)
    );
    let document = parse(&html);
    let article = document.article();
    let text = article.to_text();
    assert!(text.contains("poplar") && text.contains("beech") && !text.contains("Nice"), "{text}");
}

#[test]
fn the_names_of_writers_are_all_that_a_thread_says_about_them() {
    let post = |name: &str, text: &str| {
        format!(
            "<article class=post><div class=user-info><h4><a class=username>{name}</a></h4><i>Member since 2019</i></div>
             <div class=message-userContent><p>{text}</div></article>"
        )
    };
    let html = format!(
        "<meta name=generator content=XenForo><main>{}{}</main>",
        post("Ann", "The oak is a tree of the beech family, and it grows slowly."),
        post("Bob", "I agree, and I like elms as well, because they are elegant.")
    );
    let text = parse(&html).article().to_text();
    assert!(text.contains("Ann") && text.contains("Bob") && text.contains("elegant"), "{text}");
    assert!(!text.contains("2019"), "{text}");
}

#[test]
fn buttons_are_left_out_and_titles_that_look_like_them_are_kept() {
    let html = format!(
        "<main>{PROSE}<a class=btn-primary href=/buy>Buy now</a>{PROSE}
         <h3><a class=btn-link href=/elm>Elms</a></h3>{PROSE}
         <div class=button-row>{PROSE}</div></main>"
    );
    let text = parse(&html).article().to_text();
    assert!(!text.contains("Buy now") && text.contains("Elms"), "{text}");
}

#[test]
fn leads_and_labels_name_what_follows() {
    let html = format!(
        "<main>{PROSE}{PROSE}<p>Also read: <a href=/elm>Elms grow fast</a></p>
         <div class=card><span>Related</span><a href=/ash>Ashes</a></div><p>More: a tree.</p>
         <p>The oak, related: no.</p></main>"
    );
    let text = parse(&html).article().to_text();
    assert!(!text.contains("Elms") && !text.contains("Ashes"), "{text}");
    assert!(text.contains("The oak, related"), "{text}");
}

#[test]
fn lists_with_an_introduction_keep_their_links() {
    let items: String = (0..30)
        .map(|i| format!("<li><a href=/{i}>Projector number {i} with a long name</a> $ {i}99"))
        .collect();
    let html = format!("<main><div class=intro>{PROSE}{PROSE}</div><ul>{items}</ul></main>");
    let text = parse(&html).article().to_text();
    assert!(text.contains("beech family") && text.contains("Projector number 7"), "{text}");
}

#[test]
fn a_property_can_have_several_names() {
    let html = format!("<meta property='og:title twitter:title' content=Oaks>{PROSE}");
    assert_eq!(parse(&html).article().title.as_deref(), Some("Oaks"));
}

#[test]
fn closed_panels_are_content() {
    let html = format!(
        "<main>{PROSE}<div class=accordion-panel hidden><p>It needs light, and space.</div>
         <details><summary>Age</summary><p>Up to 1,000 years, or more.</details>
         <div hidden><p>A dialog that is hidden.</div></main>"
    );
    let text = parse(&html).article().to_text();
    assert!(text.contains("needs light") && text.contains("1,000 years"), "{text}");
    assert!(!text.contains("dialog"), "{text}");
}

#[test]
fn long_tables_of_contents_are_content() {
    let contents =
        format!("<div class=toc>{}</div>", "<p><a href=/x>The beech family</a>".repeat(20));
    let chapter = format!(
        "<meta property=og:type content=article><div id=chapter>{contents}<p>Oak, and elm.</div>"
    );
    assert!(parse(&chapter).article().to_text().contains("beech family"));
    let text = format!("<div id=chapter>{contents}{}</div>", PROSE.repeat(10));
    assert!(!parse(&text).article().to_text().contains("The beech family"));
}

#[test]
fn windows_of_a_shop_are_content() {
    let html = format!("{PROSE}<div class=details-modal><p>It is 2 m high, and green.</div>");
    let shop = format!("<meta property=og:type content=product>{html}");
    assert!(parse(&shop).article().to_text().contains("2 m high"));
    assert!(!parse(&html).article().to_text().contains("2 m high"));
}

#[test]
fn names_within_sentences_say_nothing() {
    let html = format!(
        "<main>{PROSE}<p>The wood of the oak is hard, and lasts for <a class=tooltip href=/x>hundreds of years</a>, \
         as old ships show. <span class=sr-only>It opens a window</span><p><a class=tooltip>Hint</a></main>"
    );
    let text = parse(&html).article().to_text();
    assert!(text.contains("hundreds of years") && !text.contains("window"), "{text}");
    assert!(!text.contains("Hint"), "{text}");
}

#[test]
fn bylines_with_parts_of_dates_are_no_names() {
    let html = |byline: &str| format!("<h1>Oak</h1><p class=byline>{byline}</p>{PROSE}");
    for (byline, name) in [
        ("By Ann Elm, last week", Some("Ann Elm")),
        ("Ann Elm, Dec 17, 2025", None),
        ("Ann Elm July 18, 2025", None),
        ("ann42", Some("ann42")),
    ] {
        assert_eq!(parse(&html(byline)).article().byline.as_deref(), name, "{byline}");
    }
}

#[test]
fn authors_are_found_by_reference() {
    let html = r##"<script type=application/ld+json>[{"@type": "Article", "author": {"@id": "#ann"}},
        {"@type": "Person", "@id": "#ann"}, {"@type": "Person", "@id": "#ann", "name": ["Ann", "Bo"]},
        {"@type": "Person", "@id": "#ann", "name": "Cy"}]</script>"##;
    assert_eq!(parse(html).article().byline.as_deref(), Some("Ann, Bo"));
}

#[test]
fn copies_for_other_screens_are_left_out() {
    let html = format!(
        "<main><div class=desktop>{PROSE}</div><div class=mobile>{PROSE}</div><p>Elms are different, though.</main>"
    );
    assert_eq!(parse(&html).article().to_text().matches("beech family").count(), 1);
}

#[test]
fn metadata_is_found() {
    let html = format!(
        r#"<html lang=en-GB><title>Oak | Trees</title><link rel=canonical href=https://a.b/oak>
        <meta property=og:site_name content=Trees><meta name=description content="On &amp; off">
        <script type=application/ld+json>{{"@graph": [{{"@type": "BlogPosting", "headline": "The Oak",
        "author": {{"@id": "\#ann"}}, "datePublished": "2025-09-04T10:00:00Z", "dateModified": "2025-10-01",
        "image": {{"url": "https://a.b/oak.png"}}}}, {{"@type": "Person", "@id": "\#ann", "name": "Ann Elm"}}]}}</script>
        <article>{PROSE}</article>"#
    )
    .replace("\\#", "#");
    let document = parse(&html);
    let article = document.article();
    assert_eq!(article.title.as_deref(), Some("The Oak"));
    assert_eq!(article.byline.as_deref(), Some("Ann Elm"));
    assert_eq!(article.published.unwrap().to_string(), "2025-09-04");
    assert_eq!(article.modified.unwrap().to_string(), "2025-10-01");
    assert_eq!(article.site_name.as_deref(), Some("Trees"));
    assert_eq!(article.language.as_deref(), Some("en-GB"));
    assert_eq!(article.canonical_url.as_deref(), Some("https://a.b/oak"));
    assert_eq!(article.image.as_deref(), Some("https://a.b/oak.png"));
    assert_eq!(article.description.as_deref(), Some("On & off"));
}

#[test]
fn deep_pages_take_no_stack() {
    for tag in ["div", "b", "section class=comment", "ul><li"] {
        let html = format!("<{tag}>").repeat(100_000) + "oak, and elm.";
        let document = parse(&html);
        let article = document.article();
        assert!(article.to_text().len() + article.to_markdown().len() > 20, "{tag}");
        assert!(article.to_html().contains("oak"));
    }
}
