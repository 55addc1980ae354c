//! `ScriptedParser`: scripts that write while the document is parsed.

use std::thread;

use sapwood::{
    Limit, Limits, NodeId, ParseOptions, QuirksMode, ScriptedParser, Span, Step, TreeSink,
    tree::{Attributes, InsertionLocation, NewElement},
};
use sapwood_tests::{invariants, pieces::Cut, scripted};

/// Lists the nodes of the body: elements as tags, text in quotes.
fn body(parser: &ScriptedParser) -> String {
    invariants::check(parser.document()).unwrap();
    let Some(body) = parser.document().body() else { return "no body".to_owned() };
    let told = body.descendants().map(|node| match (node.local_name(), node.as_text()) {
        (Some(name), _) => format!("<{name}>"),
        (_, Some(text)) => format!("{text:?}"),
        _ => "?".to_owned(),
    });
    told.collect()
}

fn parser() -> ScriptedParser {
    ScriptedParser::new(&ParseOptions::default().errors(true).positions(true))
}

#[track_caller]
fn script(step: Step<NodeId>) -> NodeId {
    match step {
        Step::Script(script) => script,
        other => panic!("no script, but {other:?}"),
    }
}

#[track_caller]
fn done(step: Step<NodeId>) {
    assert_eq!(step, Step::Done);
}

/// Returns the body of a page whose script writes each of `writes` between `before` and `after`.
fn written(before: &str, writes: &[&str], after: &str) -> String {
    let mut parser = parser();
    script(parser.feed(&format!("<body>{before}<script></script>{after}")));
    writes.iter().for_each(|text| done(parser.write(text)));
    done(parser.resume());
    done(parser.end());
    body(&parser)
}

/// Returns the body of the same page without writes.
fn plain(html: &str) -> String {
    let mut parser = parser();
    script(parser.feed(&format!("<body>{html}")));
    done(parser.resume());
    done(parser.end());
    body(&parser)
}

#[test]
fn written_text_is_parsed_in_place() {
    for (writes, after) in [
        (&["<b>x</b>"][..], "y"),
        // Inside a tag, a name, a value, a comment, a DOCTYPE.
        (&["<", "b", " ti", "tle='a", "b' c", ">", "x"], "y"),
        (&["<b", "><!", "-", "-c--", ">x"], "y"),
        (&["<i>x</"], "i>y"),
        (&["<!docty", "pe html"], ">y"),
        (&["<a href="], "b>c"),
        // Inside a character reference, which ends where the network goes on.
        (&["&am", "p;x"], "y"),
        (&["&am"], "p;y"),
        (&["&no", "ti"], "t;y"),
        (&["&no"], "y"),
        (&["&#x4", "1"], ";y"),
        (&["&"], "#65;y"),
        // A line ends once.
        (&["a\r"], "\nb"),
        (&["a\r", "\nb"], "c"),
        (&["a\r", "\r"], "\nb"),
        (&["<pre>\r"], "\nb"),
        (&["\r"], ""),
        // In raw text, and out of it again.
        (&["<title>a</ti", "tle"], ">b"),
        (&["<textarea>"], "\n<b></textarea>c"),
        (&["<style><", "!--"], "</style>x"),
        // Content that the parser moves.
        (&["<table>a", "<tr>b"], "c<td>d"),
        (&["<p><b><i>x</p>"], "y</b>z"),
        (&["", ""], ""),
    ] {
        let flat = format!("<script></script>{}{after}", writes.concat());
        assert_eq!(written("", writes, after), plain(&flat), "{writes:?}, {after:?}");
        let flat = format!("<p>0<script></script>{}{after}", writes.concat());
        assert_eq!(written("<p>0", writes, after), plain(&flat), "{writes:?}, {after:?}");
    }
}

