//! `sapwood value`

use std::io::{self, BufRead};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use sapwood::microsyntax::{
    Dimension, FromAttribute, ListedDimension, Unit, boolean,
    color::{self, CssColor},
    date::{
        Date, DateOrTime, Duration, GlobalDateTime, LocalDateTime, Month, Time, TimeZoneOffset,
        Week, YearlessDate, with_year_in_range,
    },
    float, hash_name,
    integer::{self, IntegerError},
    media, parse_dimension_list, parse_nonzero_dimension,
    refresh::Refresh,
    srcset, tokens,
};
use serde_json::{Value, json};

use crate::{messages::complain, output::with_stdout, status::Status};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Parse the texts by this rule; see `--list`
    #[arg(required_unless_present = "list")]
    rule: Option<String>,
    /// Parse these texts; `-`, or no text, reads lines from standard input
    #[arg(allow_hyphen_values = true)]
    texts: Vec<String>,
    /// List the rules
    #[arg(long)]
    list: bool,
    /// The keywords of the attribute, separated by commas, for the rule `enumerated`; for the rule `boolean` its name
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    keywords: Vec<String>,
}

/// A rule: its name, whether a text conforms, and the value that it parses as.
struct Rule {
    name: &'static str,
    is_valid: fn(&str) -> bool,
    value: fn(&str) -> Value,
}

/// Whether a text conforms to a rule, and the value that it parses as.
type Evaluated = (bool, Value);

const RULES: &[Rule] = &[
    rule("integer", integer::is_valid, |text| integer(integer::parse(text))),
    rule("non-negative-integer", integer::is_valid_non_negative, |text| {
        integer(integer::parse_non_negative(text))
    }),
    rule("float", float::is_valid, |text| float::parse(text).map(number).into()),
    rule("dimension", integer::is_valid_non_negative, |text| {
        Dimension::parse(text).map(dimension).into()
    }),
    rule("nonzero-dimension", is_valid_nonzero, |text| {
        parse_nonzero_dimension(text).map(dimension).into()
    }),
    rule("float-list", float::is_valid_list, |text| {
        float::parse_list(text).into_iter().map(number).collect()
    }),
    rule("dimension-list", always, |text| {
        parse_dimension_list(text).into_iter().map(listed_dimension).collect()
    }),
    rule("month", Month::is_valid, |text| in_any_year(text, month)),
    rule("date", Date::is_valid, |text| in_any_year(text, date)),
    rule("yearless-date", YearlessDate::is_valid, |text| of(text, yearless_date)),
    rule("time", Time::is_valid, |text| of(text, time)),
    rule("local-datetime", LocalDateTime::is_valid, |text| in_any_year(text, local)),
    rule("normalized-local-datetime", LocalDateTime::is_valid_normalized, |text| {
        in_any_year(text, local)
    }),
    rule("time-zone", TimeZoneOffset::is_valid, |text| of(text, offset)),
    rule("global-datetime", GlobalDateTime::is_valid, |text| in_any_year(text, global)),
    rule("week", Week::is_valid, |text| in_any_year(text, week)),
    rule("duration", Duration::is_valid, |text| of(text, |it: Duration| number(it.seconds))),
    rule("date-or-time", DateOrTime::is_valid, |text| in_any_year(text, date_or_time)),
    rule("color", is_color, |text| CssColor::parse(text).map(css_color).into()),
    rule("simple-color", color::is_valid, |text| color::parse(text).map(rgb).into()),
    rule("legacy-color", is_legacy_color, |text| color::parse_legacy(text).map(rgb).into()),
    rule("named-color", is_named_color, |text| color::named(text).map(rgb).into()),
    rule("space-tokens", always, |text| tokens::space_separated(text).collect()),
    rule("comma-tokens", always, |text| tokens::comma_separated(text).collect()),
    rule("meta-refresh", Refresh::is_valid, |text| match Refresh::parse(text) {
        Some(refresh) => json!({ "time": refresh.time, "url": refresh.url }),
        None if Refresh::is_valid(text) => out_of_range(),
        None => Value::Null,
    }),
    rule("hash-name", is_hash_name, |text| hash_name::name(text).into()),
    rule("media-queries", media::is_valid, |text| media::is_valid(text).into()),
    rule("sizes", is_sizes, |text| {
        srcset::parse_sizes(text)
            .into_iter()
            .map(|it| json!({ "condition": it.condition, "size": it.size }))
            .collect()
    }),
    rule("srcset", srcset::is_valid, |text| {
        srcset::parse(text)
            .into_iter()
            .map(|it| {
                let density = it.density.map(number);
                json!({ "url": it.url, "width": it.width, "density": density, "height": it.height })
            })
            .collect()
    }),
];

