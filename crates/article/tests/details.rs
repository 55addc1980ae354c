//! Details of pages by each notation, and of their elements.

use std::{fs, path::Path};

use sapwood::{
    article::{Details, Source},
    parse,
};
use serde_json::json;

const PROSE: &str = "<p>The oak is a tree of the beech family, and it grows slowly. Its wood is hard, and lasts long.</p>";

/// The details of a page as JSON.
fn details(html: &str) -> serde_json::Value {
    parse(html).article().details().to_json()
}

fn script(json: &serde_json::Value) -> String {
    format!("<script type=application/ld+json>{json}</script>")
}

#[test]
fn questions_and_answers_of_json_ld() {
    let page = json!({
        "@context": "https://schema.org",
        "@type": "QAPage",
        "mainEntity": {
            "@type": "Question",
            "name": "Why slowly?",
            "text": "My oak is thirty &amp; small.",
            "dateCreated": "2025-09-04T10:00:00+02:00",
            "author": { "@type": "Person", "name": "Ann", "url": "/ann" },
            "acceptedAnswer": {
                "@type": "Answer", "text": "<p>Its wood is dense.</p>", "upvoteCount": 12, "author": { "@id": "#bo" },
            },
            "suggestedAnswer": [{ "@type": "Answer", "text": "Be patient.", "upvoteCount": 1, "downvoteCount": 3 }],
        },
    });
    let bo = json!({ "@id": "#bo", "@type": "Person", "name": "Bo" });
    let found = details(&format!("{}{}{PROSE}", script(&page), script(&bo)));
    assert_eq!(
        found["posts"][0],
        json!({
            "text": "Why slowly?\n\nMy oak is thirty & small.",
            "author": { "name": "Ann", "url": "/ann", "source": "json-ld" },
            "published": { "value": "2025-09-04T10:00+02:00", "source": "json-ld" },
            "votes": null,
            "is_question": true,
            "is_accepted": false,
            "source": "json-ld",
        })
    );
    assert_eq!(found["posts"][1]["text"], "Its wood is dense.");
    assert_eq!(found["posts"][1]["author"]["name"], "Bo");
    assert_eq!(
        (&found["posts"][1]["is_accepted"], &found["posts"][1]["votes"]["value"]),
        (&json!(true), &json!(12))
    );
    assert_eq!(found["posts"][2]["votes"]["value"], -2);
}

#[test]
fn things_that_refer_to_each_other_in_circles() {
    let question =
        json!({ "@id": "#a", "@type": "Question", "text": "Why?", "comment": { "@id": "#b" } });
    let answer =
        json!({ "@id": "#b", "@type": "Comment", "text": "So.", "comment": { "@id": "#a" } });
    let page = json!({ "@type": "QAPage", "mainEntity": [question, answer] });
    let found = details(&format!("{}{PROSE}", script(&page)));
    assert_eq!(found["posts"].as_array().unwrap().len(), 2);
}

