//! Generated inputs: how they are cut, whether the sink pauses or wants errors, and whether the fast
//! path is on changes nothing.

use super::common::{Answers, characters, tokenize};
use sapwood_tokenizer::{State, TokenizerOptions};

/// Pieces of input that lead into every state, and out of it at the wrong moment.
#[rustfmt::skip]
const FRAGMENTS: &[&str] = &[
    "<", ">", "/", "</", "/>", "=", "\"", "'", "`", "-", "--", "!", "?", "&", "#", ";", "x", " ", "\n", "\t", "\x0c",
    "\r", "\r\n", "\0", "\0\0", "é", "\u{1}", "\u{80}", "\u{a0}", "\u{fffe}", "\u{fdd0}", "\u{1ffff}", "😀",
    "<!--", "-->", "--!>", "<!-->", "<!--->", "<!----", "<!", "<!-", "<![CDATA[", "<![cdata[", "]", "]]", "]]>",
    "&amp;", "&amp", "&notin;", "&notit;", "&not", "&nosuch;", "&nosuch", "&lt=", "&gt;", "&#", "&#x", "&#x80;", "&#65;",
    "&#65", "&#0;", "&#xD800;", "&#x110000;", "&#xFFFF;", "&#13;", "&#0000000000065;", "&CounterClockwiseContourIntegral;",
    "<?", "<?x", "<?xml ", "<?a b", "?>", "<!DOCTYPE", "<!DOCTYPE html", "<!DOCTYPE html>", "<!doctype html PUBLIC \"",
    " SYSTEM '", " PUBLIC", " sys",
    "<a>", "<A>", "</a>", "</A >", "<a", "<a ", " b", " b=", " b=c", " B='", " b=\"c\"", " c=\"&amp;\"", " c='&copy=1'",
    " c=\"x&y\"", " data-foo", " data-Foo=1", " viewBox=\"0 0\"", "<foreignObject>", "<svg/>", "<my-element>", "<br/>",
    "<title>", "</title>", "</title", "</titl", "</TITLE ", "<style>", "</style>", "<script>", "</script>", "</script",
    "<!--<script>", "</scripts>", "<plaintext>", "text", "longer text that fills more than a block or two of sixteen bytes",
];

/// [xorshift](https://en.wikipedia.org/wiki/Xorshift), so that every run has the same inputs.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn input(&mut self) -> String {
        let length = 1 + self.below(12);
        (0..length).map(|_| self.pick(FRAGMENTS)).collect()
    }

    /// Cuts `text` at a few random places.
    fn cut<'a>(&mut self, text: &'a str) -> Vec<&'a str> {
        let mut cuts: Vec<_> = (0..self.below(4))
            .map(|_| self.below(text.len() + 1))
            .filter(|&cut| text.is_char_boundary(cut))
            .chain([0, text.len()])
            .collect();
        cuts.sort_unstable();
        cuts.windows(2).map(|cut| &text[cut[0]..cut[1]]).collect()
    }
}

#[test]
fn nothing_depends_on_the_way_it_is_fed() {
    let mut random = Random(0x5eed_0f5a_b1e5_eed5);
    for _ in 0..40_000 {
        let input = random.input();
        let answers =
            Answers { cdata: random.below(2) == 0, switch: random.below(4) != 0, pause: false };
        let plain = TokenizerOptions::default()
            .state(random.pick(&[
                State::Data,
                State::Data,
                State::Data,
                State::Data,
                State::Rcdata,
                State::Rawtext,
                State::ScriptData,
                State::CdataSection,
            ]))
            .last_start_tag(random.pick(&[None, Some("title"), Some("script")]).map(Into::into))
            .fast_path(false);
        let fast = plain.clone().fast_path(true);
        let expected = tokenize::<true>(&plain, answers, &[&input]);
        let pausing = Answers { pause: true, ..answers };
        for options in [&plain, &fast] {
            let cut = random.cut(&input);
            for chunks in [vec![&*input], cut, characters(&input)] {
                let record = tokenize::<true>(options, answers, &chunks);
                assert_eq!(record, expected, "{options:?} {answers:?} {chunks:?}");
                let record = tokenize::<true>(options, pausing, &chunks);
                assert_eq!(record, expected, "{options:?} {pausing:?} {chunks:?}");
                let record = tokenize::<false>(options, answers, &chunks);
                assert_eq!(record.tokens, expected.tokens, "{options:?} {answers:?} {chunks:?}");
            }
        }
    }
}

/// Each would take minutes if a byte were looked at more than a few times.
#[test]
fn many_of_anything_take_linear_time() {
    const MANY: usize = 200_000;
    let numbered = |prefix: &str| -> String { (0..MANY).map(|n| format!("{prefix}{n}")).collect() };
    let mut inputs = vec![
        ["<a", &numbered(" x"), ">"].concat(),
        ["<a", &" x".repeat(MANY), ">"].concat(),
        ["<a x='", &"&amp;".repeat(MANY), "'>"].concat(),
        ["<title>", &"</titl".repeat(MANY)].concat(),
        ["<script>", &"<!--<script>".repeat(MANY)].concat(),
        "\0".repeat(MANY),
        "\u{fffe}".repeat(MANY),
    ];
    for fragment in
        ["<", "<a ", "<a b='", "<a b=\"", "</", "<!--", "<!-- <!", "<!-- --!", "<?", "<?a "]
    {
        inputs.push(fragment.repeat(MANY));
    }
    for fragment in
        ["<!DOCTYPE ", "<![CDATA[", "]]", "&", "&a", "&#", "&#1", "&notit", "\r", "-", "é"]
    {
        inputs.push(fragment.repeat(MANY));
    }
    for input in &inputs {
        for cdata in [false, true] {
            let answers = Answers { cdata, switch: true, pause: false };
            let whole = tokenize::<true>(&TokenizerOptions::default(), answers, &[input]);
            let pieces =
                tokenize::<true>(&TokenizerOptions::default(), answers, &characters(input));
            assert!(whole == pieces, "{:?}…", &input[..10]);
        }
    }
}
