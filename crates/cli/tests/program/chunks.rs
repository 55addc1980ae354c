//! `sapwood chunks`: lines of JSON with places in the page.

use serde_json::{Value, json};

use crate::process::run;

/// Runs `sapwood chunks` over a page, with options that are split at spaces.
fn chunks(options: &str, page: &str) -> Vec<Value> {
    let arguments: Vec<&str> = ["chunks"].into_iter().chain(options.split(' ')).collect();
    let output = run(&arguments, page);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let lines = str::from_utf8(&output.stdout).unwrap().lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn chunks_are_lines_of_json() {
    let page = "<nav><a href=/>Home</a></nav><main><h1 id=oak>Oak &amp; elm</h1>\
        <p>The oak grows slowly. It lives for a thousand years.<table><tr><th>a<tr><td>1<tr><td>2<tr><td>3</table></main>";
    let chunks = chunks("-m 40 --base https://x.example/a#b", page);
    let texts: Vec<&str> = chunks.iter().map(|chunk| chunk["text"].as_str().unwrap()).collect();
    assert_eq!(
        texts,
        [
            "# Oak & elm\n\nThe oak grows slowly. ",
            "It lives for a thousand years.\n\n",
            "| a |\n| --- |\n| 1 |\n| 2 |\n| 3 |\n",
        ]
    );
    for chunk in &chunks {
        assert_eq!(chunk["url"], "https://x.example/a#oak");
        assert_eq!(chunk["headings"], json!(["Oak & elm"]));
        assert_eq!((&chunk["title"], &chunk["oversized"]), (&json!("Oak & elm"), &json!(false)));
    }
    let sources = |chunk: &Value| -> Vec<String> {
        let ranges = chunk["sources"].as_array().unwrap().iter();
        let at = |range: &Value, end: usize| range[end].as_u64().unwrap() as usize;
        ranges.map(|range| page[at(range, 0)..at(range, 1)].to_owned()).collect()
    };
    assert_eq!(sources(&chunks[0]), ["Oak &amp; elm", "The oak grows slowly."]);
    assert_eq!(sources(&chunks[1]), ["It lives for a thousand years."]);
    let words = self::chunks("-m 4 --words --whole", page);
    assert!(words[0]["text"].as_str().unwrap().contains("Home"), "{words:?}");
    // The header of the table isn't cut from its first row.
    assert_eq!(words.iter().filter(|chunk| chunk["oversized"] == true).count(), 1, "{words:?}");
    // A long table repeats its header, and code its fence.
    let rows: String = (0..30).map(|row| format!("<tr><td>{row}")).collect();
    let code: String = (0..30).map(|line| format!("line {line}\n")).collect();
    let page_of_both = format!("<table><tr><th>a{rows}</table><pre>{code}</pre>");
    for chunk in self::chunks("-m 80 --whole", &page_of_both) {
        let text = chunk["text"].as_str().unwrap();
        assert!(text.starts_with("| a |\n| --- |\n| ") || text.starts_with("```\nline "), "{text}");
        assert_eq!(text.matches("```").count() % 2, 0, "{text}");
    }
    assert_eq!(run(&["chunks", "-m", "0"], page).status.code(), Some(2));
}

#[test]
fn text_fragments_find_the_chunks() {
    let page = "<p>Oak is hard.<p>Elm is tough.<p>Oak is hard.<p>Ash is light.";
    let chunks = chunks("-m 14 --whole --text-fragments", page);
    let fragments: Vec<_> =
        chunks.iter().map(|chunk| chunk["text_fragment"].as_str().unwrap()).collect();
    assert_eq!(fragments[1], "text=Elm%20is%20tough.");
    let document = sapwood::parse(page);
    let found = document.text_fragments().find(fragments[2]).unwrap();
    assert_eq!(found.start.0, document.select("p").unwrap().nth(2).unwrap().first_child().unwrap());
}
