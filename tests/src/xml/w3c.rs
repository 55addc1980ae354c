//! Reads the catalogues of the W3C suite from its archive.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use sapwood::{NodeRef, xml};

/// The catalogues for XML 1.0, by their folders.
const CATALOGUES: &[&str] = &[
    "xmltest/xmltest.xml",
    "japanese/japanese.xml",
    "sun/sun-valid.xml",
    "sun/sun-invalid.xml",
    "sun/sun-not-wf.xml",
    "sun/sun-error.xml",
    "oasis/oasis.xml",
    "ibm/ibm_oasis_invalid.xml",
    "ibm/ibm_oasis_not-wf.xml",
    "ibm/ibm_oasis_valid.xml",
    "eduni/errata-2e/errata2e.xml",
    "eduni/errata-3e/errata3e.xml",
    "eduni/errata-4e/errata4e.xml",
    "eduni/namespaces/1.0/rmt-ns10.xml",
    "eduni/namespaces/errata-1e/errata1e.xml",
    "eduni/misc/ht-bh.xml",
];

/// The expected well-formedness of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Well-formed.
    WellFormed,
    /// Not well-formed, or not by Namespaces in XML.
    NotWellFormed,
    /// Parsed, but without a verdict: an error is optional, or the document has external entities, or it is for another
    /// edition or version.
    Unjudged,
}

/// A document of the suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// Identifier in the suite.
    pub id: String,
    /// Expected well-formedness.
    pub kind: Kind,
    /// The document.
    pub input: Vec<u8>,
    /// Expected canonical form.
    pub output: Option<Vec<u8>>,
    /// Whether its names are qualified names.
    pub namespaces: bool,
}

/// Unpacks the archive into a temporary folder and reads the cases of its catalogues for XML 1.0.
///
/// # Errors
///
/// Returns an error if the archive is malformed.
pub fn read(archive: &Path) -> Result<Vec<Case>> {
    let folder = Unpacked::new(archive)?;
    let mut cases = Vec::new();
    for catalogue in CATALOGUES {
        let path = folder.0.join("xmlconf").join(catalogue);
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        // Some catalogues are external entities with more than one root element.
        let text = match text.split_once("?>") {
            Some((declaration, rest)) if declaration.starts_with("<?xml") => rest,
            _ => &text,
        };
        let document = xml::parse(&format!("<catalogue>{text}</catalogue>"));
        let base = path.parent().context("a folder")?;
        for test in document.root().descendants() {
            if test.local_name() == Some("TEST") {
                cases.push(case(test, base)?);
            }
        }
    }
    Ok(cases)
}

fn case(test: NodeRef<'_>, base: &Path) -> Result<Case> {
    let is_there = |name: &str, wanted: &str| test.attr(name).is_none_or(|it| it == wanted);
    let edition = test.attr("EDITION").unwrap_or("5");
    let is_judged =
        is_there("ENTITIES", "none") && edition.contains('5') && is_there("VERSION", "1.0");
    let kind = match test.attr("TYPE").context("TYPE")? {
        _ if !is_judged => Kind::Unjudged,
        "valid" | "invalid" => Kind::WellFormed,
        "not-wf" => Kind::NotWellFormed,
        _ => Kind::Unjudged,
    };
    let file = |name: &str| -> Result<Option<Vec<u8>>> {
        let Some(name) = test.attr(name) else { return Ok(None) };
        let path = base.join(name);
        fs::read(&path).map(Some).with_context(|| path.display().to_string())
    };
    Ok(Case {
        id: test.attr("ID").context("ID")?.to_owned(),
        kind,
        input: file("URI")?.context("URI")?,
        output: file("OUTPUT")?,
        namespaces: is_there("NAMESPACE", "yes"),
    })
}

/// A temporary folder, removed on drop.
struct Unpacked(PathBuf);

impl Unpacked {
    fn new(archive: &Path) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("sapwood-xmlconf-{}", std::process::id()));
        let this = Self(folder);
        let mut archive = zip::ZipArchive::new(io::BufReader::new(File::open(archive)?))?;
        archive.extract(&this.0)?;
        Ok(this)
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        // A leftover is removed with the other temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}
