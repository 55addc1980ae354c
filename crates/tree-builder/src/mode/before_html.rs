//! [The "before html" insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#the-before-html-insertion-mode)

use sapwood_names::{Name, Namespace, tag};
use sapwood_tokenizer::Tag;
use sapwood_tree::{Attributes, ErrorCode, NewElement, Origin, Span, TreeSink};

use crate::{
    algorithm::element_flags::flags_of,
    builder::{Mode, TreeBuilder},
    input::{Input, Next},
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn before_html(&mut self, input: Input<'_>) -> Next {
        match input {
            Input::Doctype(_) => self.ignore(ErrorCode::UnexpectedDoctype),
            Input::Comment(data) => self.append_comment_to_document(data),
            Input::ProcessingInstruction { target, data } => {
                self.append_instruction_to_document(target, data)
            }
            Input::Whitespace(_) => Next::Done,
            Input::Start(tag) if tag.name.id == tag::HTML => {
                self.insert_root(tag, Origin::Tag(self.span));
                Next::Done
            }
            Input::End(tag)
                if !matches!(tag.name.id, tag::HEAD | tag::BODY | tag::HTML | tag::BR) =>
            {
                self.ignore(ErrorCode::UnexpectedEndTag)
            }
            Input::Text(_) | Input::Null(_) | Input::Start(_) | Input::End(_) | Input::Eof => {
                self.imply_root()
            }
        }
    }

    pub(crate) fn imply_root(&mut self) -> Next {
        let name = Name::known(tag::HTML);
        let tag = Tag { name, attributes: Attributes::NONE, self_closing: false };
        self.insert_root(&tag, Origin::Implied(Span::at(self.span.start)));
        Next::Reprocess
    }

    fn insert_root(&mut self, tag: &Tag<'_>, origin: Origin) {
        let document = self.sink.document();
        let root = NewElement { origin, ..self.html_element(tag) };
        let root = self.sink.append_element(&document, root);
        let flags = flags_of(Namespace::Html, tag::HTML, false);
        self.open.push(root, Namespace::Html, tag::HTML, flags);
        self.mode = Mode::BeforeHead;
    }
}
