//! Cases for the sanitizer: random markup and configurations, trees as text, and what no safe tree has.

use std::fmt::Write;

use sapwood::{
    Document, Namespace, NodeData, NodeRef, ParseOptions, parse_fragment_with, parse_with,
    sanitizer::{Sanitizer, SanitizerConfig},
};
use serde_json::{Value, json};

use crate::soup::Random;

/// A configuration that keeps everything but what is unsafe, with comments and processing instructions.
///
/// # Panics
///
/// Never: the configuration is valid.
#[must_use]
pub fn permissive() -> Sanitizer {
    Sanitizer::new(SanitizerConfig::default()).expect("an empty configuration is valid")
}

const ELEMENTS: [&str; 58] = [
    "a",
    "b",
    "i",
    "p",
    "div",
    "span",
    "ul",
    "li",
    "h1",
    "table",
    "caption",
    "colgroup",
    "col",
    "tbody",
    "tr",
    "td",
    "form",
    "input",
    "button",
    "select",
    "option",
    "template",
    "style",
    "title",
    "textarea",
    "script",
    "iframe",
    "noscript",
    "noembed",
    "noframes",
    "xmp",
    "plaintext",
    "pre",
    "listing",
    "br",
    "hr",
    "img",
    "base",
    "object",
    "embed",
    "svg",
    "foreignObject",
    "desc",
    "g",
    "use",
    "animate",
    "set",
    "math",
    "mi",
    "mtext",
    "mglyph",
    "malignmark",
    "annotation-xml",
    "html",
    "body",
    "head",
    "x-y",
    "nobr",
];

const ATTRIBUTES: [&str; 24] = [
    "id",
    "class",
    "title",
    "href",
    "xlink:href",
    "src",
    "style",
    "onclick",
    "onerror",
    "onbegin",
    "onfoo",
    "data-a",
    "data-",
    "lang",
    "dir",
    "action",
    "formaction",
    "attributename",
    "encoding",
    "shadowrootmode",
    "unknown",
    "values",
    "xml:lang",
    "viewbox",
];

const VALUES: [&str; 20] = [
    "x",
    "",
    "javascript:alert(1)",
    " JAVA\tscript:alert(1)",
    "\u{1}javascript:x",
    "java script:x",
    "href",
    "xlink:href",
    " href",
    "https://a.b/",
    "/c",
    "data:text/html,x",
    "text/html",
    "open",
    "</style><img src onerror=alert(1)>",
    "--><script>alert(1)</script>",
    "]]>",
    "&amp;lt;",
    "</noscript><img src onerror=alert(1)>",
    "<!--",
];

const TEXTS: [&str; 18] = [
    "text",
    " ",
    "\n",
    "&lt;img src onerror=alert(1)&gt;",
    "<!-- c -->",
    "<!--",
    "-->",
    "<!-->",
    "<!-- --!> -->",
    "<?pi x?>",
    "<?b y>",
    "<![CDATA[<b>]]>",
    "&amp;",
    "<",
    "</p>",
    "<!doctype html>",
    "</",
    "]]>",
];

const CONTEXTS: [&str; 10] =
    ["div", "body", "table", "tr", "td", "select", "template", "svg g", "svg desc", "math mi"];

/// Places in which the standard parses content by rules of its own.
const OUTER: [&str; 34] = [
    "",
    "<svg>",
    "<svg><g>",
    "<svg><foreignObject>",
    "<svg><desc>",
    "<svg><title>",
    "<svg><style>",
    "<svg><script>",
    "<math>",
    "<math><mi>",
    "<math><mtext>",
    "<math><mtext><table>",
    "<math><annotation-xml>",
    "<math><annotation-xml encoding=text/html>",
    "<table>",
    "<table><tr>",
    "<table><caption>",
    "<table><colgroup>",
    "<select>",
    "<select><option>",
    "<form>",
    "<form><div></form>",
    "<form><math><mtext></form><form>",
    "<template>",
    "<template shadowrootmode=open>",
    "<p>",
    "<a href=x>",
    "<b>",
    "<button>",
    "<h1>",
    "<li>",
    "<ruby><rtc>",
    "<object>",
    "<html><head></head><frameset>",
];

