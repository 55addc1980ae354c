//! A chart of bars, one for each parser.

use std::fmt::Write;

use super::escaped;

const ROW: usize = 26;
const LABELS: usize = 190;
const BARS: usize = 440;

/// Draws the ratios of times to that of the first row. Values are written beside the bars, so colours carry nothing.
pub(super) fn draw(rows: &[(String, f64)]) -> String {
    let most = rows.iter().map(|(_, ratio)| *ratio).fold(1.0, f64::max);
    let (width, height) = (LABELS + BARS + 70, ROW * rows.len() + 40);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <title>Time to parse 109 real pages, Sapwood = 1</title>\n\
         <style>\n\
         text {{ font: 14px system-ui, sans-serif; fill: #1f2328 }}\n\
         rect {{ fill: #8c959f }}\n\
         .own rect {{ fill: #1a7f37 }}\n\
         .own text {{ font-weight: bold }}\n\
         @media (prefers-color-scheme: dark) {{ text {{ fill: #e6edf3 }} rect {{ fill: #6e7681 }} .own rect {{ fill: #3fb950 }} }}\n\
         </style>\n\
         <text x=\"0\" y=\"18\">Time to parse 109 real pages on one thread, Sapwood = 1; shorter is better</text>\n"
    );
    for (index, (name, ratio)) in rows.iter().enumerate() {
        let y = 32 + index * ROW;
        let length = (ratio / most * BARS as f64).round();
        let class = if index == 0 { " class=\"own\"" } else { "" };
        // Writing to a string can't fail.
        let _ = writeln!(
            svg,
            "<g{class}><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><rect x=\"{LABELS}\" y=\"{y}\" width=\"{length}\" height=\"18\"/>\
             <text x=\"{}\" y=\"{}\">{ratio:.1}</text></g>",
            LABELS - 10,
            y + 14,
            escaped(name),
            LABELS as f64 + length + 8.0,
            y + 14,
        );
    }
    svg + "</svg>\n"
}

#[test]
fn bars_are_as_long_as_their_ratios() {
    let svg = draw(&[("Sapwood".into(), 1.0), ("a<b".into(), 4.0)]);
    assert!(
        svg.contains("width=\"110\" height=\"18\"") && svg.contains("width=\"440\" height=\"18\"")
    );
    assert!(svg.contains(">a&lt;b</text>") && svg.contains(">4.0</text>"));
}
