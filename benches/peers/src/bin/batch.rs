//! Compares `sapwood batch --pages --op html` with the library's parse and write, on one thread.
//!
//! `cargo build --profile dist -p sapwood-cli && cargo run --profile dist --manifest-path benches/peers/Cargo.toml --bin batch -- PROGRAM DIRECTORY`

#![expect(clippy::print_stdout, reason = "the figures are for the person who runs this")]

use std::{
    fs,
    hint::black_box,
    path::PathBuf,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// Rounds, of which the fastest counts; in each, all pages are read this often.
const ROUNDS: usize = 7;
const TIMES: usize = 8;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(program), Some(directory)) = (arguments.next(), arguments.next()) else {
        println!("give the path of the program sapwood, and a directory of pages");
        return;
    };
    let entries = fs::read_dir(directory).expect("a directory").map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    paths.sort();
    let paths: Vec<PathBuf> = std::iter::repeat_n(paths, TIMES).flatten().collect();
    let bytes: u64 = paths.iter().map(|path| fs::metadata(path).unwrap().len()).sum();
    let mut best = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for path in &paths {
            black_box(sapwood::parse_bytes(&fs::read(path).unwrap()).to_html());
        }
        best[0] = best[0].min(start.elapsed());
        let start = Instant::now();
        let status = Command::new(&program)
            .args(["batch", "--pages", "--op", "html", "--threads", "1"])
            .args(&paths)
            .stdout(Stdio::null())
            .status();
        assert!(status.unwrap().success());
        best[1] = best[1].min(start.elapsed());
    }
    let speed = best.map(|time| bytes as f64 / 1e6 / time.as_secs_f64());
    println!("library: {:.0} MB/s", speed[0]);
    println!("batch: {:.0} MB/s, {:.0} % of it", speed[1], 100.0 * speed[1] / speed[0]);
}
