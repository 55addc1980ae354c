//! Checks one tree construction case.

use std::fmt::Write;

use sapwood::{
    Document, FragmentContext, Options, ParseError, Parser, Span,
    dom::{self, Builder},
    parse_fragment, parse_with,
    tokenizer::{self, Feedback, Token, TokenSink, Tokenizer},
    tree_builder::{self, TreeBuilder},
};

use crate::{dat::Case, diff, invariants, pieces::Cut, token_log::listed};

/// What a parse of a case gives, in a form to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The tree as the suites write it, without the last line feed.
    pub tree: String,
    /// The errors.
    pub errors: Vec<ParseError>,
    /// Where each node was written, if positions were kept.
    pub places: Vec<Option<Span>>,
}

impl Outcome {
    /// Reads what `document` and `errors` say.
    #[must_use]
    pub fn of(document: &Document, errors: Vec<ParseError>) -> Self {
        let mut tree = document.outline().to_string();
        if tree.ends_with('\n') {
            tree.pop();
        }
        let places = document.document().descendants().map(|node| node.span()).collect();
        Self { tree, errors, places }
    }
}

/// Parses `html` in the pieces of `cut`.
///
/// # Errors
///
/// When `fragment` names no element.
pub fn parse(
    html: &str,
    fragment: Option<&str>,
    options: &Options,
    cut: Cut,
) -> Result<Outcome, String> {
    let context = context(fragment)?;
    let mut parser = match &context {
        Some(context) => Parser::new_fragment(context, options),
        None => Parser::new(options),
    };
    cut.each(html, |chunk| parser.feed(chunk));
    let parsed = parser.finish();
    if cut == Cut::Whole {
        invariants::check(&parsed.document)?;
    }
    Ok(Outcome::of(&parsed.document, parsed.errors))
}

fn context(fragment: Option<&str>) -> Result<Option<FragmentContext<'_>>, String> {
    fragment.map(FragmentContext::parse).transpose().map_err(|error| error.to_string())
}

/// Runs `case` with scripting on and off unless it says which, in every cut, on the fast path and
/// off it. Returns how many errors were met.
///
/// With `judged` off the expected tree is left aside, and the runs are only held equal.
///
/// # Errors
///
/// What differs from what the case expects, or from the run in one piece.
pub fn check(case: &Case, judged: bool) -> Result<usize, String> {
    let mut errors = None;
    for &scripting in case.scripting_modes() {
        let count = check_mode(case, scripting, judged)?;
        errors.get_or_insert(count);
    }
    Ok(errors.unwrap_or(0))
}

fn check_mode(case: &Case, scripting: bool, judged: bool) -> Result<usize, String> {
    let fragment = case.fragment.as_deref();
    let options = Options::default().scripting(scripting).errors(true).positions(true);
    let context = context(fragment)?;
    let run = |options: &Options| match &context {
        Some(context) => parse_fragment(&case.data, context, options),
        None => parse_with(&case.data, options),
    };
    let whole = run(&options);
    let whole = Outcome::of(&whole.document, whole.errors);
    if judged && whole.tree != case.document {
        let told = format!(
            "- expected, + got:\n{}modes:\n{}",
            diff::lines(&case.document, &whole.tree),
            trace(&case.data, fragment, scripting)?
        );
        return Err(failure(case, scripting, "whole", &told));
    }
    let silent = run(&Options::default().scripting(scripting)).document;
    if Outcome::of(&silent, Vec::new()).tree != whole.tree {
        return Err(failure(case, scripting, "whole", "another tree when errors aren't wanted"));
    }
    for fast_path in [true, false] {
        let options = options.clone().fast_path(fast_path);
        for cut in Cut::all(&case.data) {
            let outcome = parse(&case.data, fragment, &options, cut)?;
            if outcome != whole {
                let how = format!("{cut}, fast path {fast_path}");
                let (whole, outcome) = (show(&whole, &case.data), show(&outcome, &case.data));
                let told = format!("- whole, + cut:\n{}", diff::lines(&whole, &outcome));
                return Err(failure(case, scripting, &how, &told));
            }
        }
    }
    Ok(whole.errors.len())
}

fn show(outcome: &Outcome, text: &str) -> String {
    format!("{}\n{}{:?}", outcome.tree, listed(&outcome.errors, text), outcome.places)
}

fn failure(case: &Case, scripting: bool, how: &str, told: &str) -> String {
    format!(
        "line {}{}\ninput: {:?}\nfragment: {:?}, scripting {scripting}, {how}\n{told}",
        case.line,
        case.description.as_ref().map(|text| format!(": {text}")).unwrap_or_default(),
        case.data,
        case.fragment
    )
}

/// The insertion mode before each token, and the token.
fn trace(html: &str, fragment: Option<&str>, scripting: bool) -> Result<String, String> {
    let context = context(fragment)?;
    let sink = Builder::<false>::new(dom::Options {
        fragment: context.is_some(),
        ..dom::Options::default()
    });
    let mut options = tree_builder::Options::default();
    options.scripting = scripting;
    let builder = match &context {
        Some(context) => TreeBuilder::new_fragment(sink, context, options),
        None => TreeBuilder::new(sink, options),
    };
    let mut tokenizer = Tokenizer::new(tokenizer::Options {
        state: builder.initial_tokenizer_state(),
        ..tokenizer::Options::default()
    });
    let mut traced = Traced { builder, out: String::new() };
    let mut taken = 0;
    while taken < html.len() {
        taken += tokenizer.feed(&html[taken..], &mut traced);
    }
    tokenizer.finish(&mut traced);
    Ok(traced.out)
}

/// A tree builder, with what it is given written down.
struct Traced {
    builder: TreeBuilder<Builder<false>>,
    out: String,
}

impl TokenSink for Traced {
    fn token(&mut self, token: Token<'_>, span: Span) -> Feedback {
        let mode = self.builder.mode_name();
        let token_text = match token {
            Token::Text(text) => format!("{text:?}"),
            Token::StartTag(tag) => format!("<{}>", tag.name.text),
            Token::EndTag(tag) => format!("</{}>", tag.name.text),
            Token::Comment(data) => format!("<!--{data}-->"),
            Token::ProcessingInstruction { target, data } => format!("<?{target} {data}?>"),
            Token::Doctype(doctype) => format!("{doctype:?}"),
            Token::Eof => "end of file".to_owned(),
        };
        let _ = writeln!(self.out, "  {mode}: {token_text}");
        self.builder.token(token, span)
    }

    fn cdata_allowed(&self) -> bool {
        self.builder.cdata_allowed()
    }
}