#[test]
fn a_product_by_each_notation() {
    let stated = json!({
        "@type": "Product",
        "name": "Oak in a pot",
        "brand": { "@type": "Brand", "name": "Elm & Sons" },
        "offers": [
            { "@type": "Offer", "price": "29,90", "priceCurrency": "EUR" },
            { "@type": "Offer", "price": 19.5, "priceCurrency": "EUR", "availability": "https://schema.org/InStock" },
        ],
        "aggregateRating": { "ratingValue": 4.5, "reviewCount": "1,204" },
        "additionalProperty": [{ "@type": "PropertyValue", "name": "Height", "value": "40 cm" }],
        "image": ["/a.jpg", { "@type": "ImageObject", "url": "/b.jpg" }],
    });
    let json_ld = script(&stated);
    let microdata = "<div itemscope itemtype=https://schema.org/Product><b itemprop=name>Oak in a pot</b>
        <div itemprop=offers itemscope><meta itemprop=price content=19.50><meta itemprop=priceCurrency content=EUR></div></div>";
    let rdfa = "<div vocab=https://schema.org/ typeof=Product><b property='name alternateName'>Oak in a pot</b>
        <div property=offers typeof=schema:Offer><span property=schema:price content=19.50>19,50</span>
        <span property=priceCurrency content=EUR>€</span></div></div>";
    let meta = "<meta property=og:type content=product><meta property='og:title twitter:title' content='Oak in a pot'>
        <meta property=product:price:amount content=19.50><meta property=product:price:currency content=EUR>";
    let tree = "<meta property=og:type content=product><span class=old>€ 29</span> <span class=price-box>€ 19,50</span>";
    let pages = [
        (json_ld.as_str(), "json-ld", "19.5"),
        (microdata, "microdata", "19.50"),
        // The kind of the page is what other notations say.
        (&format!("<meta property=og:type content=product>{rdfa}"), "rdfa", "19.50"),
        (meta, "meta", "19.50"),
        (tree, "tree", "19.50"),
    ];
    for (page, source, price) in pages {
        let found = details(&format!("{page}<main><h1>Oak in a pot</h1>{PROSE}</main>"));
        let product = &found["product"];
        assert_eq!(product["price"], json!({ "value": price, "source": source }), "{page}");
        assert_eq!(product["currency"], json!({ "value": "EUR", "source": source }), "{page}");
        assert_eq!(product["name"]["value"], "Oak in a pot", "{page}");
    }
    let product = &details(&format!("{json_ld}{PROSE}"))["product"];
    assert_eq!(product["brand"]["value"], "Elm & Sons");
    assert_eq!(product["availability"]["value"], "InStock");
    assert_eq!(
        product["rating"],
        json!({ "value": "4.5", "best": "5", "count": 1204, "source": "json-ld" })
    );
    assert_eq!(
        product["features"][0],
        json!({ "name": "Height", "value": "40 cm", "source": "json-ld" })
    );
    let images: Vec<_> =
        product["images"].as_array().unwrap().iter().map(|it| &it["value"]).collect();
    assert_eq!(images, ["/a.jpg", "/b.jpg"]);
}

#[test]
fn features_of_tables_and_lists() {
    let kind = "<meta property=og:type content=product>";
    let pages = [
        "<table><tr><th>Height:<td>40 cm<tr><td>Pot<td>Clay</table>",
        "<dl><dt>Height:<dd>40 cm<div><dt>Pot<dd>Clay</div></dl>",
    ];
    for page in pages {
        let found = details(&format!("{kind}<h1>Oak</h1>{PROSE}{page}"));
        let pairs: Vec<_> = found["product"]["features"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| format!("{}={}", it["name"], it["value"]))
            .collect();
        assert_eq!(pairs, ["\"Height\"=\"40 cm\"", "\"Pot\"=\"Clay\""], "{page}");
    }
    let list = "<h2>Key features</h2><ul><li>Winter-proof<li>Grows slowly</ul>";
    let found = details(&format!("{kind}<h1>Oak</h1>{PROSE}{list}"));
    assert_eq!(found["product"]["features"][1]["value"], "Grows slowly");
}

#[test]
fn posts_of_elements() {
    let post = |class: &str, author: &str, text: &str| {
        format!(
            "<div class='{class}'><a class=username href=/u/{author}>{author}</a> <span class=rank>Senior</span>
             <time datetime=2025-09-04T10:00Z>then</time><p>{text} {PROSE}</div>"
        )
    };
    let posts = ["first", "second", "third"].map(|text| post("post", &format!("by-{text}"), text));
    let html = format!(
        "<link rel=canonical href=https://example.com/forum/oaks><h1>Oaks</h1>{}",
        posts.concat()
    );
    let document = parse(&html);
    let Details { posts, .. } = document.article().details();
    assert_eq!(posts.len(), 3);
    for (number, post) in posts.iter().enumerate() {
        assert_eq!(post.is_question, number == 0);
        assert_eq!(post.published.as_ref().unwrap().value.to_string(), "2025-09-04T10:00Z");
        assert!(post.element.is_some() && post.source == Source::Tree);
    }
    let author = &posts[2].author.as_ref().unwrap().value;
    assert_eq!((author.name.as_str(), author.url.as_deref()), ("by-third", Some("/u/by-third")));
}

