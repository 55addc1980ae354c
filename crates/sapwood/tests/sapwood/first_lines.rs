//! The first lines of programs that scrape and edit: short forms on documents and nodes, without a trait import.

use std::{error::Error, sync::Arc};

use sapwood::{Document, EditError, Selector, SelectorError, parse};

const PAGE: &str =
    "<body><p id=x class='lead big' width=12><a href=/1>One</a> <a href=/2>Two</a><p>Three";

#[test]
fn selects_by_text_and_by_compiled_selector() -> Result<(), SelectorError> {
    let document = parse(PAGE);
    let selector: Selector = "a".parse()?;
    let name = String::from("a");
    assert_eq!(document.select("a")?.count(), 2);
    assert_eq!(document.select(&name)?.count(), 2);
    assert_eq!(document.select(&selector)?.count(), 2);
    assert_eq!(document.select(selector.clone())?.count(), 2);
    assert_eq!(selector.select(&document).count(), 2);
    assert_eq!(selector.select(document.body().unwrap()).count(), 2);
    let shared = Arc::new(document.clone());
    assert_eq!(selector.select(&shared).count(), shared.select(&selector)?.count());
    assert_eq!(selector.select_first(&shared), shared.select_first(&selector)?);
    assert_eq!(selector.select_first(&document), document.select_first("a")?);
    let p = document.select_first("p")?.unwrap();
    assert_eq!(p.select(&selector)?.count(), 2);
    assert!(p.matches(".lead")? && !p.matches(&selector)?);
    let mut hrefs = Vec::new();
    for link in document.select("a[href]")? {
        hrefs.extend(link.attr("href"));
        assert_eq!(link.closest("p")?, Some(p));
    }
    assert_eq!(hrefs, ["/1", "/2"]);
    assert_eq!(document.select_ids("a")?.len(), 2);
    assert_eq!(document.select("a[").unwrap_err().column(), 3);
    Ok(())
}

#[test]
fn prints_documents_and_nodes_as_html() -> Result<(), SelectorError> {
    let document = parse(PAGE);
    assert_eq!(document.to_string(), document.to_html());
    assert_eq!(document.inner_html(), document.to_html());
    for node in document.descendants() {
        assert_eq!(node.to_string(), node.outer_html());
    }
    assert_eq!(document.root().to_string(), document.to_html());
    assert_eq!(document.text_content(), "One TwoThree");
    let template = parse("<template>a<b>c</b></template>");
    assert_eq!(
        template.select_first("template")?.unwrap().to_string(),
        "<template>a<b>c</b></template>"
    );
    Ok(())
}

#[cfg(feature = "xml")]
#[test]
fn prints_xml_as_xml() {
    let document = sapwood::xml::parse("<a xmlns='u'><br/>x</a>");
    assert_eq!(document.to_string(), document.to_xml());
    let br = document.document_element().unwrap().first_child().unwrap();
    assert_eq!(br.to_string(), br.outer_xml());
}

#[test]
fn finds_elements_by_id() {
    let document = parse("<p id=a>1<p id=A>2<p id=''>3<p id=b>4<p id=b>5");
    let text = |id| document.get_element_by_id(id).map(|node| node.text_content());
    // The later rounds use the element index.
    for _ in 0..100 {
        assert_eq!(text("a").as_deref(), Some("1"));
        assert_eq!(text("A").as_deref(), Some("2"));
        assert_eq!(text("b").as_deref(), Some("4"));
        assert_eq!(text(""), None);
        assert_eq!(text("c"), None);
    }
}

#[test]
fn reads_classes_attributes_and_names() {
    let document = parse(PAGE);
    let p = document.get_element_by_id("x").unwrap();
    assert!(p.has_class("big") && p.has_class("lead") && !p.has_class("Big") && !p.has_class(""));
    assert!(p.has_attribute("CLASS") && !p.has_attribute("style"));
    assert_eq!(p.tag_name(), Some("p"));
    assert_eq!(p.next_siblings().count(), 1);
    assert_eq!(p.next_siblings().next().unwrap().previous_siblings().next(), Some(p));
    assert_eq!(p.first_child().unwrap().first_child().unwrap().tag_name(), None);
}

fn body(document: &Document) -> String {
    document.body().unwrap().inner_html()
}

