//! Runs the fuzz targets on a fixed list of inputs: earlier findings, cases of the project and of the public
//! suites, and mutations of them.

use std::path::PathBuf;

use sapwood_tests::{
    dat,
    fuzz_targets::{TARGETS, Target},
    soup::Random,
    suites,
    xml::soup::soup,
};

/// Number of mutated inputs for each target.
const ROUNDS: usize = 20_000;

/// Returns inputs written by people.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    let mut folders = vec![suites::fixtures("cases")];
    folders.extend(suites::find("html5lib-tests/tree-construction"));
    for folder in folders {
        for file in suites::files(&folder, "dat").unwrap() {
            let cases = dat::read_file(&file).unwrap();
            seeds.extend(cases.iter().step_by(7).map(|case| case.data.clone().into_bytes()));
        }
    }
    for page in suites::files(&suites::fixtures("encodings"), "html").unwrap() {
        seeds.push(std::fs::read(page).unwrap());
    }
    seeds
}

/// Returns the earlier findings and the seeds of a target, with their file names.
fn findings(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in suites::fixtures("fuzz").join(name).read_dir().into_iter().flatten() {
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
    input.extend((0..6).map(|_| random.below(256) as u8));
}

/// Runs a target on its earlier findings, and on mutations of the seeds.
fn run(name: &str, seeds: &[Vec<u8>]) {
    let found = TARGETS.iter().find(|(it, _)| *it == name).map(|(_, target)| *target);
    let target: Target = found.expect("the target is listed");
    for (path, input) in findings(name) {
        eprintln!("{}", path.display());
        target(&input);
    }
    let mut random = Random::new(0xfeed_5eed);
    for round in 0..ROUNDS {
        let mut input = match round % 3 {
            0 => random.soup(1 + round % 30).into_bytes(),
            _ => seeds[random.below(seeds.len())].clone(),
        };
        input.truncate(2_000);
        let other = &seeds[random.below(seeds.len())];
        mutate(&mut input, other, &mut random);
        target(&input);
    }
}

#[test]
fn bytes() {
    run("bytes", &seeds());
}

#[test]
fn chunks() {
    run("chunks", &seeds());
}

#[test]
fn markdown() {
    run("markdown", &seeds());
}

#[test]
fn sanitizer() {
    run("sanitizer", &seeds());
}

#[test]
fn trees() {
    run("trees", &seeds());
}

#[test]
fn values() {
    let tables = suites::files(&suites::fixtures("microsyntax"), "tsv").unwrap();
    let tables: Vec<_> =
        tables.iter().map(|table| std::fs::read_to_string(table).unwrap()).collect();
    let texts =
        tables.iter().flat_map(|table| table.lines().filter_map(|it| it.split('\t').nth(1)));
    let texts = texts.map(|text| serde_json::from_str::<String>(text).unwrap().into_bytes());
    run("values", &texts.collect::<Vec<_>>());
}

#[test]
fn writes() {
    run("writes", &seeds());
}

#[test]
fn xml() {
    let mut random = Random::new(0xa11c);
    let soups = (0..200).map(|round| soup(&mut random, 1 + round % 24).into_bytes());
    run("xml", &soups.collect::<Vec<_>>());
}
