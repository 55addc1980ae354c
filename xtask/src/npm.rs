//! Builds the npm package, whose module is WebAssembly, and tests it.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};

use crate::{
    cross::{self, Toolchain},
    first_commands, program,
    python::{self, Missing, Outcome},
    root,
};

/// A module of the package. All are compiled with one profile but for a few settings, so that they share what is compiled alike:
/// macros and build scripts.
struct Module {
    /// The package of cargo, and the name of what it compiles to.
    package: &'static str,
    name: &'static str,
    target: &'static str,
    features: &'static [&'static str],
    /// Settings that differ from those of the profile for small modules.
    settings: &'static [&'static str],
    /// The variable by which the script that optimizes the module learns its path.
    variable: &'static str,
}

impl Module {
    /// Whether it is a program, which prints.
    fn is_program(&self) -> bool {
        self.target == "wasm32-wasip1"
    }
}

const MODULES: [Module; 3] = [
    Module {
        package: "sapwood-npm",
        name: "sapwood_npm",
        target: "wasm32-unknown-unknown",
        features: &[],
        // It is fast where it parses, selects and hands the tree over, and smallest where few pages pass.
        settings: &[
            "package.aho-corasick.opt-level=\"z\"",
            "package.encoding_rs.opt-level=3",
            "package.idna.opt-level=\"z\"",
            "package.memchr.opt-level=3",
            "package.regex-automata.opt-level=\"z\"",
            "package.regex-syntax.opt-level=\"z\"",
            "package.sapwood-check.opt-level=\"z\"",
            "package.sapwood-dom.opt-level=3",
            "package.sapwood-driver.opt-level=3",
            "package.sapwood-lexer.opt-level=3",
            "package.sapwood-lossless.opt-level=\"z\"",
            "package.sapwood-names.opt-level=3",
            "package.sapwood-npm.opt-level=3",
            "package.sapwood-scan.opt-level=3",
            "package.sapwood-select.opt-level=3",
            "package.sapwood-tokenizer.opt-level=3",
            "package.sapwood-tree.opt-level=3",
            "package.sapwood-tree-builder.opt-level=3",
            "package.url.opt-level=\"z\"",
        ],
        variable: "SAPWOOD_MODULE",
    },
    Module {
        package: "sapwood-npm",
        name: "sapwood_npm",
        target: "wasm32-unknown-unknown",
        features: &["--no-default-features"],
        // It takes a fifth longer than at "s", and is an eighth smaller.
        settings: &["opt-level=\"z\""],
        variable: "SAPWOOD_CORE_MODULE",
    },
    Module {
        package: "sapwood-npm-command",
        name: "sapwood-command",
        target: "wasm32-wasip1",
        features: &[],
        // Optimized as a whole it would be a tenth smaller, and take half as long again to compile.
        settings: &["lto=\"off\"", "codegen-units=4"],
        variable: "SAPWOOD_COMMAND_MODULE",
    },
];

/// The folder of the package.
const PACKAGE: &str = "bindings/npm";

/// A use of the package after its build.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Job {
    Build,
    Test,
    Bench,
}

/// Builds the package, then tests it or compares its speed.
pub(crate) fn run(job: Job) -> Result<Outcome> {
    if !runs("node") || !runs("npm") {
        return Ok(Outcome::Skipped(Missing("no Node.js".into())));
    }
    let install = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    if !npm(PACKAGE, &install).status()?.success() {
        let reason = "npm could not install what the build and the tests need";
        return Ok(Outcome::Skipped(Missing(reason.into())));
    }
    let mut script = npm(PACKAGE, &["run", "--silent", "build"]);
    for module in &MODULES {
        let compiler = match Compiler::find(module.target)? {
            Ok(compiler) => compiler,
            Err(missing) => return Ok(Outcome::Skipped(missing)),
        };
        script.env(module.variable, compiler.build(module)?);
    }
    succeeds(&mut script)?;
    match job {
        Job::Build => {}
        Job::Test => {
            python::write_questions()?;
            // Bun, Deno and workerd; a test without its program is skipped and says so.
            if !npm(&format!("{PACKAGE}/test/runtimes"), &install).status()?.success() {
                println!("NOT TESTED in Bun, Deno and workerd: npm could not install them");
            }
            succeeds(&mut npm(PACKAGE, &["run", "--silent", "test"]))?;
        }
        Job::Bench => {
            let folder = format!("{PACKAGE}/bench");
            succeeds(&mut npm(&folder, &install))?;
            succeeds(&mut npm(&folder, &["run", "--silent", "bench"]))?;
        }
    }
    Ok(Outcome::Passed)
}

