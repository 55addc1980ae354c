//! The commands by task, which `sapwood` alone prints, and the version.

use anyhow::Result;
use clap::Command;

use crate::{output::with_stdout, status::Status};

/// The version, with the profile and the features of the build.
pub(crate) const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\nprofile: ",
    env!("SAPWOOD_PROFILE"),
    "\nfeatures: ",
    env!("SAPWOOD_FEATURES"),
);

/// Commands for one task.
struct Task {
    title: &'static str,
    commands: &'static [&'static str],
    example: &'static str,
}

const TASKS: [Task; 6] = [
    Task {
        title: "Find something in pages",
        commands: &["select", "xpath", "links", "table"],
        example: "sapwood select -t 'h2, .price' page.html",
    },
    Task {
        title: "Read pages",
        commands: &["text", "article", "markdown", "chunks"],
        example: "curl -s https://example.com | sapwood markdown",
    },
    Task {
        title: "Check and clean markup",
        commands: &["check", "report", "html", "sanitize", "edit"],
        example: "sapwood check -r site/",
    },
    Task {
        title: "See what the parser sees",
        commands: &["tree", "tokens", "encoding", "value"],
        example: "echo '<table><b>x' | sapwood tree",
    },
    Task {
        title: "Handle many pages, archives and XML",
        commands: &["batch", "warc", "xml"],
        example: "sapwood batch --pages -r site/ > pages.jsonl",
    },
    Task {
        title: "Set up",
        commands: &["completions", "man"],
        example: "sapwood completions bash > /etc/bash_completion.d/sapwood",
    },
];

/// Prints the commands that `command_line` has, by task.
pub(crate) fn print(command_line: &Command) -> Result<Status> {
    with_stdout(|out| {
        writeln!(out, "Parse, query, check and write HTML and XML, as browsers do.")?;
        for Task { title, commands, example } in &TASKS {
            writeln!(out, "\n{title}:")?;
            for name in *commands {
                let Some(command) = command_line.find_subcommand(name) else { continue };
                writeln!(out, "  {name:<12} {}", summary(command))?;
            }
            writeln!(out, "  $ {example}")?;
        }
        writeln!(out, "\n`sapwood COMMAND --help` explains a command.")?;
        Ok(())
    })?;
    Ok(Status::Success)
}

/// The first clause of a command's description.
fn summary(command: &Command) -> String {
    let about = command.get_about().map_or_else(String::new, ToString::to_string);
    about.split([';', '\n']).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn lists_each_command_once() {
        let command_line = crate::command_line();
        let commands = command_line.get_subcommands().map(Command::get_name);
        let mut known: BTreeSet<_> = commands.filter(|name| *name != "help").collect();
        // A feature that this build may lack.
        known.insert("warc");
        let listed: Vec<_> = TASKS.iter().flat_map(|task| task.commands).copied().collect();
        assert_eq!(listed.len(), known.len());
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), known);
    }

    #[test]
    fn examples_use_a_command_of_their_task() {
        for Task { commands, example, .. } in &TASKS {
            let (_, rest) = example.split_once("sapwood ").unwrap();
            assert!(commands.contains(&rest.split(' ').next().unwrap()), "{example}");
        }
    }
}
