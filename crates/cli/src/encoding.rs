//! `sapwood encoding`, and the arguments of all commands that tell of the input's encoding.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use sapwood::{
    ByteOptions,
    encoding::{Encoding, SniffOptions, Source},
    parse_bytes,
};

use crate::{input, with_stdout};

/// What is known of the encoding.
#[derive(Args)]
pub(crate) struct Known {
    /// Read the input in this encoding, whatever it declares; only a byte order mark comes first
    #[arg(long, value_name = "LABEL", value_parser = label)]
    encoding: Option<&'static Encoding>,
    /// The `charset` that the transport layer gave
    #[arg(long, value_name = "LABEL", value_parser = label)]
    transport_charset: Option<&'static Encoding>,
    /// The encoding of input that declares none and isn't valid UTF-8 as a whole; without it, such
    /// input is an error to `tree` and `tokens`, and windows-1252 elsewhere
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

    /// Refuses what would be read in an encoding that nobody named: more often than not it is UTF-8
    /// that was damaged.
    pub(crate) fn check(&self, bytes: &[u8], source: Source, name: &str) -> Result<()> {
        if source == Source::Default
            && self.default_encoding.is_none()
            && let Err(error) = str::from_utf8(bytes)
        {
            bail!(
                "{name}: not UTF-8 at byte {}, and no encoding is declared: name one by --encoding \
                 or --default-encoding",
                error.valid_up_to()
            );
        }
        Ok(())
    }
}

fn label(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(label.as_bytes())
        .ok_or_else(|| "no encoding of the web has this label".to_owned())
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// The files; standard input if none or `-`
    files: Vec<PathBuf>,
    #[command(flatten)]
    known: Known,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let options = ByteOptions::default().sniffing(arguments.known.sniffing());
    let standard_input = [PathBuf::from("-")];
    let files = match &arguments.files[..] {
        [] => &standard_input[..],
        files => files,
    };
    with_stdout(|out| {
        for file in files {
            let parsed = parse_bytes(&input::read(Some(file))?, &options);
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
        }
        Ok(())
    })
}
