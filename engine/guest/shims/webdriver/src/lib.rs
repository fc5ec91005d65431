//! Stand-in with the two enumerations that the engine uses; there is no WebDriver server.
//!
//! Why a shim: upstream's users ask for the default feature `server`, which brings an HTTP server,
//! sockets and signals. Features are additive, so it cannot be switched off from here.

#![deny(unsafe_code)]

pub mod error {
    use serde::{Deserialize, Serialize};

    /// The error codes of the WebDriver standard that the engine answers with.
    ///
    /// Used by servo-embedder-traits (`webdriver.rs`) and servo-script (`event_loop/webdriver_handlers.rs`,
    /// `dom/html/form_controls/htmlinputelement.rs`).
    #[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
    pub enum ErrorStatus {
        DetachedShadowRoot,
        ElementClickIntercepted,
        ElementNotInteractable,
        InvalidArgument,
        InvalidCookieDomain,
        InvalidElementState,
        InvalidSelector,
        NoSuchElement,
        NoSuchFrame,
        NoSuchShadowRoot,
        NoSuchWindow,
        StaleElementReference,
        UnknownError,
    }
}

pub mod command {
    use serde::{Deserialize, Serialize};

    /// Used by servo-embedder-traits (`webdriver.rs`) and servo-script (`event_loop/webdriver_handlers.rs`).
    #[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
    pub enum SetPermissionState {
        Denied,
        Granted,
        Prompt,
    }
}
