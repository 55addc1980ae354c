//! Arguments that `clap` learns of when their command is called.

use std::ops::Deref;

use clap::{ArgMatches, Args, Command, Error, FromArgMatches, builder::Resettable};

/// The arguments of a command. To describe those of all commands would take longer than to read a small page.
pub(crate) struct Deferred<A>(A);

impl<A> Deref for Deferred<A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.0
    }
}

impl<A: Args> Args for Deferred<A> {
    fn augment_args(command: Command) -> Command {
        command.defer(|command| {
            // Those of the command itself, which the description of flattened arguments would replace.
            let about: Resettable<_> = command.get_about().cloned().into();
            let long_about: Resettable<_> = command.get_long_about().cloned().into();
            A::augment_args(command).about(about).long_about(long_about)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        A::augment_args_for_update(command)
    }
}

impl<A: FromArgMatches> FromArgMatches for Deferred<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        A::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}