const fn rule(name: &'static str, is_valid: fn(&str) -> bool, value: fn(&str) -> Value) -> Rule {
    Rule { name, is_valid, value }
}

/// Any text conforms.
fn always(_: &str) -> bool {
    true
}

fn is_valid_nonzero(text: &str) -> bool {
    integer::is_valid_non_negative(text) && parse_nonzero_dimension(text).is_some()
}

/// Legacy colors are only parsed; authors may write simple or named ones.
fn is_legacy_color(text: &str) -> bool {
    color::is_valid(text) || color::named(text).is_some()
}

fn is_color(text: &str) -> bool {
    CssColor::parse(text).is_some()
}

fn is_named_color(text: &str) -> bool {
    color::named(text).is_some()
}

/// Whether it is a hash-name reference, whatever elements the document has.
fn is_hash_name(text: &str) -> bool {
    text.starts_with('#') && hash_name::name(text).is_some()
}

fn is_sizes(text: &str) -> bool {
    !srcset::parse_sizes(text).is_empty()
}

/// The value of a text that the rule accepts but the type of the value can't hold.
fn out_of_range() -> Value {
    json!({ "error": "out of range" })
}

fn integer<T: Into<Value>>(parsed: Result<T, IntegerError>) -> Value {
    match parsed {
        Ok(value) => value.into(),
        Err(IntegerError::OutOfRange) => out_of_range(),
        Err(_) => Value::Null,
    }
}

/// Parses and shows a value with a year.
fn in_any_year<T: FromAttribute>(text: &str, show: fn(T) -> Value) -> Value {
    match with_year_in_range(text) {
        Some(text) if T::from_attribute(&text).is_some() => out_of_range(),
        _ => of(text, show),
    }
}

/// Parses and shows a value.
fn of<T: FromAttribute>(text: &str, show: fn(T) -> Value) -> Value {
    T::from_attribute(text).map(show).into()
}

/// Shows a number, without a decimal point if it is an integer that `f64` holds exactly.
fn number(number: f64) -> Value {
    const MAX: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= MAX { json!(number as i64) } else { json!(number) }
}

fn dimension(dimension: Dimension) -> Value {
    let unit = match dimension {
        Dimension::Percentage(_) => "percentage",
        Dimension::Length(_) => "length",
    };
    json!({ "value": number(dimension.value()), "unit": unit })
}

fn listed_dimension(dimension: ListedDimension) -> Value {
    let unit = match dimension.unit {
        Unit::Percentage => "percentage",
        Unit::Relative => "relative",
        Unit::Absolute => "absolute",
    };
    json!({ "value": number(dimension.value), "unit": unit })
}

fn month(month: Month) -> Value {
    json!({ "string": month.to_string(), "year": month.year, "month": month.month })
}

fn date(date: Date) -> Value {
    json!({ "string": date.to_string(), "year": date.year, "month": date.month, "day": date.day })
}

fn yearless_date(date: YearlessDate) -> Value {
    json!({ "string": date.to_string(), "month": date.month, "day": date.day })
}

fn second(time: Time) -> Value {
    number(f64::from(time.second) + f64::from(time.nanosecond) / 1e9)
}

fn time(time: Time) -> Value {
    json!({
        "string": time.to_string(), "hour": time.hour, "minute": time.minute, "second": second(time),
    })
}

fn local(local: LocalDateTime) -> Value {
    let LocalDateTime { date, time } = local;
    json!({
        "string": local.to_string(),
        "year": date.year, "month": date.month, "day": date.day,
        "hour": time.hour, "minute": time.minute, "second": second(time),
    })
}

fn offset(offset: TimeZoneOffset) -> Value {
    json!({
        "string": offset.to_string(), "hours": offset.minutes / 60, "minutes": offset.minutes % 60,
    })
}

fn global(moment: GlobalDateTime) -> Value {
    let mut value = local(moment.local);
    value["string"] = json!(moment.to_string());
    value["timezone"] = offset(moment.offset);
    value["utc"] = json!(moment.to_utc().map(|utc| format!("{utc}Z")));
    value
}

fn week(week: Week) -> Value {
    json!({ "string": week.to_string(), "year": week.year, "week": week.week })
}

fn date_or_time(value: DateOrTime) -> Value {
    match value {
        DateOrTime::Date(it) => date(it),
        DateOrTime::Time(it) => time(it),
        DateOrTime::Global(it) => global(it),
    }
}

fn rgb(color: color::Color) -> Value {
    json!([color.red, color.green, color.blue])
}

fn css_color(color: CssColor) -> Value {
    // The decimal digits of the single-precision number.
    let alpha = color.alpha().to_string().parse().map(number);
    let alpha = alpha.unwrap_or_default();
    json!({ "string": color.to_string(), "rgb": rgb(color.to_rgb()), "alpha": alpha })
}

