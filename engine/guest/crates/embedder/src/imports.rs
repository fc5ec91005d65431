//! The imports: logging, the one blocking call, and the bytes of fonts.

use std::time::Duration;

use crate::{effects, events};

mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        pub fn log(level: i32, pointer: *const u8, length: usize);
        /// Hand over effects and wait for events, at most this many nanoseconds (-1: without limit).
        /// The size of the array of events that is ready, 0 for none, -1 if none can come.
        pub fn block(pointer: *const u8, length: usize, timeout_ns: i64) -> i32;
        /// Copy that array here.
        pub fn take_events(pointer: *mut u8);
        /// The size of a font if `length` is 0, otherwise its bytes are copied. -1: unknown.
        pub fn font(host_font: u32, pointer: *mut u8, length: usize) -> i32;
    }
}

struct HostLogger;

impl log::Log for HostLogger {
    fn enabled(&self, metadata: &log::Metadata) -> bool {
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &log::Record) {
        if self.enabled(record.metadata()) {
            let line = format!("{}: {}", record.target(), record.args());
            // SAFETY: the line lives through the call, after which the host keeps no pointer (ABI row
            // `host.log`).
            unsafe { host::log(record.level() as i32, line.as_ptr(), line.len()) };
        }
    }

    fn flush(&self) {}
}

pub fn install_logger(level: wire::LogLevel) {
    // Only a second start could fail here, and that is refused before.
    let _ = log::set_logger(&HostLogger);
    log::set_max_level(match level {
        wire::LogLevel::Error => log::LevelFilter::Error,
        wire::LogLevel::Warn => log::LevelFilter::Warn,
        wire::LogLevel::Info => log::LevelFilter::Info,
        wire::LogLevel::Debug => log::LevelFilter::Debug,
        wire::LogLevel::Trace => log::LevelFilter::Trace,
    });
}

/// The scheduler's last resort: let the host deliver events. False if none can come.
pub fn wait(timeout: Option<Duration>) -> bool {
    // A network task that waits for the host must have told it first.
    let effects = wire::encode(&effects::take());
    let timeout = timeout.map_or(-1, |time| i64::try_from(time.as_nanos()).unwrap_or(i64::MAX));
    // SAFETY: the effects live through the call, after which the host keeps no pointer (ABI row
    // `host.block`).
    let size = unsafe { host::block(effects.as_ptr(), effects.len(), timeout) };
    if size < 0 {
        return false;
    }
    if size > 0 {
        let mut bytes = vec![0u8; size as usize];
        // SAFETY: the host writes the array that it announced, of exactly this size (ABI row
        // `host.take_events`).
        unsafe { host::take_events(bytes.as_mut_ptr()) };
        if let Err(failure) = events::deliver(&bytes) {
            log::error!("events from host.block: {}", failure.message);
        }
    }
    true
}

/// The bytes of a font that the host keeps.
pub fn font(host_font: u32) -> Option<Vec<u8>> {
    // SAFETY: with length 0 nothing is written.
    let size = unsafe { host::font(host_font, std::ptr::null_mut(), 0) };
    if size <= 0 {
        log::error!("the host does not have font {host_font}");
        return None;
    }
    let mut bytes = vec![0u8; size as usize];
    // SAFETY: the buffer has the length that is passed (ABI row `host.font`).
    let copied = unsafe { host::font(host_font, bytes.as_mut_ptr(), bytes.len()) };
    if copied != size {
        log::error!("font {host_font} changed its size from {size} to {copied} bytes");
        return None;
    }
    Some(bytes)
}
