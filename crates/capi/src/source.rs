//! Edits as patches of the source.

use std::mem::MaybeUninit;

use sapwood::{SourceError, dom::Patch as Change};

use crate::{
    border::{ErrorOut, Out, required, run, value},
    document::{Document, read_required},
    failure::{Failure, Status},
    strings::{OwnedString, Str},
};

/// The parts of the source that edits replace, in order.
///
/// ```c
/// sapwood_options *options = NULL;
/// sapwood_document *document = NULL;
/// sapwood_options_new(&options, NULL);
/// sapwood_options_set_flag(options, SAPWOOD_TEXT("source"), true, NULL);
/// sapwood_parse(SAPWOOD_TEXT("<P  Class=a >x"), options, &document, NULL);
/// sapwood_options_free(options);
/// sapwood_node p = sapwood_node_first_child(document, sapwood_document_body(document));
/// sapwood_set_attribute(document, p, SAPWOOD_TEXT("class"), SAPWOOD_TEXT("b"), NULL);
/// sapwood_string *source = NULL;
/// sapwood_patches *patches = NULL;
/// sapwood_document_to_source(document, &source, NULL);
/// assert(strcmp(sapwood_string_data(source), "<P  Class=b >x") == 0);
/// sapwood_patches_new(document, &patches, NULL);
/// sapwood_patch patch;
/// assert(sapwood_patches_count(patches) == 1 && sapwood_patches_at(patches, 0, &patch));
/// assert(patch.start == 10 && patch.end == 11 && patch.replacement.data[0] == 'b');
/// sapwood_patches_free(patches);
/// sapwood_string_free(source);
/// sapwood_document_free(document);
/// ```
pub struct Patches(Vec<Change>);

/// A part of the source that edits replace.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Patch {
    /// The offset of its first byte.
    pub start: usize,
    /// The offset of the byte after the last.
    pub end: usize,
    /// The bytes in its place, in the encoding of the source. They live as long as the list.
    pub replacement: Str,
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Self {
        let status = match error {
            SourceError::NoSource => Status::InvalidArgument,
            SourceError::Limit(_) => Status::Limit,
            _ => Status::NotRepresentable,
        };
        Self::new(status, error.to_string())
    }
}

/// Writes the source of a document with the edits in it: only the edited bytes differ from what was parsed. The option `source` must
/// have been set. The string has bytes in the encoding of the source. A tree that no markup gives, such as a paragraph in a
/// paragraph, is `SAPWOOD_STATUS_NOT_REPRESENTABLE`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_document_to_source(
    document: Option<&Document>,
    string: Out<'_, Option<Box<OwnedString>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let string = required(string, "string")?;
        let source = read_required(document, |document| Ok(document.to_source()?))?;
        string.write(Some(OwnedString::new(source)));
        Ok(())
    })
}

/// Writes the parts of the source that edits replace. To be freed by `sapwood_patches_free`; see `sapwood_document_to_source`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_patches_new(
    document: Option<&Document>,
    patches: Out<'_, Option<Box<Patches>>>,
    error: ErrorOut<'_>,
) -> Status {
    run(error, || {
        let patches = required(patches, "patches")?;
        let found = read_required(document, |document| Ok(document.patches()?))?;
        patches.write(Some(Box::new(Patches(found))));
        Ok(())
    })
}

/// Frees patches. Does nothing with null.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_patches_free(patches: Option<Box<Patches>>) {
    value((), || drop(patches));
}

/// Returns the number of patches.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_patches_count(patches: Option<&Patches>) -> usize {
    patches.map_or(0, |patches| patches.0.len())
}

/// Writes a patch by its number. Returns `false` if there are not so many.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_patches_at(
    patches: Option<&Patches>,
    index: usize,
    patch: Out<'_, Patch>,
) -> bool {
    let Some(found) = patches.and_then(|patches| patches.0.get(index)) else { return false };
    if let Some(patch) = patch {
        let (start, end) = (found.range.start, found.range.end);
        let replacement = Str::of_bytes(&found.replacement);
        MaybeUninit::write(patch, Patch { start, end, replacement });
    }
    true
}