pub(crate) fn run(arguments: &Arguments) -> Result<Status> {
    let name = arguments.rule.as_deref().unwrap_or_default();
    let keywords = &*arguments.keywords;
    let rule = RULES.iter().find(|rule| rule.name == name);
    match (name, rule) {
        _ if arguments.list => with_stdout(|out| {
            let names = RULES.iter().map(|rule| rule.name).chain(["boolean", "enumerated"]);
            names.into_iter().try_for_each(|name| writeln!(out, "{name}"))?;
            Ok(())
        }),
        ("boolean", _) => evaluate_all(&|text| boolean(keywords, text), &arguments.texts),
        ("enumerated", _) => evaluate_all(&|text| enumerated(keywords, text), &arguments.texts),
        (_, Some(rule)) => evaluate_all(&|text| evaluate(rule, text), &arguments.texts),
        (_, None) => bail!("unknown rule {name:?}; `sapwood value --list` lists the rules"),
    }?;
    Ok(Status::Success)
}

fn evaluate_all(evaluate: &dyn Fn(&str) -> Evaluated, texts: &[String]) -> Result<()> {
    let show = |text: &str| {
        let (valid, value) = evaluate(text);
        json!({ "input": text, "valid": valid, "value": value })
    };
    let mut malformed = 0;
    with_stdout(|out| {
        for text in texts.iter().filter(|text| *text != "-") {
            writeln!(out, "{}", show(text))?;
        }
        if !texts.is_empty() && !texts.iter().any(|text| text == "-") {
            return Ok(());
        }
        for (number, line) in io::stdin().lock().split(b'\n').enumerate() {
            let line = line.context("cannot read standard input")?;
            let line = line.strip_suffix(b"\r").unwrap_or(&line);
            match str::from_utf8(line) {
                Ok(text) => writeln!(out, "{}", show(text))?,
                Err(error) => {
                    // Go on with the other lines.
                    let at = error.valid_up_to();
                    complain(&format!(
                        "standard input: line {}: not UTF-8 at byte {at}",
                        number + 1
                    ));
                    malformed += 1;
                }
            }
        }
        Ok(())
    })?;
    ensure!(malformed == 0, "standard input: {malformed} lines are not UTF-8");
    Ok(())
}

fn evaluate(rule: &Rule, text: &str) -> Evaluated {
    ((rule.is_valid)(text), (rule.value)(text))
}

/// Evaluates a boolean attribute, whose name is the only keyword: present, it is always true.
fn boolean(keywords: &[String], text: &str) -> Evaluated {
    let name = keywords.first().map_or("", |name| name);
    (boolean::is_valid(name, text), boolean::parse(Some(text)).into())
}

/// Evaluates an enumerated attribute: the value is the keyword that the text matches.
fn enumerated(keywords: &[String], text: &str) -> Evaluated {
    let keyword = keywords.iter().find(|keyword| keyword.eq_ignore_ascii_case(text));
    (keyword.is_some(), keyword.cloned().into())
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use super::*;

    /// `fixtures/microsyntax/RULE.tsv` has columns for the step of the algorithm, the text as a JSON string, whether it
    /// is valid, and the value.
    #[test]
    fn rules_agree_with_their_tables() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/microsyntax");
        let mut cases = 0;
        for rule in RULES {
            let path = format!("{folder}/{}.tsv", rule.name);
            let table = fs::read_to_string(&path).expect(&path);
            for line in table.lines().filter(|line| !line.starts_with('#')) {
                let [step, text, valid, value] =
                    line.split('\t').collect::<Vec<_>>().try_into().expect(line);
                let text: String = serde_json::from_str(text).expect(line);
                let expected: Value = serde_json::from_str(value).expect(line);
                let (is_valid, evaluated) = evaluate(rule, &text);
                assert_eq!(evaluated, expected, "{}: step {step}: {text:?}", rule.name);
                assert_eq!(is_valid, valid == "valid", "{}: step {step}: {text:?}", rule.name);
                cases += 1;
            }
        }
        assert!(cases >= 330, "{cases} cases");
    }

    #[test]
    fn attributes_match_their_keywords() {
        let words = ["get".to_owned(), "post".to_owned()];
        assert_eq!(enumerated(&words, "POST"), (true, json!("post")));
        assert_eq!(enumerated(&words, ""), (false, Value::Null));
        assert_eq!(boolean(&words, "Get"), (true, json!(true)));
        assert_eq!(boolean(&words, "true"), (false, json!(true)));
        assert_eq!(boolean(&[], ""), (true, json!(true)));
    }

    #[test]
    fn rule_names_are_unique() {
        let names: BTreeSet<_> = RULES.iter().map(|rule| rule.name).collect();
        assert_eq!(names.len(), RULES.len());
    }
}
