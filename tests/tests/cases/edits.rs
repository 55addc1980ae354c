//! Random changes of a document and of a naive tree give the same tree.

use sapwood_tests::{edits::Pair, soup::Random};

#[test]
fn random_changes_agree_with_a_naive_tree() {
    for seed in 1..=120 {
        let mut random = Random::new(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15));
        let mut pair = Pair::new(seed % 3 == 0);
        for _ in 0..250 {
            pair.step(&mut |end| random.below(end));
            pair.compare();
        }
    }
}
