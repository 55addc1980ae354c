//! Tasks of the project: `cargo xtask --help` lists them.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "tasks speak to the person who runs them")]

mod api;
mod bench;
mod codegen;
mod growth;
mod instructions;
mod program;

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
    /// Write the public API as text to `crates/sapwood/api`
    Api {
        /// Write nothing: show what differs, and fail if anything does
        #[arg(long)]
        check: bool,
    },
    /// Write the generated files anew from the lists in `fixtures/`
    Codegen {
        /// Write nothing: name the files that are stale, and fail if there are any
        #[arg(long)]
        check: bool,
    },
    /// Compare with other parsers: speed, instructions, memory
    Bench {
        /// A folder of pages, or a page; may be given several times [default: all that are known and there]
        #[arg(long, value_name = "DIR")]
        pages: Vec<PathBuf>,
        /// How often each parser parses all pages
        #[arg(long, default_value_t = 15)]
        rounds: usize,
        /// Write the figures to a file
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
        /// Keep the figures in `benches/records`
        #[arg(long)]
        record: bool,
        /// Compare how html5ever and Sapwood fill the same trees, and nothing else
        #[arg(long, conflicts_with_all = ["json", "record"])]
        sinks: bool,
        /// Compare parsers of XML, over what packages of Debian install and over made documents
        #[arg(long, conflicts_with_all = ["pages", "json", "record", "sinks"])]
        xml: bool,
    },
    /// Time hostile shapes of input at n, 2n, 4n and 8n, and fail where time grows faster than they do
    Growth {
        /// Only the shapes whose name has this in it
        #[arg(long, default_value = "")]
        filter: String,
        /// Repetitions at the largest size
        #[arg(long, default_value_t = 200_000)]
        max_n: usize,
    },
    /// Count instructions per byte of input, under callgrind, and allocations
    Instructions {
        /// Folders of pages, or pages
        #[arg(default_value = "fixtures/pages")]
        pages: Vec<PathBuf>,
        /// Fail when a figure is more than 3 % worse than that of the snapshot
        #[arg(long, conflicts_with = "pages")]
        check: bool,
        /// Write the snapshot
        #[arg(long, conflicts_with_all = ["check", "pages"])]
        bless: bool,
    },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().task {
        Task::Api { check } => api::run(if check { api::Mode::Check } else { api::Mode::Write }),
        Task::Codegen { check } => {
            codegen::run(if check { codegen::Mode::Check } else { codegen::Mode::Write })
        }
        Task::Bench { rounds, xml: true, .. } => bench::run_xml(rounds),
        Task::Bench { pages, rounds, sinks: true, .. } => bench::run_sinks(&pages, rounds),
        Task::Bench { pages, rounds, json, record, sinks: false, xml: false } => {
            bench::run(&bench::Request { pages, rounds, json, record })
        }
        Task::Growth { filter, max_n } => growth::run(&filter, max_n),
        Task::Instructions { pages, check, bless } => {
            let mode = match (check, bless) {
                (true, _) => instructions::Mode::Check,
                (_, true) => instructions::Mode::Bless,
                _ => instructions::Mode::Print,
            };
            instructions::run(&pages, mode)
        }
    }
}

/// The folder of the workspace.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
