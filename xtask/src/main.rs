//! Tasks of the project: `cargo xtask --help` lists them.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "tasks report to the person who runs them")]

mod api;
mod background;
mod bench;
mod capi;
mod ci;
mod codegen;
mod cross;
mod dependents;
mod first_commands;
mod first_minute;
mod growth;
mod instructions;
mod layout;
mod npm;
mod package;
mod pictures;
mod program;
mod python;
mod soak;
mod spark;
mod suites;
mod version;
mod workflows;

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
        /// Write nothing; print the differences and fail if there are any
        #[arg(long)]
        check: bool,
    },
    /// Build the C interface and install it, or test it from C, C++, Go, Ruby and Lua
    Capi {
        /// Install under this folder
        #[arg(long, value_name = "DIR", default_value = "target/capi/installed")]
        prefix: PathBuf,
        /// Install in `target` and run all tests
        #[arg(long, conflicts_with = "prefix")]
        test: bool,
        /// Seconds of fuzzing among the tests
        #[arg(long, default_value_t = 15, requires = "test")]
        fuzz: u64,
    },
    /// Regenerate source files from the lists in `fixtures/`
    Codegen {
        /// Write nothing; print the names of stale files and fail if there are any
        #[arg(long)]
        check: bool,
    },
    /// Compare speed, instructions and memory with other parsers
    Bench {
        /// Folder of pages, or a page; may be repeated [default: all known folders that exist]
        #[arg(long, value_name = "DIR")]
        pages: Vec<PathBuf>,
        /// Number of times that each parser parses all pages
        #[arg(long, default_value_t = 15)]
        rounds: usize,
        /// Write the figures to a file
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
        /// Keep the figures in `benches/records`, and write them into README.md and docs/speed.md
        #[arg(long)]
        record: bool,
        /// Only write the figures of the newest record into the documents
        #[arg(long, exclusive = true)]
        documents: bool,
        /// Only compare html5ever and Sapwood filling the same trees
        #[arg(long, conflicts_with_all = ["json", "record"])]
        sinks: bool,
        /// Only compare libraries that depend on html5ever with the original and with the drop-in
        #[arg(long, conflicts_with_all = ["json", "record", "sinks"])]
        dependents: bool,
        /// Compare XML parsers, on files that Debian packages install and on generated documents
        #[arg(long, conflicts_with_all = ["pages", "json", "record", "sinks", "dependents"])]
        xml: bool,
        /// Compare rewriters: the streaming rewriter with lol_html
        #[arg(long, conflicts_with_all = ["json", "record", "sinks", "dependents", "xml"])]
        rewriting: bool,
        /// Compare the C interface with lexbor, libxml2 and gumbo
        #[arg(long, conflicts_with_all = ["json", "record", "sinks", "dependents", "xml", "rewriting"])]
        capi: bool,
    },
    /// Run all checks that a change must pass, in order
    Ci {
        /// Only run the checks that run beside others
        #[arg(long, hide = true)]
        beside: Option<ci::Beside>,
    },
    /// Type-check the library for a 32-bit big-endian target with Debian's compiler
    Cross {
        /// Target to check
        #[arg(long, default_value = cross::DEFAULT_TARGET)]
        target: String,
    },
    /// Compare the outputs and the test suites of libraries with html5ever and with the drop-in; needs crates.io
    Dependents {
        /// Folder of pages; may be repeated [default: the corpus beside the checkout, or `fixtures/pages`]
        #[arg(long, value_name = "DIR")]
        pages: Vec<PathBuf>,
        /// Leave the suites out
        #[arg(long)]
        outputs_only: bool,
    },
    /// Measure time and peak memory of hostile inputs at n, 2n, 4n and 8n; fail where one grows faster than n
    Growth {
        /// Only measure shapes whose name contains this text
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
        /// Fail if a figure is more than 3 % worse than in the snapshot
        #[arg(long, conflicts_with = "pages")]
        check: bool,
        /// Write the snapshot
        #[arg(long, conflicts_with_all = ["check", "pages"])]
        bless: bool,
    },
    /// Print the code lines and levels of the crates, and circles of files that import each other
    Layout {
        /// Fail on a fault that is not among the exceptions, and on an exception that is no fault
        #[arg(long)]
        check: bool,
    },
    /// Build the npm package and run its tests; needs Node.js, the npm registry, and Debian's compiler or rustup's target
    Npm {
        /// Only build the module and the files of the package
        #[arg(long)]
        build: bool,
        /// Compare its speed with that of packages that do the same work
        #[arg(long, conflicts_with = "build")]
        bench: bool,
    },
    /// Package all crates, check the contents of the tarballs, and build and test that of `sapwood` alone
    Package {
        /// Check the contents only, which takes seconds
        #[arg(long)]
        no_test: bool,
    },
    /// Build the Python package in a virtual environment and run its tests; needs Python 3.10 and PyPI
    Python {
        /// Optimize as for a wheel, and leave the checks of types and of the source distribution out
        #[arg(long)]
        release: bool,
        /// Only build the package for this interpreter and run its tests, without the libraries that it lacks
        #[arg(long, value_name = "PROGRAM", conflicts_with = "release")]
        interpreter: Option<String>,
    },
    /// Test the Spark job on a cluster on this machine; needs Python 3.10, PyPI and Java 17
    Spark {
        /// Number of pages whose rows are compared with those of one process, of the command line and of a loop in Python
        #[arg(long, default_value_t = 5000)]
        pages: u32,
        /// Use this program `sapwood` [default: build it]
        #[arg(long, value_name = "PROGRAM")]
        command: Option<PathBuf>,
    },
    /// Run the fuzz targets under AddressSanitizer, with a limit on each allocation
    Soak {
        /// Names of fuzz targets [default: all]
        targets: Vec<String>,
        /// Minutes for each target
        #[arg(long, default_value_t = 20.0)]
        minutes: f64,
        /// Number of targets that run at the same time
        #[arg(long, default_value_t = 1)]
        jobs: usize,
    },
    /// Move all manifests to a version, or check that all have one
    Version {
        /// The version to set, or with `--check` to expect
        version: Option<String>,
        /// Change nothing; fail unless all files state one version
        #[arg(long)]
        check: bool,
    },
    /// Make the pictures in `docs/pictures` from real runs
    Pictures,
    /// Lint the workflows of GitHub Actions
    Workflows,
    /// Measure the README's commands in a clone where nothing is built yet: processor time, time, size of the program
    FirstMinute {
        /// Number of jobs of the build
        #[arg(long, default_value_t = 2)]
        jobs: usize,
        /// Don't run the tests
        #[arg(long)]
        only_first: bool,
    },
    /// Clone the public test suites at their pinned commits into `fixtures/suites`
    Suites {
        /// Print the commands instead of running them
        #[arg(long)]
        print: bool,
    },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().task {
        Task::Api { check } => api::run(if check { api::Mode::Check } else { api::Mode::Write }),
        Task::Codegen { check } => {
            codegen::run(if check { codegen::Mode::Check } else { codegen::Mode::Write })
        }
        Task::Bench { documents: true, .. } => bench::update_documents(),
        Task::Bench { rounds, xml: true, .. } => bench::run_xml(rounds),
        Task::Bench { pages, rounds, capi: true, .. } => {
            capi::bench::run(&dependents::pages(pages), rounds)
        }
        Task::Bench { pages, rounds, rewriting: true, .. } => bench::run_rewriting(&pages, rounds),
        Task::Bench { pages, rounds, sinks: true, .. } => bench::run_sinks(&pages, rounds),
        Task::Bench { pages, rounds, dependents: true, .. } => {
            bench::run_dependents(&dependents::pages(pages), rounds)
        }
        Task::Bench {
            pages,
            rounds,
            json,
            record,
            documents: false,
            sinks: false,
            dependents: false,
            xml: false,
            rewriting: false,
            capi: false,
        } => bench::run(&bench::Request { pages, rounds, json, record }),
        Task::Capi { prefix, test: false, .. } => capi::install(&prefix),
        Task::Capi { test: true, fuzz, .. } => match capi::test(fuzz)? {
            python::Outcome::Passed => Ok(()),
            python::Outcome::Skipped(missing) => {
                anyhow::bail!("cannot test the C interface: {missing}")
            }
        },
        Task::Ci { beside: None } => ci::run(),
        Task::Ci { beside: Some(checks) } => ci::run_beside(checks),
        Task::Dependents { pages, outputs_only } => {
            dependents::run(&dependents::pages(pages), !outputs_only)
        }
        Task::Cross { target } => cross::run(&target, cross::Missing::Fail),
        Task::Version { version, check: true } => version::check(version.as_deref()),
        Task::Version { version: Some(version), check: false } => version::set(&version),
        Task::Version { version: None, check: false } => {
            anyhow::bail!("name a version such as 1.2.3, or give --check")
        }
        Task::Pictures => pictures::run(),
        Task::Workflows => match workflows::check()? {
            python::Outcome::Passed => Ok(()),
            python::Outcome::Skipped(missing) => {
                anyhow::bail!("cannot lint the workflows: {missing}")
            }
        },
        Task::FirstMinute { jobs, only_first } => first_minute::run(jobs, only_first),
        Task::Layout { check } => {
            layout::run(if check { layout::Mode::Check } else { layout::Mode::Print })
        }
        Task::Npm { build, bench } => {
            let job = match (build, bench) {
                (true, _) => npm::Job::Build,
                (_, true) => npm::Job::Bench,
                _ => npm::Job::Test,
            };
            match npm::run(job)? {
                python::Outcome::Passed => Ok(()),
                python::Outcome::Skipped(missing) => {
                    anyhow::bail!("cannot build the npm package: {missing}")
                }
            }
        }
        Task::Package { no_test: true } => package::check(),
        Task::Package { no_test: false } => package::check().and_then(|()| package::test()),
        Task::Python { interpreter: Some(program), .. } => python::run_with(&program),
        Task::Python { release, interpreter: None } => match python::run(release, None)? {
            python::Outcome::Passed => Ok(()),
            python::Outcome::Skipped(missing) => {
                anyhow::bail!("cannot test the package: {missing}")
            }
        },
        Task::Spark { pages, command } => match spark::run(&spark::Request { pages, command })? {
            python::Outcome::Passed => Ok(()),
            python::Outcome::Skipped(missing) => {
                anyhow::bail!("cannot test the Spark job: {missing}")
            }
        },
        Task::Soak { targets, minutes, jobs } => {
            soak::run(&soak::Request { targets, minutes, jobs })
        }
        Task::Suites { print } => suites::run(print),
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

/// Returns the folder of the workspace.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
