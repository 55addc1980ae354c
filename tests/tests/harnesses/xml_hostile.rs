//! Hostile XML: time grows linearly, nothing recurses, and the expansion of entities is bounded and reported.
//!
//! Each shape is parsed, written and dropped at two sizes on a thread with a small stack.

use std::{hint::black_box, process::ExitCode, time::Duration};

use anyhow::Result;
use sapwood::{
    ErrorCode, Limit, NodeRef,
    serializer::xml::{XmlSerializeOptions, write},
    xml::{Parsed, XmlParseOptions, parse, parse_with},
};
use sapwood_benches::clock::processor_time;
use sapwood_tests::{
    growth::{DOUBLINGS, GROWTH_BEYOND_CACHES, is_linear, on_small_stack},
    harness::{self, Harness, say},
};

/// The smaller of the two sizes.
const N: usize = 12_500;

/// A name, and a function that writes an input of a size.
type Shape = (&'static str, fn(usize) -> String);

fn each(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect()
}

/// Writes a document with this internal subset and this content.
fn with_subset(subset: &str, content: &str) -> String {
    format!("<!DOCTYPE a [{subset}]><a>{content}</a>")
}

#[rustfmt::skip]
const SHAPES: &[Shape] = &[
    ("<a>", |n| "<a>".repeat(n)),
    ("<a> </a>", |n| "<a>".repeat(n) + &"</a>".repeat(n)),
    ("<a> </>", |n| "<a>".repeat(n) + &"</>".repeat(n)),
    ("<a> </b>", |n| "<a>".repeat(n) + &"</b>".repeat(n)),
    ("<a><b></a>", |n| "<r>".to_owned() + &"<a><b></a>".repeat(n)),
    ("<i>", |n| each(n, |i| format!("<a{i}>"))),
    ("</i>", |n| "<a>".to_owned() + &each(n, |i| format!("</a{i}>"))),
    ("<p:a>", |n| "<p:a>".repeat(n)),
    ("<a:b:c>", |n| "<a:b:c>".repeat(n)),
    ("<a/> <a/>", |n| "<a/>".repeat(n)),
    ("a tag with attributes", |n| format!("<a{}>", each(n, |i| format!(" a{i}='1'")))),
    ("a tag with one attribute", |n| format!("<a{}>", " b='1'".repeat(n))),
    ("a tag with prefixes", |n| format!("<a{}>", each(n, |i| format!(" p{i}:a='1'")))),
    ("a tag with declarations", |n| format!("<a{}>", each(n, |i| format!(" xmlns:p{i}='u{i}'")))),
    ("attributes of as many namespaces", |n| {
        format!("<a{}>", each(n, |i| format!(" xmlns:p{i}='u{i}' p{i}:a=''")))
    }),
    ("attributes of one namespace", |n| {
        format!("<a{}>", each(n, |i| format!(" xmlns:p{i}='u' p{i}:a=''")))
    }),
    ("elements of one namespace by many prefixes", |n| {
        format!("<a{}>{}", each(n, |i| format!(" xmlns:p{i}='u'")), each(n, |i| format!("<p{i}:b/>")))
    }),
    ("declarations in depth", |n| each(n, |i| format!("<a xmlns:p='u{i}'>"))),
    ("default declarations in depth", |n| each(n, |i| format!("<a xmlns='u{i}'>"))),
    ("prefixes in depth", |n| each(n, |i| format!("<p{i}:a xmlns:p{i}='u'>"))),
    ("one name in many namespaces", |n| {
        "<r>".to_owned() + &each(n, |i| format!("<p:a xmlns:p='u{i}'/>"))
    }),
    ("a name in two namespaces", |n| {
        "<r>".to_owned() + &"<p:a xmlns:p='u'/><p:a xmlns:p='v'/>".repeat(n)
    }),
    ("&", |n| "<a>".to_owned() + &"&".repeat(n)),
    ("&a", |n| "<a>".to_owned() + &"&a".repeat(n)),
    ("&a;", |n| "<a>".to_owned() + &"&a;".repeat(n)),
    ("&#", |n| "<a>".to_owned() + &"&#".repeat(n)),
    ("&#9 in a value", |n| format!("<a b='{}'>", "&#9".repeat(n))),
    ("a long name", |n| format!("<{0}>&{0};</{0}>", "a".repeat(n))),
    ("]]>", |n| "<a>".to_owned() + &"]]>".repeat(n)),
    ("<![CDATA[", |n| "<a>".to_owned() + &"<![CDATA[".repeat(n)),
    ("<![CDATA[]]>", |n| "<a>".to_owned() + &"<![CDATA[]]>".repeat(n)),
    ("<!--", |n| "<a>".to_owned() + &"<!--".repeat(n)),
    ("<!-", |n| "<a>".to_owned() + &"<!-".repeat(n)),
    ("<?", |n| "<a>".to_owned() + &"<?".repeat(n)),
    ("<?a ?>", |n| "<?a ?>".repeat(n)),
    ("<", |n| "<a>".to_owned() + &"<".repeat(n)),
    ("<!DOCTYPE a>", |n| "<!DOCTYPE a>".repeat(n)),
    ("<!DOCTYPE a [", |n| "<!DOCTYPE a [".repeat(n)),
    ("an unclosed quote in the internal subset", |n| format!("<!DOCTYPE a [{}", "<!A '".repeat(n))),
    ("entities", |n| {
        with_subset(&each(n, |i| format!("<!ENTITY e{i} '{i}'>")), &each(n, |i| format!("&e{i};")))
    }),
    ("references to an entity", |n| with_subset("<!ENTITY e '<b/>'>", &"&e;".repeat(n))),
    ("an entity that opens elements", |n| with_subset("<!ENTITY e '<b>'>", &"&e;".repeat(n))),
    ("an entity that closes elements", |n| {
        with_subset("<!ENTITY e '</b>'>", &("<b>".repeat(n) + &"&e;".repeat(n)))
    }),
    ("ampersands in an entity's value", |n| with_subset(&format!("<!ENTITY e '{}'>", "&".repeat(n)), "")),
    ("ampersands in a value by an entity", |n| {
        let subset = format!("<!ENTITY e '{}'>", "&#38;".repeat(n));
        with_subset(&subset, "<b c='&e;'/>")
    }),
    ("ampersands in a default", |n| with_subset(&format!("<!ATTLIST b c CDATA '{}'>", "&".repeat(n)), "<b/>")),
    ("parameter entities", |n| {
        with_subset(&each(n, |i| format!("<!ENTITY % e{i} '<!ENTITY f{i} \"\">'>%e{i};")), "")
    }),
    ("unclosed instructions in a parameter entity", |n| {
        with_subset(&format!("<!ENTITY % e '{}'>%e;", "<?a >".repeat(n)), "")
    }),
    ("unclosed comments in a parameter entity", |n| {
        with_subset(&format!("<!ENTITY % e '{}'>%e;", "<!-->".repeat(n)), "")
    }),
    ("broken declarations", |n| with_subset(&"<!ENTITY>".repeat(n), "")),
    ("a content model in depth", |n| with_subset(&format!("<!ELEMENT a {}", "(".repeat(n)), "")),
    ("attribute lists", |n| {
        with_subset(&each(n, |i| format!("<!ATTLIST b a{i} CDATA #IMPLIED>")), &"<b/>".repeat(n))
    }),
    ("attribute lists of elements", |n| {
        with_subset(&each(n, |i| format!("<!ATTLIST b{i} a CDATA '1'>")), &each(n, |i| format!("<b{i}/>")))
    }),
    ("tokens in a value", |n| {
        with_subset("<!ATTLIST b c NMTOKENS ''>", &format!("<b c='{}'/>", " x ".repeat(n)))
    }),
];

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("xml_hostile", |mut harness| {
        say(&format!("xml_hostile: {} shapes at {N} and {}", SHAPES.len(), N << DOUBLINGS));
        for (name, shape) in SHAPES {
            harness.add(*name, move || check(*shape));
        }
        harness.add("depth 1,000,000", || on_small_stack(deep));
        add_bombs(&mut harness);
        add_faulty_bombs(&mut harness);
        Ok(harness.run(|| {}))
    })
}

