//! Harnesses over the public suites.
