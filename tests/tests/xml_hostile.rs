//! Hostile XML: time grows with the input, the stack doesn't, and entities are bounded, for reasons that are
//! told.
//!
//! Each shape is parsed, written and dropped at two sizes on a thread with a small stack. Eight times the input
//! may take 2.4³ times the time, or 3³ where hash tables outgrow the processor's caches.

use std::{hint::black_box, process::ExitCode, thread, time::Duration};

use anyhow::Result;
use sapwood::{
    ErrorCode, NodeRef,
    serializer::xml::{Options as Writing, write},
    xml::{Options, Parsed, parse, parse_with},
};
use sapwood_benches::clock::processor_time;
use sapwood_tests::harness::{self, Harness, say};

/// The smaller of the two sizes; the other is eight times that.
const N: usize = 12_500;
const TIMES: usize = 8;
const GROWTH: f64 = 27.0;
/// How often a shape is measured before it is found guilty.
const TRIES: u64 = 25;
/// A stack that any recursion on depth would overflow.
const STACK: usize = 256 * 1024;

/// A name, and what is written of a size.
type Shape = (&'static str, fn(usize) -> String);

fn each(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect()
}

/// A document with this internal subset and this content.
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

fn main() -> Result<ExitCode> {
    harness::main("xml_hostile", |mut harness| {
        harness.one_at_a_time();
        say(&format!("xml_hostile: {} shapes at {N} and {}", SHAPES.len(), N * TIMES));
        for (name, shape) in SHAPES {
            harness.add(*name, move || check(*shape));
        }
        harness.add("depth 1,000,000", || on_small_stack(deep));
        add_bombs(&mut harness);
        Ok(harness.run(|| {}))
    })
}

fn on_small_stack(run: impl FnOnce() -> Result<(), String> + Send + 'static) -> Result<(), String> {
    let thread = thread::Builder::new().stack_size(STACK).spawn(run);
    thread.map_err(|error| error.to_string())?.join().map_err(|_| "it panicked")?
}

fn check(shape: fn(usize) -> String) -> Result<(), String> {
    on_small_stack(move || {
        let (small, large) = (shape(N), shape(N * TIMES));
        let mut times = (Duration::ZERO, Duration::ZERO);
        for attempt in 0..TRIES {
            // Whoever else fills the caches now may be done by then.
            thread::sleep(Duration::from_millis(20 * attempt));
            times = (time(&small), time(&large));
            if times.1.as_secs_f64() <= GROWTH * times.0.as_secs_f64() {
                return Ok(());
            }
        }
        Err(format!("{:?} for {N}, {:?} for {}", times.0, times.1, N * TIMES))
    })
}

/// Parses with errors, writes in both ways, and drops.
fn time(xml: &str) -> Duration {
    let options = Options::default().errors(true);
    let start = processor_time();
    let parsed = parse_with(xml, &options);
    let document = &parsed.document;
    for usual_prefixes in [false, true] {
        let mut written = String::new();
        let options = Writing { usual_prefixes, ..Writing::default() };
        write(&mut written, &document, &document.document(), &options).expect("a string takes all");
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
    let depth = again.document().descendants().count();
    if depth != DEPTH || again.to_xml() != xml {
        return Err(format!("{depth} elements"));
    }
    Ok(())
}

/// An entity bomb: each entity refers ten times to the one before.
fn laughs(levels: usize, reference: &str) -> String {
    let mut subset = String::from("<!ENTITY e0 'ha! '>");
    for level in 1..=levels {
        let inner = format!("&e{};", level - 1).repeat(10);
        subset += &format!("<!ENTITY e{level} '{inner}'>");
    }
    with_subset(&subset, reference)
}

/// Bombs don't go off: what they add is bounded, and the reason is told.
fn add_bombs(harness: &mut Harness) {
    use ErrorCode::*;
    type Bomb = (&'static str, fn() -> String, ErrorCode);
    let bombs: &[Bomb] = &[
        ("billion laughs", || laughs(9, "&e9;"), EntityExpansionLimit),
        ("billion laughs in a value", || laughs(9, "<b c='&e9;'/>"), EntityExpansionLimit),
        (
            "billion laughs in a default",
            || laughs(9, "<b/>").replace("]>", "<!ATTLIST b c CDATA '&e9;'>]>"),
            EntityExpansionLimit,
        ),
        ("nesting", || laughs(40, "&e40;"), EntityNestingLimit),
        (
            "quadratic",
            || {
                let subset = format!("<!ENTITY e '{}'>", "x".repeat(100_000));
                with_subset(&subset, &"&e;".repeat(100_000))
            },
            EntityExpansionLimit,
        ),
        (
            "defaults",
            || {
                let subset = format!("<!ATTLIST b c CDATA '{}'>", "x".repeat(100_000));
                with_subset(&subset, &"<b/>".repeat(100_000))
            },
            EntityExpansionLimit,
        ),
        (
            "parameter entities",
            || {
                let mut subset = format!("<!ENTITY % e0 '{}'>", "<!-- x -->".repeat(1000));
                for level in 1..9 {
                    // References in a value are written as characters: they are read when it is.
                    let inner = format!("&#37;e{};", level - 1).repeat(20);
                    subset += &format!("<!ENTITY % e{level} '{inner}'>");
                }
                with_subset(&(subset + "%e8;"), "")
            },
            EntityExpansionLimit,
        ),
        (
            "an entity in itself",
            || with_subset("<!ENTITY e '&f;'><!ENTITY f '&e;'>", "&e;"),
            RecursiveEntity,
        ),
        (
            "a parameter entity in itself",
            || with_subset("<!ENTITY % e '&#37;e;'>%e;", ""),
            RecursiveEntity,
        ),
    ];
    for (name, write, reason) in bombs {
        harness.add(format!("bomb: {name}"), move || {
            on_small_stack(move || defused(&write(), *reason))
        });
    }
}

/// Whether the document is no larger than is promised, and `reason` is among its errors.
fn defused(xml: &str, reason: ErrorCode) -> Result<(), String> {
    let Parsed { document, errors, .. } = parse_with(xml, &Options::default().errors(true));
    let most = (8 << 20) + 9 * xml.len();
    let size = |node: NodeRef<'_>| {
        let values = node.attributes().map(|attribute| attribute.value().len()).sum::<usize>();
        node.as_text().map_or(values, str::len)
    };
    let has: usize = document.document().descendants().map(size).sum();
    if has > most {
        return Err(format!("{has} bytes, where {most} are promised"));
    }
    match errors.iter().any(|error| error.code == reason) {
        true => Ok(()),
        false => Err(format!("{reason} isn't told; {:?}", errors.first())),
    }
}
