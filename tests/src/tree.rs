//! Checks one tree construction case.

use std::{
    fmt::Write,
    mem::{Discriminant, discriminant},
};

use sapwood::{
    Document, FragmentContext, NodeRef, ParseError, ParseOptions, Parser, Span,
    dom::{self, Builder, Origin},
    parse_fragment_with, parse_with,
    tokenizer::{Feedback, Token, TokenSink, Tokenizer, TokenizerOptions},
    tree_builder::{TreeBuilder, TreeBuilderOptions},
};

use crate::{dat::Case, diff, invariants, pieces::Cut, token_log::listed};

/// The comparable outcome of a parse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Dump of the tree, without the last line feed.
    pub tree: String,
    /// The errors.
    pub errors: Vec<ParseError>,
    /// Places of all nodes, if positions were kept.
    pub places: Vec<Place>,
}

/// Place in the input that a node comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    span: Option<Span>,
    end_tag: Option<Span>,
    /// The origin of an element. The number of a node depends on nodes that were dropped, so only the kind is compared.
    origin: Option<Discriminant<Origin>>,
    attributes: Vec<Option<Span>>,
}

impl Place {
    fn of(node: NodeRef<'_>) -> Self {
        Self {
            span: node.span(),
            end_tag: node.end_tag(),
            origin: node.origin().map(|origin| discriminant(&origin)),
            attributes: node.attrs().map(|attribute| attribute.span()).collect(),
        }
    }
}

impl Outcome {
    /// Returns the outcome of a parse.
    #[must_use]
    pub fn of(document: &Document, errors: Vec<ParseError>) -> Self {
        let mut tree = document.dump().to_string();
        if tree.ends_with('\n') {
            tree.pop();
        }
        let places = document.root().descendants().map(Place::of).collect();
        Self { tree, errors, places }
    }
}

/// Parses `html` in the chunks of `cut`.
///
/// # Errors
///
/// Returns an error if `fragment` names no element.
pub fn parse(
    html: &str,
    fragment: Option<&str>,
    options: &ParseOptions,
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

/// Runs `case` in its settings of scripting, in every cut, with and without the fast path. Returns the number of
/// parse errors.
///
/// If `judged` is `false`, the runs are only compared with each other.
///
/// # Errors
///
/// Returns the difference from the expected tree, or from the run in one chunk.
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
    let options = ParseOptions::default().scripting(scripting).errors(true).positions(true);
    let context = context(fragment)?;
    let run = |options: &ParseOptions| match &context {
        Some(context) => parse_fragment_with(&case.data, context, options),
        None => parse_with(&case.data, options),
    };
    let whole = run(&options);
    let whole = Outcome::of(&whole.document, whole.errors);
    if judged && whole.tree != case.document {
        let report = format!(
            "- expected, + got:\n{}modes:\n{}",
            diff::lines(&case.document, &whole.tree),
            trace(&case.data, fragment, scripting)?
        );
        return Err(failure(case, scripting, "whole", &report));
    }
    let silent = run(&ParseOptions::default().scripting(scripting)).document;
    if Outcome::of(&silent, Vec::new()).tree != whole.tree {
        return Err(failure(
            case,
            scripting,
            "whole",
            "the tree differs when errors are not recorded",
        ));
    }
    // The fast path with errors, without it, and the fast path without errors.
    for (fast_path, errors) in [(true, true), (false, true), (true, false)] {
        let options = options.clone().fast_path(fast_path).errors(errors);
        for cut in Cut::all(&case.data) {
            let mut outcome = parse(&case.data, fragment, &options, cut)?;
            if !errors {
                outcome.errors.clone_from(&whole.errors);
            }
            if outcome != whole {
                let how = format!("{cut}, fast path {fast_path}, errors {errors}");
                let (whole, outcome) = (show(&whole, &case.data), show(&outcome, &case.data));
                let report = format!("- whole, + cut:\n{}", diff::lines(&whole, &outcome));
                return Err(failure(case, scripting, &how, &report));
            }
        }
    }
    Ok(whole.errors.len())
}

fn show(outcome: &Outcome, text: &str) -> String {
    format!("{}\n{}{:?}", outcome.tree, listed(&outcome.errors, text), outcome.places)
}

fn failure(case: &Case, scripting: bool, how: &str, report: &str) -> String {
    format!(
        "line {}{}\ninput: {:?}\nfragment: {:?}, scripting {scripting}, {how}\n{report}",
        case.line,
        case.description.as_ref().map(|text| format!(": {text}")).unwrap_or_default(),
        case.data,
        case.fragment
    )
}

/// Lists each token after the insertion mode in which it is processed.
fn trace(html: &str, fragment: Option<&str>, scripting: bool) -> Result<String, String> {
    let context = context(fragment)?;
    let sink = Builder::<false>::new(dom::BuilderOptions::default().fragment(context.is_some()));
    let mut options = TreeBuilderOptions::default();
    options.scripting = scripting;
    let builder = match &context {
        Some(context) => TreeBuilder::new_fragment(sink, context, options),
        None => TreeBuilder::new(sink, options),
    };
    let state = builder.initial_tokenizer_state();
    let mut tokenizer = Tokenizer::new(TokenizerOptions::default().state(state));
    let mut traced = Traced { builder, out: String::new() };
    let mut taken = 0;
    while taken < html.len() {
        taken += tokenizer.feed(&html[taken..], &mut traced);
    }
    tokenizer.finish(&mut traced);
    Ok(traced.out)
}

/// A tree builder that lists its tokens.
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
