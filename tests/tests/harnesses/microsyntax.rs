//! The microsyntaxes: facts extracted from web-platform-tests.

use std::{path::Path, process::ExitCode};

use anyhow::{Context, Result, ensure};
use sapwood::microsyntax::{Dimension, integer, parse_nonzero_dimension, refresh::Refresh};
use sapwood_tests::{
    chromium,
    harness::{self, Harness},
    suites,
};
use serde_json::{Value, json};

/// Parses a text and returns the values under the keys of the expectations.
type Check = fn(&str) -> Vec<(&'static str, Value)>;

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("microsyntax", |mut harness| {
        let files: [(&str, usize, Check); 3] = [
            ("dimensions", 44, |text| {
                vec![
                    ("expected", Dimension::parse(text).map(dimension).into()),
                    ("nonzero", parse_nonzero_dimension(text).map(dimension).into()),
                ]
            }),
            ("integers", 61, |text| {
                vec![
                    ("integer", integer::parse(text).ok().into()),
                    ("non_negative", integer::parse_non_negative(text).ok().into()),
                ]
            }),
            ("meta-refresh", 73, |text| {
                let refresh = Refresh::parse(text);
                let shown = refresh.map(|it| json!({ "time": it.time as f64, "url": it.url }));
                vec![("expected", shown.into())]
            }),
        ];
        if let Some(folder) = harness.suite("microsyntax") {
            for (name, pinned, check) in files {
                add(&mut harness, &folder.join(name).with_extension("json"), pinned, check)?;
            }
        }
        match chromium::find() {
            Some(browser) => harness.add("chromium_agrees_on_colors", || {
                colors(browser).map_err(|error| format!("{error:#}"))
            }),
            None => harness.absent("Chromium"),
        }
        Ok(harness.run(|| {}))
    })
}

/// Compares the colors in `fixtures/microsyntax/color.tsv` with the values of color inputs in Chromium.
fn colors(browser: &Path) -> Result<()> {
    /// Its transfer function was changed in CSS Color 4, but not in Chromium.
    const CHANGED: &str = "color(rec2020 .5 .2 .7)";
    let table = std::fs::read_to_string(suites::fixtures("microsyntax/color.tsv"))?;
    let (mut texts, mut expected) = (Vec::new(), Vec::new());
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<Value> =
            line.split('\t').filter_map(|field| serde_json::from_str(field).ok()).collect();
        // The sections and values are JSON, too.
        let text = fields[1].as_str().context("a text")?.to_owned();
        if text != CHANGED {
            let rgb: Option<[u8; 3]> = serde_json::from_value(fields[2]["rgb"].clone())?;
            let [red, green, blue] = rgb.unwrap_or_default();
            expected.push(format!("#{red:02x}{green:02x}{blue:02x}"));
            texts.push(text);
        }
    }
    let values: Vec<String> = chromium::map(
        browser,
        "text => {
            const input = document.createElement('input');
            input.type = 'color';
            input.setAttribute('value', text);
            return input.value;
        }",
        &texts,
    )?;
    for ((text, value), expected) in texts.iter().zip(values).zip(expected) {
        ensure!(value == expected, "{text}: Chromium has {value}, not {expected}");
    }
    Ok(())
}

fn add(harness: &mut Harness, path: &Path, pinned: usize, check: Check) -> Result<()> {
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let cases = file["cases"].as_array().context("cases")?.clone();
    let name = suites::file_name(path);
    harness.found(&name, 1, cases.len(), (1, pinned));
    for (number, case) in cases.into_iter().enumerate() {
        harness.add(format!("{name}/{number} {}", case["input"]), move || {
            let text = case["input"].as_str().ok_or("no input")?;
            for (key, value) in check(text) {
                // As JSON, 1 and 1.0 differ.
                if plain(&case[key]) != plain(&value) {
                    return Err(format!("{key}: expected {}, got {value}", case[key]));
                }
            }
            Ok(())
        });
    }
    Ok(())
}

fn dimension(dimension: Dimension) -> Value {
    let unit = match dimension {
        Dimension::Percentage(_) => "percentage",
        Dimension::Length(_) => "length",
    };
    json!({ "value": dimension.value(), "unit": unit })
}

/// Converts all numbers to doubles.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Object(members) => {
            members.iter().map(|(key, value)| (key.clone(), plain(value))).collect()
        }
        other => other.clone(),
    }
}
