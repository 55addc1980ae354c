//! The speed of the C interface beside lexbor, libxml2 and gumbo: one C program for each peer, run in turn. And beside the library
//! in Rust: instructions of the same parses.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use super::{FOLDER, build, folder, install_from};
use crate::{
    program::{self, Program},
    python::Environment,
    root,
};

/// The release of selectolax whose source distribution has lexbor's sources.
const SELECTOLAX: &str = "selectolax==1.0.2";

/// A job, as the programs name it.
const JOBS: [&str; 3] = ["parse", "visit", "links"];

/// A peer: its name, and the arguments of the compiler.
struct Peer {
    name: &'static str,
    arguments: Vec<String>,
}

/// Builds all programs, and prints each peer's time as a multiple of Sapwood's: medians over `rounds`.
pub(crate) fn run(folders: &[PathBuf], rounds: usize) -> Result<()> {
    let pages = &pages(folders)?;
    let prefix = folder().join("bench");
    install_from(&build("dist", &[])?, &prefix)?;
    let mut peers = vec![Peer {
        name: "sapwood",
        arguments: vec![
            format!("-I{}", prefix.join("include").display()),
            prefix.join("lib/libsapwood.a").display().to_string(),
            "-lpthread".into(),
            "-ldl".into(),
        ],
    }];
    match lexbor() {
        Ok(arguments) => peers.push(Peer { name: "lexbor", arguments }),
        Err(error) => println!("lexbor: SKIPPED: {error:#}"),
    }
    for (name, package) in [("libxml2", "libxml-2.0"), ("gumbo", "gumbo")] {
        let flags = Command::new("pkg-config").args(["--cflags", "--libs", package]).output();
        match flags {
            Ok(flags) if flags.status.success() => {
                let flags = String::from_utf8(flags.stdout)?;
                let arguments = flags.split_whitespace().map(str::to_owned).collect();
                peers.push(Peer { name, arguments });
            }
            _ => println!("{name}: SKIPPED: its headers are missing"),
        }
    }
    let programs: Vec<PathBuf> = peers.iter().map(compile).collect::<Result<_>>()?;
    println!("{} pages, {rounds} rounds; time as a multiple of Sapwood's", pages.len());
    for job in JOBS {
        let mut ratios = vec![Vec::new(); peers.len()];
        let mut found = vec![String::new(); peers.len()];
        for _ in 0..rounds {
            let mut own = 1.0;
            for (number, program) in programs.iter().enumerate() {
                let line = program::output(Command::new(program).arg(job).args(pages))?;
                let (time, rest) = line.trim().split_once(' ').context("no time")?;
                let time: f64 = time.parse()?;
                own = if number == 0 { time } else { own };
                ratios[number].push(time / own);
                rest.clone_into(&mut found[number]);
            }
        }
        for (number, peer) in peers.iter().enumerate() {
            let ratios = &mut ratios[number];
            ratios.sort_by(f64::total_cmp);
            let median = ratios[ratios.len() / 2];
            println!("{job:<8} {:<10} {median:6.2}   found {}", peer.name, found[number]);
        }
    }
    print_overhead(&programs[0], pages)
}

/// Counts the instructions of parsing in the memory of the page before, through C and in Rust.
fn print_overhead(program: &Path, pages: &[PathBuf]) -> Result<()> {
    let count = |program: &Path, function, job: &str| {
        let arguments = [Path::new(job)].into_iter().chain(pages.iter().map(PathBuf::as_path));
        Ok::<_, anyhow::Error>(program::count(program, function, arguments)?.instructions)
    };
    let through_c = count(program, "measured", JOBS[0])?;
    let measure = program::build(Program::Own("measure"))?;
    let in_rust = count(&measure, "measure::measured", "recycled")?;
    let percent = (through_c as f64 / in_rust as f64 - 1.0) * 100.0;
    println!("instructions: {through_c} through C, {in_rust} in Rust: +{percent:.1} %");
    Ok(())
}

/// The HTML files in folders, and files, that are UTF-8: all peers read text.
fn pages(folders: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut pages = Vec::new();
    for folder in folders {
        if !folder.is_dir() {
            pages.push(folder.clone());
            continue;
        }
        let files = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
        pages.extend(files.filter(|path| path.extension().is_some_and(|end| end == "html")));
    }
    pages.retain(|path| fs::read(path).is_ok_and(|bytes| str::from_utf8(&bytes).is_ok()));
    pages.sort();
    ensure!(!pages.is_empty(), "no pages");
    Ok(pages)
}

fn compile(peer: &Peer) -> Result<PathBuf> {
    let sources = root().join(FOLDER).join("bench");
    let program = folder().join(format!("bench-{}", peer.name));
    let mut command = Command::new("cc");
    command
        .args(["-std=gnu11", "-O3", "-DNDEBUG", "-I"])
        .arg(&sources)
        .arg(sources.join("main.c"))
        .arg(sources.join(format!("{}.c", peer.name)))
        .arg("-o")
        .arg(&program)
        .args(&peer.arguments)
        .arg("-lm");
    ensure!(command.status()?.success(), "{command:?} failed");
    Ok(program)
}

/// Compiles lexbor; returns the arguments for what uses it.
fn lexbor() -> Result<Vec<String>> {
    let place = folder().join("lexbor");
    let library = place.join("liblexbor.a");
    if !library.exists() {
        fs::create_dir_all(&place)?;
        let environment = Environment::with(folder().join("venv"), &["pip".as_ref()])
            .map_err(|missing| anyhow::anyhow!("{missing}"))?;
        let mut pip = environment.python();
        pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "-d"]);
        ensure!(
            pip.arg(&place).arg(SELECTOLAX).status()?.success(),
            "pip can't download {SELECTOLAX}"
        );
        let archive = fs::read_dir(&place)?.flatten().map(|it| it.path());
        let mut archives = archive.filter(|it| it.extension().is_some_and(|end| end == "gz"));
        let archive = archives.next().context("no source distribution")?;
        let mut tar = Command::new("tar");
        tar.arg("-xzf").arg(archive).arg("-C").arg(&place).arg("--strip-components=1");
        ensure!(tar.status()?.success(), "tar failed");
        compile_lexbor(&place, &library)?;
    }
    let include = place.join("lexbor/source");
    Ok(vec![format!("-I{}", include.display()), library.display().to_string()])
}

fn compile_lexbor(place: &Path, library: &Path) -> Result<()> {
    let source = place.join("lexbor/source");
    let objects = place.join("objects");
    fs::create_dir_all(&objects)?;
    let mut files = Vec::new();
    let mut folders = vec![source.join("lexbor")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "c")
                && !path.components().any(|part| part.as_os_str() == "windows_nt")
            {
                files.push(path);
            }
        }
    }
    // Files in different folders have the same name.
    for (number, file) in files.iter().enumerate() {
        let mut command = Command::new("cc");
        command.args(["-O3", "-DNDEBUG", "-c", "-I"]).arg(&source).arg(file).arg("-o");
        command.arg(objects.join(format!("{number}.o")));
        ensure!(command.status()?.success(), "the compiler failed on {}", file.display());
    }
    let objects = fs::read_dir(&objects)?.flatten().map(|it| it.path());
    let mut ar = Command::new("ar");
    ensure!(ar.arg("rcs").arg(library).args(objects).status()?.success(), "ar failed");
    Ok(())
}
