//! The limit options of all commands that parse, made from the table in [`Limit`].

use std::{
    marker::PhantomData,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, error::Error, value_parser};
use sapwood::{Limit, Limits, tokenizer::TokenizerOptions, xml::tokenizer::XmlTokenizerOptions};

/// A kind of command: which limits it has, and their defaults.
pub(crate) trait Kind {
    const LIMITS: &'static [Limit];

    fn defaults() -> Limits;
}

/// Commands that read tokens.
#[derive(Clone)]
pub(crate) struct OfTokens;

impl Kind for OfTokens {
    const LIMITS: &'static [Limit] = &[
        Limit::InputBytes,
        Limit::Attributes,
        Limit::TokenLength,
        Limit::Time,
        Limit::Amplification,
    ];

    fn defaults() -> Limits {
        Limits::default()
    }
}

/// Commands that build a tree.
#[derive(Clone)]
pub(crate) struct OfTrees;

impl Kind for OfTrees {
    const LIMITS: &'static [Limit] = &Limit::SETTABLE;

    fn defaults() -> Limits {
        Limits::default()
    }
}

/// The limits that were given, and the defaults of the others.
#[derive(Clone)]
pub(crate) struct LimitOptions<K> {
    limits: Limits,
    kind: PhantomData<K>,
}

/// Limits for commands that read tokens.
pub(crate) type InputLimits = LimitOptions<OfTokens>;

/// Limits for commands that build a tree.
pub(crate) type TreeLimits = LimitOptions<OfTrees>;

impl<K: Kind> Args for LimitOptions<K> {
    fn augment_args(command: Command) -> Command {
        let defaults = K::defaults();
        command.args(K::LIMITS.iter().map(|&limit| {
            let default = defaults.get(limit).map_or("no limit".to_owned(), |it| it.to_string());
            Arg::new(limit.option())
                .long(limit.option())
                .value_name("N")
                .value_parser(value_parser!(u64))
                .help(format!("{} [default: {default}]", limit.help()))
                .help_heading("Limits")
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<K: Kind> FromArgMatches for LimitOptions<K> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut options = Self { limits: K::defaults(), kind: PhantomData };
        options.update_from_arg_matches(matches)?;
        Ok(options)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for &limit in K::LIMITS {
            if let Some(&most) = matches.get_one::<u64>(limit.option()) {
                self.limits = self.limits.clone().with(limit, most);
            }
        }
        Ok(())
    }
}

impl<K> LimitOptions<K> {
    /// The limits.
    pub(crate) fn limits(&self) -> Limits {
        self.limits.clone()
    }

    /// The most bytes of input, if they are limited.
    pub(crate) fn max_input_bytes(&self) -> Option<usize> {
        self.limits.get(Limit::InputBytes).map(|_| self.limits.max_input_bytes())
    }

    /// Returns an error if the parse of `name` stopped at a limit.
    pub(crate) fn check(&self, limit: Option<Limit>, name: &str) -> Result<()> {
        let Some(limit) = limit else { return Ok(()) };
        let excess = limit.excess(self.limits.get(limit).unwrap_or_default());
        match limit.option() {
            "" => bail!("{name}: stopped early: {excess}"),
            option => bail!("{name}: stopped early: {excess} (--{option})"),
        }
    }
}

impl InputLimits {
    /// The limits that the HTML tokenizer enforces.
    pub(crate) fn of_tokenizer(&self) -> TokenizerOptions {
        TokenizerOptions::default()
            .max_attributes(self.size(Limit::Attributes))
            .max_token_length(self.size(Limit::TokenLength))
    }

    /// The limits that the XML tokenizer enforces, added to `options`.
    pub(crate) fn of_xml_tokenizer(&self, options: XmlTokenizerOptions) -> XmlTokenizerOptions {
        options
            .max_attributes(self.size(Limit::Attributes))
            .max_token_length(self.size(Limit::TokenLength))
            .amplification(self.limits.get(Limit::Amplification).unwrap_or(u64::MAX))
    }

    fn size(&self, limit: Limit) -> usize {
        self.limits.get(limit).and_then(|most| most.try_into().ok()).unwrap_or(usize::MAX)
    }

    /// The time to stop at, if parsing begins now.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        let most = Duration::from_millis(self.limits.get(Limit::Time)?);
        Instant::now().checked_add(most)
    }
}
