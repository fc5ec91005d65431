#[cfg(target_os = "wasi")]
mod platform {
    use std::sync::LazyLock;
    use std::time::Instant;

    /// Nanoseconds since the first call, plus one so that no time equals the epoch.
    pub(super) fn now() -> u64 {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed().as_nanos() as u64 + 1
    }
}
