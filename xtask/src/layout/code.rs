//! The code of a file: its tokens without comments and tests.

use std::collections::BTreeSet;

use anyhow::{Result, anyhow};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Returns the tokens of a file without comments and items under `#[cfg(test)]`.
pub(super) fn tokens(text: &str) -> Result<TokenStream> {
    Ok(without_tests(text.parse().map_err(|error| anyhow!("{error}"))?))
}

/// Returns the number of lines that hold a token.
pub(super) fn lines(tokens: TokenStream) -> usize {
    let mut lines = BTreeSet::new();
    add_lines(tokens, &mut lines);
    lines.len()
}

fn add_lines(tokens: TokenStream, lines: &mut BTreeSet<usize>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                lines.extend([group.span_open().start().line, group.span_close().end().line]);
                add_lines(group.stream(), lines);
            }
            token => lines.extend(token.span().start().line..=token.span().end().line),
        }
    }
}

fn without_tests(stream: TokenStream) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut tokens = stream.into_iter();
    while let Some(token) = tokens.next() {
        let TokenTree::Group(group) = token else {
            kept.push(token);
            continue;
        };
        let marks = kept.iter().rev().take_while(|it| is_mark(it, '#') || is_mark(it, '!')).count();
        let attribute = if marks == 0 { String::new() } else { group.stream().to_string() };
        let is_test = attribute.replace(' ', "") == "cfg(test)";
        if is_test || attribute.starts_with("doc =") {
            kept.truncate(kept.len() - marks);
            if is_test {
                skip_item(&mut tokens);
            }
            continue;
        }
        let mut inner = Group::new(group.delimiter(), without_tests(group.stream()));
        inner.set_span(group.span());
        kept.push(TokenTree::Group(inner));
    }
    kept.into_iter().collect()
}

/// Skips an item, which ends at its block or at a `;`, or at the latter alone if it is a `use`.
fn skip_item(tokens: &mut impl Iterator<Item = TokenTree>) {
    let mut is_use = false;
    for token in tokens {
        is_use |= matches!(&token, TokenTree::Ident(word) if word == "use");
        let is_block = matches!(&token, TokenTree::Group(it) if it.delimiter() == Delimiter::Brace);
        if is_mark(&token, ';') || is_block && !is_use {
            return;
        }
    }
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(it) if it.as_char() == mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_blank_lines_and_tests_are_no_code() {
        let text = "\
//! Head.

/* two
   lines */
use a::b; // code

/// Doc.
#[derive(Debug)]
struct A {
    /// Field.
    a: &'static str,
}

const TEXT: &str = \"one
two // no comment\";

#[cfg(test)]
use a::{b, c};

#[cfg(test)]
mod tests {
    fn f() {}
}
fn last() {}
";
        assert_eq!(lines(tokens(text).unwrap()), 8);
    }
}
