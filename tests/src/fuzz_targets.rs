//! Fuzz targets: each takes arbitrary bytes and panics if a property doesn't hold.
//!
//! libFuzzer runs them in `fuzz/`; the harness `fuzz` runs them on a fixed list of inputs.

use std::{fmt::Display, hint::black_box, num::NonZero};

use sapwood::{
    ByteOptions, ByteParser, Document, FragmentContext, Limit, Limits, Options, ParseError, Parser,
    ScriptedParser, Step,
    encoding::Encoding,
    markdown::{
        Conversion, DescriptionStyle, Escaping, HeadingStyle, InlineStyle, LinkStyle,
        Options as MarkdownOptions,
    },
    microsyntax::{
        Dimension, FromAttribute,
        color::{self, Color},
        date::{
            Date, DateOrTime, Duration, GlobalDateTime, LocalDateTime, Month, Time, TimeZoneOffset,
            Week, YearlessDate, with_year_in_range,
        },
        float,
        integer::{self, IntegerError},
        parse_dimension_list,
        refresh::Refresh,
        srcset, tokens,
    },
    parse_bytes_with, parse_fragment_with, parse_with,
    sanitizer::{Sanitizer, SanitizerConfig},
};

use crate::{
    bounds, invariants,
    markdown::render,
    pieces::scattered,
    sanitizer as cases, script_engine,
    soup::{CONTEXTS, Random},
    tree::Outcome,
    xml::soup::check as xml,
};

pub use crate::fuzz_trees::trees;

/// A fuzz target.
pub type Target = fn(&[u8]);

/// All targets, by name.
pub const TARGETS: [(&str, Target); 8] = [
    ("bytes", bytes),
    ("chunks", chunks),
    ("markdown", markdown),
    ("sanitizer", sanitizer),
    ("trees", trees),
    ("values", values),
    ("writes", writes),
    ("xml", xml),
];

/// Decodes options from the last bytes of the input; the bytes before them are parsed.
struct Choices<'d> {
    data: &'d [u8],
}

impl<'d> Choices<'d> {
    /// Takes a byte from the end, so that a fuzzer can change the front without changing the options.
    fn byte(&mut self) -> u8 {
        match self.data.split_last() {
            Some((byte, rest)) => {
                self.data = rest;
                *byte
            }
            None => 0,
        }
    }

    fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// Returns one of `choices`, or `None` in most cases.
    fn any<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        choices.get(usize::from(self.byte())).copied()
    }

    fn options(&mut self) -> Options {
        let bits = self.byte();
        let options = Options::default()
            .scripting(bits & 1 != 0)
            .errors(bits & 2 != 0)
            .positions(bits & 2 != 0)
            .declarative_shadow_roots(bits & 4 != 0)
            .fast_path(bits & 8 == 0);
        let most = usize::from(self.byte());
        match bits >> 4 {
            1 => options.limits(Limits::default().nodes(most)),
            2 => options.limits(Limits::default().depth(most)),
            3 => options.limits(Limits::default().attributes(most)),
            4 => options.limits(Limits::default().token_length(most)),
            5 => options.limits(Limits::default().input_bytes(most)),
            _ => options,
        }
    }
}

/// Parsing bytes in pieces equals parsing them as a whole, and the document is valid and bounded.
pub fn bytes(data: &[u8]) {
    const LABELS: [&str; 8] =
        ["utf-8", "utf-16le", "utf-16be", "gbk", "shift_jis", "iso-2022-jp", "big5", "euc-kr"];
    let mut choices = Choices { data };
    let transport = choices.any(&LABELS).and_then(|label| Encoding::for_label(label.as_bytes()));
    let options = ByteOptions::default()
        .http_charset(transport)
        .offset_map(choices.flag())
        .parsing(choices.options());
    let length = NonZero::new(usize::from(choices.byte())).unwrap_or(NonZero::<usize>::MIN);
    let bytes = choices.data;
    let whole = parse_bytes_with(bytes, &options);
    invariants::check(&whole.document).unwrap();
    // A byte decodes to at most three bytes of text.
    bounds::check(&whole.document, 3 * bytes.len()).unwrap();
    if let Some(map) = &whole.offset_map {
        for error in &whole.errors {
            let (start, end) = (map.byte_offset(error.span.start), map.byte_offset(error.span.end));
            assert!(start <= end && end <= bytes.len(), "{error} is {start}..{end}");
        }
    }
    let mut parser = ByteParser::new(&options);
    bytes.chunks(length.get()).for_each(|piece| parser.feed(piece));
    let pieces = parser.finish();
    invariants::check(&pieces.document).unwrap();
    assert_eq!(
        (pieces.encoding, pieces.source, pieces.confidence, pieces.bom_len),
        (whole.encoding, whole.source, whole.confidence, whole.bom_len)
    );
    assert_eq!((pieces.restarted, pieces.limit), (whole.restarted, whole.limit));
    // The amount of input decoded beyond a limit depends on the pieces.
    assert!(whole.limit.is_some() || pieces.malformed == whole.malformed);
    assert_eq!(pieces.document.quirks_mode(), whole.document.quirks_mode());
    assert_eq!(
        outcome(&pieces.document, pieces.errors, pieces.limit),
        outcome(&whole.document, whole.errors, whole.limit)
    );
}

