//! The options on parsing HTML, the same for all commands.

use anyhow::Result;
use clap::{Args, ValueEnum};
use sapwood::{Document, FragmentContext, ParseOptions};
use sapwood_check::How;

use crate::{
    content::Syntax,
    encoding_options::EncodingOptions,
    files::{Input, Parse, Wanted},
    input::Expected,
    limits::TreeLimits,
    parse::{Parsed, parse},
    values,
};

/// Options on parsing HTML.
#[derive(Args)]
pub(crate) struct HtmlOptions {
    /// Parse each file as a fragment inside this element, such as `td`, `svg desc` or `math mi`
    #[arg(short, long, value_name = "CONTEXT", value_parser = values::context, help_heading = "Parsing")]
    pub(crate) fragment: Option<String>,
    #[command(flatten)]
    pub(crate) scripting: Scripting,
    #[command(flatten)]
    pub(crate) encoding: EncodingOptions,
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

impl HtmlOptions {
    /// The options of a parse for what is wanted.
    pub(crate) fn options(&self, wanted: Wanted) -> ParseOptions {
        ParseOptions::default()
            .scripting(self.scripting.is_on())
            .errors(wanted.errors)
            .declarative_shadow_roots(wanted.shadow_roots)
            .positions(wanted.positions)
            .source(wanted.source)
            .limits(self.limits.limits())
    }

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
        self.encoding.expected(self.limits.max_input_bytes())
    }

    fn limits(&self) -> &TreeLimits {
        &self.limits
    }

    fn parse(&self, bytes: &[u8], name: String, wanted: Wanted) -> Result<Input> {
        let options = self.options(wanted);
        let Parsed { document, errors, source, limit, .. } = parse(
            Document::default(),
            bytes,
            self.fragment.as_deref(),
            options,
            self.encoding.sniffing(),
        )?;
        self.encoding.note(bytes, source, &name);
        Ok(Input { name, len: bytes.len(), document, errors, limit, is_several: false })
    }
}
