//! `sapwood value`

use std::{
    io::{self, BufRead},
    process::ExitCode,
};

use anyhow::{Context, Result, ensure};
use clap::Args;
use sapwood::microsyntax::{
    Dimension, FromAttribute, ListedDimension, Unit, color,
    date::{
        Date, DateOrTime, Duration, GlobalDateTime, LocalDateTime, Month, Time, TimeZoneOffset,
        Week, YearlessDate,
    },
    float, integer, parse_dimension_list, parse_nonzero_dimension,
    refresh::Refresh,
    srcset, tokens,
};
use serde_json::{Value, json};

use crate::{complain, is_closed_pipe, with_stdout};

#[derive(Args)]
pub(crate) struct Arguments {
    /// How to read the texts; see `--list`
    #[arg(required_unless_present = "list")]
    rule: Option<String>,
    /// The texts; each line of standard input if none or `-`
    #[arg(allow_hyphen_values = true)]
    texts: Vec<String>,
    /// List the rules
    #[arg(long)]
    list: bool,
}

/// A rule: its name, whether a text is right for authors, and what it is read as.
struct Rule {
    name: &'static str,
    is_valid: fn(&str) -> bool,
    value: fn(&str) -> Value,
}

const RULES: &[Rule] = &[
    rule("integer", integer::is_valid, |text| integer::parse(text).ok().into()),
    rule("non-negative-integer", integer::is_valid_non_negative, |text| {
        integer::parse_non_negative(text).ok().into()
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
    rule("month", Month::is_valid, |text| of(text, month)),
    rule("date", Date::is_valid, |text| of(text, date)),
    rule("yearless-date", YearlessDate::is_valid, |text| of(text, yearless_date)),
    rule("time", Time::is_valid, |text| of(text, time)),
    rule("local-datetime", LocalDateTime::is_valid, |text| of(text, local)),
    rule("time-zone", TimeZoneOffset::is_valid, |text| of(text, offset)),
    rule("global-datetime", GlobalDateTime::is_valid, |text| of(text, global)),
    rule("week", Week::is_valid, |text| of(text, week)),
    rule("duration", Duration::is_valid, |text| of(text, |it: Duration| number(it.seconds))),
    rule("date-or-time", DateOrTime::is_valid, |text| of(text, date_or_time)),
    rule("simple-color", color::is_valid, |text| color::parse(text).map(rgb).into()),
    rule("legacy-color", is_legacy_color, |text| color::parse_legacy(text).map(rgb).into()),
    rule("space-tokens", always, |text| tokens::space_separated(text).collect()),
    rule("comma-tokens", always, |text| tokens::comma_separated(text).collect()),
    rule("meta-refresh", Refresh::is_valid, |text| {
        Refresh::parse(text).map(|it| json!({ "time": it.time, "url": it.url })).into()
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

/// The microsyntax forbids nothing.
fn always(_: &str) -> bool {
    true
}

fn is_valid_nonzero(text: &str) -> bool {
    integer::is_valid_non_negative(text) && parse_nonzero_dimension(text).is_some()
}

/// Authors have no use for legacy colours: what they may write is a simple or a named one.
fn is_legacy_color(text: &str) -> bool {
    color::is_valid(text) || color::named(text).is_some()
}

/// Reads a value and shows it.
fn of<T: FromAttribute>(text: &str, show: fn(T) -> Value) -> Value {
    T::from_attribute(text).map(show).into()
}

/// A whole number without a decimal point, as far as all of them can be told apart.
fn number(number: f64) -> Value {
    const MOST: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= MOST { json!(number as i64) } else { json!(number) }
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

/// Fails with 2 if there is no such rule.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let name = arguments.rule.as_deref().unwrap_or_default();
    let rule = RULES.iter().find(|rule| rule.name == name);
    let told = match rule {
        _ if arguments.list => with_stdout(|out| {
            Ok(RULES.iter().try_for_each(|rule| writeln!(out, "{}", rule.name))?)
        }),
        Some(rule) => evaluate_all(rule, &arguments.texts),
        None => {
            complain(&format!("no rule is called {name:?}; `sapwood value --list` names them"));
            return ExitCode::from(2);
        }
    };
    match told {
        Err(error) if !is_closed_pipe(&error) => {
            complain(&format!("{error:#}"));
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

fn evaluate_all(rule: &Rule, texts: &[String]) -> Result<()> {
    let mut bad = 0;
    with_stdout(|out| {
        for text in texts.iter().filter(|text| *text != "-") {
            writeln!(out, "{}", evaluate(rule, text))?;
        }
        if !texts.is_empty() && !texts.iter().any(|text| text == "-") {
            return Ok(());
        }
        for (number, line) in io::stdin().lock().split(b'\n').enumerate() {
            let line = line.context("standard input")?;
            let line = line.strip_suffix(b"\r").unwrap_or(&line);
            match str::from_utf8(line) {
                Ok(text) => writeln!(out, "{}", evaluate(rule, text))?,
                Err(error) => {
                    // The others are read all the same.
                    let at = error.valid_up_to();
                    complain(&format!(
                        "standard input: line {}: not UTF-8 at byte {at}",
                        number + 1
                    ));
                    bad += 1;
                }
            }
        }
        Ok(())
    })?;
    ensure!(bad == 0, "standard input: {bad} lines are no text");
    Ok(())
}

fn evaluate(rule: &Rule, text: &str) -> Value {
    json!({ "input": text, "valid": (rule.is_valid)(text), "value": (rule.value)(text) })
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use super::*;

    /// `fixtures/microsyntax/RULE.tsv`: the step that is taken, the text as a JSON string, whether it is
    /// valid, and the value.
    #[test]
    fn each_step_of_each_rule() {
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
                let evaluated = evaluate(rule, &text);
                assert_eq!(evaluated["value"], expected, "{}: step {step}: {text:?}", rule.name);
                assert_eq!(
                    evaluated["valid"],
                    json!(valid == "valid"),
                    "{}: step {step}: {text:?}",
                    rule.name
                );
                cases += 1;
            }
        }
        assert!(cases >= 330, "{cases} cases");
    }

    #[test]
    fn rules_differ() {
        let names: BTreeSet<_> = RULES.iter().map(|rule| rule.name).collect();
        assert_eq!(names.len(), RULES.len());
    }
}
