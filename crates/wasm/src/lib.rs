//! The engine for a page that has no server: a [`Desk`] answers the lines of the protocol over the packs in the program,
//! and hands out the files that a pack is begun with.
//!
//! As WebAssembly it is reached through four functions that take and give numbers alone; the page puts bytes into its
//! memory and reads them there. A panic ends the module: the page begins another one and puts its texts again.
//!
//! ```
//! let mut desk = rota_wasm::Desk::new();
//! let answer = desk.answer(br#"{"type":"open","packs":["base"],"players":["ann","ben"],"id":1}"#);
//! assert!(answer.starts_with(r#"{"id":1,"table":1,"type":"opened""#));
//! ```

mod abi;
mod desk;

pub use desk::Desk;