#[test]
fn written_text_is_in_the_tree_at_once() {
    let mut parser = parser();
    let first = script(parser.feed("<body>1<script>text</script>4"));
    assert_eq!(parser.document().node(first).unwrap().text_content(), "text");
    assert!(parser.document().node(first).unwrap().end_tag().is_some());
    assert_eq!(body(&parser), r#""1"<script>"text""#);
    done(parser.write("2<b>3"));
    assert_eq!(body(&parser), r#""1"<script>"text""2"<b>"3""#);
    done(parser.write("<i"));
    assert_eq!(body(&parser), r#""1"<script>"text""2"<b>"3""#);
    done(parser.resume());
    assert!(!body(&parser).contains("<i"));
    done(parser.feed(">5"));
    assert!(body(&parser).ends_with(r#"<b>"3"<i4>"5""#));
}

#[test]
fn a_script_can_change_the_tree() {
    let mut parser = parser();
    let element = script(parser.feed("<p id=a><b id=b class=c><script></script>x</p>y"));
    let b = parser.document().node(element).unwrap().parent().unwrap().node_id();
    parser.sink_mut().set_attribute(b, "id", "changed");
    parser.sink_mut().set_attribute(b, "data-new", "new");
    parser.sink_mut().remove(&element);
    done(parser.resume());
    done(parser.end());
    invariants::check(parser.document()).unwrap();
    let body = parser.document().body().unwrap();
    let attributes = |node: sapwood::NodeRef<'_>| {
        let list = node.attrs().map(|it| format!("{}={}", it.local_name(), it.value()));
        list.collect::<Vec<_>>().join(" ")
    };
    let elements: Vec<String> =
        body.descendants().filter(|node| node.is_element()).map(attributes).collect();
    assert_eq!(elements, ["id=a", "id=changed class=c data-new=new", "id=b class=c"]);
    assert_eq!(body.text_content(), "xy");
}

#[test]
fn nested_writes() {
    let mut parser = parser();
    script(parser.feed("<body>a<script>1</script>z"));
    // The second script is in the first one's writing, and the third in the second one's.
    script(parser.write("b<script>2</script>y"));
    assert_eq!(parser.script_nesting_level(), 2);
    script(parser.write("c<script>3</script>x"));
    done(parser.write("d"));
    done(parser.resume());
    assert_eq!(body(&parser), r#""a"<script>"1""b"<script>"2""c"<script>"3""dx""#);
    done(parser.write("w"));
    // The rest of what the first wrote comes before it goes on.
    done(parser.resume());
    assert!(body(&parser).ends_with(r#""dxwy""#));
    done(parser.write("v"));
    done(parser.resume());
    assert_eq!(parser.script_nesting_level(), 0);
    done(parser.end());
    assert!(body(&parser).ends_with(r#""dxwyvz""#));
}

#[test]
fn a_script_that_is_cut() {
    let html = "1<script>document.write('2<scr'); document.write('ipt>document.write(\"3\")</scr'); \
                document.write('ipt>4')</script>5";
    let tree = scripted::parse(html, Cut::Whole, true).dump().to_string();
    assert!(tree.contains("\"34\n") || tree.contains("\"345\""), "{tree}");
    for cut in Cut::all(html) {
        for fast_path in [true, false] {
            assert_eq!(scripted::parse(html, cut, fast_path).dump().to_string(), tree, "{cut}");
        }
    }
}

#[test]
fn svg_scripts() {
    for html in ["<svg><script>x</script>1", "<svg><script/>1", "<svg><script x=1 />1"] {
        let mut parser = parser();
        let element = script(parser.feed(html));
        assert_eq!(parser.document().node(element).unwrap().local_name(), Some("script"));
        done(parser.write("2"));
        done(parser.resume());
        done(parser.end());
        assert!(body(&parser).ends_with("\"21\""), "{}", body(&parser));
    }
}

#[test]
fn the_network_goes_on_meanwhile() {
    let mut parser = parser();
    script(parser.feed("<body><script></script>a"));
    done(parser.feed("b<script></script>"));
    done(parser.end());
    assert!(!parser.is_complete());
    done(parser.write("1"));
    script(parser.resume());
    done(parser.write("2"));
    done(parser.resume());
    assert!(parser.is_complete());
    assert_eq!(body(&parser), r#"<script>"1ab"<script>"2""#);
}

/// A script that has to be loaded holds up what follows it, and what scripts around it write.
#[test]
fn a_blocking_script() {
    let mut parser = parser();
    script(parser.feed("<body>a<script>1</script>z<script>3</script>"));
    let blocking = script(parser.write("b<script src=2></script>c"));
    parser.block(blocking);
    assert_eq!(parser.resume(), Step::Blocked);
    // The first script is still running; its writes wait.
    assert_eq!(parser.write("d"), Step::Blocked);
    assert_eq!(parser.unblock(), Step::Blocked);
    assert_eq!(parser.resume(), Step::Blocked);
    assert_eq!(parser.feed("y"), Step::Blocked);
    assert_eq!(body(&parser), r#""a"<script>"1""b"<script>"#);
    assert!(!parser.has_insertion_point());
    // Once loaded, it writes before the waiting text.
    assert_eq!(script(parser.unblock()), blocking);
    done(parser.write("!"));
    script(parser.resume());
    done(parser.resume());
    done(parser.end());
    assert_eq!(body(&parser), r#""a"<script>"1""b"<script>"!cdz"<script>"3""y""#);
}

#[test]
fn writing_after_the_end_opens_a_new_document() {
    let mut parser = parser();
    done(parser.feed("<!doctype html><title>old</title><p x-y>old"));
    done(parser.end());
    let old = parser.document().body().unwrap().node_id();
    assert!(parser.is_complete() && !parser.has_insertion_point());
    done(parser.write("<p x-z>ne"));
    assert!(!parser.is_complete() && parser.has_insertion_point());
    // The old nodes are removed from the tree, but stay in the document.
    assert_eq!(parser.document().node(old).unwrap().text_content(), "old");
    assert!(parser.document().doctype().is_none());
    assert_eq!(parser.document().quirks_mode(), QuirksMode::Quirks);
    done(parser.write("w<script></scr"));
    script(parser.write("ipt>!"));
    // A document can't be opened while one of its scripts runs.
    assert!(!parser.open());
    done(parser.write("?"));
    done(parser.resume());
    // The input stream is gone; only `close` ends the document.
    done(parser.feed("old"));
    done(parser.end());
    assert!(!parser.is_complete());
    done(parser.close());
    assert!(parser.is_complete());
    assert_eq!(body(&parser), r#"<p>"new"<script>"?!""#);
    done(parser.close());
    // Opened again, with a doctype of its own.
    assert!(parser.open());
    done(parser.write("<!doctype html><!doctype html>"));
    done(parser.close());
    assert_eq!(parser.document().doctype().into_iter().count(), 1);
    assert_eq!(parser.document().quirks_mode(), QuirksMode::NoQuirks);
    assert_eq!(parser.document().root().children().count(), 2);
}

#[test]
fn some_states_ignore_writes() {
    let mut parser = parser();
    done(parser.feed("<p>old"));
    parser.ignore_destructive_writes(true);
    parser.ignore_destructive_writes(true);
    parser.ignore_destructive_writes(false);
    done(parser.write("new"));
    parser.ignore_destructive_writes(false);
    parser.ignore_opens(true);
    done(parser.write("new"));
    assert!(!parser.open());
    parser.ignore_opens(false);
    done(parser.close());
    done(parser.feed("er"));
    assert_eq!(body(&parser), r#"<p>"older""#);
    done(parser.write("new"));
    assert_eq!(body(&parser), r#""new""#);
}

#[test]
fn a_document_closed_by_its_script_ends_with_the_script() {
    let mut parser = parser();
    assert!(parser.open());
    script(parser.write("<script></script>b"));
    done(parser.close());
    done(parser.write("a"));
    assert!(!parser.is_complete());
    done(parser.resume());
    assert!(parser.is_complete());
    assert_eq!(parser.document().document_element().unwrap().text_content(), "ab");
}

#[test]
fn an_aborted_parser_keeps_the_tree_so_far() {
    let mut parser = parser();
    script(parser.feed("<p>a<script></script>b"));
    parser.abort();
    done(parser.write("c"));
    done(parser.resume());
    done(parser.feed("d"));
    assert!(!parser.open());
    done(parser.end());
    assert!(!parser.is_complete());
    assert_eq!(parser.finish().document.body().unwrap().text_content(), "a");
}

#[test]
fn limits_apply_to_written_text() {
    let limited = |limits| ScriptedParser::new(&ParseOptions::default().limits(limits));
    let mut parser = limited(Limits::default().input_bytes(40));
    script(parser.feed("<script></script>b"));
    done(parser.write("123456789 123456789 123456789 "));
    assert_eq!(parser.limit(), Some(Limit::InputBytes));
    done(parser.resume());
    assert_eq!(body(&parser), "\"123456789 123456789 123\"");
    for (limits, limit) in [
        (Limits::default().nodes(20), Limit::Nodes),
        (Limits::default().depth(20), Limit::Depth),
        (Limits::default().token_length(20), Limit::TokenLength),
        (Limits::default().time(std::time::Duration::ZERO), Limit::Time),
    ] {
        let mut parser = limited(limits);
        let mut step = parser.feed("<script></script>b");
        if matches!(step, Step::Script(_)) {
            for _ in 0..100 {
                step = parser.write("<i><b title=123456789123456789>");
            }
        }
        done(step);
        done(parser.resume());
        assert_eq!(parser.limit(), Some(limit));
        assert!(!parser.open());
        invariants::check(&parser.finish().document).unwrap();
    }
}

/// Scripts that write scripts 100,000 deep, and as many that wait for the innermost to load.
#[test]
fn nested_scripts_do_not_overflow_the_stack() {
    const DEPTH: usize = 100_000;
    let run = || {
        for blocked in [false, true] {
            let mut parser = ScriptedParser::new(&ParseOptions::default());
            let mut last = script(parser.feed("<body><script></script>z"));
            for _ in 0..DEPTH {
                last = script(parser.write("<script></script>y"));
            }
            if blocked {
                parser.block(last);
                for _ in 0..DEPTH {
                    assert_eq!(parser.resume(), Step::Blocked);
                    assert_eq!(parser.write("x"), Step::Blocked);
                }
                assert_eq!(parser.resume(), Step::Blocked);
                assert_eq!(script(parser.unblock()), last);
                done(parser.resume());
            } else {
                for _ in 0..=DEPTH {
                    done(parser.resume());
                }
            }
            done(parser.end());
            let text = parser.finish().document.body().unwrap().text_content();
            assert_eq!(text.len(), 1 + DEPTH * if blocked { 2 } else { 1 });
        }
    };
    thread::Builder::new().stack_size(256 * 1024).spawn(run).unwrap().join().unwrap();
}

/// A sink that only keeps the names of elements.
#[derive(Default)]
struct Names(Vec<String>);

impl TreeSink for Names {
    type Handle = usize;
    type Output = Vec<String>;

    fn document(&mut self) -> usize {
        0
    }
    fn create_element(&mut self, element: NewElement<'_>) -> usize {
        self.0.push(element.name.name.text.to_owned());
        self.0.len()
    }
    fn reopen_element(&mut self, original: &usize, _: Span) -> usize {
        *original
    }
    fn create_comment(&mut self, _: &str, _: Span) -> usize {
        0
    }
    fn create_processing_instruction(&mut self, _: &str, _: &str, _: Span) -> usize {
        0
    }
    fn append_doctype(&mut self, _: &str, _: &str, _: &str, _: Span) {}
    fn append(&mut self, _: &usize, _: &usize) {}
    fn append_text(&mut self, _: &usize, _: &str, _: Span) {}
    fn insert(&mut self, _: InsertionLocation<'_, usize>, _: &usize) {}
    fn insert_text(&mut self, _: InsertionLocation<'_, usize>, _: &str, _: Span) {}
    fn remove(&mut self, _: &usize) {}
    fn reparent_children(&mut self, _: &usize, _: &usize) {}
    fn add_missing_attributes(&mut self, _: &usize, _: Attributes<'_>) {}
    fn template_contents(&mut self, template: &usize) -> usize {
        *template
    }
    fn clear_document(&mut self) {
        self.0.clear();
    }
    fn finish(self) -> Vec<String> {
        self.0
    }
}

#[test]
fn scripts_run_with_a_custom_sink() {
    let mut parser = ScriptedParser::with_sink(Names::default(), &ParseOptions::default());
    assert_eq!(parser.feed("<script></script><p>"), Step::Script(3));
    assert_eq!(parser.write("<b>"), Step::Done);
    assert_eq!(parser.resume(), Step::Done);
    assert_eq!(parser.sink().0, ["html", "head", "script", "body", "b", "p"]);
    assert!(parser.open());
    assert_eq!(parser.write("<i>"), Step::Done);
    assert_eq!(parser.finish(), ["html", "head", "body", "i"]);
}
