//! Records: the lines, or values with NUL after them, that a command prints for one input.

use std::io::{self, Write};

use anyhow::Result;
use clap::Args;

use crate::{
    json_writer::{JsonWriter, write_json},
    output::Output,
};

/// Options on printing records.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Output")]
pub(crate) struct Printing {
    /// Put the name of the file before each line; the default if there are several files, except before the lines
    /// of documents, which an empty line separates. JSON has it as the member `file`
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    with_filename: bool,
    /// Put no name before lines
    #[arg(long, overrides_with = "with_filename")]
    no_filename: bool,
    /// End each record, and each name before it, with NUL instead of a line feed or a colon, for `xargs -0`
    #[arg(short = '0', long)]
    null: bool,
}

impl Printing {
    /// Whether documents have names or ends of their own.
    fn marks_documents(self) -> bool {
        self.with_filename || self.null
    }

    /// The bytes between the outputs for two files of which each is a document.
    pub(crate) fn between_documents(self) -> &'static [u8] {
        if self.marks_documents() { b"" } else { b"\n" }
    }

    /// Begins the records of the file `name`; `are_several`: there may be other files.
    pub(crate) fn records<'p, 'o>(
        self,
        out: &'p mut Output<'o>,
        name: &'p str,
        are_several: bool,
    ) -> Records<'p, 'o> {
        let is_named = self.with_filename || are_several && !self.no_filename;
        Records { out, name, is_named, printing: self }
    }
}

/// Writes the records of one input.
pub(crate) struct Records<'p, 'o> {
    out: &'p mut Output<'o>,
    name: &'p str,
    is_named: bool,
    printing: Printing,
}

impl<'o> Records<'_, 'o> {
    /// The name that belongs before each record, if any.
    pub(crate) fn name(&self) -> Option<&str> {
        self.is_named.then_some(self.name)
    }

    /// The name of the file.
    pub(crate) fn file(&self) -> &str {
        self.name
    }

    /// Writes the name of the file as a record.
    pub(crate) fn write_file(&mut self) -> Result<()> {
        let end = if self.printing.null { '\0' } else { '\n' };
        Ok(write!(self.out, "{}{end}", self.name)?)
    }

    /// Whether a document that `document` writes is more than the document itself.
    pub(crate) fn marks_documents(&self) -> bool {
        self.printing.marks_documents()
    }

    /// Whether records end with NUL.
    pub(crate) fn is_null(&self) -> bool {
        self.printing.null
    }

    /// The output itself, for what isn't made of records.
    pub(crate) fn out(&mut self) -> &mut Output<'o> {
        self.out
    }

    /// Writes a record that `write` writes: each of its lines after the name.
    pub(crate) fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        let Self { out, name, is_named, printing: Printing { null, .. } } = self;
        match (*is_named, *null) {
            (false, _) => write(out)?,
            (true, true) => {
                write!(out, "{name}\0")?;
                write(out)?;
            }
            (true, false) => {
                let mut lines = NamedLines { out, name, is_at_start: true };
                write(&mut lines)?;
                if lines.is_at_start {
                    // An empty record is a line, too.
                    lines.write_all(b"\n")?;
                    return Ok(());
                }
            }
        }
        out.write_all(if *null { b"\0" } else { b"\n" })?;
        Ok(())
    }

    /// Writes a record that is encoding.
    pub(crate) fn text(&mut self, text: &str) -> Result<()> {
        self.write(|out| Ok(out.write_all(text.as_bytes())?))
    }

    /// Writes a document that `write` writes, and a line feed unless it ends with one. Its lines have names only if they are asked
    /// for.
    pub(crate) fn document(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        let Self { out, name, printing, .. } = self;
        let is_named = printing.with_filename;
        if printing.null {
            return Records { out, name, is_named, printing: *printing }.write(write);
        }
        out.begin_line();
        if !is_named {
            write(out)?;
            return Ok(out.end_line()?);
        }
        let mut lines = NamedLines { out, name, is_at_start: true };
        write(&mut lines)?;
        if lines.out.is_line_open() {
            lines.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Writes a document that is a text; what ends the record stands in place of a line feed at its end.
    pub(crate) fn document_text(&mut self, text: &str) -> Result<()> {
        let text = text.strip_suffix('\n').unwrap_or(text);
        self.document(|out| Ok(out.write_all(text.as_bytes())?))
    }

    /// Writes a record of JSON; where the output limit cuts it, what is open is closed.
    pub(crate) fn json(
        &mut self,
        write: impl FnOnce(&mut JsonWriter<'_, '_>) -> Result<()>,
    ) -> Result<()> {
        write_json(self.out, if self.printing.null { b'\0' } else { b'\n' }, write)
    }
}

/// Puts a name before each line.
struct NamedLines<'w, 'o> {
    out: &'w mut Output<'o>,
    name: &'w str,
    is_at_start: bool,
}

impl Write for NamedLines<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            if self.is_at_start {
                write!(self.out, "{}:", self.name)?;
            }
            self.out.write_all(line)?;
            self.is_at_start = line.ends_with(b"\n");
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_have_names_and_ends() {
        for (with_filename, null, expected) in [
            (false, false, "a\nb\n\n"),
            (true, false, "n:a\nn:b\nn:\n"),
            (false, true, "a\nb\0\0"),
            (true, true, "n\0a\nb\0n\0\0"),
        ] {
            let mut to = Vec::new();
            let printing = Printing { with_filename, no_filename: false, null };
            let mut out = Output::new(&mut to);
            let mut records = printing.records(&mut out, "n", false);
            records.text("a\nb").unwrap();
            records.text("").unwrap();
            assert_eq!(str::from_utf8(&to).unwrap(), expected);
        }
    }

    #[test]
    fn documents_end_with_one_line_feed() {
        for (with_filename, null, expected) in [
            (false, false, "a\nb\n\n"),
            (true, false, "n:a\nn:b\nn:\n"),
            (false, true, "a\0b\0\0"),
            (true, true, "n\0a\0n\0b\0n\0\0"),
        ] {
            let mut to = Vec::new();
            let printing = Printing { with_filename, no_filename: false, null };
            let mut out = Output::new(&mut to);
            let mut records = printing.records(&mut out, "n", true);
            for document in ["a", "b\n", ""] {
                records.document_text(document).unwrap();
            }
            assert_eq!(str::from_utf8(&to).unwrap(), expected);
        }
    }
}
