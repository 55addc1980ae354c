//! A parser for programs that run scripts.

mod input_stream;

use sapwood_dom::{Builder, Document, ParseOptions};
use sapwood_driver::{Driver, Event, Html, Stages};
use sapwood_tree::{Limit, TreeSink};

use self::input_stream::InputStream;
/// Parses a document whose scripts run while it is parsed, and may write to it.
///
/// The caller runs the scripts: the parser stops at the end of each `script` element, and goes on when the caller
/// [resumes](Self::resume) it. Text that a script [writes](Self::write) is parsed at once, before the text after the
/// script. It may contain scripts again, nested to any depth:
///
/// * [`feed`](Self::feed) and [`end`](Self::end) are the input from the network,
/// * [`write`](Self::write), [`open`](Self::open) and [`close`](Self::close) are the methods of a script's
///   `document`,
/// * each of these, and [`resume`](Self::resume), returns a [`Step`], which may be a script to run.
///
/// While the parser has stopped, the tree so far can be read and changed through [`sink`](Self::sink) and
/// [`sink_mut`](Self::sink_mut). Scripting is enabled, whatever the options say. The caller decides whether a script
/// runs at all (not in a template, not twice, not of an unknown type), and resumes after one that doesn't.
///
/// The caller also has to know what a parser can't: that a counter forbids dynamic markup insertion, that the document
/// is an XML document (both throw an exception), and that style sheets block scripts.
///
/// # Examples
///
/// ```
/// use sapwood::{ParseOptions, ScriptedParser, Step};
///
/// let mut parser = ScriptedParser::new(&ParseOptions::default());
/// let Step::Script(script) = parser.feed("<p>1<script>write 2</script>4") else { panic!() };
/// assert_eq!(parser.document().node(script).unwrap().text_content(), "write 2");
/// assert!(matches!(parser.write("2<b"), Step::Done));
/// assert!(matches!(parser.write(">3"), Step::Done));
/// assert!(matches!(parser.resume(), Step::Done));
/// assert!(matches!(parser.end(), Step::Done));
///
/// let document = parser.finish().document;
/// assert_eq!(
///     document.dump().to_string().lines().skip(3).collect::<Vec<_>>(),
///     ["|     <p>", "|       \"1\"", "|       <script>", "|         \"write 2\"", "|       \"2\"",
///      "|       <b>", "|         \"34\""]
/// );
/// ```
pub struct ScriptedParser<S: TreeSink = Builder<true>> {
    driver: Driver<Html<S>>,
    input: InputStream,
    /// The [script nesting level](https://html.spec.whatwg.org/multipage/parsing.html#script-nesting-level).
    nesting: usize,
    /// The [pending parsing-blocking
    /// script](https://html.spec.whatwg.org/multipage/scripting.html#pending-parsing-blocking-script).
    pending: Option<S::Handle>,
    input_end: InputEnd,
    is_script_created: bool,
    is_aborted: bool,
    ignored_opens: usize,
    ignored_destructive_writes: usize,
}

/// The end of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InputEnd {
    /// More input may be added.
    Open,
    /// The input was closed, and the parser hasn't reached its end.
    Closed,
    /// The parser has reached the end.
    Reached,
}

/// The result of a step of a [`ScriptedParser`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "there may be a script to run"]
pub enum Step<Handle> {
    /// The end tag of this script was read: run the script, then [`resume`](ScriptedParser::resume).
    Script(Handle),
    /// All available input has been parsed; while a script is running, all input before the insertion point.
    Done,
    /// A script has to be loaded first: finish the scripts that are running, then
    /// [`unblock`](ScriptedParser::unblock).
    Blocked,
}

impl ScriptedParser {
    /// A parser that builds a [`Document`].
    // Inlined, so that the parser is compiled only where somebody uses it.
    #[inline]
    #[must_use]
    pub fn new(options: &ParseOptions) -> Self {
        let builder = sapwood_dom::BuilderOptions::default()
            .errors(options.document.errors)
            .positions(options.document.positions)
            .max_nodes(options.document.limits.max_nodes());
        Self::with_sink(Builder::new(builder), options)
    }

    /// The document so far.
    #[must_use]
    #[inline]
    pub fn document(&self) -> &Document {
        self.sink().current()
    }
}

