//! Symbols that the standard library and the font sanitizer refer to and that the C and C++
//! libraries of this target do not have.

use std::ffi::{c_int, c_void};

/// "Not supported", in WASI's numbering.
const ENOTSUP: c_int = 58;

// Threads cannot be made: std turns the error into `io::ErrorKind::Unsupported`.

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_init(_attributes: *mut c_void) -> c_int {
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_setstacksize(_attributes: *mut c_void, _size: usize) -> c_int {
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_destroy(_attributes: *mut c_void) -> c_int {
    0
}

#[unsafe(no_mangle)]
extern "C" fn pthread_create(
    _thread: *mut c_void,
    _attributes: *const c_void,
    _start: *const c_void,
    _argument: *mut c_void,
) -> c_int {
    ENOTSUP
}

#[unsafe(no_mangle)]
extern "C" fn pthread_join(_thread: *mut c_void, _result: *mut *mut c_void) -> c_int {
    ENOTSUP
}

#[unsafe(no_mangle)]
extern "C" fn pthread_detach(_thread: *mut c_void) -> c_int {
    ENOTSUP
}

// C++ exceptions end the instance.

#[unsafe(no_mangle)]
extern "C" fn __cxa_allocate_exception(_size: usize) -> *mut c_void {
    panic!("a C++ exception")
}

#[unsafe(no_mangle)]
extern "C" fn __cxa_throw(_exception: *mut c_void, _type: *mut c_void, _destroy: *mut c_void) -> ! {
    panic!("a C++ exception")
}

/// Let SQLite keep databases in memory, where a snapshot finds them.
///
/// # Panics
/// If SQLite was built without its memory VFS.
pub fn use_memory_databases() {
    unsafe extern "C" {
        fn sqlite3_initialize() -> c_int;
        fn sqlite3_vfs_find(name: *const std::ffi::c_char) -> *mut c_void;
        fn sqlite3_vfs_register(vfs: *mut c_void, make_default: c_int) -> c_int;
    }
    // SAFETY: SQLite's documented start, before any other use of it; the VFS is a static of SQLite.
    unsafe {
        sqlite3_initialize();
        let memory = sqlite3_vfs_find(c"memdb".as_ptr());
        assert!(!memory.is_null(), "SQLite was built without its memory VFS");
        sqlite3_vfs_register(memory, 1);
    }
}
