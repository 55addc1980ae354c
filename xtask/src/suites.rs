//! Clones the public test suites at pinned commits into `fixtures/suites`.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use crate::root;

/// The folder of the suites, ignored by git.
const FOLDER: &str = "fixtures/suites";

/// A repository with suites.
struct Suite {
    /// Name of the clone in `fixtures/suites/.clones`.
    name: &'static str,
    url: &'static str,
    commit: &'static str,
    /// Folders of the repository, and their places in `fixtures/suites`.
    folders: &'static [(&'static str, &'static str)],
}

const SUITES: [Suite; 3] = [
    Suite {
        name: "html5lib-tests",
        url: "https://github.com/html5lib/html5lib-tests.git",
        commit: "224991e",
        folders: &[
            ("tokenizer", "html5lib-tests/tokenizer"),
            ("serializer", "html5lib-tests/serializer"),
            ("encoding", "html5lib-tests/encoding"),
        ],
    },
    Suite {
        name: "wpt",
        url: "https://github.com/web-platform-tests/wpt.git",
        commit: "73dff7c",
        folders: &[("html/syntax/parsing/resources", "html5lib-tests/tree-construction")],
    },
    Suite {
        name: "xml5lib-tests",
        url: "https://github.com/Ygg01/xml5lib-tests.git",
        commit: "a6d626e",
        folders: &[
            ("tokenizer", "xml5lib-tests/tokenizer"),
            ("tree-construction", "xml5lib-tests/tree-construction"),
        ],
    },
];

/// URL of the W3C suite for XML 1.0, which the harness unpacks itself.
const XMLCONF: &str = "https://www.w3.org/XML/Test/xmlts20130923.zip";
/// Place of that archive in `fixtures/suites`.
const XMLCONF_FILE: &str = "xmlconf/xmlts20130923.zip";

/// A command, with the place of its output.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    program: &'static str,
    arguments: Vec<OsString>,
}

impl Step {
    fn new(program: &'static str, arguments: impl IntoIterator<Item: Into<OsString>>) -> Self {
        Self { program, arguments: arguments.into_iter().map(Into::into).collect() }
    }

    fn run(&self) -> Result<()> {
        let status = Command::new(self.program).args(&self.arguments).status();
        let status =
            status.with_context(|| format!("cannot run {}: is it installed?", self.program))?;
        ensure!(status.success(), "{} failed ({status})", self.line());
        Ok(())
    }

    fn line(&self) -> String {
        let arguments = self.arguments.iter().map(|it| it.to_string_lossy());
        format!("{} {}", self.program, arguments.collect::<Vec<_>>().join(" "))
    }
}

/// Returns the commands that clone a suite. The clone has no file contents and no folders until the checkout,
/// which fetches those that it needs: web-platform-tests has some hundred thousand files.
fn clone_steps(suite: &Suite, clone: &Path) -> [Step; 3] {
    let at = |rest: &[&str]| {
        let begin = [OsString::from("-C"), clone.into()];
        Step::new("git", begin.into_iter().chain(rest.iter().map(OsString::from)))
    };
    let options = ["clone", "--quiet", "--filter=tree:0", "--no-checkout", suite.url];
    let sparse: Vec<&str> = ["sparse-checkout", "set"]
        .into_iter()
        .chain(suite.folders.iter().map(|(folder, _)| *folder))
        .collect();
    [
        Step::new("git", options.map(OsString::from).into_iter().chain([clone.into()])),
        at(&sparse),
        at(&["checkout", "--quiet", "--detach", suite.commit]),
    ]
}

/// Returns the command that downloads the W3C suite.
fn download_step(file: &Path) -> Step {
    let options = ["--fail", "--silent", "--show-error", "--location", "--output"];
    let options = options.into_iter().map(OsString::from);
    Step::new("curl", options.chain([file.into(), XMLCONF.into()]))
}

/// Fetches the suites that are missing; with `print`, prints the commands instead.
pub(crate) fn run(print: bool) -> Result<()> {
    let folder = root().join(FOLDER);
    for suite in &SUITES {
        let clone = folder.join(".clones").join(suite.name);
        let steps = clone_steps(suite, &clone);
        if print {
            steps.iter().for_each(|step| println!("{}", step.line()));
            continue;
        }
        if suite.folders.iter().all(|(_, place)| folder.join(place).exists()) {
            println!("{}: present", suite.name);
            continue;
        }
        println!("{}: fetching {} from {}", suite.name, suite.commit, suite.url);
        if clone.exists() {
            fs::remove_dir_all(&clone).with_context(|| clone.display().to_string())?;
        }
        steps.iter().try_for_each(Step::run).with_context(|| {
            format!("cannot fetch the suite {}; this task needs access to the network", suite.name)
        })?;
        for (from, place) in suite.folders {
            copy(&clone.join(from), &folder.join(place))?;
        }
    }
    let file = folder.join(XMLCONF_FILE);
    let step = download_step(&file);
    if print {
        println!("{}", step.line());
    } else if file.exists() {
        println!("xmlconf: present");
    } else {
        println!("xmlconf: fetching {XMLCONF}");
        fs::create_dir_all(file.parent().context("a file has a folder")?)?;
        step.run()
            .context("cannot fetch the suite xmlconf; this task needs access to the network")?;
    }
    println!(
        "not fetched: `wpt-extra` and `microsyntax`, facts extracted from web-platform-tests by hand; \
         without them their tests are reported as ignored"
    );
    Ok(())
}

/// Copies a folder and the folders in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let mut folders: Vec<(PathBuf, PathBuf)> = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = folders.pop() {
        fs::create_dir_all(&to)?;
        for entry in fs::read_dir(&from).with_context(|| from.display().to_string())? {
            let entry = entry?;
            let target = to.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push((entry.path(), target));
            } else {
                fs::copy(entry.path(), target)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{SUITES, Step, clone_steps, download_step};

    #[test]
    fn clones_sparsely_at_the_pinned_commit() {
        let lines = clone_steps(&SUITES[1], Path::new("c")).map(|step| step.line());
        assert_eq!(
            lines,
            [
                "git clone --quiet --filter=tree:0 --no-checkout \
                 https://github.com/web-platform-tests/wpt.git c",
                "git -C c sparse-checkout set html/syntax/parsing/resources",
                "git -C c checkout --quiet --detach 73dff7c",
            ]
        );
        assert!(download_step(Path::new("f")).line().starts_with("curl --fail"));
    }

    #[test]
    fn names_the_command_that_failed() {
        let missing = Step::new("git", ["-C", "/nonexistent", "status"]).run().unwrap_err();
        assert!(missing.to_string().starts_with("git -C /nonexistent status failed"));
        let program = Step::new("sapwood-has-no-such-program", ["x"]).run().unwrap_err();
        assert!(program.to_string().contains("is it installed?"));
    }
}
