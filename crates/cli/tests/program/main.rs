//! Runs of the program `sapwood`.

mod chunks;
mod cli;
mod edit;
mod habits;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(all(target_os = "linux", feature = "warc"))]
mod outputs;
mod process;
mod reading;
mod safety;
#[cfg(feature = "warc")]
mod warc;
mod ways;
mod xml;
mod xpath;