/// Markup that changes how what follows is read.
const MIDDLE: [&str; 38] = [
    "",
    "<style>",
    "<script>",
    "<xmp>",
    "<iframe>",
    "<noembed>",
    "<noframes>",
    "<noscript>",
    "<textarea>",
    "<title>",
    "<plaintext>",
    "<listing>\n\n",
    "<pre>\n\n",
    "<!--",
    "<!-->",
    "<!--->",
    "<!-- --!>",
    "<![CDATA[",
    "<?pi ",
    "<?>",
    "<!x",
    "</x ",
    "<mglyph>",
    "<malignmark>",
    "<svg>",
    "<math>",
    "<mtext>",
    "<template>",
    "<form>",
    "<table>",
    "<select>",
    "<a>",
    "<image>",
    "</p>",
    "</br>",
    "<nobr><nobr>",
    "<b><p></b>",
    "<style><!--</style>",
];

/// Markup that must not run.
const INNER: [&str; 17] = [
    "<img src onerror=alert(1)>",
    "<p title='</style><img src onerror=alert(1)>'>",
    "<p title='</noscript><img src onerror=alert(1)>'>",
    "<p title='</title></textarea></xmp></iframe></noembed></noframes><img src onerror=alert(1)>'>",
    "<a id='--><img src onerror=alert(1)>'>",
    "<a id='--!><img src onerror=alert(1)>'>",
    "<a id=']]><img src onerror=alert(1)>'>",
    "<a id='?><img src onerror=alert(1)>'>",
    "--><img src onerror=alert(1)>",
    "]]><img src onerror=alert(1)>",
    "</style><img src onerror=alert(1)>",
    "</svg></math><img src onerror=alert(1)>",
    "&lt;img src onerror=alert(1)&gt;",
    "&lt;/style&gt;&lt;img src onerror=alert(1)&gt;",
    "<a href='javascript:alert(1)'>x</a>",
    "<script>alert(1)</script>",
    "<style><img title='</style><img src onerror=alert(1)>'>",
];

/// Markup that is read in one way where it stands and in another where it is written again.
pub fn payloads() -> impl Iterator<Item = String> {
    OUTER.iter().flat_map(|outer| {
        MIDDLE.iter().flat_map(move |middle| {
            INNER.iter().map(move |inner| format!("{outer}{middle}{inner}</p>x"))
        })
    })
}

/// Returns the name of a random context element.
pub fn context(random: &mut Random) -> &'static str {
    CONTEXTS[random.below(CONTEXTS.len())]
}

/// Returns random markup with this number of pieces.
pub fn markup(random: &mut Random, pieces: usize) -> String {
    let mut html = String::new();
    for _ in 0..pieces {
        let name = ELEMENTS[random.below(ELEMENTS.len())];
        match random.below(10) {
            0..=5 => {
                let _ = write!(html, "<{name}");
                for _ in 0..random.below(4) {
                    let attribute = ATTRIBUTES[random.below(ATTRIBUTES.len())];
                    let value = VALUES[random.below(VALUES.len())].replace('"', "&quot;");
                    let _ = write!(html, " {attribute}=\"{value}\"");
                }
                html.push_str(if random.below(12) == 0 { "/>" } else { ">" });
            }
            6..=7 => {
                let _ = write!(html, "</{name}>");
            }
            _ => html.push_str(TEXTS[random.below(TEXTS.len())]),
        }
    }
    html
}

/// Returns a random configuration as JSON, not always a valid one.
pub fn config(random: &mut Random) -> Value {
    let mut config = json!({});
    let mut set = |member: &str, value: Value| {
        config[member] = value;
    };
    match random.below(9) {
        0..=3 => set("elements", Value::Array(list(random, 24, element_with_attributes))),
        4..=6 => set("removeElements", Value::Array(list(random, 8, element))),
        7 if random.below(4) == 0 => {
            set("elements", json!(["p"]));
            set("removeElements", json!([]));
        }
        _ => {}
    }
    if random.below(3) == 0 {
        set("replaceWithChildrenElements", Value::Array(list(random, 4, element)));
    }
    match random.below(8) {
        0..=2 => set("attributes", Value::Array(list(random, 6, attribute))),
        3..=5 => set("removeAttributes", Value::Array(list(random, 4, attribute))),
        _ => {}
    }
    let target = |random: &mut Random| match random.below(4) {
        0 => json!({ "target": "b" }),
        1 => json!("pi"),
        2 => json!("b"),
        _ => json!("x"),
    };
    match random.below(6) {
        0 => set("processingInstructions", Value::Array(list(random, 2, target))),
        1 => set("removeProcessingInstructions", Value::Array(list(random, 2, target))),
        _ => {}
    }
    if random.below(3) == 0 {
        set("comments", json!(random.below(2) == 0));
    }
    if random.below(4) == 0 {
        set("dataAttributes", json!(random.below(2) == 0));
    }
    config
}

