//! The classes `Node` and `Element`, and the objects of a document's elements, found again by their nodes.
//!
//! Creating a Python object takes several times as long as finding its node, and programs ask for the same elements again
//! and again. So a document knows the objects that are alive, and an element has one object at a time. This is why this
//! file and `shared.rs` need each other: a document has the table of its objects, and an object the handle of its document.
//!
//! The table has a cell for each slot of the tree, in pages that are made when one of their slots gets its first object. A
//! cell doesn't own its object: it holds the address, and the object clears the cell before its memory is freed. The
//! `unsafe` code is sound by four invariants:
//!
//! * A cell is empty or has the address of a living `Element`: the drop of its [`NodeHandle`], which runs before the
//!   memory is freed, clears it. `Element` has no subclass, finalizer or weak references, so no Python code runs between
//!   the end of the last reference and that drop.
//! * A page lives as long as the document, and an object keeps its document alive.
//! * Only threads that are attached to the interpreter reach the table, or create and drop a [`NodeHandle`], and the
//!   interpreter's lock lets one of them run.
//! * No Python code runs while the table is borrowed.
//!
//! An interpreter without that lock has no table: there each access creates an object.

use std::sync::Arc;

use pyo3::{Borrowed, ffi, prelude::*, types::PyList};
use sapwood::NodeId;

use crate::shared::{Handle, Scope, Shared};

#[cfg(not(Py_GIL_DISABLED))]
pub(crate) use locked::{NodeHandle, Wrappers, create, list};
#[cfg(Py_GIL_DISABLED)]
pub(crate) use unlocked::{NodeHandle, Wrappers, create, list};

/// A node of a document: an `Element`, `Text`, `Comment`, `Doctype`, `ProcessingInstruction` or `Fragment`.
///
/// Nodes are equal if they are the same node of the same document, whether they are one Python object or two. A node keeps
/// its document alive.
#[pyclass(frozen, subclass, name = "Node", module = "sapwood")]
pub(crate) struct PyNode {
    pub(crate) handle: NodeHandle,
}

impl PyNode {
    pub(crate) fn new(py: Python<'_>, shared: &Arc<Shared>, id: NodeId) -> Self {
        Self { handle: NodeHandle::new(py, shared, id) }
    }
}

/// An element.
///
/// ``element["href"]`` is an attribute's value, ``"href" in element`` whether it has one, and iterating
/// yields the child nodes. An element is always true.
///
/// >>> import sapwood
/// >>> link = sapwood.parse("<a href=/oak class='tree old'>Oak</a>").select_one("a")
/// >>> link
/// <a href="/oak" class="tree old">
/// >>> link.tag, link["href"], link.get("title"), link.text
/// ('a', '/oak', None, 'Oak')
#[pyclass(frozen, extends = PyNode, name = "Element", module = "sapwood")]
pub(crate) struct PyElement;

impl PyElement {
    /// The object of an element: the one that is alive, or a new one.
    #[inline]
    pub(crate) fn of<'py>(
        py: Python<'py>,
        shared: &Arc<Shared>,
        id: NodeId,
    ) -> PyResult<Bound<'py, Self>> {
        match shared.wrappers.get(py, id) {
            Some(element) => Ok(element.to_owned()),
            None => create(py, shared, id),
        }
    }

    pub(crate) fn handle<'a>(slf: &'a Bound<'_, Self>) -> &'a Handle {
        &slf.as_super().get().handle
    }

    pub(crate) fn scope<'a>(slf: &'a Bound<'_, Self>) -> Scope<'a> {
        Self::handle(slf).scope()
    }
}

/// Creates an object that isn't registered.
fn unregistered<'py>(
    py: Python<'py>,
    shared: &Arc<Shared>,
    id: NodeId,
) -> PyResult<Bound<'py, PyElement>> {
    let node = PyNode::new(py, shared, id);
    let element = Bound::new(py, PyClassInitializer::from(node).add_subclass(PyElement))?;
    untrack(&element);
    Ok(element)
}

