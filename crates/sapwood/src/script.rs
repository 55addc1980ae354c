//! Parsing for one who runs scripts.

mod stream;

use dom::{Builder, Document};
use tokenizer::Tokenizer;
use tree_builder::TreeBuilder;
use tree_sink::{Limit, TreeSink};

use self::stream::Stream;
use crate::{Options, limits::Allowance};

/// Parses a document whose scripts run while it is parsed, and may write to it.
///
/// The scripts are the caller's: the parser stops at the end of each `script` element, the caller runs it,
/// and has the parser [`resume`](Self::resume). What the script [`write`](Self::write)s is parsed at once,
/// before what follows the script, and may hold scripts again, nested to any depth:
///
/// * [`feed`](Self::feed) and [`end`](Self::end) are the input from the network,
/// * [`write`](Self::write), [`open`](Self::open) and [`close`](Self::close) are those of a script's
///   `document`,
/// * each of them, and [`resume`](Self::resume), tells by a [`Step`] whether there is a script to run
///   first.
///
/// While it has stopped, the tree so far can be read and changed through [`sink`](Self::sink) and
/// [`sink_mut`](Self::sink_mut). Scripting is enabled, whatever the options say. Whether a script runs at
/// all (not in a template, not twice, not of an unknown type) is for the caller to tell: one that doesn't
/// is simply resumed from.
///
/// What a parser can't know stays with the caller: that a counter forbids dynamic markup insertion and that
/// the document is an XML document (both throw), and style sheets that block scripts.
///
/// # Examples
///
/// ```
/// use sapwood::{Options, ScriptedParser, Step};
///
/// let mut parser = ScriptedParser::new(&Options::default());
/// let Step::Script(script) = parser.feed("<p>1<script>write 2</script>4") else { panic!() };
/// assert_eq!(parser.document().node(script).unwrap().text_content(), "write 2");
/// assert!(matches!(parser.write("2<b"), Step::Done));
/// assert!(matches!(parser.write(">3"), Step::Done));
/// assert!(matches!(parser.resume(), Step::Done));
/// assert!(matches!(parser.end(), Step::Done));
///
/// let document = parser.finish().document;
/// assert_eq!(
///     document.outline().to_string().lines().skip(3).collect::<Vec<_>>(),
///     ["|     <p>", "|       \"1\"", "|       <script>", "|         \"write 2\"", "|       \"2\"",
///      "|       <b>", "|         \"34\""]
/// );
/// ```
pub struct ScriptedParser<S: TreeSink = Builder<true>> {
    tokenizer: Tokenizer,
    builder: TreeBuilder<S>,
    stream: Stream,
    /// The [script nesting level](https://html.spec.whatwg.org/multipage/parsing.html#script-nesting-level).
    nesting: usize,
    /// The [pending parsing-blocking
    /// script](https://html.spec.whatwg.org/multipage/scripting.html#pending-parsing-blocking-script).
    pending: Option<S::Handle>,
    end: End,
    is_script_created: bool,
    is_aborted: bool,
    ignored_opens: usize,
    ignored_destructive_writes: usize,
    allowance: Allowance,
    limit: Option<Limit>,
}

/// How far the end of the input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// More may come.
    Open,
    /// Nothing comes any more.
    Told,
    /// The parser has met it.
    Met,
}

/// How far a [`ScriptedParser`] came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "there may be a script to run"]
pub enum Step<Handle> {
    /// This script ended: run it, then [`resume`](ScriptedParser::resume).
    Script(Handle),
    /// All was parsed that there is, up to the insertion point if a script is running.
    Done,
    /// A script has to be loaded first: let running scripts end, then
    /// [`unblock`](ScriptedParser::unblock).
    Blocked,
}

impl ScriptedParser {
    /// A parser that makes a [`Document`].
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let sink = Builder::new(dom::Options {
            errors: options.errors,
            positions: options.positions,
            max_nodes: options.limits.max_nodes(),
            ..dom::Options::default()
        });
        Self::with_sink(sink, options)
    }

    /// The document so far.
    #[must_use]
    pub fn document(&self) -> &Document {
        self.sink().current()
    }
}

impl<S: TreeSink> ScriptedParser<S> {
    /// A parser that fills `sink`. What the options say of errors, positions and the number of nodes is
    /// for the sink to heed.
    #[must_use]
    pub fn with_sink(sink: S, options: &Options) -> Self {
        let mut tree = options.tree;
        tree.scripting = true;
        tree.pause_at_scripts = true;
        tree.max_depth = options.limits.max_depth();
        Self {
            tokenizer: Tokenizer::new(options.limits.of_tokenizer(tokenizer::Options {
                fast_path: !options.plain_machine,
                ..tokenizer::Options::default()
            })),
            builder: TreeBuilder::new(sink, tree),
            stream: Stream::default(),
            nesting: 0,
            pending: None,
            end: End::Open,
            is_script_created: false,
            is_aborted: false,
            ignored_opens: 0,
            ignored_destructive_writes: 0,
            allowance: Allowance::of(&options.limits),
            limit: None,
        }
    }

