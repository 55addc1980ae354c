//! The [`min` and `max`](https://html.spec.whatwg.org/multipage/input.html#the-min-and-max-attributes) and
//! [`step`](https://html.spec.whatwg.org/multipage/input.html#the-step-attribute) attributes.

use crate::{
    date::{Date, LocalDateTime, Month, Time, Week},
    float,
    input::decimal::Decimal,
};

/// The constraints on a number, date or time, and whether a value violates them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumericValidity {
    /// Whether the control [has range
    /// limitations](https://html.spec.whatwg.org/multipage/input.html#have-range-limitations).
    pub has_range_limitations: bool,
    /// Whether the value is less than the minimum, or outside of a reversed range.
    pub range_underflow: bool,
    /// Whether the value is more than the maximum, or outside of a reversed range.
    pub range_overflow: bool,
    /// Whether the value is not on a step.
    pub step_mismatch: bool,
}

impl NumericValidity {
    /// Checks the [sanitized](super::sanitize) `value` of an input of this [type](super::type_of); `None` if `min`, `max`
    /// and `step` don't apply to the type. `attribute` returns the values of the input's attributes.
    ///
    /// Steps are counted in decimal arithmetic, so 0.3 is on a step of 0.1.
    ///
    /// ```
    /// use sapwood::microsyntax::input::NumericValidity;
    ///
    /// let night = |name: &str| match name {
    ///     "min" => Some("21:00"),
    ///     "max" => Some("06:00"),
    ///     _ => None,
    /// };
    /// let at = |value| NumericValidity::check("time", value, night).unwrap();
    /// assert!(!at("23:30").range_underflow && at("12:00").range_underflow);
    /// assert!(at("23:30:10").step_mismatch);
    /// ```
    #[must_use]
    pub fn check<'a>(
        input_type: &str,
        value: &str,
        attribute: impl Fn(&'static str) -> Option<&'a str>,
    ) -> Option<Self> {
        // The default step, and the exponent of the step scale factor in the unit of `to_number`.
        let (default_step, scale) = match input_type {
            "date" | "month" | "week" | "number" | "range" => (1.0, 0),
            "time" | "datetime-local" => (60.0, 3),
            _ => return None,
        };
        let number = |name| attribute(name).and_then(|value| to_number(input_type, value));
        let is_range = input_type == "range";
        let min = number("min").or(is_range.then_some(0.0));
        let max = number("max").or(is_range.then_some(100.0));
        let mut validity =
            Self { has_range_limitations: min.is_some() || max.is_some(), ..Self::default() };
        let Some(value) = to_number(input_type, value) else { return Some(validity) };
        let is_under = min.is_some_and(|min| value < min);
        let is_over = max.is_some_and(|max| value > max);
        let is_reversed = input_type == "time" && max < min && max.is_some();
        validity.range_underflow = is_under && (is_over || !is_reversed);
        validity.range_overflow = is_over && (is_under || !is_reversed);
        let step = attribute("step");
        if !step.is_some_and(|step| step.eq_ignore_ascii_case("any")) {
            let step = step.and_then(float::parse).filter(|step| *step > 0.0);
            let step = Decimal::of(step.unwrap_or(default_step)).scaled(scale);
            // The default step base of weeks is a whole number of weeks, too.
            let base = number("min").or_else(|| number("value")).unwrap_or(0.0);
            validity.step_mismatch = !Decimal::of(value).is_on_step(Decimal::of(base), step);
        }
        Some(validity)
    }
}

/// Converts a string to a number: days, months, weeks, milliseconds, or the number itself.
///
/// The standard counts days and weeks in milliseconds, too; in their own unit all steps are small numbers.
fn to_number(input_type: &str, value: &str) -> Option<f64> {
    let milliseconds = |time: Time| {
        let seconds =
            (u32::from(time.hour) * 60 + u32::from(time.minute)) * 60 + u32::from(time.second);
        f64::from(seconds) * 1000.0 + f64::from(time.nanosecond) / 1e6
    };
    match input_type {
        "date" => Date::parse(value).map(|date| date.day_number() as f64),
        "month" => Month::parse(value).map(|it| f64::from(it.year) * 12.0 + f64::from(it.month)),
        "week" => Week::parse(value).map(|it| {
            // The first week contains the fourth of January, and the first day of the year 1 is a Monday.
            let fourth = Date { year: it.year, month: 1, day: 4 };
            ((fourth.day_number() - 1) / 7 + u64::from(it.week)) as f64
        }),
        "time" => Time::parse(value).map(milliseconds),
        "datetime-local" => LocalDateTime::parse(value)
            .map(|it| it.date.day_number() as f64 * 86_400_000.0 + milliseconds(it.time)),
        _ => float::parse(value),
    }
}
