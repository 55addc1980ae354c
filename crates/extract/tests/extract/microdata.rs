//! Microdata and JSON-LD.
use sapwood::extract::PropertyValue;
use serde_json::{Value, json};

fn items(html: &str) -> Value {
    sapwood::parse(html).microdata().to_json(|url| format!("<{url}>"))["items"].take()
}

#[test]
fn items_as_json() {
    let cases = [
        ("<p itemprop=a>x", json!([])),
        ("<p itemscope>", json!([{"properties": {}}])),
        (
            "<p itemscope itemtype=' t1  t2 ' itemid=i><b itemprop='a b'> x </b><i itemprop=a>y</i>",
            json!([{"type": ["t1", "t2"], "id": "<i>", "properties": {"a": [" x ", "y"], "b": [" x "]}}]),
        ),
        (
            "<div itemscope><div itemprop=a itemscope><b itemprop=c>x</b></div><b itemprop=d>y</b></div>",
            json!([{"properties": {"a": [{"properties": {"c": ["x"]}}], "d": ["y"]}}]),
        ),
        // An item that is no property is an item of its own.
        (
            "<div itemscope><div itemscope><b itemprop=a>x</b></div></div>",
            json!([{"properties": {}}, {"properties": {"a": ["x"]}}]),
        ),
        (
            "<div itemscope itemref='r s none'><b itemprop=b>2</b></div><p id=s><b itemprop=c>3</b></p><p id=r itemprop=a>1</p>",
            json!([{"properties": {"b": ["2"], "c": ["3"], "a": ["1"]}}]),
        ),
        // A reference doesn't add an item's own properties again.
        (
            "<div itemscope itemref=r><b id=r itemprop=a>x</b></div>",
            json!([{"properties": {"a": ["x"]}}]),
        ),
        (
            "<div itemscope itemref=r></div><div id=r><div itemprop=a itemscope itemref=r></div></div>",
            json!([{"properties": {"a": [{"properties": {"a": ["ERROR"]}}]}}]),
        ),
    ];
    for (html, expected) in cases {
        assert_eq!(items(html), expected, "{html}");
    }
}

#[test]
fn values() {
    let cases = [
        ("<meta itemprop=a content=x>", "x"),
        ("<meta itemprop=a>", ""),
        ("<img itemprop=a src=x>", "<x>"),
        ("<a itemprop=a href=x>y</a>", "<x>"),
        ("<a itemprop=a>y</a>", "<>"),
        ("<object itemprop=a data=x></object>", "<x>"),
        ("<data itemprop=a value=x>y</data>", "x"),
        ("<meter itemprop=a value=1>y</meter>", "1"),
        ("<time itemprop=a datetime=2026>y</time>", "2026"),
        ("<time itemprop=a>y</time>", "y"),
        ("<p itemprop=a>x<b>y</b></p>", "xy"),
    ];
    for (html, expected) in cases {
        let found = items(&format!("<div itemscope>{html}</div>"));
        assert_eq!(found[0]["properties"]["a"][0], expected, "{html}");
    }
}

#[test]
fn one_by_one() {
    let document =
        sapwood::parse("<div itemscope><p itemprop=a itemscope><b itemprop=b>x</b></div>");
    let data = document.microdata();
    let top = data.top_level().next().unwrap();
    let Some(PropertyValue::Item(inner)) = top.value("a") else { panic!("{top:?}") };
    assert_eq!(data.items()[inner].value("b"), Some(PropertyValue::Text("x".into())));
    assert_eq!(top.value("b"), None);
    // An element that is an item reads as one.
    assert_eq!(top.element.microdata().items().len(), 2);
}

#[test]
fn json_ld() {
    let document = sapwood::parse(
        "<script type='application/LD+json; x=y'>{\"a\": \"</b>\"}</script><script type=application/json>{}</script>\
         <script type=application/ld+json>{</script>",
    );
    let data: Vec<_> = document.json_ld().collect();
    assert_eq!(data.len(), 2);
    assert_eq!(data[0].as_ref().unwrap(), &json!({"a": "</b>"}));
    assert!(data[1].is_err());
}