    /// The sink.
    #[must_use]
    pub fn sink(&self) -> &S {
        self.builder.sink()
    }

    /// The sink, to change the tree as a script would.
    pub fn sink_mut(&mut self) -> &mut S {
        self.builder.sink_mut()
    }

    /// Takes a chunk from the network. While a script runs or has to be loaded it waits.
    ///
    /// After [`end`](Self::end), and once the document was [opened](Self::open) anew, nothing comes of it.
    pub fn feed(&mut self, chunk: &str) -> Step<S::Handle> {
        if self.is_script_created || self.end != End::Open {
            return self.step();
        }
        let chunk = self.allow(chunk);
        let waits = self.nesting > 0 || !self.may_run() || !self.stream.is_empty();
        if waits || self.allowance.is_limited {
            self.stream.append(chunk);
            return if self.nesting > 0 { self.step() } else { self.run() };
        }
        // As a rule nothing waits, and nothing needs to be copied.
        let taken = self.tokenizer.feed(chunk, &mut self.builder);
        self.stream.append(&chunk[taken..]);
        match self.builder.take_script() {
            Some(script) => self.begin_script(script),
            None => self.run(),
        }
    }

    /// Ends the input from the network.
    pub fn end(&mut self) -> Step<S::Handle> {
        if self.is_script_created { self.step() } else { self.end_input() }
    }

    /// Goes on after the script that the last unanswered [`Step::Script`] told of.
    ///
    /// Within a script that wrote it this continues the writing; a [`Step::Done`] is then what
    /// [`write`](Self::write) would have returned.
    pub fn resume(&mut self) -> Step<S::Handle> {
        if self.nesting == 0 {
            return self.step();
        }
        self.nesting -= 1;
        self.stream.end_insertion_point();
        self.run()
    }

    /// Instead of running the script it stopped at, waits until that is loaded: it becomes the [pending
    /// parsing-blocking
    /// script](https://html.spec.whatwg.org/multipage/scripting.html#pending-parsing-blocking-script).
    /// [`resume`](Self::resume) all the same.
    ///
    /// From then on nothing is parsed, also of what running scripts write, until
    /// [`unblock`](Self::unblock).
    pub fn block(&mut self, script: S::Handle) {
        self.pending = Some(script);
    }

    /// Has the script run that parsing waits for, now that it is loaded.
    ///
    /// It does nothing while another script is running, or if none is waited for.
    pub fn unblock(&mut self) -> Step<S::Handle> {
        if self.nesting > 0 || self.is_over() {
            return self.step();
        }
        match self.pending.take() {
            Some(script) => self.begin_script(script),
            None => self.step(),
        }
    }

    /// [`document.write()`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-document-write):
    /// puts `text` at the insertion point and parses it, unless a script has to be loaded first.
    ///
    /// Without an [insertion point](Self::has_insertion_point) it opens the document anew, unless
    /// [destructive writes are ignored](Self::ignore_destructive_writes).
    pub fn write(&mut self, text: &str) -> Step<S::Handle> {
        if self.is_aborted {
            return Step::Done;
        }
        if !self.has_insertion_point() {
            let is_ignored = self.ignored_destructive_writes > 0;
            if is_ignored || !self.open() {
                return self.step();
            }
        }
        let text = self.allow(text);
        self.stream.insert(text);
        self.run()
    }

    /// [`document.open()`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-document-open-window):
    /// takes everything out of the document, and what is written from now on is its input.
    ///
    /// Returns whether it did: not while a script is running that the parser stopped at, while
    /// [opens are ignored](Self::ignore_opens), or after [`abort`](Self::abort). What the network still
    /// sends is dropped.
    pub fn open(&mut self) -> bool {
        if self.nesting > 0 || self.ignored_opens > 0 || self.is_over() {
            return false;
        }
        self.builder.sink_mut().clear_document();
        self.builder.restart();
        self.tokenizer.restart();
        self.stream = Stream::default();
        self.pending = None;
        self.end = End::Open;
        self.is_script_created = true;
        true
    }

    /// [`document.close()`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-document-close):
    /// ends the input of a document that was [opened](Self::open), and does nothing to another.
    ///
    /// While a script is running that the parser stopped at, the end is met when that has ended.
    pub fn close(&mut self) -> Step<S::Handle> {
        if self.is_script_created { self.end_input() } else { self.step() }
    }

