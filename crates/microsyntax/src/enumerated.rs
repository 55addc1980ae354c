//! [Keywords and enumerated
//! attributes](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#keywords-and-enumerated-attributes).

/// An enumerated attribute: its keywords and the states they stand for.
///
/// ```
/// use sapwood::microsyntax::enumerated::{Enumerated, Keyword};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Shape { Rectangle, Circle }
///
/// const SHAPE: Enumerated<Shape> = Enumerated {
///     keywords: &[
///         Keyword::new("rect", Shape::Rectangle),
///         Keyword { conforming: false, ..Keyword::new("rectangle", Shape::Rectangle) },
///         Keyword::new("circle", Shape::Circle),
///     ],
///     canonical: &[],
///     missing_value_default: Some(Shape::Rectangle),
///     invalid_value_default: Some(Shape::Rectangle),
/// };
/// assert_eq!(SHAPE.state(Some("CIRCLE")), Some(Shape::Circle));
/// assert_eq!(SHAPE.state(None), Some(Shape::Rectangle));
/// assert_eq!(SHAPE.canonical_keyword(Shape::Rectangle), Some("rect"));
/// assert!(!SHAPE.is_valid("rectangle"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Enumerated<State: 'static> {
    /// The keywords.
    pub keywords: &'static [Keyword<State>],
    /// The canonical keywords of states for which the attribute's definition names one.
    pub canonical: &'static [(State, &'static str)],
    /// The state when the attribute isn't there.
    pub missing_value_default: Option<State>,
    /// The state when the value is none of the keywords.
    pub invalid_value_default: Option<State>,
}

/// A keyword of an enumerated attribute.
#[derive(Clone, Copy, Debug)]
pub struct Keyword<State> {
    /// The keyword.
    pub keyword: &'static str,
    /// The state that it selects.
    pub state: State,
    /// Whether authors may use it.
    pub conforming: bool,
}

impl<State> Keyword<State> {
    /// A keyword that authors may use.
    #[must_use]
    #[inline]
    pub const fn new(keyword: &'static str, state: State) -> Self {
        Self { keyword, state, conforming: true }
    }
}

impl<State: Copy + PartialEq> Enumerated<State> {
    /// [The state of the
    /// attribute](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#determine-the-state-of-an-attribute).
    #[must_use]
    #[inline]
    pub fn state(&self, value: Option<&str>) -> Option<State> {
        let Some(value) = value else { return self.missing_value_default };
        let is_it = |keyword: &&Keyword<State>| keyword.keyword.eq_ignore_ascii_case(value);
        let found = self.keywords.iter().find(is_it).map(|keyword| keyword.state);
        found.or(self.invalid_value_default)
    }

    /// Whether `value` is a conforming keyword.
    #[must_use]
    #[inline]
    pub fn is_valid(&self, value: &str) -> bool {
        let mut keywords = self.keywords.iter();
        keywords.any(|it| it.conforming && it.keyword.eq_ignore_ascii_case(value))
    }

    /// The [canonical keyword](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#canonical-keyword)
    /// of a state; `None` if none stands for it, or if several do and none is named.
    #[must_use]
    #[inline]
    pub fn canonical_keyword(&self, state: State) -> Option<&'static str> {
        if let Some((_, keyword)) = self.canonical.iter().find(|(it, _)| *it == state) {
            return Some(keyword);
        }
        let only = |conforming: bool| {
            let mut all = self
                .keywords
                .iter()
                .filter(|it| it.state == state && (it.conforming || !conforming));
            let first = all.next()?;
            all.next().is_none().then_some(first.keyword)
        };
        only(false).or_else(|| only(true))
    }
}
