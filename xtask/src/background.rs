//! Runs tasks beside others, with what these leave idle of the processors.

use std::{
    env,
    process::{Child, Command, Stdio},
};

use anyhow::{Context, Result};

use crate::root;

/// Tasks that run one after the other at the lowest priority, so that what is measured meanwhile hardly waits for them. They print nothing,
/// and none is a check: whoever needs what a task makes runs the task again, and gets its error. Dropped, it ends them.
pub(crate) struct Background(Option<Child>);

impl Background {
    /// Starts tasks of this program, or none where there is no `nice`.
    pub(crate) fn start(tasks: &[&str]) -> Result<Self> {
        let program = env::current_exe()?;
        let script: Vec<_> = tasks.iter().map(|task| format!("\"$0\" {task}")).collect();
        let mut shell = Command::new("nice");
        shell.args(["-n", "19", "sh", "-c", &script.join("; ")]).arg(program).current_dir(root());
        shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // A group of its own, which ends as a whole.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        Ok(Self(shell.spawn().ok()))
    }

    /// Waits for the last task.
    pub(crate) fn wait(mut self) -> Result<()> {
        let Some(mut child) = self.0.take() else { return Ok(()) };
        child.wait().map(drop).context("the tasks in the background")
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        let Some(mut child) = self.0.take() else { return };
        if let Ok(None) = child.try_wait() {
            let group = format!("-{}", child.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
            let _ = child.wait();
        }
    }
}
