//! `sapwood html`

use std::io::Write;

use anyhow::{Context, Result, bail};
use clap::Args;
use sapwood::{
    Document, NodeRef, ShadowRootInit,
    encoding::{
        Encoding,
        encoding_rs::{UTF_8, X_USER_DEFINED},
    },
    serializer::{
        EncodedNode, EncodedTree, Minify, SerializeOptions, ShadowRoots, minify_inner,
        pretty_inner, write_inner,
    },
};

use crate::{
    files::{Files, Input, Wanted},
    html_options::HtmlOptions,
    records::Records,
    status::Status,
    values::label,
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Write only the contents of the body
    #[arg(short, long, conflicts_with = "fragment")]
    body: bool,
    /// Write as few bytes as give the same tree
    #[arg(short, long, conflicts_with = "shadow_roots")]
    minify: bool,
    /// Write each block on a line of its own, indented by its depth; the rendering stays the same
    #[arg(short, long, conflicts_with_all = ["minify", "shadow_roots"])]
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
    /// script, a style or a name, where references aren't resolved, the exit status is 2
    #[arg(long, value_name = "LABEL", value_parser = output_encoding, default_value = "utf-8")]
    output_encoding: &'static Encoding,
    /// Leave encoding declarations as they are; by default a written document declares the encoding that
    /// it is written in
    #[arg(long)]
    keep_charset: bool,
    #[command(flatten)]
    files: Files<HtmlOptions>,
}

/// Parses the label of an encoding that a page can be written in.
fn output_encoding(text: &str) -> Result<&'static Encoding, String> {
    let encoding = label(text)?;
    if encoding == X_USER_DEFINED || encoding.output_encoding() != encoding {
        return Err(format!("pages can't be written in {}; use utf-8", encoding.name()));
    }
    Ok(encoding)
}

impl Arguments {
    /// Whether the document is written without options.
    fn is_plain(&self) -> bool {
        self.output_encoding == UTF_8
            && !(self.body
                || self.minify
                || self.pretty
                || self.shadow_roots
                || self.empty_selectedcontent
                || self.keep_charset)
    }
}

pub(crate) fn run(arguments: &'static Arguments) -> Result<Status> {
    let wanted = Wanted { shadow_roots: arguments.shadow_roots, ..Wanted::default() };
    arguments.files.each_document(wanted, |records, input| write(records, &input, arguments))
}

fn write(records: &mut Records<'_, '_>, input: &Input, arguments: &Arguments) -> Result<Status> {
    let Input { name, document, .. } = input;
    let node = if arguments.body {
        document.body().with_context(|| format!("{name}: the document has no body"))?
    } else {
        document.root()
    };
    let owner = node.owner();
    let scripting = arguments.files.parsing.scripting.is_on();
    if arguments.is_plain() {
        records.document(|out| write_document(out, document, scripting))?;
        return Ok(Status::Success);
    }
    let mut tree = EncodedTree::new(&owner, arguments.output_encoding).scripting(scripting);
    if arguments.keep_charset {
        tree = tree.keep_declarations();
    }
    if arguments.minify && !input.is_several && !records.marks_documents() {
        // A single minified page ends as it is.
        write_html(records.out(), &tree, node, arguments)?;
    } else {
        records.document(|out| write_html(out, &tree, node, arguments))?;
    }
    if let Some(lost) = tree.lost() {
        bail!(
            "{name}: {} lacks {lost:?}, which occurs in a script, a style or a name, where the \
             character reference that was written isn't resolved",
            tree.encoding().name()
        );
    }
    Ok(Status::Success)
}

/// Writes a document as the command does without other options: in UTF-8, which it declares.
pub(crate) fn write_document(
    out: &mut dyn Write,
    document: &Document,
    scripting: bool,
) -> Result<()> {
    if !scripting {
        return Ok(out.write_all(document.to_utf8_html().as_bytes())?);
    }
    let tree = EncodedTree::utf_8(&document).scripting(true);
    let mut out = tree.writer(out);
    let options = SerializeOptions::default().scripting(true);
    let written = write_inner(&mut out, &tree, &tree.node(document.root()), &options);
    Ok(out.finish(written).map(drop)?)
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
        let minify = Minify::default()
            .scripting(arguments.files.parsing.scripting.is_on())
            .collapse_whitespace(arguments.collapse_whitespace)
            .drop_comments(arguments.drop_comments)
            .drop_redundant_attributes(arguments.drop_redundant_attributes);
        let written = minify_inner(&mut out, tree, &node, &minify);
        out.finish(written)?;
        return Ok(());
    }
    let all = |_: &EncodedNode<NodeRef<'_>>, _: &ShadowRootInit| true;
    let shadow_roots =
        if arguments.shadow_roots { ShadowRoots::Chosen(&all) } else { ShadowRoots::None };
    let options = SerializeOptions::default()
        .scripting(arguments.files.parsing.scripting.is_on())
        .shadow_roots(shadow_roots)
        .empty_selectedcontent(arguments.empty_selectedcontent);
    let write = if arguments.pretty { pretty_inner } else { write_inner };
    let written = write(&mut out, tree, &node, &options);
    out.finish(written)?;
    Ok(())
}
