//! Runs the fuzz targets on a fixed list of inputs: earlier findings, cases of the project and of the public
//! suites, and mutations of them.

use std::path::PathBuf;

use sapwood::Limits;
use sapwood_tests::{
    fuzz_inputs::{OPTIONS, seeds},
    fuzz_targets::{TARGETS, Target, rewrite_counts, small},
    soup::Random,
    suites,
};

/// Number of mutated inputs for each target.
const ROUNDS: usize = 20_000;

/// Returns the inputs of a target in `fixtures/{folder}`, with their file names.
fn inputs(folder: &str, target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in suites::fixtures(folder).join(target).read_dir().into_iter().flatten() {
        let path = entry.unwrap().path();
        let input = std::fs::read(&path).unwrap();
        found.push((path, input));
    }
    found.sort();
    found
}

/// Mutates an input in a few places.
fn mutate(input: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    const TOKENS: [&[u8]; 12] = [
        b"<",
        b">",
        b"&",
        b"\r",
        b"\n",
        b"\0",
        b"</script>",
        b"<svg>",
        b"<!--",
        b"\xff",
        b"\xc3",
        b"]]>",
    ];
    for _ in 0..1 + random.below(4) {
        let at = random.below(input.len() + 1);
        match random.below(5) {
            0 => {
                let end = (at + random.below(8)).min(input.len());
                input.drain(at..end);
            }
            1 => {
                let start = random.below(other.len() + 1);
                let end = (start + random.below(40)).min(other.len());
                input.splice(at..at, other[start..end].iter().copied());
            }
            2 => input.insert(at, random.below(256) as u8),
            3 => input.truncate(at),
            _ => {
                let token = TOKENS[random.below(TOKENS.len())];
                input.splice(at..at, token.iter().copied());
            }
        }
    }
    // The last bytes select options.
    input.extend((0..OPTIONS).map(|_| random.below(256) as u8));
}

/// Runs a target on its earlier findings, on inputs that would be large without limits, and on mutations of the seeds.
fn run(name: &str) {
    let found = TARGETS.iter().find(|(it, _)| *it == name).map(|(_, target)| *target);
    let target: Target = found.expect("the target is listed");
    for (path, input) in inputs("fuzz", name) {
        eprintln!("{}", path.display());
        target(&input, &small());
        target(&input, &Limits::default());
    }
    for (path, input) in inputs("bombs", name) {
        eprintln!("{}", path.display());
        target(&input, &Limits::default());
    }
    let seeds = seeds(name);
    let mut random = Random::new(0xfeed_5eed);
    for round in 0..ROUNDS {
        let mut input = seeds[random.below(seeds.len())].clone();
        let other = &seeds[random.below(seeds.len())];
        mutate(&mut input, other, &mut random);
        target(&input, &if round % 4 == 0 { Limits::default() } else { small() });
    }
}

#[test]
fn article() {
    run("article");
}

#[test]
fn bytes() {
    run("bytes");
}

#[test]
fn check() {
    run("check");
}

#[test]
fn chunks() {
    run("chunks");
}

#[test]
fn edits() {
    run("edits");
}

#[test]
fn markdown() {
    run("markdown");
}

#[test]
fn rewrite() {
    run("rewrite");
    let [compared, excluded] = rewrite_counts();
    eprintln!("rewrite: {compared} compared with edited documents, {excluded} excluded");
    assert!(compared > excluded);
}

#[test]
fn sanitizer() {
    run("sanitizer");
}

#[test]
fn selectors() {
    run("selectors");
}

#[test]
fn trees() {
    run("trees");
}

#[test]
fn values() {
    run("values");
}

#[test]
fn warc() {
    run("warc");
}

#[test]
fn writes() {
    run("writes");
}

#[test]
fn xml() {
    run("xml");
}

#[test]
fn xpath() {
    run("xpath");
}
