//! The kind of a page, by what it declares and by its content.

use crate::{choose::Choice, signals::Profile};

/// The kind of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// One text: news, a post of a blog, an essay.
    Article,
    /// Posts of several people: a forum, questions and answers.
    Thread,
    /// One thing that is sold.
    Product,
    /// Teasers of other pages.
    List,
    /// A manual or a reference, with code.
    Documentation,
    /// Sections about one subject, such as a service.
    Sections,
}

impl Kind {
    /// The name in lower case: `article`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::Thread => "thread",
            Self::Product => "product",
            Self::List => "list",
            Self::Documentation => "documentation",
            Self::Sections => "sections",
        }
    }

    pub(crate) fn of(profile: Profile, choice: &Choice) -> Self {
        let root = choice.sums[choice.root];
        match profile {
            Profile::Article => Self::Article,
            Profile::Thread => Self::Thread,
            Profile::Product => Self::Product,
            Profile::List => Self::List,
            Profile::Other if root.code * 20 > root.length => Self::Documentation,
            Profile::Other if choice.prose > 0.8 || root.links < 3 => Self::Article,
            Profile::Other if choice.prose < 0.3 => Self::List,
            Profile::Other => Self::Sections,
        }
    }
}
