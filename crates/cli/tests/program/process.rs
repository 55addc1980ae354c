//! Runs of the program.

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

/// The program with pipes for its input and output.
pub(crate) fn sapwood(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sapwood"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program over `input`.
pub(crate) fn run(arguments: &[&str], input: impl Into<Vec<u8>>) -> Output {
    let mut child = sapwood(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.into();
    // The program may end before it has read all, or want its output read first.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}
