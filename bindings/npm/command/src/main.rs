//! The command `sapwood` for a runtime with [WASI](https://wasi.dev), which has files but no threads.

use std::{
    env,
    io::{self, Write},
    process::ExitCode,
};

#[cfg(feature = "old-libc")]
mod missing;

/// A variable of the environment with the current folder. A program starts in the root of what it may open.
const FOLDER: &str = "SAPWOOD_FOLDER";

fn main() -> ExitCode {
    if let Some(folder) = env::var_os(FOLDER)
        && let Err(error) = env::set_current_dir(&folder)
    {
        let _ = writeln!(io::stderr(), "error: cannot enter {}: {error}", folder.display());
        return ExitCode::from(2);
    }
    sapwood_cli::run(env::args_os().skip(1)).into()
}
