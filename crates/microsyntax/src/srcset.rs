//! [`srcset`](https://html.spec.whatwg.org/multipage/images.html#srcset-attributes) and
//! [`sizes`](https://html.spec.whatwg.org/multipage/images.html#sizes-attributes).

use alloc::vec::Vec;

use crate::{cursor::Cursor, float, integer};

/// An image candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Candidate<'a> {
    /// Its URL, not yet resolved.
    pub url: &'a str,
    /// `w`: in pixels.
    pub width: Option<u64>,
    /// `x`: pixels for each CSS pixel; 1 if there are neither this nor a width.
    pub density: Option<f64>,
    /// `h`, for future compatibility: in pixels.
    pub height: Option<u64>,
}

/// [Parses a `srcset`
/// attribute](https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute); candidates in error are
/// left out.
///
/// ```
/// use sapwood::microsyntax::srcset;
///
/// let candidates = srcset::parse("a.png, b.png 2x, c.png 300w");
/// assert_eq!(candidates[1].density, Some(2.0));
/// assert_eq!(candidates[2].width, Some(300));
/// ```
#[must_use]
#[inline]
pub fn parse(input: &str) -> Vec<Candidate<'_>> {
    read(input).0
}

/// Whether this is right for authors: [image candidate
/// strings](https://html.spec.whatwg.org/multipage/images.html#image-candidate-string), none in error, with one
/// kind of descriptor and none twice.
#[must_use]
#[inline]
pub fn is_valid(value: &str) -> bool {
    let (candidates, errors) = read(value);
    let widths = candidates.iter().filter(|it| it.width.is_some()).count();
    let is_right = |it: &Candidate<'_>| it.height.is_none() || it.width.is_some();
    let key = |it: &Candidate<'_>| (it.width, it.density.unwrap_or(1.0).to_bits());
    let mut keys: Vec<_> = candidates.iter().map(key).collect();
    keys.sort_unstable();
    keys.dedup();
    !errors
        && !candidates.is_empty()
        && (widths == 0 || widths == candidates.len())
        && candidates.iter().all(is_right)
        && keys.len() == candidates.len()
}

/// The candidates, and whether there was a parse error.
#[inline]
fn read(input: &str) -> (Vec<Candidate<'_>>, bool) {
    let mut input = Cursor::new(input);
    let (mut candidates, mut errors) = (Vec::new(), false);
    loop {
        let skipped = input.collect(|it| it.is_ascii_whitespace() || it == ',');
        errors |= skipped.contains(',');
        if input.is_at_end() {
            return (candidates, errors);
        }
        let url = input.collect(|character| !character.is_ascii_whitespace());
        let without = url.trim_end_matches(',');
        let mut descriptors = Vec::new();
        if without.len() < url.len() {
            errors |= url.len() - without.len() > 1;
        } else {
            descriptors = tokenize(&mut input);
        }
        match candidate(without, &descriptors) {
            Some(candidate) => candidates.push(candidate),
            None => errors = true,
        }
    }
}

/// The descriptor tokenizer: up to the comma that isn't in parentheses.
#[inline]
fn tokenize<'a>(input: &mut Cursor<'a>) -> Vec<&'a str> {
    let mut descriptors = Vec::new();
    input.skip_whitespace();
    let mut start = input.rest;
    let mut in_parentheses = false;
    loop {
        let here = input.rest;
        let current = &start[..start.len() - here.len()];
        let next = input.next();
        let ends = match next {
            None => true,
            Some('(') if !in_parentheses => {
                in_parentheses = true;
                false
            }
            Some(')') if in_parentheses => {
                in_parentheses = false;
                false
            }
            Some(',') => !in_parentheses,
            Some(character) => !in_parentheses && character.is_ascii_whitespace(),
        };
        if !ends {
            continue;
        }
        if !current.is_empty() {
            descriptors.push(current);
        }
        match next {
            None | Some(',') => return descriptors,
            Some(_) => {
                input.skip_whitespace();
                start = input.rest;
            }
        }
    }
}

/// A candidate with these descriptors; `None` if they are in error.
#[inline]
fn candidate<'a>(url: &'a str, descriptors: &[&str]) -> Option<Candidate<'a>> {
    let mut candidate = Candidate { url, width: None, density: None, height: None };
    for descriptor in descriptors {
        let (last, _) = descriptor.char_indices().next_back()?;
        let (number, unit) = descriptor.split_at(last);
        let whole = || integer::is_valid_non_negative(number).then(|| number.parse::<u64>().ok());
        let is_free = candidate.width.is_none() && candidate.density.is_none();
        match unit {
            "w" if is_free => {
                candidate.width = Some(whole().flatten().filter(|width| *width > 0)?);
            }
            "x" if is_free && candidate.height.is_none() && float::is_valid(number) => {
                candidate.density = Some(float::parse(number).filter(|density| *density >= 0.0)?);
            }
            "h" if candidate.height.is_none() && candidate.density.is_none() => {
                candidate.height = Some(whole().flatten().filter(|height| *height > 0)?);
            }
            _ => return None,
        }
    }
    (candidate.height.is_none() || candidate.width.is_some()).then_some(candidate)
}

/// A source size of a `sizes` attribute, as CSS text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourceSize<'a> {
    /// The media condition; none for the default.
    pub condition: Option<&'a str>,
    /// The size, or `auto`.
    pub size: &'a str,
}

/// Splits a `sizes` attribute into its source sizes, at the commas that aren't in parentheses; the last
/// component value of each is its size. Whether condition and size are right CSS isn't looked at.
#[must_use]
#[inline]
pub fn parse_sizes(input: &str) -> Vec<SourceSize<'_>> {
    split_outside_parentheses(input, |character| character == ',')
        .into_iter()
        .filter_map(|part| {
            let part = part.trim_matches(|it: char| it.is_ascii_whitespace());
            let words = split_outside_parentheses(part, |it| it.is_ascii_whitespace());
            let size = *words.last().filter(|word| !word.is_empty())?;
            let condition = part[..part.len() - size.len()].trim_ascii_end();
            Some(SourceSize { condition: (!condition.is_empty()).then_some(condition), size })
        })
        .collect()
}

fn split_outside_parentheses(text: &str, is: impl Fn(char) -> bool) -> Vec<&str> {
    let mut depth = 0_usize;
    text.split(|character| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && is(character)
    })
    .collect()
}
