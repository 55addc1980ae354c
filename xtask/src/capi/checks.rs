//! The tests of the C interface, in order.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};

use super::{FOLDER, HEADERS, build, folder, header_examples, install_from, ways};
use crate::{
    codegen::c_header,
    program,
    python::{self, Missing, Outcome},
    root,
};

/// The program of the examples in the header, which is written beside the compiled programs.
const EXAMPLES: &str = "header_examples.c";

/// Warnings that are errors.
const WARNINGS: [&str; 5] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g"];

/// Builds, installs and tests. Only a missing C compiler skips everything; each missing tool is reported.
pub(super) fn run(fuzz: u64) -> Result<Outcome> {
    if !has("gcc") && !has("clang") {
        return Ok(Outcome::Skipped(Missing("no C compiler".into())));
    }
    let built = build("test", &[])?;
    let prefix = folder().join("prefix");
    let _ = fs::remove_dir_all(&prefix);
    install_from(&built, &prefix)?;
    let tests = Tests { prefix };
    tests.compare_symbols()?;
    tests.check_that_all_is_called()?;
    tests.write_header_examples()?;
    for compiler in ["gcc", "clang"] {
        tests.run_c(compiler)?;
    }
    tests.run_suites()?;
    tests.run_ways()?;
    tests.run_valgrind()?;
    tests.run_sanitizers(fuzz)?;
    tests.run_examples()?;
    tests.run_languages()?;
    Ok(Outcome::Passed)
}

/// Whether a program can be started.
fn has(name: &str) -> bool {
    let mut command = Command::new(name);
    let version = if name == "go" {
        "version"
    } else if name == "luajit" {
        "-v"
    } else {
        "--version"
    };
    command.arg(version).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn skip(what: &str, program: &str) {
    println!("-- {what}: SKIPPED: {program} is missing");
}

/// Runs a command, which is named in an error.
fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}

/// Runs a command with a file as its input, and returns its output.
fn output(command: &mut Command, input: &Path) -> Result<String> {
    command.stdin(fs::File::open(input)?);
    program::output(command)
}

/// The tests against an installation.
struct Tests {
    prefix: PathBuf,
}

/// Whether clang links a program with AddressSanitizer.
fn has_sanitizers() -> bool {
    let source = folder().join("sanitizers.c");
    let is_written = fs::create_dir_all(folder())
        .and_then(|()| fs::write(&source, "int main(void) { return 0; }\n"))
        .is_ok();
    let mut clang = Command::new("clang");
    clang.arg("-fsanitize=address").arg(&source).arg("-o").arg(folder().join("sanitizers"));
    is_written && clang.output().is_ok_and(|output| output.status.success())
}

impl Tests {
    fn source(&self, name: &str) -> PathBuf {
        if name == EXAMPLES { folder().join(name) } else { root().join(FOLDER).join(name) }
    }

    fn library(&self) -> PathBuf {
        self.prefix.join("lib")
    }

