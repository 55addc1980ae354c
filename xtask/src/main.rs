//! Tasks of the project: `cargo xtask --help` lists them.

#![forbid(unsafe_code)]

mod codegen;
mod instructions;

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Write the generated files anew from the lists in `fixtures/`
    Codegen {
        /// Write nothing: name the files that are stale, and fail if there are any
        #[arg(long)]
        check: bool,
    },
    /// Count instructions per byte of input, under callgrind
    Instructions {
        /// Folders of pages, or pages
        #[arg(default_value = "fixtures/pages")]
        pages: Vec<PathBuf>,
    },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().task {
        Task::Codegen { check } => {
            codegen::run(if check { codegen::Mode::Check } else { codegen::Mode::Write })
        }
        Task::Instructions { pages } => instructions::run(&pages),
    }
}

/// The folder of the workspace.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
