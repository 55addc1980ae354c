//! Measures time, instructions and peak memory of hostile shapes at growing sizes.

use std::{path::Path, process::Command};

use anyhow::{Context, Result, ensure};

use crate::program::{self, Program};

/// Keeps freed memory in the allocator. Otherwise the kernel reclaims large vectors and maps them page by page again,
/// but not small ones, and that would look like superlinear time of the parser.
const KEEP_MEMORY: [(&str, &str); 3] = [
    ("MALLOC_MMAP_MAX_", "0"),
    ("MALLOC_TOP_PAD_", "67108864"),
    ("MALLOC_TRIM_THRESHOLD_", "100000000000"),
];

/// The largest exponent that passes for linear.
const LIMIT: f64 = 1.15;

/// Runs the program `growth` without and with errors and positions, then the program `peak`. For shapes that outgrow
/// the caches, instructions are counted as well.
pub(crate) fn run(filter: &str, max_n: usize) -> Result<()> {
    let program = program::build(Program::Own("growth"))?;
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
    println!("peak memory:");
    let peak = program::build(Program::Own("peak"))?;
    let arguments = ["--filter", filter, "--max-n", &max_n.to_string()];
    passed &= Command::new(peak).args(arguments).status()?.success();
    println!("instructions of shapes that outgrow the caches:");
    let shapes = program::output(Command::new(&program).arg("--beyond-caches"))?;
    for shape in shapes.lines().filter(|shape| shape.contains(filter)) {
        let exponent = instructions(&program, shape, max_n)?;
        let is_linear = exponent <= LIMIT;
        let note = if is_linear { "" } else { "  grows too fast" };
        println!("{shape:<34}                n^{exponent:4.2}{note}");
        passed &= is_linear;
    }
    ensure!(passed, "some shapes grow too fast or are too slow to parse");
    Ok(())
}

/// Returns the exponent of the growth of a shape's instructions from an eighth of `max_n` to `max_n`.
fn instructions(program: &Path, shape: &str, max_n: usize) -> Result<f64> {
    let count = |n: usize| -> Result<(f64, f64)> {
        let arguments = ["--count", shape, "--max-n", &n.max(1).to_string()];
        let counted = program::count(program, "growth::counted", arguments)?;
        let bytes: u64 =
            counted.output.trim().parse().context("`growth --count` prints a number of bytes")?;
        Ok(((bytes as f64).ln(), (counted.instructions as f64).ln()))
    };
    let ((few, cheap), (many, dear)) = (count(max_n / 8)?, count(max_n)?);
    Ok((dear - cheap) / (many - few))
}
