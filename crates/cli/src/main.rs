//! `sapwood`, the command line: parses, queries, checks and writes HTML and XML.

#![forbid(unsafe_code)]

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    sapwood_cli::run(env::args_os().skip(1)).into()
}