#[test]
fn removes_and_unwraps_all_matches() -> Result<(), SelectorError> {
    let mut document = parse("<nav>a<nav>b</nav></nav><p>c<script>d</script><b>e<b>f</b></b>");
    assert_eq!(document.remove_all("script, nav")?, 3);
    assert_eq!(body(&document), "<p>c<b>e<b>f</b></b></p>");
    assert_eq!(document.unwrap_all("b, html")?, 2);
    assert_eq!(body(&document), "<p>cef</p>");
    assert_eq!(document.remove_all("b")?, 0);
    assert_eq!(document.remove_all("b[").unwrap_err().column(), 3);
    Ok(())
}

#[test]
fn unwraps_a_deep_tree_in_linear_time() -> Result<(), SelectorError> {
    let mut document = parse(&("<b>".repeat(100_000) + &"<i>".repeat(100_000)));
    assert_eq!(document.unwrap_all("b")?, 100_000);
    assert_eq!(document.remove_all("i")?, 100_000);
    assert_eq!(body(&document), "");
    Ok(())
}

#[test]
fn changes_classes() -> Result<(), Box<dyn Error>> {
    let mut document = parse("<p><p class=' a\tb  a '>");
    let ids = document.select_ids("p")?;
    assert!(document.add_class(ids[0], "x")?);
    assert!(!document.add_class(ids[0], "x")?);
    assert!(document.remove_class(ids[1], "a")?);
    assert!(!document.remove_class(ids[1], "a")?);
    assert_eq!(body(&document), r#"<p class="x"></p><p class="b"></p>"#);
    assert!(document.toggle_class(ids[0], "y")?);
    assert!(!document.toggle_class(ids[0], "x")?);
    assert_eq!(body(&document), r#"<p class="y"></p><p class="b"></p>"#);
    for class in ["", " ", "a b", "a\n"] {
        assert_eq!(document.add_class(ids[0], class), Err(EditError::InvalidName));
    }
    let text = document.create_text("x")?;
    assert_eq!(document.toggle_class(text, "x"), Err(EditError::NotAnElement));
    Ok(())
}

#[test]
fn a_renamed_form_owns_no_control() -> Result<(), Box<dyn Error>> {
    let mut document = parse("<div><form></div><input>");
    assert_eq!(document.parsed_form_owners().count(), 1);
    let form = document.select_ids("form")?[0];
    document.rename(form, "section")?;
    assert_eq!(document.parsed_form_owners().count(), 0);
    Ok(())
}

#[test]
fn renames_elements() -> Result<(), Box<dyn Error>> {
    let mut document =
        parse("<p id=a>x<font color=red>y</font><svg><g/></svg><template>z</template>");
    for (selector, name) in [("font", "EM"), ("p", "my-note"), ("g", "linearGradient")] {
        let id = document.select_ids(selector)?[0];
        document.rename(id, name)?;
        assert_eq!(document.node(id).unwrap().select(":scope")?.count(), 0);
    }
    assert_eq!(
        body(&document),
        "<my-note id=\"a\">x<em color=\"red\">y</em><svg><linearGradient></linearGradient></svg>\
         <template>z</template></my-note>"
    );
    assert_eq!(document.select("em")?.count(), 1);
    assert_eq!(document.select("font")?.count(), 0);
    let (template, em) = (document.select_ids("template")?[0], document.select_ids("em")?[0]);
    assert_eq!(document.rename(template, "div"), Err(EditError::InvalidName));
    for name in ["Template", "", "a b", "1", "a>"] {
        assert_eq!(document.rename(em, name), Err(EditError::InvalidName), "{name}");
    }
    Ok(())
}

#[test]
fn parses_without_options() -> Result<(), Box<dyn Error>> {
    let document: Document = "<p>".parse()?;
    assert_eq!(document.inner_html(), "<html><head></head><body><p></p></body></html>");
    let Ok(document) = "<p>".parse::<Document>();
    assert_eq!(document.text_content(), "");
    let cells = sapwood::parse_fragment("<td>1", "td");
    assert_eq!(cells.inner_html(), "1");
    assert_eq!(sapwood::parse_fragment("<td>1", "tr").inner_html(), "<td>1</td>");
    let options = sapwood::ParseOptions::default().errors(true);
    assert!(!sapwood::parse_fragment_with("<p><td>", "svg desc", &options).errors.is_empty());
    assert_eq!(sapwood::parse_fragment("<p>", "no name").inner_html(), "<p></p>");
    Ok(())
}

#[cfg(feature = "encoding")]
#[test]
fn parses_bytes() {
    let bytes = b"<meta charset=windows-1251><p>\xc4\xf3\xe1";
    assert_eq!(sapwood::parse_bytes(bytes).text_content(), "Дуб");
    let options = sapwood::ByteOptions::default();
    assert_eq!(sapwood::parse_bytes_with(bytes, &options).encoding.name(), "windows-1251");
}

#[cfg(all(feature = "extract", feature = "xml"))]
#[test]
fn extracts_and_reads_values() -> Result<(), Box<dyn Error>> {
    use sapwood::microsyntax::{Dimension, color::Color, date::Date};

    let page = "<title> a  b </title><table><tr><td>1</table><form action=/f></form>";
    let document = parse(&format!("{page}{PAGE}"));
    assert_eq!(document.title().as_deref(), Some("a b"));
    assert_eq!(document.links().filter(|link| link.value == "/2").count(), 1);
    assert_eq!(document.tables().count(), 1);
    assert_eq!(document.forms()[0].action(), Some("/f"));
    let p = document.select_first("#x")?.unwrap();
    assert_eq!(p.inner_text(), "One Two");
    assert_eq!(p.attr_as::<u32>("width"), Some(12));
    assert_eq!(p.attr_as::<u8>("width"), Some(12));
    assert_eq!(parse("<p width=256>").select_first("p")?.unwrap().attr_as::<u8>("width"), None);
    let date: Date = "2026-11-21".parse()?;
    assert_eq!((date.to_string().as_str(), date.year), ("2026-11-21", 2026));
    assert_eq!("50%".parse::<Dimension>()?, Dimension::Percentage(50.0));
    assert_eq!("#00FF00".parse::<Color>()?.to_string(), "#00ff00");
    assert_eq!("now".parse::<Date>().unwrap_err().to_string(), "not a date, such as 2026-11-21");
    Ok(())
}

#[test]
fn edits_with_html_and_by_reference() -> Result<(), Box<dyn Error>> {
    let mut document = parse("<ul><li>One</ul>");
    let list = document.select_ids("ul")?[0];
    document.append_html(list, "<li>Two")?;
    document.insert_html_before(list, "<h2>Numbers</h2>")?;
    document.set_outer_html(document.select_first("h2")?.unwrap().node_id(), "<h1>N</h1>")?;
    document.set_text(document.select_first("li")?.unwrap().node_id(), "1 & 1")?;
    assert_eq!(body(&document), "<h1>N</h1><ul><li>1 &amp; 1</li><li>Two</li></ul>");
    // A clone takes the nodes of its original.
    let mut copy = document.clone();
    for item in document.select("li")? {
        copy.insert_html_after(item, "<li>…")?;
        copy.add_class(item, "item")?;
        assert_eq!(copy.node(item).unwrap().attr("class"), Some("item"));
    }
    assert_eq!(copy.select("li")?.count(), 4);
    Ok(())
}

#[cfg(feature = "extract")]
#[test]
fn fills_in_forms() -> Result<(), Box<dyn Error>> {
    use sapwood::extract::FormError;

    let document = parse(
        "<form><input name=t value=old><input type=number name=n><textarea name=a>x</textarea>
         <input type=checkbox name=c value=1><input type=checkbox name=c value=2 checked>
         <input type=radio name=r value=1 checked><input type=radio name=r value=2>
         <select name=s><option>1<option value=2>Two</select><input type=file name=f><input name=t value=2nd>",
    );
    let mut form = document.forms().remove(0);
    for (name, value) in
        [("t", "new\n"), ("n", "x"), ("a", "1\r\n2"), ("c", "1"), ("r", "2"), ("s", "2")]
    {
        form.set(name, value)?;
    }
    let sent: Vec<_> = form.entry_list(None).into_iter().map(|(n, v)| format!("{n}={v}")).collect();
    assert_eq!(sent.join("&"), "t=new&n=&a=1\n2&c=1&c=2&r=2&s=2&f=&t=2nd");
    assert_eq!(form.set("x", "1"), Err(FormError::NoControl));
    for (name, value) in [("r", "3"), ("s", "Two"), ("f", "a.txt")] {
        assert_eq!(form.set(name, value), Err(FormError::NoValue));
    }
    form.clear("c")?;
    form.clear("t")?;
    let sent: Vec<_> = form.entry_list(None).into_iter().map(|(n, v)| format!("{n}={v}")).collect();
    assert_eq!(sent.join("&"), "t=&n=&a=1\n2&r=2&s=2&f=&t=");
    assert_eq!(document.forms()[0].entry_list(None)[0].1, "old");
    Ok(())
}
