//! Reads tree construction cases, `.dat`.
//!
//! The reader is strict: any deviation from the format is an error, so that no case is lost silently.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

/// One case.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// File name and zero-based index of the case: `tests1.dat/12`.
    pub name: String,
    /// One-based line of `#data`.
    pub line: usize,
    /// `#description`.
    pub description: Option<String>,
    /// `#data`.
    pub data: String,
    /// Number of lines of `#errors` and `#new-errors`.
    pub errors: usize,
    /// `#document-fragment`: the context element, such as `td` or `svg desc`.
    pub fragment: Option<String>,
    /// `#script-on` or `#script-off`; `None` means both.
    pub scripting: Option<bool>,
    /// `#document`, its lines joined by line feeds.
    pub document: String,
}

impl Case {
    /// Returns the settings of scripting to which the case applies.
    #[must_use]
    pub fn scripting_modes(&self) -> &'static [bool] {
        match self.scripting {
            Some(true) => &[true],
            Some(false) => &[false],
            None => &[false, true],
        }
    }
}

/// The lines of a file, and the index of the next one.
struct Lines<'a> {
    lines: Vec<&'a [u8]>,
    at: usize,
}

impl<'a> Lines<'a> {
    fn peek(&self) -> Option<&'a [u8]> {
        self.lines.get(self.at).copied()
    }

    fn next(&mut self) -> Option<&'a [u8]> {
        let line = self.peek();
        self.at += 1;
        line
    }

    /// Consumes the next line if it is `line`.
    fn take(&mut self, line: &str) -> bool {
        let found = self.peek() == Some(line.as_bytes());
        self.at += usize::from(found);
        found
    }

    /// Consumes the lines before the first for which `ends` holds, joined by line feeds.
    fn until(&mut self, ends: impl Fn(&Self) -> bool) -> Result<String> {
        let start = self.at.min(self.lines.len());
        while self.at < self.lines.len() && !ends(self) {
            self.at += 1;
        }
        let bytes = self.lines[start..self.at].join(&b'\n');
        String::from_utf8(bytes).context("not UTF-8")
    }

    fn next_is_case(&self, at: usize) -> bool {
        matches!(self.lines.get(at), Some(&b"#data" | &b"#description"))
    }
}

/// Reads all cases of the file at `path`.
///
/// # Errors
///
/// Returns an error with file and line if the file is unreadable or malformed.
pub fn read_file(path: &Path) -> Result<Vec<Case>> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    read(&bytes, &crate::suites::file_name(path))
}

/// Reads all cases of `bytes`, the contents of the file called `name`.
///
/// # Errors
///
/// As [`read_file`].
pub fn read(bytes: &[u8], name: &str) -> Result<Vec<Case>> {
    let mut all: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    while all.last().is_some_and(|line| line.is_empty()) {
        all.pop();
    }
    let mut lines = Lines { lines: all, at: 0 };
    let mut cases = Vec::new();
    while lines.peek().is_some() {
        let mut case = read_case(&mut lines).with_context(|| format!("{name}:{}", lines.at))?;
        case.name = format!("{name}/{}", cases.len());
        cases.push(case);
    }
    Ok(cases)
}

fn read_case(lines: &mut Lines<'_>) -> Result<Case> {
    let mut case = Case::default();
    if lines.take("#description") {
        case.description = Some(lines.until(|lines| lines.peek() == Some(b"#data"))?);
    }
    ensure!(lines.take("#data"), "expected #data");
    case.line = lines.at;
    case.data = lines.until(|lines| lines.peek() == Some(b"#errors"))?;
    ensure!(lines.take("#errors"), "no #errors");
    case.errors = count_errors(lines)?;
    if lines.take("#new-errors") {
        case.errors += count_errors(lines)?;
    }
    loop {
        match lines.next() {
            Some(b"#document-fragment") if case.fragment.is_none() => {
                let context = lines.next().context("no context")?;
                case.fragment = Some(String::from_utf8(context.to_vec())?);
            }
            Some(b"#script-on") if case.scripting.is_none() => case.scripting = Some(true),
            Some(b"#script-off") if case.scripting.is_none() => case.scripting = Some(false),
            Some(b"#document") => break,
            _ => bail!("expected #document"),
        }
    }
    // Text may contain empty lines: only one before the next case ends the tree.
    case.document = lines
        .until(|lines| lines.peek() == Some(b"") && lines.next_is_case(lines.at + 1))?
        .trim_end_matches('\n')
        .to_owned();
    ensure!(case.document.is_empty() || case.document.starts_with("| "), "not a tree");
    lines.next();
    Ok(case)
}

fn count_errors(lines: &mut Lines<'_>) -> Result<usize> {
    let start = lines.at;
    while let Some(line) = lines.peek() {
        if line.starts_with(b"#") {
            break;
        }
        ensure!(!line.is_empty(), "an empty line among the errors");
        lines.at += 1;
    }
    Ok(lines.at - start)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn reads_all_sections() {
        let file = "#description\nwhy\n#data\na\n\n#data\n#errors\n(1,1): x\n#new-errors\n(1:2) y\n\
            #document-fragment\nsvg desc\n#script-on\n#document\n| \"a\n\n#data\"\n\n\
            #data\n\n#errors\n#document\n| <html>\n";
        let cases = read(file.as_bytes(), "x.dat").unwrap();
        assert_eq!(cases.len(), 2);
        let first = &cases[0];
        assert_eq!(first.name, "x.dat/0");
        assert_eq!(first.line, 3);
        assert_eq!(first.description.as_deref(), Some("why"));
        assert_eq!(first.data, "a\n\n#data");
        assert_eq!(first.errors, 2);
        assert_eq!(first.fragment.as_deref(), Some("svg desc"));
        assert_eq!(first.scripting_modes(), [true]);
        assert_eq!(cases[1].data, "");
        assert_eq!(cases[1].scripting_modes(), [false, true]);
        assert_eq!(cases[1].document, "| <html>");
    }

    #[test]
    fn rejects_malformed_files() {
        for file in [
            "data\n",
            "#data\nx\n#document\n| <html>\n",
            "#data\nx\n#errors\n\n#document\n| <html>\n",
            "#data\nx\n#errors\n#script-on\n#script-off\n#document\n| <html>\n",
            "#data\nx\n#errors\n#document\n<html>\n",
        ] {
            assert!(read(file.as_bytes(), "x.dat").is_err(), "{file}");
        }
    }
}