fn check(shape: fn(usize) -> String) -> Result<(), String> {
    on_small_stack(move || {
        let (small, large) = (shape(N), shape(N << DOUBLINGS));
        is_linear(GROWTH_BEYOND_CACHES, || (time(&small), time(&large)))
    })
}

/// Parses with errors, writes with both choices of prefixes, and drops.
fn time(xml: &str) -> Duration {
    let options = XmlParseOptions::default().errors(true);
    let start = processor_time();
    let parsed = parse_with(xml, &options);
    let document = &parsed.document;
    for usual_prefixes in [false, true] {
        let mut written = String::new();
        let options = XmlSerializeOptions::default().usual_prefixes(usual_prefixes);
        write(&mut written, &document, &document.root(), &options).expect("a string takes all");
        black_box(&written);
    }
    drop(black_box(parsed));
    processor_time() - start
}

fn deep() -> Result<(), String> {
    const DEPTH: usize = 1_000_000;
    let document = parse(&"<a>".repeat(DEPTH));
    let xml = document.to_xml();
    let again = parse(&xml);
    let depth = again.root().descendants().count();
    if depth != DEPTH || again.to_xml() != xml {
        return Err(format!("{depth} elements"));
    }
    Ok(())
}

/// Writes an entity bomb: each entity refers to the previous one ten times.
fn laughs(levels: usize, reference: &str) -> String {
    bomb("ha! ", levels, reference)
}

/// An entity bomb around `text`.
fn bomb(text: &str, levels: usize, reference: &str) -> String {
    let mut subset = format!("<!ENTITY e0 '{text}'>");
    for level in 1..=levels {
        let inner = format!("&e{};", level - 1).repeat(10);
        subset += &format!("<!ENTITY e{level} '{inner}'>");
    }
    with_subset(&subset, reference)
}

/// How a bomb is kept from going off.
#[derive(Clone, Copy)]
enum Defusal {
    /// The parse ends with a limit.
    Ended(Limit),
    /// An error is reported, and the reference stays as it is written.
    Told(ErrorCode),
}

