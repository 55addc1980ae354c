//! Conversions to and from the types of `chrono`.

use ::chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime, Timelike};

use super::{BeforeYearOne, Date, LocalDateTime, OutOfRange, Time};

impl TryFrom<Date> for NaiveDate {
    type Error = OutOfRange;

    fn try_from(date: Date) -> Result<Self, OutOfRange> {
        let year = i32::try_from(date.year).map_err(|_| OutOfRange)?;
        Self::from_ymd_opt(year, date.month.into(), date.day.into()).ok_or(OutOfRange)
    }
}

impl TryFrom<NaiveDate> for Date {
    type Error = BeforeYearOne;

    fn try_from(date: NaiveDate) -> Result<Self, BeforeYearOne> {
        let year = u32::try_from(date.year()).map_err(|_| BeforeYearOne)?;
        Self::new(year, date.month() as u8, date.day() as u8).ok_or(BeforeYearOne)
    }
}

impl TryFrom<Time> for NaiveTime {
    type Error = OutOfRange;

    fn try_from(time: Time) -> Result<Self, OutOfRange> {
        let Time { hour, minute, second, nanosecond } = time;
        Self::from_hms_nano_opt(hour.into(), minute.into(), second.into(), nanosecond)
            .ok_or(OutOfRange)
    }
}

impl From<NaiveTime> for Time {
    /// A leap second becomes the second before it.
    fn from(time: NaiveTime) -> Self {
        Self {
            hour: time.hour() as u8,
            minute: time.minute() as u8,
            second: time.second() as u8,
            nanosecond: time.nanosecond() % 1_000_000_000,
        }
    }
}

impl TryFrom<LocalDateTime> for NaiveDateTime {
    type Error = OutOfRange;

    fn try_from(local: LocalDateTime) -> Result<Self, OutOfRange> {
        Ok(Self::new(local.date.try_into()?, local.time.try_into()?))
    }
}

impl TryFrom<NaiveDateTime> for LocalDateTime {
    type Error = BeforeYearOne;

    fn try_from(local: NaiveDateTime) -> Result<Self, BeforeYearOne> {
        Ok(Self { date: local.date().try_into()?, time: local.time().into() })
    }
}
