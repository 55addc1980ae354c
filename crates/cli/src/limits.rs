//! The arguments of all commands that parse: when to end early.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use sapwood::{Limit, Limits, tokenizer, xml};

/// Limits of whatever reads HTML.
#[derive(Args, Clone)]
#[command(next_help_heading = "Limits")]
pub(crate) struct InputLimits {
    /// End early after so many bytes of input
    #[arg(long, value_name = "N")]
    pub(crate) max_input_bytes: Option<usize>,
    /// End early before a tag with more attributes
    #[arg(long, value_name = "N")]
    max_attributes: Option<usize>,
    /// End early before a tag, comment, processing instruction or DOCTYPE of more bytes
    #[arg(long, value_name = "N")]
    max_token_length: Option<usize>,
    /// End early after so many milliseconds of parsing
    #[arg(long, value_name = "MS")]
    time_budget: Option<u64>,
}

/// Limits of what builds a tree, too.
#[derive(Args, Clone)]
#[command(next_help_heading = "Limits")]
pub(crate) struct TreeLimits {
    #[command(flatten)]
    pub(crate) input: InputLimits,
    /// End early before the document has more nodes
    #[arg(long, value_name = "N")]
    max_nodes: Option<usize>,
    /// End early before elements nest deeper
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
        limits
    }

    /// Those that the tokenizer knows.
    pub(crate) fn of_tokenizer(&self) -> tokenizer::Options {
        tokenizer::Options {
            max_attributes: self.max_attributes.unwrap_or(usize::MAX),
            max_token_length: self.max_token_length.unwrap_or(usize::MAX),
            ..tokenizer::Options::default()
        }
    }

    /// The same for XML.
    pub(crate) fn of_xml_tokenizer(
        &self,
        options: xml::tokenizer::Options,
    ) -> xml::tokenizer::Options {
        xml::tokenizer::Options {
            max_attributes: self.max_attributes.unwrap_or(usize::MAX),
            max_token_length: self.max_token_length.unwrap_or(usize::MAX),
            ..options
        }
    }

    /// When time is over, if it begins to run now.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.time_budget.and_then(|most| Instant::now().checked_add(Duration::from_millis(most)))
    }

    /// Complains if the parse of `name` ended early.
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

    /// Complains if the parse of `name` ended early.
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
        Limit::Time => format!("more than {most} ms (--time-budget)"),
        _ => "more than a document can hold".to_owned(),
    };
    bail!("{name}: ended early: {reason}")
}
