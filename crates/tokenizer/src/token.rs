//! The tokens.
//!
//! See "Feedback" in `docs/hot-path.md`.

use sapwood_tree::{Attributes, Name, NameId, ParseError, Span};

/// A [token](https://html.spec.whatwg.org/multipage/parsing.html#tokenization), borrowed from the
/// chunk or from the tokenizer until the sink returns.
#[derive(Clone, Copy, Debug)]
pub enum Token<'a> {
    /// A run of characters. Either all of them are U+0000 or none is; how a text is cut into runs
    /// means nothing.
    Text(&'a str),
    /// A start tag.
    StartTag(Tag<'a>),
    /// An end tag.
    EndTag(Tag<'a>),
    /// A comment's data.
    Comment(&'a str),
    /// A processing instruction.
    ProcessingInstruction {
        /// The name after `<?`.
        target: &'a str,
        /// All from after the white space that follows the target.
        data: &'a str,
    },
    /// A DOCTYPE.
    Doctype(Doctype<'a>),
    /// The end of the input.
    Eof,
}

/// A start tag or an end tag.
#[derive(Clone, Copy, Debug)]
pub struct Tag<'a> {
    /// The name in lower case, its id looked up
    /// ([`NameId::UNKNOWN`](sapwood_tree::NameId::UNKNOWN) if it isn't a known name).
    pub name: Name<'a>,
    /// The attributes, without those whose name came earlier in the tag.
    pub attributes: Attributes<'a>,
    /// Whether it ends in `/>`.
    pub self_closing: bool,
}

/// A DOCTYPE token; a part that is missing is not an empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doctype<'a> {
    /// The name in lower case.
    pub name: Option<&'a str>,
    /// The public identifier.
    pub public_id: Option<&'a str>,
    /// The system identifier.
    pub system_id: Option<&'a str>,
    /// The force-quirks flag.
    pub force_quirks: bool,
}

/// The answer of a sink to a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Feedback {
    /// Carry on.
    #[default]
    Continue,
    /// Go on in this state; after a start tag only.
    SwitchTo(TextState),
    /// Give control back to the caller now, before the next character: a script is to run, or the
    /// receiver wants to look at something first.
    Pause,
}

/// The states that tree construction can switch the tokenizer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextState {
    /// [RCDATA](https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state)
    Rcdata,
    /// [RAWTEXT](https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state)
    Rawtext,
    /// [Script data](https://html.spec.whatwg.org/multipage/parsing.html#script-data-state)
    ScriptData,
    /// [PLAINTEXT](https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state)
    Plaintext,
}

/// Receives tokens.
pub trait TokenSink {
    /// Whether [`error`](Self::error) is to be called. When not, the checks that serve errors alone
    /// are not compiled.
    const ERRORS: bool = false;

    /// Whether [`is_reporting`](Self::is_reporting) decides at run time if errors are reported. For such a sink only the
    /// fast path is compiled twice.
    const REPORTS_ON_REQUEST: bool = false;

    // Hidden, as `splits_text` and the three calls that begin with `take`: their contract is that of the lane in tree construction.
    /// Whether the sink takes most tokens by the calls that begin with `take`: then [`token`](Self::token) is called where it
    /// isn't inlined.
    #[doc(hidden)]
    const TAKES_TOKENS: bool = false;

    /// Whether errors are reported. It never changes, and is `false` if [`ERRORS`](Self::ERRORS) is.
    #[inline(always)]
    fn is_reporting(&self) -> bool {
        Self::ERRORS
    }

    /// Whether a sink that [reports on request](Self::REPORTS_ON_REQUEST) reads spans while no errors are reported. It never
    /// changes.
    #[inline(always)]
    fn reads_spans(&self) -> bool {
        true
    }

    /// Takes a token; `span` covers it in the input.
    fn token(&mut self, token: Token<'_>, span: Span) -> Feedback;

    /// Takes a text that isn't empty and holds no U+0000, and returns `true`, if a [token](Self::token) would be answered by
    /// [`Feedback::Continue`]. Otherwise does nothing: the token follows. Without `FULL`, a sink that reports on
    /// request neither reports errors nor reads spans.
    ///
    /// Most sinks ignore this call and the next two, which spare the tokenizer a token.
    #[doc(hidden)]
    #[inline(always)]
    fn take_text<const FULL: bool>(&mut self, _: &str, _: Span) -> bool {
        false
    }

    /// [`take_text`](Self::take_text) for a start tag with a known name.
    #[doc(hidden)]
    #[inline(always)]
    fn take_start_tag<const FULL: bool>(
        &mut self,
        _: NameId,
        _: Attributes<'_>,
        _self_closing: bool,
        _: Span,
    ) -> bool {
        false
    }

    /// Takes the end tag whose `</` is at `offset` of the input and is followed by these bytes, and returns the length of
    /// its name, if the rest of the tag is that name and a `>`, and a [token](Self::token) would be answered by
    /// [`Feedback::Continue`]. Otherwise does nothing.
    #[doc(hidden)]
    #[inline(always)]
    fn take_end_tag<const FULL: bool>(&mut self, _: [u8; 8], _offset: usize) -> Option<usize> {
        None
    }

    /// Whether white space in the next text may be dealt with on its own. Not asked if errors are reported.
    #[doc(hidden)]
    #[inline(always)]
    fn splits_text(&self) -> bool {
        false
    }

    /// Whether text that comes next changes nothing, so that the tokenizer may leave it out. Not asked if
    /// errors are reported.
    #[inline(always)]
    fn skips_text(&self) -> bool {
        false
    }

    /// Whether the attributes of a start tag `name` that comes next change nothing, so that the tokenizer may leave
    /// them out. Not asked if errors are reported.
    #[inline(always)]
    fn skips_attributes(&self, _name: NameId) -> bool {
        false
    }

    /// A parse error was met. Errors come in the order of their tokens: those of a token before it.
    fn error(&mut self, _error: ParseError) {}

    /// Whether there is an [adjusted current
    /// node](https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node) outside the
    /// HTML namespace, so that `<![CDATA[` opens a CDATA section.
    fn cdata_allowed(&self) -> bool {
        false
    }
}
