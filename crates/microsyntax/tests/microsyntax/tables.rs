//! The rules that no string alone decides: each step.

use sapwood_microsyntax::{
    boolean,
    enumerated::{Enumerated, Keyword},
    hash_name,
};

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Get,
    Post,
    Other,
}

const METHOD: Enumerated<State> = Enumerated {
    keywords: &[Keyword::new("get", State::Get), Keyword::new("post", State::Post)],
    canonical: &[],
    missing_value_default: Some(State::Get),
    invalid_value_default: Some(State::Other),
};

const WITHOUT_DEFAULTS: Enumerated<State> = Enumerated {
    keywords: &[
        Keyword::new("", State::Get),
        Keyword::new("on", State::Get),
        Keyword::new("post", State::Post),
        Keyword { conforming: false, ..Keyword::new("mail", State::Post) },
    ],
    canonical: &[(State::Get, "on")],
    missing_value_default: None,
    invalid_value_default: None,
};

#[test]
fn the_state_of_an_enumerated_attribute() {
    let table = [
        ("1.1", METHOD, None, Some(State::Get)),
        ("1.2", WITHOUT_DEFAULTS, None, None),
        ("2", METHOD, Some("post"), Some(State::Post)),
        ("2", METHOD, Some("POST"), Some(State::Post)),
        ("2", WITHOUT_DEFAULTS, Some(""), Some(State::Get)),
        ("2", WITHOUT_DEFAULTS, Some("mail"), Some(State::Post)),
        ("3", METHOD, Some(" post"), Some(State::Other)),
        ("3", METHOD, Some(""), Some(State::Other)),
        ("4", WITHOUT_DEFAULTS, Some("get"), None),
    ];
    for (step, attribute, value, state) in table {
        assert_eq!(attribute.state(value), state, "step {step}: {value:?}");
    }
}

#[test]
fn canonical_keywords() {
    let table = [
        ("only one keyword", METHOD, State::Post, Some("post")),
        ("only one that conforms", WITHOUT_DEFAULTS, State::Post, Some("post")),
        ("given", WITHOUT_DEFAULTS, State::Get, Some("on")),
        ("none", METHOD, State::Other, None),
    ];
    for (rule, attribute, state, keyword) in table {
        assert_eq!(attribute.canonical_keyword(state), keyword, "{rule}");
    }
    let several = Enumerated { canonical: &[], ..WITHOUT_DEFAULTS };
    assert_eq!(several.canonical_keyword(State::Get), None);
    assert!(WITHOUT_DEFAULTS.is_valid("ON") && WITHOUT_DEFAULTS.is_valid(""));
    assert!(!WITHOUT_DEFAULTS.is_valid("mail") && !WITHOUT_DEFAULTS.is_valid("on "));
}

#[test]
fn boolean_attributes() {
    assert!(boolean::parse(Some("")) && boolean::parse(Some("false")) && !boolean::parse(None));
    let table =
        [("", true), ("checked", true), ("CHECKED", true), ("true", false), (" checked", false)];
    for (value, is_valid) in table {
        assert_eq!(boolean::is_valid("checked", value), is_valid, "{value:?}");
    }
}

/// Elements by their `id` and `name`, in tree order.
struct Elements(&'static [(&'static str, &'static str)]);

impl hash_name::Tree for Elements {
    type Element = usize;

    fn by_id_or_name(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|(id, it)| *id == name || *it == name)
    }

    fn by_name(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|(_, it)| *it == name)
    }
}

#[test]
fn hash_name_references() {
    let tree = Elements(&[("a", "b"), ("c", "a"), ("", "#d")]);
    let table = [
        ("1", "a", None, false),
        ("1", "", None, false),
        ("1", "a#", None, false),
        ("1", "#", None, false),
        ("2", "#b", Some(0), true),
        ("2", "x#b", Some(0), false),
        ("2", "##d", Some(2), true),
        ("3", "#a", Some(0), true),
        ("3", "#c", Some(1), false),
        ("3", "#A", None, false),
        ("3", "#e", None, false),
    ];
    for (step, reference, element, is_valid) in table {
        assert_eq!(hash_name::resolve(reference, &tree), element, "step {step}: {reference:?}");
        assert_eq!(hash_name::is_valid(reference, &tree), is_valid, "step {step}: {reference:?}");
    }
}
