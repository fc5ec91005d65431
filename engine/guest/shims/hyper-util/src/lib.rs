//! Stand-in with the error type of the HTTP client only: exchanges are made by the host.
//!
//! Why a shim: the client's features bring sockets (`socket2`, `tokio/net`), which do not compile for
//! this target, and the only type that is still used cannot be had without them. An edit of
//! servo-net-traits would have to change its public interface.

#![deny(unsafe_code)]

pub mod client {
    pub mod legacy {
        use std::fmt;

        /// Why an exchange failed, in the host's words.
        ///
        /// Made by servo-net (`connector.rs`), read by servo-net-traits (`NetworkError::from_hyper_error`).
        #[derive(Debug)]
        pub struct Error(String);

        impl Error {
            pub fn new(message: String) -> Self {
                Self(message)
            }
        }

        impl fmt::Display for Error {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        impl std::error::Error for Error {}
    }
}
