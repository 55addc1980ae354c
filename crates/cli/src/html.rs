//! `sapwood html`

use std::{io::Write, path::PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use sapwood::{
    NodeRef, Options, ShadowRootInit,
    encoding::{Encoding, encoding_rs::X_USER_DEFINED},
    serializer::{
        self, EncodedNode, EncodedTree, Minify, ShadowRoots, minify_inner, pretty_inner,
        write_inner,
    },
};

use crate::{
    encoding::label,
    files::{Input, Reading},
    tree::context,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Read this file; standard input if none or `-`
    file: Option<PathBuf>,
    /// Parse the file as a fragment inside this element, such as `td`, `svg desc` or `math mi`
    #[arg(long, value_name = "CONTEXT", value_parser = context)]
    fragment: Option<String>,
    /// Write only the contents of the body
    #[arg(long, conflicts_with = "fragment")]
    body: bool,
    /// Parse and write with scripting enabled, so that `noscript` holds text
    #[arg(long)]
    scripting: bool,
    /// Write as few bytes as give the same tree
    #[arg(long, conflicts_with = "shadow_roots")]
    minify: bool,
    /// Write each block on a line of its own, indented by its depth; the rendering stays the same
    #[arg(long, conflicts_with_all = ["minify", "shadow_roots"])]
    pretty: bool,
    /// With `--minify`, collapse runs of white space to one character; this changes the tree
    #[arg(long, requires = "minify")]
    collapse_whitespace: bool,
    /// With `--minify`, leave comments out; this changes the tree
    #[arg(long, requires = "minify")]
    drop_comments: bool,
    /// With `--minify`, leave out attributes that state the default; this changes the tree
    #[arg(long, requires = "minify")]
    drop_redundant_attributes: bool,
    /// Attach declarative shadow roots while parsing, and write them
    #[arg(long)]
    shadow_roots: bool,
    /// Write `selectedcontent` elements empty: the parser of the page copies the selected option again
    #[arg(long, conflicts_with = "minify")]
    empty_selectedcontent: bool,
    /// Write in this encoding. Characters that it lacks become character references; if one occurs in a
    /// script, a style or a name, where references aren't resolved, the exit code is 1
    #[arg(long, value_name = "LABEL", value_parser = output_encoding, default_value = "utf-8")]
    output_encoding: &'static Encoding,
    /// Leave encoding declarations as they are; by default a written document declares the encoding that
    /// it is written in
    #[arg(long)]
    keep_charset: bool,
    #[command(flatten)]
    reading: Reading,
}

/// Parses the label of an encoding that a page can be written in.
fn output_encoding(text: &str) -> Result<&'static Encoding, String> {
    let encoding = label(text)?;
    if encoding == X_USER_DEFINED || encoding.output_encoding() != encoding {
        return Err(format!("pages can't be written in {}; use utf-8", encoding.name()));
    }
    Ok(encoding)
}

pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let reading = &arguments.reading;
    let options = Options::default()
        .scripting(arguments.scripting)
        .declarative_shadow_roots(arguments.shadow_roots);
    let input = reading.parse(arguments.file.as_deref(), arguments.fragment.as_deref(), options)?;
    let Input { name, document, .. } = &input;
    let node = if arguments.body {
        document.body().with_context(|| format!("{name}: the document has no body"))?
    } else {
        document.root()
    };
    let owner = node.owner();
    let mut tree =
        EncodedTree::new(&owner, arguments.output_encoding).scripting(arguments.scripting);
    if arguments.keep_charset {
        tree = tree.keep_declarations();
    }
    reading.with_stdout(&input, |out| write_html(out, &tree, node, arguments))?;
    if let Some(lost) = tree.lost() {
        bail!(
            "{name}: {} lacks {lost:?}, which occurs in a script, a style or a name, where the \
             character reference that was written isn't resolved",
            tree.encoding().name()
        );
    }
    reading.check(&input)
}

fn write_html<'d>(
    out: &mut dyn Write,
    tree: &EncodedTree<'_, &'d sapwood::Document>,
    node: NodeRef<'d>,
    arguments: &Arguments,
) -> Result<()> {
    let mut out = tree.writer(out);
    let node = tree.node(node);
    if arguments.minify {
        let minify = Minify {
            scripting: arguments.scripting,
            collapse_whitespace: arguments.collapse_whitespace,
            drop_comments: arguments.drop_comments,
            drop_redundant_attributes: arguments.drop_redundant_attributes,
        };
        let written = minify_inner(&mut out, tree, &node, &minify);
        out.finish(written)?;
        return Ok(());
    }
    let all = |_: &EncodedNode<NodeRef<'_>>, _: &ShadowRootInit| true;
    let options = serializer::Options {
        scripting: arguments.scripting,
        shadow_roots: if arguments.shadow_roots {
            ShadowRoots::Chosen(&all)
        } else {
            ShadowRoots::None
        },
        empty_selectedcontent: arguments.empty_selectedcontent,
    };
    let write = if arguments.pretty { pretty_inner } else { write_inner };
    let written = write(&mut out, tree, &node, &options);
    writeln!(out.finish(written)?)?;
    Ok(())
}
