//! The types and values of [`input` elements](https://html.spec.whatwg.org/multipage/input.html).

mod decimal;
mod numeric;

use alloc::{
    borrow::Cow,
    string::{String, ToString},
};

use crate::{
    color::Color,
    date::{Date, LocalDateTime, Month, Time, Week},
    float,
    input::decimal::Decimal,
    tokens,
};

pub use numeric::NumericValidity;

/// The keywords of the [`type`](https://html.spec.whatwg.org/multipage/input.html#attr-input-type) attribute.
const TYPES: [&str; 22] = [
    "hidden",
    "text",
    "search",
    "tel",
    "url",
    "email",
    "password",
    "date",
    "month",
    "week",
    "time",
    "datetime-local",
    "number",
    "range",
    "color",
    "checkbox",
    "radio",
    "file",
    "submit",
    "image",
    "reset",
    "button",
];

/// Returns the keyword of the state of a [`type`](https://html.spec.whatwg.org/multipage/input.html#attr-input-type)
/// attribute: `text` if it is missing or unknown.
#[must_use]
#[inline]
pub fn type_of(attribute: Option<&str>) -> &'static str {
    let is_it = |keyword: &&str| attribute.is_some_and(|it| it.eq_ignore_ascii_case(keyword));
    TYPES.into_iter().find(is_it).unwrap_or("text")
}

/// Returns `true` if an `input` of this [type](type_of) takes a line of text: in the
/// [states](https://html.spec.whatwg.org/multipage/input.html#do-not-apply) Text, Search, Telephone, URL, Email and Password,
/// to which `pattern`, `maxlength` and `minlength` apply.
#[must_use]
#[inline]
pub fn is_text(input_type: &str) -> bool {
    matches!(input_type, "text" | "search" | "tel" | "url" | "email" | "password")
}

/// Returns `true` if an `input` of this [type](type_of) is an [auto-directionality form-associated
/// element](https://html.spec.whatwg.org/multipage/dom.html#auto-directionality-form-associated-elements).
#[must_use]
#[inline]
pub fn is_auto_directional(input_type: &str) -> bool {
    is_text(input_type) || matches!(input_type, "hidden" | "submit" | "reset" | "button")
}

/// Sanitizes the `value` attribute of an `input` by the [value sanitization
/// algorithm](https://html.spec.whatwg.org/multipage/input.html#value-sanitization-algorithm) of its
/// [type](type_of). `attribute` returns the values of its attributes.
///
/// Without the feature `css`, only simple colors are colors.
///
/// ```
/// use sapwood::microsyntax::input;
///
/// let attribute = |name: &str| match name {
///     "value" => Some(" https://example.org\n"),
///     _ => None,
/// };
/// assert_eq!(input::sanitize("url", attribute), "https://example.org");
/// assert_eq!(input::sanitize("range", attribute), "50");
/// ```
#[must_use]
pub fn sanitize<'a>(
    input_type: &str,
    attribute: impl Fn(&'static str) -> Option<&'a str>,
) -> Cow<'a, str> {
    let value = attribute("value").unwrap_or_default();
    let if_valid = |is_valid: fn(&str) -> bool| if is_valid(value) { value } else { "" }.into();
    match input_type {
        "text" | "search" | "tel" | "password" => without_newlines(value),
        "email" if attribute("multiple").is_some() => {
            tokens::join(tokens::comma_separated(value), ",").into()
        }
        "url" | "email" => match without_newlines(value) {
            Cow::Borrowed(value) => value.trim_ascii().into(),
            Cow::Owned(value) => value.trim_ascii().to_string().into(),
        },
        "date" => if_valid(Date::is_valid),
        "month" => if_valid(Month::is_valid),
        "week" => if_valid(Week::is_valid),
        "time" => if_valid(Time::is_valid),
        "datetime-local" => {
            LocalDateTime::parse(value).map_or("".into(), |it| it.to_string().into())
        }
        "number" => if_valid(float::is_valid),
        "range" => range(value, attribute).into(),
        "color" => color_well(value, attribute).into(),
        _ => value.into(),
    }
}

#[inline]
fn without_newlines(value: &str) -> Cow<'_, str> {
    if value.contains(['\n', '\r']) { value.replace(['\n', '\r'], "").into() } else { value.into() }
}

/// Returns the value of a [range
/// control](https://html.spec.whatwg.org/multipage/input.html#range-state-(type=range)): within its bounds, and on a
/// step.
fn range<'a>(value: &str, attribute: impl Fn(&'static str) -> Option<&'a str>) -> String {
    let number = |name| attribute(name).and_then(float::parse);
    let min = number("min").unwrap_or(0.0);
    let max = number("max").unwrap_or(100.0);
    let written = if float::is_valid(value) { float::parse(value) } else { None };
    if max < min {
        return float::best_representation(min);
    }
    let mut value = written.unwrap_or(min + (max - min) / 2.0).clamp(min, max);
    if !attribute("step").is_some_and(|it| it.eq_ignore_ascii_case("any")) {
        let step = number("step").filter(|step| *step > 0.0).unwrap_or(1.0);
        let base = number("min").or(written).unwrap_or(0.0);
        let nearest = |value: f64| Decimal::nearest_on_step(value, base, step).unwrap_or(value);
        let mut stepped = nearest(value);
        if stepped > max {
            stepped = nearest(stepped - step);
        } else if stepped < min {
            stepped = nearest(stepped + step);
        }
        if (min..=max).contains(&stepped) {
            value = stepped;
        }
    }
    float::best_representation(value)
}

/// [Updates a color well control
/// color](https://html.spec.whatwg.org/multipage/input.html#update-a-color-well-control-color).
#[cfg(feature = "css")]
fn color_well<'a>(value: &str, attribute: impl Fn(&'static str) -> Option<&'a str>) -> String {
    use crate::color::{ColorSpace, CssColor};

    let is_p3 = attribute("colorspace").is_some_and(|it| it.eq_ignore_ascii_case("display-p3"));
    let space = if is_p3 { ColorSpace::DisplayP3 } else { ColorSpace::Srgb };
    CssColor::parse(value)
        .unwrap_or(Color::BLACK.into())
        .serialize_well(space, attribute("alpha").is_some())
}

#[cfg(not(feature = "css"))]
fn color_well<'a>(value: &str, _: impl Fn(&'static str) -> Option<&'a str>) -> String {
    crate::color::parse(value).unwrap_or(Color::BLACK).to_string()
}
