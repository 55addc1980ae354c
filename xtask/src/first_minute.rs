//! Measures the README's commands as somebody runs them who has just cloned the project: nothing is built yet.

use std::{env, fs, path::Path, time::Instant};

use anyhow::{Context, Result};

use crate::first_commands::{self, Clone};

/// Ticks of the clock in `/proc`, which Linux fixes at this number on all platforms that matter here.
const TICKS: f64 = 100.0;

/// Runs each command in a clone with an empty target folder and `jobs` jobs; prints its processor time, its time, and the size of the
/// program. With `only_first`, the tests aren't run.
pub(crate) fn run(jobs: usize, only_first: bool) -> Result<()> {
    let clone = Clone::new()?;
    // Downloads depend on the network.
    clone.run_in("cargo fetch --locked", &clone.own_target(), &[])?;
    for command in first_commands::commands()?.iter().take(if only_first { 1 } else { 2 }) {
        let target = clone.own_target();
        let (start, before) = (Instant::now(), processor_seconds()?);
        clone.run_in(command, &target, &[("CARGO_BUILD_JOBS", jobs.to_string().into())])?;
        let (time, processor) = (start.elapsed().as_secs_f64(), processor_seconds()? - before);
        println!("== {command}: {processor:.0} CPU s, {time:.0} s with {jobs} jobs");
        let program = target.join("release/sapwood").with_extension(env::consts::EXE_EXTENSION);
        if let Ok(program) = fs::metadata(program) {
            println!("== the program has {:.1} MB", program.len() as f64 / 1e6);
        }
        fs::remove_dir_all(&target)?;
    }
    Ok(())
}

/// The processor time of all child processes that have ended, in seconds.
pub(crate) fn processor_seconds() -> Result<f64> {
    let path = Path::new("/proc/self/stat");
    let stat = fs::read_to_string(path)
        .context("processor time is read from /proc, which only Linux has")?;
    children(&stat).context("/proc/self/stat has an unknown form")
}

/// The sum of `cutime` and `cstime`, fields 16 and 17; the second field is a name in parentheses.
fn children(stat: &str) -> Option<f64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(13).take(2);
    let ticks: Vec<u64> = ticks.map(|field| field.parse().ok()).collect::<Option<_>>()?;
    Some(ticks.iter().sum::<u64>() as f64 / TICKS)
}

#[test]
fn processor_time_of_children_is_read() {
    let stat = "7 (a) b) S 1 2 3 4 5 6 7 8 9 10 11 12 250 150 20 0";
    assert_eq!(children(stat), Some(4.0));
}
