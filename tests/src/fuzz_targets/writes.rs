//! A fuzz target for scripts that write.

use sapwood::{Limits, ParseOptions, ScriptedParser, Step, parse_with};

use super::chosen::Choices;
use crate::{bounds, invariants, pieces::scattered, script_engine, soup::Random, tree::Outcome};

/// Text that scripts write is parsed as if it followed their end tags in the source.
pub fn writes(data: &[u8], limits: &Limits) {
    let mut choices = Choices { data };
    let seed = u64::from(choices.byte()) << 8 | u64::from(choices.byte());
    let options = ParseOptions::default().fast_path(choices.flag()).errors(true).positions(true);
    let options = options.limits(limits.clone());
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
    let mut parser = ScriptedParser::new(&ParseOptions::default().limits(limits.clone()));
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
