//! `sapwood html`

use std::{io::Write, path::PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use sapwood::{
    NodeRef, Options,
    serializer::{self, IoWriter, Minify, ShadowRoots, minify_inner, pretty_inner, write_inner},
};

use crate::{
    encoding::Known,
    input,
    limits::TreeLimits,
    tree::{self, Parsed, context},
    with_stdout,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The HTML; standard input if none or `-`
    file: Option<PathBuf>,
    /// Parse a fragment inside this element: `td`, `svg desc`, `math mi`
    #[arg(long, value_name = "CONTEXT", value_parser = context)]
    fragment: Option<String>,
    /// Write only what is in the body
    #[arg(long, conflicts_with = "fragment")]
    body: bool,
    /// Take scripting to be enabled, for reading and writing: `noscript` is text
    #[arg(long)]
    scripting: bool,
    /// Write as few bytes as give the same tree
    #[arg(long, conflicts_with = "shadow_roots")]
    minify: bool,
    /// Write for people: a line for each block, moved in by its depth; what is rendered doesn't change
    #[arg(long, conflicts_with_all = ["minify", "shadow_roots"])]
    pretty: bool,
    /// With `--minify`, and changing the tree: write runs of white space as one character
    #[arg(long, requires = "minify")]
    collapse_whitespace: bool,
    /// With `--minify`, and changing the tree: leave comments out
    #[arg(long, requires = "minify")]
    drop_comments: bool,
    /// With `--minify`, and changing the tree: leave attributes out that say what holds without them
    #[arg(long, requires = "minify")]
    drop_redundant_attributes: bool,
    /// Attach declarative shadow roots while reading, and write them
    #[arg(long)]
    shadow_roots: bool,
    #[command(flatten)]
    known: Known,
    #[command(flatten)]
    limits: TreeLimits,
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let limits = &arguments.limits;
    let bytes = input::read(arguments.file.as_ref(), limits.input.max_input_bytes)?;
    let options = Options::default()
        .scripting(arguments.scripting)
        .declarative_shadow_roots(arguments.shadow_roots)
        .limits(limits.limits());
    let sniffing = arguments.known.sniffing();
    let Parsed { document, source, limit, .. } =
        tree::parse(&bytes, arguments.fragment.as_deref(), options, sniffing)?;
    let name = input::name(arguments.file.as_deref());
    arguments.known.note(&bytes, source, &name);
    let node = if arguments.body {
        document.body().with_context(|| format!("{name}: there is no body to write"))?
    } else {
        document.document()
    };
    with_stdout(|out| write_html(out, node, arguments))?;
    limits.check(limit, &name)
}

fn write_html(out: &mut dyn Write, node: NodeRef<'_>, arguments: &Arguments) -> Result<()> {
    let mut out = IoWriter::new(out);
    if arguments.minify {
        let minify = Minify {
            scripting: arguments.scripting,
            collapse_whitespace: arguments.collapse_whitespace,
            drop_comments: arguments.drop_comments,
            drop_redundant_attributes: arguments.drop_redundant_attributes,
        };
        let written = minify_inner(&mut out, &node.owner(), &node, &minify);
        out.finish(written)?;
        return Ok(());
    }
    let all = |_: &NodeRef<'_>, _: &sapwood::ShadowRootInit| true;
    let shadow_roots =
        if arguments.shadow_roots { ShadowRoots::Chosen(&all) } else { ShadowRoots::None };
    let options = serializer::Options { scripting: arguments.scripting, shadow_roots };
    let write = if arguments.pretty { pretty_inner } else { write_inner };
    let written = write(&mut out, &node.owner(), &node, &options);
    writeln!(out.finish(written)?)?;
    Ok(())
}
