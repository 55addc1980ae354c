//! Dates of records.

/// Microseconds from 1970 to a date such as `2025-09-04T10:11:12Z`, with a fraction or without.
pub(super) fn microseconds(date: &str) -> Option<i64> {
    let bytes = date.as_bytes();
    let number = |at: usize, len: usize| -> Option<i64> {
        let digits = bytes.get(at..at + len)?;
        digits
            .iter()
            .try_fold(0, |sum, it| it.is_ascii_digit().then(|| sum * 10 + i64::from(it - b'0')))
    };
    let separators = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
    if separators.iter().any(|(at, it)| bytes.get(*at) != Some(it)) {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 2)?, number(8, 2)?);
    let (hour, minute, second) = (number(11, 2)?, number(14, 2)?, number(17, 2)?);
    let rest = date.get(19..)?.strip_suffix('Z')?;
    let fraction = match rest.strip_prefix('.') {
        Some(digits) if !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit()) => {
            let mut digits = digits.bytes().map(|it| i64::from(it - b'0'));
            (0..6).fold(0, |sum, _| sum * 10 + digits.next().unwrap_or(0))
        }
        None if rest.is_empty() => 0,
        _ => return None,
    };
    let is_valid = (1..=12).contains(&month)
        && (1..=days_in_month(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && second < 61;
    if !is_valid {
        return None;
    }
    let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
    Some(seconds * 1_000_000 + fraction)
}

fn days_in_month(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days from 1970 to a day of the Gregorian calendar. Years begin in March here, so that leap days end them.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month < 3 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year
        - 719_468
}

/// The date of so many microseconds from 1970, as a record has it.
pub(crate) fn write(microseconds: i64) -> String {
    let (day, rest) =
        (microseconds.div_euclid(86_400_000_000), microseconds.rem_euclid(86_400_000_000));
    // Eras of 400 years, of 146,097 days.
    let shifted = day + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year + year / 4 - year / 100);
    let march = (5 * day_of_year + 2) / 153;
    let month = (march + 2) % 12 + 1;
    let year = era * 400 + year + i64::from(month < 3);
    let day = day_of_year - (153 * march + 2) / 5 + 1;
    let (seconds, fraction) = (rest / 1_000_000, rest % 1_000_000);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let fraction = if fraction == 0 { String::new() } else { format!(".{fraction:06}") };
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_survive_both_conversions() {
        for date in [
            "1970-01-01T00:00:00Z",
            "2000-02-29T23:59:59Z",
            "2025-09-04T10:11:12Z",
            "2025-12-31T10:11:12.000123Z",
            "1969-12-31T23:59:59.500000Z",
            "2100-03-01T00:00:00Z",
        ] {
            assert_eq!(write(microseconds(date).unwrap()), date);
        }
        assert_eq!(
            microseconds("2025-09-04T10:11:12.5Z"),
            microseconds("2025-09-04T10:11:12.500000999Z")
        );
        assert_eq!(microseconds("2025-01-01T00:00:00Z"), Some(1_735_689_600_000_000));
    }

    #[test]
    fn rejects_invalid_dates() {
        for date in [
            "",
            "2025-02-29T00:00:00Z",
            "2025-13-01T00:00:00Z",
            "2025-01-01",
            "2025-01-01T00:00:00.Z",
            "20é5-01-01T00:00:00Z",
        ] {
            assert_eq!(microseconds(date), None, "{date}");
        }
    }
}
