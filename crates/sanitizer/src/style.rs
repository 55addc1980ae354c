//! `style` attributes with listed properties only.

use std::collections::HashSet;

use cssparser::{Delimiter, ParseError, Parser, Token};

/// Blocks nest at most this deep in a value.
const MAX_DEPTH: usize = 16;

/// The declarations of `properties`, one after the other, without those that load something or can't be read.
pub(crate) fn filtered(style: &str, properties: &HashSet<String>) -> String {
    let mut parser = Parser::new(style);
    let mut kept = String::new();
    while !parser.is_exhausted() {
        let declaration: Result<_, ParseError<()>> =
            parser.parse_until_after(Delimiter::Semicolon, |parser| {
                let name = parser.expect_ident_cloned()?.to_ascii_lowercase();
                parser.expect_colon()?;
                parser.skip_whitespace();
                let start = parser.position();
                check(parser, 0)?;
                Ok((name, parser.slice_from(start).trim()))
            });
        if let Ok((name, value)) = declaration
            && properties.contains(&name)
            && !value.is_empty()
            // An escape could join the value with what follows.
            && !value.contains('\\')
        {
            if !kept.is_empty() {
                kept.push_str("; ");
            }
            kept.push_str(&name);
            kept.push_str(": ");
            kept.push_str(value);
        }
    }
    kept
}

/// Reads a value to its end; fails if a token of it loads something, or isn't closed.
fn check(parser: &mut Parser<'_>, depth: usize) -> Result<(), ParseError<()>> {
    loop {
        let Ok(token) = parser.next_including_whitespace_and_comments() else { return Ok(()) };
        let is_bad = match token {
            Token::UnquotedUrl(_) | Token::BadUrl(_) | Token::BadString(_) => true,
            Token::Comment(_) | Token::AtKeyword(_) | Token::CurlyBracketBlock => true,
            Token::CloseParenthesis | Token::CloseSquareBracket | Token::CloseCurlyBracket => true,
            Token::Function(name) => {
                let name = name.to_ascii_lowercase();
                matches!(
                    &*name,
                    "url"
                        | "src"
                        | "image"
                        | "image-set"
                        | "-webkit-image-set"
                        | "cross-fade"
                        | "-webkit-cross-fade"
                        | "expression"
                        | "element"
                        | "paint"
                        | "attr"
                        | "var"
                        | "env"
                )
            }
            _ => false,
        };
        let is_block = matches!(
            token,
            Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock
        );
        if is_bad || is_block && depth == MAX_DEPTH {
            return Err(ParseError::unexpected_token());
        }
        if is_block {
            parser.parse_nested_block(|parser| check(parser, depth + 1))?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_listed_properties_without_urls() {
        let properties = ["color", "margin", "background"].map(str::to_owned).into();
        #[rustfmt::skip]
        let cases = [
            ("color: red", "color: red"),
            ("COLOR:red;position:fixed;margin : 1px 2px !important", "color: red; margin: 1px 2px !important"),
            ("background: url(x)", ""),
            ("background: URL(\"x\"); color: rgb(1 2 3 / .5)", "color: rgb(1 2 3 / .5)"),
            ("background: image-set(\"x\" 1x)", ""),
            ("background: u\\72l(x)", ""),
            ("color: ;margin", ""),
            ("color: a\\ ; margin: 1px", "margin: 1px"),
            ("color: red/**/; x: {color: red}; color: blue", "color: blue"),
            ("color: calc(1px + (2px))", "color: calc(1px + (2px))"),
            ("color: red; color: \"\n", "color: red"),
            ("color: (((((((((((((((((((((1)))))))))))))))))))))", ""),
        ];
        for (style, expected) in cases {
            let once = filtered(style, &properties);
            assert_eq!(once, expected, "{style}");
            assert_eq!(filtered(&once, &properties), once, "{style}");
        }
    }
}
