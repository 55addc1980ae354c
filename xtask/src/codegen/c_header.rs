//! The header of the C interface, and the list of the functions in it.

use anyhow::{Context, Result};
use cbindgen::{
    Builder, Config, DocumentationStyle, EnumConfig, ExportConfig, Language, RenameRule, Style,
};

use crate::root;

/// The crate that the header is made from.
const CRATE: &str = "crates/capi";

/// The names of types in C.
const NAMES: [(&str, &str); 44] = [
    ("Answer", "sapwood_answer"),
    ("Attribute", "sapwood_attribute"),
    ("Batch", "sapwood_batch"),
    ("ContentFunction", "sapwood_content_function"),
    ("ContentWriter", "sapwood_content_writer"),
    ("Document", "sapwood_document"),
    ("Error", "sapwood_error"),
    ("FFI_ArrowArray", "struct ArrowArray"),
    ("FFI_ArrowSchema", "struct ArrowSchema"),
    ("HtmlToken", "sapwood_token"),
    ("Link", "sapwood_link"),
    ("Links", "sapwood_links"),
    ("MatchFunction", "sapwood_match_function"),
    ("Mode", "sapwood_mode"),
    ("Namespaces", "sapwood_namespaces"),
    ("NodeKind", "sapwood_node_type"),
    ("NodeList", "sapwood_node_list"),
    ("NodeNumber", "sapwood_node"),
    ("NodeRow", "sapwood_node_row"),
    ("Options", "sapwood_options"),
    ("OwnedString", "sapwood_string"),
    ("Parser", "sapwood_parser"),
    ("Patch", "sapwood_patch"),
    ("Patches", "sapwood_patches"),
    ("Place", "sapwood_place"),
    ("Rewriter", "sapwood_rewriter"),
    ("Sanitizer", "sapwood_sanitizer"),
    ("Selector", "sapwood_selector"),
    ("Status", "sapwood_status"),
    ("Str", "sapwood_str"),
    ("Stream", "sapwood_stream"),
    ("SyntaxError", "sapwood_syntax_error"),
    ("Tables", "sapwood_tables"),
    ("TokenFunction", "sapwood_token_function"),
    ("TokenKind", "sapwood_token_kind"),
    ("Unit", "sapwood_unit"),
    ("UnitFunction", "sapwood_unit_function"),
    ("UnitKind", "sapwood_unit_type"),
    ("Variables", "sapwood_variables"),
    ("WriteFunction", "sapwood_write_function"),
    ("Xpath", "sapwood_xpath"),
    ("XpathItem", "sapwood_xpath_item"),
    ("XpathType", "sapwood_xpath_type"),
    ("XpathValue", "sapwood_xpath_value"),
];

/// The text at the head of the header.
const HEAD: &str = include_str!("c_header_head.txt");

/// The header.
pub(super) fn header(_: &[String]) -> Result<String> {
    let rename = NAMES.iter().map(|(rust, c)| ((*rust).to_owned(), (*c).to_owned())).collect();
    let config = Config {
        language: Language::C,
        include_guard: Some("SAPWOOD_H".to_owned()),
        cpp_compat: true,
        style: Style::Both,
        documentation_style: DocumentationStyle::C99,
        line_length: 120,
        tab_width: 4,
        usize_is_size_t: true,
        after_includes: Some(HEAD.to_owned()),
        // A number of it is an argument, which may be any.
        export: ExportConfig {
            rename,
            include: ["Answer", "Place"].map(str::to_owned).to_vec(),
            ..ExportConfig::default()
        },
        enumeration: EnumConfig {
            rename_variants: RenameRule::QualifiedScreamingSnakeCase,
            ..EnumConfig::default()
        },
        ..Config::default()
    };
    let bindings = Builder::new()
        .with_src(root().join(CRATE).join("src/lib.rs"))
        .with_config(config)
        .generate()
        .context("cbindgen")?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    Ok(without_aliases(&String::from_utf8(text)?))
}

/// Replaces the aliases that Rust has for pointers to results by what they stand for: C reads the pointers as such.
fn without_aliases(header: &str) -> String {
    const COMMENTS: [&str; 2] = [
        "// A pointer to which a function writes ",
        "// A pointer to an object that a function changes. ",
    ];
    let mut aliases = Vec::new();
    let mut text = String::new();
    for line in header.lines() {
        let alias = line.strip_prefix("typedef ").and_then(|line| {
            let (meaning, name) = line.strip_suffix(';')?.rsplit_once([' ', '*'])?;
            let is_pointer = line.strip_prefix(meaning)?.starts_with('*');
            let star = if is_pointer { "*" } else { "" };
            let meaning = match name.starts_with("Changed_") {
                true => meaning.trim_start_matches("const "),
                false if name.starts_with("Out_") || name == "ErrorOut" => meaning,
                false => return None,
            };
            Some((name, format!("{meaning}{star}")))
        });
        match alias {
            Some(alias) => aliases.push(alias),
            None if COMMENTS.iter().any(|comment| line.starts_with(comment)) => {}
            None => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    // An alias may stand for another; the longest names come first, since one may be the beginning of another.
    aliases.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    for _ in 0..2 {
        for (name, meaning) in &aliases {
            text = text.replace(
                &format!("{name} "),
                &if meaning.ends_with('*') { meaning.clone() } else { format!("{meaning} ") },
            );
        }
    }
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    text
}

/// The functions that a header declares.
pub(crate) fn functions(header: &str) -> Vec<&str> {
    let declared = header.lines().filter(|line| !line.starts_with("//") && !line.starts_with('#'));
    let mut names: Vec<&str> = declared
        .filter_map(|line| {
            let (before, _) = line.split_once('(')?;
            let name = before.rsplit([' ', '*']).next()?;
            (name.starts_with("sapwood_") && !before.starts_with(' ')).then_some(name)
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}
