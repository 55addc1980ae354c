//! [Dates and times](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#dates-and-times).
//!
//! Years are those of the proleptic Gregorian calendar from 1 on, past 9999 too, as far as 32 bits go.
//! `Display` writes each in its normal form, which is the shortest that is valid.

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

pub use calendar::{Date, Month, YearlessDate, days_in_month, is_leap_year};
#[cfg(any(feature = "chrono", feature = "jiff"))]
pub use convert::{BeforeYearOne, OutOfRange};
pub use duration::Duration;
pub use global::GlobalDateTime;
pub use local::LocalDateTime;
pub use time::Time;
pub use vague::DateOrTime;
pub use week::{Week, weeks_in_year};
pub use zone::TimeZoneOffset;
