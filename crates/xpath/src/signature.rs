//! The names, parameters and types of the library's functions.

use crate::expr::{Function, Type};

/// A function, as the parser sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    pub(crate) function: Function,
    pub(crate) min: usize,
    pub(crate) max: usize,
    pub(crate) returns: Type,
    /// The type that all arguments must have, if there is one.
    pub(crate) argument: Option<Type>,
    /// Whether the context node is the argument if there is none.
    pub(crate) defaults_to_context: bool,
}

impl Signature {
    pub(crate) const fn new(function: Function, min: usize, max: usize, returns: Type) -> Self {
        Self { function, min, max, returns, argument: None, defaults_to_context: false }
    }

    pub(crate) const fn of_nodes(self) -> Self {
        Self { argument: Some(Type::NodeSet), ..self }
    }

    const fn of_strings(self) -> Self {
        Self { argument: Some(Type::String), ..self }
    }

    const fn or_context(self) -> Self {
        Self { defaults_to_context: true, ..self }
    }

    /// The function of the [core library](https://www.w3.org/TR/xpath-10/#corelib) with this name, or `has-class`.
    pub(crate) fn of_core(name: &str) -> Option<Self> {
        use Function as F;
        use Type::{Boolean, NodeSet, Number, String};
        const MANY: usize = usize::MAX;
        let of = Self::new;
        Some(match name {
            "last" => of(F::Last, 0, 0, Number),
            "position" => of(F::Position, 0, 0, Number),
            "count" => of(F::Count, 1, 1, Number).of_nodes(),
            "id" => of(F::Id, 1, 1, NodeSet),
            "local-name" => of(F::LocalName, 0, 1, String).of_nodes().or_context(),
            "namespace-uri" => of(F::NamespaceUri, 0, 1, String).of_nodes().or_context(),
            "name" => of(F::Name, 0, 1, String).of_nodes().or_context(),
            "string" => of(F::String, 0, 1, String).or_context(),
            "concat" => of(F::Concat, 2, MANY, String),
            "starts-with" => of(F::StartsWith, 2, 2, Boolean),
            "contains" => of(F::Contains, 2, 2, Boolean),
            "substring-before" => of(F::SubstringBefore, 2, 2, String),
            "substring-after" => of(F::SubstringAfter, 2, 2, String),
            "substring" => of(F::Substring, 2, 3, String),
            "string-length" => of(F::StringLength, 0, 1, Number).or_context(),
            "normalize-space" => of(F::NormalizeSpace, 0, 1, String).or_context(),
            "translate" => of(F::Translate, 3, 3, String),
            "boolean" => of(F::Boolean, 1, 1, Boolean),
            "not" => of(F::Not, 1, 1, Boolean),
            "true" => of(F::True, 0, 0, Boolean),
            "false" => of(F::False, 0, 0, Boolean),
            "lang" => of(F::Lang, 1, 1, Boolean),
            "number" => of(F::Number, 0, 1, Number).or_context(),
            "sum" => of(F::Sum, 1, 1, Number).of_nodes(),
            "floor" => of(F::Floor, 1, 1, Number),
            "ceiling" => of(F::Ceiling, 1, 1, Number),
            "round" => of(F::Round, 1, 1, Number),
            "has-class" => of(F::HasClass, 1, MANY, Boolean).of_strings(),
            _ => return None,
        })
    }

    /// Whether an argument can have this type.
    pub(crate) fn takes(&self, ty: Type) -> bool {
        #[cfg(feature = "exslt")]
        if self.function == Function::Count && ty == Type::Texts {
            return true;
        }
        self.argument.is_none_or(|wanted| ty == wanted || ty == Type::Unknown)
    }

    /// The number of arguments in words.
    pub(crate) fn arguments(&self) -> String {
        match (self.min, self.max) {
            (0, 0) => "no arguments".to_owned(),
            (1, 1) => "1 argument".to_owned(),
            (min, usize::MAX) => {
                format!("at least {min} argument{}", if min == 1 { "" } else { "s" })
            }
            (0, 1) => "at most 1 argument".to_owned(),
            (min, max) if min == max => format!("{min} arguments"),
            (min, max) => format!("{min} to {max} arguments"),
        }
    }
}
