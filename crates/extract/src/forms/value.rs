//! The values of controls: the [value sanitization
//! algorithm](https://html.spec.whatwg.org/multipage/input.html#value-sanitization-algorithm) of each type.

use dom::NodeRef;
use microsyntax::{color, date, float};
use names::{Namespace, attr, tag};

use crate::metadata::{child_text, stripped_and_collapsed};

/// The types of `input`.
const TYPES: &[&str] = &[
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

/// The value of the DOM's `type` property for a control; `None` if the element isn't a control.
pub(super) fn kind(element: NodeRef<'_>) -> Option<&'static str> {
    let name = element.name().filter(|name| name.namespace == Namespace::Html)?;
    let has_type = |it: &&&str| {
        let given = element.known_attribute(attr::TYPE).unwrap_or_default();
        it.eq_ignore_ascii_case(given)
    };
    Some(match name.name.id {
        tag::INPUT => TYPES.iter().find(has_type).copied().unwrap_or("text"),
        tag::BUTTON => ["reset", "button"].iter().find(has_type).copied().unwrap_or("submit"),
        tag::SELECT if element.known_attribute(attr::MULTIPLE).is_some() => "select-multiple",
        tag::SELECT => "select-one",
        tag::TEXTAREA => "textarea",
        tag::FIELDSET => "fieldset",
        tag::OUTPUT => "output",
        tag::OBJECT => "object",
        _ => return None,
    })
}

/// Whether the `dirname` attribute applies to a control of this kind.
pub(super) fn has_direction(kind: &str) -> bool {
    matches!(
        kind,
        "hidden" | "text" | "search" | "tel" | "url" | "email" | "password" | "submit" | "textarea"
    )
}

/// The value of an `input` of this type.
pub(super) fn of_input(input: NodeRef<'_>, kind: &str) -> String {
    let value = input.known_attribute(attr::VALUE);
    let given = value.unwrap_or_default();
    let if_valid = |is_valid: bool| if is_valid { given.to_owned() } else { String::new() };
    match kind {
        "text" | "search" | "tel" | "password" => without_newlines(given),
        "url" => without_newlines(given).trim_ascii().to_owned(),
        "email" if input.known_attribute(attr::MULTIPLE).is_some() => {
            let addresses: Vec<&str> = given.split(',').map(str::trim_ascii).collect();
            addresses.join(",")
        }
        "email" => without_newlines(given).trim_ascii().to_owned(),
        "date" => if_valid(date::Date::is_valid(given)),
        "month" => if_valid(date::Month::is_valid(given)),
        "week" => if_valid(date::Week::is_valid(given)),
        "time" => if_valid(date::Time::is_valid(given)),
        "datetime-local" => {
            date::LocalDateTime::parse(given).map(|it| it.to_string()).unwrap_or_default()
        }
        "number" => if_valid(float::is_valid(given)),
        "range" => range(input, given),
        "color" => {
            color::parse(given).map_or_else(|| "#000000".to_owned(), |color| color.to_string())
        }
        "checkbox" | "radio" => value.unwrap_or("on").to_owned(),
        "file" => String::new(),
        _ => given.to_owned(),
    }
}

/// The value of a [range
/// control](https://html.spec.whatwg.org/multipage/input.html#range-state-(type=range)): within its bounds, and
/// on a step.
fn range(input: NodeRef<'_>, given: &str) -> String {
    let number = |name| input.known_attribute(name).and_then(float::parse);
    let min = number(attr::MIN).unwrap_or(0.0);
    let max = number(attr::MAX).unwrap_or(100.0);
    let written = if float::is_valid(given) { float::parse(given) } else { None };
    let mut value = written.unwrap_or(if max < min { min } else { min + (max - min) / 2.0 });
    value = if max < min { min } else { value.clamp(min, max) };
    let any = input.known_attribute(attr::STEP).is_some_and(|it| it.eq_ignore_ascii_case("any"));
    if !any && max >= min {
        let step = number(attr::STEP).filter(|step| *step > 0.0).unwrap_or(1.0);
        let base = number(attr::MIN).or(written).unwrap_or(0.0);
        let mut steps = ((value - base) / step + 0.5).floor();
        if base + steps * step > max {
            steps -= 1.0;
        }
        let stepped = base + steps * step;
        if stepped >= min {
            value = stepped;
        }
    }
    float::best_representation(value)
}

fn without_newlines(value: &str) -> String {
    value.replace(['\n', '\r'], "")
}

/// The text of a `textarea`, its line breaks as line feeds.
pub(super) fn of_textarea(textarea: NodeRef<'_>) -> String {
    let text = child_text(textarea);
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// The [text of an option](https://html.spec.whatwg.org/multipage/form-elements.html#dom-option-text): white
/// space collapsed, without scripts.
pub(super) fn option_text(option: NodeRef<'_>) -> String {
    let mut text = String::new();
    let mut skipped = None;
    for node in option.descendants() {
        if node.local_name() == Some("script") {
            skipped = Some(node);
        }
        if let Some(own) = node.as_text()
            && skipped.is_none_or(|script| node.parent() != Some(script))
        {
            text.push_str(own);
        }
    }
    stripped_and_collapsed(&text)
}
