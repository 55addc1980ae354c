//! Checks the layout of the code: the levels of the crates, their sizes, and circles of files that import each other.

mod code;
mod crates;
mod imports;
#[cfg(test)]
mod references;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};

use self::{crates::Crate, imports::Imports};
use crate::root;

/// Faults that the check tolerates: the text that the task prints, and the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// Smallest number of crates of the largest allowed size that would hold all code.
const LEAST_PARTS: usize = 8;

/// The action for a fault that is not among the exceptions, and for an exception without a fault.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Print it.
    Print,
    /// Print it and fail.
    Check,
}

/// Prints the crates, the circles and the faults.
pub(crate) fn run(mode: Mode) -> Result<()> {
    let crates = crates::read(root())?;
    let table = crates::levels(&root().join("ARCHITECTURE.md"))?;
    print_crates(&crates);
    let mut faults = level_faults(&crates, &table);
    faults.extend(size_faults(&crates));
    faults.extend(idle_test_faults(&crates));
    let folders = crates.keys().map(|name| format!("crates/{name}/src"));
    for folder in folders.chain(["bindings/npm/src", "bindings/python/src"].map(str::to_owned)) {
        let imports = imports::read(&root().join(&folder))?;
        let circles = circles(&imports);
        circles.iter().for_each(|circle| print_circle(&folder, circle, &imports));
        if circles.iter().any(|circle| circle.len() > 2) {
            faults.push(format!("{folder}: circles of files"));
        }
    }
    let unexpected = print_faults(&faults, EXCEPTIONS);
    ensure!(
        mode == Mode::Print || unexpected == 0,
        "{unexpected} faults in the layout; remove them, or change EXCEPTIONS in xtask/src/layout/mod.rs"
    );
    Ok(())
}

fn print_crates(crates: &BTreeMap<String, Crate>) {
    let total: usize = crates.values().map(|it| it.lines).sum();
    let mut sorted: Vec<_> = crates.iter().collect();
    sorted.sort_by_key(|(name, it)| (it.level, *name));
    println!("level  code lines  crate");
    for (name, it) in sorted {
        let part = it.lines as f64 * 100.0 / total as f64;
        println!("{:5}  {:6} {part:3.0} %  {name}", it.level, it.lines);
    }
    println!("       {total:6}        all");
}

/// Returns the tests that never run.
fn idle_test_faults(crates: &BTreeMap<String, Crate>) -> impl Iterator<Item = String> {
    let idle =
        crates.iter().flat_map(|(name, it)| it.idle_tests.iter().map(move |path| (name, path)));
    idle.map(|(name, path)| {
        format!("{}: has tests, but crates/{name}/Cargo.toml says `test = false`", path.display())
    })
}

/// Returns the crates that are absent from the table of levels and the dependencies that it forbids.
fn level_faults(crates: &BTreeMap<String, Crate>, table: &BTreeMap<String, usize>) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, it) in crates {
        if !table.contains_key(name) {
            faults.push(format!("crates/{name}: not in the code map of ARCHITECTURE.md"));
        }
        for dependency in it.dependencies.iter().filter(|it| table.get(*it) >= table.get(name)) {
            faults.push(format!("crates/{name}: depends on {dependency}, which is not lower"));
        }
    }
    faults
}

fn size_faults(crates: &BTreeMap<String, Crate>) -> Vec<String> {
    let total: usize = crates.values().map(|it| it.lines).sum();
    let large = crates.iter().filter(|(_, it)| it.lines * LEAST_PARTS > total);
    large.map(|(name, _)| format!("crates/{name}: more than an eighth of the code")).collect()
}

/// Returns the strongly connected components of at least two files.
fn circles(imports: &Imports) -> Vec<BTreeSet<String>> {
    let reachable: BTreeMap<_, _> = imports.keys().map(|it| (it, reachable(imports, it))).collect();
    let mut circles = BTreeSet::new();
    for (file, others) in &reachable {
        let returns = |other: &&String| reachable.get(other).is_some_and(|it| it.contains(*file));
        let circle: BTreeSet<_> = others.iter().filter(returns).cloned().collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// Returns the files that a file imports, directly or through others.
fn reachable(imports: &Imports, file: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![file];
    while let Some(file) = open.pop() {
        for other in imports.get(file).into_iter().flat_map(BTreeMap::keys) {
            if found.insert(other.clone()) {
                open.push(other);
            }
        }
    }
    found
}

fn print_circle(folder: &str, circle: &BTreeSet<String>, imports: &Imports) {
    println!("\n{folder}: {} files import each other", circle.len());
    for file in circle {
        for (other, names) in imports[file].iter().filter(|(other, _)| circle.contains(*other)) {
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            println!("  {file} imports from {other}: {}", names.join(", "));
        }
    }
}

/// Prints faults that are no exceptions, and exceptions that are no faults; returns their number.
fn print_faults(faults: &[String], exceptions: &[(&str, &str)]) -> usize {
    println!();
    let mut unexpected = 0;
    for fault in faults {
        let reason = exceptions.iter().find(|(it, _)| it == fault).map(|(_, reason)| reason);
        unexpected += usize::from(reason.is_none());
        println!("{fault}: {}", reason.unwrap_or(&"FAULT"));
    }
    for (exception, _) in
        exceptions.iter().filter(|(it, _)| !faults.iter().any(|fault| fault == it))
    {
        unexpected += 1;
        println!("{exception}: no longer a fault; remove it from EXCEPTIONS");
    }
    unexpected
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(&str, &str)]) -> Imports {
        let mut imports = Imports::new();
        for (from, to) in edges {
            imports.entry((*from).into()).or_default().entry((*to).into()).or_default();
            imports.entry((*to).into()).or_default();
        }
        imports
    }

    #[test]
    fn circles_are_strongly_connected_components() {
        let found = circles(&graph(&[
            ("a", "b"),
            ("b", "c"),
            ("c", "a"),
            ("c", "d"),
            ("d", "e"),
            ("e", "d"),
            ("e", "f"),
        ]));
        assert_eq!(
            found,
            [
                BTreeSet::from(["a", "b", "c"].map(String::from)),
                BTreeSet::from(["d", "e"].map(String::from))
            ]
        );
    }

    #[test]
    fn no_circle_in_a_graph_that_only_descends() {
        assert_eq!(circles(&graph(&[("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])), []);
    }

    #[test]
    fn dependencies_point_to_lower_levels() {
        let it = |dependencies: &[&str]| Crate {
            dependencies: dependencies.iter().map(|it| (*it).into()).collect(),
            ..Crate::default()
        };
        let crates = BTreeMap::from([
            ("a".into(), it(&[])),
            ("b".into(), it(&["a"])),
            ("c".into(), it(&["b"])),
        ]);
        let table = BTreeMap::from([("a".into(), 0), ("b".into(), 1), ("c".into(), 1)]);
        assert_eq!(level_faults(&crates, &table), ["crates/c: depends on b, which is not lower"]);
    }

    #[test]
    fn an_exception_without_a_fault_counts() {
        let fault = ["a".to_owned()];
        assert_eq!(print_faults(&fault, &[]), 1);
        assert_eq!(print_faults(&fault, &[("a", "reason")]), 0);
        assert_eq!(print_faults(&[], &[("a", "reason")]), 1);
    }
}
