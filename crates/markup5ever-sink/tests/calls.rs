//! The sink receives the calls that html5ever would make, not only those that build the tree.

#![forbid(unsafe_code)]

use std::{
    borrow::Cow,
    cell::{Cell, Ref, RefCell},
};

use sapwood_markup5ever::{
    Attribute, ParseOpts, ProcessingInstructions, QualName,
    interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink},
    local_name, ns, parse_document, parse_fragment, parse_fragment_for_element,
    tendril::{StrTendril, TendrilSink},
};

/// Records the calls to a sink. Nodes are numbers.
///
/// Each call borrows the names mutably, so it panics if the caller still holds a name.
#[derive(Default)]
struct Recorder {
    names: RefCell<Vec<QualName>>,
    calls: RefCell<Vec<String>>,
    /// Elements popped off the stack of open elements.
    popped: RefCell<Vec<usize>>,
    line: Cell<u64>,
    /// Whether the sink attaches shadow roots.
    attaches: bool,
}

const DOCUMENT: usize = 1_000_000;

impl Recorder {
    fn record(&self, call: String) {
        drop(self.names.borrow_mut());
        self.calls.borrow_mut().push(call);
    }

    fn add_node(&self, name: QualName) -> usize {
        self.names.borrow_mut().push(name);
        self.names.borrow().len() - 1
    }

    fn name(&self, node: usize) -> String {
        match self.names.borrow().get(node) {
            Some(name) => format!("{}{node}", name.local),
            None => "#document".to_owned(),
        }
    }

    /// Records an insertion. Consecutive texts at one location are joined, because a text may arrive in
    /// pieces.
    fn insert(&self, child: NodeOrText<usize>, location: &str) {
        match child {
            NodeOrText::AppendNode(node) => {
                self.record(format!("insert {} {location}", self.name(node)))
            }
            NodeOrText::AppendText(text) => {
                let call = format!("text {location}: ");
                let mut calls = self.calls.borrow_mut();
                match calls.last_mut() {
                    Some(last) if last.starts_with(&call) => last.push_str(&text),
                    _ => calls.push(call + &text),
                }
            }
        }
    }
}

impl TreeSink for Recorder {
    type Handle = usize;
    type Output = Recording;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Recording {
        Recording { calls: self.calls.into_inner(), popped: self.popped.into_inner() }
    }
    fn parse_error(&self, _: Cow<'static, str>) {}
    fn get_document(&self) -> usize {
        DOCUMENT
    }
    fn elem_name<'a>(&'a self, target: &usize) -> Ref<'a, QualName> {
        Ref::map(self.names.borrow(), |names| &names[*target])
    }
    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> usize {
        let node = self.add_node(name);
        let attributes: Vec<_> =
            attrs.iter().map(|it| format!(" {}={}", it.name.local, it.value)).collect();
        let mut call = format!("create {}{}", self.name(node), attributes.concat());
        for (flag, name) in [
            (flags.template, "template"),
            (flags.mathml_annotation_xml_integration_point, "integration point"),
            (flags.had_duplicate_attributes, "had duplicates"),
        ] {
            if flag {
                call += &format!(" ({name})");
            }
        }
        call += &format!(" in line {}", self.line.get());
        self.record(call);
        node
    }
    fn create_comment(&self, text: StrTendril) -> usize {
        self.record(format!("comment {text}"));
        self.add_node(QualName::new(None, ns!(), "#comment".into()))
    }
    fn create_pi(&self, target: StrTendril, data: StrTendril) -> usize {
        self.record(format!("instruction {target} {data}"));
        self.add_node(QualName::new(None, ns!(), "#instruction".into()))
    }
    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        self.insert(child, &format!("in {}", self.name(*parent)));
    }
    fn append_based_on_parent_node(&self, table: &usize, above: &usize, it: NodeOrText<usize>) {
        self.insert(it, &format!("before {} or in {}", self.name(*table), self.name(*above)));
    }
    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        self.record(format!("doctype {name} {public} {system}"));
    }
    fn mark_script_already_started(&self, node: &usize) {
        self.record(format!("already started {}", self.name(*node)));
    }
    fn pop(&self, node: &usize) {
        drop(self.names.borrow_mut());
        self.popped.borrow_mut().push(*node);
    }
    fn get_template_contents(&self, target: &usize) -> usize {
        self.record(format!("contents of {}", self.name(*target)));
        *target
    }
    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }
    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.record(format!("{mode:?}"));
    }
    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        self.insert(child, &format!("before {}", self.name(*sibling)));
    }
    fn add_attrs_if_missing(&self, target: &usize, attrs: Vec<Attribute>) {
        self.record(format!("add {} to {}", attrs.len(), self.name(*target)));
    }
    fn associate_with_form(&self, it: &usize, form: &usize, near: (&usize, Option<&usize>)) {
        let above = near.1.map(|above| format!(" or in {}", self.name(*above))).unwrap_or_default();
        let (it, form, parent) = (self.name(*it), self.name(*form), self.name(*near.0));
        self.record(format!("{it} belongs to {form}, in {parent}{above}"));
    }
    fn remove_from_parent(&self, target: &usize) {
        self.record(format!("remove {}", self.name(*target)));
    }
    fn reparent_children(&self, from: &usize, to: &usize) {
        self.record(format!("children of {} to {}", self.name(*from), self.name(*to)));
    }
    fn attach_declarative_shadow(
        &self,
        host: &usize,
        template: &usize,
        attrs: &[Attribute],
    ) -> bool {
        let (host, template) = (self.name(*host), self.name(*template));
        self.record(format!("shadow of {host} by {template}, {} attributes", attrs.len()));
        self.attaches
    }
    fn set_current_line(&self, line: u64) {
        self.line.set(line);
    }
}

