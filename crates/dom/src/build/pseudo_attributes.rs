//! The [pseudo-attributes](https://www.w3.org/TR/xml-stylesheet/#NT-PseudoAtt) of a processing
//! instruction.

use sapwood_names::xml::{is_character, is_name_character, is_name_start, is_whitespace};

/// Returns the value of the pseudo-attribute `name` in a processing instruction's `data`.
///
/// `data` has no pseudo-attributes if it breaks the grammar or repeats a name.
pub(crate) fn pseudo_attribute(data: &str, name: &str) -> Option<String> {
    let mut rest = data.trim_start_matches(is_space);
    let mut names = sapwood_names::HashSet::default();
    let mut found = None;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_name_character(c)).unwrap_or(rest.len());
        let (this, after) = rest.split_at(end);
        if !this.starts_with(is_name_start) || !names.insert(this) {
            return None;
        }
        let quoted =
            after.trim_start_matches(is_space).strip_prefix('=')?.trim_start_matches(is_space);
        let quote = quoted.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (raw, after) = quoted[1..].split_once(quote)?;
        let value = replace_references(raw)?;
        if this == name {
            found = Some(value);
        }
        rest = after.trim_start_matches(is_space);
        if !rest.is_empty() && rest.len() == after.len() {
            return None;
        }
    }
    found
}

fn is_space(c: char) -> bool {
    u8::try_from(c).is_ok_and(is_whitespace)
}

/// Replaces character references and the five entities; `None` if `raw` is no valid value.
fn replace_references(raw: &str) -> Option<String> {
    let mut value = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find(['&', '<']) {
        value.push_str(&rest[..at]);
        let (reference, after) = rest[at..].strip_prefix('&')?.split_once(';')?;
        value.push(referenced(reference)?);
        rest = after;
    }
    value.push_str(rest);
    Some(value)
}

fn referenced(reference: &str) -> Option<char> {
    let code = match reference {
        "amp" => return Some('&'),
        "lt" => return Some('<'),
        "gt" => return Some('>'),
        "quot" => return Some('"'),
        "apos" => return Some('\''),
        _ => reference.strip_prefix('#')?,
    };
    let (digits, radix) = code.strip_prefix('x').map_or((code, 10), |hex| (hex, 16));
    if !digits.bytes().all(|digit| (digit as char).is_digit(radix)) {
        return None;
    }
    char::from_u32(u32::from_str_radix(digits, radix).ok()?).filter(|&c| is_character(c))
}

#[cfg(test)]
mod tests {
    use super::pseudo_attribute;

    #[test]
    fn names_and_values() {
        #[rustfmt::skip]
        let cases = [
            (r#"name="p""#, Some("p")),
            (r#"name='p"q'"#, Some("p\"q")),
            (" name\t=\n'p'  ", Some("p")),
            (r#"a="1" name="p" b="2""#, Some("p")),
            (r#"name="&lt;&#65;&#x42;&amp;&quot;""#, Some("<AB&\"")),
            (r#"name="""#, Some("")),
            (r#"é.-1="x" name="p""#, Some("p")),
            ("", None),
            ("name", None),
            ("name=p", None),
            ("name=", None),
            (r#"name="p"#, None),
            (r#"names="p""#, None),
            (r#"name="p"a="q""#, None),
            (r#"name="p" name="q""#, None),
            (r#"name="p" a"#, None),
            (r#"name="p" b=c"#, None),
            (r#"name="<""#, None),
            (r#"name="&""#, None),
            (r#"name="&nbsp;""#, None),
            (r#"name="&#0;""#, None),
            (r#"name="&#+65;""#, None),
            (r#"name="&#;""#, None),
            (r#"1name="p""#, None),
            (r#"="p" name="p""#, None),
        ];
        for (data, expected) in cases {
            assert_eq!(pseudo_attribute(data, "name").as_deref(), expected, "{data}");
        }
    }
}
