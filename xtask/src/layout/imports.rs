//! The imports of each file of a crate: the files that declare the items whose paths it mentions.
//!
//! Paths are resolved by names alone: through `mod` declarations, items, `use` declarations and globs. A path whose
//! last names are unknown, such as those of a macro's items, leads to the last module in it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::Result;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::{
    code,
    crates::{files, is_test},
};

/// For each file, the files that it imports from, and the paths that lead there.
pub(super) type Imports = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// Names of a path, such as `["crate", "store", "Arena"]`.
type Names = Vec<String>;

/// A module: a file, or a block `mod name { … }` in one.
#[derive(Default)]
struct Module {
    file: String,
    items: BTreeSet<String>,
    /// Names that `use` declarations bring in, with their paths; `*` for a glob.
    imported: Vec<(String, Names)>,
    /// All paths in the code.
    paths: BTreeSet<Names>,
}

/// The modules by their paths from the crate's root, which has none.
#[derive(Default)]
struct Modules(BTreeMap<Names, Module>);

/// Reads the crate whose `lib.rs` or `main.rs` is in the folder.
pub(super) fn read(folder: &Path) -> Result<Imports> {
    let mut texts = BTreeMap::new();
    for path in files(folder)? {
        let file = path.strip_prefix(folder)?;
        if !is_test(file) {
            texts.insert(file.display().to_string(), fs::read_to_string(&path)?);
        }
    }
    resolve(&texts)
}

/// Returns the imports of the files of a crate, given by path and text.
fn resolve(texts: &BTreeMap<String, String>) -> Result<Imports> {
    let mut modules = Modules::default();
    for (file, text) in texts {
        modules.add(module_of(file), file, code::tokens(text)?);
    }
    let mut imports = Imports::new();
    for (at, module) in &modules.0 {
        let others = imports.entry(module.file.clone()).or_default();
        for path in &module.paths {
            let declaring = &modules.file_of(at, path).file;
            if *declaring != module.file {
                others.entry(declaring.clone()).or_default().insert(path.join("::"));
            }
        }
    }
    Ok(imports)
}

/// Returns the path of the module in a file.
fn module_of(file: &str) -> Names {
    let mut names: Names = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if names.last().is_some_and(|it| it == "mod") || matches!(file, "lib.rs" | "main.rs") {
        names.pop();
    }
    names
}

impl Modules {
    fn add(&mut self, at: Names, file: &str, tokens: TokenStream) {
        let mut module = Module { file: file.to_owned(), ..Module::default() };
        let mut blocks = Vec::new();
        module.read(tokens, true, &mut blocks);
        for (name, tokens) in blocks {
            self.add([&*at, &[name]].concat(), file, tokens);
        }
        self.0.insert(at, module);
    }

    /// Returns the module that declares what a path in the module `at` names.
    fn file_of(&self, at: &Names, path: &[String]) -> &Module {
        let found = (0..=path.len()).rev().find_map(|end| self.find(at, &path[..end], 16));
        found.unwrap_or(&self.0[at])
    }

    /// Follows a path from a module; through at most `fuel` imports, which may be circular.
    fn find(&self, at: &[String], path: &[String], fuel: usize) -> Option<&Module> {
        let module = self.0.get(at)?;
        let Some((name, rest)) = path.split_first() else { return Some(module) };
        let child = [at, std::slice::from_ref(name)].concat();
        match &**name {
            "crate" => return self.find(&[], rest, fuel),
            "self" => return self.find(at, rest, fuel),
            "super" => return self.find(&at[..at.len().checked_sub(1)?], rest, fuel),
            "*" => return Some(module),
            _ if self.0.contains_key(&child) => return self.find(&child, rest, fuel),
            name if module.items.contains(name) => return Some(module),
            _ => {}
        }
        let fuel = fuel.checked_sub(1)?;
        let named = module.imported.iter().filter(|(it, _)| it == name);
        let mut named = named.map(|(_, import)| [&**import, rest].concat());
        // Others are of crates elsewhere.
        let is_ours = |first: &str| ["crate", "self", "super"].contains(&first);
        let globs = module.imported.iter().filter(|(it, path)| it == "*" && is_ours(&path[0]));
        let mut globs = globs.map(|(_, import)| [&import[..import.len() - 1], path].concat());
        // A `use` whose first name is its own would lead here again.
        let follow = |import: Names| (import != path).then(|| self.find(at, &import, fuel))?;
        named.find_map(follow).or_else(|| globs.find_map(follow))
    }
}

