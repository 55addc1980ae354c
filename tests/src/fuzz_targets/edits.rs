//! A fuzz target for changes of a document.

use sapwood::Limits;

use crate::edits::Pair;

/// Changes after which the document is compared with the naive tree, which takes longer than to make them.
const STRIDE: usize = 8;

/// The most changes.
const MOST: usize = 160;

/// Changes that the bytes choose give the same tree as in a naive model, and the same are refused.
pub fn edits(data: &[u8], _: &Limits) {
    let mut bytes = data.iter().copied();
    let mut pair = Pair::new(bytes.next().is_some_and(|byte| byte & 1 == 1));
    for step in 1..=MOST {
        if bytes.len() == 0 {
            break;
        }
        pair.step(&mut |end| usize::from(bytes.next().unwrap_or(0)) % end);
        if step % STRIDE == 0 {
            pair.compare();
        }
    }
    pair.compare();
}
