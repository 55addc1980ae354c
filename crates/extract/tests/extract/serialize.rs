//! Extracted content as JSON by `serde`.

use sapwood::extract::serde_json::{Value, json, to_value};

fn value(serialize: impl serde::Serialize) -> Value {
    to_value(serialize).unwrap()
}

#[test]
fn links_have_rel_and_descriptor() {
    let document = sapwood::parse("<a href=/1 rel=nofollow>1</a><img srcset='a 1.5x, b'>");
    let links: Vec<_> = document.links().collect();
    assert_eq!(
        value(&links[0]),
        json!({ "kind": "hyperlink", "element": "a", "attribute": "href", "value": "/1", "rel": "nofollow",
            "descriptor": null })
    );
    assert_eq!(value(&links[1])["descriptor"], "1.5x");
    assert_eq!(value(&links[2])["descriptor"], Value::Null);
    assert!(links[0].nofollow() && !links[1].nofollow());
}

#[test]
fn tables_have_rows_and_records() {
    let document = sapwood::parse(
        "<table><caption>Trees</caption><tr><th rowspan=2>Tree<th colspan=2>Height<th>Height<tr><th>m<th>ft<th>m
         <tr><td>Oak<td colspan=2>tall<td>1<tr><td>Elm</table>",
    );
    let table = document.tables().next().unwrap();
    let rows = json!([
        ["Tree", "Height", "Height", "Height"],
        ["Tree", "m", "ft", "m"],
        ["Oak", "tall", "tall", "1"],
        ["Elm"]
    ]);
    assert_eq!(value(&table), json!({ "caption": "Trees", "header_rows": 2, "rows": rows }));
    let records: Vec<_> = table.records().collect();
    assert_eq!(
        value(&records[0]),
        json!({ "Tree": "Oak", "Height m": "tall", "Height ft": "tall", "Height m 2": "1" })
    );
    assert_eq!(value(&records[1]), json!({ "Tree": "Elm" }));
    assert_eq!(table.records_below(9).count(), 0);
}

#[test]
fn repeated_texts_are_bounded() {
    let text = "x".repeat(10_000);
    let html = format!("<table><tr><th colspan=1000>{text}<tr><td colspan=1000>{text}</table>");
    let document = sapwood::parse(&html);
    let table = document.tables().next().unwrap();
    assert!(value(&table).to_string().len() < 100 * html.len());
    let record = table.records().next().unwrap();
    let len: usize = record.iter().map(|(header, value)| header.len() + value.len()).sum();
    assert!(len < 100 * html.len(), "{len}");
    let texts = table.texts();
    let _ = (texts.row(0), texts.row(1));
    assert!(texts.is_cut());
}

#[test]
fn forms_and_microdata() {
    let document = sapwood::parse(
        "<form action=/f><input name=q value=oak><select name=s><option>1</select></form>
         <p itemscope><b itemprop=name>Oak</b>",
    );
    let form = value(&document.forms()[0]);
    assert_eq!((&form["action"], &form["method"]), (&json!("/f"), &json!("get")));
    assert_eq!(form["controls"][0]["value"], "oak");
    assert_eq!(form["controls"][1]["options"][0]["label"], "1");
    assert_eq!(value(document.microdata())["items"][0]["properties"]["name"][0], "Oak");
    assert_eq!(value(document.meta().next()), Value::Null);
}
