//! Checks tree construction cases whose scripts run.

use sapwood::{Document, NodeId, ParseOptions, ScriptedParser, Step};

use crate::{dat::Case, diff, pieces::Cut, script_engine, tree::Outcome};

/// Parses `html` in the chunks of `cut`, and runs its scripts.
#[must_use]
pub fn parse(html: &str, cut: Cut, fast_path: bool) -> Document {
    let options = ParseOptions::default().fast_path(fast_path);
    let mut parser = ScriptedParser::new(&options);
    let mut go_on = |act: &mut dyn FnMut(&mut ScriptedParser) -> Step<NodeId>| {
        let step = act(&mut parser);
        script_engine::run(&mut parser, step);
    };
    cut.each(html, |chunk| go_on(&mut |parser| parser.feed(chunk)));
    go_on(&mut ScriptedParser::end);
    parser.finish().document
}

/// Checks `case` in every cut, with and without the fast path.
///
/// # Errors
///
/// Returns the difference from the expected tree.
pub fn check(case: &Case) -> Result<(), String> {
    for fast_path in [true, false] {
        for cut in Cut::all(&case.data) {
            let tree = Outcome::of(&parse(&case.data, cut, fast_path), Vec::new()).tree;
            if tree != case.document {
                let differs = diff::lines(&case.document, &tree);
                return Err(format!(
                    "line {}: {:?}, {cut}, fast path {fast_path}\n- expected, + got:\n{differs}",
                    case.line, case.data
                ));
            }
        }
    }
    Ok(())
}
