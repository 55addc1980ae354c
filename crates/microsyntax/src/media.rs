//! [Media queries](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#mq).

use cssparser::{BasicParseError, ParseError, Parser, ParserInput, Token};

type Parsed<'i, T> = Result<T, ParseError<'i, ()>>;

/// How deep parentheses may nest; deeper ones make a list invalid.
const DEEPEST: usize = 100;

/// Whether this is a [valid media query
/// list](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-media-query-list): whether it matches
/// [`<media-query-list>`](https://drafts.csswg.org/mediaqueries/#typedef-media-query-list). A feature that isn't
/// known is as valid as one that is.
///
/// ```
/// use sapwood_microsyntax::media;
///
/// assert!(media::is_valid("screen and (min-width: 20em), not print"));
/// assert!(media::is_valid("(width >= 600px) and (not (hover))") && media::is_valid(""));
/// assert!(!media::is_valid("screen or (hover)") && !media::is_valid("(hover) and print"));
/// ```
#[must_use]
pub fn is_valid(value: &str) -> bool {
    let mut input = ParserInput::new(value);
    let mut parser = Parser::new(&mut input);
    parser.is_exhausted() || parser.parse_comma_separated(query).is_ok()
}

/// [`<media-query>`](https://drafts.csswg.org/mediaqueries/#typedef-media-query)
fn query<'i>(parser: &mut Parser<'i, '_>) -> Parsed<'i, ()> {
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
        return Err(parser.new_custom_error(()));
    }
    if parser.try_parse(|parser| parser.expect_ident_matching("and")).is_ok() {
        condition(parser, false)?;
    }
    end(parser)
}

fn end<'i>(parser: &mut Parser<'i, '_>) -> Parsed<'i, ()> {
    Ok(parser.expect_exhausted()?)
}

/// [`<media-condition>`](https://drafts.csswg.org/mediaqueries/#typedef-media-condition), or the one without
/// `or`.
fn condition<'i>(parser: &mut Parser<'i, '_>, may_have_or: bool) -> Parsed<'i, ()> {
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

/// [`<media-in-parens>`](https://drafts.csswg.org/mediaqueries/#typedef-media-in-parens), which by
/// `<general-enclosed>` is whatever is in parentheses.
fn in_parentheses<'i>(parser: &mut Parser<'i, '_>) -> Parsed<'i, ()> {
    match parser.next()? {
        Token::ParenthesisBlock | Token::Function(_) => {
            parser.parse_nested_block(|parser| any_value(parser, 0))
        }
        _ => Err(parser.new_custom_error(())),
    }
}

/// [`<any-value>`](https://drafts.csswg.org/css-syntax/#typedef-any-value), or nothing.
fn any_value<'i>(parser: &mut Parser<'i, '_>, depth: usize) -> Parsed<'i, ()> {
    loop {
        match parser.next() {
            Ok(
                Token::BadString(_)
                | Token::BadUrl(_)
                | Token::CloseParenthesis
                | Token::CloseSquareBracket
                | Token::CloseCurlyBracket,
            ) => return Err(parser.new_custom_error(())),
            Ok(
                Token::Function(_)
                | Token::ParenthesisBlock
                | Token::SquareBracketBlock
                | Token::CurlyBracketBlock,
            ) => {
                if depth == DEEPEST {
                    return Err(parser.new_custom_error(()));
                }
                parser.parse_nested_block(|parser| any_value(parser, depth + 1))?;
            }
            Ok(_) => {}
            Err(BasicParseError { .. }) => return Ok(()),
        }
    }
}