/// Takes an element out of the objects that the garbage collector visits: it refers to no Python object but its class.
#[expect(unsafe_code, reason = "the interpreter has no safe function for it")]
#[inline]
fn untrack(element: &Bound<'_, PyElement>) {
    // SAFETY: the object is alive, and untracking it twice, as its end does, is allowed.
    unsafe { ffi::PyObject_GC_UnTrack(element.as_ptr().cast()) }
}

#[cfg(not(Py_GIL_DISABLED))]
#[expect(unsafe_code, reason = "the table holds addresses; see the invariants above")]
mod locked {
    use std::{
        cell::{Cell, UnsafeCell},
        ffi::c_void,
        mem::{self, ManuallyDrop},
        ops::Deref,
        ptr::{self, NonNull},
        sync::atomic::{AtomicUsize, Ordering},
    };

    use pyo3::{
        PyTypeInfo,
        impl_::pyclass::{PyClassImpl, PyClassItems},
        sync::PyOnceLock,
        types::PyType,
    };

    use super::*;

    /// The number of cells in a page: few enough for an element that is alone in its page.
    const PAGE: usize = 128;

    /// The address of an object, or null.
    type Address = Cell<*mut ffi::PyObject>;

    type Page = [Address; PAGE];

    /// The objects that are alive, by their slots.
    #[derive(Default)]
    pub(crate) struct Wrappers {
        pages: UnsafeCell<Vec<Option<Box<Page>>>>,
        /// The number of [`NodeHandle`]s.
        handles: Cell<usize>,
    }

