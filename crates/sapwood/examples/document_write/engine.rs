//! A toy in place of a script engine.
//!
//! A script is a list of statements, and one that it doesn't know ends it:
//!
//! ```js
//! document.write("a" + 'b');
//! document.open();
//! document.close();
//! document.getElementById("a").id = "b";
//! document.getElementsByTagName("a")[2].setAttribute("b", "c");
//! ```

use std::mem;

use sapwood::{Document, NodeId, NodeRef, ScriptedParser, Step};

/// Goes on from `step` until no script is left to run.
///
/// Scripts that are written by scripts run before those go on, so there is a stack of them.
pub(crate) fn run(parser: &mut ScriptedParser, mut step: Step<NodeId>) {
    let mut running: Vec<Script> = Vec::new();
    loop {
        if let Step::Script(element) = step {
            running.push(Script::of(parser.document(), element));
        }
        let Some(script) = running.last_mut() else { break };
        step = match script.next() {
            Some(statement) => execute(parser, &statement),
            None => {
                running.pop();
                parser.resume()
            }
        };
    }
}

fn execute(parser: &mut ScriptedParser, statement: &Statement) -> Step<NodeId> {
    match statement {
        Statement::Write(text) => return parser.write(text),
        Statement::Close => return parser.close(),
        Statement::Open => {
            parser.open();
        }
        Statement::SetAttribute { element, name, value } => {
            if let Some(element) = element.find(parser.document()) {
                parser.sink_mut().set_attribute(element, name, value);
            }
        }
    }
    Step::Done
}

/// A script that is running.
struct Script {
    text: String,
    /// The position of its next statement.
    at: usize,
}

enum Statement {
    Write(String),
    Open,
    Close,
    SetAttribute { element: Element, name: String, value: String },
}

/// A way to find an element.
enum Element {
    ById(String),
    ByTagName(String, usize),
}

impl Element {
    fn find(&self, document: &Document) -> Option<NodeId> {
        let mut elements = document.root().descendants().filter(NodeRef::is_element);
        let found = match self {
            Self::ById(id) => elements.find(|element| element.attr("id") == Some(id)),
            Self::ByTagName(name, place) => {
                elements.filter(|element| element.local_name() == Some(name)).nth(*place)
            }
        };
        found.map(|element| element.node_id())
    }
}

impl Script {
    fn of(document: &Document, element: NodeId) -> Self {
        let text = document.node(element).map(|script| script.text_content());
        Self { text: text.unwrap_or_default(), at: 0 }
    }

    fn next(&mut self) -> Option<Statement> {
        let text = mem::take(&mut self.text);
        let mut reader = Reader { rest: &text[self.at..] };
        let statement = reader.statement();
        self.at = text.len() - reader.rest.len();
        self.text = text;
        statement
    }
}

/// Reads a script.
struct Reader<'s> {
    rest: &'s str,
}

impl Reader<'_> {
    fn statement(&mut self) -> Option<Statement> {
        while self.word(";").is_some() {}
        self.word("document")?;
        self.word(".")?;
        if self.word("write").is_some() {
            self.word("(")?;
            let text = self.strings()?;
            self.word(")")?;
            return Some(Statement::Write(text));
        }
        if self.word("open").is_some() {
            self.word("(").and(self.word(")"))?;
            return Some(Statement::Open);
        }
        if self.word("close").is_some() {
            self.word("(").and(self.word(")"))?;
            return Some(Statement::Close);
        }
        let element = if self.word("getElementById").is_some() {
            Element::ById(self.argument()?)
        } else {
            self.word("getElementsByTagName")?;
            let name = self.argument()?;
            self.word("[")?;
            let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
            let place = self.rest[..digits].parse().ok()?;
            self.rest = &self.rest[digits..];
            self.word("]")?;
            Element::ByTagName(name, place)
        };
        self.word(".")?;
        if self.word("setAttribute").is_some() {
            self.word("(")?;
            let name = self.strings()?;
            self.word(",")?;
            let value = self.strings()?;
            self.word(")")?;
            return Some(Statement::SetAttribute { element, name, value });
        }
        self.word("id")?;
        self.word("=")?;
        Some(Statement::SetAttribute { element, name: "id".to_owned(), value: self.strings()? })
    }

    /// Takes `word`, if it comes next.
    fn word(&mut self, word: &str) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(word)?;
        Some(())
    }

    /// A string in parentheses.
    fn argument(&mut self) -> Option<String> {
        self.word("(")?;
        let text = self.strings()?;
        self.word(")")?;
        Some(text)
    }

    /// Strings joined by `+`.
    fn strings(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            self.string(&mut text)?;
            if self.word("+").is_none() {
                return Some(text);
            }
        }
    }

    fn string(&mut self, text: &mut String) -> Option<()> {
        self.rest = self.rest.trim_start();
        let mut characters = self.rest.chars();
        let quote = characters.next().filter(|character| matches!(character, '"' | '\''))?;
        loop {
            match characters.next()? {
                '\\' => text.push(match characters.next()? {
                    'n' => '\n',
                    'r' => '\r',
                    '0' => '\0',
                    other => other,
                }),
                end if end == quote => break,
                other => text.push(other),
            }
        }
        self.rest = characters.as_str();
        Some(())
    }
}