/// A list without equal items, in most cases.
fn list(random: &mut Random, most: usize, item: impl Fn(&mut Random) -> Value) -> Vec<Value> {
    let mut items: Vec<Value> = Vec::new();
    for _ in 0..random.below(most + 1) {
        let next = item(random);
        let name = |value: &Value| value.get("name").unwrap_or(value).clone();
        if random.below(60) == 0 || items.iter().all(|it| name(it) != name(&next)) {
            items.push(next);
        }
    }
    items
}

fn element(random: &mut Random) -> Value {
    let name = ELEMENTS[random.below(ELEMENTS.len())];
    let is_foreign = ["svg", "foreignObject", "desc", "g", "use", "animate", "set"].contains(&name);
    let is_math = ["math", "mi", "mtext", "mglyph", "malignmark", "annotation-xml"].contains(&name);
    match random.below(6) {
        0 => json!({ "name": name }),
        1 => json!({ "name": name, "namespace": "http://www.w3.org/2000/svg" }),
        _ if is_foreign => json!({ "name": name, "namespace": "http://www.w3.org/2000/svg" }),
        _ if is_math => json!({ "name": name, "namespace": "http://www.w3.org/1998/Math/MathML" }),
        2 if random.below(4) == 0 => json!({ "name": name, "namespace": "" }),
        _ => json!(name),
    }
}

fn element_with_attributes(random: &mut Random) -> Value {
    let item = element(random);
    let name = item.get("name").unwrap_or(&item).clone();
    let mut object = match item {
        Value::Object(_) => item,
        _ => json!({ "name": name }),
    };
    match random.below(8) {
        0 => object["attributes"] = Value::Array(list(random, 3, attribute)),
        1 => object["removeAttributes"] = Value::Array(list(random, 1, attribute)),
        2 => object["attributes"] = json!(["values", "viewBox"]),
        _ if random.below(2) == 0 && object.get("namespace").is_none() => return name,
        _ => {}
    }
    object
}

fn attribute(random: &mut Random) -> Value {
    match ATTRIBUTES[random.below(ATTRIBUTES.len())] {
        "xlink:href" => json!({ "name": "href", "namespace": "http://www.w3.org/1999/xlink" }),
        "attributename" => json!("attributeName"),
        name if random.below(5) == 0 => json!({ "name": name }),
        name => json!(name),
    }
}

/// The JavaScript function that writes a tree as [`dump`] does.
///
/// In two points Chromium 156 departs from the text of the standard, and both functions leave them out. It sanitizes
/// while it parses, so that a text after a removed node is joined with the one before it; in the standard they stay two
/// nodes. And it keeps comments and processing instructions beside the document element whatever the configuration says.
pub const DUMP: &str = r#"(function dump(root) {
    const lines = [];
    const walk = (node, depth) => {
        for (const child of node.childNodes) {
            const put = text => lines.push(depth + " " + text);
            switch (child.nodeType) {
                case 1: {
                    const attributes = [...child.attributes]
                        .map(it => (it.namespaceURI || "") + "|" + it.localName + "=" + it.value).sort();
                    put("<" + (child.namespaceURI || "") + "|" + child.localName + " " + attributes.join(" ") + ">");
                    if (child.content instanceof DocumentFragment) {
                        put("content");
                        walk(child.content, depth + 1);
                    }
                    if (child.shadowRoot) {
                        put("shadow");
                        walk(child.shadowRoot, depth + 1);
                    }
                    walk(child, depth + 1);
                    break;
                }
                case 3: case 4: {
                    const previous = lines[lines.length - 1];
                    if (previous !== undefined && previous.startsWith(depth + " text "))
                        lines[lines.length - 1] += child.data;
                    else put("text " + child.data);
                    break;
                }
                case 7: if (node.nodeType !== 9) put("pi " + child.target + " " + child.data); break;
                case 8: if (node.nodeType !== 9) put("comment " + child.data); break;
                case 10: put("doctype " + child.name); break;
            }
        }
    };
    walk(root, 0);
    return lines.join("\n");
})"#;

