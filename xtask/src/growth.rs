//! Times hostile shapes at growing sizes.

use std::{path::Path, process::Command};

use anyhow::{Context, Result, ensure};

use crate::program::{self, Program};

/// Has the allocator keep what it got. Else the kernel takes large vectors back and gives them
/// out page by page again, small ones not, and that would look like growth of the parser's time.
const KEEP_MEMORY: [(&str, &str); 3] = [
    ("MALLOC_MMAP_MAX_", "0"),
    ("MALLOC_TOP_PAD_", "67108864"),
    ("MALLOC_TRIM_THRESHOLD_", "100000000000"),
];

/// The largest exponent that passes for linear.
const LIMIT: f64 = 1.15;

/// Runs the program `growth` with `arguments`, as is and with errors and positions. Shapes that
/// miss the caches more and more have their instructions counted as well.
pub(crate) fn run(filter: &str, max_n: usize) -> Result<()> {
    let program = program::build(Program::Bin("growth"))?;
    let mut passed = true;
    for (what, more) in [("documents", &[][..]), ("with errors and positions", &["--positions"])] {
        println!("{what}:");
        let status = Command::new(&program)
            .args(["--filter", filter, "--max-n", &max_n.to_string()])
            .args(more)
            .envs(KEEP_MEMORY)
            .status()?;
        passed &= status.success();
    }
    println!("instructions of those that miss the caches:");
    let shapes = program::output(Command::new(&program).arg("--beyond-caches"))?;
    for shape in shapes.lines().filter(|shape| shape.contains(filter)) {
        let exponent = instructions(&program, shape, max_n)?;
        let is_linear = exponent <= LIMIT;
        let note = if is_linear { "" } else { "  grows too fast" };
        println!("{shape:<34}                n^{exponent:4.2}{note}");
        passed &= is_linear;
    }
    ensure!(passed, "some shapes grow too fast or are too slow");
    Ok(())
}

/// The exponent with which a shape's instructions grow from an eighth of `max_n` on.
fn instructions(program: &Path, shape: &str, max_n: usize) -> Result<f64> {
    let count = |n: usize| -> Result<(f64, f64)> {
        let arguments = ["--count", shape, "--max-n", &n.max(1).to_string()];
        let counted = program::count(program, "growth::counted", arguments)?;
        let bytes: u64 = counted.output.trim().parse().context("growth tells the bytes")?;
        Ok(((bytes as f64).ln(), (counted.instructions as f64).ln()))
    };
    let ((few, cheap), (many, dear)) = (count(max_n / 8)?, count(max_n)?);
    Ok((dear - cheap) / (many - few))
}
