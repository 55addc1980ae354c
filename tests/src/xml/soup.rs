//! Random XML, and the properties of every XML document.

use sapwood::{
    Limit, Limits,
    xml::{Parsed, Parser, XmlParseOptions, parse_with},
};

use super::round_trip;
use crate::{bounds, invariants, pieces::scattered, soup::Random};

/// Fragments that are concatenated at random.
#[rustfmt::skip]
const PIECES: [&str; 115] = [
    "<a>", "<b>", "<p:a>", "<q:b>", "<p:a xmlns:p='u'>", "<q:b xmlns:q='u'>", "<a xmlns='u'>", "<a xmlns=''>",
    "<b xmlns:p='v'>", "<c xmlns:p=''>", "<a p:b='1'>", "<a p:b='1' q:b='2'>", "<a b=1 b=2>", "<a b>", "<a b='&e;'/>",
    "<a xmlns:p='u' xmlns:q='u' p:x='' q:x=''/>", "<d xml:lang='en'/>", "<xml:a/>", "<a:b:c/>", "<:a>", "<a :='1'>",
    "<a =b>", "<a'b\">", "<1>", "<a xmlns:xml='x'/>", "<a xmlns:xmlns='x'/>", "<xmlns:a/>", "<a xmlns='http://www.w3.org/2000/xmlns/'/>",
    "<template><b/></template>", "<h xmlns='http://www.w3.org/1999/xhtml'>", "<br/>", "<svg xmlns='http://www.w3.org/2000/svg'>",
    "</a>", "</b>", "</p:a>", "</q:b>", "</>", "</c >", "</d x>", "</h>", "</svg>", "</", "<", "<a", "<a b", "<a b=", "<a b='", "<a b=\"", "<a/",
    "text", " ", "\n", "\r", "\r\n", "\t", "\0", "\u{1}", "\u{c}", "\u{85}", "\u{fffe}", "\u{e9}", "\u{1f600}", "\u{feff}",
    "&amp;", "&lt;", "&#13;", "&#10;", "&#x0;", "&#1;", "&#xd800;", "&#x110000;", "&eacute;", "&e;", "&f;", "&g;", "&h;", "&", "&a", "&#", "&#x",
    "<!-- c -->", "<!---->", "<!-- -- -->", "<!--->", "<!--", "-->", "<!->", "<![CDATA[x]]>", "<![CDATA[", "]]>", "]", ">",
    "<?pi data?>", "<?pi?>", "<?", "<? ?>", "<?xml version='1.0'?>", "<?a:b c??>",
    "<!DOCTYPE a [<!ENTITY e 'x<b/>'><!ENTITY f '<a>'><!ENTITY g '</a>&e;'><!ENTITY h SYSTEM 'h'><!ATTLIST a d CDATA '&#38;'>]>",
    "<!DOCTYPE a PUBLIC \"'\" '\"'>", "<!DOCTYPE a SYSTEM 'x>y'>", "<!DOCTYPE a SYSTEM 'x>",
    "<!DOCTYPE a PUBLIC '-//W3C//DTD XHTML 1.1//EN' 's'>", "<a C :b/>", "<a :b=''/>", "<p:1a/>", "<a xml:id=' x  y '/>",
    "<!-->", "<!--->a-->", "<?f? x?>", "<?f?", "<template xmlns='http://www.w3.org/1999/xhtml'>", "</template>",
    "<1a xmlns='u' xmlns:p='u'>", "<q:2 xmlns='u' xmlns:q='u'>",
];

/// The largest tree that is compared, in nodes.
const MAX_NODES: usize = 2_000;

/// The largest document that is compared in every way, in bytes of heap: entities make megabytes of a few bytes.
const MAX_HEAP: usize = 256 << 10;

/// Concatenates `pieces` random fragments.
#[must_use]
pub fn soup(random: &mut Random, pieces: usize) -> String {
    (0..pieces).map(|_| PIECES[random.below(PIECES.len())]).collect()
}

/// Checks that chunks and the fast path make no difference, that the tree of whole input survives writing and
/// parsing, and that well-formed output has no errors. The last two bytes select options. Only a tree that may use up the
/// budget has the limits of `base`; all others have fewer nodes.
///
/// # Panics
///
/// Panics if a property does not hold.
pub fn check(data: &[u8], base: &Limits) {
    let (data, [bits, seed]) = data.split_last_chunk().map_or((data, [0; 2]), |(d, c)| (d, *c));
    let text = String::from_utf8_lossy(data);
    let mut options = XmlParseOptions::default()
        .errors(bits & 1 != 0)
        .positions(bits & 1 != 0)
        .html_references(bits & 2 != 0);
    if bits >> 4 == 5 {
        // A tree that uses up the budget is too large for the comparisons below.
        let parsed = parse_with(&text, &options.limits(base.clone()));
        invariants::check(&parsed.document).unwrap();
        return bounds::check_xml(&parsed.document, text.len()).unwrap();
    }
    let limits = base.clone().nodes(base.max_nodes().unwrap_or(MAX_NODES));
    options = match bits >> 4 {
        1 => options.entity_depth(1).limits(limits),
        3 => options.limits(limits.nodes(usize::from(seed))),
        4 => options.limits(limits.depth(usize::from(seed & 15))),
        _ => options.limits(limits),
    };
    let whole = parse_with(&text, &options);
    invariants::check(&whole.document).unwrap();
    bounds::check_xml(&whole.document, text.len()).unwrap();
    let (pieces, characters) = (scattered(&text, u64::from(seed)), scattered(&text, u64::MAX));
    let ways = [
        (options.clone(), pieces),
        (options.clone().fast_path(false), vec![&*text]),
        (options.fast_path(false), characters),
    ];
    let is_large =
        whole.limit == Some(Limit::Amplification) || whole.document.heap_bytes() > MAX_HEAP;
    let count = if is_large { 1 } else { ways.len() };
    for (options, chunks) in ways.into_iter().take(count) {
        let mut parser = Parser::new(&options);
        chunks.iter().for_each(|chunk| parser.feed(chunk));
        let parsed = parser.finish();
        invariants::check(&parsed.document).unwrap();
        assert_eq!(outcome(&parsed), outcome(&whole), "{text:?}");
    }
    if whole.limit.is_some() || is_large {
        // A template at the limit has no contents, and has some when it is read again.
        return;
    }
    if let Err(difference) = round_trip::check(&whole.document) {
        panic!("{text:?}\n{difference}");
    }
    if let Ok(xml) = whole.document.to_well_formed_xml() {
        let again = parse_with(&xml, &XmlParseOptions::default().errors(true));
        assert_eq!(again.errors, [], "{text:?}\n{xml}");
        assert_eq!(
            again.document.xml_dump().to_string(),
            whole.document.xml_dump().to_string(),
            "{text:?}\n{xml}"
        );
    }
}

fn outcome(parsed: &Parsed) -> impl PartialEq + std::fmt::Debug {
    let errors = if parsed.limit.is_some() { Vec::new() } else { parsed.errors.clone() };
    (parsed.document.xml_dump().to_string(), errors, parsed.limit)
}