/// Bombs don't go off: what they add is bounded, and the reason is reported.
fn add_bombs(harness: &mut Harness) {
    use Defusal::*;
    use ErrorCode::*;
    use Limit::Amplification;
    type Bomb = (&'static str, fn() -> String, Defusal);
    let bombs: &[Bomb] = &[
        ("billion laughs", || laughs(9, "&e9;"), Ended(Amplification)),
        ("billion laughs in a value", || laughs(9, "<b c='&e9;'/>"), Ended(Amplification)),
        (
            "billion laughs in a default",
            || laughs(9, "<b/>").replace("]>", "<!ATTLIST b c CDATA '&e9;'>]>"),
            Ended(Amplification),
        ),
        ("nesting", || laughs(40, "&e40;"), Told(EntityNestingLimit)),
        (
            "quadratic",
            || {
                let subset = format!("<!ENTITY e '{}'>", "x".repeat(100_000));
                with_subset(&subset, &"&e;".repeat(100_000))
            },
            Ended(Amplification),
        ),
        (
            "defaults",
            || {
                let subset = format!("<!ATTLIST b c CDATA '{}'>", "x".repeat(100_000));
                with_subset(&subset, &"<b/>".repeat(100_000))
            },
            Ended(Amplification),
        ),
        (
            "parameter entities",
            || {
                let mut subset = format!("<!ENTITY % e0 '{}'>", "<!-- x -->".repeat(1000));
                for level in 1..9 {
                    // A character reference for `%` delays the inner reference until the value is parsed.
                    let inner = format!("&#37;e{};", level - 1).repeat(20);
                    subset += &format!("<!ENTITY % e{level} '{inner}'>");
                }
                with_subset(&(subset + "%e8;"), "")
            },
            Ended(Amplification),
        ),
        (
            "an entity in itself",
            || with_subset("<!ENTITY e '&f;'><!ENTITY f '&e;'>", "&e;"),
            Told(RecursiveEntity),
        ),
        (
            "a parameter entity in itself",
            || with_subset("<!ENTITY % e '&#37;e;'>%e;", ""),
            Told(RecursiveEntity),
        ),
    ];
    for (name, write, defusal) in bombs {
        harness.add(format!("bomb: {name}"), move || {
            on_small_stack(move || defused(&write(), *defusal))
        });
    }
}

/// Errors in a bomb are reported once for each code and each reference in the input, however often the text with
/// the error is read.
fn add_faulty_bombs(harness: &mut Harness) {
    type Bomb = (&'static str, fn() -> String, usize);
    let bombs: &[Bomb] = &[
        ("end tags, nine levels", || bomb("</x>", 8, "&e8;"), 1),
        ("end tags, four levels, twice", || bomb("</x>", 4, "&e4; &e4;"), 2),
        ("undeclared entities", || bomb("&u;&u;", 8, "&e8;"), 1),
        ("undeclared entities in a value", || bomb("&u;", 8, "<b c='&e8;'/>"), 1),
        ("names and duplicates", || bomb("<1 a=\"\" a=\"\"></x>", 4, "&e4;"), 5),
        (
            "a default",
            || bomb("&u;", 4, "<b/><b/>").replace("]>", "<!ATTLIST b c CDATA '&e4;'>]>"),
            1,
        ),
        (
            "default declarations",
            || {
                with_subset(
                    "<!ATTLIST b xmlns:xml CDATA 'u' xmlns:xmlns CDATA 'v'>",
                    &"<b/>".repeat(9),
                )
            },
            9,
        ),
    ];
    for (name, write, findings) in bombs {
        harness.add(format!("findings: {name}"), move || {
            let (xml, options) = (write(), XmlParseOptions::default().errors(true));
            let errors = parse_with(&xml, &options).errors;
            match errors.len() == *findings {
                true => Ok(()),
                false => Err(format!(
                    "{} in {} bytes: {:?}",
                    errors.len(),
                    xml.len(),
                    errors.iter().take(9).collect::<Vec<_>>()
                )),
            }
        });
    }
}

/// Checks that the document is no larger than promised, and that the parse reports the reason.
fn defused(xml: &str, defusal: Defusal) -> Result<(), String> {
    let Parsed { document, errors, limit, .. } =
        parse_with(xml, &XmlParseOptions::default().errors(true));
    let most = (1 << 20) + 9 * xml.len();
    let size = |node: NodeRef<'_>| {
        let values = node.attrs().map(|attribute| attribute.value().len()).sum::<usize>();
        node.as_text().map_or(values, str::len)
    };
    let has: usize = document.root().descendants().map(size).sum();
    if has > most {
        return Err(format!("{has} bytes of text and attributes; at most {most} are promised"));
    }
    let is_told = match defusal {
        Defusal::Ended(expected) => limit == Some(expected),
        Defusal::Told(code) => errors.iter().any(|error| error.code == code),
    };
    if is_told { Ok(()) } else { Err(format!("{limit:?}, {:?}", errors.first())) }
}
