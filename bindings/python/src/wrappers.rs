//! The Python objects of a document's elements, found again by their nodes.
//!
//! Creating a Python object takes several times as long as finding its node, and programs ask for the same elements again
//! and again. So a document knows the objects that are alive, and an element has one object at a time.
//!
//! The table doesn't own the objects: it holds their addresses, and an object removes its entry before its memory is
//! freed. The `unsafe` code is sound by three invariants:
//!
//! * An entry is the address of a living `Element`: `PyNode::drop`, which runs before the memory is freed, removes it.
//!   `Element` has no subclass, finalizer or weak references, so no Python code runs between the end of the last
//!   reference and that call.
//! * Only threads that are attached to the interpreter reach the table, and the interpreter's lock lets one of them run.
//! * No Python code runs while the table is borrowed.
//!
//! An interpreter without that lock has no table: there each access creates an object.

use pyo3::{ffi, prelude::*};
use sapwood::NodeId;

use crate::element::PyElement;

#[cfg(not(Py_GIL_DISABLED))]
pub(crate) use locked::Wrappers;
#[cfg(Py_GIL_DISABLED)]
pub(crate) use unlocked::Wrappers;

/// Takes an element out of the objects that the garbage collector visits: it refers to no Python object but its class.
#[expect(unsafe_code, reason = "the interpreter has no safe function for it")]
#[inline]
pub(crate) fn untrack(element: &Bound<'_, PyElement>) {
    // SAFETY: the object is alive, and untracking it twice, as its end does, is allowed.
    unsafe { ffi::PyObject_GC_UnTrack(element.as_ptr().cast()) }
}

#[cfg(not(Py_GIL_DISABLED))]
#[expect(unsafe_code, reason = "the table holds addresses; see the invariants above")]
mod locked {
    use std::{
        cell::UnsafeCell,
        collections::{HashMap, hash_map::Entry},
        hash::{BuildHasherDefault, Hasher},
        ptr::NonNull,
    };

    use super::*;

    /// The objects that are alive, by their nodes.
    #[derive(Default)]
    pub(crate) struct Wrappers {
        objects: UnsafeCell<Objects>,
    }

    type Objects = HashMap<NodeId, NonNull<ffi::PyObject>, BuildHasherDefault<IdHasher>>;

    // SAFETY: each method takes proof that the thread is attached to the interpreter, whose lock lets one thread run.
    unsafe impl Send for Wrappers {}
    // SAFETY: as above.
    unsafe impl Sync for Wrappers {}

    impl Wrappers {
        /// The object of a node.
        #[inline]
        pub(crate) fn get<'py>(
            &self,
            py: Python<'py>,
            id: NodeId,
        ) -> Option<Bound<'py, PyElement>> {
            // SAFETY: the thread is attached, and nothing below runs Python code or keeps the reference.
            let object = *unsafe { &*self.objects.get() }.get(&id)?;
            // SAFETY: an entry is the address of a living object of this class.
            Some(unsafe { Bound::from_borrowed_ptr(py, object.as_ptr()).cast_into_unchecked() })
        }

        /// Adds the object of a node, unless the node has one, and returns whether it did.
        #[inline]
        #[must_use]
        pub(crate) fn insert(&self, id: NodeId, element: &Bound<'_, PyElement>) -> bool {
            // SAFETY: as in `get`.
            match unsafe { &mut *self.objects.get() }.entry(id) {
                Entry::Occupied(_) => false,
                Entry::Vacant(entry) => {
                    let object = NonNull::new(element.as_ptr());
                    object.map(|object| entry.insert(object)).is_some()
                }
            }
        }

        /// Removes the object of a node before it is freed.
        #[inline]
        pub(crate) fn remove(&self, _: Python<'_>, id: NodeId) {
            // SAFETY: as in `get`.
            unsafe { &mut *self.objects.get() }.remove(&id);
        }
    }

    /// Hashes the two numbers of an id. Pages can't choose them, so one multiplication is enough.
    #[derive(Default)]
    struct IdHasher(u64);

    impl Hasher for IdHasher {
        #[inline]
        fn write_u32(&mut self, number: u32) {
            self.0 =
                (self.0.rotate_left(32) ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }

        fn write(&mut self, bytes: &[u8]) {
            for &byte in bytes {
                self.write_u32(u32::from(byte));
            }
        }

        #[inline]
        fn finish(&self) -> u64 {
            self.0.rotate_left(26)
        }
    }
}

#[cfg(Py_GIL_DISABLED)]
mod unlocked {
    use super::*;

    /// No objects.
    #[derive(Default)]
    pub(crate) struct Wrappers;

    impl Wrappers {
        pub(crate) fn get<'py>(&self, _: Python<'py>, _: NodeId) -> Option<Bound<'py, PyElement>> {
            None
        }

        #[must_use]
        pub(crate) fn insert(&self, _: NodeId, _: &Bound<'_, PyElement>) -> bool {
            false
        }

        pub(crate) fn remove(&self, _: Python<'_>, _: NodeId) {}
    }
}