impl<S: TreeSink> ScriptedParser<S> {
    /// A parser that fills `sink`. It is up to the sink to collect errors and positions and to limit the number of
    /// nodes.
    #[must_use]
    #[inline]
    pub fn with_sink(sink: S, options: &ParseOptions) -> Self {
        let mut tree = options.tree;
        tree.scripting = true;
        tree.pause_at_scripts = true;
        let stages =
            Html::new(sink, None, tree, options.uses_fast_path(), &options.document.limits);
        Self {
            driver: Driver::new(stages, &options.document.limits),
            input: InputStream::default(),
            nesting: 0,
            pending: None,
            input_end: InputEnd::Open,
            is_script_created: false,
            is_aborted: false,
            ignored_opens: 0,
            ignored_destructive_writes: 0,
        }
    }

    /// The sink.
    #[must_use]
    #[inline]
    pub fn sink(&self) -> &S {
        self.driver.stages().sink()
    }

    /// The sink, to change the tree as a script would.
    #[inline]
    pub fn sink_mut(&mut self) -> &mut S {
        self.driver.stages_mut().sink_mut()
    }

    /// Adds a chunk from the network. It waits while a script is running or has to be loaded.
    ///
    /// After [`end`](Self::end), and once the document was [opened](Self::open) anew, chunks are ignored.
    #[inline]
    pub fn feed(&mut self, chunk: &str) -> Step<S::Handle> {
        if self.is_script_created || self.input_end != InputEnd::Open || self.is_over() {
            return self.step();
        }
        if self.pending.is_some() || !self.input.is_empty() {
            self.input.append(chunk, self.driver.input_left());
            return if self.nesting > 0 { self.step() } else { self.run() };
        }
        // Usually nothing is waiting, and the chunk needn't be copied.
        let (taken, event) = parse_to_event(&mut self.driver, chunk);
        if let Event::Script(script) = event {
            self.input.append(&chunk[taken..], self.driver.input_left());
            return self.begin_script(script);
        }
        self.run()
    }

    /// Ends the input from the network.
    #[inline]
    pub fn end(&mut self) -> Step<S::Handle> {
        if self.is_script_created { self.step() } else { self.close_input() }
    }

    /// Continues after the script of the last [`Step::Script`] that wasn't resumed yet.
    ///
    /// If that script was written by another one, this continues the writing: [`Step::Done`] then means what it
    /// means for [`write`](Self::write).
    #[inline]
    pub fn resume(&mut self) -> Step<S::Handle> {
        if self.nesting == 0 {
            return self.step();
        }
        self.nesting -= 1;
        self.input.end_insertion_point();
        self.run()
    }

    /// Makes `script`, the script of the last [`Step::Script`], the [pending parsing-blocking
    /// script](https://html.spec.whatwg.org/multipage/scripting.html#pending-parsing-blocking-script): it has to be
    /// loaded before it runs. Call [`resume`](Self::resume) all the same.
    ///
    /// From then on nothing is parsed until [`unblock`](Self::unblock), not even the text that running scripts write.
    #[inline]
    pub fn block(&mut self, script: S::Handle) {
        self.pending = Some(script);
    }

