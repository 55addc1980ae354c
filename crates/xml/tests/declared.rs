//! Attributes that the internal subset declares.

use sapwood_tree::Span;
use sapwood_xml::{Feedback, Tag, Token, TokenSink, Tokenizer, XmlTokenizerOptions};

/// The tags as text, with their attributes.
#[derive(Default)]
struct Tags(String);

impl TokenSink for Tags {
    fn token(&mut self, token: Token<'_>, _: Span) -> Feedback {
        if let Token::StartTag(Tag { name, attributes })
        | Token::EmptyTag(Tag { name, attributes }) = token
        {
            self.0 += name;
            for attribute in attributes {
                self.0 += &format!(" {}={:?}", attribute.name, attribute.value);
            }
            self.0 += ";";
        }
        Feedback::Continue
    }
}

/// The tags of a document with this internal subset, which are the same however they are read.
#[track_caller]
fn tags(subset: &str, content: &str, options: &XmlTokenizerOptions) -> String {
    let xml = format!("<!DOCTYPE a [{subset}]>{content}");
    let [fast, slow] = [true, false].map(|fast_path| {
        let mut tags = Tags::default();
        let mut tokenizer = Tokenizer::new(options.clone().fast_path(fast_path));
        tokenizer.feed(&xml, &mut tags);
        tokenizer.finish(&mut tags);
        tags.0
    });
    assert_eq!(fast, slow);
    fast
}

#[test]
fn tags_have_default_values_and_normalized_tokens() {
    let subset = "<!ATTLIST b c CDATA '1' d NMTOKENS #IMPLIED>";
    let content = "<a c=' x '><b/><b c=' 2 ' d=' x  y '></b></a>";
    let expected = r#"a c=" x ";b c="1";b c=" 2 " d="x y";"#;
    assert_eq!(tags(subset, content, &XmlTokenizerOptions::default()), expected);
}

#[test]
fn default_values_know_the_entities_that_written_values_know() {
    let subset = "<!ENTITY e '&lt;&eacute;'><!ATTLIST b c CDATA '&e;&eacute;'>";
    let content = "<a><b/><b c='&e;&eacute;'/></a>";
    let options = XmlTokenizerOptions::default().html_references(true);
    assert_eq!(tags(subset, content, &options), r#"a;b c="<éé";b c="<éé";"#);
    let expected = r#"a;b c="<&eacute;&eacute;";b c="<&eacute;&eacute;";"#;
    assert_eq!(tags(subset, content, &XmlTokenizerOptions::default()), expected);
}

#[test]
fn xml_id_is_normalized_without_a_declaration() {
    assert_eq!(
        tags("", "<a xml:id=' 1 ' id=' 1 '/>", &XmlTokenizerOptions::default()),
        "a xml:id=\"1\" id=\" 1 \";"
    );
}
