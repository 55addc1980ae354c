//! Runs tasks beside others, with what these leave idle of the processors.

use std::{
    env,
    fs::{self, File},
    io,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result, ensure};

use crate::{program, root};

/// Tasks that run one after the other at the lowest priority, so that what is measured meanwhile hardly waits for them. Dropped, it ends
/// them.
pub(crate) struct Background {
    child: Child,
    /// The tasks, and the file of their output, if they are checks.
    checks: Option<(String, PathBuf)>,
}

impl Background {
    /// Starts tasks of this program that build something. They print nothing, and none is a check: whoever needs what a task makes runs the
    /// task again, and gets its error.
    pub(crate) fn build(tasks: &[&str]) -> Result<Self> {
        Ok(Self { child: start(tasks, "; ", Stdio::null(), Stdio::null())?, checks: None })
    }

    /// Starts tasks of this program that check something, up to the first that fails.
    pub(crate) fn check(tasks: &[&str]) -> Result<Self> {
        fs::create_dir_all(program::target())?;
        let path = program::target().join("background.log");
        let output = File::create(&path).with_context(|| path.display().to_string())?;
        let child = start(tasks, " && ", output.try_clone()?.into(), output.into())?;
        Ok(Self { child, checks: Some((tasks.join(", "), path)) })
    }

    /// Waits for the last task, and prints the output of checks.
    pub(crate) fn wait(mut self) -> Result<()> {
        let status = self.child.wait().context("the tasks in the background")?;
        let Some((tasks, output)) = &self.checks else { return Ok(()) };
        io::copy(&mut File::open(output)?, &mut io::stdout())?;
        ensure!(status.success(), "a task in the background failed: {tasks}");
        Ok(())
    }
}

/// Starts a shell that runs tasks with `between` between them, in a group of processes of its own, which ends as a whole.
fn start(tasks: &[&str], between: &str, output: Stdio, errors: Stdio) -> Result<Child> {
    let script: Vec<_> = tasks.iter().map(|task| format!("\"$0\" {task}")).collect();
    let mut shell = Command::new("nice");
    shell.args(["-n", "19", "sh", "-c", &script.join(between)]).arg(env::current_exe()?);
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
