//! The limit options of all commands that parse.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use sapwood::{Limit, Limits, tokenizer, xml};

/// Limits for commands that read tokens.
#[derive(Args, Clone)]
#[command(next_help_heading = "Limits")]
pub(crate) struct InputLimits {
    /// Stop after N bytes of input [default: no limit]
    #[arg(long, value_name = "N")]
    pub(crate) max_input_bytes: Option<usize>,
    /// Stop before a tag with more than N attributes [default: no limit]
    #[arg(long, value_name = "N")]
    max_attributes: Option<usize>,
    /// Stop before a tag, comment, processing instruction or DOCTYPE of more than N bytes [default: no
    /// limit]
    #[arg(long, value_name = "N")]
    max_token_length: Option<usize>,
    /// Stop after N milliseconds of parsing [default: no limit]
    #[arg(long, value_name = "N")]
    time_budget: Option<u64>,
    /// Stop once the parser has copied more than 1 MiB plus N times the input so far, by reopening
    /// formatting elements, filling `selectedcontent` or expanding entities; 0 for no limit [default: 8]
    #[arg(long, value_name = "N")]
    max_amplification: Option<u64>,
}

/// Limits for commands that build a tree.
#[derive(Args, Clone)]
#[command(next_help_heading = "Limits")]
pub(crate) struct TreeLimits {
    #[command(flatten)]
    pub(crate) input: InputLimits,
    /// Stop before the document has more than N nodes [default: no limit]
    #[arg(long, value_name = "N")]
    max_nodes: Option<usize>,
    /// Stop before elements nest more than N deep; `html` is the first [default: no limit]
    #[arg(long, value_name = "N")]
    max_depth: Option<usize>,
}

impl InputLimits {
    /// The limits that were given.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        if let Some(most) = self.max_input_bytes {
            limits = limits.input_bytes(most);
        }
        if let Some(most) = self.max_attributes {
            limits = limits.attributes(most);
        }
        if let Some(most) = self.max_token_length {
            limits = limits.token_length(most);
        }
        if let Some(most) = self.time_budget {
            limits = limits.time(Duration::from_millis(most));
        }
        if let Some(factor) = self.amplification() {
            limits = limits.amplification(factor);
        }
        limits
    }

    fn amplification(&self) -> Option<u64> {
        self.max_amplification.map(|factor| if factor == 0 { u64::MAX } else { factor })
    }

    /// The limits that the HTML tokenizer enforces.
    pub(crate) fn of_tokenizer(&self) -> tokenizer::Options {
        tokenizer::Options::default()
            .max_attributes(self.max_attributes.unwrap_or(usize::MAX))
            .max_token_length(self.max_token_length.unwrap_or(usize::MAX))
    }

    /// The limits that the XML tokenizer enforces, added to `options`.
    pub(crate) fn of_xml_tokenizer(
        &self,
        options: xml::tokenizer::Options,
    ) -> xml::tokenizer::Options {
        let amplification = self.amplification().unwrap_or(options.amplification);
        options
            .max_attributes(self.max_attributes.unwrap_or(usize::MAX))
            .max_token_length(self.max_token_length.unwrap_or(usize::MAX))
            .amplification(amplification)
    }

    /// The time to stop at, if parsing begins now.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.time_budget.and_then(|most| Instant::now().checked_add(Duration::from_millis(most)))
    }

    /// Returns an error if the parse of `name` stopped at a limit.
    pub(crate) fn check(&self, limit: Option<Limit>, name: &str) -> Result<()> {
        match limit {
            None => Ok(()),
            Some(limit) => {
                let most = match limit {
                    Limit::InputBytes => self.max_input_bytes,
                    Limit::Attributes => self.max_attributes,
                    Limit::TokenLength => self.max_token_length,
                    Limit::Time => self.time_budget.and_then(|most| most.try_into().ok()),
                    _ => None,
                };
                ended(limit, most, name)
            }
        }
    }
}

impl TreeLimits {
    /// The limits that were given.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = self.input.limits();
        if let Some(most) = self.max_nodes {
            limits = limits.nodes(most);
        }
        if let Some(most) = self.max_depth {
            limits = limits.depth(most);
        }
        limits
    }

    /// Returns an error if the parse of `name` stopped at a limit.
    pub(crate) fn check(&self, limit: Option<Limit>, name: &str) -> Result<()> {
        match limit {
            Some(Limit::Nodes) => ended(Limit::Nodes, self.max_nodes, name),
            Some(Limit::Depth) => ended(Limit::Depth, self.max_depth, name),
            limit => self.input.check(limit, name),
        }
    }
}

fn ended(limit: Limit, most: Option<usize>, name: &str) -> Result<()> {
    let most = most.unwrap_or_default();
    let reason = match limit {
        Limit::InputBytes => format!("more than {most} bytes (--max-input-bytes)"),
        Limit::Nodes => format!("more than {most} nodes (--max-nodes)"),
        Limit::Depth => format!("elements more than {most} deep (--max-depth)"),
        Limit::Attributes => format!("a tag with more than {most} attributes (--max-attributes)"),
        Limit::TokenLength => format!("a token of more than {most} bytes (--max-token-length)"),
        Limit::Amplification => {
            "more copies than the input allows (--max-amplification)".to_owned()
        }
        Limit::Time => format!("more than {most} ms (--time-budget)"),
        _ => "more than a document can hold".to_owned(),
    };
    bail!("{name}: stopped early: {reason}")
}
