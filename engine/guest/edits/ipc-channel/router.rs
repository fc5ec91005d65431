//! Routes of IPC receivers to callbacks, each served by a task of the scheduler.

use std::sync::LazyLock;

use serde_core::{Deserialize, Serialize};

use crate::error::SerDeError;
use crate::ipc::IpcReceiver;
use crate::TryRecvError;

pub static ROUTER: LazyLock<RouterProxy> = LazyLock::new(RouterProxy::new);

/// Called with every message of a route.
pub type TypedRouterMultiHandler<T> = Box<dyn FnMut(Result<T, SerDeError>) + Send>;

pub struct RouterProxy(());

#[allow(clippy::new_without_default)]
impl RouterProxy {
    pub fn new() -> RouterProxy {
        RouterProxy(())
    }

    /// Call `callback` with every message, until the channel is closed.
    pub fn add_typed_route<T>(
        &self,
        receiver: IpcReceiver<T>,
        mut callback: TypedRouterMultiHandler<T>,
    ) where
        T: Serialize + for<'de> Deserialize<'de> + 'static,
    {
        coop::spawn("IPC route", coop::rank::LEAF, move || {
            move || loop {
                match receiver.try_recv() {
                    Ok(message) => callback(Ok(message)),
                    Err(TryRecvError::Empty) => return coop::Flow::Idle,
                    Err(TryRecvError::IpcError(crate::IpcError::SerializationError(error))) => {
                        callback(Err(error))
                    },
                    Err(_) => return coop::Flow::Done,
                }
            }
        });
    }

    pub fn shutdown(&self) {}
}