    // SAFETY: only attached threads reach the table, and the interpreter's lock lets one of them run.
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
        ) -> Option<Borrowed<'_, 'py, PyElement>> {
            element_in(py, &self.page(py, id.index() / PAGE)?[id.index() % PAGE], id)
        }

        /// The page with this number, if it was made.
        #[inline]
        fn page(&self, _: Python<'_>, number: usize) -> Option<&Page> {
            // SAFETY: the thread is attached; the reference to the vector ends here, and a page never moves.
            unsafe { &*self.pages.get() }.get(number)?.as_deref()
        }

        /// Clears the cell of a node if it has the address of the object that holds `handle`.
        #[inline]
        fn forget(&self, id: NodeId, handle: *const NodeHandle) {
            // SAFETY: handles are dropped in attached threads; the reference to the vector ends here.
            let pages = unsafe { &*self.pages.get() };
            if let Some(Some(page)) = pages.get(id.index() / PAGE) {
                let cell = &page[id.index() % PAGE];
                let object = handle.wrapping_byte_sub(OFFSET.load(Ordering::Relaxed));
                if ptr::addr_eq(cell.get(), object) {
                    cell.set(ptr::null_mut());
                }
            }
        }

        /// The cell of a slot.
        #[inline]
        fn cell(&self, _: Python<'_>, slot: usize) -> &Address {
            // SAFETY: as in `get`; the reference to the vector ends here, and a page never moves.
            let pages = unsafe { &mut *self.pages.get() };
            if pages.len() <= slot / PAGE {
                pages.resize_with(slot / PAGE + 1, || None);
            }
            let page = pages[slot / PAGE]
                .get_or_insert_with(|| Box::new([const { Address::new(ptr::null_mut()) }; PAGE]));
            &page[slot % PAGE]
        }
    }

    /// The element whose address is in a cell.
    #[inline]
    fn element_at<'a, 'py>(
        py: Python<'py>,
        cell: &'a Address,
    ) -> Option<Borrowed<'a, 'py, PyElement>> {
        let object = NonNull::new(cell.get())?;
        // SAFETY: a cell has the address of a living object of this class. It lives while no code of Python runs.
        Some(unsafe { Borrowed::from_ptr(py, object.as_ptr()).cast_unchecked() })
    }

    /// The element of this id in the cell of its slot.
    #[inline]
    fn element_in<'a, 'py>(
        py: Python<'py>,
        cell: &'a Address,
        id: NodeId,
    ) -> Option<Borrowed<'a, 'py, PyElement>> {
        let element = element_at(py, cell)?;
        // Compacting a document gives a slot to another node.
        (element.as_super().get().handle.id == id).then_some(element)
    }

    /// A [`Handle`] in the Python object of a node.
    ///
    /// All handles of a document together hold one reference to it, and their number is counted here. The additions of an
    /// `Arc` are atomic: two of them take half of the time in which an object is created and freed.
    pub(crate) struct NodeHandle(ManuallyDrop<Handle>);

    impl NodeHandle {
        #[inline]
        pub(crate) fn new(_: Python<'_>, shared: &Arc<Shared>, id: NodeId) -> Self {
            let handles = &shared.wrappers.handles;
            if handles.get() == 0 {
                mem::forget(shared.clone());
            }
            handles.set(handles.get() + 1);
            // SAFETY: the handles hold a reference as long as there is one. Only the last of them drops its copy.
            let shared = unsafe { ptr::read(shared) };
            Self(ManuallyDrop::new(Handle { shared, id }))
        }
    }

    impl Deref for NodeHandle {
        type Target = Handle;

        #[inline]
        fn deref(&self) -> &Handle {
            &self.0
        }
    }

    impl Drop for NodeHandle {
        #[inline]
        fn drop(&mut self) {
            let wrappers = &self.0.shared.wrappers;
            wrappers.forget(self.0.id, self);
            let handles = &wrappers.handles;
            handles.set(handles.get() - 1);
            if handles.get() == 0 {
                // SAFETY: the reference that the handles held is this one's, and it isn't used from here on.
                unsafe { ManuallyDrop::drop(&mut self.0) };
            }
        }
    }

    /// The most objects whose memory is kept.
    const MOST_FREE: usize = 4096;

    /// The memory of objects that were freed, for the next ones: allocating and freeing take longer than all else in the
    /// life of an object.
    struct Free(UnsafeCell<Vec<NonNull<ffi::PyObject>>>);

    // SAFETY: only attached threads reach it, and the interpreter's lock lets one of them run.
    unsafe impl Sync for Free {}

    static FREE: Free = Free(UnsafeCell::new(Vec::new()));

    impl Free {
        /// An object without a field, of this class; the garbage collector doesn't know it.
        #[inline]
        fn object(
            &self,
            py: Python<'_>,
            class: *mut ffi::PyTypeObject,
        ) -> PyResult<NonNull<ffi::PyObject>> {
            // SAFETY: the thread is attached, and the reference ends before anything else runs.
            match unsafe { &mut *self.0.get() }.pop() {
                Some(object) => {
                    // SAFETY: the memory was that of an object of this class.
                    unsafe { ffi::PyObject_Init(object.as_ptr(), class) };
                    Ok(object)
                }
                None => Self::new_object(py, class),
            }
        }

        #[cold]
        fn new_object(
            py: Python<'_>,
            class: *mut ffi::PyTypeObject,
        ) -> PyResult<NonNull<ffi::PyObject>> {
            // SAFETY: the class is alive.
            let object = unsafe { ffi::PyType_GenericAlloc(class, 0) };
            let object = NonNull::new(object).ok_or_else(|| PyErr::fetch(py))?;
            // SAFETY: the object is alive. It refers to no Python object but its class.
            unsafe { ffi::PyObject_GC_UnTrack(object.as_ptr().cast()) };
            Ok(object)
        }
    }

    /// Keeps or frees the memory of an `Element`, for the interpreter.
    unsafe extern "C" fn free(object: *mut c_void) {
        // SAFETY: the interpreter frees objects in attached threads, and the reference ends before anything else runs.
        let free = unsafe { &mut *FREE.0.get() };
        match NonNull::new(object.cast()) {
            Some(object) if free.len() < MOST_FREE => free.push(object),
            // SAFETY: the object has ended and was allocated for a class with garbage collection.
            _ => unsafe { ffi::PyObject_GC_Del(object) },
        }
    }

    // Like `#[pyclass(freelist = …)]`, but without a lock around the list, which takes longer than what it guards.
    pyo3::inventory::submit! {
        type Inventory = <PyElement as PyClassImpl>::Inventory;
        Inventory::new(PyClassItems {
            methods: &[],
            slots: &[ffi::PyType_Slot { slot: ffi::Py_tp_free, pfunc: free as *mut c_void }],
        })
    }

    /// How objects are laid out in memory.
    struct Layout {
        /// The class `Element`.
        class: Py<PyType>,
        /// Offset of the [`PyNode`] in its objects.
        offset: usize,
        /// Whether a list is a [`ListObject`], and counting a reference adds 1 to the first field of an object.
        is_known: bool,
    }

    /// A list: what the headers of CPython 3.10 to 3.14 declare, beyond the limited API.
    #[repr(C)]
    struct ListObject {
        base: ffi::PyVarObject,
        items: *mut *mut ffi::PyObject,
        allocated: ffi::Py_ssize_t,
    }

    static LAYOUT: PyOnceLock<Option<Layout>> = PyOnceLock::new();

    /// The offset in [`LAYOUT`], which is known once a cell has an address.
    static OFFSET: AtomicUsize = AtomicUsize::new(0);

    /// Reads the layout from an object; `None` if there is more in it than a [`PyNode`].
    #[cold]
    fn layout_of(element: &Bound<'_, PyElement>) -> PyResult<Option<Layout>> {
        let py = element.py();
        let class = PyElement::type_object(py);
        let offset = ptr::from_ref(element.as_super().get()).addr() - element.as_ptr().addr();
        if size_of_objects(&class)? != offset + size_of::<PyNode>() {
            return Ok(None);
        }
        OFFSET.store(offset, Ordering::Relaxed);
        let interpreter = py.import("sys")?.getattr("implementation")?.getattr("name")?;
        let is_known = py.version_info() < (3, 15)
            && interpreter.eq("cpython")?
            && size_of_objects(&py.get_type::<PyList>())? == size_of::<ListObject>();
        Ok(Some(Layout { class: class.unbind(), offset, is_known }))
    }

    fn size_of_objects(class: &Bound<'_, PyType>) -> PyResult<usize> {
        class.getattr("__basicsize__")?.extract()
    }

    /// Creates the object of a node, and registers it unless the node has one.
    ///
    /// PyO3 calls `object.__new__`, which looks the allocator up and checks arguments. Here memory is taken and the only
    /// field that isn't empty is written. Where that field is, the first object tells, which PyO3 creates.
    pub(crate) fn create<'py>(
        py: Python<'py>,
        shared: &Arc<Shared>,
        id: NodeId,
    ) -> PyResult<Bound<'py, PyElement>> {
        let layout = LAYOUT.get_or_try_init(py, || layout_of(&unregistered(py, shared, id)?))?;
        let Some(Layout { class, offset, .. }) = layout else {
            return unregistered(py, shared, id);
        };
        let object = FREE.object(py, class.as_ptr().cast())?.as_ptr();
        // SAFETY: the object has room for a node there, and nothing was written to it yet.
        unsafe { object.byte_add(*offset).cast::<PyNode>().write(PyNode::new(py, shared, id)) };
        // Allocating an object may start the garbage collector, whose finalizers may have asked for the same element.
        let cell = shared.wrappers.cell(py, id.index());
        if element_in(py, cell, id).is_none() {
            cell.set(object);
        }
        // SAFETY: the object is complete, of this class, and its only reference is passed on.
        Ok(unsafe { Bound::from_owned_ptr(py, object).cast_into_unchecked() })
    }

    /// A list of the objects of nodes.
    ///
    /// The limited API sets one item at a time, with a call that takes as long as finding the object. Where the layout of
    /// lists is known, the items are written instead. Meanwhile the garbage collector doesn't know the list, so no code
    /// of Python can find it.
    pub(crate) fn list<'py>(
        py: Python<'py>,
        shared: &Arc<Shared>,
        ids: &[NodeId],
    ) -> PyResult<Bound<'py, PyList>> {
        if !matches!(LAYOUT.get(py), Some(Some(Layout { is_known: true, .. }))) {
            let elements = ids.iter().map(|id| PyElement::of(py, shared, *id));
            return PyList::new(py, elements.collect::<PyResult<Vec<_>>>()?);
        }
        // SAFETY: a new list, or null and an exception.
        let list: Bound<'_, PyList> = unsafe {
            let list = ffi::PyList_New(ids.len() as ffi::Py_ssize_t);
            Bound::from_owned_ptr_or_err(py, list)?.cast_into_unchecked()
        };
        // SAFETY: the list is alive and laid out as declared.
        let items = unsafe {
            ffi::PyObject_GC_UnTrack(list.as_ptr().cast());
            (*list.as_ptr().cast::<ListObject>()).items
        };
        // SAFETY: the list has as many items as there are ids, all of them null. It takes the reference.
        let write = |index: usize, element| unsafe { items.add(index).write(element) };
        let mut index = 0;
        while let Some(first) = ids.get(index) {
            // Neighbours in a list are often in one page, which is looked up once for them.
            let start = first.index() / PAGE * PAGE;
            let page = shared.wrappers.page(py, first.index() / PAGE);
            let known = |id: NodeId| {
                let cell = page?.get(id.index().wrapping_sub(start))?;
                element_in(py, cell, id)
            };
            let before = index;
            while let Some(element) = ids.get(index).and_then(|id| known(*id)) {
                // SAFETY: the object is alive, and its first field is the number of its references.
                unsafe { (*element.as_ptr()).ob_refcnt += 1 };
                write(index, element.as_ptr());
                index += 1;
            }
            if index == before {
                write(index, create(py, shared, *first)?.into_ptr());
                index += 1;
            }
        }
        // SAFETY: the list is alive, complete, and was untracked above.
        unsafe { ffi::PyObject_GC_Track(list.as_ptr().cast()) };
        Ok(list)
    }
}