/// Everything that a sink recorded.
struct Recording {
    calls: Vec<String>,
    popped: Vec<usize>,
}

fn sink(attaches: bool) -> Recorder {
    Recorder { attaches, line: Cell::new(1), ..Default::default() }
}

fn parse(html: &str) -> Recording {
    parse_document(sink(true), ParseOpts::default()).one(html)
}

#[test]
fn makes_the_same_calls_as_html5ever() {
    for html in [
        "<!doctype html public x y><title>t</title><p a=1 a=2>x</p>",
        "<form><table><input form=x><td><input><select><option>1<option>2</select></table></form><input>",
        "<form><table><tr><td></td><button>x</table></form>",
        "<b>1<p>2</b>3</p><table>x<tr>y<b>z<td></table>",
        "<a href=x>1<div><a href=y>2</div>",
        "<html a=1><html a=2 b=3><body><body c=4><template><td></template>",
        "<math><annotation-xml encoding='text/html'></annotation-xml></math><svg viewbox=x xlink:href=y>",
        "<p>\n<b>\n\r\n<i>\r<script>\n1\n</script>\n<br>\n</p><b>x",
        "<script>x",
        "<div><template shadowrootmode=open shadowrootclonable>x</template>y</div>",
        "<?a b?><!-- c --><br></p>",
        "<ul><li>1<li>2</ul>",
        "<p><frameset><frame><!-- x --></frameset>",
    ] {
        let ours = parse(html).calls;
        let theirs =
            html5ever::parse_document(sink(true), html5ever::ParseOpts::default()).one(html);
        assert_eq!(ours, theirs.calls, "{html:?}");
    }
}

#[test]
fn makes_the_same_calls_for_the_root_of_a_fragment() {
    for html in ["x<html a=1>y<html b=3>", "<template>x<html a=1></template><html b>"] {
        let name = || QualName::new(None, ns!(html), local_name!("body"));
        let ours = parse_fragment(sink(true), ParseOpts::default(), name(), Vec::new(), true);
        let opts = html5ever::ParseOpts::default();
        let theirs = html5ever::parse_fragment(sink(true), opts, name(), Vec::new(), true);
        assert_eq!(ours.one(html).calls, theirs.one(html).calls, "{html}");
    }
}

/// html5ever associates controls with the form of the fragment's context. The standard no longer does.
#[test]
fn fragment_controls_are_associated_with_no_form() {
    let record = |ours: bool| {
        let sink = sink(false);
        let form = sink.add_node(QualName::new(None, ns!(html), local_name!("form")));
        let context = sink.add_node(QualName::new(None, ns!(html), local_name!("div")));
        let html = "<p><input><form><input></form>";
        if ours {
            let opts = ParseOpts::default();
            parse_fragment_for_element(sink, opts, context, false, Some(form)).one(html)
        } else {
            let opts = html5ever::ParseOpts::default();
            html5ever::driver::parse_fragment_for_element(sink, opts, context, false, Some(form))
                .one(html)
        }
    };
    let mut theirs = record(false).calls;
    theirs.retain(|call| !call.contains(" belongs to "));
    assert_eq!(record(true).calls, theirs);
}

/// Not compared with html5ever, which omits some of these calls.
#[test]
fn all_open_elements_are_popped() {
    for html in
        ["<ul><li>1<li>2</ul><p>x<br>", "<table><tr><td><p>x</table><select><option>1<option>2"]
    {
        let Recording { calls, mut popped } = parse(html);
        let created = calls.iter().filter(|call| call.starts_with("create")).count();
        popped.sort_unstable();
        assert_eq!(popped, (0..created).collect::<Vec<_>>(), "{html}");
    }
}

#[test]
fn declined_shadow_root_becomes_an_ordinary_template() {
    let recording = parse_document(sink(false), ParseOpts::default())
        .one("<div><template shadowrootmode=open>x</template></div>");
    let tail: Vec<_> =
        recording.calls.iter().skip(recording.calls.len() - 4).map(|call| &**call).collect();
    assert_eq!(
        tail,
        [
            "shadow of div3 by template4, 1 attributes",
            "insert template4 in div3",
            "contents of template4",
            "text in template4: x"
        ]
    );
}

#[test]
fn processing_instructions_follow_the_option() {
    let html = "<?a b  c?><p><?d\r\ne\u{0}?>";
    assert_eq!(parse(html).calls[0], "comment ?a b  c?");
    assert!(parse(html).calls.contains(&"comment ?d\ne\u{fffd}?".to_owned()));
    let opts = ParseOpts {
        processing_instructions: ProcessingInstructions::AsThemselves,
        ..Default::default()
    };
    let recording = parse_document(sink(true), opts).one(html);
    assert_eq!(recording.calls[0], "instruction a b  c");
}

#[test]
fn chunk_boundaries_change_no_call() {
    let html = "<p>1\r\n<b>2\n<?some target\nand data?>\n<i>3</i>\r<u>";
    let whole = parse(html).calls;
    for cut in 0..=html.len() {
        let mut parser = parse_document(sink(true), ParseOpts::default());
        for piece in [&html[..cut], "", &html[cut..]] {
            parser.process(piece.into());
        }
        assert_eq!(parser.finish().calls, whole, "cut at {cut}");
    }
}
