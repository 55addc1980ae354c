//! The tree builder: what it returns, tokens of another source, handles to trace, and the serializer.

use std::{cell::RefCell, io};

use sapwood_html5ever::{
    ParseOpts, QualName,
    buffer_queue::BufferQueue,
    interface::Tracer,
    local_name, ns, parse_document, parse_fragment,
    serialize::{HtmlSerializer, Serialize, SerializeOpts, Serializer, TraversalScope, serialize},
    tendril::TendrilSink,
    tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerResult},
    tree_builder::TreeBuilder,
};
use sapwood_rcdom::{Handle, NodeData, RcDom, SerializableHandle};

const INPUTS: [&str; 8] = [
    "<!DOCTYPE html><title>a&amp;b</title><p class=x>1<p>2<b>3<i>4</b>5",
    "<table><tr><td>1</table>x<table>y<td>z",
    "<svg viewbox=1 xlink:href=2><foreignObject><p></svg><math><mi>x<![CDATA[y]]></math>",
    "<form><input><select><option>1</select></form><template><td>x</td></template>",
    "<script>if (a < b) {}</script><style>a > b {}</style><noscript><p></noscript><textarea>\n\nx",
    "<html a=1><body b=2><html c=3><body d=4>\0x<pre>\n\ny</pre>",
    "<!-- c --><p a=1 a=2></p><br/><img src=x><a href='\u{a0}<&>\"'>\u{a0}<&amp;></a>",
    "<frameset><frame></frameset>",
];

fn html(node: &Handle) -> String {
    let mut html = Vec::new();
    let node = SerializableHandle::from(node.clone());
    serialize(&mut html, &node, SerializeOpts::default()).unwrap();
    String::from_utf8(html).unwrap()
}

/// Passes the tokens on to a tree builder, as a program does that looks at them.
struct Between(TreeBuilder<Handle, RcDom>);

impl TokenSink for Between {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        self.0.process_token(token, line)
    }
    fn end(&self) {
        self.0.end();
    }
    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.0.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

#[test]
fn owned_tokens_build_the_same_tree() {
    for input in INPUTS {
        let direct = parse_document(RcDom::default(), ParseOpts::default()).one(input);
        let between = Between(TreeBuilder::new(RcDom::default(), Default::default()));
        let tokenizer = Tokenizer::new(between, Default::default());
        let queue = BufferQueue::default();
        queue.push_back(input.into());
        while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
        tokenizer.end();
        assert_eq!(html(&tokenizer.sink.0.sink.document), html(&direct.document), "{input}");
    }
}

#[test]
fn parsing_stops_at_scripts_and_at_encoding_declarations() {
    let tree_builder = TreeBuilder::new(RcDom::default(), Default::default());
    let tokenizer = Tokenizer::new(tree_builder, Default::default());
    let queue = BufferQueue::default();
    queue.push_back(
        "<meta charset=latin1><meta http-equiv=content-type content='a; charset=\"b\"'>".into(),
    );
    queue.push_back("<meta charset=x><script>1</script><p>after".into());
    let mut labels = Vec::new();
    let script = loop {
        match tokenizer.feed(&queue) {
            TokenizerResult::EncodingIndicator(label) => labels.push(label.to_string()),
            TokenizerResult::Script(script) => break script,
            TokenizerResult::Done => panic!("no script"),
        }
    };
    assert_eq!(labels, ["latin1", "b", "x"]);
    assert!(
        matches!(&script.data, NodeData::Element { name, .. } if name.local == local_name!("script"))
    );
    // Text that a script writes comes before the rest.
    queue.push_front("<b>written</b>".into());
    assert!(matches!(tokenizer.feed(&queue), TokenizerResult::Done));
    tokenizer.end();
    let html = html(&tokenizer.sink.sink.document);
    assert!(
        html.ends_with("</script></head><body><b>written</b><p>after</p></body></html>"),
        "{html}"
    );
}

