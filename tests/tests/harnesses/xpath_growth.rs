//! XPath expressions on hostile shapes: the budget of an evaluation covers everything that takes time.
//!
//! Random expressions are evaluated on the shapes of `benches/src/shapes.rs` at two sizes. An evaluation takes no longer
//! than its steps explain. Twice the input takes at most 2.5 times the steps for nearly all expressions, and at most five
//! times for the others, until the budget ends them: `//*[contains(., 'x')]` reads the texts of nested elements once for
//! each of them, and `//*[preceding::*[3]]` walks from each element.
//!
//! `SAPWOOD_EXPRESSIONS` is the number of expressions for each shape.

use std::{process::ExitCode, time::Duration};

use anyhow::Result;
use sapwood::{Document, XPath, xpath::XPathErrorKind};
use sapwood_benches::{
    clock::processor_time,
    shapes::{SHAPES, Shape},
};
use sapwood_tests::{
    growth::on_small_stack,
    harness::{self, say},
    soup::Random,
    xpath::generate::{Generator, Vocabulary},
};

/// Bytes of the smaller of the two inputs.
const SIZE: usize = 3_000;
/// Expressions for each shape, without the setting.
const EXPRESSIONS: usize = 24;
/// The budget of an evaluation.
const BUDGET: u64 = 1_000_000;
/// The time that a step may take, and a time that any evaluation may take. A step takes 20 ns at most on a machine that
/// does nothing else.
const STEP: Duration = Duration::from_nanos(80);
const FLOOR: Duration = Duration::from_millis(4);
/// The growth of steps that is no growth: that of a small number.
const SMALL: u64 = 2_000;
/// The percentage of expressions on a shape whose steps may grow faster than the input.
const MOST_SUPERLINEAR: usize = 20;
/// Number of measurements before an evaluation counts as slow.
const TRIES: u32 = 12;

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("xpath_growth", |mut harness| {
        let setting = std::env::var("SAPWOOD_EXPRESSIONS").ok();
        let count = setting.and_then(|count| count.parse().ok()).unwrap_or(EXPRESSIONS);
        say(&format!("xpath_growth: {} shapes, {count} expressions on each", SHAPES.len()));
        for (number, shape) in SHAPES.iter().enumerate() {
            harness.add(shape.label(), move || on_small_stack(move || check(shape, number, count)));
        }
        Ok(harness.run(|| {}))
    })
}

/// The document of a shape with about this number of bytes.
fn document(shape: &Shape, size: usize) -> Document {
    let piece = ((shape.write)(200).len() / 200).max(1);
    sapwood::parse(&(shape.write)(size / piece))
}

fn check(shape: &Shape, number: usize, count: usize) -> Result<(), String> {
    let documents = [SIZE, 2 * SIZE].map(|size| document(shape, size));
    let mut random = Random::new(number as u64);
    let mut vocabulary = Vocabulary::of(&documents[0], true, &mut random);
    vocabulary.words.extend(["x", "xx"].map(str::to_owned));
    vocabulary.exslt = true;
    vocabulary.namespace_axis = true;
    vocabulary.wide_steps = 3;
    let mut generator = Generator::new(&vocabulary, number as u64);
    let (mut wrong, mut superlinear) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let expression = generator.expression();
        match check_expression(&documents, &expression) {
            Ok(true) => superlinear.push(expression),
            Ok(false) => {}
            Err(error) => wrong.push(format!("{error}: {expression}")),
        }
    }
    if superlinear.len() * 100 > count * MOST_SUPERLINEAR {
        wrong.push(format!("grow faster than the input:\n{}", superlinear.join("\n")));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Checks one expression; returns whether its steps grow faster than the input.
fn check_expression(documents: &[Document; 2], expression: &str) -> Result<bool, String> {
    let xpath = XPath::parse(expression).map_err(|error| error.to_string())?.with_budget(BUDGET);
    let mut counts = [0; 2];
    for (document, count) in documents.iter().zip(&mut counts) {
        let mut best = Duration::MAX;
        for attempt in 0..TRIES {
            std::thread::sleep(Duration::from_millis(5) * attempt);
            let start = processor_time();
            let (result, steps) = xpath.evaluate_and_count(document.root());
            best = best.min(processor_time() - start);
            *count = steps;
            match result {
                Err(error)
                    if !matches!(
                        error.kind(),
                        XPathErrorKind::Budget | XPathErrorKind::Function
                    ) =>
                {
                    return Err(error.to_string());
                }
                _ => {}
            }
            if best <= FLOOR + STEP * u32::try_from(steps).unwrap_or(u32::MAX) {
                break;
            }
        }
        if best > FLOOR + STEP * u32::try_from(*count).unwrap_or(u32::MAX) {
            return Err(format!("{best:?} for {count} steps"));
        }
    }
    let [small, large] = counts;
    if large > small * 5 + SMALL {
        return Err(format!("{small} steps, and {large} for twice the input"));
    }
    Ok(large < BUDGET && large > small * 5 / 2 + SMALL)
}
