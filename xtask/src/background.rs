//! Runs tasks beside others, with what these leave idle of the processors, or a part of them.

use std::{
    env,
    fs::{self, File},
    io,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result, ensure};

use crate::{program, root};

/// Tasks that run one after the other at a low priority. Dropped, it ends them.
pub(crate) struct Background {
    child: Child,
    /// The task, and the file of its output, if it is a check.
    checks: Option<(String, PathBuf)>,
}

impl Background {
    /// Starts tasks of this program that build something. They print nothing, and none is a check: whoever needs what a task makes
    /// runs the task again, and gets its error.
    pub(crate) fn build(tasks: &[&str]) -> Result<Self> {
        Ok(Self { child: start(tasks, Stdio::null(), Stdio::null())?, checks: None })
    }

    /// Starts a task of this program that checks something, whose output is in a file called `name` until it ends.
    pub(crate) fn check(name: &str, task: &str) -> Result<Self> {
        fs::create_dir_all(program::target())?;
        let path = program::target().join(format!("{name}.log"));
        let output = File::create(&path).with_context(|| path.display().to_string())?;
        let child = start(&[task], output.try_clone()?.into(), output.into())?;
        Ok(Self { child, checks: Some((task.to_owned(), path)) })
    }

    /// Waits for the last task, and prints the output of checks.
    pub(crate) fn wait(mut self) -> Result<()> {
        let status = self.child.wait().context("the tasks in the background")?;
        let Some((task, output)) = &self.checks else { return Ok(()) };
        io::copy(&mut File::open(output)?, &mut io::stdout())?;
        ensure!(status.success(), "a task in the background failed: {task}");
        Ok(())
    }
}

/// A priority that gets a quarter of a processor that it shares, enough for checks that wait a minute or two for a program.
const PRIORITY: &str = "5";

/// Starts a shell that runs tasks one after the other, in a group of processes of its own, which ends as a whole. Its status is that of
/// the last.
fn start(tasks: &[&str], output: Stdio, errors: Stdio) -> Result<Child> {
    let script: Vec<_> = tasks.iter().map(|task| format!("\"$0\" {task}")).collect();
    let mut shell = Command::new("nice");
    shell.args(["-n", PRIORITY, "sh", "-c", &script.join("; ")]).arg(env::current_exe()?);
    shell.current_dir(root()).stdin(Stdio::null()).stdout(output).stderr(errors);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    shell.spawn().context("`nice` can't be run")
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            let group = format!("-{}", self.child.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
            let _ = self.child.wait();
        }
    }
}
