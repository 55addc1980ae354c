//! `sapwood encoding`, and the arguments of all commands that tell of the input's encoding.

use std::{io::Write, path::PathBuf};

use anyhow::Result;
use clap::Args;
use sapwood::{
    ByteOptions, Options,
    encoding::{Encoding, SniffOptions, Source},
    parse_bytes,
};

use crate::{complain, input, is_closed_pipe, limits::TreeLimits, with_stdout};

/// What is known of the encoding.
#[derive(Args)]
pub(crate) struct Known {
    /// Read the input in this encoding, whatever it declares; only a byte order mark comes first
    #[arg(long, value_name = "LABEL", value_parser = label)]
    encoding: Option<&'static Encoding>,
    /// The `charset` that the transport layer gave
    #[arg(long, value_name = "LABEL", value_parser = label)]
    transport_charset: Option<&'static Encoding>,
    /// The encoding of input that declares none and isn't valid UTF-8 as a whole; windows-1252 if not
    /// given
    #[arg(long, value_name = "LABEL", value_parser = label)]
    default_encoding: Option<&'static Encoding>,
}

impl Known {
    /// How to find out the encoding. Input that declares none and as a whole is valid UTF-8 is taken
    /// for it, as the standard allows for what isn't from the network.
    pub(crate) fn sniffing(&self) -> SniffOptions {
        SniffOptions {
            override_encoding: self.encoding,
            transport: self.transport_charset,
            default: self.default_encoding.unwrap_or(SniffOptions::default().default),
            detect_utf8: true,
            ..SniffOptions::default()
        }
    }

    /// Tells of input that is read in an encoding that nobody named: it may be UTF-8 that was damaged.
    pub(crate) fn note(&self, bytes: &[u8], source: Source, name: &str) {
        if source == Source::Default
            && self.default_encoding.is_none()
            && let Err(error) = str::from_utf8(bytes)
        {
            complain(&format!(
                "{name}: not UTF-8 at byte {}, and no encoding is declared: read as windows-1252; name \
                 another by --encoding or --default-encoding",
                error.valid_up_to()
            ));
        }
    }
}

pub(crate) fn label(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(label.as_bytes())
        .ok_or_else(|| "no encoding of the web has this label".to_owned())
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// The files; standard input if none or `-`
    files: Vec<PathBuf>,
    #[command(flatten)]
    known: Known,
    #[command(flatten)]
    limits: TreeLimits,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let limits = &arguments.limits;
    let parsing = Options::default().limits(limits.limits());
    let options = ByteOptions::default().sniffing(arguments.known.sniffing()).parsing(parsing);
    let standard_input = [PathBuf::from("-")];
    let files = match &arguments.files[..] {
        [] => &standard_input[..],
        files => files,
    };
    let mut failed = None;
    with_stdout(|out| {
        for file in files {
            // One that fails doesn't keep the others from being told of.
            let Err(error) = tell(out, file, &options, limits) else { continue };
            if is_closed_pipe(&error) {
                return Err(error);
            }
            if let Some(earlier) = failed.replace(error) {
                complain(&format!("{earlier:#}"));
            }
        }
        Ok(())
    })?;
    failed.map_or(Ok(()), Err)
}

fn tell(
    out: &mut dyn Write,
    file: &PathBuf,
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
