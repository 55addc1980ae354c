//! Output of a terminal as a picture.

use std::fmt::Write;

use super::escaped;

const LINE: usize = 19;
/// The width of a character.
const WIDTH: f64 = 8.43;

/// Draws what `command` printed, whose colours are those of the escape sequences that annotate-snippets writes.
pub(super) fn draw(text: &str, command: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let columns = lines.iter().map(|line| plain(line).chars().count()).max().unwrap_or(0);
    let (width, height) = (columns as f64 * WIDTH + 32.0, (lines.len() + 2) * LINE + 24);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height}\" width=\"{width:.0}\" height=\"{height}\" role=\"img\">\n\
         <title>The findings of `{command}`</title>\n\
         <style>\n\
         rect {{ fill: #0d1117 }}\n\
         text {{ font: 14px ui-monospace, 'DejaVu Sans Mono', monospace; fill: #e6edf3; white-space: pre }}\n\
         .b {{ font-weight: bold }} .red {{ fill: #ff7b72 }} .green {{ fill: #7ee787 }} .yellow {{ fill: #e3b341 }} .blue {{ fill: #79c0ff }}\n\
         </style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\"/>\n"
    );
    for (index, line) in std::iter::once(&*format!("$ {command}")).chain(lines).enumerate() {
        let y = 26 + index * LINE;
        // Writing to a string can't fail.
        let _ = writeln!(svg, "<text x=\"16\" y=\"{y}\">{}</text>", spans(line));
    }
    svg + "</svg>\n"
}

/// A line with its escape sequences as `tspan` elements.
fn spans(line: &str) -> String {
    let mut pieces = line.split("\u{1b}[");
    let mut out = escaped(pieces.next().unwrap_or_default());
    let (mut is_bold, mut color) = (false, "");
    for piece in pieces {
        let Some((code, text)) = piece.split_once('m') else { continue };
        match code {
            "1" => is_bold = true,
            "91" => color = "red",
            "92" => color = "green",
            "93" => color = "yellow",
            "94" => color = "blue",
            _ => (is_bold, color) = (false, ""),
        }
        if !text.is_empty() {
            let class = [if is_bold { "b" } else { "" }, color].join(" ");
            out += &format!("<tspan class=\"{}\">{}</tspan>", class.trim(), escaped(text));
        }
    }
    out
}

/// A line without its escape sequences.
fn plain(line: &str) -> String {
    let mut pieces = line.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.filter_map(|piece| piece.split_once('m')).fold(first, |line, (_, text)| line + text)
}

#[test]
fn escape_sequences_become_classes() {
    let line = "\u{1b}[1m\u{1b}[91merror\u{1b}[0m: <b>";
    assert_eq!(
        spans(line),
        "<tspan class=\"b red\">error</tspan><tspan class=\"\">: &lt;b&gt;</tspan>"
    );
    assert_eq!(plain(line), "error: <b>");
}
