#[cfg(feature = "std")]
mod coop;
#[cfg(feature = "std")]
pub use crate::coop::{channel_activity, set_block_hook};
