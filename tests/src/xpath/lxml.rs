//! Runs lxml, where it is installed.

use std::{
    collections::BTreeMap,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};
use serde::Serialize;

use super::answer::Answer;
use crate::suites::workspace;

/// The version of libxml2 whose departures from the specification are known.
const LIBXML2: &str = "2.14";

/// The program that [`find`] searches.
pub const WHAT: &str = "Python with lxml 6.1 (`SAPWOOD_PYTHON`, `target/lxml` or `python3`)";

/// Returns a Python interpreter that has lxml with libxml2 2.14: `$SAPWOOD_PYTHON`, that of `target/lxml`, or `python3`.
#[must_use]
pub fn find() -> Option<PathBuf> {
    let own = std::env::var_os("SAPWOOD_PYTHON").map(PathBuf::from);
    let made = workspace().join("target/lxml/bin/python");
    let program = "from lxml import etree; print(*etree.LIBXML_VERSION, sep='.')";
    own.into_iter().chain([made, "python3".into()]).find(|python| {
        let output = Command::new(python).args(["-c", program]).output();
        output.is_ok_and(|output| output.stdout.starts_with(LIBXML2.as_bytes()))
    })
}

/// A document, and expressions to be evaluated on it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Task {
    /// The markup.
    pub xml: String,
    /// The prefixes that the expressions may use.
    pub namespaces: BTreeMap<String, String>,
    /// The variables that the expressions may use.
    pub variables: BTreeMap<String, serde_json::Value>,
    /// The numbers of the nodes that are the value of the variable `nodes`.
    pub nodes: Vec<usize>,
    /// The number of the context node of each expression, and the expression.
    pub cases: Vec<(usize, String)>,
}

/// Returns the results of all cases of each task.
///
/// # Errors
///
/// Returns an error if Python can't be run, or a document isn't well-formed.
pub fn evaluate(python: &PathBuf, tasks: &[Task]) -> Result<Vec<Vec<Answer>>> {
    let mut child = Command::new(python)
        .args(["-c", include_str!("lxml.py")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run {}", python.display()))?;
    let Some(mut stdin) = child.stdin.take() else { bail!("the program has no input") };
    // It writes nothing before it has read everything.
    stdin.write_all(&serde_json::to_vec(tasks)?)?;
    drop(stdin);
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "{} failed", python.display());
    let answers: Vec<Vec<Answer>> = serde_json::from_slice(&output.stdout)?;
    let same = answers.iter().map(Vec::len).eq(tasks.iter().map(|task| task.cases.len()));
    ensure!(same, "the number of results differs from that of the cases");
    Ok(answers)
}