    /// Returns the pending script to be run, now that it is loaded.
    ///
    /// Does nothing while another script is running, or if no script is pending.
    #[inline]
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
    /// inserts `text` at the insertion point and parses it, unless a script has to be loaded first.
    ///
    /// Without an [insertion point](Self::has_insertion_point) it opens the document anew, unless
    /// [destructive writes are ignored](Self::ignore_destructive_writes).
    #[inline]
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
        self.input.insert(text, self.driver.input_left());
        self.run()
    }

    /// [`document.open()`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-document-open-window):
    /// removes all nodes of the document, whose input is what is written from now on. Input from the network is
    /// dropped.
    ///
    /// Returns `false` and does nothing while a script is running that the parser stopped at, while
    /// [opens are ignored](Self::ignore_opens), and after [`abort`](Self::abort).
    #[inline]
    pub fn open(&mut self) -> bool {
        if self.nesting > 0 || self.ignored_opens > 0 || self.is_over() {
            return false;
        }
        self.sink_mut().clear_document();
        self.driver.stages_mut().recycle();
        self.input = InputStream::default();
        self.pending = None;
        self.input_end = InputEnd::Open;
        self.is_script_created = true;
        true
    }

    /// [`document.close()`](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-document-close):
    /// ends the input of a document that was [opened](Self::open), and does nothing to another.
    ///
    /// While a script is running that the parser stopped at, the parser reaches the end after that script.
    #[inline]
    pub fn close(&mut self) -> Step<S::Handle> {
        if self.is_script_created { self.close_input() } else { self.step() }
    }

    /// [Aborts](https://html.spec.whatwg.org/multipage/parsing.html#abort-a-parser) the parse: drops all input, now
    /// and later, and closes all elements.
    #[inline]
    pub fn abort(&mut self) {
        if !self.is_aborted && self.input_end != InputEnd::Reached {
            self.driver.stages_mut().abort();
        }
        self.is_aborted = true;
        self.input = InputStream::default();
        self.pending = None;
    }

    /// Finishes the parse, which is [aborted](Self::abort) if the parser hasn't reached the end of the input.
    #[must_use]
    #[inline]
    pub fn finish(mut self) -> S::Output {
        self.abort();
        self.driver.into_stages().finish()
    }

    /// Whether the [insertion
    /// point](https://html.spec.whatwg.org/multipage/parsing.html#insertion-point) is defined: a script is
    /// running that the parser stopped at, or the document was opened and not closed.
    #[must_use]
    #[inline]
    pub fn has_insertion_point(&self) -> bool {
        self.nesting > 0 || (self.is_script_created && self.input_end == InputEnd::Open)
    }

    /// The [script nesting
    /// level](https://html.spec.whatwg.org/multipage/parsing.html#script-nesting-level): the number of running scripts
    /// that the parser stopped at, one within the other.
    #[must_use]
    #[inline]
    pub fn script_nesting_level(&self) -> usize {
        self.nesting
    }

    /// Whether the parser has reached the end of the input, so that the document is complete.
    #[must_use]
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.input_end == InputEnd::Reached
    }

    /// The [limit](crate::Limits) that was reached, if any. Text counts as input when it is parsed, whether it was
    /// fed or written.
    #[must_use]
    #[inline]
    pub fn limit(&self) -> Option<Limit> {
        self.driver.limit()
    }

    /// Increments or decrements the [ignore-opens-during-unload
    /// counter](https://html.spec.whatwg.org/multipage/document-lifecycle.html#ignore-opens-during-unload-counter).
    /// While it isn't zero, [`open`](Self::open) does nothing.
    #[inline]
    pub fn ignore_opens(&mut self, on: bool) {
        count(&mut self.ignored_opens, on);
    }

    /// Increments or decrements the [ignore-destructive-writes
    /// counter](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#ignore-destructive-writes-counter),
    /// as before and after an external script runs. While it isn't zero, a [`write`](Self::write) without an insertion
    /// point does nothing.
    #[inline]
    pub fn ignore_destructive_writes(&mut self, on: bool) {
        count(&mut self.ignored_destructive_writes, on);
    }

    /// Whether all further input is ignored.
    #[inline]
    fn is_over(&self) -> bool {
        self.is_aborted || self.limit().is_some()
    }

    #[inline]
    fn may_run(&self) -> bool {
        !self.is_over() && self.pending.is_none()
    }

    /// The step to return where nothing is parsed.
    #[inline]
    fn step(&self) -> Step<S::Handle> {
        if self.pending.is_some() && !self.is_over() { Step::Blocked } else { Step::Done }
    }

    #[inline]
    fn close_input(&mut self) -> Step<S::Handle> {
        if self.input_end == InputEnd::Open {
            self.input_end = InputEnd::Closed;
        }
        if self.nesting > 0 { self.step() } else { self.run() }
    }

    #[inline]
    fn begin_script(&mut self, script: S::Handle) -> Step<S::Handle> {
        self.nesting += 1;
        self.input.begin_insertion_point();
        Step::Script(script)
    }

    /// Parses up to the next script, or else up to the insertion point or the end of the available input.
    #[inline]
    fn run(&mut self) -> Step<S::Handle> {
        while self.may_run() {
            let Some(text) = self.input.next() else { break };
            let (taken, event) = parse_to_event(&mut self.driver, text);
            self.input.take(taken);
            if let Event::Script(script) = event {
                return self.begin_script(script);
            }
        }
        if self.may_run() && self.input.ends_in_cut() {
            self.driver.set_limit(Limit::InputBytes);
        }
        if self.may_run() && self.nesting == 0 && self.input_end == InputEnd::Closed {
            self.driver.end_input();
            self.input_end = InputEnd::Reached;
        }
        if self.limit().is_some() {
            self.abort();
        }
        self.step()
    }
}

/// Parses up to the next event. Returns the number of bytes that were taken, and the event.
fn parse_to_event<P: Stages>(driver: &mut Driver<P>, text: &str) -> (usize, Event<P::Handle>) {
    let mut feed = driver.feed(text);
    let event = feed.next_event();
    (feed.taken(), event)
}

#[inline]
fn count(counter: &mut usize, up: bool) {
    *counter = if up { *counter + 1 } else { counter.saturating_sub(1) };
}
