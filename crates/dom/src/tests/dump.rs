//! The tree dump: it streams.

use std::fmt::{self, Write};

use sapwood_tree::TreeSink;

use super::document;

/// Accepts so many bytes, then fails.
struct Limited(usize);

impl Write for Limited {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
        Ok(())
    }
}

#[test]
fn dump_of_a_deep_tree_streams_and_stops_with_its_writer() {
    let mut builder = document();
    let mut node = builder.page();
    for _ in 0..200_000 {
        node = builder.element(node, "b", &[("id", "b")]);
    }
    let document = builder.finish().document;
    // All of it would be 160 GB.
    let mut writer = Limited(1 << 20);
    assert_eq!(write!(writer, "{}", document.dump()), Err(fmt::Error));
    assert!(writer.0 < 100, "{} bytes weren't written", writer.0);
    assert_eq!(write!(Limited(100), "{}", document.xml_dump()), Err(fmt::Error));
}
