//! The options on parsing HTML, the same for all commands.

use std::path::Path;

use anyhow::Result;
use clap::{Args, ValueEnum};
use sapwood::{Document, FragmentContext, Options, tag_id};
use sapwood_check::How;

use crate::{
    commands::{encoding::Known, tree},
    content::Syntax,
    files::{Input, Parse, Wanted},
    input::Expected,
    limits::TreeLimits,
};

/// Options on parsing HTML.
#[derive(Args)]
pub(crate) struct HtmlOptions {
    /// Parse each file as a fragment inside this element, such as `td`, `svg desc` or `math mi`
    #[arg(short, long, value_name = "CONTEXT", value_parser = context, help_heading = "Parsing")]
    pub(crate) fragment: Option<String>,
    #[command(flatten)]
    pub(crate) scripting: Scripting,
    #[command(flatten)]
    pub(crate) known: Known,
    #[command(flatten)]
    pub(crate) limits: TreeLimits,
}

/// The option on scripting.
#[derive(Args)]
pub(crate) struct Scripting {
    /// Parse as if scripts could run: the content of `noscript` is text. `--scripting` alone is
    /// `--scripting=on`
    #[arg(
        long,
        value_enum,
        value_name = "on|off",
        num_args = 0..=1,
        require_equals = true,
        default_value = "off",
        default_missing_value = "on",
        help_heading = "Parsing",
        hide_possible_values = true
    )]
    scripting: Switch,
}

impl Scripting {
    pub(crate) fn is_on(&self) -> bool {
        self.scripting.is_on()
    }
}

/// The value of an option that is on or off.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

impl Switch {
    pub(crate) fn is_on(self) -> bool {
        self == Self::On
    }
}

/// Checks that the context of a fragment names an element, and isn't the name of a file that was meant as input.
pub(crate) fn context(text: &str) -> Result<String, String> {
    if Path::new(text).is_file() && !is_known_element(text) {
        return Err(format!(
            "it is a file; name the element around the fragment before it: --fragment body {text}"
        ));
    }
    let context = FragmentContext::parse(text).map_err(|error| error.to_string())?;
    if !is_tag_name(context.local_name) {
        return Err(
            "no element has this name; expected one such as \"td\", \"svg desc\" or \"math mi\""
                .to_owned(),
        );
    }
    Ok(text.to_owned())
}

/// Returns `true` if `name` is that of an HTML element, or of one in SVG or MathML.
fn is_known_element(name: &str) -> bool {
    tag_id(name).is_known()
}

/// Returns `true` if `name` consists of letters and digits, or can be the name of a custom element.
fn is_tag_name(name: &str) -> bool {
    let is_custom = name.contains('-');
    name.chars()
        .all(|it| it.is_ascii_alphanumeric() || is_custom && (!it.is_ascii() || "-._".contains(it)))
}

impl HtmlOptions {
    /// How a file is checked.
    pub(crate) fn how(&self) -> How<'_> {
        let fragment = self.fragment.as_deref();
        How {
            fragment: fragment.and_then(|context| FragmentContext::parse(context).ok()),
            scripting: self.scripting.is_on(),
            limits: self.limits.limits(),
        }
    }
}

impl Parse for HtmlOptions {
    const SYNTAX: Syntax = Syntax::Html;

    fn expected(&self) -> Expected {
        self.known.expected(self.limits.input.max_input_bytes)
    }

    fn limits(&self) -> &TreeLimits {
        &self.limits
    }

    fn parse(&self, bytes: &[u8], name: String, wanted: Wanted) -> Result<Input> {
        let options = Options::default()
            .scripting(self.scripting.is_on())
            .errors(wanted.errors)
            .declarative_shadow_roots(wanted.shadow_roots)
            .positions(wanted.positions)
            .limits(self.limits.limits());
        let tree::Parsed { document, errors, source, limit, .. } = tree::parse(
            Document::default(),
            bytes,
            self.fragment.as_deref(),
            options,
            self.known.sniffing(),
        )?;
        self.known.note(bytes, source, &name);
        Ok(Input { name, len: bytes.len(), document, errors, limit, is_several: false })
    }
}
