//! Parses standard input, or the page below, with a toy in place of a script engine, and prints the tree.
//!
//! `cargo run -p sapwood --example document_write < page.html`

mod engine;

use std::io::{self, IsTerminal, Read};

use sapwood::{ParseOptions, ScriptedParser};

/// A script that writes a script that writes, cut wherever it hurts.
const PAGE: &str = r#"<!doctype html><title>Written</title>
<p>one
<script>
    document.write("<b>tw");
    document.write("o<" + "/b> &a");
    document.write("mp; <script>document.write('three')</scr" + "ipt> fo");
</script>ur"#;

#[expect(clippy::print_stdout, reason = "an example shows something")]
fn main() -> io::Result<()> {
    let mut page = String::new();
    if io::stdin().is_terminal() {
        page.push_str(PAGE);
    } else {
        io::stdin().read_to_string(&mut page)?;
    }
    let mut parser = ScriptedParser::new(&ParseOptions::default());
    let step = parser.feed(&page);
    engine::run(&mut parser, step);
    let step = parser.end();
    engine::run(&mut parser, step);
    print!("{}", parser.finish().document.dump());
    Ok(())
}