#[test]
fn traces_the_handles_of_open_elements() {
    struct Names(RefCell<Vec<String>>);

    impl Tracer for Names {
        type Handle = Handle;

        fn trace_handle(&self, node: &Handle) {
            if let NodeData::Element { name, .. } = &node.data {
                self.0.borrow_mut().push(name.local.to_string());
            }
        }
    }

    let mut parser = parse_document(RcDom::default(), ParseOpts::default());
    parser.process("<form><div><b><template><i>".into());
    let names = Names(RefCell::default());
    parser.tokenizer.sink.trace_handles(&names);
    let names = names.0.into_inner();
    for name in ["html", "head", "body", "form", "div", "b", "template", "i"] {
        assert!(names.iter().any(|other| other == name), "{name} in {names:?}");
    }
    assert!(!parser.tokenizer.sink.is_fragment());
    assert_eq!(parser.tokenizer.sink.sink.document.children.borrow().len(), 1);
}

#[test]
fn fragments_begin_in_the_state_of_their_context() {
    for (context, input, expected) in [
        ("textarea", "<b>&lt;", "&lt;b&gt;&lt;"),
        ("td", "x<tr><td>y", "xy"),
        ("noscript", "<p>", "&lt;p&gt;"),
        ("plaintext", "</plaintext>", "&lt;/plaintext&gt;"),
    ] {
        let name = QualName::new(None, ns!(html), context.into());
        let dom = parse_fragment(RcDom::default(), ParseOpts::default(), name, Vec::new(), true);
        let dom = dom.one(input);
        assert_eq!(html(&dom.document), format!("<html>{expected}</html>"), "{context}");
    }
}

#[test]
fn the_serializer_writes_what_the_original_writes() {
    for input in INPUTS {
        let dom = parse_document(RcDom::default(), ParseOpts::default()).one(input);
        let node = SerializableHandle::from(dom.document);
        for scripting_enabled in [true, false] {
            let mut ours = Vec::new();
            let opts = SerializeOpts { scripting_enabled, ..Default::default() };
            serialize(&mut ours, &node, opts).unwrap();
            let mut theirs = Vec::new();
            let opts =
                original::serialize::SerializeOpts { scripting_enabled, ..Default::default() };
            original::serialize::serialize(&mut theirs, &node, opts).unwrap();
            assert_eq!(String::from_utf8(ours), String::from_utf8(theirs), "{input}");
        }
    }
}

#[test]
fn the_serializer_takes_unbalanced_calls() {
    let name = |local: &str| QualName::new(None, ns!(html), local.into());
    let opts = SerializeOpts {
        traversal_scope: TraversalScope::ChildrenOnly(Some(name("script"))),
        ..Default::default()
    };
    let mut serializer = HtmlSerializer::new(Vec::new(), opts);
    serializer.write_text("<").unwrap();
    serializer.end_elem(name("p")).unwrap();
    serializer.start_elem(name("br"), [].into_iter()).unwrap();
    serializer.write_text("in a void element").unwrap();
    serializer.start_elem(name("b"), [].into_iter()).unwrap();
    serializer.end_elem(name("b")).unwrap();
    serializer.end_elem(name("br")).unwrap();
    serializer.write_processing_instruction("a", "b").unwrap();
    assert_eq!(serializer.writer, b"<</p><br><?a b?>");
}

#[test]
fn errors_of_the_writer_are_returned() {
    struct Full;

    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("full"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct Text;

    impl Serialize for Text {
        fn serialize<S: Serializer>(
            &self,
            serializer: &mut S,
            _: TraversalScope,
        ) -> io::Result<()> {
            serializer.write_text("x")
        }
    }

    let error = serialize(Full, &Text, SerializeOpts::default()).unwrap_err();
    assert_eq!(error.to_string(), "full");
}

/// The copies that the standard prescribes would be quadratic here.
#[test]
fn copies_are_limited() {
    let input = "<b><i><u><s><a>".repeat(200) + &"<p>x".repeat(20_000);
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one(&*input);
    assert!(html(&dom.document).len() < 100 * input.len());
}

/// The rest of the input is a chunk again after each of these scripts.
#[test]
fn many_pauses_take_linear_time() {
    let scripts = 300_000;
    let dom = parse_document(RcDom::default(), ParseOpts::default());
    let dom = dom.one("<script></script>".repeat(scripts));
    assert_eq!(html(&dom.document).matches("</script>").count(), scripts);
}