impl Module {
    /// Reads paths, and in the module itself declarations; the blocks of modules are left to the caller.
    fn read(&mut self, tokens: TokenStream, at_top: bool, blocks: &mut Vec<(String, TokenStream)>) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let previous = at.checked_sub(1).and_then(|it| word(&tokens[it])).unwrap_or_default();
            match token {
                TokenTree::Group(group) => match &*previous {
                    // `pub(in path)` is no import.
                    "pub" => {}
                    _ => self.read(group.stream(), false, blocks),
                },
                TokenTree::Ident(name) if name == "use" => {
                    at += 1;
                    at += self.read_use(&tokens[at..], Vec::new());
                }
                TokenTree::Ident(name) => {
                    let names = path(&tokens[at..]);
                    let block = tokens.get(at + 1);
                    match (&*previous, block) {
                        ("mod", Some(TokenTree::Group(block))) => {
                            blocks.push((name.to_string(), block.stream()));
                            at += 1;
                        }
                        (
                            "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static"
                            | "union",
                            _,
                        ) if at_top => {
                            self.items.insert(name.to_string());
                        }
                        _ if names.len() > 1 => {
                            at += (names.len() - 1) * 3;
                            self.paths.insert(names);
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Reads a tree of imports below a prefix; returns the number of its tokens.
    fn read_use(&mut self, tokens: &[TokenTree], prefix: Names) -> usize {
        let mut names = prefix.clone();
        let mut renamed = None;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            match token {
                TokenTree::Punct(mark) if matches!(mark.as_char(), ',' | ';') => {
                    let path = std::mem::replace(&mut names, prefix.clone());
                    self.import(path, &prefix, renamed.take());
                    if mark.as_char() == ';' {
                        return at;
                    }
                }
                TokenTree::Punct(mark) if mark.as_char() == '*' => names.push("*".into()),
                TokenTree::Ident(name) if name == "as" => {
                    at += 1;
                    renamed = tokens.get(at).and_then(word);
                }
                TokenTree::Ident(name) => names.push(name.to_string()),
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    let inner: Vec<_> = group.stream().into_iter().collect();
                    self.read_use(&inner, std::mem::take(&mut names));
                }
                _ => {}
            }
            at += 1;
        }
        self.import(names, &prefix, renamed);
        at
    }

    /// Adds one imported path, unless it is nothing but the prefix: it ended in a group, or there is none after a comma.
    fn import(&mut self, mut path: Names, prefix: &[String], renamed: Option<String>) {
        if path.len() <= prefix.len() {
            return;
        }
        // `use a::{self}` imports `a`.
        if path.len() > 1 && path.last().is_some_and(|it| it == "self") {
            path.pop();
        }
        if let Some(name) = renamed.or_else(|| path.last().cloned()) {
            self.imported.push((name, path.clone()));
            self.paths.insert(path);
        }
    }
}

fn word(token: &TokenTree) -> Option<String> {
    matches!(token, TokenTree::Ident(_)).then(|| token.to_string())
}

/// Returns the names at the beginning of the tokens that `::` joins.
fn path(tokens: &[TokenTree]) -> Names {
    let mut names = Vec::new();
    let mut rest = tokens;
    while let Some(name) = rest.first().and_then(word) {
        names.push(name);
        let is_joined = |it: &[TokenTree]| it.iter().all(|it| it.to_string() == ":");
        match rest.get(1..3).filter(|it| is_joined(it)) {
            Some(_) => rest = &rest[3..],
            None => break,
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the imports between files as `from -> to`.
    fn edges(files: &[(&str, &str)]) -> Vec<String> {
        let files = files.iter().map(|(file, text)| ((*file).into(), (*text).into())).collect();
        let imports = resolve(&files).unwrap();
        let edges =
            imports.iter().flat_map(|(from, others)| others.keys().map(move |to| (from, to)));
        edges.map(|(from, to)| format!("{from} -> {to}")).collect()
    }

    #[test]
    fn a_declaration_of_a_module_is_no_import() {
        assert_eq!(
            edges(&[("lib.rs", "mod a; pub mod b;"), ("a.rs", ""), ("b/mod.rs", "")]),
            [""; 0]
        );
    }

    #[test]
    fn uses_lead_to_the_declaring_file() {
        let files = [
            ("lib.rs", "mod a; mod b; pub use b::{Kind, c::Deep as Low};"),
            ("a.rs", "use crate::{Kind, Low}; use sapwood_names::b::X;"),
            ("b/mod.rs", "mod c; pub enum Kind {}"),
            ("b/c.rs", "pub(in crate::b) struct Deep; use std::{fmt, io};"),
        ];
        assert_eq!(
            edges(&files),
            ["a.rs -> b/c.rs", "a.rs -> b/mod.rs", "lib.rs -> b/c.rs", "lib.rs -> b/mod.rs"]
        );
    }

    #[test]
    fn paths_in_code_are_imports_but_not_those_in_comments_strings_and_tests() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c; mod d;"),
            (
                "a.rs",
                "fn f() { write!(x, \"{}\", super::b::g()); } // crate::c::h()\n#[cfg(test)] use crate::c;",
            ),
            ("b.rs", "use super::d; fn g() { d::i(\"crate::c\") }"),
            ("c.rs", "/// [`crate::a`]\nfn h() {} mod inner { use super::super::a::f; }"),
            ("d.rs", "fn i() {}"),
        ];
        assert_eq!(edges(&files), ["a.rs -> b.rs", "b.rs -> d.rs", "c.rs -> a.rs"]);
    }

    #[test]
    fn globs_are_followed_once() {
        let files = [
            ("lib.rs", "mod a; mod b; pub use self::a::*; pub use self::b::*;"),
            ("a.rs", "use super::*; pub fn f() { g::h() }"),
            ("b.rs", "use super::*; pub mod g {}"),
        ];
        assert_eq!(
            edges(&files),
            [
                "a.rs -> b.rs",
                "a.rs -> lib.rs",
                "b.rs -> lib.rs",
                "lib.rs -> a.rs",
                "lib.rs -> b.rs"
            ]
        );
    }
}