    /// A command that finds the library.
    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        let library = self.library();
        command
            .env("LD_LIBRARY_PATH", &library)
            .env("PKG_CONFIG_PATH", library.join("pkgconfig"))
            .env("SAPWOOD_LIBRARY", library.join("libsapwood.so"));
        command
    }

    /// Compiles a source file against the library; returns the program.
    fn compile(&self, compiler: &str, standard: &str, source: &str) -> Result<PathBuf> {
        let name = format!("{}-{compiler}-{standard}", source.replace(['/', '.'], "-"));
        let program = folder().join(name);
        let mut command = Command::new(compiler);
        command
            .arg(format!("-std={standard}"))
            .args(WARNINGS)
            .arg("-I")
            .arg(self.prefix.join("include"))
            .arg(self.source(source))
            .arg("-o")
            .arg(&program)
            .arg("-L")
            .arg(self.library())
            .args(["-lsapwood", "-lm"]);
        succeed(&mut command)?;
        Ok(program)
    }

    /// Compares what the shared library exports with what the header declares.
    fn compare_symbols(&self) -> Result<()> {
        println!("-- exported symbols");
        if !has("nm") {
            skip("exported symbols", "nm");
            return Ok(());
        }
        let library = self.library().join("libsapwood.so");
        let listed =
            program::output(Command::new("nm").args(["-D", "--defined-only"]).arg(library))?;
        let exported: BTreeSet<&str> =
            listed.lines().filter_map(|line| line.split_whitespace().next_back()).collect();
        let header = fs::read_to_string(root().join(HEADERS).join("sapwood.h"))?;
        let declared: BTreeSet<&str> = c_header::functions(&header).into_iter().collect();
        let difference: Vec<_> = exported.symmetric_difference(&declared).collect();
        ensure!(difference.is_empty(), "exported or declared alone: {difference:?}");
        println!("   {} functions", declared.len());
        Ok(())
    }

    /// Fails if the tests don't call a function of the header.
    fn check_that_all_is_called(&self) -> Result<()> {
        let header = fs::read_to_string(root().join(HEADERS).join("sapwood.h"))?;
        let tests = fs::read_to_string(self.source("tests/test.c"))?;
        let calls = |name: &&&str| tests.contains(&format!("{name}("));
        let functions = c_header::functions(&header);
        let missing: Vec<_> = functions.iter().filter(|name| !calls(name)).collect();
        ensure!(missing.is_empty(), "no test calls {missing:?}");
        Ok(())
    }

    /// Writes the examples in the header as a program.
    fn write_header_examples(&self) -> Result<()> {
        let header = fs::read_to_string(root().join(HEADERS).join("sapwood.h"))?;
        let program = header_examples::program(&header, &self.source("tests/arrow.h"))?;
        Ok(fs::write(folder().join(EXAMPLES), program)?)
    }

    fn run_c(&self, compiler: &str) -> Result<()> {
        if !has(compiler) {
            skip("tests in C and C++", compiler);
            return Ok(());
        }
        for standard in ["c99", "c11"] {
            println!("-- tests in C, {compiler} -std={standard}");
            for source in ["tests/test.c", EXAMPLES] {
                let program = self.compile(compiler, standard, source)?;
                succeed(self.command(program).stdout(Stdio::null()))?;
            }
        }
        println!("-- tests in C++, {compiler} -std=c++17");
        let compiler = if compiler == "gcc" { "g++" } else { "clang++" };
        let program = self.compile(compiler, "c++17", "tests/test.cpp")?;
        succeed(&mut self.command(program))
    }

    /// The tree construction tests, but for those that need scripts to run.
    fn run_suites(&self) -> Result<()> {
        let Some(files) = tree_construction() else {
            println!("-- tree construction through C: SKIPPED: the suites are absent");
            return Ok(());
        };
        println!("-- tree construction through C");
        let program = self.compile(compiler(), "c99", "tests/suite.c")?;
        succeed(self.command(program).args(files))
    }

    fn run_ways(&self) -> Result<()> {
        println!("-- ways");
        python::write_questions()?;
        let records = folder().join("ways.txt");
        ways::convert(&python::questions(), &records)?;
        let program = self.compile(compiler(), "c99", "tests/ways.c")?;
        print!("   {}", output(&mut self.command(program), &records)?);
        Ok(())
    }

    fn run_valgrind(&self) -> Result<()> {
        if !has("valgrind") {
            skip("valgrind", "valgrind");
            return Ok(());
        }
        // Tables that live until the process ends are found by pointers into them, which valgrind calls possibly lost.
        println!("-- valgrind");
        let options = [
            "--quiet",
            "--leak-check=full",
            "--errors-for-leak-kinds=definite",
            "--show-leak-kinds=definite",
            "--error-exitcode=1",
        ];
        for source in ["tests/test.c", EXAMPLES] {
            let program = self.compile(compiler(), "c99", source)?;
            let mut valgrind = self.command("valgrind");
            succeed(valgrind.args(options).arg(program).stdout(Stdio::null()))?;
        }
        Ok(())
    }

    /// AddressSanitizer in C and in Rust, and the sanitizer of undefined behaviour in C. The runtime is that of the C compiler.
    fn run_sanitizers(&self, fuzz: u64) -> Result<()> {
        const TARGET: &str = "x86_64-unknown-linux-gnu";
        if !has("clang") || !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
            skip("AddressSanitizer and UBSan", "clang on x86-64 Linux");
            return Ok(());
        }
        if !has_sanitizers() {
            skip("AddressSanitizer and UBSan", "clang's runtime of sanitizers (libclang-rt-dev)");
            return Ok(());
        }
        println!("-- AddressSanitizer and UBSan");
        let mut cargo = Command::new(program::cargo());
        cargo
            .current_dir(root())
            .args([
                "build",
                "--quiet",
                "-p",
                "sapwood-capi",
                "--features",
                "arrow",
                "--target",
                TARGET,
            ])
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTFLAGS", "-Zsanitizer=address")
            // The runtime comes with the C compiler, once.
            .env("CARGO_TARGET_DIR", program::target().join("asan"));
        succeed(&mut cargo)?;
        let library = program::target().join("asan").join(TARGET).join("debug/libsapwood_capi.a");
        let compile = |source: &str, sanitizers: &str| -> Result<PathBuf> {
            let program = folder().join(format!("{}-asan", source.replace(['/', '.'], "-")));
            let is_c = source.ends_with(".c");
            let mut clang = Command::new(if is_c { "clang" } else { "clang++" });
            clang
                .arg(if is_c { "-std=c99" } else { "-std=c++17" })
                .args(["-O1", "-fno-sanitize-recover=all"])
                .arg(format!("-fsanitize={sanitizers}"))
                .args(WARNINGS)
                .arg("-I")
                .arg(self.prefix.join("include"))
                .arg(self.source(source))
                .arg(&library)
                .args(["-lpthread", "-ldl", "-lm", "-o"])
                .arg(&program);
            succeed(&mut clang)?;
            Ok(program)
        };
        for source in ["tests/test.c", "tests/test.cpp", EXAMPLES] {
            let program = compile(source, "address,undefined")?;
            succeed(self.command(program).stdout(Stdio::null()))?;
        }
        println!("-- {fuzz} s of random calls, under the same");
        let program = compile("tests/fuzz.c", "address,undefined,fuzzer")?;
        let corpus = folder().join("corpus");
        fs::create_dir_all(&corpus)?;
        let log = folder().join("fuzz.log");
        let mut command = self.command(program);
        command.arg(format!("-max_total_time={fuzz}")).arg("-max_len=512").arg(corpus);
        command
            .arg(format!("-artifact_prefix={}/", folder().display()))
            .stderr(fs::File::create(&log)?);
        let status = command.status()?;
        let text = fs::read_to_string(&log)?;
        ensure!(status.success(), "random calls failed:\n{text}");
        println!("   {}", text.lines().next_back().unwrap_or_default());
        Ok(())
    }

    /// The examples, built by `pkg-config` and by CMake.
    fn run_examples(&self) -> Result<()> {
        if !has("pkg-config") {
            skip("examples", "pkg-config");
            return Ok(());
        }
        println!("-- examples, by pkg-config");
        let flags =
            program::output(self.command("pkg-config").args(["--cflags", "--libs", "sapwood"]))?;
        for (source, compiler) in
            [("links.c", "cc"), ("scrape.c", "cc"), ("rewrite.c", "cc"), ("sanitize.cpp", "c++")]
        {
            let program = folder().join(source.split_once('.').map_or(source, |it| it.0));
            let mut command = Command::new(compiler);
            command
                .args(WARNINGS)
                .arg(self.source("examples").join(source))
                .arg("-o")
                .arg(&program);
            command.args(flags.split_whitespace());
            succeed(&mut command)?;
        }
        let page = root().join("fixtures/pages/article.html");
        let run = |name: &str, arguments: &[&str]| {
            output(self.command(folder().join(name)).args(arguments), &page)
        };
        ensure!(run("links", &["https://example.com/"])?.contains("https://"), "no links");
        ensure!(run("scrape", &["h1, h2", "id"])?.lines().count() > 0, "nothing was scraped");
        ensure!(!run("sanitize", &[])?.contains("<script"), "a script was kept");
        let page = folder().join("rewrite.html");
        fs::write(&page, "<P  >a <a  href=http://example.org/oak >b</a>")?;
        let rewritten = output(&mut self.command(folder().join("rewrite")), &page)?;
        let expected = "<P  >a <a  href=https://example.org/oak >b</a>";
        ensure!(
            rewritten == expected,
            "the link was not rewritten, or something else was: {rewritten}"
        );
        if !has("cmake") {
            skip("examples, by CMake", "cmake");
            return Ok(());
        }
        println!("-- examples, by CMake");
        let build = folder().join("cmake");
        let _ = fs::remove_dir_all(&build);
        let mut configure = self.command("cmake");
        configure.arg("-S").arg(self.source("examples")).arg("-B").arg(&build);
        configure.arg(format!("-DCMAKE_PREFIX_PATH={}", fs::canonicalize(&self.prefix)?.display()));
        succeed(configure.stdout(Stdio::null()))?;
        succeed(self.command("cmake").arg("--build").arg(&build).stdout(Stdio::null()))
    }

    /// The bindings of other languages.
    fn run_languages(&self) -> Result<()> {
        let languages: [(&str, &[&str]); 3] =
            [("go", &["test", "./..."]), ("ruby", &["test.rb"]), ("luajit", &["test.lua"])];
        for (program, arguments) in languages {
            let folder = if program == "luajit" { "lua" } else { program };
            if !has(program) {
                skip(&format!("bindings/c/{folder}"), program);
                continue;
            }
            println!("-- bindings/c/{folder}");
            let mut command = self.command(program);
            command.current_dir(self.source(folder)).args(arguments);
            // Without a toolchain or module from the network.
            command.env("GOFLAGS", "-mod=mod").env("GOTOOLCHAIN", "local");
            succeed(&mut command)?;
        }
        Ok(())
    }
}

/// A C compiler, which there is.
fn compiler() -> &'static str {
    if has("gcc") { "gcc" } else { "clang" }
}

/// The files of the tree construction tests.
fn tree_construction() -> Option<Vec<PathBuf>> {
    let folder = crate::first_commands::suites_folder()?.join("html5lib-tests/tree-construction");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).ok()?.flatten().map(|it| it.path()).collect();
    files.retain(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".dat") && !name.starts_with("scripted")
    });
    files.sort();
    (!files.is_empty()).then_some(files)
}