/// The tree below `root` as text, one node a line. Adjacent texts are joined, and comments and processing instructions
/// beside the document element are left out.
#[must_use]
pub fn dump(root: NodeRef<'_>) -> String {
    let mut lines = Vec::new();
    let mut path = vec![(root.children(), 0)];
    while let Some((children, depth)) = path.last_mut() {
        let depth = *depth;
        let Some(child) = children.next() else {
            path.pop();
            continue;
        };
        match child.data() {
            NodeData::Element(_) => {
                let name = child.qualified_name().expect("it is an element");
                let mut attributes: Vec<_> = child
                    .attrs()
                    .map(|it| format!("{}|{}={}", it.namespace_uri(), it.local_name(), it.value()))
                    .collect();
                attributes.sort_by(|one, other| one.encode_utf16().cmp(other.encode_utf16()));
                let attributes = attributes.join(" ");
                lines.push(format!(
                    "{depth} <{}|{} {attributes}>",
                    name.namespace_url, name.local.text
                ));
                path.push((child.children(), depth + 1));
                if let Some(shadow) = child.shadow_root() {
                    lines.push(format!("{depth} shadow"));
                    path.push((shadow.root.children(), depth + 1));
                }
                if let Some(contents) = child.template_contents() {
                    lines.push(format!("{depth} content"));
                    path.push((contents.children(), depth + 1));
                }
            }
            NodeData::Text(text) => match lines.last_mut() {
                Some(last) if last.starts_with(&format!("{depth} text ")) => last.push_str(text),
                _ => lines.push(format!("{depth} text {text}")),
            },
            NodeData::Comment(_) | NodeData::ProcessingInstruction { .. }
                if child.parent().is_some_and(|it| it.data() == NodeData::Document) => {}
            NodeData::Comment(text) => lines.push(format!("{depth} comment {text}")),
            NodeData::ProcessingInstruction { target, data } => {
                lines.push(format!("{depth} pi {target} {data}"));
            }
            NodeData::Doctype(doctype) => lines.push(format!("{depth} doctype {}", doctype.name)),
            _ => {}
        }
    }
    lines.join("\n")
}

/// Finds a script, an event handler or a `javascript:` URL of a link or form, template contents and shadow trees
/// included.
#[must_use]
pub fn find_unsafe(document: &Document) -> Option<String> {
    let mut roots = vec![document.root()];
    while let Some(root) = roots.pop() {
        for node in root.descendants() {
            roots.extend(node.template_contents());
            roots.extend(node.shadow_root().map(|shadow| shadow.root));
            let Some(name) = node.local_name() else { continue };
            let runs_scripts = match node.namespace() {
                Some(Namespace::Html) => {
                    matches!(name, "script" | "iframe" | "object" | "embed" | "frame" | "base")
                }
                Some(Namespace::Svg) => matches!(name, "script" | "use"),
                _ => false,
            };
            if runs_scripts {
                return Some(format!("<{name}>"));
            }
            for attribute in node.attrs() {
                let local = attribute.local_name();
                if matches!(local, "onclick" | "onerror" | "onbegin" | "onload" | "onfocus") {
                    return Some(format!("{local} on <{name}>"));
                }
                let value = attribute.value().to_ascii_lowercase();
                let value: String = value
                    .trim_matches(|c| c <= ' ')
                    .chars()
                    .filter(|it| !matches!(it, '\t' | '\n' | '\r'))
                    .collect();
                let navigates = match node.namespace() {
                    Some(Namespace::Html) => {
                        matches!((name, local), ("a" | "area", "href") | ("form", "action"))
                            || local == "formaction" && matches!(name, "button" | "input")
                    }
                    Some(Namespace::Svg) => (name, local) == ("a", "href"),
                    Some(Namespace::MathMl) => local == "href",
                    _ => false,
                };
                if navigates && value.starts_with("javascript:") {
                    return Some(format!("{local}={value} on <{name}>"));
                }
            }
        }
    }
    None
}

/// Checks that cleaned markup is safe with scripting off and on, and that cleaning it again doesn't change it.
///
/// # Errors
///
/// Returns what is wrong.
pub fn check_markup(
    sanitizer: &Sanitizer,
    html: &str,
    context: Option<&str>,
) -> Result<(), String> {
    check_cleaned(html, context, |html| match context {
        Some(context) => sanitizer.clean_in(html, context),
        None => sanitizer.clean_document(html),
    })
}

/// Checks the results of `clean`, as [`check_markup`] does.
///
/// # Errors
///
/// Returns what is wrong.
pub fn check_cleaned(
    html: &str,
    context: Option<&str>,
    clean: impl Fn(&str) -> String,
) -> Result<(), String> {
    let once = clean(html);
    for scripting in [false, true] {
        for shadow_roots in [false, true] {
            let options =
                ParseOptions::default().scripting(scripting).declarative_shadow_roots(shadow_roots);
            let parsed = match context {
                Some(context) => parse_fragment_with(&once, context, &options),
                None => parse_with(&once, &options),
            };
            if let Some(found) = find_unsafe(&parsed.document) {
                return Err(format!("{found} in {once:?} of {html:?}, {context:?}, {scripting}"));
            }
        }
    }
    let twice = clean(&once);
    if once == twice {
        Ok(())
    } else {
        Err(format!("{html:?} in {context:?}: {once:?}, then {twice:?}"))
    }
}
