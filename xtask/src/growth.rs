//! Times hostile shapes at growing sizes.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::program::{self, Program};

/// Has the allocator keep what it got. Else the kernel takes large vectors back and gives them
/// out page by page again, small ones not, and that would look like growth of the parser's time.
const KEEP_MEMORY: [(&str, &str); 3] = [
    ("MALLOC_MMAP_MAX_", "0"),
    ("MALLOC_TOP_PAD_", "67108864"),
    ("MALLOC_TRIM_THRESHOLD_", "100000000000"),
];

/// Runs the program `growth` with `arguments`, as is and with errors and positions.
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
    ensure!(passed, "some shapes grow too fast or are too slow");
    Ok(())
}