#[test]
fn nested_posts_are_apart() {
    let html = format!(
        "<link rel=canonical href=https://example.com/forum/oaks><div class=comment><p>outer {PROSE}
         <div class=comment><p>inner {PROSE}</div></div>"
    );
    let texts: Vec<_> =
        parse(&html).article().details().posts.into_iter().map(|it| it.text).collect();
    assert_eq!(texts.len(), 2);
    assert!(texts[0].contains("outer") && !texts[0].contains("inner"), "{texts:?}");
    assert!(texts[1].contains("inner"));
}

#[test]
fn items_of_lists() {
    let stated = json!({
        "@type": "ItemList",
        "itemListElement": (1..=3).map(|number| json!({
            "@type": "ListItem", "position": number, "name": format!("Oak {number}"), "url": format!("/{number}"),
        })).collect::<Vec<_>>(),
    });
    let teaser = |number: u32| {
        format!(
            "<li class=teaser><h3><a href=/{number}>Oak {number}</a></h3><p>It stands near the old mill, in shade.</li>"
        )
    };
    let tree = format!("<ul>{}</ul>", (1..=5).map(teaser).collect::<String>());
    let found = details(&format!("{}{tree}", script(&stated)));
    assert_eq!(found["items"][2]["url"], "/3");
    assert_eq!(found["items"][2]["source"], "json-ld");
    let kind = script(&json!({ "@type": "CollectionPage" }));
    let found = details(&format!("{kind}{tree}"));
    assert_eq!(found["items"].as_array().unwrap().len(), 5);
    assert_eq!(
        found["items"][4],
        json!({
            "title": "Oak 5",
            "url": "/5",
            "summary": "It stands near the old mill, in shade.",
            "source": "tree",
        })
    );
}

#[test]
fn sections_images_and_tables() {
    let html = format!(
        "<main><h1>Oaks</h1>{PROSE}<h2 id=wood>Wood</h2>{PROSE}<h2><a id=leaves></a>Leaves</h2>
         <figure><img src=a.jpg alt='An oak'><figcaption>The oak\n of Ivenack</figcaption></figure>
         <img src=data:image/gif;base64,R0 data-src=b.jpg>
         <table><caption>Sizes</caption><tr><th>Age<td>900<tr><td><table><tr><td>inner</table></table></main>"
    );
    let found = details(&html);
    assert_eq!(
        found["sections"],
        json!([
            { "level": 1, "title": "Oaks", "id": null },
            { "level": 2, "title": "Wood", "id": "wood" },
            { "level": 2, "title": "Leaves", "id": "leaves" },
        ])
    );
    assert_eq!(
        found["images"],
        json!([
            { "url": "a.jpg", "alt": "An oak", "caption": "The oak of Ivenack" },
            { "url": "b.jpg", "alt": null, "caption": null },
        ])
    );
    assert_eq!(found["tables"].as_array().unwrap().len(), 1);
    assert_eq!(found["tables"][0]["caption"], "Sizes");
}

