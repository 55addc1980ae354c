//! Arguments that were meant as something else: a URL given as a file, a file given as the value of an option.

use std::{env, io, path::Path};

use anyhow::{Error, anyhow};

use crate::{content::Syntax, decompress::Format};

/// Returns the error of opening the input `path`; for a URL, it names the command that reads the page.
pub(crate) fn unopened(path: &Path, error: io::Error) -> Error {
    let text = path.to_string_lossy();
    let cannot_read = format!("cannot read {text}");
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|it| it.to_string_lossy().into_owned()).collect();
    match scheme(&text) {
        Some(("file", rest)) => {
            let file = rest.strip_prefix("localhost").unwrap_or(rest);
            anyhow!("{cannot_read}: sapwood reads files: {}", command(&arguments, &text, file))
        }
        Some(_) => anyhow!(
            "{cannot_read}: sapwood reads files: curl -s {} | {}",
            quoted(&text),
            command(&arguments, &text, "-")
        ),
        None if ["on", "off"].contains(&&*text) && error.kind() == io::ErrorKind::NotFound => {
            anyhow!(
                "{cannot_read}: {error}; the value of a switch needs `=`, such as --scripting={text}"
            )
        }
        None => Error::new(error).context(cannot_read),
    }
}

/// Returns the error of opening `path`, a file other than the input.
pub(crate) fn unopened_file(path: &Path, error: io::Error) -> Error {
    let text = path.to_string_lossy();
    match scheme(&text) {
        Some(_) => anyhow!(
            "cannot read {text}: sapwood reads files: save it by `curl -sO {}` and name the file",
            quoted(&text)
        ),
        None => Error::new(error).context(format!("cannot read {text}")),
    }
}

/// Checks that the value of an option isn't the name of a file of markup, which was meant as the input.
pub(crate) fn not_input(value: &str) -> Result<&str, String> {
    let mut name = value;
    for compressed in Format::EXTENSIONS {
        let whole = name.strip_suffix(compressed).and_then(|it| it.strip_suffix('.'));
        name = whole.unwrap_or(name);
    }
    let extension = Path::new(name).extension().unwrap_or_default();
    let is_markup = [Syntax::Html, Syntax::Xml]
        .iter()
        .flat_map(|syntax| syntax.extensions())
        .any(|known| extension.eq_ignore_ascii_case(known));
    match is_markup && Path::new(value).is_file() {
        true => Err("it is a file; the value belongs before it".to_owned()),
        false => Ok(value),
    }
}

/// A value that isn't the name of a file of markup.
pub(crate) fn word(value: &str) -> Result<String, String> {
    not_input(value).map(str::to_owned)
}

/// Splits a URL after `://`. A single letter is a drive of Windows.
fn scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once("://")?;
    let is_scheme = scheme.len() > 1
        && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|it| it.is_ascii_alphanumeric() || b"+-.".contains(&it));
    is_scheme.then_some((scheme, rest))
}

/// The command line with `file` in place of `url`, and without the other URLs that it reads.
fn command(arguments: &[String], url: &str, file: &str) -> String {
    let last = arguments.iter().rposition(|it| it == url);
    let mut words = vec!["sapwood".to_owned()];
    for (number, argument) in arguments.iter().enumerate() {
        let is_value = number > 0 && arguments[number - 1].starts_with('-');
        if Some(number) == last {
            words.push(quoted(file));
        } else if scheme(argument).is_none() || is_value {
            words.push(quoted(argument));
        }
    }
    words.join(" ")
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "-_./:=,+@%".contains(it);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_read_standard_input_in_place_of_a_url() {
        let url = "https://a.b/?c&d";
        for (arguments, expected) in [
            (&["text", url][..], "sapwood text -"),
            (&["select", "p > a", url], "sapwood select 'p > a' -"),
            (&["links", "--base", url, url], "sapwood links --base 'https://a.b/?c&d' -"),
            (&["text", "c.html", url, "http://e/"], "sapwood text c.html -"),
        ] {
            let arguments: Vec<_> = arguments.iter().map(|it| (*it).to_owned()).collect();
            assert_eq!(command(&arguments, url, "-"), expected);
        }
    }

    #[test]
    fn urls_have_a_scheme() {
        for (text, expected) in [
            ("https://a.b", Some("https")),
            ("file:///a", Some("file")),
            ("C://a", None),
            ("a/b://c", None),
            ("://a", None),
        ] {
            assert_eq!(scheme(text).map(|(scheme, _)| scheme), expected, "{text}");
        }
    }
}
