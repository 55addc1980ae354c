//! Fuzz targets for what is made of a document: Markdown, clean markup, the main content, findings.

use std::{hint::black_box, path::Path};

use sapwood::{
    FragmentContext, Limits,
    encoding::SniffOptions,
    markdown::{
        Conversion, DescriptionStyle, Escaping, HeadingStyle, InlineStyle, LinkStyle,
        MarkdownOptions,
    },
    parse_with,
    sanitizer::{Sanitizer, SanitizerConfig},
    xml,
};
use sapwood_check::{ADVICE, Finding, How, check_bytes, json, report, sarif, text};

use super::{chosen::Choices, is_limited};
use crate::{
    bounds, invariants,
    markdown::render,
    sanitizer as cases,
    soup::{CONTEXTS, Random},
};

/// Markdown is bounded under all options, and what a reader makes of it is a fixed point.
pub fn markdown(data: &[u8], limits: &Limits) {
    let mut choices = Choices { data };
    let (options, styles) = (choices.options(limits), choices.byte());
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
    if is_limited(&html, limits) {
        return;
    }
    let again = sapwood::parse(&render(&text)).to_markdown();
    let last = sapwood::parse(&render(&again)).to_markdown();
    assert_eq!(last, again, "{text:?} of {html:?}");
}

/// Cleaned markup is safe and stays as it is when it is cleaned again, and the tree is bounded.
pub fn sanitizer(data: &[u8], limits: &Limits) {
    let mut choices = Choices { data };
    let context = CONTEXTS.get(usize::from(choices.byte()) % (CONTEXTS.len() + 1)).copied();
    let mut random = Random::new(u64::from(choices.byte()));
    let html = String::from_utf8_lossy(choices.data);
    if is_limited(&html, limits) {
        return;
    }
    let config = SanitizerConfig::from_json(&cases::config(&mut random));
    let sanitizer = match random.below(4) {
        0 => Sanitizer::default(),
        1 => cases::permissive(),
        _ => config.and_then(Sanitizer::new).unwrap_or_default(),
    };
    cases::check_markup(&sanitizer, &html, context).unwrap();
    let document = sanitizer.parse_html(&html);
    invariants::check(&document).unwrap();
    bounds::check(&document, html.len()).unwrap();
    assert_eq!(cases::find_unsafe(&document), None);
}

/// The main content is a part of the document, and all forms of it are bounded.
pub fn article(data: &[u8], limits: &Limits) {
    let mut choices = Choices { data };
    let options = choices.options(limits);
    let html = String::from_utf8_lossy(choices.data);
    let document = parse_with(&html, &options).document;
    let article = document.article();
    let root = article.root();
    assert_eq!(document.node(root.node_id()), Some(root));
    let mut count = 0;
    for node in article.nodes() {
        count += 1;
        assert!(count <= document.len(), "more nodes than the document has");
        assert_eq!(document.node(node.node_id()), Some(node));
    }
    // It takes time by the depth of the node.
    for node in root.descendants().take(200) {
        black_box(article.contains(node));
    }
    for comment in article.comments() {
        assert_eq!(document.node(comment.node_id()), Some(comment));
    }
    let bound = 1024 + 16 * html.len() + 8 * bounds::budget(html.len());
    for text in [article.to_text(), article.to_markdown(), article.to_html()] {
        assert!(text.len() <= bound, "{} bytes of {}", text.len(), html.len());
    }
    let facts = [&article.title, &article.byline, &article.description, &article.site_name];
    for fact in facts.into_iter().flatten() {
        assert!(fact.len() <= bound, "{} bytes of {}", fact.len(), html.len());
    }
}

/// Findings lie in the text, in source order, and every form of them can be written.
pub fn check(data: &[u8], limits: &Limits) {
    let mut choices = Choices { data };
    let context = choices.any(&CONTEXTS).map(|name| FragmentContext::parse(name).unwrap());
    let (scripting, writes_log) = (choices.flag(), choices.byte() < 8);
    let how = How { fragment: context, scripting, limits: limits.clone() };
    let checked = check_bytes(choices.data, &SniffOptions::default(), &how);
    check_findings(&checked.text, &checked.findings, ADVICE);
    if writes_log {
        let results = sarif::results(ADVICE, Path::new("a.html"), &checked.text, &checked.findings);
        assert!(serde_json::to_string(&sarif::log(ADVICE, results)).is_ok());
    }
    let page = report::render("a.html", &checked, 20);
    black_box(page.len());
    let text = String::from_utf8_lossy(choices.data);
    check_findings(&text, &sapwood_check::check(&text, &how), ADVICE);
    let checked = sapwood_check::xml::check_bytes(
        choices.data,
        None,
        &xml::XmlParseOptions::default().limits(limits.clone()),
    );
    check_findings(&checked.text, &checked.findings, sapwood_check::xml::ADVICE);
}

fn check_findings(text: &str, findings: &[Finding], rules: &sarif::Rules) {
    let mut last = 0;
    for Finding { code, span, .. } in findings {
        assert!(
            span.start <= span.end && text.get(span.start..span.end).is_some(),
            "{code} {span:?} in {text:?}"
        );
        assert!(last <= span.start, "{code} {span:?} after {last}");
        last = span.start;
    }
    let rendered = text::render("a.html", text, findings, &text::Style::default());
    assert_eq!(rendered.is_empty(), findings.is_empty());
    assert!(serde_json::to_string(findings).is_ok());
    let placed = serde_json::to_value(json::place("a.html", text, findings)).unwrap();
    assert_eq!(placed.as_array().map(Vec::len), Some(findings.len()));
    let results = sarif::results(rules, Path::new("a.html"), text, findings);
    assert_eq!(results.len(), findings.len());
    assert!(results.iter().all(|result| result["ruleIndex"].is_u64()));
}
