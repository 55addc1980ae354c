//! Conversions to and from the types of `jiff`.

use ::jiff::civil;

use super::{BeforeYearOne, Date, LocalDateTime, OutOfRange, Time};

impl TryFrom<Date> for civil::Date {
    type Error = OutOfRange;

    fn try_from(date: Date) -> Result<Self, OutOfRange> {
        let year = i16::try_from(date.year).map_err(|_| OutOfRange)?;
        Self::new(year, date.month as i8, date.day as i8).map_err(|_| OutOfRange)
    }
}

impl TryFrom<civil::Date> for Date {
    type Error = BeforeYearOne;

    fn try_from(date: civil::Date) -> Result<Self, BeforeYearOne> {
        let year = u32::try_from(date.year()).map_err(|_| BeforeYearOne)?;
        Self::new(year, date.month() as u8, date.day() as u8).ok_or(BeforeYearOne)
    }
}

impl TryFrom<Time> for civil::Time {
    type Error = OutOfRange;

    fn try_from(time: Time) -> Result<Self, OutOfRange> {
        let nanosecond = i32::try_from(time.nanosecond).map_err(|_| OutOfRange)?;
        Self::new(time.hour as i8, time.minute as i8, time.second as i8, nanosecond)
            .map_err(|_| OutOfRange)
    }
}

impl From<civil::Time> for Time {
    fn from(time: civil::Time) -> Self {
        Self {
            hour: time.hour() as u8,
            minute: time.minute() as u8,
            second: time.second() as u8,
            nanosecond: time.subsec_nanosecond() as u32,
        }
    }
}

impl TryFrom<LocalDateTime> for civil::DateTime {
    type Error = OutOfRange;

    fn try_from(local: LocalDateTime) -> Result<Self, OutOfRange> {
        Ok(civil::Date::try_from(local.date)?.to_datetime(local.time.try_into()?))
    }
}

impl TryFrom<civil::DateTime> for LocalDateTime {
    type Error = BeforeYearOne;

    fn try_from(local: civil::DateTime) -> Result<Self, BeforeYearOne> {
        Ok(Self { date: local.date().try_into()?, time: local.time().into() })
    }
}
