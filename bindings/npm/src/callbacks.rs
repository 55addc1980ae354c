//! Functions with the types of the C interface that call JavaScript.
//!
//! A function pointer of C is an index of the module's table, where JavaScript can't put functions of its own without compiling
//! a module for each. So the C interface gets the functions below, whose `user_data` is the number of a function that JavaScript keeps.
//! JavaScript catches what its functions throw, so nothing unwinds through the module.

use std::ffi::{c_char, c_void};

use sapwood_capi::{document::Document, node::NodeNumber, tokens::HtmlToken, unit::Unit};

#[link(wasm_import_module = "sapwood")]
unsafe extern "C" {
    /// Takes a piece of output.
    safe fn write(function: usize, piece: *const c_char, length: usize) -> i32;
    /// Takes a unit of a rewriter.
    safe fn unit(function: usize, unit: *const c_void) -> i32;
    /// Takes the match of a stream.
    safe fn matched(function: usize, document: *const c_void, element: NodeNumber) -> i32;
    /// Takes a token.
    safe fn token(function: usize, token: *const c_void) -> i32;
}

extern "C" fn on_write(function: *mut c_void, piece: *const c_char, length: usize) -> i32 {
    write(function as usize, piece, length)
}

extern "C" fn on_unit(function: *mut c_void, it: *const Unit) -> i32 {
    unit(function as usize, it.cast())
}

extern "C" fn on_match(
    function: *mut c_void,
    document: *const Document,
    element: NodeNumber,
) -> i32 {
    matched(function as usize, document.cast(), element)
}

extern "C" fn on_token(function: *mut c_void, it: *const HtmlToken) -> i32 {
    token(function as usize, it.cast())
}

/// Returns the function that JavaScript passes as a `sapwood_write_function`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_write() -> extern "C" fn(*mut c_void, *const c_char, usize) -> i32 {
    on_write
}

/// Returns the function that JavaScript passes as a `sapwood_unit_function`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_unit() -> extern "C" fn(*mut c_void, *const Unit) -> i32 {
    on_unit
}

/// Returns the function that JavaScript passes as a `sapwood_match_function`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_match()
-> extern "C" fn(*mut c_void, *const Document, NodeNumber) -> i32 {
    on_match
}

/// Returns the function that JavaScript passes as a `sapwood_token_function`.
#[unsafe(no_mangle)]
pub extern "C" fn sapwood_js_token() -> extern "C" fn(*mut c_void, *const HtmlToken) -> i32 {
    on_token
}
