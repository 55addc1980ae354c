//! The examples in the header as one C program, so that they are compiled and run.
//!
//! An example is a block of C in a comment. Its parts between empty lines that begin with `static` are functions; the others are
//! statements, which the program runs in a function of their own.

use std::{fmt::Write, path::Path};

use anyhow::{Result, ensure};

use crate::codegen::c_header;

/// The headers that the examples use.
const INCLUDES: &str = "#include <assert.h>\n#include <math.h>\n#include <stdio.h>\n#include <string.h>\n\n\
                        #include \"sapwood.h\"\n";

/// Returns the program, which includes another header as well. Fails if no example calls a function of the header.
pub(super) fn program(header: &str, included: &Path) -> Result<String> {
    let examples = examples(header);
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let code: String =
        examples.iter().flat_map(|it| it.lines()).filter(|it| !is_comment(it)).collect();
    let is_shown = |name: &&str| code.contains(&format!("{name}("));
    let functions = c_header::functions(header);
    let missing: Vec<_> = functions.iter().filter(|name| !is_shown(name)).collect();
    ensure!(missing.is_empty(), "no example in the header calls {missing:?}");
    let mut program = format!("{INCLUDES}#include \"{}\"\n", included.display());
    for (number, example) in examples.iter().enumerate() {
        let (functions, statements): (Vec<&str>, Vec<&str>) =
            example.split("\n\n").partition(|part| part.starts_with("static "));
        writeln!(program, "\n{}", functions.join("\n\n"))?;
        write!(program, "static void example_{number}(void) {{\n{}}}\n", statements.join("\n"))?;
    }
    let calls: String = (0..examples.len()).map(|it| format!("    example_{it}();\n")).collect();
    write!(program, "\nint main(void) {{\n{calls}    return 0;\n}}\n")?;
    Ok(program)
}

/// The blocks of C in the comments of the header.
fn examples(header: &str) -> Vec<String> {
    let mut examples = Vec::new();
    let mut current: Option<String> = None;
    for line in header.lines() {
        match (line, &mut current) {
            ("// ```c", _) => current = Some(String::new()),
            ("// ```", _) => examples.extend(current.take()),
            (line, Some(example)) => {
                let code = line.strip_prefix("//").unwrap_or(line);
                example.push_str(code.strip_prefix(' ').unwrap_or(code));
                example.push('\n');
            }
            _ => {}
        }
    }
    examples
}