#[test]
fn authors_and_moments() {
    let page = json!({
        "@type": "NewsArticle",
        "author": [{ "@type": "Person", "name": "Ann Elm", "url": "/ann" }, "Bo Oak"],
        "datePublished": "2025-09-04T10:00:00-05:00",
        "dateModified": "2025-09-05T11:30:00",
    });
    let found = details(&format!("{}{PROSE}", script(&page)));
    assert_eq!(
        found["authors"],
        json!([
            { "name": "Ann Elm", "url": "/ann", "source": "json-ld" },
            { "name": "Bo Oak", "url": null, "source": "json-ld" },
        ])
    );
    assert_eq!(found["published"]["value"], "2025-09-04T10:00-05:00");
    assert_eq!(found["modified"]["value"], "2025-09-05T11:30");
    let found = details(&format!("<h1>Oaks</h1><p class=byline>By Ann Elm and Bo Oak</p>{PROSE}"));
    assert_eq!(found["authors"][1], json!({ "name": "Bo Oak", "url": null, "source": "tree" }));
}

#[test]
fn json_is_as_its_schema_says() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let schema = fs::read_to_string(root.join("docs/article.schema.json")).unwrap();
    let schema = serde_json::from_str(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let stated = json!({
        "@type": "Product",
        "name": "Oak",
        "offers": { "price": 3 },
        "aggregateRating": { "ratingValue": 4 },
        "additionalProperty": { "name": "Height", "value": 40 },
    });
    let mut pages = vec![
        String::new(),
        format!("{}{PROSE}", script(&stated)),
        format!(
            "{}{PROSE}",
            script(&json!({ "@type": "Question", "text": "Why?", "upvoteCount": 2 }))
        ),
        format!(
            "<link rel=canonical href=//x/forum/><time datetime=2025-01-02T03:04:05.678Z>x</time>{PROSE}"
        ),
    ];
    for file in fs::read_dir(root.join("fixtures/pages")).unwrap() {
        pages.push(String::from_utf8_lossy(&fs::read(file.unwrap().path()).unwrap()).into_owned());
    }
    for page in pages {
        let json = serde_json::to_value(parse(&page).article()).unwrap();
        let wrong: Vec<_> = validator.iter_errors(&json).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{wrong:?} in {json}");
    }
}

#[test]
fn things_that_many_refer_to_are_written_once_or_cut() {
    let long = "x".repeat(100_000);
    let person = json!({ "@id": "#a", "@type": "Person", "name": long, "url": long });
    let answers: Vec<_> = (0..500)
        .map(|_| json!({ "@type": "Answer", "text": "So.", "author": { "@id": "#a" } }))
        .collect();
    let question = json!({ "@type": "Question", "text": "Why?", "suggestedAnswer": answers });
    let item = json!({ "@id": "#b", "name": long, "url": long, "description": long });
    let entries: Vec<_> = (0..500).map(|_| json!({ "item": { "@id": "#b" } })).collect();
    let list = json!({ "@type": ["ItemList", "CollectionPage"], "itemListElement": entries });
    let page = |things: [&serde_json::Value; 2]| {
        format!("{}{}{PROSE}", script(things[0]), script(things[1]))
    };
    for html in [page([&person, &question]), page([&item, &list])] {
        let json = details(&html).to_string();
        assert!(json.len() < 20 * html.len(), "{} of {}", json.len(), html.len());
    }
}

#[test]
fn the_worst_pages_cost_little() {
    let inputs = [
        "<div itemscope itemtype=a:Product><b itemprop=image>".repeat(40),
        "<figure><figcaption>".repeat(100) + &"<img src=a>".repeat(180),
        "<div typeof=Product property='a b c d e f g h i'>".repeat(40) + &"x".repeat(400),
        "<div class='user post'>".repeat(90),
        String::from("<p id=a itemprop=image>")
            + &"<i itemscope itemtype=a:Product itemref=a>".repeat(40),
        "<table><tr><td>".repeat(130),
        "<h1><i><h2><b>".repeat(140),
    ];
    for start in inputs {
        for kind in
            ["<meta property=og:type content=product>", "<link rel=canonical href=//forum.x/>"]
        {
            let html = format!("{kind}{start}{}", "x ".repeat(200));
            let json = details(&html).to_string();
            assert!(json.len() < 100 * html.len(), "{} of {}: {start}", json.len(), html.len());
        }
    }
}