/// Markdown is bounded under all options, and what a reader makes of it is a fixed point.
pub fn markdown(data: &[u8]) {
    let mut choices = Choices { data };
    let (options, styles) = (choices.options(), choices.byte());
    let html = String::from_utf8_lossy(choices.data);
    let document = parse_with(&html, &options).document;
    let bound = 1024 + 16 * html.len() + 8 * bounds::budget(html.len());
    let text = document.to_markdown();
    assert!(text.len() <= bound, "{} bytes of Markdown", text.len());
    let mut styled = MarkdownOptions::default();
    if styles & 1 != 0 {
        styled = styled.links(LinkStyle::Reference).headings(HeadingStyle::Underlined).width(20);
    }
    if styles & 2 != 0 {
        styled = styled.subscripts(InlineStyle::Html).superscripts(InlineStyle::Marks);
    }
    if styles & 4 != 0 {
        styled = styled.highlights(InlineStyle::Marks).insertions(InlineStyle::Marks);
    }
    if styles & 8 != 0 {
        styled = styled.descriptions(DescriptionStyle::Pandoc).list_indent(4);
    }
    if styles & 16 != 0 {
        styled = styled.escaping(Escaping::Full);
    }
    if styles & 32 != 0 {
        styled = styled.element(|element| match element.tag_name() {
            Some("b" | "table" | "code" | "p") => Conversion::Html,
            _ => Conversion::Default,
        });
    }
    assert!(document.to_markdown_with(&styled).len() <= bound, "styled Markdown");
    let again = sapwood::parse(&render(&text)).to_markdown();
    let last = sapwood::parse(&render(&again)).to_markdown();
    assert_eq!(last, again, "{text:?}");
}

/// Cleaned markup is safe and stays as it is when it is cleaned again, and the tree is bounded.
pub fn sanitizer(data: &[u8]) {
    let mut choices = Choices { data };
    let context = CONTEXTS.get(usize::from(choices.byte()) % (CONTEXTS.len() + 1)).copied();
    let mut random = Random::new(u64::from(choices.byte()));
    let html = String::from_utf8_lossy(choices.data);
    let config = SanitizerConfig::from_json(&cases::config(&mut random));
    let sanitizer = match random.below(4) {
        0 => Sanitizer::default(),
        1 => cases::permissive(),
        _ => config.and_then(Sanitizer::new).unwrap_or_default(),
    };
    cases::check_markup(&sanitizer, &html, context).unwrap();
    let document = Document::parse_html(&html, &sanitizer);
    invariants::check(&document).unwrap();
    bounds::check(&document, html.len()).unwrap();
    assert_eq!(cases::find_unsafe(&document), None);
}

/// Returns the facts to compare. If a limit cuts off a token, the errors in that token depend on the pieces.
fn outcome(document: &Document, errors: Vec<ParseError>, limit: Option<Limit>) -> Outcome {
    Outcome::of(document, if limit.is_some() { Vec::new() } else { errors })
}

