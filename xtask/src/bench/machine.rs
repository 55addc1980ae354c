//! The machine of a run, and the versions of the parsers.

use std::{collections::BTreeSet, fs, num::NonZero, process::Command, thread};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::{program, root};

/// Package names of the other parsers.
const PEERS: [&str; 8] = [
    "astral-tl",
    "dom_query",
    "html5ever",
    "html5gum",
    "lol_html",
    "markup5ever_rcdom",
    "scraper",
    "tl",
];

/// Description of the machine.
#[derive(Serialize)]
pub(super) struct Machine {
    pub(super) cpu: String,
    pub(super) cores: usize,
    pub(super) kernel: String,
    pub(super) rustc: String,
    /// Measured commit, with `-dirty` if there were changes.
    pub(super) commit: String,
}

impl Machine {
    pub(super) fn describe() -> Result<Self> {
        let unknown = || "unknown".to_owned();
        // Only Linux has these files.
        let cpu = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        });
        let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").ok();
        let commit = Command::new("git")
            .current_dir(root())
            .args(["describe", "--always", "--dirty", "--exclude=*"])
            .output()
            .ok()
            .filter(|output| output.status.success())
            .and_then(|output| String::from_utf8(output.stdout).ok());
        Ok(Self {
            cpu: cpu.unwrap_or_else(unknown),
            cores: thread::available_parallelism().map_or(1, NonZero::get),
            kernel: kernel.map_or_else(unknown, |text| text.trim().to_owned()),
            rustc: program::rustc_version()?,
            commit: commit.map_or_else(unknown, |text| text.trim().to_owned()),
        })
    }
}

/// Name and version of each peer, from the lock file.
pub(super) fn peers() -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Lock {
        package: Vec<Package>,
    }
    #[derive(Deserialize)]
    struct Package {
        name: String,
        version: String,
    }
    let path = root().join(program::PEERS).join("Cargo.lock");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let lock: Lock = toml::from_str(&text)?;
    let peers: BTreeSet<_> = lock
        .package
        .into_iter()
        .filter(|package| PEERS.contains(&package.name.as_str()))
        .map(|package| format!("{} {}", package.name, package.version))
        .collect();
    Ok(peers.into_iter().collect())
}

#[test]
fn the_lock_file_names_all_peers() {
    let peers = peers().unwrap();
    for name in PEERS {
        assert!(peers.iter().any(|peer| peer.starts_with(name)), "{name}");
    }
}