/// Whether a program can be run.
fn runs(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn npm(folder: &str, arguments: &[&str]) -> Command {
    let mut npm = Command::new("npm");
    npm.current_dir(root().join(folder)).args(arguments);
    npm.env("SAPWOOD_WAYS", python::questions());
    // The test of the command compares it with this program, if it has been built.
    npm.env("SAPWOOD_COMMAND", program::debug_command());
    npm.envs(first_commands::suites_folder().map(|suites| ("SAPWOOD_SUITES", suites)));
    npm
}

fn succeeds(command: &mut Command) -> Result<()> {
    ensure!(command.status()?.success(), "{command:?} failed");
    Ok(())
}

/// A compiler for a target: rustup's where it has the target's standard library, otherwise Debian's.
enum Compiler {
    Rustup { has_std_source: bool },
    Debian { toolchain: Toolchain, linker: Option<PathBuf> },
}

impl Compiler {
    fn find(target: &str) -> Result<Result<Self, Missing>> {
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let printed = |arguments: &[&str]| {
            let output = Command::new(&rustc).args(arguments).output().ok()?;
            Some(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim().to_owned()))
        };
        if printed(&["--print", "target-libdir", "--target", target]).is_some_and(|it| it.is_dir())
        {
            let source = printed(&["--print", "sysroot"]).map(|it| it.join(STD_SOURCE));
            return Ok(Ok(Self::Rustup { has_std_source: source.is_some_and(|it| it.exists()) }));
        }
        Ok(match Toolchain::unpacked() {
            Ok(toolchain) => Ok(Self::Debian { toolchain, linker: linker()? }),
            Err(error) => Err(Missing(format!("no compiler for {target}: {error:#}"))),
        })
    }

    fn cargo(&self, module: &Module) -> Result<Command> {
        let (toolchain, linker) = match self {
            Self::Rustup { has_std_source } => {
                let mut cargo = Command::new(program::cargo());
                cargo.current_dir(root()).args(["build", "--target", module.target]);
                cargo.env("CARGO_TARGET_DIR", program::target());
                let is_small = *has_std_source && !module.is_program();
                if is_small {
                    cross::compile_std(&mut cargo, SMALL_STD);
                }
                cargo.env("RUSTFLAGS", flags(is_small)?);
                return Ok(cargo);
            }
            Self::Debian { toolchain, linker } => (toolchain, linker),
        };
        let is_small = !module.is_program();
        let features = if is_small { SMALL_STD } else { "" };
        let mut cargo = toolchain.cargo("build", module.target, features)?;
        if let Some(linker) = linker {
            let target = module.target.to_uppercase().replace('-', "_");
            cargo.env(format!("CARGO_TARGET_{target}_LINKER"), linker);
        }
        let mut flags = flags(is_small)?;
        if module.is_program() {
            // The C library, which rustup has with the target.
            let folder = toolchain.wasi_libc();
            let folder = folder.display();
            flags += &format!(
                " -C link-self-contained=no -L native={folder} -C link-arg={folder}/crt1-command.o"
            );
            cargo.args(["--features", "old-libc"]);
        }
        cargo.env("RUSTFLAGS", flags);
        Ok(cargo)
    }

    /// Compiles a module; returns its path.
    fn build(&self, module: &Module) -> Result<PathBuf> {
        let output = self
            .cargo(module)?
            .args(["--release", "--locked", "--package", module.package])
            .args(module.settings.iter().map(|it| format!("--config=profile.release.{it}")))
            .arg("--manifest-path")
            .arg(format!("{PACKAGE}/Cargo.toml"))
            .args(["--message-format", "json-render-diagnostics"])
            .args(module.features)
            .stderr(Stdio::inherit())
            .output()?;
        ensure!(output.status.success(), "the module does not compile");
        let messages = String::from_utf8(output.stdout)?;
        let file = format!("{}.wasm", module.name);
        let path = messages
            .lines()
            .filter_map(|line| line.split_once(&format!("/{file}\""))?.0.rsplit('"').next())
            .next_back()
            .map(|folder| Path::new(folder).join(&file));
        let path = path.context("cargo named no module")?;
        // The next module may have the same name. One that is the same as before isn't optimized again.
        let kept = path.with_file_name(module.variable).with_extension("wasm");
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        if fs::read(&kept).ok().as_ref() != Some(&bytes) {
            fs::write(&kept, bytes).with_context(|| kept.display().to_string())?;
        }
        Ok(kept)
    }
}

/// The source of the standard library in the folder of a compiler of rustup.
const STD_SOURCE: &str = "lib/rustlib/src/rust/library/std/src/lib.rs";

/// The feature of the standard library by which its sorts and searches are short code.
const SMALL_STD: &str = "optimize_for_size";

/// Flags of the compiler. Paths in messages begin at the project's folder. A small module has no messages of panics, because it can't
/// print them.
fn flags(is_small: bool) -> Result<String> {
    let mut flags = "-C target-feature=+simd128".to_owned();
    if is_small {
        flags += " -Z unstable-options -C panic=immediate-abort -Z location-detail=none";
    }
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let folders = [(Some(root().canonicalize()?), "sapwood"), (home, "cargo")];
    for (folder, name) in folders {
        let folder = folder.and_then(|folder| folder.into_os_string().into_string().ok());
        // Flags are separated by spaces.
        if let Some(folder) = folder.filter(|folder| !folder.contains(' ')) {
            flags += &format!(" --remap-path-prefix={folder}={name}");
        }
    }
    Ok(flags)
}

/// The linker that comes with the installed compiler.
fn linker() -> Result<Option<PathBuf>> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let host = program::output(Command::new(&rustc).args(["--print", "host-tuple"]))?;
    let sysroot = program::output(Command::new(&rustc).args(["--print", "sysroot"]))?;
    let folder = Path::new(sysroot.trim()).join("lib/rustlib").join(host.trim()).join("bin");
    let linker = folder.join("rust-lld").with_extension(env::consts::EXE_EXTENSION);
    Ok(linker.exists().then_some(linker))
}
