//! The engine as a reactor module: calls in, effects out, no I/O of its own (`engine/ABI.md`).
//!
//! Exports are never re-entered. While a script blocks (a synchronous request), the engine hands out
//! effects and takes events through the imports.

#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks, clippy::allow_attributes_without_reason)]

mod abi;
mod capabilities;
mod console;
mod contexts;
mod delegate;
mod dialogs;
mod effects;
mod engine;
mod evaluate;
mod events;
mod fonts;
mod idle;
mod imports;
mod input;
mod interrupt;
mod keys;
mod memory;
mod open;
mod ops;
mod paint;
mod pictures;
mod preferences;
mod pump;
mod random;
mod screenshot;
mod strips;
mod stubs;
mod viewport;
