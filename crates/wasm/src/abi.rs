//! What a page calls: functions by name, which take and give numbers.
//!
//! A line is put into the room that `rota_room` makes; what is answered stands where `rota_answer` or `rota_template`
//! points to, so many bytes as `rota_length` says, until the next call.
#![expect(
    unsafe_code,
    reason = "a function that is called by its name could take the place of another one; these names begin with the \
              crate's"
)]

use std::cell::RefCell;

use crate::desk::Desk;

/// One desk, and what lies on it.
struct Page {
    desk: Desk,
    line: Vec<u8>,
    answer: String,
}

thread_local! {
    // WebAssembly has one thread here. The memory that others write to belongs to it alone between two calls.
    static PAGE: RefCell<Page> =
        RefCell::new(Page { desk: Desk::new(), line: Vec::new(), answer: String::new() });
}

/// Makes room for a line of so many bytes, and says where.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn rota_room(length: usize) -> *mut u8 {
    PAGE.with_borrow_mut(|page| {
        page.line.clear();
        page.line.resize(length, 0);
        page.line.as_mut_ptr()
    })
}

/// Answers the line that was put into the room, and says where the answer begins.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn rota_answer() -> *const u8 {
    PAGE.with_borrow_mut(|page| {
        page.answer = page.desk.answer(&page.line);
        page.answer.as_ptr()
    })
}

/// Tells the files of the template whose name was put into the room, and says where that begins.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn rota_template() -> *const u8 {
    PAGE.with_borrow_mut(|page| {
        page.answer = page.desk.template(&String::from_utf8_lossy(&page.line));
        page.answer.as_ptr()
    })
}

/// How long the last answer is, in bytes.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn rota_length() -> usize {
    PAGE.with_borrow(|page| page.answer.len())
}
