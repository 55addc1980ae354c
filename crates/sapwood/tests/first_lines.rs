//! The first lines of programs that scrape and edit: short forms on documents and nodes, without a trait import.

#![cfg(feature = "select")]

use std::error::Error;

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
