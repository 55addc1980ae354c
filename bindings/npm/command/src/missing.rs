//! Functions of C that the standard library calls and older versions of wasi-libc lack.

use std::{
    collections::VecDeque,
    env,
    ffi::{CStr, CString, OsStr, OsString, c_char, c_int, c_void},
    fs,
    os::wasi::ffi::{OsStrExt, OsStringExt},
    path::{Component, Path, PathBuf},
    ptr,
};

/// `EAGAIN` of wasi-libc: the system lacks what a thread needs.
const NO_THREAD: c_int = 6;

macro_rules! threads {
    ($($name:ident($($parameter:ident: $type:ty),*) -> $result:expr;)*) => {$(
        // SAFETY: the C library has no function of this name, and this one touches no memory.
        #[unsafe(no_mangle)]
        extern "C" fn $name($($parameter: $type),*) -> c_int {
            $result
        }
    )*};
}

// No thread can be started.
threads! {
    pthread_attr_init(_attributes: *mut c_void) -> 0;
    pthread_attr_destroy(_attributes: *mut c_void) -> 0;
    pthread_attr_setstacksize(_attributes: *mut c_void, _size: usize) -> 0;
    pthread_create(_thread: *mut c_void, _attributes: *const c_void, _start: *const c_void, _argument: *mut c_void) -> NO_THREAD;
    pthread_detach(_thread: usize) -> 0;
    pthread_join(_thread: usize, _result: *mut c_void) -> NO_THREAD;
}

// SAFETY: the function of the C library.
unsafe extern "C" {
    fn strdup(text: *const c_char) -> *mut c_char;
}

/// The path without symbolic links, `.` and `..`, in memory that the caller frees; null if there is none.
///
/// # Safety
///
/// `path` ends with a zero byte. The standard library passes no `buffer`, and with one the result is null.
// SAFETY: the C library has no function of this name.
#[unsafe(no_mangle)]
unsafe extern "C" fn realpath(path: *const c_char, buffer: *mut c_char) -> *mut c_char {
    if !buffer.is_null() {
        return ptr::null_mut();
    }
    // SAFETY: the caller's promise.
    let path = unsafe { CStr::from_ptr(path) };
    match real_path(Path::new(OsStr::from_bytes(path.to_bytes()))) {
        // SAFETY: the text ends with a zero byte.
        Some(path) => unsafe { strdup(path.as_ptr()) },
        None => ptr::null_mut(),
    }
}

/// Symbolic links to follow, as many as Linux does.
const MAX_LINKS: usize = 40;

fn real_path(path: &Path) -> Option<CString> {
    let absolute = env::current_dir().ok()?.join(path);
    let parts = |path: &Path| -> Vec<OsString> {
        path.components().map(|part| part.as_os_str().to_owned()).collect()
    };
    let mut open = VecDeque::from(parts(&absolute));
    let (mut real, mut links) = (PathBuf::new(), 0);
    while let Some(part) = open.pop_front() {
        match Path::new(&part).components().next()? {
            Component::ParentDir => {
                real.pop();
            }
            Component::CurDir => {}
            _ => {
                let next = real.join(&part);
                match fs::read_link(&next) {
                    Ok(link) => {
                        links += 1;
                        if links > MAX_LINKS {
                            return None;
                        }
                        parts(&link).into_iter().rev().for_each(|part| open.push_front(part));
                    }
                    Err(_) => real = next,
                }
            }
        }
    }
    fs::metadata(&real).ok()?;
    CString::new(real.into_os_string().into_vec()).ok()
}
