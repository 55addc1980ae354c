//! A fuzz target for the rewriter.

use std::sync::{
    Arc, LazyLock,
    atomic::{AtomicU8, AtomicUsize, Ordering},
};

use sapwood::{
    Document, Limits, Namespace, NodeId, ParseOptions, Selector,
    encoding::{Encoding, SniffOptions},
    parse_with,
    rewriting::{
        AfterLimit, Comment, Content, Element, EndTag, HandlerResult, RewriteOptions, Rewriter,
        StreamSelector, TextPiece, Unit, Wait,
    },
};

use super::chosen::Choices;
use crate::{dump::dump, soup::Random, ways::Unstreamable};

const LABELS: [&str; 8] =
    ["utf-8", "utf-16le", "utf-16be", "gbk", "shift_jis", "iso-2022-jp", "big5", "windows-1252"];

const SELECTORS: [&str; 16] = [
    "*",
    "a[href]",
    "p",
    "li",
    "b, i, a",
    "div > *",
    "td, tr",
    "[id], [class]",
    "svg *",
    "span:first-child",
    "script, style, title, textarea",
    "body",
    "p:nth-of-type(2)",
    "pre, table",
    "select, option",
    "ul, ol, div",
];

/// The selectors, compiled.
static COMPILED: LazyLock<Vec<StreamSelector>> = LazyLock::new(|| {
    SELECTORS.iter().map(|selector| StreamSelector::try_from(*selector).unwrap()).collect()
});

/// The text that is set and inserted.
const TEXT: &str = "t<&>\u{e9}\u{6728}";

/// A rule of a rewrite: the number of a selector and of an action.
#[derive(Clone, Copy, Debug)]
struct Rule {
    selector: usize,
    action: u8,
}

/// The number of actions, and of those that documents are compared after.
const ACTIONS: u8 = 16;
const COMPARED_ACTIONS: u8 = 4;

static COMPARED: AtomicUsize = AtomicUsize::new(0);
static EXCLUDED: AtomicUsize = AtomicUsize::new(0);

/// Returns how many rewritten texts were compared with edited documents so far, and how many couldn't be.
#[must_use]
pub fn rewrite_counts() -> [usize; 2] {
    [&COMPARED, &EXCLUDED].map(|count| count.load(Ordering::Relaxed))
}

/// Rewriting in pieces equals rewriting as a whole, also if handlers wait, without changes the output is the input, and the output is
/// that of the document that was edited alike.
pub fn rewrite(data: &[u8], limits: &Limits) {
    let mut choices = Choices { data };
    let transport = choices.any(&LABELS).and_then(|label| Encoding::for_label(label.as_bytes()));
    let seed = u64::from(choices.byte());
    let mut random = Random::new(1 + seed);
    let rules: Vec<Rule> = (0..1 + random.below(3))
        .map(|_| Rule {
            selector: random.below(SELECTORS.len()),
            action: random.below(usize::from(ACTIONS)) as u8,
        })
        .collect();
    let parsing = choices.options(limits);
    let scripting = parsing.clone();
    let options = RewriteOptions::default()
        .parsing(parsing)
        .sniffing(SniffOptions::default().http_charset(transport))
        .after_limit(AfterLimit::PassThrough);
    let bytes = choices.data;
    // One of the two, so that an execution takes half the time.
    if seed % 2 == 1 {
        compare(&String::from_utf8_lossy(bytes), &rules, &scripting, limits);
        return;
    }
    let whole = run(&options, &rules, &[bytes], false);
    let pieces = cut(bytes, seed);
    assert_eq!(show(&run(&options, &rules, &pieces, false)), show(&whole), "{rules:?}");
    let waiting = run(&options, &rules, &pieces, true);
    assert_eq!(show(&waiting), show(&whole), "{rules:?} with handlers that wait");
    let idle = [Rule { selector: 0, action: u8::MAX }];
    assert_eq!(show(&run(&options, &idle, &pieces, seed % 4 == 0)), show(bytes));
}

