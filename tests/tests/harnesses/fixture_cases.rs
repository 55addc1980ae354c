//! The project's own cases: `fixtures/cases`.

use std::process::ExitCode;

use anyhow::{Result, ensure};
use sapwood_tests::{
    dat,
    harness::{self, say},
    suites,
    test_file::{self, Overlay},
    token_case, tree,
};

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("fixture_cases", |mut harness| {
        let folder = suites::fixtures("cases");
        let (trees, tokens) = (suites::files(&folder, "dat")?, suites::files(&folder, "test")?);
        let mut found = 0;
        for file in &trees {
            for case in dat::read_file(file)? {
                found += 1;
                harness.add(case.name.clone(), move || tree::check(&case, true).map(|_| ()));
            }
        }
        for file in &tokens {
            for case in test_file::read_file(file, &Overlay::default())? {
                found += 1;
                harness.add(case.name.clone(), move || token_case::check(&case));
            }
        }
        ensure!(found > 0, "no cases in {}", folder.display());
        say(&format!("fixture_cases: {} files, {found} cases", trees.len() + tokens.len()));
        Ok(harness.run(|| {}))
    })
}
