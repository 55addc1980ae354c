//! Memory that JavaScript writes and reads.

use std::{
    alloc::{Layout, alloc, dealloc},
    ptr, slice,
};

/// Enough for every struct of the C interface.
const ALIGNMENT: usize = 8;

fn layout(length: usize) -> Option<Layout> {
    Layout::from_size_align(length.max(1), ALIGNMENT).ok()
}

/// Returns `length` bytes of memory, or null if there are not so many.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_allocate(length: usize) -> *mut u8 {
    let Some(layout) = layout(length) else { return ptr::null_mut() };
    // SAFETY: the size of the layout is not 0.
    unsafe { alloc(layout) }
}

/// Returns memory that `sapwood_js_allocate` handed out.
///
/// # Safety
///
/// `memory` came from `sapwood_js_allocate(length)` and was not returned before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sapwood_js_free(memory: *mut u8, length: usize) {
    if let Some(layout) = layout(length)
        && !memory.is_null()
    {
        // SAFETY: the contract of this function.
        unsafe { dealloc(memory, layout) }
    }
}

/// The bytes that JavaScript passes as an address and a length.
///
/// # Safety
///
/// So many bytes can be read, and don't change during the call.
pub(crate) unsafe fn bytes<'a>(data: *const u8, length: usize) -> &'a [u8] {
    if length == 0 {
        return &[];
    }
    // SAFETY: the contract of this function.
    unsafe { slice::from_raw_parts(data, length) }
}

/// The text that JavaScript passes as an address and a length; a `TextEncoder` wrote it, so it is UTF-8.
///
/// # Safety
///
/// As for [`bytes`].
pub(crate) unsafe fn text<'a>(data: *const u8, length: usize) -> &'a str {
    // SAFETY: the contract of this function.
    str::from_utf8(unsafe { bytes(data, length) }).unwrap_or_default()
}
