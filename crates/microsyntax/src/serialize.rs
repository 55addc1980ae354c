//! [`Serialize`] for values.

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{
    Dimension, InvalidValue, ListedDimension, Unit,
    color::Color,
    date::{
        Date, DateOrTime, Duration, GlobalDateTime, LocalDateTime, Month, Time, TimeZoneOffset,
        Week, YearlessDate,
    },
    integer::IntegerError,
    refresh::Refresh,
    srcset::{Candidate, SourceSize},
};

/// Implements [`Serialize`] by the text that `Display` writes.
macro_rules! as_text {
    ($($value:ty),* $(,)?) => {$(
        /// The text that `Display` writes.
        impl Serialize for $value {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

as_text! {
    Color, Date, DateOrTime, Dimension, Duration, GlobalDateTime, IntegerError, InvalidValue, LocalDateTime, Month,
    Time, TimeZoneOffset, Week, YearlessDate,
}

#[cfg(feature = "css")]
as_text!(crate::color::CssColor);

/// `percentage`, `relative` or `absolute`.
impl Serialize for Unit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Percentage => "percentage",
            Self::Relative => "relative",
            Self::Absolute => "absolute",
        })
    }
}

/// `value` and `unit`.
impl Serialize for ListedDimension {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut dimension = serializer.serialize_struct("ListedDimension", 2)?;
        dimension.serialize_field("value", &self.value)?;
        dimension.serialize_field("unit", &self.unit)?;
        dimension.end()
    }
}

/// `url`; `width`, `density` and `height`, which may be null.
impl Serialize for Candidate<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut candidate = serializer.serialize_struct("Candidate", 4)?;
        candidate.serialize_field("url", self.url)?;
        candidate.serialize_field("width", &self.width)?;
        candidate.serialize_field("density", &self.density)?;
        candidate.serialize_field("height", &self.height)?;
        candidate.end()
    }
}

/// `condition`, which may be null, and `size`.
impl Serialize for SourceSize<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut size = serializer.serialize_struct("SourceSize", 2)?;
        size.serialize_field("condition", &self.condition)?;
        size.serialize_field("size", self.size)?;
        size.end()
    }
}

/// `time` in seconds, and `url`, which may be null.
impl Serialize for Refresh<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut refresh = serializer.serialize_struct("Refresh", 2)?;
        refresh.serialize_field("time", &self.time)?;
        refresh.serialize_field("url", &self.url)?;
        refresh.end()
    }
}
