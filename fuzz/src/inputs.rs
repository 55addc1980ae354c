//! Writes the seeds and the dictionary of each target named on the command line to `corpus/{target}` and
//! `corpus/{target}.dict` in the working directory.

use std::{env, error::Error, fs, path::Path};

use sapwood_tests::{
    fuzz_inputs::{OPTIONS, dictionary, seeds},
    soup::Random,
};

fn main() -> Result<(), Box<dyn Error>> {
    for target in env::args().skip(1) {
        let folder = Path::new("corpus").join(&target);
        fs::create_dir_all(&folder)?;
        let mut random = Random::new(0x0dd5);
        for (number, mut seed) in seeds(&target).into_iter().enumerate() {
            seed.extend((0..OPTIONS).map(|_| random.below(256) as u8));
            fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
        let dictionary = dictionary(&target);
        // libFuzzer refuses an empty one.
        if !dictionary.is_empty() {
            fs::write(folder.with_extension("dict"), dictionary)?;
        }
    }
    Ok(())
}
