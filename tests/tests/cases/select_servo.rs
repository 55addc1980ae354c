//! The parser of selectors beside that of Servo's `selectors` crate: both accept the same texts and serialize them
//! alike.

use std::{borrow::Borrow, fmt, ops::Deref};

use cssparser::{ParseError, Parser, ToCss, serialize_identifier, serialize_string};
use precomputed_hash::PrecomputedHash;
use sapwood::{Namespaces, Selector};
use sapwood_tests::suites;
use selectors::parser::{self as servo, ParseRelative, SelectorList, SelectorParseErrorKind};

/// Pieces that make up texts.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "a", "B", "*", "|", "*|", "svg|", "x|", " ", " ", ">", "+", "~", ",", ", ", ".c", "#i", ".", "#", ":", ":hover",
    ":first-child", ":ONLY-of-type", ":root", ":nth-child(", ":nth-last-of-type(", ":nth-last-child(", "2n+1", "odd",
    "-n+ 3", "+n", "n-1", "n - 2", "2N -1", "-n-3", "- 1", "+ 1", "+5", "5", "-0", "1e1", "1.5", " of ", "of", ":is(",
    ":where(", ":not(", ":has(", ":host", ")", ")", "[", "]", "]", "[x]", "[TYPE=a]", "x", "=", "~=", "|=",
    "*=", "\"s\"", "'t'", "'", "\"\\\"\\\n\\41 z\"", " i", " S", "\\31 ", "\\", "\\\n", "\\000041b", "\\110000 ", "é",
    "--v", "--", "-", "-\\-", "5x", "/* */", "/*", "&", "::", "::before", ":before", ":none", ":none(", "<!--", "-->",
    "@m", "{", "}", "(", ";", "5px", "5%", "url(x)", "url(x y)", "url( 'x')", "url(", "\n", "\r\n", "\0", "!", "$", "\u{1}",
];

#[derive(Clone, Debug)]
struct Grammar;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Ident(String);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Quoted(String);

#[derive(Clone, Debug, PartialEq, Eq)]
struct PseudoClass(String);

#[derive(Clone, Debug, PartialEq, Eq)]
enum PseudoElement {}

impl servo::SelectorImpl for Grammar {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Quoted;
    type Identifier = Ident;
    type LocalName = Ident;
    type NamespaceUrl = Ident;
    type NamespacePrefix = Ident;
    type BorrowedNamespaceUrl = str;
    type BorrowedLocalName = str;
    type NonTSPseudoClass = PseudoClass;
    type PseudoElement = PseudoElement;
}

impl From<&str> for Ident {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<&str> for Quoted {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl Deref for Ident {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Ident {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PrecomputedHash for Ident {
    fn precomputed_hash(&self) -> u32 {
        0
    }
}

impl ToCss for Ident {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        serialize_identifier(self, out)
    }
}

impl ToCss for Quoted {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        serialize_string(&self.0, out)
    }
}

impl ToCss for PseudoClass {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        write!(out, ":{}", self.0)
    }
}

impl ToCss for PseudoElement {
    fn to_css<W: fmt::Write>(&self, _: &mut W) -> fmt::Result {
        match *self {}
    }
}

impl servo::PseudoElement for PseudoElement {}

impl servo::NonTSPseudoClass for PseudoClass {
    fn is_active_or_hover(&self) -> bool {
        false
    }

    fn is_user_action_state(&self) -> bool {
        false
    }
}

struct Rules(Namespaces);

impl<'i> servo::Parser<'i> for Rules {
    type Impl = Grammar;
    type Error = SelectorParseErrorKind;

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_has(&self) -> bool {
        true
    }

    fn parse_parent_selector(&self) -> bool {
        true
    }

    fn parse_non_ts_pseudo_class(
        &self,
        name: &str,
    ) -> Result<PseudoClass, ParseError<SelectorParseErrorKind>> {
        let name = name.to_ascii_lowercase();
        match &*name {
            "hover" | "host" => Ok(PseudoClass(name)),
            _ => Err(ParseError::custom(SelectorParseErrorKind::UnsupportedPseudoClassOrElement)),
        }
    }

    fn default_namespace(&self) -> Option<Ident> {
        self.0.default_url().map(Ident::from)
    }

    fn namespace_for_prefix(&self, prefix: &Ident) -> Option<Ident> {
        self.0.url(prefix).map(Ident::from)
    }
}

/// The serialization by Servo, if the text is a selector list.
fn by_servo(text: &str, namespaces: &Namespaces) -> Option<String> {
    let mut input = Parser::new(text);
    let list = SelectorList::parse(&Rules(namespaces.clone()), &mut input, ParseRelative::No);
    Some(list.ok()?.to_css_string())
}

/// Without the white space around invalid selectors, which Servo keeps.
fn tidy(text: &str) -> String {
    let mut tidy = String::new();
    for c in text.chars() {
        let follows = matches!(c, ',' | ')') || c.is_whitespace();
        if follows && !tidy.ends_with('\\') {
            tidy.truncate(tidy.trim_end().len());
        }
        if !c.is_whitespace() {
            tidy.push(c);
        } else if !tidy.ends_with([',', '(']) {
            tidy.push(' ');
        }
    }
    tidy
}

#[track_caller]
fn check(text: &str, namespaces: &Namespaces) -> bool {
    let servo = by_servo(text, namespaces).map(|text| tidy(&text));
    let ours = Selector::with_namespaces(text, namespaces).map(|it| tidy(&it.to_string()));
    // In forgiving lists, bad tokens are an error to Servo; the standard drops the selectors that have them.
    if [":is(", ":where("].iter().any(|it| text.contains(it)) {
        assert!(servo.is_none() || ours.is_ok(), "{text:?}: {ours:?}");
    } else {
        assert_eq!(ours.as_ref().ok(), servo.as_ref(), "{text:?}: {ours:?}");
    }
    servo.is_some()
}

#[test]
fn random_texts_parse_alike() {
    let spaces = [
        Namespaces::default(),
        Namespaces::default().default_namespace("http://www.w3.org/1999/xhtml"),
    ];
    let mut seed = 7_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    let mut valid = 0;
    for _ in 0..300_000 {
        let text: String = (0..=random(9)).map(|_| PIECES[random(PIECES.len())]).collect();
        valid += usize::from(check(&text, &spaces[random(2)]));
    }
    assert!(valid > 10_000, "{valid} texts are selectors");
}

/// The selectors of the tables, apart from pseudo-classes that only HTML defines.
#[test]
fn tables_parse_alike() {
    let mut count = 0;
    for path in suites::files(&suites::fixtures("select"), "txt").unwrap() {
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let Some((selector, _)) = line.split_once("=> ") else { continue };
            if by_servo(selector.trim(), &Namespaces::default()).is_some() {
                check(selector.trim(), &Namespaces::default());
                count += 1;
            }
        }
    }
    assert!(count > 200, "{count}");
}
