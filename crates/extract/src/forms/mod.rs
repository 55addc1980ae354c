//! Forms, their controls, and the requests that they submit.

#[cfg(feature = "url")]
mod body;
#[cfg(feature = "url")]
mod charset;
mod collect;
mod form;
#[cfg(feature = "url")]
mod submission;
mod value;

#[cfg(feature = "url")]
pub use self::submission::{Submission, SubmissionError};
pub use self::{
    collect::forms,
    form::{Control, Form, FormError, FormOption, Method},
};
