//! `Base` resolves as the URL parser does.

use sapwood::extract::{Base, url::Url};

const BASES: [&str; 9] = [
    "https://example.com/a/b.html?c#d",
    "http://example.com",
    "https://user:pw@example.com:8080/x/y/z/",
    "http://127.0.0.1/a//b/",
    "https://[::1]/?q",
    "file:///x/y",
    "data:,x",
    "about:blank",
    "ws://example.com/a/b",
];

#[track_caller]
fn check(base: &Base, link: &str) {
    let expected = base.url().join(link).map(String::from);
    let resolved = base.resolve(link).map(String::from);
    assert_eq!(resolved, expected, "{link:?} against {}", base.url());
    let mut text = String::from("x");
    assert_eq!(base.resolve_into(link, &mut text), expected.as_ref().map(|_| ()).map_err(|it| *it));
    assert_eq!(text[1..], expected.unwrap_or_default(), "{link:?} against {}", base.url());
}

fn bases() -> Vec<Base> {
    BASES.iter().map(|base| Base::new(Url::parse(base).unwrap())).collect()
}

#[test]
fn resolves_every_byte_in_every_part() {
    for base in bases() {
        for byte in 0..=0xff_u8 {
            let c = char::from(byte);
            for link in [
                format!("{c}"),
                format!("{c}a/b"),
                format!("a{c}b/c"),
                format!("/a{c}b"),
                format!("/{c}"),
                format!("?a{c}b"),
                format!("#a{c}b"),
                format!("a?b{c}c#d"),
                format!("a#b{c}c"),
                format!("//a{c}b.example/c"),
                format!("https://a{c}b.example/c"),
                format!("https://a.example{c}/c"),
                format!("https://a.example/c{c}"),
                format!("https{c}//a.example/c"),
                format!("mailto:a{c}b"),
                format!("mailto:{c}?a"),
                format!("javascript:a({c})"),
                format!("tel:+1{c}"),
                format!("data:a{c}b?c{c}d"),
                format!("a{c}b:x"),
                format!("{c}b:x"),
                format!("x-y+z.1:{c}a#{c}b"),
                format!("//a{c}"),
                format!("http://a.b{c}"),
            ] {
                check(&base, &link);
            }
        }
    }
}

/// All sequences of up to five pieces that mean something to the URL parser.
#[test]
fn resolves_sequences_of_delimiters() {
    let pieces = [
        "", "/", ".", "..", "a", "%2e", "?", "#", ":", "\\", "é", "//", " ", "http:", "xn--a", "@",
        "1",
    ];
    let bases = &bases()[..4];
    let count = pieces.len();
    for number in 0..count.pow(4) {
        let digits = (0..4).map(|place| pieces[number / count.pow(place) % count]);
        let link: String = digits.collect();
        // All bases for some, one for each.
        check(&bases[number % bases.len()], &link);
        if number % 16 == 0 {
            bases.iter().for_each(|base| check(base, &link));
        }
    }
}

#[test]
fn resolves_hosts_as_the_parser_does() {
    let long = "a".repeat(300);
    let base = &bases()[0];
    for host in [
        "example.com",
        "EXAMPLE.com",
        "a..b",
        ".a",
        "a.",
        "1.2.3.4",
        "1.2.3",
        "0x7f.1",
        "a.1",
        "a.0x1",
        "a.b1",
        "a.1b",
        "xn--bcher-kva.example",
        "xn--",
        "a.xn--a",
        "a--b.c",
        "-a.b",
        "a-.b-",
        "ab--c.d",
        "a_b.c",
        "localhost",
        "ä.example",
        "a%41.b",
        "[::1]",
        "user@a.b",
        "a.b:80",
        "a.b:8080",
        "",
        long.as_str(),
    ] {
        for link in [
            format!("https://{host}/x"),
            format!("//{host}"),
            format!("http://{host}"),
            format!("//{host}/x?y#z"),
            format!("http://{host}?x"),
        ] {
            check(base, &link);
        }
    }
}
