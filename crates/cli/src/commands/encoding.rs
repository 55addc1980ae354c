//! `sapwood encoding`

use std::{io::Write, path::Path};

use anyhow::Result;
use clap::Args;
use sapwood::{ByteOptions, ParseOptions, parse_bytes_with};

use crate::{
    content::Syntax, encoding_options::EncodingOptions, html_options::Scripting,
    in_order::for_each_file, input, limits::TreeLimits, sources::Sources, status::Status,
};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    sources: Sources,
    #[command(flatten)]
    scripting: Scripting,
    #[command(flatten)]
    encoding: EncodingOptions,
    #[command(flatten)]
    limits: TreeLimits,
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let parsing = ParseOptions::default()
        .limits(arguments.limits.limits())
        .scripting(arguments.scripting.is_on());
    let options = ByteOptions::default().sniffing(arguments.encoding.sniffing()).parsing(parsing);
    for_each_file(&arguments.sources, arguments.sources.threads, Syntax::Html, move |out, file| {
        print(out, file, &options, arguments)
    })
}

fn print(
    out: &mut dyn Write,
    file: &Path,
    options: &ByteOptions,
    arguments: &Arguments,
) -> Result<Status> {
    let Arguments { sources, encoding, limits, .. } = arguments;
    let bytes = sources.input.read(file, &encoding.expected(limits.max_input_bytes()))?;
    let parsed = parse_bytes_with(&bytes, options);
    let name = input::name(file);
    let (encoding, source) = (parsed.encoding.name(), parsed.source.as_str());
    write!(out, "{name}: {encoding}, {}, {source}", parsed.confidence.as_str())?;
    if parsed.restarted {
        write!(out, ", restarted")?;
    }
    if parsed.malformed {
        write!(out, ", malformed")?;
    }
    writeln!(out)?;
    limits.check(parsed.limit, &name)?;
    Ok(Status::Success)
}