/// Parsing text in chunks, and without the fast path, equals parsing it as a whole, errors and positions included.
pub fn chunks(data: &[u8]) {
    let mut choices = Choices { data };
    let context = choices.any(&CONTEXTS);
    let context = context.map(|name| FragmentContext::parse(name).unwrap());
    let (options, seed) = (choices.options(), choices.byte());
    let text = String::from_utf8_lossy(choices.data);
    let parse = |options: &Options, chunks: &[&str]| {
        let mut parser = match &context {
            Some(context) => Parser::new_fragment(context, options),
            None => Parser::new(options),
        };
        chunks.iter().for_each(|chunk| parser.feed(chunk));
        let parsed = parser.finish();
        invariants::check(&parsed.document).unwrap();
        let quirks = parsed.document.quirks_mode();
        (outcome(&parsed.document, parsed.errors, parsed.limit), quirks, parsed.limit)
    };
    let whole = match &context {
        Some(context) => parse_fragment_with(&text, context, &options),
        None => parse_with(&text, &options),
    };
    bounds::check(&whole.document, text.len()).unwrap();
    let quirks = whole.document.quirks_mode();
    let whole = (outcome(&whole.document, whole.errors, whole.limit), quirks, whole.limit);
    let scattered = scattered(&text, u64::from(seed));
    assert_eq!(parse(&options, &scattered), whole);
    assert_eq!(parse(&options.clone().fast_path(false), &[&text]), whole);
    let characters: Vec<&str> = text.split("").filter(|text| !text.is_empty()).collect();
    assert_eq!(parse(&options, &characters), whole);
}

/// Text that scripts write is parsed as if it followed their end tags in the source.
pub fn writes(data: &[u8]) {
    let mut choices = Choices { data };
    let seed = u64::from(choices.byte()) << 8 | u64::from(choices.byte());
    let options = Options::default().fast_path(choices.flag()).errors(true).positions(true);
    let text = String::from_utf8_lossy(choices.data);
    let mut writer = Writer {
        parser: ScriptedParser::new(&options),
        random: Random::new(seed * 2 + 1),
        source: &text,
        flat: String::new(),
        insertion_points: Vec::new(),
        written: 0,
        total: 0,
        was_opened: false,
    };
    writer.parse();
    let Writer { parser, flat, was_opened, total, .. } = writer;
    let is_complete = parser.is_complete();
    let written = parser.finish();
    invariants::check(&written.document).unwrap();
    bounds::check(&written.document, total).unwrap();
    if is_complete {
        let expected = parse_with(&flat, &options.scripting(true));
        assert_eq!(written.document.quirks_mode(), expected.document.quirks_mode());
        // `open` keeps the errors of the document before.
        let (errors, expected_errors) =
            if was_opened { (Vec::new(), Vec::new()) } else { (written.errors, expected.errors) };
        assert_eq!(
            Outcome::of(&written.document, errors),
            Outcome::of(&expected.document, expected_errors),
            "{flat:?}"
        );
    }
    // The example engine terminates.
    let mut parser = ScriptedParser::new(&Options::default());
    let step = parser.feed(&text);
    script_engine::run(&mut parser, step);
    let step = parser.end();
    script_engine::run(&mut parser, step);
    invariants::check(&parser.finish().document).unwrap();
}

/// Feeds a text and writes parts of it where scripts end.
struct Writer<'t> {
    parser: ScriptedParser,
    random: Random,
    source: &'t str,
    /// The equivalent input without scripts.
    flat: String,
    /// The insertion points in `flat`, the innermost last.
    insertion_points: Vec<usize>,
    /// Number of writes, which is bounded.
    written: usize,
    /// Bytes fed and written, before and after `open`.
    total: usize,
    was_opened: bool,
}

