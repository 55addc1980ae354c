//! The tree construction suite, in every cut and in both settings of scripting.

use std::{
    path::Path,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use anyhow::Result;
use sapwood_tests::{
    dat,
    harness::{self, Harness, say},
    scripted, suites, tree,
};

/// Prefix of files whose trees depend on scripts; the engine of the example `document_write` runs them.
const SCRIPTED: &str = "scripted_";

pub(crate) fn main() -> Result<ExitCode> {
    harness::main("tree", |mut harness| {
        let agreeing = Arc::new(AtomicUsize::new(0));
        let mut judged = 0;
        if let Some(folder) = harness.suite("html5lib-tests/tree-construction") {
            judged = add(&mut harness, &folder, &agreeing)?;
        }
        Ok(harness.run(|| {
            let agreeing = agreeing.load(Relaxed);
            say(&format!(
                "tree: {agreeing} of {judged} cases have as many errors as they list (not required)\n"
            ));
        }))
    })
}

/// Adds the cases in `folder` and returns the number of those without a script.
fn add(harness: &mut Harness, folder: &Path, agreeing: &Arc<AtomicUsize>) -> Result<usize> {
    let files = suites::files(folder, "dat")?;
    let (mut found, mut scripted) = (0, 0);
    for file in &files {
        for case in dat::read_file(file)? {
            found += 1;
            let is_scripted = case.name.starts_with(SCRIPTED);
            scripted += usize::from(is_scripted);
            let agreeing = Arc::clone(agreeing);
            harness.add(case.name.clone(), move || {
                if is_scripted {
                    scripted::check(&case)?;
                }
                let errors = tree::check(&case, !is_scripted)?;
                if !is_scripted && errors == case.errors {
                    agreeing.fetch_add(1, Relaxed);
                }
                Ok(())
            });
        }
    }
    harness.found("html5lib-tests/tree-construction", files.len(), found, (61, 1_934));
    say(&format!("tree: {scripted} of them have a script that runs"));
    Ok(found - scripted)
}
