//! The options on reading XML, the same for all commands.

use anyhow::Result;
use clap::Args;
use sapwood::{
    encoding::Encoding,
    xml::{Decoded, XmlParseOptions, decode, tokenizer::XmlTokenizerOptions},
};

use crate::{
    content::Syntax,
    files::{Input, Parse, Wanted},
    input::Expected,
    json,
    limits::TreeLimits,
    values,
};

/// Options on reading XML.
#[derive(Args, Clone)]
pub(crate) struct DecodingOptions {
    /// Read the input in this encoding, whatever it declares; only a byte order mark takes precedence
    #[arg(short = 'E', long, visible_alias = "http-charset", alias = "transport-charset", value_name = "LABEL", value_parser = values::label)]
    pub(crate) encoding: Option<&'static Encoding>,
    /// Define HTML's named character references, such as `&eacute;`
    #[arg(long)]
    html_references: bool,
    /// Keep entity references that nest more than N deep as text [default: 16]
    #[arg(long, value_name = "N")]
    entity_depth: Option<usize>,
}

impl DecodingOptions {
    pub(crate) fn options(&self) -> XmlParseOptions {
        let mut options = XmlParseOptions::default().html_references(self.html_references);
        if let Some(most) = self.entity_depth {
            options = options.entity_depth(most);
        }
        options
    }

    /// The options for a tokenizer.
    pub(crate) fn tokenizer(&self) -> XmlTokenizerOptions {
        let options = XmlTokenizerOptions::default().html_references(self.html_references);
        match self.entity_depth {
            Some(most) => options.max_entity_depth(most),
            None => options,
        }
    }

    pub(crate) fn decode<'a>(&self, bytes: &'a [u8]) -> Decoded<'a> {
        decode(bytes, self.encoding)
    }
}

impl DecodingOptions {
    /// Facts about an input of which `most` bytes are of use.
    pub(crate) fn expected(&self, most: Option<usize>) -> Expected {
        Expected { syntax: Syntax::Xml, is_encoding_known: self.encoding.is_some(), most }
    }
}

/// Options on parsing XML, the same for all commands.
#[derive(Args)]
pub(crate) struct XmlOptions {
    #[command(flatten)]
    pub(crate) decoding: DecodingOptions,
    #[command(flatten)]
    pub(crate) limits: TreeLimits,
}

impl XmlOptions {
    pub(crate) fn options(&self) -> XmlParseOptions {
        self.decoding.options().limits(self.limits.limits())
    }
}

impl Parse for XmlOptions {
    const SYNTAX: Syntax = Syntax::Xml;

    fn expected(&self) -> Expected {
        self.decoding.expected(self.limits.max_input_bytes())
    }

    fn limits(&self) -> &TreeLimits {
        &self.limits
    }

    fn parse(&self, bytes: &[u8], name: String, wanted: Wanted) -> Result<Input> {
        let decoded = self.decoding.decode(bytes);
        let parsed = decoded.parse(&self.options().errors(wanted.errors));
        let errors = json::place(&parsed.errors, &decoded.text);
        let (document, limit) = (parsed.document, parsed.limit);
        Ok(Input { name, len: bytes.len(), document, errors, limit, is_several: false })
    }
}