fn show(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

fn cut(bytes: &[u8], seed: u64) -> Vec<&[u8]> {
    let mut random = Random::new(seed);
    let longest = [1, 2, 9, 100][random.below(4)];
    let mut pieces = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at((1 + random.below(longest)).min(rest.len()));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// The task of the handler that waits. Handlers share it by themselves: a state of the rewriter would be one more type that the parser
/// is compiled for.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// Whether handlers wait.
    waits: bool,
    action: Arc<AtomicU8>,
}

impl Asked {
    /// Waits, or does it now.
    fn answer(&self, action: u8, now: impl FnOnce() -> HandlerResult) -> HandlerResult {
        // Some handlers never wait.
        if !self.waits || action % 5 == 4 {
            return now();
        }
        self.action.store(action, Ordering::Relaxed);
        Err(Wait.into())
    }
}

fn run(options: &RewriteOptions, rules: &[Rule], pieces: &[&[u8]], waits: bool) -> Vec<u8> {
    let options = options.clone().waiting(waits);
    let asked = Asked { waits, ..Asked::default() };
    let mut rewriter = Rewriter::new(&options);
    let mut output = Vec::new();
    let mut write = |bytes: &[u8]| output.extend_from_slice(bytes);
    for rule in rules {
        add(&mut rewriter, *rule, &asked);
    }
    for piece in pieces {
        rewriter.feed(piece, &mut write).unwrap();
        answer_all(&mut rewriter, &asked, &mut write);
    }
    rewriter.end(&mut write).unwrap();
    answer_all(&mut rewriter, &asked, &mut write);
    rewriter.finish(&mut write).unwrap();
    output
}

/// Does what the handlers that wait are to do.
fn answer_all(rewriter: &mut Rewriter<'_>, asked: &Asked, write: &mut impl FnMut(&[u8])) {
    while rewriter.is_waiting() {
        let action = asked.action.load(Ordering::Relaxed);
        let result = rewriter.waiting(|unit| match unit {
            Unit::Element(mut element) => act(&mut element, action, asked),
            Unit::EndTag(mut end) => act_at_end(&mut end, action),
            Unit::Text(mut text) => act_on_text(&mut text, action),
            Unit::Comment(mut comment) => act_on_comment(&mut comment, action),
            Unit::Doctype(mut doctype) => {
                doctype.remove();
                Ok(())
            }
            _ => Ok(()),
        });
        rewriter.resume(result.unwrap(), &mut *write).unwrap();
    }
}

fn add(rewriter: &mut Rewriter<'_>, rule: Rule, asked: &Asked) {
    let selector = COMPILED[rule.selector].clone();
    let action = rule.action;
    let asked = asked.clone();
    match action {
        12 => {
            let call =
                move |text: &mut TextPiece<'_>| asked.answer(action, || act_on_text(text, action));
            rewriter.on_text(selector, call).unwrap();
        }
        13 => {
            rewriter
                .on_document_text(move |text| asked.answer(action, || act_on_text(text, action)));
        }
        14 => {
            let call = move |comment: &mut Comment<'_>| {
                asked.answer(action, || act_on_comment(comment, action))
            };
            rewriter.on_comment(selector, call).unwrap();
        }
        15 => {
            let comments = asked.clone();
            rewriter.on_document_comment(move |comment| {
                comments.answer(action, || act_on_comment(comment, action))
            });
            rewriter.on_doctype(move |doctype| {
                asked.answer(action, || {
                    doctype.remove();
                    Ok(())
                })
            });
        }
        u8::MAX => {
            rewriter.on_element(selector.clone(), |_| Ok(())).unwrap();
            rewriter.on_text(selector, |_| Ok(())).unwrap();
            rewriter.on_document_comment(|_| Ok(()));
        }
        action => {
            let call = move |element: &mut Element<'_>| {
                asked.answer(action, || act(element, action, &asked))
            };
            rewriter.on_element(selector, call).unwrap();
        }
    }
}

fn act(element: &mut Element<'_>, action: u8, asked: &Asked) -> HandlerResult {
    match action {
        0 => element.set_attribute("class", TEXT)?,
        1 => element.remove(),
        2 => element.set_inner_content(Content::text(TEXT)),
        3 => element.remove_attribute("id"),
        4 => element.remove_and_keep_content(),
        5 => element.set_tag_name("x-new")?,
        6 => {
            element.before(Content::text(TEXT));
            element.after(Content::html("<hr>"));
        }
        7 => element.prepend(Content::text(TEXT)),
        8 => element.append(Content::stream(|writer| {
            writer.html("<b>");
            writer.text(TEXT);
            Ok(())
        })),
        9 => element.replace(Content::html("<new>")),
        _ => {
            let asked = asked.clone();
            element.on_end_tag(move |end| asked.answer(action, || act_at_end(end, action)));
        }
    }
    Ok(())
}

