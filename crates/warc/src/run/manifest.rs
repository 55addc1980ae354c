//! The list of inputs that are done, so that a job can be resumed.
//!
//! This is the only file that is written otherwise than as an [`OutputFile`](sapwood_output::OutputFile). Its lines have
//! to survive a job that is killed hours later, so the file can't wait for a `commit`, and to replace all of it for each
//! input would cost the square of their number. A line is appended by one call and flushed to the disk; a reader
//! ignores a line that a crash has cut. The file begins, or begins anew, as an output does.

use std::{
    collections::HashSet,
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use super::report::SourceReport;
use crate::Extractor;

/// The list of the inputs of a folder of outputs that are done: `manifest.jsonl`, with an object for each.
///
/// A line is appended after the output has its name. So an input without a line may have an output, which is written
/// anew; one with a line has an output that is whole. A line that a crash has cut is ignored.
pub struct Manifest {
    file: File,
    done: HashSet<(String, u64)>,
    columns: Vec<String>,
}

/// The error of a manifest.
#[derive(Debug)]
#[non_exhaustive]
pub enum ManifestError {
    /// The file can't be read or written.
    Io(PathBuf, io::Error),
    /// The outputs that are done have other columns, which the path and the columns name.
    OtherColumns(PathBuf, String),
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "cannot use {}: {error}", path.display()),
            Self::OtherColumns(path, columns) => write!(
                f,
                "{} lists outputs with other columns ({columns}); resume with those, or use another folder",
                path.display()
            ),
        }
    }
}

impl std::error::Error for ManifestError {}

impl Manifest {
    /// The name of the file in the folder of outputs.
    pub const FILE_NAME: &str = "manifest.jsonl";

    /// Opens the manifest of a folder, or creates it. If `resume` is false, it is begun anew.
    ///
    /// # Errors
    ///
    /// If the file can't be read or created, or lists outputs with other columns than those of `extractor`.
    pub fn open(folder: &Path, extractor: &Extractor, resume: bool) -> Result<Self, ManifestError> {
        let path = folder.join(Self::FILE_NAME);
        let failed = |error| ManifestError::Io(path.clone(), error);
        let columns: Vec<_> = extractor.names().map(str::to_owned).collect();
        let text = match resume.then(|| fs::read(&path)) {
            Some(Ok(bytes)) => String::from_utf8_lossy(&bytes).into_owned(),
            Some(Err(error)) if error.kind() != io::ErrorKind::NotFound => {
                return Err(failed(error));
            }
            _ => String::new(),
        };
        let mut done = HashSet::new();
        for line in text.lines() {
            let Ok(entry) = serde_json::from_str::<Value>(line) else { continue };
            if entry["columns"] != json!(columns) {
                return Err(ManifestError::OtherColumns(path, entry["columns"].to_string()));
            }
            let (Some(input), Some(size)) = (entry["input"].as_str(), entry["size"].as_u64())
            else {
                continue;
            };
            let output = entry["output"].as_str();
            if output.is_some_and(|output| folder.join(output).is_file()) {
                done.insert((input.to_owned(), size));
            }
        }
        // A FIFO or a device has nothing to replace.
        if !path.exists() || !resume && sapwood_output::replaces(&path).map_err(failed)? {
            sapwood_output::write(&path, b"").map_err(failed)?;
        }
        let mut file = OpenOptions::new().append(true).open(&path).map_err(failed)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n").map_err(failed)?;
        }
        Ok(Self { file, done, columns })
    }

    /// Whether an input of this size is done.
    #[must_use]
    pub fn has(&self, input: &Path, size: u64) -> bool {
        self.done.contains(&(input.display().to_string(), size))
    }

    /// Notes that an input of this size is done.
    ///
    /// # Errors
    ///
    /// If the file can't be written.
    pub fn add(
        &mut self,
        input: &Path,
        size: u64,
        output: &str,
        report: &SourceReport,
    ) -> io::Result<()> {
        let counts = report.counts;
        let entry = json!({
            "input": input.display().to_string(),
            "size": size,
            "output": output,
            "rows": counts.rows,
            "errors": counts.errors,
            "limited": counts.limited,
            "not_html": counts.not_html,
            "other_records": counts.other_records,
            "columns": self.columns,
        });
        self.file.write_all(format!("{entry}\n").as_bytes())?;
        self.file.sync_data()
    }
}
