//! Messages between the engine and its host, as MessagePack maps.
//!
//! A call carries one [`Op`] and returns one [`Reply`]. The engine queues [`Effect`]s for the host
//! and the host pushes [`Event`]s. The Python side of the same types is `engine/host/ops.py` and
//! `engine/host/events.py`; `engine/wire/*.json` holds golden frames that both sides must agree on.
//!
//! Unknown fields are ignored, unknown variants are refused by name. No pointer, float time or
//! platform size crosses the boundary: times are integer nanoseconds or milliseconds, and positions
//! are CSS pixels unless a field says otherwise.

#![deny(unsafe_code, clippy::allow_attributes_without_reason, reason = "plain data needs neither")]

mod effects;
mod events;
mod frame;
mod ops;
mod replies;

pub use effects::*;
pub use events::*;
pub use frame::*;
pub use inspection::*;
pub use ops::*;
pub use replies::*;

/// Raised with every incompatible change of the exports, imports or messages (`engine/ABI.md`).
pub const ABI_VERSION: i32 = 1;

/// A top-level browsing context (a tab or popup) of the session. Numbers are never reused.
pub type ContextId = u32;

/// Names the answer to an operation that needs pumping.
pub type PendingId = u64;
