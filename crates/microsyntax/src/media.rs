//! [Media queries](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#mq).

use cssparser::{ParseError, Parser, Token};

type Parsed<T> = Result<T, ParseError<()>>;

/// The limit on nested parentheses; deeper ones make a list invalid.
const MAX_DEPTH: usize = 100;

/// Whether this is a [valid media query
/// list](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-media-query-list): whether it matches
/// [`<media-query-list>`](https://drafts.csswg.org/mediaqueries/#typedef-media-query-list). Unknown features are
/// valid, too.
///
/// ```
/// use sapwood::microsyntax::media;
///
/// assert!(media::is_valid("screen and (min-width: 20em), not print"));
/// assert!(media::is_valid("(width >= 600px) and (not (hover))") && media::is_valid(""));
/// assert!(!media::is_valid("screen or (hover)") && !media::is_valid("(hover) and print"));
/// ```
#[must_use]
pub fn is_valid(value: &str) -> bool {
    let mut parser = Parser::new(value);
    parser.is_exhausted() || parser.parse_comma_separated(query).is_ok()
}

/// [`<media-query>`](https://drafts.csswg.org/mediaqueries/#typedef-media-query)
fn query(parser: &mut Parser<'_>) -> Parsed<()> {
    if parser
        .try_parse(|parser| {
            condition(parser, true)?;
            end(parser)
        })
        .is_ok()
    {
        return Ok(());
    }
    let _ = ["not", "only"]
        .into_iter()
        .any(|word| parser.try_parse(|parser| parser.expect_ident_matching(word)).is_ok());
    let kind = parser.expect_ident()?;
    if ["only", "not", "and", "or", "layer"].iter().any(|it| kind.eq_ignore_ascii_case(it)) {
        return Err(ParseError::custom(()));
    }
    if parser.try_parse(|parser| parser.expect_ident_matching("and")).is_ok() {
        condition(parser, false)?;
    }
    end(parser)
}

fn end(parser: &mut Parser<'_>) -> Parsed<()> {
    Ok(parser.expect_exhausted()?)
}

/// [`<media-condition>`](https://drafts.csswg.org/mediaqueries/#typedef-media-condition), or the one without
/// `or`.
fn condition(parser: &mut Parser<'_>, may_have_or: bool) -> Parsed<()> {
    if parser.try_parse(|parser| parser.expect_ident_matching("not")).is_ok() {
        return in_parentheses(parser);
    }
    in_parentheses(parser)?;
    let connective = ["and", "or"].into_iter().find(|word| {
        (may_have_or || *word == "and")
            && parser.try_parse(|parser| parser.expect_ident_matching(word)).is_ok()
    });
    let Some(connective) = connective else { return Ok(()) };
    in_parentheses(parser)?;
    while parser.try_parse(|parser| parser.expect_ident_matching(connective)).is_ok() {
        in_parentheses(parser)?;
    }
    Ok(())
}

/// [`<media-in-parens>`](https://drafts.csswg.org/mediaqueries/#typedef-media-in-parens), which
/// includes anything in parentheses by `<general-enclosed>`.
fn in_parentheses(parser: &mut Parser<'_>) -> Parsed<()> {
    match parser.next()? {
        Token::ParenthesisBlock | Token::Function(_) => {
            parser.parse_nested_block(|parser| any_value(parser, 0))
        }
        _ => Err(ParseError::custom(())),
    }
}

/// [`<any-value>`](https://drafts.csswg.org/css-syntax/#typedef-any-value), or nothing.
fn any_value(parser: &mut Parser<'_>, depth: usize) -> Parsed<()> {
    loop {
        match parser.next() {
            Ok(
                Token::BadString(_)
                | Token::BadUrl(_)
                | Token::CloseParenthesis
                | Token::CloseSquareBracket
                | Token::CloseCurlyBracket,
            ) => return Err(ParseError::custom(())),
            Ok(
                Token::Function(_)
                | Token::ParenthesisBlock
                | Token::SquareBracketBlock
                | Token::CurlyBracketBlock,
            ) => {
                if depth == MAX_DEPTH {
                    return Err(ParseError::custom(()));
                }
                parser.parse_nested_block(|parser| any_value(parser, depth + 1))?;
            }
            Ok(_) => {}
            Err(_) => return Ok(()),
        }
    }
}
