//! `sapwood encoding`, and the encoding options of all commands.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Result;
use clap::Args;
use sapwood::{
    ByteOptions, Options,
    encoding::{Encoding, SniffOptions, Source},
    parse_bytes,
};

use crate::{complain, in_order::for_each_file, input, limits::TreeLimits};

/// Options on the encoding of the input.
#[derive(Args)]
pub(crate) struct Known {
    /// Read the input in this encoding, whatever it declares; only a byte order mark takes precedence
    #[arg(long, value_name = "LABEL", value_parser = label)]
    encoding: Option<&'static Encoding>,
    /// Assume that the `Content-Type` header declared this encoding
    #[arg(long, alias = "transport-charset", value_name = "LABEL", value_parser = label)]
    http_charset: Option<&'static Encoding>,
    /// Read input that declares no encoding, and isn't valid UTF-8 as a whole, in this encoding [default:
    /// windows-1252]
    #[arg(long, value_name = "LABEL", value_parser = label)]
    default_encoding: Option<&'static Encoding>,
}

impl Known {
    /// Options for sniffing the encoding. Input that declares none and is valid UTF-8 as a whole is read as
    /// UTF-8, which the standard allows for files that aren't from the network.
    pub(crate) fn sniffing(&self) -> SniffOptions {
        SniffOptions {
            override_encoding: self.encoding,
            http_charset: self.http_charset,
            default: self.default_encoding.unwrap_or(SniffOptions::default().default),
            detect_utf8: true,
            ..SniffOptions::default()
        }
    }

    /// Warns of input whose encoding is a mere default: it may be damaged UTF-8.
    pub(crate) fn note(&self, bytes: &[u8], source: Source, name: &str) {
        if source == Source::Default
            && self.default_encoding.is_none()
            && let Err(error) = str::from_utf8(bytes)
        {
            complain(&format!(
                "{name}: not UTF-8 at byte {}, and no encoding is declared; read as windows-1252, unless \
                 --encoding or --default-encoding names another",
                error.valid_up_to()
            ));
        }
    }
}

pub(crate) fn label(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(label.as_bytes()).ok_or_else(|| {
        "unknown encoding label; expected one such as utf-8 or windows-1251".to_owned()
    })
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// Read these files; standard input if none or `-`
    files: Vec<PathBuf>,
    #[command(flatten)]
    known: Known,
    #[command(flatten)]
    limits: TreeLimits,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<()> {
    let limits = &arguments.limits;
    let parsing = Options::default().limits(limits.limits());
    let options = ByteOptions::default().sniffing(arguments.known.sniffing()).parsing(parsing);
    for_each_file(&arguments.files, None, move |out, file| print(out, file, &options, limits))
}

fn print(
    out: &mut dyn Write,
    file: &Path,
    options: &ByteOptions,
    limits: &TreeLimits,
) -> Result<()> {
    let bytes = input::read(Some(file), limits.input.max_input_bytes)?;
    let parsed = parse_bytes(&bytes, options);
    let name = input::name(Some(file));
    let (encoding, source) = (parsed.encoding.name(), parsed.source.as_str());
    write!(out, "{name}: {encoding}, {}, {source}", parsed.confidence.as_str())?;
    if parsed.restarted {
        write!(out, ", restarted")?;
    }
    if parsed.malformed {
        write!(out, ", malformed")?;
    }
    writeln!(out)?;
    limits.check(parsed.limit, &name)
}