impl Writer<'_> {
    const MOST_WRITES: usize = 60;

    fn parse(&mut self) {
        for chunk in scattered(self.source, self.random.below(1 << 16) as u64) {
            self.total += chunk.len();
            if !self.was_opened {
                self.flat.push_str(chunk);
            }
            let step = self.parser.feed(chunk);
            self.go_on(step);
        }
        if self.random.below(8) == 0 {
            self.open();
        }
        let step = if self.was_opened { self.parser.close() } else { self.parser.end() };
        self.go_on(step);
    }

    /// Runs scripts until none is left.
    fn go_on(&mut self, mut step: Step<sapwood::NodeId>) {
        loop {
            step = match step {
                Step::Script(script) => {
                    let node = self.parser.document().node(script).unwrap();
                    let end = node.end_tag().or(node.span()).unwrap().end;
                    if self.insertion_points.is_empty() || self.random.below(4) != 0 {
                        self.insertion_points.push(end);
                        if self.random.below(6) == 0 {
                            self.parser.block(script);
                            self.resume()
                        } else {
                            self.run()
                        }
                    } else {
                        self.insertion_points.push(end);
                        self.resume()
                    }
                }
                _ if !self.insertion_points.is_empty() => self.run(),
                Step::Blocked => self.parser.unblock(),
                Step::Done => break,
            };
        }
    }

    /// Lets the running script write or end.
    fn run(&mut self) -> Step<sapwood::NodeId> {
        if self.written == Self::MOST_WRITES || self.random.below(3) == 0 {
            return self.resume();
        }
        let text = self.any_part();
        self.write(&text)
    }

    fn resume(&mut self) -> Step<sapwood::NodeId> {
        self.insertion_points.pop();
        self.parser.resume()
    }

    fn write(&mut self, text: &str) -> Step<sapwood::NodeId> {
        self.written += 1;
        self.total += text.len();
        let at = self.insertion_points.last().copied().unwrap_or(self.flat.len());
        self.flat.insert_str(at, text);
        for point in &mut self.insertion_points {
            *point += text.len();
        }
        self.parser.write(text)
    }

    /// Opens the document and writes to it.
    fn open(&mut self) {
        if !self.parser.open() {
            return;
        }
        self.was_opened = true;
        self.flat.clear();
        for _ in 0..self.random.below(4) {
            let text = self.any_part();
            let step = self.write(&text);
            self.go_on(step);
        }
    }

    /// Returns a part of the source, often with a script in it.
    fn any_part(&mut self) -> String {
        const SCRIPT: &str = "<script>x</script>";
        let start = floor_char_boundary(self.source, self.random.below(self.source.len() + 1));
        let length = 1 + self.random.below(40);
        let end = floor_char_boundary(self.source, start + length);
        let mut part = self.source[start..end].to_owned();
        if self.random.below(3) == 0 {
            let at = floor_char_boundary(&part, self.random.below(part.len() + 1));
            part.insert_str(at, SCRIPT);
        }
        part
    }
}

fn floor_char_boundary(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Parses a string as each microsyntax: valid values parse, and parsed values round-trip.
pub fn values(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    let is_integer = |error| error != IntegerError::NotAnInteger;
    assert!(!integer::is_valid(text) || integer::parse(text).err().is_none_or(is_integer));
    if let Some(number) = float::parse(text) {
        assert!(number.is_finite());
        assert_eq!(float::parse(&float::best_representation(number)), Some(number));
    }
    check_round_trip::<Month>(text, Month::is_valid);
    check_round_trip::<Date>(text, Date::is_valid);
    check_round_trip::<YearlessDate>(text, YearlessDate::is_valid);
    check_round_trip::<Time>(text, Time::is_valid);
    check_round_trip::<LocalDateTime>(text, LocalDateTime::is_valid);
    check_round_trip::<TimeZoneOffset>(text, TimeZoneOffset::is_valid);
    check_round_trip::<GlobalDateTime>(text, GlobalDateTime::is_valid);
    check_round_trip::<Week>(text, Week::is_valid);
    check_round_trip::<DateOrTime>(text, DateOrTime::is_valid);
    check_round_trip::<Color>(text, color::is_valid);
    assert!(!Duration::is_valid(text) || Duration::parse(text).is_some() || text.len() > 300);
    let moment = GlobalDateTime::parse(text).and_then(GlobalDateTime::to_utc);
    black_box((
        moment,
        Dimension::parse(text),
        parse_dimension_list(text),
        float::parse_list(text),
    ));
    black_box((Refresh::parse(text), Refresh::is_valid(text), srcset::parse(text)));
    black_box((srcset::is_valid(text), srcset::parse_sizes(text), tokens::are_unique(text)));
}

fn check_round_trip<T: FromAttribute + Display>(text: &str, is_valid: fn(&str) -> bool) {
    if is_valid(text) {
        // A year past the range is valid and has no value.
        let in_range = with_year_in_range(text);
        let text = in_range.as_deref().unwrap_or(text);
        let written = T::from_attribute(text).expect("a valid value parses").to_string();
        assert!(is_valid(&written), "{text:?} was written {written:?}");
        assert_eq!(T::from_attribute(&written).map(|it| it.to_string()), Some(written));
    }
}
