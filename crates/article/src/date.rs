//! Dates as people and programs write them.

use sapwood_microsyntax::date::Date;

/// The first date in a text: `2025-09-04T10:00`, `September 4th, 2025`, `4 Sep 2025`, `9/4/2025`, `4.9.2025`.
pub(crate) fn find(text: &str) -> Option<Date> {
    let mut tokens = [Token::default(); 3];
    for token in (Tokens { text, at: 0 }).take(MOST_TOKENS) {
        if token.is_suffix {
            continue;
        }
        tokens = [tokens[1], tokens[2], token];
        if let Some(date) = date(&tokens) {
            return Some(date);
        }
    }
    None
}

/// The date in the path of a URL: `/2025/09/04/`.
pub(crate) fn in_url(url: &str) -> Option<Date> {
    let mut parts = [""; 3];
    for part in url.split(['/', '-']) {
        parts = [parts[1], parts[2], part];
        if parts[0].len() == 4
            && parts[1..].iter().all(|part| part.len() <= 2)
            && let Some(date) = date_of(parts[0], parts[1], parts[2])
        {
            return Some(date);
        }
    }
    None
}

fn date_of(year: &str, month: &str, day: &str) -> Option<Date> {
    let year = year.parse().ok().filter(|year| (1900..2100).contains(year))?;
    Date::new(year, month.parse().ok()?, day.parse().ok()?)
}

/// Later tokens of a text aren't read.
const MOST_TOKENS: usize = 64;

/// A run of digits, or the name of a month.
#[derive(Clone, Copy, Default)]
struct Token {
    number: u32,
    digits: u8,
    /// The number of a month that is named; 0 if the token is no month.
    month: u8,
    /// The character before it.
    before: u8,
    /// `st`, `nd`, `rd`, `th`, `of`.
    is_suffix: bool,
}

impl Token {
    fn is_year(self) -> bool {
        self.digits == 4 && (1900..2100).contains(&self.number)
    }

    fn small(self) -> Option<u8> {
        matches!(self.digits, 1 | 2).then_some(self.number as u8)
    }
}

fn date(tokens: &[Token; 3]) -> Option<Date> {
    let [a, b, c] = *tokens;
    let is_joined = |separators: &[u8]| separators.contains(&b.before) && b.before == c.before;
    if a.is_year() && is_joined(b"-/.") {
        return Date::new(a.number, b.small()?, c.small()?);
    }
    if !c.is_year() {
        return None;
    }
    if a.month > 0 {
        return Date::new(c.number, a.month, b.small()?);
    }
    if b.month > 0 {
        return Date::new(c.number, b.month, a.small()?);
    }
    let (first, second) = (a.small()?, b.small()?);
    if is_joined(b"/") {
        return Date::new(c.number, first, second).or_else(|| Date::new(c.number, second, first));
    }
    if is_joined(b".-") { Date::new(c.number, second, first) } else { None }
}

struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let bytes = self.text.as_bytes();
        let is_token = |byte: &u8| byte.is_ascii_alphanumeric();
        let start = self.at + bytes.get(self.at..)?.iter().position(is_token)?;
        let is_number = bytes[start].is_ascii_digit();
        let same = |byte: &&u8| {
            if is_number { byte.is_ascii_digit() } else { byte.is_ascii_alphabetic() }
        };
        let length = bytes[start..].iter().take_while(same).count();
        let word = &self.text[start..start + length];
        let before = start.checked_sub(1).map_or(b' ', |at| bytes[at]);
        self.at = start + length;
        let mut token = Token { before, ..Token::default() };
        if is_number {
            token.digits = length.min(99) as u8;
            token.number = word.parse().unwrap_or(u32::MAX);
        } else {
            token.month = month(word);
            let suffixes = ["st", "nd", "rd", "th", "of"];
            token.is_suffix = suffixes.iter().any(|it| word.eq_ignore_ascii_case(it));
        }
        Some(token)
    }
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The number of a month by its name or an abbreviation of three letters or more; 0 for other words.
fn month(word: &str) -> u8 {
    let is_it = |name: &&str| {
        word.len() >= 3
            && name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let sept = word.eq_ignore_ascii_case("sept").then_some(8);
    MONTHS.iter().position(is_it).or(sept).map_or(0, |at| at as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_dates_in_texts() {
        for text in [
            "2025-09-04T10:00:00Z",
            "Published on September 4th, 2025",
            "Sept. 4, 2025",
            "4 Sep 2025",
            "9/4/2025",
            "04.09.2025",
            "2025/9/4",
        ] {
            assert_eq!(
                find(text).map(|it| it.to_string()).as_deref(),
                Some("2025-09-04"),
                "{text}"
            );
        }
        for text in ["", "4 September", "2025", "13/32/2025", "version 1.2.3", "99999999999999999"]
        {
            assert_eq!(find(text), None, "{text}");
        }
        assert!(in_url("https://a.b/2025/09/04/oak").is_some());
        assert!(in_url("https://a.b/news-2025-09-04-oak").is_some());
        assert_eq!(in_url("https://a.b/2025/oak/1/2"), None);
    }
}
