//! Line differences of two texts.

/// Lists the lines of both texts, with `-` before lines of `expected` only and `+` before lines of `actual` only.
///
/// The common beginning and the common end are found; everything between them counts as different.
#[must_use]
pub fn lines(expected: &str, actual: &str) -> String {
    let old: Vec<&str> = expected.split('\n').collect();
    let new: Vec<&str> = actual.split('\n').collect();
    let shorter = old.len().min(new.len());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = (1..=shorter - head)
        .take_while(|back| old[old.len() - back] == new[new.len() - back])
        .count();
    let mut out = String::new();
    let parts = [
        (' ', &old[..head]),
        ('-', &old[head..old.len() - tail]),
        ('+', &new[head..new.len() - tail]),
        (' ', &old[old.len() - tail..]),
    ];
    for (mark, lines) in parts {
        for line in lines {
            out.extend([mark, ' ']);
            for c in line.chars() {
                // Control characters are escaped, because a terminal would act on them.
                let shown = if c.is_control() { c.escape_debug().to_string() } else { c.into() };
                out.push_str(&shown);
            }
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn marks_different_lines() {
        assert_eq!(super::lines("a\nb\nd", "a\nc\nx\nd"), "  a\n- b\n+ c\n+ x\n  d\n");
        assert_eq!(super::lines("a\na", "a"), "  a\n- a\n");
    }
}
