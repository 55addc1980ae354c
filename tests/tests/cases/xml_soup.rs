//! Random XML, the same in every run: pieces, the fast path and writing make no difference.

use sapwood::Limits;
use sapwood_tests::{
    soup::Random,
    xml::soup::{check, soup},
};

#[test]
fn random_xml_keeps_its_invariants() {
    let mut random = Random::new(0x5eed);
    for round in 0..30_000 {
        let mut text = soup(&mut random, 1 + round % 24);
        if round % 2 == 0 {
            // A root element keeps more of it in the tree.
            text.insert_str(0, "<a>");
        }
        let mut data = text.into_bytes();
        data.extend([random.below(256) as u8, random.below(256) as u8]);
        check(&data, &Limits::default());
    }
}
