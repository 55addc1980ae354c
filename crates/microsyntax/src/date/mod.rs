//! [Dates and times](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#dates-and-times).
//!
//! Years are those of the proleptic Gregorian calendar, from 1 to 2³² − 1. A string with a later year is valid but
//! cannot be parsed; see [`with_year_in_range`]. `Display` writes the shortest valid form.

mod calendar;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(any(feature = "chrono", feature = "jiff"))]
mod convert;
mod duration;
mod global;
#[cfg(feature = "jiff")]
mod jiff;
mod local;
mod time;
mod vague;
mod week;
mod zone;

pub use calendar::{Date, Month, YearlessDate, days_in_month, is_leap_year, with_year_in_range};
#[cfg(any(feature = "chrono", feature = "jiff"))]
pub use convert::{BeforeYearOne, OutOfRange};
pub use duration::Duration;
pub use global::GlobalDateTime;
pub use local::LocalDateTime;
pub use time::Time;
pub use vague::DateOrTime;
pub use week::{Week, weeks_in_year};
pub use zone::TimeZoneOffset;