fn act_at_end(end: &mut EndTag<'_>, action: u8) -> HandlerResult {
    match action {
        10 => {
            end.before(Content::text("."));
            end.after(Content::text(TEXT));
        }
        _ => end.remove(),
    }
    Ok(())
}

fn act_on_text(text: &mut TextPiece<'_>, action: u8) -> HandlerResult {
    if action == 13 {
        text.remove();
        return Ok(());
    }
    text.replace(Content::text(text.as_str().to_uppercase()));
    if text.last_in_text_node() {
        text.after(Content::text("|"));
    }
    Ok(())
}

fn act_on_comment(comment: &mut Comment<'_>, action: u8) -> HandlerResult {
    if action == 15 {
        comment.remove();
        return Ok(());
    }
    comment.set_data("new")?;
    comment.before(Content::html("<i>"));
    comment.after(Content::html("</i>"));
    Ok(())
}

/// Compares a rewritten text with what the document that was edited alike writes as its source: the bytes after changes of
/// attributes, otherwise the trees.
///
/// The text is the standard's form of a tree, in which all tags are there: otherwise to remove a tag changes what others
/// imply.
fn compare(text: &str, rules: &[Rule], options: &ParseOptions, limits: &Limits) {
    let options = options.clone().limits(limits.clone()).errors(false).positions(false);
    let parsed = parse_with(text, &options);
    if parsed.limit.is_some() {
        return;
    }
    let html = parsed.document.root().inner_html();
    let parsed_again = parse_with(&html, &options.clone().source(true));
    let mut document = parsed_again.document;
    let is_stable = parsed_again.limit.is_none()
        && shape(&document) == shape(&parsed.document)
        && Unstreamable::of(&html) == Unstreamable::default();
    let rules: Vec<Rule> =
        rules.iter().map(|rule| Rule { action: rule.action % COMPARED_ACTIONS, ..*rule }).collect();
    edit(&mut document, &rules);
    // An error where no markup is parsed as the edited tree.
    let Some(expected) = is_stable.then(|| document.to_source_text().ok()).flatten() else {
        EXCLUDED.fetch_add(1, Ordering::Relaxed);
        return;
    };
    COMPARED.fetch_add(1, Ordering::Relaxed);
    let rewrite_options = RewriteOptions::default().parsing(options.clone());
    let mut rewriter = Rewriter::new(&rewrite_options);
    for rule in &rules {
        add(&mut rewriter, *rule, &Asked::default());
    }
    let rewritten = rewriter.rewrite(&html).unwrap();
    if rewritten == expected {
        return;
    }
    let is_of_attributes = rules.iter().all(|rule| matches!(rule.action, 0 | 3));
    assert!(!is_of_attributes, "{rules:?} on {html:?} gave {rewritten:?} and not {expected:?}");
    let found = shape(&parse_with(&rewritten, &options).document);
    assert_eq!(found, shape(&document), "{rules:?} on {html:?} gave {rewritten:?}");
}

/// A dump of the tree with its texts joined.
fn shape(document: &Document) -> String {
    let mut document = document.clone();
    let root = document.root().node_id();
    document.normalize(root).unwrap();
    dump(&&document, &document.root())
}

fn edit(document: &mut Document, rules: &[Rule]) {
    let mut found: Vec<(usize, NodeId)> = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let selector: Selector = SELECTORS[rule.selector].parse().unwrap();
        found.extend(selector.select(document.root()).map(|node| (number, node.node_id())));
    }
    for (number, node) in found {
        match rules[number].action {
            0 => document.set_attribute(node, "class", TEXT).unwrap(),
            1 => document.remove(node).unwrap(),
            3 => drop(document.remove_attribute(node, "id").unwrap()),
            _ if is_void(document, node) => {}
            _ => document.set_text(node, TEXT).unwrap(),
        }
    }
}

/// Whether nothing can be inserted into the element.
fn is_void(document: &Document, node: NodeId) -> bool {
    const VOID: &str = "area, base, br, col, embed, hr, img, input, link, meta, source, track, wbr, basefont, bgsound, \
                        frame, keygen, param";
    document.node(node).is_some_and(|node| {
        node.namespace() == Some(Namespace::Html)
            && VOID.split(", ").any(|name| node.local_name() == Some(name))
    })
}