    /// [Aborts](https://html.spec.whatwg.org/multipage/parsing.html#abort-a-parser) the parse: all input that
    /// waits or comes is dropped, and all elements are closed.
    pub fn abort(&mut self) {
        if self.end != End::Met && !self.is_over() {
            self.builder.abort();
        }
        self.is_aborted = true;
        self.stream = Stream::default();
        self.pending = None;
    }

    /// Ends the parse, which is [aborted](Self::abort) if its input isn't at its end.
    #[must_use]
    pub fn finish(mut self) -> S::Output {
        self.abort();
        self.builder.finish()
    }

    /// Whether the [insertion
    /// point](https://html.spec.whatwg.org/multipage/parsing.html#insertion-point) is defined: a script is
    /// running that the parser stopped at, or the document was opened and not closed.
    #[must_use]
    pub fn has_insertion_point(&self) -> bool {
        self.nesting > 0 || (self.is_script_created && self.end == End::Open)
    }

    /// The [script nesting
    /// level](https://html.spec.whatwg.org/multipage/parsing.html#script-nesting-level): how many scripts
    /// that the parser stopped at are running, one within the other.
    #[must_use]
    pub fn script_nesting_level(&self) -> usize {
        self.nesting
    }

    /// Whether the end of the input was met, so that the document is complete.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.end == End::Met
    }

    /// The [limit](crate::Limits) that was reached, if one was: what was written and fed counts as input, and
    /// nothing more comes of either.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Counts up, or down again, what makes [`open`](Self::open) do nothing: the [ignore-opens-during-unload
    /// counter](https://html.spec.whatwg.org/multipage/document-lifecycle.html#ignore-opens-during-unload-counter).
    pub fn ignore_opens(&mut self, on: bool) {
        count(&mut self.ignored_opens, on);
    }

    /// Counts up, or down again, what makes a [`write`](Self::write) without an insertion point do nothing:
    /// the [ignore-destructive-writes
    /// counter](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#ignore-destructive-writes-counter),
    /// up while a script from a file runs.
    pub fn ignore_destructive_writes(&mut self, on: bool) {
        count(&mut self.ignored_destructive_writes, on);
    }

    /// Whether nothing comes of any input any more.
    fn is_over(&self) -> bool {
        self.is_aborted || self.limit.is_some()
    }

    fn may_run(&self) -> bool {
        !self.is_over() && self.pending.is_none()
    }

    /// What there is to tell where nothing is done.
    fn step(&self) -> Step<S::Handle> {
        if self.pending.is_some() && !self.is_over() { Step::Blocked } else { Step::Done }
    }

    /// As much of `text` as is allowed.
    fn allow<'t>(&mut self, text: &'t str) -> &'t str {
        if self.is_over() {
            return "";
        }
        let allowed = self.allowance.take(text);
        if allowed.len() < text.len() {
            self.stream.limit();
        }
        allowed
    }

    fn end_input(&mut self) -> Step<S::Handle> {
        if self.end == End::Open {
            self.end = End::Told;
        }
        if self.nesting > 0 { self.step() } else { self.run() }
    }

    fn begin_script(&mut self, script: S::Handle) -> Step<S::Handle> {
        self.nesting += 1;
        self.stream.begin_insertion_point();
        Step::Script(script)
    }

    /// Parses up to the insertion point, or to the end if there is none, but only to the next script.
    fn run(&mut self) -> Step<S::Handle> {
        let deadline = self.allowance.deadline();
        while self.may_run() {
            self.limit = self.tokenizer.limit().or(self.builder.limit());
            let Some(text) = self.stream.next() else { break };
            let taken = self.tokenizer.feed(text, &mut self.builder);
            self.stream.take(taken);
            if self.allowance.is_past(deadline) {
                self.limit.get_or_insert(Limit::Time);
            }
            if let Some(script) = self.builder.take_script() {
                return self.begin_script(script);
            }
        }
        if self.may_run() && self.stream.is_at_limit() {
            self.limit = Some(Limit::InputBytes);
        }
        if self.may_run() && self.nesting == 0 && self.end == End::Told {
            self.tokenizer.finish(&mut self.builder);
            self.end = End::Met;
            self.limit = self.tokenizer.limit().or(self.builder.limit());
        }
        if self.limit.is_some() && !self.is_aborted {
            self.abort();
        }
        self.step()
    }
}

fn count(counter: &mut usize, up: bool) {
    *counter = if up { *counter + 1 } else { counter.saturating_sub(1) };
}