#[cfg(Py_GIL_DISABLED)]
mod unlocked {
    use std::ops::Deref;

    use super::*;

    /// No objects.
    #[derive(Default)]
    pub(crate) struct Wrappers;

    impl Wrappers {
        pub(crate) fn get<'py>(
            &self,
            _: Python<'py>,
            _: NodeId,
        ) -> Option<Borrowed<'_, 'py, PyElement>> {
            None
        }
    }

    /// A [`Handle`] in the Python object of a node.
    pub(crate) struct NodeHandle(Handle);

    impl NodeHandle {
        pub(crate) fn new(_: Python<'_>, shared: &Arc<Shared>, id: NodeId) -> Self {
            Self(Handle { shared: shared.clone(), id })
        }
    }

    impl Deref for NodeHandle {
        type Target = Handle;

        fn deref(&self) -> &Handle {
            &self.0
        }
    }

    /// A list of objects of nodes.
    pub(crate) fn list<'py>(
        py: Python<'py>,
        shared: &Arc<Shared>,
        ids: &[NodeId],
    ) -> PyResult<Bound<'py, PyList>> {
        let elements: PyResult<Vec<_>> =
            ids.iter().map(|id| unregistered(py, shared, *id)).collect();
        PyList::new(py, elements?)
    }

    /// Creates an object of a node.
    pub(crate) fn create<'py>(
        py: Python<'py>,
        shared: &Arc<Shared>,
        id: NodeId,
    ) -> PyResult<Bound<'py, PyElement>> {
        unregistered(py, shared, id)
    }
}
